"""Moves and positions as people write them.

One grammar reads the moves of all notations: an optional piece letter, two squares of either case
with or without a dash, the captured squares (``xe7/e9``, ``xe7xe9``, repeats allowed) and marks
(``+``, ``-``, ``++``, ``--``). ``play attacker a1 a5`` is the form of the hnefatafl.org protocol,
``FINE: Turn: W Pawn from c5 to c6`` that of the logs of the Tablut Challenge.
"""

from __future__ import annotations

import re

from tafl import _core
from tafl._core import Board, Move, Position, Square, Variant
from tafl._typed import NamedTuple
from tafl.enums import Piece, Side
from tafl.errors import FenError, InvalidMoveError, TaflError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Match, Pattern

__all__ = ["DIALECTS", "MoveText", "read_move", "read_position", "write_move", "write_position"]

DIALECTS = ("otn", "walker", "nielsen", "htp", "pgn", "unibo", "json", "gtp")
"""The notations by name; gtp is htp with Go's letters, which leave out i."""
RESIGNATIONS = ("---", "resigned")

_PLAY = r"play\s+(?P<side>attacker|defender)\s+(?P<from>\w+)\s+(?P<to>\w+)"
_LOG = r"(?:FINE: )?Turn: (?P<side>W|B|null) Pawn from (?P<from>\w+) to (?P<to>\w+)"
_SIDES = {
    "attacker": Side.ATTACKERS,
    "B": Side.ATTACKERS,
    "defender": Side.DEFENDERS,
    "W": Side.DEFENDERS,
}
_STYLES = {"otn": "otn", "walker": "walker"}
_LONGEST = 2000
_LOG_LETTERS = {"O": " ", "T": " ", "B": "t", "W": "T", "K": "K"}
_patterns: dict[str, Pattern[str]] = {}


class MoveText(NamedTuple):
    """What a text states of a move, whether or not it is so.

    ``move`` is the Move (None for a resignation), ``piece`` the Piece whose letter stands before it
    or None, ``captures`` the captured squares as they are stated, repeats left out, ``captured``
    the Piece of each of them that has a letter. ``mark`` is ``""``, ``"+"``, ``"-"``, ``"++"`` or
    ``"--"``, ``side`` the Side that the text names or None, ``resigns`` whether it is a
    resignation.

    >>> from tafl.notation import read_move
    >>> stated = read_move("Ke5-e1xd1/f1-")
    >>> stated.move, stated.piece, stated.mark
    (Move('e5', 'e1'), <Piece.KING: 'king'>, '-')
    """

    move: Move | None
    """The two squares, None for a resignation."""
    piece: Piece | None
    """The piece whose letter stands before them."""
    captures: tuple[Square, ...]
    """The captured squares, as they are stated."""
    captured: dict[Square, Piece]
    """Those of them that have a letter."""
    mark: str
    """What stands behind: empty, +, -, ++ or --."""
    side: Side | None
    """The side that the text names."""
    resigns: bool
    """Whether it is a resignation."""


def read_move(text: str, dialect: str | None = None) -> MoveText:
    """Reads a move in any notation, or in the one that is named, without a board.

    Raises InvalidMoveError for a text that is none, also for pieces and moves of OpenTafl's that
    are not supported (commanders, knights, jumps).

    >>> from tafl.notation import read_move
    >>> read_move("Ke5-e1xd1/f1-").captures
    (Square('d1'), Square('f1'))
    >>> str(read_move("J9-K9", dialect="gtp").move)
    'i9-j9'
    """
    plain, side = _plain(text, dialect)
    if plain in RESIGNATIONS:
        return MoveText(None, None, (), {}, "", None, True)
    piece, move, stated, mark = _core._read_move(plain)
    captured = {square: piece for square, piece in stated if piece is not None}
    return MoveText(move, piece, tuple(dict(stated)), captured, mark, side, False)


