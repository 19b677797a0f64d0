"""Threads and signals: counts leave the interpreter free, and Ctrl-C ends them."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import strategies as own
import tafl
from tafl import Board

# Deep enough never to be finished.
ENDLESS = 30
# What a stopped count may take at most. The promise is 0.2 seconds; a busy machine is given more.
PATIENCE = 2.0


def run_python(script: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path]),
    }
    return subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", script],
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )


class StoppedError(Exception):
    """What a callback raises to give a count up."""


COUNTS: dict[str, Callable[[Any, int, Callable[[float], object]], object]] = {
    "perft": lambda board, depth, progress: tafl.perft(board, depth, progress=progress),
    "threads": lambda board, depth, progress: tafl.perft(
        board, depth, threads=2, progress=progress
    ),
    "hash": lambda board, depth, progress: tafl.perft(board, depth, hash_mb=4, progress=progress),
    "both": lambda board, depth, progress: tafl.perft(
        board, depth, threads=2, hash_mb=4, progress=progress
    ),
    "divide": lambda board, depth, progress: tafl.divide(board, depth, progress=progress),
    "divide with threads": lambda board, depth, progress: tafl.divide(
        board, depth, threads=2, hash_mb=4, progress=progress
    ),
}


@pytest.mark.parametrize("name", COUNTS)
def test_counts_release_the_interpreter(name: str) -> None:
    ticks = 0
    finished = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not finished.is_set():
            ticks += 1
            time.sleep(0)

    shares: list[float] = []

    def progress(share: float) -> None:
        shares.append(share)
        # The other thread has come to run without this callback giving way to it.
        if ticks > seen + 100 and len(shares) > 2:
            raise StoppedError
        if len(shares) > 3000:  # a minute
            raise AssertionError("the other thread stands still")

    counter = threading.Thread(target=tick)
    counter.start()
    try:
        while ticks == 0:
            time.sleep(0.001)
        seen = ticks
        with pytest.raises(StoppedError):
            COUNTS[name](Board("tablut"), ENDLESS, progress)
    finally:
        finished.set()
        counter.join()
    assert shares == sorted(shares)
    assert all(0 <= share <= 1 for share in shares)


@pytest.mark.parametrize("name", COUNTS)
def test_an_error_of_the_callback_ends_the_count(name: str) -> None:
    class Odd(BaseException):
        pass

    for error in (StoppedError("x"), Odd(), KeyboardInterrupt(), SystemExit(3), StopIteration()):
        calls = 0

        def progress(share: float, error: BaseException = error) -> None:
            nonlocal calls
            calls += 1
            if calls == 3:
                raise error

        with pytest.raises(type(error)) as caught:
            COUNTS[name](Board("tablut"), ENDLESS, progress)
        assert caught.value is error
        assert calls == 3


@pytest.mark.parametrize("callback", [5, "x", object(), lambda: None, lambda a, b: None])
def test_a_callback_that_cannot_be_called(callback: Any) -> None:
    with pytest.raises(TypeError):
        tafl.perft(Board("tablut"), ENDLESS, progress=callback)


def test_a_count_with_a_callback_is_the_same() -> None:
    board = Board("linnaeus-tablut")
    expected = tafl.perft(board, 3)
    shares: list[float] = []
    assert tafl.perft(board, 3, progress=shares.append) == expected
    assert sum(tafl.divide(board, 3, threads=2, progress=shares.append).values()) == expected


# Signals.

_INTERRUPTED = """
import {signal_module}, sys, threading, time
import tafl
board = tafl.Board("linnaeus-tablut")
expected = tafl.perft(board, 2)
sent = None
def interrupt():
    global sent
    time.sleep(0.3)
    sent = time.monotonic()
    {interrupt}
threading.Thread(target=interrupt, daemon=True).start()
try:
    {count}
except KeyboardInterrupt:
    print(time.monotonic() - sent)
    assert tafl.perft(board, 2) == expected  # and the next one counts as ever
else:
    sys.exit("the count came to an end")
