"""Positions of the wider family that everybody should agree on."""

from __future__ import annotations

import pytest

import tafl
from tafl import IllegalReason, Move, Outcome, Side, Square, Termination

EXIT_FORT = "/3T1K1T3/4TTT4/11/11/11/11/11/11/11/t9t/5t5/"
SHIELDWALL = "/1TT8/1tt8/3t7/5K5/11/11/11/11/11/t9t/5t5/ a"
# A king on d3 with room to move, walled in by men who cannot be sandwiched.
DRAW_FORT = "/9/3TT4/2TK1T3/2T2T3/3TT4/9/9/9/t7t/"


def test_an_exit_fort_wins_when_the_attackers_are_to_move() -> None:
    board = tafl.Board("copenhagen", f"{EXIT_FORT} a")
    assert board.outcome() == Outcome(Side.DEFENDERS, Termination.EXIT_FORT)
    assert board.is_exit_fort()
    assert not board.legal_moves


def test_and_not_before() -> None:
    board = tafl.Board("copenhagen", f"{EXIT_FORT} d")
    assert board.outcome() is None
    assert board.is_exit_fort()
    assert len(board.legal_moves) == 63


def test_an_exit_fort_is_a_fact_under_any_rules() -> None:
    board = tafl.Board("fetlar", f"{EXIT_FORT} a")
    assert board.is_exit_fort()
    assert board.outcome() is None


@pytest.mark.parametrize(
    ("strength", "captured"), [("strong", ["b1", "c1"]), ("weak", []), ("none", [])]
)
def test_a_corner_closes_a_strong_shieldwall(strength: str, captured: list[str]) -> None:
    variant = tafl.Variant("copenhagen").replace({"capture.shieldwall": strength})
    board = tafl.Board(variant, SHIELDWALL)
    assert list(board.captures(Move("d3", "d1"))) == list(map(Square, captured))


def test_a_draw_fort_by_its_three_rules() -> None:
    variant = tafl.Variant("saami-tablut")
    board = tafl.Board(variant, f"{DRAW_FORT} a")
    assert board.is_draw_fort()
    assert not board.is_exit_fort()
    assert board.outcome() is None
    drawn = tafl.Board(variant.replace({"end.draw_fort": "draw"}), f"{DRAW_FORT} a")
    assert drawn.outcome() == Outcome(None, Termination.DRAW_FORT)
    forbidden = tafl.Board(variant.replace({"end.draw_fort": "forbidden"}), f"{DRAW_FORT} d")
    move = Move("d3", "d4")  # the king stays in his fort
    with pytest.raises(tafl.IllegalMoveError) as caught:
        forbidden.push(move)
    assert caught.value.reason is IllegalReason.DRAW_FORT
    assert move not in forbidden.legal_moves
    assert forbidden.legal_moves  # opening the fort is legal
    assert tafl.perft(forbidden, 1) == len(forbidden.legal_moves)
    assert move in tafl.Board(variant, f"{DRAW_FORT} d").legal_moves


def test_both_sides_can_be_encircled() -> None:
    fen = "/9/3T5/2TtT4/2TtT4/7T1/9/9/7K1/9/ d"
    variant = tafl.Variant("saami-tablut")
    both = tafl.Board(variant.replace({"end.encirclement": "both"}), fen)
    assert both.outcome() is None
    both.push_str("h5-d5")
    assert both.outcome() == Outcome(Side.DEFENDERS, Termination.ENCIRCLED)
    one = tafl.Board(variant.replace({"end.encirclement": True}), fen)
    one.push_str("h5-d5")
    assert one.outcome() == Outcome(Side.DEFENDERS, Termination.NO_LEGAL_MOVES)
