"""Perft tables: text files of positions with their counts, and their check.

A table has blocks, separated by blank lines::

    # anything after a hash is a comment
    id      a king in the open
    variant linnaeus-tablut
    fen     /t1T6/1T7/9/9/4K4/9/9/9/9/ a
    perft   1 9
    perft   2 427
    divide 2 a1-b1=45 a1-a2=47 a1-a3=48 a1-a4=48 a1-a5=47 a1-a6=48 a1-a7=48 a1-a8=48 a1-a9=48

``variant`` is what the command line takes: an id, an alias or the path of a variant file. ``fen``
may be left out: the start of the variant. ``perft DEPTH NODES`` is the number of sequences of DEPTH
legal moves, ``divide DEPTH MOVE=NODES ...`` (which may be left out) the same by the first move; it
makes the check name the first move whose count differs.
"""

from __future__ import annotations

import os

from tafl import catalogue
from tafl._core import Board, Move, divide, perft
from tafl._typed import NamedTuple
from tafl.errors import InvalidMoveError, RecordError, TaflError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = [
    "Block",
    "Result",
    "check",
    "first_difference",
    "parse_table",
    "read_table",
    "shipped_tables",
    "write_block",
]

TABLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data", "perft")
_MOST_DEPTH = 100
_LONGEST = 100_000  # characters of a line
_MOST_NODES = 2**64 - 1


class Block:
    """One position of a table: its id, variant and position string, and its counts by depth.

    >>> from tafl import verify
    >>> lines = ["id start", "variant brandubh", "perft 1 40", "divide 1 d1-c1=1"]
    >>> [block] = verify.parse_table(lines)
    >>> block.id, block.line, block.variant, block.fen, block.perft
    ('start', 1, 'brandubh', None, {1: 40})
    >>> block.divide, block.board().turn
    ({1: {Move('d1', 'c1'): 1}}, <Side.ATTACKERS: 'attackers'>)
    """

    def __init__(self, name: str, line: int) -> None:
        self.id = name
        self.line = line
        self.variant = ""
        self.fen: str | None = None
        self.places: dict[str, _Place] = {}
        self.perft: dict[int, int] = {}
        self.divide: dict[int, dict[Move, int]] = {}

    def board(self) -> Board:
        """The board of the position; the errors are those of Board."""
        return Board(catalogue.resolve(self.variant), self.fen)


class Result(NamedTuple):
    """A count that was made again.

    ``difference`` is a line about the first move whose count differs, None where all is well or
    the table does not say.

    >>> from tafl import verify
    >>> lines = ["id start", "variant brandubh", "perft 1 41", "divide 1 d1-c1=2"]
    >>> [block] = verify.parse_table(lines)
    >>> [result] = verify.check(block, limit=1000)
    >>> result.expected, result.found, result.difference
    (41, 40, 'd1-b1: not stated, found 1')
    """

    block: Block
    """The block that it belongs to."""
    depth: int
    """The number of moves."""
    expected: int
    """What the table states."""
    found: int
    """What was counted."""
    difference: str | None
    """The first move that differs, in words, or None."""

    @property
    def agrees(self) -> bool:
        """Whether both counts and, as far as they are given, their divisions are the same.

        >>> from tafl import verify
        >>> [block] = verify.parse_table(["id start", "variant brandubh", "perft 1 41"])
        >>> [(result.depth, result.agrees) for result in verify.check(block, 1000)]
        [(1, False)]
        """
        return self.expected == self.found and self.difference is None


def shipped_tables() -> list[str]:
    """The paths of the tables of this package.

    >>> from tafl import verify
    >>> len(verify.shipped_tables()) == len(variants())
    True
    """
    return [
        os.path.join(TABLES, name) for name in sorted(os.listdir(TABLES)) if name.endswith(".perft")
    ]


def read_table(path: str) -> list[Block]:
    """Reads a table; RecordError names file, line and column of what is wrong.

    >>> from tafl import verify
    >>> [block.id for block in verify.read_table(verify.shipped_tables()[0])][:2]
    ['start', 'middle 1']
    """
    try:
        with open(path, encoding="utf-8-sig") as file:
            return list(parse_table(iter(lambda: file.readline(_LONGEST + 1), ""), path))
    except (OSError, UnicodeError) as error:
        raise RecordError(f"{path}: cannot be read: {error}") from error


def parse_table(lines: Iterable[str], name: str = "table") -> Iterator[Block]:
    """The blocks of a table, line by line; RecordError as read_table, ``name`` being the file's.

    >>> from tafl import verify
    >>> [block] = verify.parse_table(["id start", "variant brandubh", "perft 1 40"])
    >>> block.perft
    {1: 40}
    """
    block: Block | None = None
    number = 0
    for number, line in enumerate(lines, 1):
        if len(line) > _LONGEST:
            raise RecordError(
                f"{name}, line {number}: found more than {_LONGEST} characters, expected fewer",
                number,
                1,
            )
        text = line.partition("#")[0].strip()
        if not text:
            if not line.strip() and block is not None:
                yield _finished(block, name)
                block = None
            continue
        key, _, value = text.partition(" ")
        place = _Place(name, number, line)
        if key == "id":
            if block is not None:
                yield _finished(block, name)
            block = Block(value.strip(), number)
        elif block is None:
            raise place.error(key, f"found {_short(key)}, expected a block to begin with id")
        else:
            _read_line(block, key, value.strip(), place)
    if block is not None:
        yield _finished(block, name)


