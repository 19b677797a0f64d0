"""Calls of the whole interface with right and wrong arguments; run as a script, see the end.

It runs in a process of its own, so that a crash of the interpreter fails one test and no more.
``hostile_calls.py SEED COUNT`` makes so many random sequences of calls, ``hostile_calls.py
systematic`` every call with every bad value in every place, and ``hostile_calls.py blank`` all that
can be done with objects whose __init__ has not run.
"""

from __future__ import annotations

import contextlib
import copy
import faulthandler
import functools
import math
import pickle
import random
import sys
from collections.abc import Callable
from typing import Any, NoReturn

import strategies as own
import tafl
from mutations import checked_message
from tafl import Board, Move, MoveList, Piece, Position, Side, Square, Symmetry, TaflError, Variant


class HostileError(Exception):
    """What the hostile objects raise; it must come through."""


def _raise(*_: object) -> NoReturn:
    raise HostileError("an object of the caller's raised this")


class Raising:
    """An object of which nothing may be asked."""

    __str__ = __repr__ = __hash__ = __len__ = __index__ = __int__ = __float__ = _raise
    __eq__ = __lt__ = __iter__ = __bool__ = __contains__ = __getitem__ = __fspath__ = _raise


class RaisingText(str):
    """A str whose methods cannot be relied on."""

    __slots__ = ()
    __str__ = __repr__ = __len__ = __iter__ = __getitem__ = __contains__ = _raise
    __hash__ = str.__hash__
    strip = endswith = split = encode = _raise  # type: ignore[assignment]


class RaisingInt(int):
    """An int whose methods cannot be relied on."""

    __str__ = __repr__ = __index__ = __int__ = __lt__ = __add__ = __bool__ = _raise
    __hash__ = int.__hash__


class RaisingList(list[Any]):
    """A list that cannot be read."""

    __len__ = __iter__ = __getitem__ = _raise


class ListOfItself(list[Any]):
    """A list without end downwards."""

    def __init__(self) -> None:
        super().__init__()
        self.append(self)


class NamelessType(type):
    """A type that does not tell its name."""

    @property
    def __name__(cls) -> str:  # type: ignore[override]
        raise HostileError("no name")


class Nameless(metaclass=NamelessType):
    """An object whose type cannot be named in a message."""


class SubBoard(Board):
    """A board that does something of its own."""

    def fen(self) -> str:
        return "nonsense"

    def __eq__(self, other: object) -> bool:
        raise HostileError("not to be compared")

    __hash__ = None


class SubVariant(Variant):
    """A variant that tells lies."""

    id = name = rules = start_fen = None  # type: ignore[assignment]


BLANK = [type_.__new__(type_) for type_ in (Board, Position, Variant, Square, Move, MoveList)]

BAD: list[Any] = [
    None, True, False, 0, 1, -1, 5, 19, 20, 2**31, 2**63, 2**64, -(2**63) - 1, 10**100,
    0.0, 1.5, math.nan, math.inf, 1j, b"", b"e5", bytearray(b"e5"), "", " ", "e5", "e0", "e05",
    "t19", "e8-c8", "e8c8", "xx", "\0", "e5\0", "\ud800", "e\u0661", "\uff455", "\u00e9" * 50,
    "a" * 10_000, "tablut", "/9/", [], (), {}, set(), [[]], [None], ["e5"], ("e5", "e6"),
    {"king.capture": "two"}, {"king.capture": None}, {5: 5}, {"\0": 1}, {Square("a1"): 1},
    object(), object, int, str, Board, Move, len, lambda *a: a, _raise, slice(None), slice(0, 9, 0),
    slice("a", None), Ellipsis, NotImplemented, range(3), iter([]), memoryview(b"e5"),
    Raising(), RaisingText("e5"), RaisingText("\ud800"), RaisingInt(3), RaisingList(["a1"]),
    ListOfItself(), Nameless(), *BLANK,
    *Side, *Piece, *tafl.Termination, Symmetry.IDENTITY, Symmetry.FLIP_DIAGONAL,
    tafl.Outcome(None, tafl.Termination.REPETITION), TaflError("x"),
    Square("a1"), Square("s19"), Move("a1", "a1"), Move("a1", "s19"), Move("e8", "c8"),
    Board("tablut"), Position("tablut"), Variant("tablut"), Board("tablut").legal_moves,
]  # fmt: skip


