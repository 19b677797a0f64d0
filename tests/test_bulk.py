"""The count that makes no move at the last two plies, against the one that makes them all, under
random rules and on the placements of the differential tests."""

from __future__ import annotations

import pytest

import tafl
from differential_family import random_position
from differential_rules import engine_variant, generator, random_rules

CHUNKS = 10
PLACEMENTS = 150
PLACEMENTS_FULL = 2000
FEW = 4000  # sequences of two moves, for depth 3


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_bulk_counts_agree_with_moves_made(chunk: int, seed: int, full: bool) -> None:
    for i in range(PLACEMENTS_FULL if full else PLACEMENTS):
        rng = generator(seed, "bulk", CHUNKS * i + chunk)
        rules = random_rules(rng)
        position = tafl.Position(engine_variant(rules), random_position(rng, rules))
        for depth in (2, 3):
            made = tafl.perft_stats(position, depth).nodes
            assert tafl.perft(position, depth) == made, (depth, rules, position.fen(), seed)
            if depth == 2 and made > FEW:
                break


def test_a_man_who_closes_his_own_camp_behind_him() -> None:
    """The way out of a ring may start from a man on a camp square: once he leaves, it is a wall."""
    variant = tafl.Variant("foteviken-tablut").replace({"camps.groups": [["a4"]]})
    position = tafl.Position(variant, "/9/9/1tt6/T1Kt5/1tt6/9/9/9/8t/ d")
    made = tafl.perft_stats(position, 2).nodes
    assert tafl.perft(position, 2) == made
    board = tafl.Board(variant, position.fen())
    board.push_str("a4-b4")
    assert board.outcome() is not None
