"""Actions, masks and planes, and the fast calls: against the moves of the board, and misused."""

from __future__ import annotations

import gc
import random
import threading
from typing import Any

import pytest

import strategies as own
from mutations import checked_message
from tafl import (
    Board,
    IllegalMoveError,
    InvalidMoveError,
    Move,
    MoveList,
    Piece,
    Position,
    Side,
    Square,
    Variant,
)

VARIANTS = ("linnaeus-tablut", "foteviken-tablut", "brandubh", "copenhagen", "fetlar")


def expected_action(move: Move, size: int) -> int:
    """The numbering as its description says it."""
    start, end = move.from_square, move.to_square
    reach = [
        square
        for square in own.all_squares(size)
        if square != start and (square.file == start.file or square.rank == start.rank)
    ]
    return (start.rank * size + start.file) * 2 * (size - 1) + sorted(reach).index(end)


@pytest.mark.parametrize("size", [5, 7, 9, 11, 19])
def test_every_action_is_one_move(size: int) -> None:
    board = next(Board(variant) for variant in (*own.BUILT_IN, small()) if variant.size == size)
    assert board.action_count == size * size * 2 * (size - 1)
    moves = [board.move_of(action) for action in range(board.action_count)]
    assert moves == sorted(set(moves))
    for action in random.Random(size).sample(range(board.action_count), 200):
        assert board.action_of(moves[action]) == action
        assert expected_action(moves[action], size) == action


def small() -> Variant:
    """A variant of the smallest board."""
    return own.random_variant(random.Random(5), 5)


@pytest.mark.parametrize("variant", VARIANTS)
def test_actions_agree_with_the_moves(variant: str, seed: int) -> None:
    rng = random.Random(f"{seed}/{variant}")
    for repetition in ("draw", "forbidden"):
        board = Board(Variant(variant).replace({"end.repetition": repetition}))
        for _ in range(80):
            check_actions(board)
            if board.is_game_over():
                break
            # Going back and forth makes repetitions, and so forbidden moves.
            stack = board.move_stack
            back = Move(stack[-2].to_square, stack[-2].from_square) if len(stack) > 1 else None
            if back is not None and rng.random() < 0.7 and board.is_legal(back):
                board.push(back)
            else:
                board.push_action(rng.choice(board.legal_actions()))
        check_actions(board)


def check_actions(board: Board) -> None:
    moves = list(board.legal_moves)
    actions = board.legal_actions()
    assert [board.move_of(action) for action in actions] == moves
    assert [board.action_of(move) for move in moves] == actions
    assert actions == sorted(actions)
    mask = board.action_mask()
    assert len(mask) == board.action_count
    assert [action for action, legal in enumerate(mask) if legal] == actions
    assert set(mask) <= {0, 1}
    for action, move in list(zip(actions, moves, strict=True))[::7]:
        before = own.snapshot(board)
        assert board.push_action(action) == move
        assert board.pop() is move
        assert own.snapshot(board) == before
    check_planes(board)


def check_planes(board: Board) -> None:
    planes = board.planes()
    size = board.size
    assert (planes.shape, planes.format) == ((5, size, size), "B")
    assert planes.readonly
    assert planes.c_contiguous
    kinds = (Piece.ATTACKER, Piece.DEFENDER, Piece.KING)
    for square in own.all_squares(size):
        values = [planes[plane, square.rank, square.file] for plane in range(5)]
        assert values[:3] == [int(board.piece_at(square) is kind) for kind in kinds]
        assert values[3] == int(board.turn is Side.DEFENDERS)
        assert values[4] == int(board.repetitions() > 1)


def test_moves_that_repetition_forbids_are_no_actions() -> None:
    values = {"end.repetition": "forbidden", "end.repetition_count": 2}
    board = Board(Variant("linnaeus-tablut").replace(values))
    for text in ("e8-c8", "e6-c6", "c8-e8"):
        board.push_str(text)
    back = board.action_of(Move("c6", "e6"))
    assert Move("c6", "e6") not in board.legal_moves
    assert back not in board.legal_actions()
    assert board.action_mask()[back] == 0
    with pytest.raises(IllegalMoveError):
        board.push_action(back)


