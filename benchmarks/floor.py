"""Speed and memory of the package, as ratios taken in one run wherever one can be given.

Run it as ``python benchmarks/floor.py``; ``--deep`` counts perft 6 as well. Timings on a shared
machine are noisy: each figure is the median of several runs, and none of them is a test.
"""

from __future__ import annotations

import argparse
import resource
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import reference
import tafl

VARIANT = "linnaeus-tablut"


def seconds(action: Callable[[], object], runs: int = 5) -> float:
    """Median time of some runs."""
    times = []
    for _ in range(runs):
        started = time.perf_counter()
        action()
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def show(what: str, value: str) -> None:
    print(f"{what:<58} {value}", flush=True)


def perft_against_reference(depth: int) -> None:
    board = tafl.Board(VARIANT)
    rules = reference.complete(reference.VARIANTS[VARIANT])
    position = reference.parse_fen(board.fen(), board.size)
    slow = seconds(lambda: reference.perft(rules, position, 3), 1) / 353200
    nodes = tafl.perft(board, depth)
    fast = seconds(lambda: tafl.perft(board, depth), 3) / nodes
    show(f"perft {depth}, one thread, no table", f"{1e-6 / fast:,.0f} million nodes/s")
    show("the same, times the reference (its depth 3)", f"{slow / fast:,.0f}")


def leaves_made(variant: str, depth: int) -> None:
    board = tafl.Board(variant)
    nodes = tafl.perft(board, depth)
    spent = seconds(lambda: tafl.perft(board, depth, bulk=False), 3)
    show(f"leaves made, {variant}, depth {depth}", f"{1e-6 * nodes / spent:,.0f} million a second")


def python_calls() -> None:
    board = tafl.Board(VARIANT)
    move = board.legal_moves[0]
    many = 20_000

    def moves() -> None:
        for _ in range(many):
            len(board.legal_moves)

    def push_pop() -> None:
        for _ in range(many):
            board.push(move)
            board.pop()

    show("len(board.legal_moves)", f"{1e6 * seconds(moves) / many:.2f} microseconds")
    show("board.push(move); board.pop()", f"{1e6 * seconds(push_pop) / many:.2f} microseconds")


def two_threads(depth: int) -> None:
    board = tafl.Board(VARIANT)

    def one_after_the_other() -> None:
        tafl.perft(board, depth)
        tafl.perft(board, depth)

    def at_once() -> None:
        threads = [threading.Thread(target=tafl.perft, args=(board, depth)) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    ratio = statistics.median(seconds(at_once, 1) / seconds(one_after_the_other, 1)
                              for _ in range(5))  # fmt: skip
    show("two Python threads, share of the time one after the other", f"{ratio:.2f}")


def interrupt() -> None:
    sent = [0.0]

    def send() -> None:
        time.sleep(0.3)
        sent[0] = time.perf_counter()
        signal.raise_signal(signal.SIGINT)

    delays = []
    for _ in range(5):
        threading.Thread(target=send).start()
        try:
            tafl.perft(tafl.Board(VARIANT), 9)
        except KeyboardInterrupt:
            delays.append(time.perf_counter() - sent[0])
    show("KeyboardInterrupt stops a perft, longest of five", f"{1000 * max(delays):.0f} ms")


def import_time(module: str) -> float:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", f"import {module}"],
        capture_output=True,
        text=True,
        check=True,
    )
    [line] = [line for line in done.stderr.splitlines() if line.split("|")[-1].strip() == module]
    return int(line.split("|")[1]) / 1000


def imports() -> None:
    ours = statistics.median(import_time("tafl") for _ in range(9))
    try:
        theirs = statistics.median(import_time("chess") for _ in range(9))
    except subprocess.CalledProcessError:
        show("import tafl", f"{ours:.1f} ms (chess is not installed)")
        return
    show("import tafl, and its share of import chess", f"{ours:.1f} ms, {ours / theirs:.2f}")


def deep() -> None:
    started = time.perf_counter()
    nodes = tafl.perft(tafl.Board(VARIANT), 6)
    spent = time.perf_counter() - started
    show("perft 6", f"{nodes} in {spent:.0f} s, {nodes / spent / 1e6:,.0f} million nodes/s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--depth", type=int, default=5, help="of the perft; default: 5")
    parser.add_argument("--deep", action="store_true", help="count perft 6, too")
    options = parser.parse_args()
    if options.deep:
        deep()
    show("peak memory, package and perft", f"{peak_memory():.0f} MB")
    python_calls()
    perft_against_reference(options.depth)
    leaves_made(VARIANT, 4)
    leaves_made("copenhagen", 4)
    two_threads(options.depth)
    interrupt()
    imports()


def peak_memory() -> float:
    tafl.perft(tafl.Board(VARIANT), 4)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