def words(text: str) -> list[str]:
    """The names in a text."""
    return text.split()


BOARD_CALLS = words(
    "fen piece_at piece_map pieces counts with_piece with_turn transform legal_moves_from is_legal "
    "parse_move captures push push_str push_unchecked pop peek outcome is_game_over repetitions "
    "announcement escape_moves is_encircled is_exit_fort is_draw_fort copy __copy__ __deepcopy__ "
    "__eq__ __init__ __setstate__ __reduce_ex__ __format__ __getattribute__ __setattr__ "
    "__delattr__ legal_actions push_action action_of move_of action_mask planes"
)
BOARD_VALUES = words(
    "variant size turn king position legal_moves move_stack ply action_count __class__ __doc__"
)
POSITION_CALLS = words(
    "fen piece_at piece_map pieces counts outcome legal_moves_from is_encircled __eq__ __hash__ "
    "__init__ __reduce__ __setattr__"
)
POSITION_VALUES = words("variant size turn king key legal_moves")
VARIANT_CALLS = words(
    "replace to_toml from_toml from_otn to_otn __eq__ __hash__ __init__ __reduce__ __setattr__"
)
VARIANT_VALUES = words("id name aliases rules start_fen size summary provenance sources options")
MOVE_CALLS = words("parse transform __eq__ __lt__ __ge__ __hash__ __init__ __reduce__ __setattr__")
LIST_CALLS = words("index count __getitem__ __contains__ __eq__ __len__ __iter__ __init__")
PROTOCOLS: list[Callable[[Any], object]] = [
    repr, str, hash, bool, len, list, copy.copy, copy.deepcopy, sorted, dir, iter,
    *(lambda it, protocol=protocol: pickle.dumps(it, protocol) for protocol in range(6)),
    reversed, next, format, abs, int, lambda it: it == it, lambda it: it != 5, lambda it: it < it,
    lambda it: it[0], lambda it: it + it, lambda it: vars(it), lambda it: it(), lambda it: [*it],
    lambda it: pickle.loads(pickle.dumps(it)), lambda it: {it: it}, lambda it: "e5" in it,
]  # fmt: skip
# A count must not run for ever, so depths are small, or too large to be taken.
DEPTHS: list[Any] = [0, 1, 2, -1, 101, 2**70, -(2**70), True, None, "2", 1.0, RaisingInt(1)]
THREADS: list[Any] = [1, 2, 3, 0, -1, 1025, 2**70, None, "1", 1.0]
MEGABYTES: list[Any] = [0, 1, -1, 2**40, 2**70, None, "0"]
PROGRESS: list[Any] = [None, _raise, lambda share: None, 5, "x", lambda: None, Raising()]
COUNTS = ("perft", "divide", "perft_stats")
MAKERS = ("Board", "Position", "Variant", "Square", "Move", "MoveList")

# What may be raised beside TaflError: TypeError for a wrong type, IndexError for a wrong index and
# for nothing to take back, AttributeError for attributes, and whatever objects of the caller raise.
ALLOWED = (TaflError, TypeError, IndexError, AttributeError, HostileError, pickle.PicklingError)


def may_be_value_error(name: str, arguments: tuple[Any, ...]) -> bool:
    """Where Python's own sequences raise ValueError, MoveList does."""
    if name == "index":
        return True
    return name == "__getitem__" and isinstance(arguments[:1][0], slice)


