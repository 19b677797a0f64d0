"""Pictures: they are well-formed, show what they should and let nothing else in."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest

import tafl
from tafl import svg

SPACE = "{http://www.w3.org/2000/svg}"


def empty_start(size: int) -> str:
    """A board of a size with the king on the throne and one of each side in two corners."""
    half = size // 2
    rows = [str(size)] * size
    rows[0], rows[-1] = f"1t{size - 2}", f"{size - 2}T1"
    rows[half] = f"{half}K{half}"
    return f"/{'/'.join(rows)}/"


def small(size: int, **tables: dict[str, Any]) -> tafl.Variant:
    values = {
        f"{table}.{key}": value for table, keys in tables.items() for key, value in keys.items()
    }
    text = f'board.size = {size}\nboard.start = "{empty_start(size)}"'
    return tafl.Variant.from_toml(text).replace(values)


def parsed(text: str) -> ElementTree.Element:
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SPACE}svg"
    return root


def centres(root: ElementTree.Element) -> list[tuple[int, int]]:
    return [
        (int(each.attrib["cx"]), int(each.attrib["cy"])) for each in root.iter(f"{SPACE}circle")
    ]


def place(square: str, size: int, flipped: bool = False, margin: int = 24) -> tuple[int, int]:
    """The middle of a square, worked out anew."""
    column, row = ord(square[0]) - ord("a"), size - int(square[1:])
    if flipped:
        column, row = size - 1 - column, size - 1 - row
    return margin + 40 * column + 20, margin + 40 * row + 20


@pytest.mark.parametrize("size", range(5, 20, 2))
@pytest.mark.parametrize("flipped", [False, True])
def test_every_size(size: int, flipped: bool) -> None:
    board = tafl.Board(small(size))
    root = parsed(svg.board(board, flipped=flipped))
    half = f"{chr(ord('a') + size // 2)}{size // 2 + 1}"
    last_file = chr(ord("a") + size - 2)
    attacker, king = place("b1", size, flipped), place(half, size, flipped)
    defender = place(f"{last_file}{size}", size, flipped)
    assert centres(root) == [attacker, (defender[0], defender[1] - 1), king]
    letters = [each for each in root.iter(f"{SPACE}text") if (each.text or "").isalpha()]
    numbers = [each for each in root.iter(f"{SPACE}text") if (each.text or "").isdigit()]
    assert len(letters) == len(numbers) == 2 * size
    for each in letters:
        assert int(each.attrib["x"]) == place(f"{each.text}1", size, flipped)[0]
    for each in numbers:
        assert int(each.attrib["y"]) == place(f"a{each.text}", size, flipped)[1] + 5
    assert root.attrib["viewBox"] == f"0 0 {size * 40 + 48} {size * 40 + 48}"


@pytest.mark.parametrize("name", tafl.variants())
def test_every_variant(name: str) -> None:
    board = tafl.Board(name)
    text = svg.board(board)
    root = parsed(text)
    assert len(centres(root)) == sum(board.counts().values())
    assert text == svg.board(board) == svg.board(board.position)
    assert board.variant.name in (root.findtext(f"{SPACE}title") or "")
    assert root.findtext(f"{SPACE}desc") == board.fen()
    for square in board.piece_map():
        assert re.search(rf"\b{square}\b", root.attrib["aria-label"])
    assert root.attrib["role"] == "img"


def test_nothing_that_clashes_or_leads_elsewhere() -> None:
    board = tafl.Board("foteviken-tablut")
    text = svg.board(board, last_move="e3-c3", arrows=["e3-c3"], marks=["a1"])
    tags = {each.tag.removeprefix(SPACE) for each in parsed(text).iter()}
    assert tags == {"svg", "title", "desc", "rect", "path", "g", "circle", "text"}
    names = {name for each in parsed(text).iter() for name in each.attrib}
    assert not names & {"id", "class", "style", "href"}
    assert not any(name.startswith("on") for name in names)
    assert text.count("http") == 1, "the name space and no other address"


def test_text_of_the_user_stays_text() -> None:
    variant = tafl.Variant("tablut").replace({}, name="<script>\"&amp;'</script>")
    root = parsed(svg.board(tafl.Board(variant)))
    assert (root.findtext(f"{SPACE}title") or "").startswith("<script>\"&amp;'</script>: ")
    assert not list(root.iter(f"{SPACE}script"))


def test_what_the_title_says() -> None:
    board = tafl.Board("linnaeus-tablut")
    assert "Linnaeus Tablut: attackers to move" in svg.board(board)
    move = board.push_str("e8-c8")
    assert "defenders to move, last move e8-c8" in svg.board(board, last_move=move)
    won = tafl.Board("linnaeus-tablut", "/K8/9/9/9/9/9/9/9/t8/ a")
    assert "defenders won, king escaped" in svg.board(won)
    nobody = tafl.Position("linnaeus-tablut", "/9/9/9/9/9/9/9/9/9/ a")
    assert "King: none." in svg.board(nobody)


def test_special_squares_look_different() -> None:
    squares = {
        "throne": small(7),
        "corner": small(7, throne={"exists": False}, corners={"exist": True}),
        "camp": small(7, throne={"exists": False}, camps={"groups": [["d1", "d2"]]}),
    }
    plain = svg.board(tafl.Board(small(7, throne={"exists": False})))
    for kind, variant in squares.items():
        text = svg.board(tafl.Board(variant))
        for other in squares:
            there = svg.COLOURS[f"{other}_mark"] in text
            assert there == (kind == other)
        assert svg.COLOURS[f"{kind}_mark"] not in plain


def lightness(colour: str) -> float:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear: tuple[float, ...] = tuple(pow(part, 2.2) for part in (red, green, blue))
    return sum(part * share for part, share in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


def test_pieces_differ_in_lightness_and_form() -> None:
    contrast = {
        piece: (lightness(svg.COLOURS["attacker"]) + 0.05) / (lightness(svg.COLOURS[piece]) + 0.05)
        for piece in ("defender", "king")
    }
    assert all(ratio < 1 / 7 for ratio in contrast.values())
    one_each = tafl.Position("tablut", "/9/9/9/9/2t1K1T2/9/9/9/9/ a")
    groups = list(parsed(svg.board(one_each, coordinates=False)).iter(f"{SPACE}g"))
    forms = [[(each.tag.removeprefix(SPACE), each.get("r")) for each in group] for group in groups]
    assert forms == [
        [("circle", "14")],
        [("path", None), ("circle", "3.5")],
        [("circle", "16.5"), ("path", None)],
    ]


@pytest.mark.parametrize("flipped", [False, True])
def test_last_move_marks_and_arrows(flipped: bool) -> None:
    board = tafl.Board("tablut")

    def count(**values: Any) -> int:
        return svg.board(board, flipped=flipped, **values).count("<path")

    assert count(last_move="e4-c4") == count() + 3
    assert count(marks=["a1", tafl.Square("e5")]) == count() + 1
    assert count(arrows=["e4-c4", tafl.Move("e4", "e3"), ("a1", tafl.Square("i9"))]) == count() + 3
    text = svg.board(board, last_move=("e4", "c4"), flipped=flipped)
    for square in ("e4", "c4"):
        x, y = place(square, 9, flipped)
        assert f"M{x - 20} {y - 20}h40v40h-40z" in text
    x, y = place("c4", 9, flipped)
    assert f'"M{x - 18} {y - 18}h36v36h-36z" fill="none"' in text
    assert text.count("stroke-dasharray") == 1
    assert svg.board(board, last_move=tafl.Move("e4", "c4"), flipped=flipped) == text


def test_arrows_point_where_they_should() -> None:
    text = svg.board(tafl.Board("tablut"), arrows=[("c3", "g6")])
    path = re.search(rf'd="M([^"]*)z" fill="{svg.COLOURS["arrow"]}"', text)
    assert path
    points = [tuple(map(float, pair.split())) for pair in path[1].split("L")]
    tip = points[3]
    x, y = place("g6", 9)
    assert abs(tip[0] - x) < 4
    assert abs(tip[1] - y) < 4
    x, y = place("c3", 9)
    tail_x, tail_y = ((points[0][i] + points[-1][i]) / 2 for i in (0, 1))
    assert (tail_x - x) ** 2 + (tail_y - y) ** 2 == pytest.approx(64, abs=1)


def test_size_and_coordinates() -> None:
    board = tafl.Board("tablut")
    root = parsed(svg.board(board, size=123))
    assert (root.attrib["width"], root.attrib["height"]) == ("123", "123")
    assert root.attrib["viewBox"] == "0 0 408 408"
    bare = parsed(svg.board(board, coordinates=False))
    assert not list(bare.iter(f"{SPACE}text"))
    assert bare.attrib["viewBox"] == "0 0 364 364"
    assert place("d1", 9, margin=2) in centres(bare)


@pytest.mark.parametrize("part", svg.COLOURS)
@pytest.mark.parametrize(
    "colour", ["#1a2", "#1a2b", "#123abc", "#123abc80", "teal", "rgb(1, 2, 3)", "hsl(10 20% 3%)"]
)
def test_colours(part: str, colour: str) -> None:
    variant = small(7, corners={"exist": True}, camps={"groups": [["d1"]]})
    text = svg.board(
        tafl.Board(variant),
        last_move="a2-a3",
        arrows=["a2-a4"],
        marks=["a5"],
        colours={part: colour},
    )
    parsed(text)
    assert f'"{colour}"' in text


@pytest.mark.parametrize(
    "colour",
    [
        *('red" onload="alert(1)', "red'", "<b>", "&lt;", "url(#x)", "url(http://example.org/a)"),
        *("", " red", "red\n", "#12345", "#ggg", "rgb(1,2,3", "rgb(url(x))", "var(--x)", "a" * 500),
        *("red;fill:blue", "expression(1)", "\u0440ed", 3, None, b"red"),
    ],
)
def test_colours_that_are_none(colour: Any) -> None:
    with pytest.raises(tafl.TaflError, match=r"colours: king: found .* expected a CSS colour"):
        svg.board(tafl.Board("tablut"), colours={"king": colour})


def test_parts_that_are_none() -> None:
    with pytest.raises(tafl.TaflError, match="found 'queen', expected one of background, text, "):
        svg.board(tafl.Board("tablut"), colours={"queen": "red"})


@pytest.mark.parametrize(
    ("values", "error", "message"),
    [
        ({"size": 0}, tafl.TaflError, "size: found 0, expected 1 to"),
        ({"size": -5}, tafl.TaflError, "size: found -5"),
        ({"size": 10**9}, tafl.TaflError, "size: found 1000000000"),
        ({"size": "40"}, TypeError, "size: expected a number of pixels"),
        ({"size": True}, TypeError, "size: expected a number of pixels"),
        ({"last_move": "e4"}, tafl.InvalidMoveError, "expected a move"),
        ({"last_move": ("e4", "s19")}, tafl.InvalidMoveError, "found s19, expected a square"),
        ({"last_move": "e4-e4"}, tafl.TaflError, "found e4 twice"),
        ({"arrows": [("a1", "a1")]}, tafl.TaflError, "found a1 twice"),
        ({"arrows": [("a1", "a2", "a3")]}, TypeError, "a pair of squares"),
        ({"arrows": [5]}, TypeError, "a pair of squares"),
        ({"arrows": [("a1", '"><x')]}, tafl.InvalidMoveError, "expected a square"),
        ({"marks": ["j1"]}, tafl.InvalidMoveError, "found j1, expected a square from a1 to i9"),
        ({"marks": [7]}, TypeError, "expected a Square"),
    ],
)
def test_what_is_refused(values: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        svg.board(tafl.Board("tablut"), **values)


def test_only_boards_and_positions_are_drawn() -> None:
    for nothing in (None, "tablut", tafl.Variant("tablut")):
        with pytest.raises(TypeError, match="expected a Board or a Position"):
            svg.board(nothing)  # type: ignore[arg-type]


@pytest.mark.parametrize("draw", [svg.repr_svg, lambda shown: svg.board(shown)])
def test_drawing_changes_nothing(draw: Callable[[Any], str]) -> None:
    board = tafl.Board("tablut")
    board.push_str("e4-c4")
    before = board.copy()
    draw(board)
    assert board == before
    assert board.move_stack == before.move_stack


def test_notebooks_show_the_last_move() -> None:
    board = tafl.Board("tablut")
    assert svg.repr_svg(board) == svg.board(board)
    move = board.push_str("e4-c4")
    assert svg.repr_svg(board) == svg.board(board, last_move=move)
    assert svg.repr_svg(board.position) == svg.board(board)


def test_the_same_in_every_process() -> None:
    program = "import tafl; from tafl import svg; print(svg.board(tafl.Board('foteviken')), end='')"
    texts = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert texts == {svg.board(tafl.Board("foteviken"))}
