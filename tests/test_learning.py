"""Games: many games at once, against boards that are stepped alone; and misused."""

from __future__ import annotations

import contextlib
import ctypes
import importlib.util
import os
import random
import subprocess
import sys
import threading
from array import array
from typing import Any

import pytest

import strategies as own
from hostile_calls import ALLOWED, BAD, HostileError
from mutations import checked_message
from tafl import (
    Board,
    Games,
    IllegalMoveError,
    InvalidMoveError,
    Side,
    TaflError,
    UnknownVariantError,
    Variant,
)

VARIANTS = ("linnaeus-tablut", "foteviken-tablut", "brandubh", "copenhagen", "legacy-hnefatafl")


class Stepped:
    """Games with the buffers that they write into."""

    def __init__(self, variant: Variant | str, n: int, **options: Any) -> None:
        self.games = Games(variant, n, **options)
        self.rewards = array("f", [9] * n)
        self.ended = bytearray([9] * n)
        self.masks = bytearray([9] * (n * self.games.action_count))
        planes, ranks, files = self.games.planes_shape
        self.planes = bytearray([9] * (n * planes * ranks * files))

    def step(self, actions: list[int]) -> None:
        self.games.step(array("H", actions), self.rewards, self.ended)

    def random(self) -> None:
        self.games.step_random(self.rewards, self.ended)

    def playout(self, moves: int) -> int:
        return self.games.playout(moves, self.rewards, self.ended)

    def look(self) -> None:
        self.games.legal_action_masks(self.masks)
        self.games.observe(self.planes)

    def boards(self) -> list[Board]:
        return [self.games.board(i) for i in range(len(self.games))]

    def state(self) -> tuple[object, ...]:
        """All that can be seen."""
        self.look()
        moves = [tuple(board.move_stack) for board in self.boards()]
        return (moves, list(self.rewards), bytes(self.ended), bytes(self.masks), bytes(self.planes))


def result_of(board: Board) -> tuple[float, int]:
    """Reward and end as a board alone tells them."""
    outcome = board.outcome()
    if outcome is None:
        return 0.0, 0
    return {Side.ATTACKERS: 1.0, Side.DEFENDERS: -1.0, None: 0.0}[outcome.winner], 1


@pytest.mark.parametrize("auto_reset", [True, False])
@pytest.mark.parametrize("name", VARIANTS)
def test_games_agree_with_boards(name: str, auto_reset: bool, seed: int) -> None:
    rng = random.Random(f"{seed}/{name}")
    n, limit = 5, 70
    variant = Variant(name).replace({"end.repetition": rng.choice(("draw", "forbidden"))})
    stepped = Stepped(variant, n, auto_reset=auto_reset, max_plies=limit)
    boards = [Board(variant) for _ in range(n)]
    for _ in range(160):
        stepped.look()
        over = [board.is_game_over() or board.ply >= limit for board in boards]
        masks = [bytes(board.action_count) if done else board.action_mask()
                 for board, done in zip(boards, over, strict=True)]  # fmt: skip
        assert bytes(stepped.masks) == b"".join(masks)
        assert bytes(stepped.planes) == b"".join(bytes(board.planes()) for board in boards)
        actions = [0 if done else rng.choice(board.legal_actions())
                   for board, done in zip(boards, over, strict=True)]  # fmt: skip
        stepped.step(actions)
        for i, board in enumerate(boards):
            if over[i]:
                expected = (0.0, 1 if board.is_game_over() else 2)
            else:
                board.push_action(actions[i])
                expected = result_of(board)
                if expected[1] == 0 and board.ply >= limit:
                    expected = (0.0, 2)
                if expected[1] and auto_reset:
                    boards[i] = Board(variant)
            assert (stepped.rewards[i], stepped.ended[i]) == expected
        for i in range(n):
            assert own.snapshot(stepped.games.board(i)) == own.snapshot(boards[i])
    assert auto_reset or all(stepped.ended)


