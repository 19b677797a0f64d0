"""Reading records: checked moves a second, against python-chess reading PGN in the same run.

Run it as ``python benchmarks/records.py``; it needs ``chess`` (python-chess). The games are made
here, of like length; the runs alternate, and each figure is the median of several.
"""

from __future__ import annotations

import io
import random
import resource
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import chess
import chess.pgn

import tafl
from tafl.record import Game, read_games, write_game

GAMES = 300
PLIES = 40
VARIANT = tafl.Variant("copenhagen")


def tafl_game(rng: random.Random, plies: int, variant: tafl.Variant = VARIANT) -> Game:
    game = Game(variant)
    node, board = game.root, game.board()
    while board.ply < plies and board.legal_moves:
        node = node.add(board.push(rng.choice(board.legal_moves)))
    return game


def chess_text(rng: random.Random) -> str:
    board = chess.Board()
    while board.ply() < PLIES and not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
    return str(chess.pgn.Game.from_board(board))


def read_chess(text: str) -> int:
    file = io.StringIO(text)
    moves = 0
    while (game := chess.pgn.read_game(file)) is not None:
        moves += sum(1 for _ in game.mainline_moves())
    return moves


def read_tafl(text: str) -> int:
    return sum(len(game.moves) for game in read_games(text))


def rate(read: Callable[[str], int], text: str) -> float:
    started = time.process_time()
    moves = read(text)
    return moves / (time.process_time() - started)


def show(what: str, value: str) -> None:
    print(f"{what:<58} {value}", flush=True)


def rates(runs: int) -> dict[str, tuple[float, float]]:
    """For each dialect: moves checked a second, and how many times what chess.pgn reads."""
    rng = random.Random(1)
    games = [tafl_game(rng, PLIES) for _ in range(GAMES)]
    texts = {
        each: "\n".join(write_game(game, each) for game in games)
        for each in ("nielsen", "otn", "pgn", "json")
    }
    other = "\n\n".join(chess_text(rng) for _ in range(GAMES))
    speeds: dict[str, list[float]] = {each: [] for each in texts}
    ratios: dict[str, list[float]] = {each: [] for each in texts}
    for _ in range(runs):
        theirs = rate(read_chess, other)
        for each, text in texts.items():
            ours = rate(read_tafl, text)
            speeds[each].append(ours)
            ratios[each].append(ours / theirs)
    return {
        each: (statistics.median(speeds[each]), statistics.median(ratios[each])) for each in texts
    }


def against_chess() -> None:
    for each, (speed, ratio) in rates(7).items():
        show(f"moves checked a second, {each}", f"{speed:,.0f}, {ratio:.1f} times chess.pgn")


def growth(rng: random.Random) -> None:
    endless = tafl.Variant("brandubh").replace({"end.repetition": "none"})
    times = []
    for plies in (10_000, 100_000):
        game = tafl_game(rng, 2, endless)
        first, second = game.moves
        back = [tafl.Move(move.to_square, move.from_square) for move in (first, second)]
        game = Game(endless)
        node = game.root
        for i in range(plies):
            node = node.add([first, second, *back][i % 4])
        text = write_game(game)
        started = time.process_time()
        assert len(next(read_games(text)).moves) == plies
        times.append(time.process_time() - started)
    show("reading 100,000 plies, times reading 10,000", f"{times[1] / times[0]:.1f}")


def stream(rng: random.Random) -> None:
    text = "".join(write_game(tafl_game(rng, PLIES)) for _ in range(100))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.otg"
        with path.open("w", encoding="utf-8") as file:
            for _ in range(1_000):
                file.write(text)
        games = sum(1 for _ in read_games(path))
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    show(
        f"{games:,} games streamed: peak memory, growth",
        f"{after // 1024} MB, {(after - before) // 1024} MB",
    )


def main() -> None:
    rng = random.Random(1)
    against_chess()
    growth(rng)
    stream(rng)


if __name__ == "__main__":
    main()
