"""The commands on recorded games: check, convert, show and stats."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import summary
import tafl
from tafl import cli
from tafl.cli import check, convert
from tafl.record import WRITTEN, Game, read_games, write_game
from test_games import GAMES, REASONS, RECORDED, REJECTED

# Three moves of Linnaeus's game.
MOVES = "e8-c8 e7-b7 f9-f8"
RULES = "linnaeus-tablut"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def wrapped(moves: str, **others: object) -> str:
    return json.dumps({"variant": RULES, "moves": moves, **others}) + "\n"


def run(capsys: pytest.CaptureFixture[str], status: int, *arguments: str) -> tuple[str, str]:
    """What a command with this exit status prints."""
    assert cli.main(arguments) == status
    captured = capsys.readouterr()
    return captured.out, captured.err


def run_json(capsys: pytest.CaptureFixture[str], status: int, *arguments: str) -> Any:
    return json.loads(run(capsys, status, *arguments, "--json")[0])


def in_every_dialect(folder: Path) -> dict[str, Path]:
    """One game in a file for each dialect that can be read."""
    game = next(read_games(f"{MOVES} resigned\n", variant=RULES))
    texts = {each: write_game(game, each) for each in WRITTEN}
    texts["htp"] = "play attacker e8 c8\nplay defender e7 b7\nplay attacker f9 f8\n"
    texts["gtp"] = "play attacker e8 c8\nplay defender e7 b7\nplay attacker j4 j3\n"  # i4 i3
    rows = ["OOOBBBOOO", "OOOOBOOOO", "OOOOWOOOO", "BOOOWOOOB", "BBWWKWWBB"]
    board = [*rows, *rows[3::-1]]
    texts["unibo"] = "\n".join(["FINE: Players:\tA vs\tB", "FINE: Stato:", *board, "-", "W", ""])
    paths = {}
    for dialect, text in texts.items():
        paths[dialect] = folder / f"{dialect}.game"
        paths[dialect].write_text(text, encoding="utf-8")
    return paths


def test_every_dialect_is_checked(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    for dialect, path in in_every_dialect(folder).items():
        variant = [] if dialect == "unibo" else ["--variant", RULES]
        out, err = run(capsys, 0, "check", "--dialect", dialect, *variant, str(path))
        moves = 0 if dialect == "unibo" else 3
        assert out.splitlines()[0] == f"1 game in 1 file, {moves} moves: 0 faulty", dialect
        assert err == ""


def test_a_faulty_game_is_one_line(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    text = wrapped(MOVES) + wrapped("e8-c8 c8-c7 e7-b7", id="game-7") + wrapped(MOVES)
    Path("a.jsonl").write_text(text, encoding="utf-8")
    out, err = run(capsys, 1, "check", "a.jsonl")
    first, last = out.splitlines()[:2]
    assert first.startswith("a.jsonl, line 2, column ")
    assert first.endswith(
        ": game 2 (game-7), ply 1: c8-c7 is illegal: the attacker on c8 is not a piece of the "
        "defenders, who are to move"
    )
    assert last == "3 games in 1 file, 7 moves: 1 faulty"
    assert err == ""
    data = run_json(capsys, 1, "check", "a.jsonl")
    [fault] = data["faults"]
    assert (
        fault.items()
        >= {
            "file": "a.jsonl",
            "line": 2,
            "game": 2,
            "id": "game-7",
            "ply": 1,
            "move": "c8-c7",
            "reason": "not your piece",
            "others": 0,
        }.items()
    )
    assert [each["faulty"] for each in data["files"]] == [1]
    column = text.splitlines()[1].index("c8-c7") + 1
    assert fault["column"] == column


def test_errors_and_remarks(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    Path("a.jsonl").write_text(
        wrapped("e8-c8xa1", result="draw") + wrapped(f"resigned {MOVES}"), encoding="utf-8"
    )
    out, _ = run(capsys, 1, "check", "a.jsonl", "--remarks")
    assert "e8-c8xa1: found captures of a1" in out
    assert "line 2" in out
    assert "and moves after it, so nobody did (remark)" in out
    assert "1 remark (listed with --remarks)" in out
    assert "(remark)" not in run(capsys, 1, "check", "a.jsonl")[0]
    data = run_json(capsys, 1, "check", "a.jsonl", "--remarks")
    assert (data["remarks"], len(data["remarks_found"])) == (1, 1)


def repeated(times: int) -> str:
    """Moves to and fro until the first position has occurred again so many times."""
    return (
        " ".join(["e8-d8 e6-d6 d8-e8 d6-e6"] * times)
        .replace("e6-d6", "e7-d7")
        .replace("d6-e6", "d7-e7")
    )


def test_early_ends(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    """Ends that a record plays past, in which somebody resigns, or that it does not name."""
    variant = tafl.Variant(RULES).replace({"end.repetition": "draw", "end.repetition_count": 3})
    Path("mine.toml").write_text(variant.to_toml(), encoding="utf-8")
    Path("games.txt").write_text(
        f"{repeated(2)} {MOVES}\n{repeated(2)} resigned\n{repeated(2)}\n", encoding="utf-8"
    )
    Path("named.jsonl").write_text(
        json.dumps({"moves": repeated(2), "termination": "Repetition"}) + "\n", encoding="utf-8"
    )
    files = ["games.txt", "named.jsonl"]
    out, _ = run(capsys, 0, "check", "--variant", "mine.toml", "--lenient", *files)
    rows = [line.split() for line in out.splitlines()]
    assert ["end", "by", "the", "rules", "played", "on", "given", "up", "not", "named"] in rows
    assert ["repetition", "1", "1", "1"] in rows
    data = run_json(capsys, 0, "check", "--variant", "mine.toml", "--lenient", *files)
    assert data["ends"] == {
        "played_on": {"repetition": 1},
        "given_up": {"repetition": 1},
        "not_named": {"repetition": 1},
    }
    out, _ = run(capsys, 1, "check", "--variant", "mine.toml", *files)
    assert "the game is over" in out
    assert " 2 faulty" in out  # who resigns in a drawn position loses, says the record


def test_what_is_played_may_be_the_name_of_the_file(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    """Where neither the record nor the caller says it."""
    for name in ("linnaeus.txt", "games.txt"):
        Path(name).write_text(f"{MOVES}\n", encoding="utf-8")
    assert " 0 faulty" in run(capsys, 0, "check", "linnaeus.txt")[0]
    out, _ = run(capsys, 1, "check", "games.txt")
    assert "name the variant that is played" in out
    # What a record says goes before the name of its file, what the caller says before both.
    Path("brandubh.jsonl").write_text(wrapped(MOVES), encoding="utf-8")
    assert " 0 faulty" in run(capsys, 0, "check", "brandubh.jsonl")[0]
    assert " 1 faulty" in run(capsys, 1, "check", "--variant", "brandubh", "brandubh.jsonl")[0]
    assert [each.variant.id for each in read_games(MOVES, default_variant="linnaeus")] == [RULES]


@pytest.mark.parametrize("command", [["check"], ["stats"], ["convert", "--to", "otn"], ["show"]])
def test_files_that_cannot_be_read(
    command: list[str], capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    Path("binary").write_bytes(bytes(range(256)))
    Path("late.txt").write_bytes(f"{MOVES}\n\n\xff\n".encode("latin-1"))
    Path("directory").mkdir()
    for name in ("missing", "binary", "directory", "a\nb\x1b[1m", "", "nul\0"):
        _, err = run(capsys, 2, *command, name)
        assert err.startswith("tafl: ")
        assert err.count("\n") == 1
        assert "\x1b" not in err
    if command != ["show"]:
        arguments = [*command, "missing", "late.txt", "--variant", RULES]
        out, err = run(capsys, 2, *arguments)
        assert out
        assert len(err.splitlines()) == 2
        assert "late.txt, line 3, column 1" in err or "bytes that are not UTF-8" in err


def test_an_empty_file_has_no_games(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    for content in ("", "\n\n", "\ufeff"):
        Path("empty").write_text(content, encoding="utf-8")
        assert run(capsys, 0, "check", "empty")[0] == "0 games in 1 file, 0 moves: 0 faulty\n"
        assert run(capsys, 0, "convert", "--to", "otn", "empty") == ("", "")
        assert run_json(capsys, 0, "stats", "empty")["all"]["games"] == 0
        assert "0" in run(capsys, 0, "stats", "empty")[0]
        assert "found no game" in run(capsys, 2, "show", "empty", "--game", "1")[1]


def test_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    for command in (["check"], ["stats"], ["convert", "--to", "walker"], ["show"]):
        stdin = io.TextIOWrapper(io.BytesIO(f"{MOVES}\n".encode()))
        monkeypatch.setattr(sys, "stdin", stdin)
        out, err = run(capsys, 0, *command, "-", "--variant", RULES)
        assert (bool(out), err) == (True, "")
        assert not stdin.closed
    monkeypatch.setattr(sys, "stdin", None)
    assert run(capsys, 2, "check", "-")[1] == "tafl: standard input is closed\n"


def test_games_in_another_dialect_than_said(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    Path("a.jsonl").write_text(wrapped(MOVES) * 2, encoding="utf-8")
    out, _ = run(capsys, 1, "check", "--dialect", "walker", "a.jsonl", "--variant", RULES)
    assert [line.partition(", column")[0] for line in out.splitlines()[:2]] == [
        "a.jsonl, line 1",
        "a.jsonl, line 2",
    ]
    assert "cut off" not in out


def test_a_file_that_is_cut_off(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    Path("a.txt").write_text(f"{MOVES}\n{MOVES}", encoding="utf-8")
    out, _ = run(capsys, 0, "check", "--variant", RULES, "a.txt")
    assert "1 game whose end cannot be seen" in out


def test_processes_report_in_the_order_of_the_files(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    names = []
    for number in range(6):
        names.append(f"{number}.jsonl")
        Path(names[-1]).write_text(
            wrapped(MOVES) * (60 if number == 0 else 1) + wrapped("a1-a2"), encoding="utf-8"
        )
    names[3:3] = ["missing", "-"]

    def output(*arguments: str) -> tuple[str, str]:
        stdin = io.TextIOWrapper(io.BytesIO(wrapped("a1-a3").encode()))
        monkeypatch.setattr(sys, "stdin", stdin)
        return run(capsys, 2, "check", *names, *arguments)

    expected = output()
    assert len(expected[0].splitlines()) == 8
    assert output("--jobs", "2") == expected
    assert output("--json", "--jobs", "2") == output("--json")
    assert "--jobs: found 0" in run(capsys, 2, "check", "--jobs", "0", "0.jsonl")[1]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pipes")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_stops_all_processes(jobs: str, folder: Path) -> None:
    """Here they wait for a pipe that nobody writes to."""
    os.mkfifo("a")
    os.mkfifo("b")
    process = subprocess.Popen(
        [sys.executable, "-m", "tafl", "check", "--jobs", jobs, "a", "b"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    # Opening for writing succeeds when the other side has opened for reading.
    ends = [os.open(name, os.O_WRONLY) for name in ("a", "b")[: int(jobs)]]
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, b"", b"tafl: interrupted\n")
    for end in ends:
        os.close(end)


def ended(path: str) -> Any:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_process_that_is_ended_from_outside() -> None:
    with pytest.raises(tafl.TaflError, match="one of the processes has been ended from outside"):
        list(check._in_order(ended, ["a", "b"], 2))


def test_output_into_a_closed_pipe(folder: Path) -> None:
    Path("a.jsonl").write_text(wrapped("a1-a2") * 50 + wrapped(MOVES), encoding="utf-8")
    for command in (["check"], ["check", "--jobs", "2"], ["stats"], ["convert", "--to", "otn"]):
        process = subprocess.Popen(
            [sys.executable, "-m", "tafl", *command, "a.jsonl", "a.jsonl"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        errors = process.stderr.read()
        process.stderr.close()
        process.wait(30)
        assert b"Traceback" not in errors
        assert b"Broken" not in errors


def test_convert_to_every_dialect(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    assert convert._WRITTEN == WRITTEN
    Path("a.jsonl").write_text(
        wrapped(MOVES) + wrapped("a1-a2") + wrapped(f"{MOVES} resigned"), encoding="utf-8"
    )
    for dialect in WRITTEN:
        out, err = run(capsys, 1, "convert", "--to", dialect, "a.jsonl")
        first, *losses = err.splitlines()
        assert first.startswith("tafl: a.jsonl, line 2, column ")
        assert losses == (
            ["tafl: walker has no place for tags: left out of 2 games"]
            if dialect == "walker"
            else []
        )
        games = list(read_games(out, variant=RULES))
        assert [len(game.moves) for game in games] == [3, 3]
        assert games[1].resigned is tafl.Side.DEFENDERS
        assert run(capsys, 1, "convert", "--to", dialect, "a.jsonl", "-o", "out")[0] == ""
        assert Path("out").read_text(encoding="utf-8") == out


def test_convert_keeps_every_letter(folder: Path) -> None:
    """Unlike other output, what is converted is UTF-8 wherever it goes."""
    Path("a.jsonl").write_text(wrapped(MOVES, event="Þing \u2654"), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "tafl", "convert", "--to", "otn", "a.jsonl"],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert "[event:Þing \u2654]" in done.stdout.decode("utf-8")


def test_convert_refuses(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    Path("a.jsonl").write_text(
        wrapped(MOVES, event="[x]") + wrapped(MOVES, event="\ud800") + wrapped(MOVES),
        encoding="utf-8",
    )
    out, err = run(capsys, 1, "convert", "--to", "otn", "a.jsonl")
    assert "game 2: not JSON that can be read" in err
    assert len(list(read_games(out))) == 2
    _, err = run(capsys, 1, "convert", "--to", "otn", "--strict", "a.jsonl")
    assert "line 1: game 1: " in err
    assert "OTN has no escapes" in err
    assert "--strict" in run(capsys, 2, "convert", "--to", "pgn", "--strict", "a.jsonl")[1]
    before = Path("a.jsonl").read_bytes()
    os.symlink("a.jsonl", "b.jsonl")
    assert (
        "which is read" in run(capsys, 2, "convert", "--to", "pgn", "a.jsonl", "-o", "b.jsonl")[1]
    )
    assert Path("a.jsonl").read_bytes() == before
    assert run(capsys, 2, "convert", "--to", "pgn", "a.jsonl", "-o", "no/where")[1]


def commented() -> Game:
    game = next(read_games(f"{MOVES} resigned", variant=RULES))
    game.tags["event"] = "\x1b[31mThing"
    node = game.root.variations[0]
    node.comment = "two\nlines \x1b[2J"
    node.clock = "3600 30/3 3i"
    return game


def test_show_a_game(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    Path("a.otg").write_text(
        write_game(next(read_games(MOVES, variant="foteviken-tablut", on_error="collect")))
        + write_game(commented()),
        encoding="utf-8",
    )
    out, err = run(capsys, 0, "show", "a.otg", "--game", "2", "--ply", "1")
    lines = out.splitlines()
    assert lines[0].startswith("a.otg: game 2, ")
    assert "  event: \\x1b[31mThing" in lines
    assert "  result: attackers (resigned)" in lines
    board = tafl.Board(RULES)
    board.push_str("e8-c8")
    assert str(board) in out
    assert "ply 1 of 3: [e8-c8] e7-b7 f9-f8" in lines
    assert lines[lines.index("clock: 3600 30/3 3i") + 1 :][:2] == ["| two", "| lines \\x1b[2J"]
    assert lines[-2:] == ["defenders to move", board.fen()]
    assert "\x1b" not in out + err
    assert "ply 3 of 3: e8-c8 e7-b7 [f9-f8]" in run(capsys, 0, "show", "a.otg", "--game", "2")[0]
    assert "ply 0 of 3: e8-c8" in run(capsys, 0, "show", "a.otg", "--game", "2", "--ply", "0")[0]
    data = run_json(capsys, 0, "show", "a.otg", "--game", "2", "--ply", "1")
    assert data["fen"] == board.fen()
    assert data["game"]["tags"] == {"event": "\x1b[31mThing"}
    assert (data["ply"], data["move"], data["before"]) == (1, "e8-c8", ["e8-c8"])
    assert (data["clock"], data["comment"]) == ("3600 30/3 3i", "two\nlines \x1b[2J")
    assert run(capsys, 0, "show", "a.otg", "--game", "2", "--svg", "a.svg") == ("", "")
    assert Path("a.svg").read_text(encoding="utf-8").startswith("<svg")


def test_show_refuses(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    Path("linnaeus.txt").write_text(f"{MOVES}\na1-a2 {MOVES}\n", encoding="utf-8")
    Path("empty").write_text("# nothing as yet\n", encoding="utf-8")
    for arguments, message in (
        (["linnaeus.txt", "--game", "3"], "--game: found 3, expected 1 to 2"),
        (["linnaeus.txt", "--game", "0"], "--game: found 0"),
        (["linnaeus.txt", "--ply", "4"], "--ply: found 4, expected 0 to 3"),
        (["linnaeus.txt", "--ply", "-1"], "--ply: found -1"),
        (["linnaeus.txt", "--fen", "x"], "--fen: found with a recorded game"),
        (["linnaeus.txt", "--flipped"], "--flipped: found without --svg"),
        (["linnaeus", "--lenient"], "--lenient: found without a file"),
        (["linnaeus", "--variant", "tablut"], "--variant: found without a file"),
        (["linnaeus", "--game", "1"], "linnaeus: cannot be read"),
        (["empty"], "empty: board.size: found nothing"),
    ):
        out, err = run(capsys, 2, "show", *arguments)
        assert (message in err, out) == (True, ""), arguments
    out, err = run(capsys, 1, "show", "linnaeus.txt", "--game", "2")
    assert "ply 0: a1-a2 is illegal" in err
    assert tafl.Variant(RULES).start_fen in out


def test_show_tells_variant_files_from_games(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    for name in ("mine.toml", "mine"):
        Path(name).write_text("# my own\n\n" + tafl.Variant("tablut").to_toml(), encoding="utf-8")
        assert tafl.Variant("tablut").start_fen in run(capsys, 0, "show", name)[0]
    # A built-in variant goes before a file of that name.
    Path("tablut").write_text(f"{MOVES}\n", encoding="utf-8")
    assert "game 1" not in run(capsys, 0, "show", "tablut")[0]
    assert "game 1" in run(capsys, 0, "show", "tablut", "--ply", "0", "--variant", RULES)[0]
    for dialect, path in in_every_dialect(folder).items():
        options = [] if dialect == "unibo" else ["--variant", RULES]
        options += ["--dialect", dialect]
        assert "game 1" in run(capsys, 0, "show", str(path), *options)[0], dialect


def test_stats(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    Path("a.jsonl").write_text(
        wrapped(MOVES, result="draw")
        + wrapped("e8-c8 e7-b7", result="")
        + wrapped(f"{MOVES} e7-e8 resigned")
        + wrapped(f"{MOVES} timeout")
        + wrapped("e8-e7")
        + json.dumps(
            {
                "format": "tafl-game",
                "variant": "brandubh",
                "nodes": [{"move": ["c4", "c1"]}],
                "start": "/7/7/7/2K4/7/7/7/ d",
            }
        )
        + "\n",
        encoding="utf-8",
    )
    data = run_json(capsys, 1, "stats", "a.jsonl")
    assert data["faulty"] == 2
    assert data["all"]["games"] == 4
    first = data["variants"][0]
    assert first["variant"] == RULES
    assert first["results"] == {"attackers": 1, "defenders": 0, "draw": 1, "none": 1}
    assert first["length"] == {"mean": 8 / 3, "median": 3.0}
    assert {key: value for key, value in first["ends"].items() if value} == {
        "timeout": 1,
        "stated": 1,
        "unfinished": 1,
    }
    out, err = run(capsys, 1, "stats", "a.jsonl")
    assert [line.split()[:2] for line in out.splitlines()[1:4]] == [
        [RULES, "3"],
        ["brandubh", "1"],
        ["all", "4"],
    ]
    assert len(err.splitlines()) == 2
    out, _ = run(capsys, 1, "stats", "--csv", "a.jsonl")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["variant"] for row in rows] == [RULES, "brandubh"]
    assert rows[0]["length_median"] == "3.0"
    assert rows[0]["end_timeout"] == "1"


def test_stats_of_captures_and_ends(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    start = "/9/7T1/9/1tK6/9/9/9/3t3t1/9/ a"
    nodes = [{"move": ["d8", "d4"], "captures": ["c4"]}]
    game = {"format": "tafl-game", "variant": RULES, "start": start, "nodes": nodes}
    man = {
        **game,
        "start": "/9/9/9/9/4K4/9/t8/T8/8t/ a",
        "nodes": [{"move": ["i9", "a9"], "captures": ["a8"]}],
    }
    Path("a.json").write_text("\n".join(map(json.dumps, (game, man, man))) + "\n", encoding="utf-8")
    row = run_json(capsys, 0, "stats", "a.json")["all"]
    assert row["ends"]["king captured"] == 1
    assert row["captures"] == {"mean": 2 / 3, "attackers": 2 / 3, "defenders": 0.0}


@pytest.mark.parametrize(
    ("lengths", "median"),
    [([], None), ([4], 4), ([1, 2], 1.5), ([5, 1, 1], 1), ([1, 9, 2, 2], 2), ([1, 1, 3, 9], 2)],
)
def test_median(lengths: list[int], median: float | None) -> None:
    from collections import Counter

    from tafl.cli.stats import _median

    assert _median(Counter(lengths)) == median


def test_variants_of_one_id_are_told_apart(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    """Rules of a built-in variant have its id, others with one name a number."""
    rules = "dim:5 name:Mine {} start:/2t2/2T2/tTKTt/2T2/2t2/"
    texts = [rules.format("ks:w"), rules.format("ks:s"), tafl.Variant("brandubh").to_otn()]
    Path("a.jsonl").write_text(
        "".join(json.dumps({"rules": text, "moves": ""}) + "\n" for text in texts), encoding="utf-8"
    )
    data = run_json(capsys, 0, "stats", "a.jsonl")
    assert [each["variant"] for each in data["variants"]] == ["mine", "mine (2)", "brandubh"]


@pytest.mark.parametrize("command", ["check", "convert", "show", "stats"])
def test_help_has_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        cli.main([command, "--help"])
    assert caught.value.code == 0
    assert f"example: tafl {command}" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["check"],
        ["convert", "a"],
        ["convert", "--to", "unibo", "a"],
        ["stats", "a", "--json", "--csv"],
        ["check", "a", "--dialect", "x"],
        ["check", "a", "--jobs", "x"],
        ["show", "a", "--ply", "x"],
    ],
)
def test_wrong_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        cli.main(arguments)
    assert caught.value.code == 2
    assert "usage:" in capsys.readouterr().err


def test_other_commands_do_not_load_records() -> None:
    script = (
        "import sys, tafl.cli; tafl.cli.main(['moves', 'brandubh']); "
        "sys.exit(any(name.startswith('tafl.record') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", script], capture_output=True).returncode == 0


def on_a_terminal(*arguments: str, coloured: bool = False) -> bytes:
    """What a command prints to a terminal, which is both standard output and error."""
    colour = {} if coloured else {"NO_COLOR": "1"}
    others = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    pty = pytest.importorskip("pty", reason="Windows has no pseudo-terminals")
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "tafl", *arguments],
        stdout=theirs,
        stderr=theirs,
        env={**others, **colour, "PYTHONIOENCODING": "utf-8"},
    )
    os.close(theirs)
    parts = []
    try:
        while part := os.read(ours, 65536):
            parts.append(part)
    except OSError:
        pass  # so Linux says that the other side has been closed
    os.close(ours)
    process.wait(30)
    return b"".join(parts)


def test_colours_on_a_terminal() -> None:
    plain = on_a_terminal("show", "brandubh").decode()
    coloured = on_a_terminal("show", "brandubh", coloured=True).decode()
    assert "\x1b" not in plain
    for figure, sign in (("\u25cf", "\x1b[31m"), ("\u265a", "\x1b[33m")):
        assert figure in plain
        plain = plain.replace(figure, f"{sign}{figure}\x1b[0m")
    assert coloured == plain


def test_no_control_characters_reach_a_terminal(folder: Path) -> None:
    Path("a.otg").write_text(write_game(commented()), encoding="utf-8")
    Path("b.jsonl").write_text(wrapped("a1-a2 \x1b[31m", id="\x1b]0;x\x07"), encoding="utf-8")
    for arguments in (
        ["show", "a.otg", "--ply", "1"],
        ["convert", "--to", "otn", "a.otg", "b.jsonl"],
        ["check", "a.otg", "b.jsonl", "--variant", RULES],
        ["stats", "a.otg", "b.jsonl"],
        ["check", "\x1b[31m"],
    ):
        shown = on_a_terminal(*arguments)
        assert shown
        assert not any(byte < 32 for byte in shown.replace(b"\r\n", b"")), shown
    assert "two" in on_a_terminal("show", "a.otg", "--ply", "1").decode()


def test_progress_is_shown_on_a_terminal_only(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from tafl.cli.output import Progress

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    clock = iter(range(0, 100, 2))
    monkeypatch.setattr(time, "perf_counter", lambda: next(clock))
    for stream in (Terminal(), io.StringIO()):
        monkeypatch.setattr(sys, "stderr", stream)
        bar = Progress(10)
        bar.add(5, 1)
        bar.clear()
        unknown = Progress(0)
        unknown.add(5, 3)
        shown = stream.getvalue()
        if stream.isatty():
            assert shown.startswith("\r[" + "#" * 15 + " " * 15 + "]  50%  1 games")
            assert shown.endswith("\r3 games\x1b[K")
        else:
            assert shown == ""


@pytest.fixture(scope="module")
def recorded() -> list[str]:
    """The files of recorded games of people, which are no part of the project."""
    if not GAMES.is_dir():
        summary.add(
            f"recorded games: 0 checked by tafl check, {RECORDED} and {REJECTED} rejected ones "
            "skipped"
        )
        pytest.skip("the recorded games are not there")
    return [str(path) for path in sorted(GAMES.glob("*.jsonl")) if path.stem != "rejected"]


def test_the_recorded_games(capsys: pytest.CaptureFixture[str], recorded: list[str]) -> None:
    data = run_json(capsys, 0, "check", "--lenient", "--jobs", "2", *recorded)
    assert (data["games"], data["faulty"]) == (RECORDED, 0)
    assert data["ends"] == {
        "played_on": {"encircled": 20, "repetition": 18},
        "given_up": {"king captured": 1, "king escaped": 1, "encircled": 7},
        "not_named": {"exit fort": 16, "no legal moves": 10, "repetition": 14},
    }
    summary.add(f"recorded games: {data['games']} checked by tafl check")
    assert run_json(capsys, 1, "check", *recorded)["faulty"] == 38


def test_the_rejected_games(capsys: pytest.CaptureFixture[str], recorded: list[str]) -> None:
    path = GAMES / "rejected.jsonl"
    data = run_json(capsys, 1, "check", "--lenient", str(path))
    stated = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(data["faults"]) == data["games"] == len(stated) == REJECTED
    for fault, record in zip(data["faults"], stated, strict=True):
        assert (fault["id"], fault["ply"]) == (record["id"], record["ply"])
        assert tafl.IllegalReason(fault["reason"]) is REASONS[record["reason"]]
        assert (
            fault["move"].replace("-", "")
            == record["moves"].split()[record["ply"]].replace("-", "").split("x")[0]
        )


def test_a_ply_beyond_the_fault_that_ends_a_game(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("game.txt").write_text("a4-d4 d5-d8\n", encoding="utf-8")
    error = run(capsys, 2, "show", "game.txt", "--ply", "2")[1]
    assert "--ply: found 2, expected 0 to 0" in error
    assert "name the variant that is played" in error