class _Place:
    """Where in a table something stands."""

    def __init__(self, name: str, number: int, line: str) -> None:
        self.name = name
        self.number = number
        self.line = line

    def error(self, word: str, message: str) -> RecordError:
        column = self.line.find(word) + 1
        return RecordError(
            f"{self.name}, line {self.number}, column {column}: {message}", self.number, column
        )


def _short(text: str) -> str:
    return repr(text) if len(text) <= 60 else f"{text[:60]!r}..."


def _read_line(block: Block, key: str, value: str, place: _Place) -> None:
    words = value.split()
    if key in ("variant", "fen") and getattr(block, key):
        raise place.error(key, f"found a second {key}, expected one in a block")
    block.places.setdefault(key, place)
    if key == "variant":
        block.variant = value
    elif key == "fen":
        block.fen = value
    elif key == "perft" and len(words) == 2:
        depth = _number(words[0], _MOST_DEPTH, place)
        if depth in block.perft:
            raise place.error(words[0], f"found depth {depth} twice, expected it once")
        block.perft[depth] = _number(words[1], _MOST_NODES, place)
    elif key == "divide" and words:
        depth = _number(words[0], _MOST_DEPTH, place)
        if depth == 0 or depth in block.divide:
            raise place.error(words[0], f"found depth {depth}, expected one from 1 on, once")
        counts = block.divide.setdefault(depth, {})
        for word in words[1:]:
            move, equals, nodes = word.partition("=")
            if not equals:
                raise place.error(word, f"found {_short(word)}, expected MOVE=NODES")
            try:
                first = Move.parse(move)
            except InvalidMoveError as error:
                raise place.error(word, str(error)) from error
            if first in counts:
                raise place.error(word, f"found {move} twice, expected it once")
            counts[first] = _number(nodes, _MOST_NODES, place)
    else:
        raise place.error(
            key,
            f"found {_short(f'{key} {value}')}, expected id, variant, fen, perft DEPTH NODES or "
            "divide DEPTH MOVE=NODES ...",
        )


def _number(word: str, most: int, place: _Place) -> int:
    if word.isascii() and word.isdigit() and len(word) <= 20 and int(word) <= most:
        return int(word)
    raise place.error(word, f"found {_short(word)}, expected a number from 0 to {most}")


def _finished(block: Block, name: str) -> Block:
    for key in ("variant", "perft"):
        if not getattr(block, key):
            raise RecordError(
                f"{name}, line {block.line}: found no {key} in the block {_short(block.id)}, "
                f"expected one",
                block.line,
                1,
            )
    for depth in block.divide:
        if depth not in block.perft:
            raise block.places["divide"].error(
                "divide", f"found divide {depth} without perft {depth}, expected both"
            )
    for key, make in (("variant", lambda: catalogue.resolve(block.variant)), ("fen", block.board)):
        try:
            make()
        except TaflError as error:
            place = block.places.get(key, block.places["variant"])
            raise place.error(key, str(error)) from error
    return block


def check(block: Block, limit: int, threads: int = 1) -> Iterator[Result]:
    """Makes the counts of a block again, as far as they are of at most ``limit`` nodes.

    That is so by what the table states, and by the real count of the depth before: a stated number
    may be wrong. ``threads`` are those of perft.

    >>> from tafl import verify
    >>> [block] = verify.parse_table(["id start", "variant brandubh", "perft 2 999"])
    >>> [(result.expected, result.found) for result in verify.check(block, limit=1000)]
    [(999, 960)]
    """
    board = block.board()
    shallow = 0  # how deep the count is known to be within the limit
    for depth, expected in sorted(block.perft.items()):
        while shallow < depth - 1 and perft(board, shallow + 1, threads=threads) <= limit:
            shallow += 1
        if expected > limit or shallow < depth - 1:
            continue
        stated = block.divide.get(depth)
        if stated is None:
            found, difference = perft(board, depth, threads=threads), None
        else:
            counts = divide(board, depth, threads=threads)
            found, difference = sum(counts.values()), first_difference(stated, counts)
        yield Result(block, depth, expected, found, difference)


def first_difference(stated: dict[Move, int], counts: dict[Move, int]) -> str | None:
    """A line about the first move, in their order, that has not the same count in both.

    >>> from tafl import verify
    >>> verify.first_difference({Move("d1", "c1"): 23}, {Move("d1", "c1"): 24})
    'd1-c1: stated 23, found 24'
    """
    for move in sorted({*stated, *counts}):
        if move not in counts:
            return f"{move}: stated {stated[move]}, not a legal move"
        if move not in stated:
            return f"{move}: not stated, found {counts[move]}"
        if stated[move] != counts[move]:
            return f"{move}: stated {stated[move]}, found {counts[move]}"
    return None


def write_block(block: Block) -> str:
    """A block as a table has it, without its comments.

    >>> from tafl import verify
    >>> [block] = verify.parse_table(["id start", "variant brandubh", "perft 1 40"])
    >>> print(verify.write_block(block), end="")
    id start
    variant brandubh
    perft 1 40
    """
    lines = [f"id {block.id}", f"variant {block.variant}"]
    if block.fen is not None:
        lines.append(f"fen {block.fen}")
    for depth, nodes in sorted(block.perft.items()):
        lines.append(f"perft {depth} {nodes}")
    for depth, counts in sorted(block.divide.items()):
        lines.append(f"divide {depth} " + " ".join(f"{m}={n}" for m, n in sorted(counts.items())))
    return "\n".join(lines) + "\n"