def fingerprint(board: Board) -> tuple[object, ...]:
    """What a call that fails must leave as it is."""
    return (
        Board.fen(board),
        board.ply,
        board.repetitions(),
        board.position.key,
        len(board.legal_moves),
        board.outcome(),
    )


class Caller:
    """Makes calls on a board and things taken from it, and judges what comes of them."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.made = 0
        self.refused = 0
        self.history: list[str] = []
        self.begin()

    def begin(self) -> None:
        """A new board."""
        rng = self.rng
        variant = rng.choice(own.BUILT_IN)
        if rng.random() < 0.2:
            variant = own.random_variant(rng, rng.choice(own.SMALL_SIZES))
        self.board = own.random_board(rng, variant, rng.choice((0, 3, 12)))
        if rng.random() < 0.05:
            self.board = SubBoard(variant)
        self.history = [f"Board({variant.id!r}, {Board.fen(self.board)!r})"]

    def good(self) -> Any:
        """A value that some call takes."""
        rng, board = self.rng, self.board
        kind = rng.randrange(9)
        moves = board.legal_moves
        if kind < 2 and moves:
            return rng.choice(moves)
        if kind == 8 and moves:
            return rng.choice(board.legal_actions())
        if kind == 2 and moves:
            return str(rng.choice(moves))
        if kind == 3:
            return rng.choice(own.all_squares(board.size))
        if kind == 4:
            return str(rng.choice(own.all_squares(board.size)))
        if kind == 5:
            return rng.choice([*Side, *Piece, *Symmetry])
        if kind == 6:
            return rng.choice([board, board.position, board.variant, moves])
        return Board.fen(board)

    def argument(self) -> Any:
        return self.good() if self.rng.random() < 0.6 else self.rng.choice(BAD)

    def step(self) -> None:
        """One random call."""
        rng = self.rng
        arguments = tuple(self.argument() for _ in range(rng.choice((0, 1, 1, 1, 2, 2, 3))))
        kind = rng.randrange(12)
        if kind < 5:
            self.call(self.board, rng.choice(BOARD_CALLS), arguments)
        elif kind == 5:
            self.take(self.board, rng.choice(BOARD_VALUES))
        elif kind == 6:
            self.call(self.board.position, rng.choice(POSITION_CALLS), arguments)
            self.take(self.board.position, rng.choice(POSITION_VALUES))
        elif kind == 7:
            self.call(self.board.variant, rng.choice(VARIANT_CALLS), arguments)
            self.take(self.board.variant, rng.choice(VARIANT_VALUES))
        elif kind == 8:
            moves = self.board.legal_moves
            self.call(moves, rng.choice(LIST_CALLS), arguments)
            if moves:
                self.call(rng.choice(moves), rng.choice(MOVE_CALLS), arguments)
                self.call(moves[0].to_square, rng.choice(MOVE_CALLS[1:]), arguments)
        elif kind == 9:
            self.call(tafl, rng.choice(MAKERS), arguments)
        elif kind == 10:
            self.count()
        else:
            values = [self.board, self.board.position, self.board.variant, self.board.legal_moves]
            values += [*self.board.legal_moves[:1], *self.board.pieces(Piece.ATTACKER)[:1], *BLANK]
            self.run("protocol", rng.choice(PROTOCOLS), (rng.choice(values),))

    def take(self, target: object, name: str) -> None:
        self.run(name, lambda: getattr(target, name), ())

    def call(self, target: object, name: str, arguments: tuple[Any, ...]) -> None:
        method = getattr(target, name, None)
        if method is not None:
            self.run(name, method, arguments)

    def count(self) -> None:
        rng = self.rng
        name = rng.choice(COUNTS)
        board = rng.choice([self.board, self.board.position, self.argument()])
        options = {
            "threads": rng.choice(THREADS),
            "hash_mb": rng.choice(MEGABYTES),
            "progress": rng.choice(PROGRESS),
        }
        chosen = {key: value for key, value in options.items() if rng.random() < 0.3}
        depth = rng.choice(DEPTHS)
        self.run(name, lambda: getattr(tafl, name)(board, depth, **chosen), ())

    def run(self, name: str, function: Callable[..., object], arguments: tuple[Any, ...]) -> None:
        """Makes a call and checks what it leaves behind."""
        self.history.append(f"{name}{described(arguments)}")
        board = self.board
        before = fingerprint(board)
        self.made += 1
        try:
            function(*arguments)
        except ALLOWED as error:
            self.refused += 1
            if not isinstance(error, (HostileError, AttributeError, IndexError)):
                checked_message(error)
        except OverflowError:
            if name != "__reduce_ex__":  # object's own, of a protocol beyond a C int
                raise
        except ValueError:
            if not may_be_value_error(name, arguments):
                raise
        else:
            if name in ("push", "push_str", "push_unchecked", "push_action"):
                after = fingerprint(board)
                made = board.pop()
                assert fingerprint(board) == before
                with contextlib.suppress(TaflError):
                    board.push_unchecked(arguments[0] if name.startswith("push_u") else made)
                    assert fingerprint(board) == after
                return
            if name == "pop":
                return
        assert fingerprint(board) == before


def described(arguments: tuple[Any, ...]) -> str:
    """The arguments of a call, for the report of a failure."""
    texts = []
    for argument in arguments:
        try:
            text = ascii(argument)
        except Exception:
            text = f"<{type.__getattribute__(type(argument), '__qualname__')}>"
        texts.append(text if len(text) < 100 else f"{text[:100]}...")
    return f"({', '.join(texts)})"


def random_sequences(seed: int, count: int) -> int:
    """Sequences of calls; a failure shows the seed of the sequence and its calls."""
    made = refused = 0
    for i in range(count):
        caller = Caller(random.Random(f"{seed}/{i}"))
        try:
            for _ in range(caller.rng.randint(5, 25)):
                caller.step()
        except BaseException:
            print(f"in sequence {i} of seed {seed}:", *caller.history, sep="\n  ")
            raise
        made += caller.made
        refused += caller.refused
    print(f"{count} sequences of {made} calls, {refused} refused")
    return 0


def systematic() -> int:
    """Every call with good arguments, of which each in turn is replaced by each bad value."""
    variant = Variant("linnaeus-tablut")
    board = Board(variant)
    board.push_str("e8-c8")
    move, square = board.legal_moves[3], Square("e5")
    moves = board.legal_moves
    size = board.size
    calls: list[tuple[object, str, tuple[Any, ...]]] = [
        (tafl, "Board", (variant, board.fen())), (tafl, "Position", (variant, board.fen())),
        (tafl, "Variant", ("tablut",)), (tafl, "Square", ("e5",)), (tafl, "Move", ("e5", square)),
        (tafl, "MoveList", ()), (tafl, "variants", ()),
        (Move, "parse", ("e5-e6",)), (Variant, "from_toml", (variant.to_toml(),)),
        (variant, "replace", ({"king.capture": "two"},)), (variant, "to_toml", ()),
        (move, "transform", (Symmetry.ROTATE_90, size)),
        (square, "transform", (Symmetry.ROTATE_90, size)),
        (moves, "index", (moves[1],)), (moves, "count", (moves[1],)), (moves, "__getitem__", (0,)),
        (moves, "__contains__", (move,)), (moves, "__iter__", ()), (moves, "__len__", ()),
        *((tafl, name, (board, 1)) for name in COUNTS),
    ]  # fmt: skip
    targets: tuple[object, ...] = (board, board.position)
    for target in targets:
        calls += [
            (target, "piece_at", (square,)), (target, "pieces", (Piece.KING,)),
            (target, "legal_moves_from", (square,)), (target, "with_piece", (square, None)),
            (target, "with_turn", (Side.ATTACKERS,)), (target, "transform", (Symmetry.ROTATE_90,)),
            (target, "is_legal", (move,)), (target, "captures", (move,)),
            (target, "push", (move,)), (target, "push_unchecked", (move,)),
            (target, "push_str", ("e3-d3",)), (target, "parse_move", ("e3-d3",)),
            (target, "push_action", (board.legal_actions()[3],)), (target, "move_of", (3,)),
            (target, "action_of", (move,)),
        ]  # fmt: skip
        calls += [
            (target, name, ())
            for name in BOARD_CALLS
            if (name.isalpha() and name not in ("pop", "push"))
            or name.startswith(("is_", "escape"))
        ]
    caller = Caller(random.Random(0))
    failures = []
    for target, name, good in calls:
        method: Any = getattr(target, name, None)
        if method is None:
            continue
        trials = [good[:i] for i in range(len(good))] + [(*good, bad) for bad in BAD]
        for i in range(len(good)):
            if name in COUNTS and i == 1:
                trials += [(good[0], depth) for depth in DEPTHS]
            else:
                trials += [(*good[:i], bad, *good[i + 1 :]) for bad in BAD]
        for trial in trials:
            caller.board = target if isinstance(target, Board) else board
            try:
                caller.run(name, method, trial)
            except BaseException as error:
                failures.append(f"{name}{described(trial)}: {type(error).__name__}: {error}")
            while caller.board.ply > 1:
                caller.board.pop()
    for name in COUNTS:
        for key, values in (("threads", THREADS), ("hash_mb", MEGABYTES), ("progress", PROGRESS)):
            for value in values:
                try:
                    caller.run(
                        name, lambda n=name, o={key: value}: getattr(tafl, n)(board, 2, **o), ()
                    )
                except BaseException as error:
                    text = described((value,))
                    failures.append(f"{name} {key}={text}: {type(error).__name__}: {error}")
    print(f"{caller.made} calls, {caller.refused} refused", *failures, sep="\n")
    return 1 if failures else 0


def blank_objects() -> int:
    """Every use of objects whose __init__ has not run."""
    board = Board("tablut")
    uses: list[Callable[[Any], object]] = [
        *PROTOCOLS, Board, Square, Position, Variant, board.push, board.is_legal, board.captures,
        board.piece_at, board.with_turn, board.legal_moves_from, board.push_unchecked,
        board.legal_moves.index, board.legal_moves.count, board.variant.replace,
        lambda it: it == board, lambda it: board == it, lambda it: board.variant == it,
        lambda it: board.position == it, lambda it: Move(it, "a1"), lambda it: Move("a1", it),
        lambda it: board.with_piece(it, None), lambda it: tafl.perft(it, 1),
        lambda it: tafl.divide(it, 1), lambda it: tafl.perft_stats(it, 1),
    ]  # fmt: skip
    for value in BLANK:
        every = list(uses)
        every += [functools.partial(_get_and_call, name) for name in dir(type(value))]
        for use in every:
            try:
                use(value)
            except (TypeError, TaflError) as error:
                checked_message(error)
            except AttributeError:
                if use not in PROTOCOLS:  # vars() finds no __dict__
                    raise
        if type(value) is not MoveList:  # which could be made from nothing, and now has been
            assert "__init__() has not been called" in _message_of(repr, value)
            assert "__init__" in _message_of(type(value).__init__, value)
    return 0


def _get_and_call(name: str, value: Any) -> object:
    result: object = getattr(value, name)()
    return result


def _message_of(function: Callable[[Any], object], value: Any) -> str:
    try:
        function(value)
    except TypeError as error:
        return str(error)
    raise AssertionError("no TypeError")


if __name__ == "__main__":
    faulthandler.enable()
    if sys.argv[1] in (modes := {"systematic": systematic, "blank": blank_objects}):
        sys.exit(modes[sys.argv[1]]())
    sys.exit(random_sequences(int(sys.argv[1]), int(sys.argv[2])))
