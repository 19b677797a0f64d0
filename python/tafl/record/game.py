"""A recorded game: where it starts, a tree of moves, and what is said about it."""

from __future__ import annotations

import re
from _thread import RLock
from enum import StrEnum

from tafl import _core
from tafl._core import Board, Move, MoveList, Position, Variant
from tafl._typed import NamedTuple
from tafl.enums import Outcome, Piece, Side
from tafl.errors import TaflError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any, ClassVar

    from tafl._core import Square
    from tafl.errors import RecordError

    # Of each node the number of the one before it, move, comment, clock, and whether it resigns.
    _Flat = list[tuple[int, Move | None, str, str, bool]]


# Threads may ask at once for a tree that is still to be built.
_building = RLock()
CLOCK = re.compile(r"\d+(?: \d+/\d+ \d+i| \d+/\d+| \d+i)")


class Result(StrEnum):
    """Who won, as a record states it; the members equal their words.

    >>> from tafl.record import Result
    >>> Result.DRAW == "draw", Result.ATTACKERS.winner, Result.DRAW.winner
    (True, <Side.ATTACKERS: 'attackers'>, None)
    """

    ATTACKERS = "attackers"
    """The attackers won."""
    DEFENDERS = "defenders"
    """The defenders won."""
    DRAW = "draw"
    """Nobody won."""

    @property
    def winner(self) -> Side | None:
        """The Side that won, None for a draw.

        >>> from tafl.record import Result
        >>> Result.DEFENDERS.winner
        <Side.DEFENDERS: 'defenders'>
        """
        return None if self is Result.DRAW else Side(self.value)

    @classmethod
    def of(cls, winner: Side | None) -> Result:
        """The result of a game that a Side has won, or that is drawn (None).

        >>> from tafl.record import Result
        >>> Result.of(Side.ATTACKERS), Result.of(None)
        (<Result.ATTACKERS: 'attackers'>, <Result.DRAW: 'draw'>)
        """
        return cls.DRAW if winner is None else cls(winner.value)


class Remark(NamedTuple):
    """Something odd in a record that is no error: a wrong ``+`` or ``-``, a capture stated twice.

    ``ply`` is the number of moves before it (None where that means nothing), ``line`` and
    ``column`` count from 1.

    >>> from tafl.record import read_game
    >>> [remark] = read_game("a4-d4 d5-d8 e2-b2 c5-c4xd4xd4", variant="linnaeus").remarks
    >>> remark.ply, remark.line, remark.column, remark.message
    (3, 1, 19, 'c5-c4xd4xd4: found a capture that is stated twice')
    """

    ply: int | None
    """The number of moves before it, None where that means nothing."""
    line: int
    """The line of the file, from 1."""
    column: int
    """The character in the line, from 1."""
    message: str
    """What is odd."""


class EarlyEnd(NamedTuple):
    """An end that the rules gave to a game after ``ply`` moves, and that the record played past.

    >>> from tafl.record import read_game
    >>> rules = Variant("linnaeus").replace({"end.encirclement": True})
    >>> ring = "[position:/4t4/9/9/3tTt3/2t1K1t2/3t1t3/4t4/9/9/ a]\\n\\n1. e1-e3 Ke5-d5"
    >>> [end] = read_game(ring, variant=rules, strict=False).early_ends
    >>> end.ply, end.outcome.termination.value
    (1, 'encircled')
    """

    ply: int
    """The number of moves up to the end."""
    outcome: Outcome
    """The end that the rules gave."""


class Annotation(NamedTuple):
    """What the rules say of a move: see Game.annotations.

    >>> from tafl.record import read_game
    >>> game = read_game("a4-d4 d5-d8 e2-b2 c5-c4", variant="linnaeus")
    >>> [*_, last] = game.annotations()
    >>> last.ply, last.move, last.captures, last.mark, last.announcement
    (4, Move('c5', 'c4'), (Square('d4'),), '', None)
    """

    ply: int
    """The number of moves up to this one."""
    move: Move
    """The move."""
    captures: tuple[Square, ...]
    """The captured squares, ascending."""
    mark: str
    """Its mark, or empty."""
    announcement: str | None
    """What is to be announced after it."""