@pytest.mark.parametrize("name", ["linnaeus-tablut", "brandubh"])
def test_the_number_of_threads_changes_nothing(name: str) -> None:
    states: list[list[object]] = []
    for threads in (1, 2, 3, 8):
        stepped = Stepped(name, 300, threads=threads, seed=7, max_plies=60)
        states.append([])
        for _ in range(5):
            for _ in range(20):
                stepped.random()
            states[-1].append(stepped.state())
        states[-1].append(stepped.playout(30))
        states[-1].append(stepped.state())
    assert all(state == states[0] for state in states[1:])


def test_seeds_and_games_differ() -> None:
    def moves(seed: int) -> list[tuple[object, ...]]:
        stepped = Stepped("linnaeus-tablut", 20, seed=seed)
        stepped.playout(6)
        return [tuple(board.move_stack) for board in stepped.boards()]

    assert moves(1) == moves(1)
    assert len({*moves(1), *moves(2), *moves(2**64 - 1)}) == 60


def test_random_moves_are_legal_and_all_are_chosen() -> None:
    """Each legal move has the same chance: 80 moves, 8000 draws."""
    stepped = Stepped("linnaeus-tablut", 8000, seed=3)
    stepped.random()
    board = Board("linnaeus-tablut")
    drawn = [games_board.peek() for games_board in stepped.boards()]
    counts = [drawn.count(move) for move in board.legal_moves]
    assert sum(counts) == 8000
    assert 50 < min(counts) <= max(counts) < 160


def test_rare_moves_are_found() -> None:
    """One move on the whole board, and one that repetition leaves."""
    start = "/9/9/9/4t4/3tKT3/4t4/9/9/8T/"
    variant = Variant("linnaeus-tablut").replace({"board.start": start, "end.encirclement": False})
    stepped = Stepped(variant, 50, seed=2)
    for _ in range(30):
        stepped.random()
    for board in stepped.boards():
        assert replayed(board)


def replayed(board: Board) -> bool:
    """Plays a game again with validating moves."""
    again = Board(board.variant)
    for move in board.move_stack:
        again.push(move)
    return own.snapshot(again) == own.snapshot(board)


@pytest.mark.parametrize("name", VARIANTS)
def test_playouts(name: str, seed: int) -> None:
    values = {"end.repetition": "forbidden", "end.repetition_count": 2}
    for variant in (Variant(name), Variant(name).replace(values)):
        stepped = Stepped(variant, 20, seed=seed, auto_reset=False)
        made = stepped.playout(150)
        boards = stepped.boards()
        assert made == sum(board.ply for board in boards)
        for board, reward, ended in zip(boards, stepped.rewards, stepped.ended, strict=True):
            assert replayed(board)
            assert (reward, ended) == result_of(board)
            assert ended or board.ply == 150
        # The next one goes on where games have not ended.
        stepped.playout(10)
        for before, after in zip(boards, stepped.boards(), strict=True):
            assert after.move_stack[: before.ply] == before.move_stack
            assert after.ply == before.ply if before.is_game_over() else after.ply > before.ply


def test_playout_and_automatic_reset() -> None:
    stepped = Stepped("linnaeus-tablut", 30, seed=1, max_plies=40)
    stepped.playout(1000)
    assert set(stepped.ended) <= {1, 2}
    assert all(board.ply == 0 for board in stepped.boards())
    assert stepped.playout(0) == 0
    assert not any(stepped.ended)


def test_a_start_that_is_over() -> None:
    variant = Variant("linnaeus-tablut").replace({"board.start": "/4K4/9/9/9/t8/9/9/9/9/"})
    stepped = Stepped(variant, 3)
    stepped.look()
    assert not any(stepped.masks)
    stepped.step([0, 1, 2])
    assert list(stepped.ended) == [1, 1, 1]
    stepped.random()
    assert stepped.playout(50) == 0
    assert list(stepped.rewards) == [-1.0, -1.0, -1.0]


