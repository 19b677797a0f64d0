"""What calls from Python cost, as ratios to ``chess`` and ``cshogi`` in one interleaved run.

Run it as ``python benchmarks/python_calls.py``. Each library does the same on the start position of
its own game; a ratio is the median of the ratios of several rounds, in each of which all actions
take their turn. Both libraries are optional (``pip install chess``; ``cshogi`` needs numpy and
Cython to be built); what is not installed is left out.
"""

from __future__ import annotations

import argparse
import importlib
import statistics
import time
from array import array
from collections.abc import Callable
from typing import Any

import tafl

VARIANT = "linnaeus-tablut"

Action = Callable[[int], None]


def legal_moves(board: Any) -> Action:
    def action(times: int) -> None:
        for _ in range(times):
            list(board.legal_moves)

    return action


def legal_actions(board: tafl.Board) -> Action:
    def action(times: int) -> None:
        for _ in range(times):
            board.legal_actions()

    return action


def push_pop(board: Any) -> Action:
    moves = list(board.legal_moves)

    def action(times: int) -> None:
        for _ in range(times // len(moves)):
            for move in moves:
                board.push(move)
                board.pop()

    return action


def push_unchecked_pop(board: tafl.Board) -> Action:
    moves = list(board.legal_moves)

    def action(times: int) -> None:
        for _ in range(times // len(moves)):
            for move in moves:
                board.push_unchecked(move)
                board.pop()

    return action


def push_action_pop(board: tafl.Board) -> Action:
    actions = list(board.legal_actions())

    def action(times: int) -> None:
        for _ in range(times // len(actions)):
            for number in actions:
                board.push_action(number)
                board.pop()

    return action


class Timed:
    """An action, and how many things one of its repetitions does."""

    def __init__(self, action: Action, things: int, repetitions: int) -> None:
        self.action = action
        self.repetitions = repetitions
        self.things = things * repetitions
        self.rates: list[float] = []

    def run(self) -> None:
        started = time.perf_counter()
        self.action(self.repetitions)
        self.rates.append(self.things / (time.perf_counter() - started))


def games_of_many(count: int) -> tuple[Action, Action]:
    """Random moves in many games, as steps and as playouts, about as many as asked for."""
    games = tafl.Games(VARIANT, count, seed=1)
    rewards, ended = array("f", bytes(4 * count)), bytearray(count)

    def steps(moves: int) -> None:
        for _ in range(moves // count):
            games.step_random(rewards, ended)

    def playouts(moves: int) -> None:
        while moves > 0:
            moves -= games.playout(1000, rewards, ended)

    return steps, playouts


def installed(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"{name} is not installed; what is measured against it is left out")
        return None


def timed_actions(scale: int) -> dict[str, Timed]:
    board = tafl.Board(VARIANT)
    count = len(board.legal_moves)
    timed = {
        "legal_moves": Timed(legal_moves(board), count, 50 * scale),
        "push + pop": Timed(push_pop(board), 1, 1000 * scale),
        "push_unchecked + pop": Timed(push_unchecked_pop(board), 1, 1000 * scale),
        "legal_actions": Timed(legal_actions(board), count, 50 * scale),
        "push_action + pop": Timed(push_action_pop(board), 1, 1000 * scale),
    }
    steps, playouts = games_of_many(64)
    timed["Games.step_random, moves"] = Timed(steps, 1, 5000 * scale)
    timed["Games.playout, moves"] = Timed(playouts, 1, 5000 * scale)
    for name, slower in (("chess", 10), ("cshogi", 1)):
        library = installed(name)
        if library is None:
            continue
        other = library.Board()
        count = len(list(other.legal_moves))
        timed[f"{name} legal_moves"] = Timed(legal_moves(other), count, 100 * scale // slower)
        timed[f"{name} push + pop"] = Timed(push_pop(other), 1, 1000 * scale // slower)
    return timed


# What is compared with what, and the ratio that is wanted.
COMPARISONS = [
    ("legal_moves", "chess legal_moves", 30),
    ("push_unchecked + pop", "chess push + pop", 30),
    ("push + pop", "chess push + pop", 15),
    ("legal_actions", "cshogi legal_moves", 1),
    ("push_action + pop", "cshogi push + pop", 0.7),
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="of all actions; default: 7")
    parser.add_argument("--scale", type=int, default=100, help="repetitions; default: 100")
    options = parser.parse_args()
    timed = timed_actions(options.scale)
    for _ in range(options.rounds):
        for each in timed.values():
            each.run()
    print(f"\n{'millions a second, median':<34}")
    for name, each in timed.items():
        print(f"  {name:<32}{1e-6 * statistics.median(each.rates):>10.2f}")
    print(f"\n{'ratios, median':<58}{'wanted':>10}")
    for ours, theirs, wanted in COMPARISONS:
        if theirs in timed:
            ratio = statistics.median(
                mine / other
                for mine, other in zip(timed[ours].rates, timed[theirs].rates, strict=True)
            )
            print(f"  {ours + ' / ' + theirs:<46}{ratio:>10.2f}{wanted:>12}")


if __name__ == "__main__":
    main()