class Node:
    """A place in the tree of a game: the move that led there, and the moves that go on from it.

    ``move`` is None at the root. ``variations`` are the nodes that follow, the main one first.
    ``clock`` is a clock reading before the comment, such as ``"3600 30/3 3i"``, or empty.
    ``resigned`` says that the side to move resigns here.

    >>> from tafl.record import Game
    >>> game = Game("linnaeus-tablut")
    >>> node = game.root.add(Move("e8", "c8"))
    >>> node.comment = "the usual beginning"
    >>> game.root.add(Move("e8", "d8")).ply, game.moves
    (1, <MoveList e8-c8>)

    What lies around a node, and a board that stands there:

    >>> reply = node.add(Move("e7", "d7"))
    >>> reply.clock = "3600 30/3 3i"
    >>> reply.parent is node, reply.move, reply.ply, reply.line()
    (True, Move('e7', 'd7'), 2, [Move('e8', 'c8'), Move('e7', 'd7')])
    >>> game.root.end() is reply, len(game.root.variations), reply.board().turn
    (True, 2, <Side.ATTACKERS: 'attackers'>)
    >>> reply.resigned = True
    >>> game.result
    <Result.DEFENDERS: 'defenders'>
    """

    __slots__ = {  # noqa: RUF023  (what is public comes first)
        "move": "The Move that led here, None at the root.",
        "parent": "The Node before it, None at the root.",
        "variations": "The nodes that go on from here, the main one first.",
        "resigned": "Whether the side to move resigns here.",
        "_clock": "",
        "_comment": "",
        "_game": "",
    }

    def __init__(self, move: Move | None = None, parent: Node | None = None) -> None:
        self.move: Move | None = move
        self.parent: Node | None = parent
        self.variations: list[Node] = []
        self.resigned: bool = False
        self._comment = ""
        self._clock = ""
        self._game: Game | None = None

    @property
    def comment(self) -> str:
        """The comment on the move; on the root, on the start. Line breaks are newlines."""
        return self._comment

    @comment.setter
    def comment(self, text: str) -> None:
        self._comment = plain_lines(_checked(text, "a comment"))

    @property
    def clock(self) -> str:
        """What the clock showed, such as ``"3600 30/3 3i"``: main time and overtime in seconds,
        overtimes left, increment; empty if the record does not say. Anything else: TaflError."""
        return self._clock

    @clock.setter
    def clock(self, text: str) -> None:
        if _checked(text, "a clock") and not CLOCK.fullmatch(text):
            raise TaflError(f"found the clock {text!r}, expected one such as '3600 30/3 3i'")
        self._clock = text

    def add(self, move: Move) -> Node:
        """Appends a move to the variations and returns its node.

        Whether it is legal shows when the game is replayed or written.
        """
        if not isinstance(move, Move):
            raise TypeError(f"expected a Move, found {type(move).__name__}")
        node = Node(move, self)
        self.variations.append(node)
        return node

    @property
    def ply(self) -> int:
        """How many moves lead here from the start of the game."""
        return sum(1 for _ in self._to_root()) - 1

    @property
    def root(self) -> Node:
        """The first node of the tree."""
        *_, root = self._to_root()
        return root

    def end(self) -> Node:
        """The last node of the main line from here."""
        node = self
        while node.variations:
            node = node.variations[0]
        return node

    def line(self) -> list[Move]:
        """The moves from the start of the game to here."""
        return [node.move for node in self._to_root() if node.move is not None][::-1]

    def board(self) -> Board:
        """A board with the moves that lead here; IllegalMoveError if one cannot be made."""
        game = self.root._game
        if game is None:
            raise TaflError("found a node without a game, expected one of a game's tree")
        board = game.board()
        for move in self.line():
            board.push_unchecked(move)
        return board

    def _to_root(self) -> Iterator[Node]:
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent

    def __repr__(self) -> str:
        return f"<Node {self.move or 'root'}, {len(self.variations)} variations>"


