"""Games played at random on engine and reference alike."""

from __future__ import annotations

import random
from collections.abc import Sequence

import reference
import tafl
from differential_compare import Answer, Case, check_moves, engine_outcome, texts
from differential_counts import count_game, count_position


class Player:
    """Moves for both sides at random, and in phases moves back, so that positions recur."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.shuttling = rng.random() < 0.6

    def choose(self, legal: Sequence[str], game: reference.Game) -> str:
        if self.rng.random() < 0.05:
            self.shuttling = not self.shuttling
        if self.shuttling and len(game.moves) >= 2 and self.rng.random() < 0.95:
            origin, target = reference.move_squares(game.moves[-2])
            if reference.move_text(target, origin) in legal:
                return reference.move_text(target, origin)
        if self.shuttling and self.rng.random() < 0.5:
            legal = quiet_king_moves(legal, game) or legal
        return self.rng.choice(legal)


def quiet_king_moves(legal: Sequence[str], game: reference.Game) -> list[str]:
    """The king's moves that do not win: they often threaten to, as an aggressor's do."""
    king = reference.find_king(game.position.pieces)
    return [
        move
        for move in legal
        if move.startswith(f"{king}-")
        and not reference.is_escape_square(game.rules, reference.move_squares(move)[1])
    ]


Seen = tuple[str, list[str], Answer, int]


def seen(board: tafl.Board) -> Seen:
    """What undo has to bring back."""
    return board.fen(), texts(board.legal_moves), engine_outcome(board), int(board.repetitions())


def check_undo(case: Case, rng: random.Random, board: tafl.Board, history: list[Seen]) -> None:
    """Takes back some plies and makes them again; a copy must go its own way meanwhile."""
    twin = board.copy()
    count = rng.randint(1, min(len(history) - 1, 12))
    popped = []
    for ply in range(count):
        popped.append(board.pop())
        case.require(f"after pop {ply + 1}", seen(board), history[-2 - ply])
    case.require("a copy, after pop of the original", seen(twin), history[-1])
    for ply, move in enumerate(reversed(popped)):
        board.push(move)
        case.require(f"after push {ply + 1} of {count}", seen(board), history[ply - count])
    case.require("a copy", twin, board)
    twin.pop()
    case.require("after pop of a copy", seen(board), history[-1])


def play(case: Case, rng: random.Random, plies: int, from_start: bool) -> None:
    """Plays a game on engine and reference alike and compares them after every ply."""
    board = tafl.Board(case.variant) if from_start else tafl.Board(case.variant, fen=case.fen)
    game = reference.Game(case.rules, None if from_start else case.fen)
    case.fen, case.moves = game.fen(), game.moves
    player = Player(rng)
    history: list[Seen] = []
    for _ in range(plies):
        legal = check_moves(case, board, game)
        history.append(seen(board))
        if len(history) > 1 and rng.random() < 0.06:
            check_undo(case, rng, board, history)
        if rng.random() < 0.15:
            count_position(case, game.fen())
        if not legal:
            break
        move = player.choose(legal, game)
        game.push(move, enforce=False)
        board.push(tafl.Move(*reference.move_squares(move)))
    check_moves(case, board, game)
    count_game(case, from_start)
