"""Recorded games of people, replayed. They are not part of the project: where they are missing,
the games made by the other tests have to do."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import summary
import tafl

GAMES = Path(__file__).parents[2] / "shared" / "games"
# The sites did not enforce these ends when the games were played, so games run on after them.
NOT_ENFORCED = {
    "end.encirclement": False,
    "end.exit_fort": False,
    "end.draw_fort": False,
    "end.repetition": "none",
}
NO_MOVES = ("resigned", "timeout")
ON_THE_BOARD = ("king captured", "king escaped", "encircled")


RECORDED = 3993
REJECTED = 48


@pytest.fixture(scope="module")
def games() -> Path:
    """The folder of the recorded games; where it is missing, the run says how many it skipped."""
    if not GAMES.is_dir():
        summary.add(f"recorded games: 0 replayed, {RECORDED} and {REJECTED} rejected ones skipped")
        pytest.skip("the recorded games are not there")
    return GAMES


class Replay:
    """A recorded game, and where the rules of its variant would have ended it."""

    def __init__(self, variant: tafl.Variant, enforced_less: tafl.Variant, game: dict[str, Any]):
        self.game = game
        self.board = tafl.Board(enforced_less)
        self.ends: list[tuple[int, str]] = []
        moves = [text for text in game["moves"].split() if text not in NO_MOVES]
        states_captures = any("x" in text for text in moves)  # old records never do
        for text in moves:
            self.push(text, states_captures)
            outcome = tafl.Position(variant, self.board.fen()).outcome()
            if outcome is not None:
                self.ends.append((self.board.ply, outcome.termination.value))
            elif self.board.repetitions() >= variant.rules["end.repetition_count"]:
                self.ends.append((self.board.ply, "repetition"))

    def push(self, text: str, states_captures: bool) -> None:
        board = self.board
        move = board.parse_move(text.partition("x")[0])
        if states_captures:
            captured = {str(square) for square in board.captures(move) if square != board.king}
            where = f"{self.game['id']}, ply {board.ply}: {text}"
            assert set(re.findall(r"x([a-s]\d+)", text)) == captured, where
        board.push(move)

    @property
    def given_up(self) -> bool:
        """Whether the record says that somebody resigned or ran out of time."""
        return any(text in NO_MOVES for text in self.game["moves"].split())

    @property
    def end(self) -> str | None:
        """How the last position ends the game by the rules."""
        return self.ends[-1][1] if self.ends and self.ends[-1][0] == self.board.ply else None

    def runs_on_after(self, end: str) -> bool:
        """Whether the game went on after an end of this kind."""
        return any(kind == end and ply < self.board.ply for ply, kind in self.ends)


def replay_all(name: str) -> list[Replay]:
    variant = tafl.Variant(name)
    enforced_less = variant.replace(NOT_ENFORCED)
    with (GAMES / f"{name}.jsonl").open(encoding="utf-8") as file:
        return [Replay(variant, enforced_less, json.loads(line)) for line in file]


def check_end(replay: Replay, variant: tafl.Variant) -> None:
    game, board = replay.game, replay.board
    # The site leaves a captured king on the board.
    recorded = tafl.Position(variant, game["final"]).piece_map()
    if board.king is None:
        recorded = {at: piece for at, piece in recorded.items() if piece is not tafl.Piece.KING}
    assert board.piece_map() == recorded, game["id"]
    if game["ends"] in ON_THE_BOARD:
        outcome = tafl.Position(variant, board.fen()).outcome()
        assert outcome is not None, game["id"]
        assert outcome.termination.value == game["ends"], game["id"]
        assert outcome.winner is not None
        assert outcome.winner.value == game["result"], game["id"]


def test_recorded_games(games: Path) -> None:
    """Every move legal, every stated capture right, every stated end an end. The counts of games
    that people played on, or stopped, where the rules give an end are those of the whole
    collection; a change of one of them is a change of the rules."""
    counts: Counter[str] = Counter()
    for path in sorted(games.glob("*.jsonl")):
        if path.stem == "rejected":
            continue
        variant = tafl.Variant(path.stem)
        for replay in replay_all(path.stem):
            check_end(replay, variant)
            counts["games"] += 1
            counts["run on after encirclement"] += replay.runs_on_after("encircled")
            counts["run on after repetition"] += replay.runs_on_after("repetition")
            if replay.end is None:
                continue
            if replay.given_up:
                counts[f"given up, {replay.end}"] += 1
            elif replay.game["ends"] == "none":
                counts[f"none, {replay.end}"] += 1
    summary.add(f"recorded games: {counts['games']} replayed")
    assert counts == {
        "games": RECORDED,
        "run on after encirclement": 20,
        "run on after repetition": 18,
        "none, exit fort": 16,
        "none, no legal moves": 10,
        "none, repetition": 14,
        "given up, encircled": 7,
        "given up, king captured": 1,
        "given up, king escaped": 1,
    }


REASONS = {
    "illegal:empty": {tafl.IllegalReason.NO_PIECE},
    "illegal:wrongside": {tafl.IllegalReason.NOT_YOUR_PIECE},
    "illegal:blocked": {tafl.IllegalReason.BLOCKED},
}


def test_rejected_games(games: Path) -> None:
    """Each has its first illegal move where it is stated, for the stated reason."""
    with (games / "rejected.jsonl").open(encoding="utf-8") as file:
        records = [json.loads(line) for line in file]
    for game in records:
        board = tafl.Board(tafl.Variant(game["variant"]).replace(NOT_ENFORCED))
        moves = game["moves"].split()
        for text in moves[: game["ply"]]:
            board.push(board.parse_move(text.partition("x")[0]))
        with pytest.raises(tafl.IllegalMoveError) as caught:
            board.parse_move(moves[game["ply"]])
        assert caught.value.reason in REASONS[game["reason"]], game["id"]
    summary.add(f"rejected records: {len(records)} refused where they should be")
    assert len(records) == REJECTED