def parse_move(self: Board, text: str, dialect: str | None = None) -> Move:
    """The legal move that a text stands for, in any notation.

    What the text states is compared with the rules: captured squares as a set, the king left out, a
    piece letter, the side, and a mark. In OTN ``+`` says that the king could be captured, ``-``
    that he has a way out, ``++`` that he is captured and ``--`` that he has escaped; in Walker's
    notation ``+`` says that the mover threatens to win, ``++`` that he has won and ``--`` that he
    has lost by his move. Unless ``dialect`` names a notation, either meaning is right.

    Raises InvalidMoveError for a text that is no move or that states what is not so, and
    IllegalMoveError for a move that the rules forbid.

    >>> Board("linnaeus-tablut").parse_move("E8-C8")
    Move('e8', 'c8')
    >>> Board("linnaeus-tablut").parse_move("e8-c8xc7")
    Traceback (most recent call last):
        ...
    tafl.errors.InvalidMoveError: e8-c8: found captures of c7, but the move captures nothing
    """
    plain, side = _plain(text, dialect)
    if plain in RESIGNATIONS:
        raise InvalidMoveError(f"found the resignation {plain}, expected a move such as e5-e8")
    move = _core._checked_move(self, plain, _STYLES.get(dialect or "", "any"))
    if side is not None and side is not self.turn:
        raise InvalidMoveError(
            f"{_shown(text)}: found a move of the {side.value}, but the {self.turn.value} are to "
            "move"
        )
    return move


def push_str(self: Board, text: str, dialect: str | None = None) -> Move:
    """Makes the move that a text stands for and returns it; see parse_move.

    >>> board = Board("linnaeus-tablut")
    >>> board.push_str("e8-c8")
    Move('e8', 'c8')
    """
    return self.push_unchecked(self.parse_move(text, dialect))


def write_move(board: Board, move: Move, dialect: str = "otn") -> str:
    """A legal move of a board with what a notation says of it: captures, marks, the king.

    Raises IllegalMoveError as Board.push does, and TaflError for a notation that is not written.

    >>> from tafl.notation import write_move
    >>> board = Board("brandubh", "/7/7/7/2K4/7/7/3t3/ d")
    >>> [write_move(board, Move("c4", "c1"), each) for each in ("otn", "walker", "pgn")]
    ['Kc4-c1-', 'C4-C1+', 'c4c1']
    """
    if dialect not in _WRITERS:
        raise TaflError(
            f"found the notation {_shown(dialect)}, expected one that is written: "
            f"{', '.join(_WRITERS)}"
        )
    turn, king = board.turn, board.king
    captures = [str(square) for square in board.captures(move) if square != king]
    board.push_unchecked(move)
    try:
        mark = _core._mark(board, dialect) if dialect in _STYLES else ""
    finally:
        board.pop()
    return _WRITERS[dialect](str(move), captures, mark, turn, move.from_square == king)


def read_position(variant: str | Variant, text: str, dialect: str = "otn") -> Position:
    """A position of a variant: a full position string (``"otn"``), or the rows of a log of the
    Tablut Challenge (``"unibo"``): ``OOOBBBOOO``, ... , ``-``, ``W``.

    Raises FenError.

    >>> from tafl.notation import read_position
    >>> read_position("brandubh", "/7/7/7/2K4/7/7/7/ d").king
    Square('c4')
    """
    if dialect == "otn":
        return Position(variant, text)
    if dialect != "unibo":
        raise TaflError(f"found the notation {_shown(dialect)}, expected otn or unibo")
    rows, _, turn = text.strip().partition("\n-\n")
    if turn not in ("W", "B"):
        raise FenError(f"found the turn {turn[:40]!r}, expected - and W or B after the rows")
    return Position(variant, f"{log_record(rows.split())} {'d' if turn == 'W' else 'a'}")


