"""What was exercised: a value made a difference where another value in its place, all others being
the same, changes the moves, the captures or the outcome. The engine is asked, after it has been
found to agree with the reference.
"""

from __future__ import annotations

from collections import Counter

import reference
import tafl
from differential_compare import Case, engine_outcome, texts
from differential_rules import SIZES, engine_variant, shown

EXERCISED: Counter[tuple[str, str]] = Counter()

# The value from which each is told apart: the one that differs from it least.
NEAREST_REPETITION = {
    "draw": "none",
    "none": "draw",
    "mover-wins": "draw",
    "mover-loses": "draw",
    "attackers-win": "draw",
    "forbidden": "none",
    "aggressor-loses": "draw",
    "aggressor-forbidden": "draw",
    "same-moves": "none",
}


def wanted() -> list[tuple[str, str]]:
    """Every value that a full run has to exercise, in the order of the rules."""
    found = [("board.size", str(size)) for size in SIZES] + [("board.start", "given")]
    for key in reference.DEFAULTS:
        if key in reference.CHOICE_KEYS:
            found += [(key, shown(value)) for value in reference.CHOICE_KEYS[key]]
        elif key in reference.KIND_LIST_KEYS:
            found += [(f"{key}[{kind}]", on) for kind in reference.ALL_KINDS
                      for on in ("true", "false")]  # fmt: skip
    found += [(key, label) for key in ("king.max_steps", "soldiers.max_steps") for label in "0n"]
    found += [("end.repetition_count", count) for count in "234"]
    found += [("corners.squares", label) for label in ("default", "group")]
    found += [(key, label) for key in ("camps.groups", "camps.inert") for label in ("none", "some")]
    # There is one king, so that none is beside a throne with the king on it.
    impossible = "throne.hostile_occupied[king]"
    return [(key, label) for key, label in found if key != impossible]


def observed(variant: tafl.Variant, fen: str) -> object:
    """The result of a position: its outcome, and its moves with what they bring about."""
    board = tafl.Board(variant, fen=fen)
    return engine_outcome(board), tafl.perft_stats(board, 1)


def count_position(case: Case, fen: str) -> None:
    """Counts the values that make a difference in the position."""
    EXERCISED["board.size", shown(case.rules["board.size"])] += 1
    here = observed(case.variant, fen)
    different = {
        (name, label) for name, label, other in case.others if observed(other, fen) != here
    }
    EXERCISED.update(different)


def plays_otherwise(case: Case, other: tafl.Variant) -> bool:
    """Whether the game goes or ends otherwise under the other rules, at the latest after its last
    ply."""
    boards = [tafl.Board(variant, fen=case.fen) for variant in (case.variant, other)]
    for move in [*case.moves, None]:
        results = [(engine_outcome(board), texts(board.legal_moves)) for board in boards]
        if results[0] != results[1]:
            return True
        if move is not None:
            for board in boards:
                board.push(tafl.Move(*reference.move_squares(move)))
    return False


def count_game(case: Case, from_start: bool) -> None:
    """Counts the values that make a difference to the game as a whole."""
    rules = case.rules
    if from_start:
        EXERCISED["board.start", "given"] += 1
        EXERCISED["board.first", shown(rules["board.first"])] += 1
    value, count = shown(rules["end.repetition"]), rules["end.repetition_count"]
    nearest = NEAREST_REPETITION[value]
    if plays_otherwise(case, engine_variant({**rules, "end.repetition": nearest})):
        EXERCISED["end.repetition", value] += 1
    others = [engine_variant({**rules, "end.repetition_count": n}) for n in (2, 3, 4) if n != count]
    if any(plays_otherwise(case, other) for other in others):
        EXERCISED["end.repetition_count", shown(count)] += 1


def summary() -> list[str]:
    """The counts, a line for each key."""
    by_key: dict[str, list[str]] = {}
    for key, label in wanted():
        by_key.setdefault(key, []).append(f"{label} {EXERCISED[key, label]}")
    return [f"{key}: {', '.join(counts)}" for key, counts in sorted(by_key.items())]