def test_reset() -> None:
    stepped = Stepped("brandubh", 6, seed=4)
    for _ in range(3):
        stepped.random()
    stepped.games.reset([0, 3, 3])
    assert [board.ply for board in stepped.boards()] == [0, 3, 3, 0, 3, 3]
    stepped.games.reset(i for i in range(2, 4))
    assert [board.ply for board in stepped.boards()] == [0, 3, 0, 0, 3, 3]
    fresh = Stepped("brandubh", 6)
    stepped.games.reset()
    for each in (stepped, fresh):
        each.look()
    assert (stepped.masks, stepped.planes) == (fresh.masks, fresh.planes)
    for indices, error in (
        ([6], TaflError), ([-1], TaflError), (["0"], TypeError), (5, TypeError),
        ([2**70], TaflError), ([True], TypeError), ([0] * 7, TaflError), ([1.0], TypeError),
    ):  # fmt: skip
        stepped.random()
        before = stepped.state()
        with pytest.raises(error):
            stepped.games.reset(indices)  # type: ignore[arg-type]
        assert stepped.state() == before


def test_boards_are_copies() -> None:
    games = Games("brandubh", 2)
    board = games.board(0)
    board.push(board.legal_moves[0])
    assert games.board(0).ply == 0
    for i in (2, -1, 2**70):
        with pytest.raises(TaflError, match="0 to 1"):
            games.board(i)


# Wrong actions.


def test_wrong_actions_step_nothing() -> None:
    n = 400  # several shares for the threads
    stepped = Stepped("linnaeus-tablut", n, threads=4, auto_reset=False)
    good = [board.legal_actions()[i % 80] for i, board in enumerate(stepped.boards())]
    before = stepped.state()
    for wrong, error in (
        (0, IllegalMoveError),
        (1296, InvalidMoveError),
        (65535, InvalidMoveError),
    ):
        for places in ([0], [n - 1], [17, 250], [333, 150, 399]):
            actions = list(good)
            for place in places:
                actions[place] = wrong
            with pytest.raises(error, match=f"game {min(places)}: ") as caught:
                stepped.step(actions)
            checked_message(caught.value)
            assert stepped.state() == before
    stepped.step(good)
    assert [board.ply for board in stepped.boards()] == [1] * n


@pytest.mark.parametrize("format", "bBhHiIlLqQ")
def test_actions_of_every_format(format: str) -> None:
    stepped = Stepped("brandubh", 2)
    action = stepped.games.board(0).legal_actions()[0]
    assert action < 128
    stepped.games.step(array(format, [action, action]), stepped.rewards, stepped.ended)
    assert [board.ply for board in stepped.boards()] == [1, 1]
    worst = {"b": [-1, -128], "h": [-1, 2**15 - 1], "i": [-1, 2**31 - 1], "l": [-1, 2**31 - 1],
             "q": [-1, -(2**63), 2**63 - 1], "B": [255], "H": [65535], "I": [2**32 - 1],
             "L": [2**32 - 1], "Q": [2**64 - 1, 2**63]}  # fmt: skip
    for value in worst[format]:
        with pytest.raises(TaflError, match="game 0"):
            stepped.games.step(array(format, [value, 0]), stepped.rewards, stepped.ended)


# Wrong buffers.