def test_wrong_actions() -> None:
    board = Board("linnaeus-tablut")
    before = own.snapshot(board)
    for action in (-1, board.action_count, 2**63, 2**200, -(2**200)):
        for method in (board.push_action, board.move_of):
            with pytest.raises(InvalidMoveError, match="0 to 1295") as caught:
                method(action)
            checked_message(caught.value)
    illegal = set(range(board.action_count)) - set(board.legal_actions())
    for action in illegal:
        with pytest.raises(IllegalMoveError) as refused:
            board.push_action(action)
        with pytest.raises(IllegalMoveError) as also:
            board.push(board.move_of(action))
        assert str(refused.value) == str(also.value)
    values: list[Any] = [None, True, 1.0, "48", b"0", [48], Move("d1", "a1")]
    for value in values:
        with pytest.raises(TypeError, match="expected an action as int"):
            board.push_action(value)
    for move in (Move("a1", "b2"), Move("a1", "a1"), Move("a1", "s1"), Move("s19", "s18")):
        with pytest.raises(InvalidMoveError, match="common rank or file"):
            board.action_of(move)
    assert own.snapshot(board) == before


class Index:
    """An integer of another kind, as NumPy has them."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def test_an_action_may_be_any_integer() -> None:
    board = Board("linnaeus-tablut")
    assert board.push_action(Index(48)) == Move("d1", "a1")
    assert board.move_of(Index(48)) == Move("d1", "a1")


class Meddler:
    """An index that changes the board it is given to."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def __index__(self) -> int:
        while self.board.ply:
            self.board.pop()
        return self.board.legal_actions()[0]


def test_an_index_that_changes_the_board() -> None:
    board = Board("linnaeus-tablut")
    for _ in range(200):
        if board.is_game_over():
            break
        board.push(board.legal_moves[0])
    board.push_action(Meddler(board))
    assert board.ply == 1


# Arguments of the fast calls.

FAST_WITH_MOVE = ("is_legal", "captures", "push", "push_unchecked", "action_of")
FAST_WITHOUT = ("pop", "outcome", "is_game_over", "copy", "legal_actions", "action_mask", "planes")
FAST_VALUES = ("turn", "ply", "legal_moves", "action_count")


class SubBoard(Board):
    """A board with a place for attributes."""


class SubMove(Move):
    """A move of another class."""


class TwoBases(Board, Position):  # type: ignore[misc]
    """A layout of its own: two bound classes in one object."""

    def __init__(self) -> None:
        Board.__init__(self, "tablut")
        Position.__init__(self, "tablut")


@pytest.mark.parametrize("name", FAST_WITH_MOVE)
def test_the_move_may_be_named(name: str) -> None:
    board = Board("linnaeus-tablut")
    move = board.legal_moves[0]
    expected = getattr(board.copy(), name)(move)
    assert getattr(board.copy(), name)(move=move) == expected
    for arguments, named in (
        ((), {}),
        ((move, move), {}),
        ((move,), {"move": move}),
        ((), {"action": move}),
        ((), {"move": move, "other": 1}),
    ):
        with pytest.raises(TypeError, match=name):
            getattr(board, name)(*arguments, **named)
    assert board.ply == 0


@pytest.mark.parametrize("name", [*FAST_WITH_MOVE, *FAST_WITHOUT, "push_action", "move_of"])
def test_signatures(name: str) -> None:
    method = getattr(Board, name)
    if name in FAST_WITHOUT:
        assert method.__text_signature__ == "($self)"
    else:
        assert method.__text_signature__ in ("($self, move)", "($self, action)")
    assert "--" not in method.__doc__


def test_boards_that_are_not_made() -> None:
    move = Move("e8", "c8")
    for board in (Board.__new__(Board), SubBoard.__new__(SubBoard)):
        for name in FAST_WITH_MOVE:
            with pytest.raises(TypeError, match="__init__"):
                getattr(board, name)(move)
        for name in ("push_action", "move_of"):
            with pytest.raises(TypeError, match="__init__"):
                getattr(board, name)(48)
        for name in FAST_WITHOUT:
            with pytest.raises(TypeError, match="__init__"):
                getattr(board, name)()
        for name in FAST_VALUES:
            with pytest.raises(TypeError, match="__init__"):
                getattr(board, name)
    with pytest.raises(TypeError, match="__init__"):
        len(MoveList.__new__(MoveList))
    with pytest.raises(TypeError, match="__init__"):
        iter(MoveList.__new__(MoveList))
    blank = Move.__new__(Move)
    for name in FAST_WITH_MOVE:
        with pytest.raises(TypeError, match="__init__"):
            getattr(Board("tablut"), name)(blank)


