"""Recorded games of people, replayed. They are not part of the project: where they are missing,
the games made by the other tests have to do."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import summary
import tafl

GAMES = Path(__file__).parents[2] / "shared" / "games"
VARIANTS = ["foteviken-tablut", "tablut"]
# The site did not enforce these when the games were played.
NOT_ENFORCED = {"end.encirclement": False, "end.repetition": "none"}


def captured_squares(text: str) -> set[str]:
    return set(re.findall(r"x([a-s]\d+)", text))


def replay(variant: tafl.Variant, moves: list[str]) -> tafl.Board:
    board = tafl.Board(variant)
    states_captures = any("x" in text for text in moves)  # old records never do
    for text in moves:
        move = board.parse_move(text)
        if states_captures:
            captured = {str(square) for square in board.captures(move) if square != board.king}
            assert captured_squares(text) == captured, f"{text} at ply {board.ply}"
        board.push(move)
    return board


def check_game(variant: tafl.Variant, game: dict[str, Any]) -> None:
    moves = [text for text in game["moves"].split() if text not in ("resigned", "timeout")]
    final = replay(variant.replace(NOT_ENFORCED), moves)
    # The site leaves a captured king on the board.
    recorded = tafl.Position(variant, game["final"]).piece_map()
    if game["ends"] == "king captured":
        recorded = {at: piece for at, piece in recorded.items() if piece is not tafl.Piece.KING}
    assert final.piece_map() == recorded
    if game["ends"] in ("king captured", "king escaped", "encircled"):
        outcome = tafl.Position(variant, final.fen()).outcome()
        assert outcome is not None
        assert outcome.termination.value == game["ends"]
        assert outcome.winner is not None
        assert outcome.winner.value == game["result"]


@pytest.mark.parametrize("name", VARIANTS)
def test_recorded_games(name: str) -> None:
    path = GAMES / f"{name}.jsonl"
    if not path.is_file():
        summary.add(f"recorded games of {name}: none replayed, the file is not there")
        pytest.skip(f"{path.name} is not there")
    variant = tafl.Variant(name)
    with path.open(encoding="utf-8") as file:
        games = [json.loads(line) for line in file]
    for game in games:
        check_game(variant, game)
    summary.add(f"recorded games of {name}: {len(games)} replayed")
    assert games