def test_hostile_buffers() -> None:
    n = 3
    stepped = Stepped("brandubh", n)
    games = stepped.games
    actions = array("H", [stepped.games.board(0).legal_actions()[0]] * n)
    rewards, ended = array("f", [0] * n), bytearray(n)
    before = stepped.state()
    memory = bytearray(64)
    wrong_types: list[Any] = [None, 5, "abc", [0.0] * n, object(), range(n)]
    wrong_rewards: list[Any] = [
        array("d", [0] * n), array("f", [0] * (n + 1)), array("f", [0] * (n - 1)), array("f"),
        bytes(4 * n), bytearray(4 * n), memoryview(array("f", [0] * n)).toreadonly(),
        memoryview(array("f", [0] * 2 * n))[::2], memoryview(array("f", [0] * n))[::-1],
        memoryview(memory)[1:13].cast("f"),
    ]  # fmt: skip
    wrong_ended: list[Any] = [
        bytes(n), bytearray(n - 1), bytearray(n + 1), array("H", [0] * n), array("f", [0] * n),
        memoryview(bytes(n)), memoryview(bytearray(2 * n))[::2], bytearray(),
        memoryview(bytearray(n)).cast("c"),
    ]  # fmt: skip
    wrong_actions: list[Any] = [
        array("f", [0] * n), array("d", [0] * n), array("H", [0] * 4), array("H"),
        memoryview(array("H", [0] * 2 * n))[::2], b"", memoryview(memory)[1:7].cast("H"),
    ]  # fmt: skip
    calls: list[tuple[Any, list[Any]]] = [
        (lambda it: games.step(actions, it, ended), wrong_rewards),
        (lambda it: games.step(actions, rewards, it), wrong_ended),
        (lambda it: games.step(it, rewards, ended), wrong_actions),
        (lambda it: games.step_random(it, ended), wrong_rewards),
        (lambda it: games.step_random(rewards, it), wrong_ended),
        (lambda it: games.playout(1, it, ended), wrong_rewards),
        (lambda it: games.playout(1, rewards, it), wrong_ended),
        (games.legal_action_masks, [bytes(len(stepped.masks)), bytearray(len(stepped.masks) - 1),
                                    array("H", [0] * len(stepped.masks)), bytearray()]),
        (games.observe, [bytes(len(stepped.planes)), bytearray(len(stepped.planes) + 1),
                         array("d", [0] * len(stepped.planes)), memoryview(b"")]),
    ]  # fmt: skip
    for call, values in calls:
        for value in values:
            with pytest.raises(TaflError) as caught:
                call(value)
            checked_message(caught.value)
            assert "expected" in str(caught.value)
        for value in wrong_types:
            with pytest.raises(TypeError):
                call(value)
    # Buffers that share memory.
    whole = memoryview(bytearray(4 * n))
    for shared in (whole[:n], whole[4 * n - n :], whole[n : 2 * n]):
        for call in (
            lambda it: games.step(actions, whole.cast("f"), it),
            lambda it: games.step_random(whole.cast("f"), it),
            lambda it: games.playout(1, whole.cast("f"), it),
            lambda it: games.step(it, whole.cast("f"), ended),
            lambda it: games.step(it, rewards, it),
        ):
            with pytest.raises(TaflError, match="share memory"):
                call(shared)
    assert not any(whole)
    assert stepped.state() == before
    # A refused buffer is let go, so that it can change again.
    ended.append(0)
    actions.append(0)


def test_buffers_of_any_shape() -> None:
    stepped = Stepped("brandubh", 4)
    shaped = memoryview(bytearray(len(stepped.masks))).cast("B", [4, stepped.games.action_count])
    stepped.games.legal_action_masks(shaped)
    numbers = array("f", [9] * len(stepped.planes))
    stepped.games.observe(numbers)
    stepped.look()
    assert shaped.tobytes() == bytes(stepped.masks)
    assert list(map(int, numbers)) == list(stepped.planes)
    booleans = memoryview(bytearray(len(stepped.masks))).cast("?")
    stepped.games.legal_action_masks(booleans)
    assert booleans.tolist()[0] is bool(stepped.masks[0])


def test_buffers_that_name_their_order_of_bytes() -> None:
    """As those of ctypes do."""
    stepped, other = Stepped("brandubh", 2), Stepped("brandubh", 2)
    action = stepped.games.board(0).legal_actions()[0]
    rewards, ended = (ctypes.c_float * 2)(), (ctypes.c_uint8 * 2)()
    assert memoryview(rewards).format in ("<f", ">f")
    stepped.games.step((ctypes.c_int32 * 2)(action, action), rewards, ended)
    other.step([action, action])
    assert stepped.state()[0] == other.state()[0]
    assert ([*rewards], [*ended]) == ([*other.rewards], [*other.ended])