def write_position(position: Position | Board, dialect: str = "otn") -> str:
    """A position as read_position reads it.

    >>> from tafl.notation import write_position
    >>> write_position(Position("brandubh", "/7/7/7/2K4/7/7/7/ d"), "unibo").splitlines()[3:]
    ['OOKTOOO', 'OOOOOOO', 'OOOOOOO', 'OOOOOOO', '-', 'W']
    """
    if dialect == "otn":
        return position.fen()
    if dialect != "unibo":
        raise TaflError(f"found the notation {_shown(dialect)}, expected otn or unibo")
    letters = {Piece.ATTACKER: "B", Piece.DEFENDER: "W", Piece.KING: "K"}
    rows = [["O"] * position.size for _ in range(position.size)]
    if position.variant.rules["throne.exists"]:
        rows[position.size // 2][position.size // 2] = "T"
    for square, piece in position.piece_map().items():
        rows[square.rank][square.file] = letters[piece]
    turn = "W" if position.turn is Side.DEFENDERS else "B"
    return "\n".join([*("".join(row) for row in rows), "-", turn])


def log_record(rows: list[str]) -> str:
    """The position record of the rows of a log, whose first is rank 1; FenError."""
    record = "/"
    for number, row in enumerate(rows, 1):
        for letter in row:
            if letter not in _LOG_LETTERS:
                raise FenError(f"row {number}: found {letter!r}, expected one of O, B, W, K and T")
        pieces = "".join(_LOG_LETTERS[letter] for letter in row)
        record += re.sub(" +", lambda blanks: str(len(blanks.group())), pieces) + "/"
    return record


def go_letters(text: str) -> str:
    """A text whose square letters are Go's, which leave out i, with ours."""

    def shifted(match: Match[str]) -> str:
        letter = match.group()
        return chr(ord(letter) - 1) if letter.lower() > "i" else letter

    if re.search(r"[iI]\d", text):
        raise InvalidMoveError(f"{text[:60]}: found the letter i, which this notation leaves out")
    return re.sub(r"[a-tA-T](?=\d)", shifted, text)


def _shown(value: object) -> str:
    """A value for a message, not longer than a line."""
    shown = ascii(value)
    return shown if len(shown) <= 60 else f"{shown[:60]}..."


def _plain(text: str, dialect: str | None) -> tuple[str, Side | None]:
    """A move in the common grammar, and the side that the text names."""
    if not isinstance(text, str):
        raise TypeError(f"expected a move as str, found {type(text).__name__}")
    if dialect is not None and dialect not in DIALECTS:
        raise TaflError(
            f"found the notation {_shown(dialect)}, expected one of {', '.join(DIALECTS)}"
        )
    plain = text.strip() if len(text) <= _LONGEST else text
    if dialect == "gtp":
        plain = go_letters(plain)
    for form in (_PLAY, _LOG):
        if plain[:1] in "pFT" and (match := _match(form, plain)):
            return f"{match['from']}-{match['to']}", _SIDES.get(match["side"])
    return plain, None


def _match(pattern: str, text: str) -> Match[str] | None:
    if pattern not in _patterns:
        _patterns[pattern] = re.compile(pattern)
    return _patterns[pattern].fullmatch(text)


def _otn(move: str, captures: list[str], mark: str, turn: Side, king: bool) -> str:
    return f"{'K' if king else ''}{move}{'x' if captures else ''}{'/'.join(captures)}{mark}"


def _walker(move: str, captures: list[str], mark: str, turn: Side, king: bool) -> str:
    return _otn(move.upper(), [each.upper() for each in captures], mark, turn, False)


def _nielsen(move: str, captures: list[str], mark: str, turn: Side, king: bool) -> str:
    return f"{move}{''.join(f'x{each}' for each in captures)}"


def _htp(move: str, captures: list[str], mark: str, turn: Side, king: bool) -> str:
    return f"play {turn.value.rstrip('s')} {move.replace('-', ' ')}"


def _pgn(move: str, captures: list[str], mark: str, turn: Side, king: bool) -> str:
    return move.replace("-", "")


_WRITERS = {"otn": _otn, "walker": _walker, "nielsen": _nielsen, "htp": _htp, "pgn": _pgn}
