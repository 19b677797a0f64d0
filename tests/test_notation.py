"""Moves and positions in other notations: what is refused. (The examples are in the docstrings.)"""

from __future__ import annotations

import pytest

import tafl
from tafl.notation import read_position, write_move, write_position


def test_what_is_no_move_of_this_board() -> None:
    board = tafl.Board("linnaeus-tablut")
    before = board.position
    with pytest.raises(tafl.InvalidMoveError, match="found the resignation resigned, expected a m"):
        board.push_str("resigned")
    with pytest.raises(tafl.InvalidMoveError, match="a move of the defenders, but the attackers"):
        board.push_str("play defender e8 c8", "htp")
    assert board.position == before
    assert board.push_str("play attacker e8 c8", "htp") == tafl.Move("e8", "c8")


@pytest.mark.parametrize("dialect", ["sgf", "", "OTN", None, "x" * 1000])
def test_a_notation_that_is_none(dialect: str) -> None:
    board = tafl.Board("brandubh")
    with pytest.raises(tafl.TaflError, match=r"found the notation .*, expected") as caught:
        write_move(board, board.legal_moves[0], dialect)
    assert len(str(caught.value)) < 300
    for call in (
        lambda: read_position("brandubh", board.fen(), dialect),
        lambda: write_position(board, dialect),
    ):
        with pytest.raises(tafl.TaflError, match=r"found the notation .*, expected otn or unibo"):
            call()