@pytest.mark.skipif(sys.version_info < (3, 12), reason="here only C can make a buffer")
def test_a_buffer_that_fails() -> None:
    class Failing:
        def __buffer__(self, flags: int) -> memoryview:
            raise MemoryError("no room for that")

    failing: Any = Failing()
    with pytest.raises(MemoryError, match="no room for that"):
        Games("brandubh", 2).observe(failing)


def test_games_say_what_they_are() -> None:
    assert repr(Games("brandubh", 2)) == "<Games: 2 of brandubh>"


def test_numpy() -> None:
    if importlib.util.find_spec("numpy") is None:
        pytest.skip("NumPy is not installed")
    numpy: Any = importlib.import_module("numpy")
    games = Games("copenhagen", 8, seed=1)
    masks = numpy.zeros((8, games.action_count), dtype=bool)
    planes = numpy.zeros((8, *games.planes_shape), dtype=numpy.float32)
    rewards, ended = numpy.zeros(8, dtype=numpy.float32), numpy.zeros(8, dtype=numpy.uint8)
    for dtype in (numpy.int64, numpy.int32, numpy.uint16):
        games.legal_action_masks(masks)
        games.observe(planes)
        board = games.board(3)
        assert numpy.flatnonzero(masks[3]).tolist() == board.legal_actions()
        view = numpy.asarray(board.planes())
        assert not view.flags.owndata
        assert (view == planes[3]).all()
        games.step(masks.argmax(axis=1).astype(dtype), rewards, ended)
        assert board.push_action(masks[3].argmax()) == games.board(3).peek()
    rewards.flags.writeable = False
    with pytest.raises(TaflError, match="writable"):
        games.step_random(rewards, ended)
    with pytest.raises(TaflError, match="format"):
        games.step_random(numpy.zeros(8, dtype=">f4"), ended)


def test_every_bad_value_in_every_place() -> None:
    stepped = Stepped("brandubh", 3)  # no bad value is a buffer of three items
    before = stepped.state()
    actions = array("H", [stepped.games.board(0).legal_actions()[0]] * 3)
    calls: list[tuple[str, tuple[Any, ...]]] = [
        ("step", (actions, stepped.rewards, stepped.ended)),
        ("step_random", (stepped.rewards, stepped.ended)),
        ("playout", (1, stepped.rewards, stepped.ended)),
        ("legal_action_masks", (stepped.masks,)),
        ("observe", (stepped.planes,)),
        ("board", (0,)),
    ]
    refused = 0
    for name, good in calls:
        for place in range(len(good)):
            for bad in BAD:
                number = isinstance(bad, int) and not isinstance(bad, bool)
                if number and (name, place) in (("playout", 0), ("board", 0)):
                    continue
                with pytest.raises(ALLOWED) as caught:
                    getattr(stepped.games, name)(*good[:place], bad, *good[place + 1 :])
                if not isinstance(caught.value, HostileError):
                    checked_message(caught.value)
                refused += 1
    assert refused > 900
    for bad in BAD:  # some are iterables of nothing or of good numbers
        with contextlib.suppress(*ALLOWED):
            stepped.games.reset(bad)
    assert stepped.state() == before


# Making them, and threads.


