"""Many threads on separate and on shared objects: an error may come of it, broken memory never."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import hammer
from tafl.record import Game, read_games

HAMMER = Path(hammer.__file__)


def run(*arguments: str) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", *arguments],
        cwd=HAMMER.parent,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("program", hammer.PROGRAMS)
def test_threads_on(program: str, request: pytest.FixtureRequest) -> None:
    full = request.config.getoption("--full", default=False)
    run(str(HAMMER), program, "4000" if full else "400")


# In a new process, where nothing has been asked for yet.
_FIRST_USE = """
import sys, threading
sys.setswitchinterval(1e-6)
seen = []
def use(start):
    start.wait()
    import tafl
    import tafl.record
    board = tafl.Board("legacy-alea-evangelii")
    moves = list(tafl.Board("linnaeus").legal_moves)
    wide = [board.move_of(action) for action in range(0, board.action_count, 7)]
    numbers = [board.action_of(move) for move in wide]
    over = tafl.Board("linnaeus", "/9/9/9/9/9/9/9/9/4K4/").outcome()
    loaded = [tafl.Position(name).variant for name in tafl.variants()]
    game = tafl.record.read_game("E8-C8", variant="linnaeus")
    try:
        tafl.Board("brandubh").push(tafl.Move("a1", "a2"))
    except tafl.IllegalMoveError as error:
        reason = error.reason
    kinds = [*tafl.Board("brandubh").counts(), board.turn]
    squares = [square for move in wide for square in (move.from_square, move.to_square)]
    seen.append([*moves, *wide, *numbers, over, *loaded, *game.moves, reason, *kinds, *squares])
start = threading.Barrier(16)
threads = [threading.Thread(target=use, args=(start,)) for _ in range(16)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert len(seen) == 16, len(seen)
for others in zip(*seen, strict=True):
    assert all(each == others[0] for each in others), others
    # What is kept is one object for all of them.
    assert isinstance(others[0], int) or all(each is others[0] for each in others), others
"""


def test_the_first_use_is_by_many_threads() -> None:
    for _ in range(5):
        run("-c", _FIRST_USE)


@pytest.mark.skipif(
    not getattr(sys, "_is_gil_enabled", lambda: True)(),
    reason="without a GIL, Python 3.13's own generators break when threads share one",
)
def test_threads_that_share_the_games_of_a_file() -> None:
    """One of them waits for the file, the others get Python's error for that."""
    games = read_games("[variant:brandubh]\n\n1. d1-c1 d3-b3\n2. d2-c2\n\n" * 300)
    taken: list[Game] = []

    def take(_: int) -> None:
        while True:
            with hammer.only(ValueError, "already executing"):
                for game in games:
                    taken.append(game)
                return

    hammer.together(take)
    assert len(taken) == 300
    assert len({id(game) for game in taken}) == 300
