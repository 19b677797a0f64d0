"""The small notation cases with the right answer: tests/data/notation_cases.jsonl.

Those with concrete input are run as they stand; those in words are turned into a test each, below
under the name of the case.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tafl import Board, FenError, InvalidMoveError, Piece, Position, RulesError, Variant
from tafl.notation import read_move, write_position
from tafl.record import read_game, read_games, write_game
from test_cases import load_cases as rules_cases
from test_cases import variant_of

CASES = Path(__file__).parent / "data" / "notation_cases.jsonl"
TABLUT = "linnaeus-tablut"
RULES = Variant(TABLUT).to_otn()


def load_cases(kind: str) -> dict[str, dict[str, Any]]:
    with CASES.open(encoding="utf-8") as file:
        cases = [json.loads(line) for line in file]
    return {case["id"]: case for case in cases if case["kind"] == kind}


def of_size(size: int) -> Variant:
    """A variant of a size, for positions."""
    middle = size // 2
    rows = [f"{middle}K{middle}" if rank == middle else str(size) for rank in range(size)]
    return Variant.from_otn(f"dim:{size} start:/{'/'.join(rows)}/")


POSITIONS = load_cases("position")


@pytest.mark.parametrize("name", POSITIONS)
def test_position(name: str) -> None:
    given, expected = POSITIONS[name]["input"], POSITIONS[name]["expect"]
    variant = of_size(given["size"])
    if "error" in expected:
        with pytest.raises(FenError, match=expected["error"]):
            Position(variant, given["text"])
        return
    position = Position(variant, given["text"])
    assert str(position.king) == expected["king"]
    for kind, wanted in (("attackers", Piece.ATTACKER), ("defenders", Piece.DEFENDER)):
        squares = [str(square) for square in position.pieces(wanted)]
        if kind in expected:
            assert expected[kind] in (squares, len(squares))
    assert position.fen().split(" ")[0] == given["text"]
    assert Position(variant, position.fen()) == position
    assert write_position(position) == position.fen()


MOVES = load_cases("move")
NOT_SUPPORTED = ("mv_ce6^e8", "mv_Ne6^=e8xce7/ne9/f8/d8", "mv_guard_on_file_g")
MARKS = {
    "king has an escape route": "-",
    "king escapes": "--",
    "king captured": "++",
    "suicidal move that ends the game": "--",
}


@pytest.mark.parametrize("name", MOVES)
def test_move(name: str) -> None:
    given, expected = MOVES[name]["input"], MOVES[name]["expect"]
    text = given if isinstance(given, str) else given["text"]
    dialect = None if isinstance(given, str) else given["dialect"].split(" ")[0]
    if name in NOT_SUPPORTED:
        with pytest.raises(InvalidMoveError, match="supported"):
            read_move(text, dialect)
        return
    stated = read_move(text, dialect)
    if expected.get("resign"):
        assert stated.resigns
        assert stated.move is None
        return
    assert stated.move is not None
    assert (str(stated.move.from_square), str(stated.move.to_square)) == (
        expected["frm"],
        expected["to"],
    )
    assert [str(square) for square in stated.captures] == expected.get("captures", [])
    assert (stated.piece.letter if stated.piece else None) == expected.get("piece")
    assert stated.mark == MARKS.get(expected.get("info"), "")


def pos_starti() -> None:
    given = load_cases("rules")["pos_starti"]
    turned = Variant.from_otn(given["input"])
    assert turned.start_fen.split(" ")[0] == given["expect"]["equals_start"]


def after(case_name: str) -> Board:
    """The board after the one move of a case of the rules."""
    case = next(case for case in rules_cases() if case["id"] == case_name)
    board = Board(variant_of(case["rules"], case["fen"]), case["fen"])
    board.push_str(case["steps"][0]["move"])
    assert board.fen() == case["steps"][0]["fen_after"]
    return board


def pos_king_survives_capture() -> None:
    board = after("triple_capture")
    assert "K" in board.fen()
    again = Board(board.variant, board.fen())
    assert again == board
    assert again.king == board.king is not None


def ru_empty_list() -> None:
    case = load_cases("rules")["ru_empty_list"]
    variant = Variant.from_otn(case["input"])
    assert variant.rules["corners.hostile"] == []
    assert variant.rules["throne.hostile_empty"] == []
    assert "corh: " in variant.to_otn()
    assert "cenhe: " in variant.to_otn()


def ru_unknown_key() -> None:
    case = load_cases("rules")["ru_unknown_key"]
    variant = Variant.from_otn(case["input"])
    assert variant.name == case["expect"]["name"]
    assert variant.rules["corners.squares"] == case["expect"]["cor"]
    assert variant.rules["throne.exists"] is False


def ru_letter_order() -> None:
    case = load_cases("rules")["ru_letter_order"]
    variants = [
        Variant.from_otn(case["input"].replace("tcTNKGMm", letters))
        for letters in ("tcTNKGMm", "mMGKNTct", "tTK")
    ]
    assert variants[0] == variants[1] == variants[2]
    assert len({variant.to_otn() for variant in variants}) == 1


def ru_spd_lengths() -> None:
    # A length for all, or one for each kind of piece of OTN's; a pair says nothing that we have.
    start = "start:/9/9/9/9/4K4/9/9/9/9/"
    assert Variant.from_otn(f"dim:9 spd:-1 {start}").rules["soldiers.max_steps"] == 0
    four = Variant.from_otn(f"dim:9 spd:4 {start}")
    assert four.rules["soldiers.max_steps"] == four.rules["king.max_steps"] == 4
    for number in (8, 10, 12):
        values = ",".join(["4"] * number)
        assert Variant.from_otn(f"dim:9 spd:{values} {start}") == four
    with pytest.raises(RulesError, match="spd"):
        Variant.from_otn(f"dim:9 spd:3,4 {start}")


def ru_first_must_be_dim() -> None:
    text = load_cases("rules")["ru_first_must_be_dim"]["input"]
    assert Variant.from_otn(text).size == 9
    with pytest.raises(RulesError, match="dim"):
        Variant.from_otn(text, strict=True)


GAME = f"[event:x]\n[rules:{RULES}]\n\n1. e2-g2 e3-e2\n2. g2-g3\n\n"


def rec_crlf() -> None:
    assert read_game(GAME.replace("\n", "\r\n")) == read_game(GAME)


def rec_bom() -> None:
    assert read_game(f"\ufeff{GAME}") == read_game(GAME)


def rec_utf8_names() -> None:
    names = load_cases("record")["rec_utf8_names"]["input"]
    game = read_game(f"{names}\n{GAME}")
    assert game.tags["attackers"] == "Þórólfur Skallagrímsson"
    assert game.tags["defenders"] == "Áilu"
    assert read_game(write_game(game)) == game


def rec_no_blank_line() -> None:
    assert len(read_game(f"[rules:{RULES}]\n1. e2-g2 e3-e2").moves) == 2


def rec_variation() -> None:
    text = "1. e2-g2 e3-e2\n2. g2-g3 e2-e3\n3. h5-h3 e3-e2\n3b.3.1a ..... e3-f3\n\n"
    game = read_game(f"[rules:{RULES}]\n\n{text}")
    before = game.end().parent
    assert before is not None
    assert [str(node.move) for node in before.variations] == ["e3-e2", "e3-f3"]
    assert game.end().ply == 6


def rec_comment_clock() -> None:
    game = read_game(f"[rules:{RULES}]\n\n1. e2-g2 e3-e2\n[3600 30/3 3i good|slow]\n\n")
    first, second = game.nodes()
    assert (first.comment, first.clock) == ("good", "3600 30/3 3i")
    assert (second.comment, second.clock) == ("slow", "")


def rec_multi_game_file() -> None:
    assert list(read_games(GAME + GAME)) == list(read_games(GAME.rstrip("\n") + "\n" + GAME))
    assert len(list(read_games(GAME.rstrip("\n") + "\n" + GAME))) == 2


def hash_equal_positions() -> None:
    one, other = Position(TABLUT), Board(TABLUT).position
    assert one == other
    assert hash(one) == hash(other)
    assert one.key == other.key


def hash_side_to_move() -> None:
    board = Board(TABLUT)
    turned = board.with_turn(board.turn.opponent)
    assert board.position != turned.position
    assert board.position.key != turned.position.key


def hash_after_shieldwall() -> None:
    board = after("shieldwall_two")
    assert board.position.key == Position(board.variant, board.fen()).key


def hash_apply_undo() -> None:
    rng = random.Random(1)
    for name in (TABLUT, "copenhagen", "foteviken-tablut"):
        board = Board(name)
        seen = []
        while board.legal_moves and board.ply < 60:
            seen.append((board.position.key, board.fen(), board.king, board.repetitions()))
            board.push(rng.choice(board.legal_moves))
        while board.ply:
            board.pop()
            now = (board.position.key, board.fen(), board.king, board.repetitions())
            assert now == seen.pop()


def hash_width() -> None:
    # The same number on every platform: this is the one of the version that fixed the keys.
    keys = {name: Position(name).key for name in (TABLUT, "brandubh")}
    assert keys == KEYS


def hash_order() -> None:
    one, other = Board(TABLUT), Board(TABLUT)
    for board, order in ((one, (0, 1, 2, 3)), (other, (2, 3, 0, 1))):
        for i in order:
            board.push_str(("e2-g2", "e3-d3", "e8-c8", "e7-d7")[i])
    assert one.position == other.position
    assert one.position.key == other.position.key


def hash_other_variant() -> None:
    # The key includes the rules.
    one, other = Position(TABLUT), Position("tablut", Variant(TABLUT).start_fen)
    assert one.fen() == other.fen()
    assert one.key != other.key
    assert one != other


KEYS = {TABLUT: 10869078675365596517, "brandubh": 13458996869135926983}
IN_WORDS: dict[str, Callable[[], None]] = {
    case: globals()[case]
    for kind in ("rules", "roundtrip", "record", "hash")
    for case in load_cases(kind)
}


@pytest.mark.parametrize("case", IN_WORDS)
def test_case_in_words(case: str) -> None:
    IN_WORDS[case]()


def test_no_case_is_left_out() -> None:
    with CASES.open(encoding="utf-8") as file:
        names = {json.loads(line)["id"] for line in file}
    assert names == {*POSITIONS, *MOVES, *IN_WORDS}