def test_wrong_arguments() -> None:
    wrong: list[tuple[type[Exception], tuple[Any, ...], dict[str, Any]]] = [
        (UnknownVariantError, ("nonsense", 1), {}), (TypeError, (5, 1), {}),
        (TaflError, ("tablut", 0), {}), (TaflError, ("tablut", -1), {}),
        (TaflError, ("tablut", 100_001), {}), (TaflError, ("tablut", 2**80), {}),
        (TypeError, ("tablut", "1"), {}), (TypeError, ("tablut", 1.0), {}),
        (TypeError, ("tablut", True), {}), (TypeError, ("tablut",), {}),
        (TypeError, ("tablut", 1, 1), {}), (TaflError, ("tablut", 1), {"threads": 0}),
        (TaflError, ("tablut", 1), {"threads": 1025}),
        (TypeError, ("tablut", 1), {"threads": None}),
        (TaflError, ("tablut", 1), {"seed": -1}), (TaflError, ("tablut", 1), {"seed": 2**64}),
        (TypeError, ("tablut", 1), {"seed": "x"}), (TypeError, ("tablut", 1), {"auto_reset": 1}),
        (TaflError, ("tablut", 1), {"max_plies": 0}),
        (TypeError, ("tablut", 1), {"max_plies": 1.5}),
        (TypeError, ("tablut", 1), {"other": 1}),
    ]  # fmt: skip
    for error, arguments, options in wrong:
        with pytest.raises(error) as caught:
            Games(*arguments, **options)
        checked_message(caught.value)
    games: Any = Games("tablut", 1)
    for moves in (-1, 2**33, 2**70):
        with pytest.raises(TaflError, match="max_moves"):
            games.playout(moves, array("f", [0]), bytearray(1))
    for name in ("variant", "size", "action_count", "planes_shape", "extra"):
        with pytest.raises(AttributeError):
            setattr(games, name, 5)
    blank = Games.__new__(Games)
    for call in (len, repr, Games.reset, lambda it: it.board(0), lambda it: it.size):
        with pytest.raises(TypeError, match="__init__"):
            call(blank)


def test_one_call_at_a_time() -> None:
    games = Games("linnaeus-tablut", 20_000, threads=2)
    rewards, ended = array("f", bytes(80_000)), bytearray(20_000)
    refused: set[str] = set()
    started = threading.Event()

    def play() -> None:
        started.set()
        for _ in range(3):
            games.playout(60, rewards, ended)

    player = threading.Thread(target=play)
    player.start()
    started.wait()
    while player.is_alive():
        assert (games.size, len(games), games.variant.id) == (9, 20_000, "linnaeus-tablut")
        own_rewards, own_ended = array("f", bytes(80_000)), bytearray(20_000)
        for call in (
            lambda: games.board(0),
            games.reset,
            lambda: games.step_random(own_rewards, own_ended),  # noqa: B023
        ):
            try:
                call()
            except TaflError as error:
                refused.add(str(error))
    player.join()
    assert ["another thread" in message for message in refused] == [True]
    assert all(replayed(games.board(i)) for i in range(0, 20_000, 1000))


def test_ctrl_c_stops_a_playout() -> None:
    code = """
import _thread, sys, threading, time
from array import array
import tafl
variant = tafl.Variant("linnaeus-tablut").replace({"end.repetition": "none",
    "king.escape": "corner", "corners.exist": True, "end.encirclement": False})
games = tafl.Games(variant, 1000, threads=2, auto_reset=False)
rewards, ended = array("f", bytes(4000)), bytearray(1000)
sent = None
def interrupt():
    global sent
    time.sleep(0.3)
    sent = time.monotonic()
    _thread.interrupt_main()
threading.Thread(target=interrupt, daemon=True).start()
try:
    while True:
        games.playout(2**32 - 1, rewards, ended)
        games.reset()
except KeyboardInterrupt:
    print(time.monotonic() - sent)
games.step_random(rewards, ended)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < 2.0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_games_after_a_fork() -> None:
    code = """
import os
from array import array
import tafl
games = tafl.Games("tablut", 1000, threads=4, seed=1)
rewards, ended = array("f", bytes(4000)), bytearray(1000)
games.step_random(rewards, ended)
child = os.fork()
games.step_random(rewards, ended)
if child == 0:
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


def test_numbers_that_are_no_int_but_an_index() -> None:
    """Such as NumPy's."""

    class Number:
        def __init__(self, value: int) -> None:
            self.value = value

        def __index__(self) -> int:
            return self.value

    games = Games("brandubh", Number(3), seed=Number(1))
    games.reset([Number(2)])
    assert len(games) == 3
    assert games.board(Number(2)).ply == 0
    with pytest.raises(TypeError, match="expected game as int, found float"):
        games.board(1.0)  # type: ignore[arg-type]
    with pytest.raises(TaflError, match="9223372036854775807 or more"):
        games.step(array("Q", [2**63, 0, 0]), array("f", [0] * 3), bytearray(3))