"""
_SIGNALS = {
    "signal": ("os, signal", "os.kill(os.getpid(), signal.SIGINT)"),
    "interrupt_main": ("_thread", "_thread.interrupt_main()"),
}
_ENDLESS_COUNTS = [
    "tafl.perft(board, 30)",
    "tafl.perft(board.position, 30, threads=2)",
    "tafl.perft(board, 30, hash_mb=16)",
    "tafl.perft(board, 30, threads=2, hash_mb=16)",
    "tafl.perft(board, 30, threads=1024)",
    "tafl.divide(board, 30)",
    "tafl.divide(board, 30, threads=2, hash_mb=16)",
    "tafl.perft_stats(board, 30)",
    "tafl.perft(tafl.Board('tablut-corners'), 30, progress=lambda share: None)",
]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no os.kill with SIGINT")
@pytest.mark.parametrize("way", _SIGNALS)
@pytest.mark.parametrize("count", _ENDLESS_COUNTS)
def test_ctrl_c_stops_a_count(count: str, way: str) -> None:
    module, interrupt = _SIGNALS[way]
    done = run_python(_INTERRUPTED.format(signal_module=module, interrupt=interrupt, count=count))
    assert done.returncode == 0, done.stdout + done.stderr
    delay = float(done.stdout)
    print(f"{count} stopped {1000 * delay:.0f} ms after the interrupt ({way})")
    assert delay < PATIENCE


def test_ctrl_c_stops_the_last_tasks_of_other_threads() -> None:
    # A position with one move has one task, which the calling thread may not be the one to do.
    done = run_python(
        _INTERRUPTED.format(
            signal_module="_thread",
            interrupt="_thread.interrupt_main()",
            count="tafl.perft(tafl.Board('tablut', fen='/9/9/9/4t4/3tKT3/4t4/9/9/9/ d'), 60, "
            "threads=8)",
        )
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert float(done.stdout) < PATIENCE


# Many threads.


def test_threads_on_boards_of_their_own() -> None:
    def play_and_count(number: int) -> tuple[object, ...]:
        rng = random.Random(number)
        variant = own.BUILT_IN[number % len(own.BUILT_IN)]
        board = own.random_board(rng, variant, 30)
        counts = [tafl.perft(board, 2), tafl.perft(board, 2, threads=2, hash_mb=1)]
        return (*own.snapshot(board), *counts, tafl.perft_stats(board, 2))

    expected = [play_and_count(number) for number in range(48)]
    with ThreadPoolExecutor(16) as pool:
        assert list(pool.map(play_and_count, range(48))) == expected


def test_threads_on_one_position() -> None:
    position = Board("linnaeus-tablut").position
    expected = tafl.perft(position, 3)
    divided = tafl.divide(position, 3)

    def count(number: int) -> int:
        kind = number % 4
        if kind == 0:
            return tafl.perft(position, 3)
        if kind == 1:
            return tafl.perft(position, 3, threads=3, hash_mb=1)
        if kind == 2:
            found = tafl.divide(position, 3, threads=2)
            assert found == divided
            return sum(found.values())
        return tafl.perft_stats(position, 3).nodes

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(count, range(32))) == {expected}


def test_a_board_may_change_while_it_is_counted() -> None:
    board = Board("linnaeus-tablut")
    expected = tafl.perft(board, 3)
    before = own.snapshot(board)

    def progress(share: float) -> None:
        board.push(board.legal_moves[0])
        assert tafl.perft(board, 1) == len(board.legal_moves)
        board.pop()

    counts = [tafl.perft(board, 3, threads=n, progress=progress) for n in (1, 2, 3)]
    assert set(counts) == {expected}
    assert own.snapshot(board) == before


def test_a_count_in_another_thread_is_no_business_of_signals() -> None:
    # Only the main thread gets KeyboardInterrupt; a count elsewhere goes on and comes right.
    done = run_python(
        "import _thread, threading, time, tafl\n"
        "board = tafl.Board('linnaeus-tablut'); found = []\n"
        "t = threading.Thread(target=lambda: found.append(tafl.perft(board, 4)))\n"
        "t.start()\n"
        "try:\n"
        "    _thread.interrupt_main(); time.sleep(60)\n"
        "except KeyboardInterrupt:\n"
        "    pass\n"
        "t.join()\n"
        "assert found == [tafl.perft(board, 4)], found\n"
    )
    assert done.returncode == 0, done.stdout + done.stderr


_LEFT_BEHIND = """
import sys, threading, time
import tafl
from array import array

def count():
    board = tafl.Board("sea-battle-19")
    while True:
        {work}

for _ in range(3):
    threading.Thread(target=count, daemon=True).start()
time.sleep(0.3)
sys.exit(4)
"""


@pytest.mark.parametrize(
    "work",
    [
        "tafl.perft(board, 2)",
        "tafl.perft(board, 9)",
        "tafl.divide(board, 9, threads=2)",
        "tafl.perft(board, 9, progress=float)",
        "tafl.perft(board, 9, progress=lambda share: [0 for _ in range(10**6)])",
        "g = tafl.Games('tablut', 99); g.playout(99, array('f', bytes(396)), bytearray(99))",
    ],
)
def test_threads_that_count_when_the_interpreter_ends(work: str) -> None:
    done = run_python(_LEFT_BEHIND.format(work=work))
    assert (done.returncode, done.stderr) == (4, "")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no os.kill with SIGINT")
def test_an_interrupted_playout_begins_games_anew() -> None:
    """Games that had ended by then are told as ended, and go on with the next step."""
    done = run_python("""
import os, signal, threading
from array import array
import tafl

n = 20000
games = tafl.Games("sea-battle-19", n)
rewards, ended = array("f", [9] * n), bytearray([9]) * n
threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    games.playout(10**6, rewards, ended)
except KeyboardInterrupt:
    over = [i for i in range(n) if ended[i]]
    assert over and set(ended) == {0, 1}, set(ended)
    assert all(games.board(i).ply == 0 for i in over)
    games.step_random(rewards, ended)
    assert not any(ended[i] for i in over)
    print("interrupted")
""")
    assert (done.returncode, done.stdout) == (0, "interrupted\n"), done.stderr
