"""The small cases with the right answer: tests/data/rules_cases.jsonl."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tafl

CASES = Path(__file__).parent / "data" / "rules_cases.jsonl"


def load_cases() -> list[dict[str, Any]]:
    with CASES.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def variant_of(rules: dict[str, Any], fen: str) -> tafl.Variant:
    known = dict(rules)
    size = known["board.size"]
    middle = size // 2
    king_only = "/" + "/".join(
        f"{middle}K{middle}" if rank == middle else str(size) for rank in range(size)
    )
    known.setdefault("board.start", king_only + "/")
    return tafl.Variant._make("case", "case", [], known, "")


@pytest.mark.parametrize("case", load_cases(), ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    board = tafl.Board(variant_of(case["rules"], case["fen"]), case["fen"])
    for step in case["steps"]:
        move = tafl.Move.parse(step["move"])
        assert board.is_legal(move) is step["legal"], step
        if not step["legal"]:
            with pytest.raises(tafl.IllegalMoveError):
                board.push(move)
            continue
        if "captures" in step:
            captures = sorted(map(tafl.Square, step["captures"]))
            assert list(board.captures(move)) == captures, step
        board.push(move)
        if "fen_after" in step:
            assert board.fen() == step["fen_after"], step
        if "outcome" in step:
            assert outcome_of(board) == step["outcome"], step


def outcome_of(board: tafl.Board) -> dict[str, str | None] | None:
    outcome = board.outcome()
    if outcome is None:
        return None
    return {
        "winner": outcome.winner.value if outcome.winner else None,
        "termination": outcome.termination.value,
    }


def test_cases_are_there() -> None:
    assert len(load_cases()) >= 56


@pytest.mark.parametrize(
    "text", ["c9-a9xTa8", "c9-a9xKa8", "c9-a9/a8", "c9-a9xb9", "tc9-a9", "Kc9-a9xa8"]
)
def test_what_a_move_states_must_be_so(text: str) -> None:
    board = tafl.Board("linnaeus-tablut", "/9/9/9/9/4K4/9/T8/t8/2T6/ d")
    with pytest.raises(tafl.InvalidMoveError):
        board.parse_move(text)


@pytest.mark.parametrize(
    "text", ["c9-a9", "c9a9", "C9-A9xA8", "Tc9-a9xta8", "c9-a9xa8xa8", "play defender c9 a9"]
)
def test_the_forms_of_a_move(text: str) -> None:
    board = tafl.Board("linnaeus-tablut", "/9/9/9/9/4K4/9/T8/t8/2T6/ d")
    assert board.parse_move(text) == tafl.Move("c9", "a9")