class Game:
    """A recorded game.

    ``tags`` are what the record says besides its moves, by name (``"event"``, ``"attackers"``,
    ...), all of them str. Where the record says it, ``result`` is the Result. ``errors`` are what
    is wrong with the record (RecordError), ``remarks`` what is odd, ``early_ends`` where the game
    ran on past an end by the rules. ``complete`` is False when a file ended inside the game.
    ``dialect`` and ``line`` say how and where the game was written.

    Games are equal when variant, start, tags, result and the trees with their comments are.

    >>> from tafl.record import Game
    >>> game = Game("linnaeus-tablut", tags={"attackers": "Hild"})
    >>> game.start.fen() == tafl.Variant("linnaeus-tablut").start_fen, game.result
    (True, None)

    A game that has been read:

    >>> from tafl.record import read_game
    >>> game = read_game("[variant:brandubh]\\n\\n1. d1-c1 d3-b3\\n2. d2-c2\\n\\n")
    >>> game.variant, game.moves, game.outcome, game.resigned
    (<Variant 'brandubh'>, <MoveList d1-c1 d3-b3 d2-c2>, None, None)
    >>> game.errors, game.remarks, game.early_ends, game.complete, game.dialect, game.line
    ([], [], [], True, 'otn', 1)
    >>> game.root.variations[0].move, game.end().ply, game.board(game.end()).turn
    (Move('d1', 'c1'), 3, <Side.DEFENDERS: 'defenders'>)
    >>> [board.fen() for node, board in game.replay()][-1] == game.end().board().fen()
    True
    >>> [node.ply for node in game.nodes()]
    [1, 2, 3]
    """

    def __init__(
        self,
        variant: str | Variant,
        *,
        start: Position | str | None = None,
        tags: Mapping[str, str] | None = None,
        result: Result | str | None = None,
    ) -> None:
        self._start: Position | None = (
            start if isinstance(start, Position) else Position(variant, start)
        )
        self.tags: dict[str, str] = {
            _checked(name, "the name of a tag"): plain_lines(_checked(value, "a tag"))
            for name, value in (tags or {}).items()
        }
        self._result = _result_of(result)
        self._begin()

    def _begin(self) -> None:
        self.errors: list[RecordError] = []
        self.remarks: list[Remark] = []
        self.early_ends: list[EarlyEnd] = []
        self.complete: bool = True
        self.dialect: str = ""
        self.line: int = 0
        self._moves: Sequence[Move] = ()
        self._resigned = False
        self._root: Node | None = None
        self._outcome: Outcome | None = None
        self._replayed = False

    @classmethod
    def _unreadable(cls, error: RecordError) -> Game:
        """What is left of a record of which not even the start can be made out."""
        game = cls.__new__(cls)
        game._start = None
        game._result = None
        game.tags = {}
        game._begin()
        game.errors = [error]
        game.complete = False
        return game

    @property
    def start(self) -> Position:
        """The Position in which the game begins. Where the record does not say what is played, or
        in words that cannot be understood, this raises the RecordError that says so."""
        if self._start is None:
            raise self.errors[0]
        return self._start

    @property
    def variant(self) -> Variant:
        """The Variant that is played; RecordError like start."""
        return self.start.variant

    @property
    def result(self) -> Result | None:
        """Who won, as the record states it by a result or by a resignation, None if it does not."""
        if self._result is None and (resigned := self.resigned) is not None:
            return Result.of(resigned.opponent)
        return self._result

    @result.setter
    def result(self, result: Result | str | None) -> None:
        self._result = _result_of(result)

    @property
    def moves(self) -> MoveList:
        """The moves of the main line. Asking for them builds no tree."""
        moves = self._moves  # before the question for the tree, which takes their place
        if self._root is None:
            return MoveList(moves)
        return MoveList(self._root.end().line())

    @property
    def root(self) -> Node:
        """The node before the first move. The tree is built when it is first asked for."""
        if self._root is None:
            with _building:
                if self._root is None:
                    self._root = self._tree()
                    self._moves = ()
        return self._root

    def _tree(self) -> Node:
        """The tree of a game that has none yet."""
        root = node = Node()
        root._game = self
        for move in self._moves:
            node = node.add(move)
        node.resigned = self._resigned
        return root

    def end(self) -> Node:
        """The last node of the main line."""
        return self.root.end()

    @property
    def resigned(self) -> Side | None:
        """The Side that resigns at the end of the main line, if the record says so."""
        resigned = self._resigned if self._root is None else self._root.end().resigned
        if not resigned:
            return None
        return self.start.turn if len(self.moves) % 2 == 0 else self.start.turn.opponent

    def board(self, node: Node | None = None) -> Board:
        """A board at the start of the game, or at a node of its tree.

        IllegalMoveError if a move cannot be made.
        """
        if node is None:
            return Board(self.variant, self.start.fen())
        if not isinstance(node, Node):
            raise TypeError(f"expected a Node, found {type(node).__name__}")
        if node.root._game is not self:
            raise TaflError("found a node of another game, expected one of this game's tree")
        return node.board()

    def replay(self) -> Iterator[tuple[Node, Board]]:
        """The nodes of the main line, each with the board after its move.

        It is one board that moves on: copy it to keep it.
        """
        board = self.board()
        node = self.root
        while node.variations:
            node = node.variations[0]
            board.push_unchecked(_move(node))
            yield node, board

    @property
    def outcome(self) -> Outcome | None:
        """What the rules say of the last position of the main line: an Outcome or None."""
        if self._root is None and (self._replayed or self._start is None):
            return self._outcome
        return self.end().board().outcome()

    def nodes(self) -> Iterator[Node]:
        """All nodes but the root, each before those that follow it, main lines first."""
        stack = [self.root]
        while stack:
            node = stack.pop()
            if node.move is not None:
                yield node
            stack.extend(reversed(node.variations))

    def annotations(self, style: str = "otn") -> Iterator[Annotation]:
        """What the rules say of each move of the main line: the squares it captures (ascending, a
        captured king too), its mark in OTN or (``style="walker"``) in Walker's notation, and what
        is to be announced after it (``"raicki"``, ``"tuicku"`` or None).

        >>> from tafl.record import Game
        >>> game = Game("brandubh", start="/7/7/7/2K4/7/7/3t3/ d")
        >>> _ = game.root.add(Move("c4", "c1"))
        >>> [(str(each.move), each.mark, each.announcement) for each in game.annotations()]
        [('c4-c1', '-', 'tuicku')]
        """
        if style not in ("otn", "walker"):
            raise TaflError(f"found the style {style!r}, expected otn or walker")
        board = self.board()
        for move in self.moves:
            board.push_unchecked(move)
            captures = _core._last_captures(board)
            mark = _core._mark(board, style)
            yield Annotation(board.ply, move, captures, mark, board.announcement())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (
            self._start == other._start
            and self.tags == other.tags
            and self.result == other.result
            and _same_tree(self, other)
        )

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        """The tree goes as a list, so that its depth does not matter."""
        state = {name: value for name, value in vars(self).items() if name != "_root"}
        return _rebuilt, (type(self), state, None if self._root is None else _flat(self._root))

    def __repr__(self) -> str:
        result = self.result.value if self.result else "no result"
        if self._start is None:
            return "<Game that cannot be read>"
        return f"<Game {self.variant.id}, {len(self.moves)} moves, {result}>"


