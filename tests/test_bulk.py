"""The ways to count that should not make a difference: the last two plies without making their
moves, and the table that takes a position and its images for one, against the count that makes
every move, under random rules and on the placements of the differential tests."""

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
            where = (depth, rules, position.fen(), seed)
            assert tafl.perft(position, depth) == made, where
            assert tafl.perft(position, depth, bulk=False) == made, where
            assert tafl.perft(position, depth, hash_mb=1) == made, where
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


def agreed(position: tafl.Position, depth: int) -> int:
    """The count of every way to count."""
    [count] = {
        tafl.perft_stats(position, depth).nodes,
        *(tafl.perft(position, depth, bulk=bulk) for bulk in (True, False)),
        *(tafl.perft(position, depth, hash_mb=1, threads=threads) for threads in (1, 2)),
    }
    return count


@pytest.mark.parametrize("symmetry", tafl.Symmetry)
@pytest.mark.parametrize(
    ("trigger", "ranks", "move"),
    [
        ("bracket", "/3tKT5/4tt5/11/6t4/11", "g4-g1"),
        ("any", "/3tKT5/4tt5/11/6t4/11", "g4-g1"),
        ("any", "/3tKTt4/4t6/11/11/5t5", "f5-f2"),
    ],
)
def test_rows_on_the_edge_that_one_move_closes(
    trigger: str, ranks: str, move: str, symmetry: tafl.Symmetry
) -> None:
    """Men in a row could not move anyhow; it is the king among them who gets room."""
    variant = tafl.Variant("copenhagen").replace({"capture.shieldwall_trigger": trigger})
    board = tafl.Board(variant, f"{ranks}/11/11/7t3/11/8T2/11/ a")
    assert [str(square) for square in board.captures(board.parse_move(move))] == ["f1"]
    agreed(board.transform(symmetry).position, 2)


@pytest.mark.parametrize(
    "special",
    [
        {},
        {"camps.groups": [["d1", "e1"], ["i4", "i5"]]},
        {"camps.groups": [["d1", "e1", "f1"]], "camps.inert": ["d1"]},
        {"corners.exist": True, "corners.squares": ["a1", "b1"]},
        {"corners.exist": True, "corners.squares": ["a1", "i9"]},
    ],
)
def test_special_squares_break_symmetries(special: dict[str, object]) -> None:
    """The start is as symmetric as can be: with too many symmetries the table would find the
    counts of positions that only look alike."""
    variant = tafl.Variant("tablut").replace(special)
    board = tafl.Board(variant, "/4t4/9/4T4/9/t1T1K1T1t/9/4T4/9/4t4/ d")
    assert agreed(board.position, 3) > 0
    assert sum(tafl.divide(board, 4, hash_mb=1).values()) == tafl.perft(board, 4)


def test_a_king_who_walks_out() -> None:
    """His quiet moves, his escapes and those that make a fort, in one position."""
    variant = tafl.Variant("copenhagen")
    fen = "/2TK1T5/2T1T6/3T7/11/11/5t5/11/11/11/1t9/11/ d"
    assert agreed(tafl.Position(variant, fen), 3) > 0
    open_board = tafl.Position("linnaeus-tablut", "/9/9/3t5/2t1K1t2/9/9/4T4/9/4t4/ d")
    assert agreed(open_board, 3) > 0


@pytest.mark.parametrize("bulk", [1, None, "yes"])
def test_bulk_is_a_bool(bulk: object) -> None:
    with pytest.raises(TypeError, match="expected bulk as bool"):
        tafl.perft(tafl.Board("tablut"), 1, bulk=bulk)  # type: ignore[arg-type]