def test_methods_taken_to_other_objects() -> None:
    others: list[Any] = [Position("tablut"), Move("a1", "a2"), None, 5, "Board", object(), Board]
    for other in others:
        for name in (*FAST_WITH_MOVE, "push_action", "move_of"):
            with pytest.raises(TypeError):
                getattr(Board, name)(other, Move("a1", "a2"))
        for name in FAST_WITHOUT:
            with pytest.raises(TypeError):
                getattr(Board, name)(other)
        for name in FAST_VALUES:
            with pytest.raises(TypeError):
                Board.__dict__[name].__get__(other)


def test_values_cannot_be_set() -> None:
    board: Any = Board("tablut")
    for name in FAST_VALUES:
        with pytest.raises(AttributeError):
            setattr(board, name, 5)
        with pytest.raises(AttributeError):
            delattr(board, name)
        with pytest.raises(TypeError):
            setattr(Board, name, 5)


@pytest.mark.parametrize("kind", [SubBoard, TwoBases])
def test_subclasses(kind: Any) -> None:
    board = kind("linnaeus-tablut") if kind is SubBoard else kind()
    plain = Board(board.variant)
    move = SubMove("e8", "c8") if plain.is_legal(Move("e8", "c8")) else board.legal_moves[0]
    assert board.push(move) is move
    plain.push(move)
    assert own.snapshot(board) == own.snapshot(plain)
    assert board.legal_actions() == plain.legal_actions()
    assert board.action_mask() == plain.action_mask()
    assert bytes(board.planes()) == bytes(plain.planes())
    assert board.copy() == plain
    assert type(board.copy()) is Board
    assert board.pop() == move
    assert type(board.legal_moves[0]) is Move


def test_moves_and_squares_are_shared() -> None:
    board = Board("linnaeus-tablut")
    first, second = board.legal_moves, board.copy().legal_moves
    assert all(a is b for a, b in zip(first, second, strict=True))
    assert first[0].from_square is first[1].from_square
    assert board.push(first[0]) is board.pop()
    # Those made by their classes are objects of their own, and equal.
    assert Move("d1", "a1") is not Move("d1", "a1")
    assert {Move("d1", "a1"), first[0]} == {first[0]}
    assert Square("a1") in {first[0].to_square}
    with pytest.raises(AttributeError):
        first[0].extra = 5  # type: ignore[attr-defined]


def test_outcomes_are_shared() -> None:
    values = {"end.repetition": "draw", "end.repetition_count": 2}
    board = Board(Variant("linnaeus-tablut").replace(values))
    for text in ("e8-c8", "e6-c6", "c8-e8", "c6-e6"):
        assert board.outcome() is None
        board.push_str(text)
    assert board.outcome() is board.copy().outcome()
    assert board.outcome() is not None
    assert (board.legal_actions(), any(board.action_mask())) == ([], False)
    with pytest.raises(IllegalMoveError, match="the game is over"):
        board.push_action(0)


def test_a_collector_that_meddles() -> None:
    """Finalisers run inside a call must not find a board half changed, nor the call be misled."""
    board = Board("linnaeus-tablut")

    class Cyclic:
        def __init__(self) -> None:
            self.itself = self

        def __del__(self) -> None:
            if board.ply:
                board.pop()
            else:
                board.push(board.legal_moves[-1])

    thresholds = gc.get_threshold()
    gc.set_threshold(1, 1, 1)
    try:
        for _ in range(200):
            Cyclic()
            actions = board.legal_actions()
            moves = list(board.legal_moves)
            board.planes(), board.action_mask()
            assert len(actions) > 40
            assert len(moves) > 40
    finally:
        gc.set_threshold(*thresholds)


def test_threads_share_what_is_made_once() -> None:
    found: list[list[Move]] = []
    start = threading.Barrier(4)

    def take() -> None:
        board = Board("copenhagen")
        start.wait()
        found.append(list(board.legal_moves))

    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for moves in found[1:]:
        assert all(a is b for a, b in zip(moves, found[0], strict=True))
