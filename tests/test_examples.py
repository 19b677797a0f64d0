"""The programs in examples/ do what they say."""

from __future__ import annotations

import importlib.util
import itertools
import random
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import tafl
from tafl import Board, Move, Side

EXAMPLES = Path(__file__).parents[1] / "examples"
if not EXAMPLES.is_dir():
    pytest.skip("the examples lie in the source tree, which is not here", allow_module_level=True)


def load(path: str) -> ModuleType:
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(f"example_{Path(path).stem}", EXAMPLES / path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(name: str, *arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """An example as a command."""
    return subprocess.run(
        [sys.executable, str(EXAMPLES / name), *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


# A game on the terminal


def test_play_answers_and_takes_back() -> None:
    typed = "moves\nd1-d4\nnonsense\nd1-c1\nback\nback\nd1-b1\nquit\n"
    done = run("play.py", "brandubh", "--seed", "1", text=typed)
    assert (done.returncode, done.stderr) == (0, "")
    assert "attackers> d1-b1 d1-c1 d1-e1 d1-f1 " in done.stdout
    assert "d1-d4 is illegal: blocked by the attacker on d2" in done.stdout
    assert 'found "nonsense"' in done.stdout
    assert done.stdout.count("captures nothing") == 2
    assert done.stdout.count("defenders: ") == 2
    assert done.stdout.endswith("Not finished.\n")


def test_play_goes_on_to_the_end() -> None:
    """The player does what the terminal asks: any of the moves that it lists."""
    process = subprocess.Popen(
        [sys.executable, str(EXAMPLES / "play.py"), "brandubh", "--side=defenders", "--seed=3"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    chance = random.Random(3)
    last = ""
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("moves\n")
        for line in process.stdout:
            last = line
            words = line.removeprefix("defenders> ").split()
            if words and all(len(word) == 5 and word[2] == "-" for word in words):
                process.stdin.write(f"{chance.choice(words)}\nmoves\n")
    assert process.returncode == 0
    assert last.startswith(("The attackers win: ", "The defenders win: "))


def test_play_refuses_an_unknown_variant() -> None:
    done = run("play.py", "chess")
    assert done.returncode == 2
    assert "unknown variant 'chess'" in done.stderr


# The engine


def plain_value(board: Board, depth: int, engine: ModuleType) -> int:
    """The value of the engine's search, without alpha and beta."""
    outcome = board.outcome()
    if outcome is not None or depth == 0:
        found: int = engine.Engine().search(board, 0, -engine.WIN, engine.WIN)
        return found
    values = []
    for move in board.legal_moves:
        board.push(move)
        values.append(-plain_value(board, depth - 1, engine))
        board.pop()
    return max(values)


def test_engine_has_a_hundred_lines() -> None:
    assert len((EXAMPLES / "engine.py").read_text(encoding="utf-8").splitlines()) <= 100


def test_engine_searches_like_a_plain_search() -> None:
    engine = load("engine.py")
    chance = random.Random(5)
    finished = 0
    for variant in ("brandubh", "tablut", "ard-ri"):
        board = Board(variant)
        for _ in range(8):
            for _ in range(4):
                if board.legal_moves:
                    board.push(chance.choice(board.legal_moves))
            if board.is_game_over():
                finished += 1
                break
            value = engine.Engine().search(board, 2, -engine.WIN, engine.WIN)
            assert value == plain_value(board, 2, engine), board.fen()
    assert finished < 3


@pytest.mark.parametrize(
    ("fen", "best"),
    [
        ("/9/7T1/9/1tK6/9/9/9/3t3t1/9/ a", "d8-d4"),  # captures the king
        ("/9/9/2t6/9/2t1K1t2/9/4t4/9/9/ d", "e5-e1"),  # the king escapes
    ],
)
def test_engine_takes_a_win(fen: str, best: str) -> None:
    board = Board("linnaeus-tablut", fen)
    assert load("engine.py").Engine().move(board, 3) == Move.parse(best)


def test_engine_beats_chance() -> None:
    engine = load("engine.py")
    for side, seed in itertools.product(Side, range(3)):
        board = engine.play(Board("brandubh"), side, 2, random.Random(seed))
        assert board.outcome() is not None
        assert board.outcome().winner is side


def test_engine_is_a_command() -> None:
    done = run("engine.py", "brandubh", "--depth", "1", "--seed", "4")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Outcome(winner=" in done.stdout


# The web service


@pytest.fixture(scope="module")
def client() -> Any:
    """A client of the service, without a network."""
    pytest.importorskip("flask", reason="needs examples/web/requirements.txt")
    return load("web/app.py").app.test_client()


def test_web_makes_a_move(client: Any) -> None:
    game = {"variant": "linnaeus", "moves": ["a4-d4", "d5-d8", "e2-b2"], "move": "c5-c4"}
    answer = client.post("/move", json=game)
    assert answer.status_code == 200
    assert answer.json["captures"] == ["d4"]
    assert answer.json["moves"] == [*game["moves"], "c5-c4"]
    assert (answer.json["state"], answer.json["over"]) == ("attackers to move", False)
    more = answer.json["moves"] + ["a5-a1", "c4-c9", "b5-b7"]
    answer = client.post("/move", json={**game, "moves": more, "move": "e5-a5"})
    assert answer.json["state"] == "the defenders win: king escaped"
    assert answer.json["over"] is True


@pytest.mark.parametrize(
    ("game", "error"),
    [
        ({"variant": "brandubh", "move": "d1-d5"}, "blocked by the attacker on d2"),
        ({"variant": "brandubh", "move": "<script>"}, "expected a move"),
        ({"variant": "brandubh", "move": 5}, "move: expected a move"),
        ({"variant": "brandubh", "moves": ["d1-c1", "d1-b1"], "move": "a4-a5"}, "no piece on d1"),
        ({"variant": "brandubh", "moves": "d1-c1", "move": "a4-a5"}, "moves: expected a list"),
        ({"variant": "brandubh", "moves": [1], "move": "a4-a5"}, "moves: expected a list"),
        ({"variant": "brandubh", "moves": ["d1-c1"] * 1001, "move": "a4-a5"}, "at most 1000"),
        ({"variant": "../etc/passwd", "move": "d1-c1"}, "unknown variant"),
        ({"variant": None, "move": "d1-c1"}, "variant: expected"),
        ([], "expected a JSON object"),
    ],
)
def test_web_says_what_is_wrong(client: Any, game: object, error: str) -> None:
    answer = client.post("/move", json=game)
    assert answer.status_code == 400
    assert error in answer.json["error"]
    if error.startswith("blocked"):
        assert answer.json["reason"] == "blocked"


def test_web_refuses_what_is_no_json_and_what_is_long(client: Any) -> None:
    assert client.post("/move", data="{", content_type="application/json").status_code == 400
    assert client.post("/move", data="x").status_code == 415
    assert client.post("/move", json={"moves": ["d1-c1"] * 10_000}).status_code == 413


def test_web_page_and_picture(client: Any) -> None:
    assert client.get("/variants").json == tafl.variants()
    picture = client.get("/board.svg?variant=brandubh&moves=d1-c1+d3-b3")
    assert picture.mimetype == "image/svg+xml"
    assert picture.text.startswith("<svg")
    assert client.get("/board.svg?moves=a1-a2").status_code == 400
    page = client.get("/?variant=brandubh&moves=d1-c1&move=d3-b3").text
    assert 'value="d1-c1 d3-b3"' in page
    assert "attackers to move" in page
    page = client.get("/?variant=brandubh&move=<b>").text
    assert "<b>" not in page
    assert "&lt;b&gt;" in page


# The notebook


def test_notebook() -> None:
    reason = "needs examples/notebook-requirements.txt"
    pytest.importorskip("ipykernel", reason=reason)
    nbclient = pytest.importorskip("nbclient", reason=reason)
    nbformat = pytest.importorskip("nbformat", reason=reason)
    notebook = nbformat.read(EXAMPLES / "openings.ipynb", as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "commit it without outputs"
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    text = "".join(output.text for output in shown if output.output_type == "stream")
    assert "40 first moves of 5 kinds" in text
    assert sum("image/svg+xml" in output.get("data", {}) for output in shown) == 3
