"""Recorded games of people and programs, replayed. They are not part of the project: where they
are missing, the games made by the other tests have to do."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import summary
import tafl
from tafl.record import Game, read_games

GAMES = Path(__file__).parents[2] / "shared" / "games"
RECORDED = 3993
REJECTED = 48
LOGS = 36
ILLEGAL_LOGS = 4


@pytest.fixture(scope="module")
def games() -> Path:
    """The folder of the recorded games; where it is missing, the run says how many it skipped."""
    if not GAMES.is_dir():
        summary.add(
            f"recorded games: 0 replayed, {RECORDED} and {LOGS} logs, {REJECTED} rejected ones and "
            f"{ILLEGAL_LOGS} logs skipped"
        )
        pytest.skip("the recorded games are not there")
    return GAMES


def ran_on_after(game: Game, end: str) -> bool:
    """Whether the game went on after an end of this kind."""
    return any(early.outcome.termination.value == end for early in game.early_ends)


def test_recorded_games(games: Path) -> None:
    """Every move legal, every stated capture right, every stated end an end. The counts of games
    that people played on, or stopped, where the rules give an end are those of the whole
    collection; a change of one of them is a change of the rules."""
    counts: Counter[str] = Counter()
    for path in sorted(games.glob("*.jsonl")):
        if path.stem == "rejected":
            continue
        for game in read_games(path, variant=path.stem, on_error="collect", strict=False):
            assert not game.errors
            counts["games"] += 1
            counts["run on after encirclement"] += ran_on_after(game, "encircled")
            counts["run on after repetition"] += ran_on_after(game, "repetition")
            counts["run on after exit fort"] += ran_on_after(game, "exit fort")
            outcome, ends = game.outcome, game.tags["ends"]
            if ends in ("king captured", "king escaped", "encircled"):
                assert outcome is not None
                assert outcome.termination.value == ends
                assert outcome.winner is not None
                assert outcome.winner.value == game.result
                # One record begins with the word "resigned", and goes on.
                if any("nobody did" in remark.message for remark in game.remarks):
                    counts[f"given up, {ends}"] += 1
            elif outcome is not None:
                given_up = "none" if ends == "none" else "given up"
                counts[f"{given_up}, {outcome.termination.value}"] += 1
    summary.add(f"recorded games: {counts['games']} replayed")
    assert counts == {
        "games": RECORDED,
        "run on after encirclement": 20,
        "run on after repetition": 18,
        "run on after exit fort": 0,
        "none, exit fort": 16,
        "none, no legal moves": 10,
        "none, repetition": 14,
        "given up, encircled": 7,
        "given up, king captured": 1,
        "given up, king escaped": 1,
    }


def test_what_a_site_did_not_enforce(games: Path) -> None:
    """Read strictly, just the games that ran on after an end are refused, there."""
    refused = 0
    for path in sorted(games.glob("*.jsonl")):
        if path.stem == "rejected":
            continue
        for game in read_games(path, variant=path.stem, on_error="collect"):
            for error in game.errors:
                assert error.reason in (
                    tafl.IllegalReason.GAME_OVER,
                    tafl.IllegalReason.REPETITION,
                    None,  # a result that differs from a repetition
                )
                refused += 1
    assert 20 <= refused <= 60


REASONS = {
    "illegal:empty": tafl.IllegalReason.NO_PIECE,
    "illegal:wrongside": tafl.IllegalReason.NOT_YOUR_PIECE,
    "illegal:blocked": tafl.IllegalReason.BLOCKED,
}


def test_rejected_games(games: Path) -> None:
    """Each has its first illegal move where it is stated, for the stated reason."""
    number = 0
    for game in read_games(games / "rejected.jsonl", on_error="collect", strict=False):
        error = game.errors[0]
        assert str(error.ply) == game.tags["ply"]
        assert len(game.moves) == error.ply
        assert error.reason is REASONS[game.tags["reason"]]
        number += 1
        assert error.line == number
        assert error.column > 1
        squares = re.findall(r"[a-s]\d+", game.tags["move"])
        assert "-".join(squares[:2]) in str(error)
    summary.add(f"rejected records: {number} refused where they should be")
    assert number == REJECTED


def shown_boards(log: str) -> list[dict[tuple[int, int], str]]:
    """The pieces on each board of a log, by file and rank."""
    boards = []
    for rows in re.findall(r"Stato:\n((?:[OBWKT]+\n)+)-\n", log):
        boards.append(
            {
                (file, rank): letter
                for rank, row in enumerate(rows.split())
                for file, letter in enumerate(row)
                if letter in "BWK"
            }
        )
    return boards


LETTERS = {tafl.Piece.ATTACKER: "B", tafl.Piece.DEFENDER: "W", tafl.Piece.KING: "K"}


def pieces(board: tafl.Board) -> dict[tuple[int, int], str]:
    return {(at.file, at.rank): LETTERS[piece] for at, piece in board.piece_map().items()}


def test_logs_of_the_competition(games: Path) -> None:
    """The board after each move is the logged one, but for the captured king."""
    paths = sorted((games / "unibo").glob("game-*.txt"))
    for path in paths:
        log = path.read_text(encoding="utf-8").replace("\r\n", "\n")
        shown = shown_boards(log)
        [game] = read_games(path)
        assert not game.errors
        assert game.dialect == "unibo"
        assert len(game.moves) == len(re.findall("Turn: .* from [a-iA-I]", log))
        assert pieces(game.board()) == shown[0]
        for (node, board), logged in zip(game.replay(), shown[1:], strict=False):
            if board.king is None:
                logged = {at: letter for at, letter in logged.items() if letter != "K"}
            assert pieces(board) == logged, f"{path.name}, ply {node.ply}"
    summary.add(f"logs: {len(paths)} replayed")
    assert len(paths) == LOGS


def test_illegal_logs(games: Path) -> None:
    paths = sorted((games / "unibo").glob("illegal-*.txt"))
    for path in paths:
        turns = len(re.findall("Turn: ", path.read_text(encoding="utf-8")))
        [game] = read_games(path, on_error="collect")
        assert game.errors[0].ply == len(game.moves) == turns - 1
        with pytest.raises(tafl.RecordError, match="illegal"):
            list(read_games(path))
    assert len(paths) == ILLEGAL_LOGS
