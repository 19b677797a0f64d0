#!/usr/bin/env python3
"""An engine in a hundred lines: alpha-beta, deeper and deeper, with a table of best moves.

python examples/engine.py brandubh --depth 3            plays a game against a random mover
python examples/engine.py linnaeus --depth 2 --side defenders
"""

from __future__ import annotations

import argparse
import random

from tafl import Board, Move, Piece, Side

WIN = 1_000_000


def evaluate(board: Board) -> int:
    """How good a position that goes on is for the side to move: men, and the king's ways out."""
    counts = board.counts()
    attackers = 10 * counts[Piece.ATTACKER]
    defenders = 20 * counts[Piece.DEFENDER] + 100 * len(board.escape_moves())
    score = attackers - defenders
    return score if board.turn is Side.ATTACKERS else -score


class Engine:
    """Remembers the best moves that it has found, to look at them first."""

    def __init__(self) -> None:
        self.best: dict[int, Move] = {}
        self.nodes = 0

    def move(self, board: Board, depth: int) -> Move:
        """The best move that can be seen with so many plies; there must be a legal one."""
        for shallower in range(1, depth + 1):
            self.search(board, shallower, -WIN, WIN)
        return self.best[board.position.key]

    def search(self, board: Board, depth: int, alpha: int, beta: int) -> int:
        """The value for the side to move, exact if it is between alpha and beta."""
        self.nodes += 1
        outcome = board.outcome()
        if outcome is not None:
            if outcome.winner is None:
                return 0
            # Early wins are better than late ones, and late losses than early ones.
            value = WIN - board.ply
            return value if outcome.winner is board.turn else -value
        if depth == 0:
            return evaluate(board)
        key = board.position.key
        best_value = -WIN
        for move in self.ordered(board, key):
            board.push_unchecked(move)
            value = -self.search(board, depth - 1, -beta, -alpha)
            board.pop()
            if value > best_value:
                best_value = value
                self.best[key] = move
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return best_value

    def ordered(self, board: Board, key: int) -> list[Move]:
        """The legal moves, the promising ones first, so that the others can be left out sooner."""
        first = self.best.get(key)
        return sorted(board.legal_moves, key=lambda move: move != first)


def play(board: Board, side: Side, depth: int, chance: random.Random, most: int = 300) -> Board:
    """A game of the engine against a random mover, of at most so many plies."""
    engine = Engine()
    while not board.is_game_over() and board.ply < most:
        ours = board.turn is side
        move = engine.move(board, depth) if ours else chance.choice(board.legal_moves)
        print(f"{board.ply + 1:3}. {board.turn.value:9} {move}")
        board.push(move)
    return board


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("variant", nargs="?", default="brandubh", help="id or alias")
    parser.add_argument("--depth", type=int, default=2, help="plies to look ahead")
    parser.add_argument("--side", type=Side, default=Side.ATTACKERS, help="attackers or defenders")
    parser.add_argument("--seed", type=int, help="of the random mover")
    given = parser.parse_args()
    board = play(Board(given.variant), given.side, max(1, given.depth), random.Random(given.seed))
    print(board, board.outcome(), sep="\n")


if __name__ == "__main__":
    main()