def _result_of(result: Result | str | None) -> Result | None:
    if result is None:
        return None
    try:
        return Result(result)
    except ValueError:
        raise TaflError(
            f"found the result {result!r:.60}, expected attackers, defenders, draw or None"
        ) from None


def _move(node: Node) -> Move:
    if node.move is None:
        raise TaflError("found a node without a move, expected one: only the root has none")
    return node.move


def shows(record: str, board: Board) -> bool:
    """Whether a record shows the pieces of a board; some sites leave a captured king standing."""
    if board.fen().startswith(f"{record} "):
        return True
    try:
        pieces = Position(board.variant, record).piece_map()
    except TaflError:
        return False
    if board.king is None:
        pieces = {at: piece for at, piece in pieces.items() if piece is not Piece.KING}
    return pieces == board.piece_map()


def check_resignation(node: Node) -> None:
    """TaflError for a node at which a side resigns and goes on."""
    if node.resigned and node.variations:
        raise TaflError(f"found moves after a resignation at ply {node.ply}, expected none")


def _flat(root: Node) -> _Flat:
    """The nodes of a tree in order, each with the number of the one before it."""
    flat: _Flat = []
    stack = [(root, -1)]
    while stack:
        node, parent = stack.pop()
        flat.append((parent, node.move, node._comment, node._clock, node.resigned))
        number = len(flat) - 1
        stack.extend((child, number) for child in reversed(node.variations))
    return flat


def _rebuilt(kind: type[Game], state: dict[str, Any], flat: _Flat | None) -> Game:
    """A game from a pickle."""
    game = kind.__new__(kind)
    vars(game).update(state)
    nodes: list[Node] = []
    for parent, move, comment, clock, resigned in flat or ():
        node = Node(move, nodes[parent] if nodes else None)
        node._comment, node._clock, node.resigned = comment, clock, resigned
        if nodes:
            nodes[parent].variations.append(node)
        nodes.append(node)
    game._root = nodes[0] if nodes else None
    if nodes:
        nodes[0]._game = game
    return game


def _same_tree(one: Game, other: Game) -> bool:
    if one._root is None and other._root is None:
        return one._resigned == other._resigned and one.moves == other.moves
    stack = [(one.root, other.root)]
    while stack:
        a, b = stack.pop()
        if _content(a) != _content(b):
            return False
        stack.extend(zip(a.variations, b.variations, strict=True))
    return True


def _content(node: Node) -> tuple[object, ...]:
    return node.move, node.comment, node.clock, node.resigned, len(node.variations)


def _checked(text: str, what: str) -> str:
    if not isinstance(text, str):
        raise TypeError(f"expected {what} as str, found {type(text).__name__}")
    return text


def plain_lines(text: str) -> str:
    """A text whose line breaks are all newlines."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
