"""Moves as people write them.

One grammar reads the moves of all notations: an optional piece letter, two squares of either case
with or without a dash, the captured squares (``xe7/e9``, ``xe7xe9``, repeats allowed) and marks
(``+``, ``-``, ``++``, ``--``); ``play attacker a1 a5`` is the form of the hnefatafl.org protocol.
"""

from __future__ import annotations

import re

from tafl._core import Board, Move, Square
from tafl.enums import Side
from tafl.errors import InvalidMoveError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Pattern

_SQUARE = "[a-sA-S](?:1[0-9]|[1-9])"
_MOVE = (
    rf"(?P<piece>[tTK])?(?P<from>{_SQUARE})-?(?P<to>{_SQUARE})"
    rf"(?P<captures>(?:x[tTK]?{_SQUARE}(?:/[tTK]?{_SQUARE})*)*)(?P<marks>\+\+|--|\+|-)?"
)
_PLAY = rf"play (?P<side>attacker|defender) (?P<from>{_SQUARE}) (?P<to>{_SQUARE})"
_LONGEST = 2000
_patterns: dict[str, Pattern[str]] = {}


def _match(pattern: str, text: str) -> re.Match[str] | None:
    if pattern not in _patterns:
        _patterns[pattern] = re.compile(pattern)
    return _patterns[pattern].fullmatch(text)


def parse_move(self: Board, text: str) -> Move:
    """The legal move that a text stands for, in any notation.

    Captured squares may be stated and are then compared as a set with those that the rules give,
    the king left out; a piece letter must fit the piece. Marks may be there.

    Raises InvalidMoveError for a text that is no move or that states what is not so, and
    IllegalMoveError for a move that the rules forbid.

    >>> Board("linnaeus-tablut").parse_move("E8-C8")
    Move('e8', 'c8')
    """
    if not isinstance(text, str):
        raise TypeError(f"expected a move as str, found {type(text).__name__}")
    stripped = text.strip() if len(text) <= _LONGEST else ""
    match = _match(_MOVE, stripped) or _match(_PLAY, stripped)
    if match is None:
        shown = text if len(text) <= 60 else f"{text[:60]}..."
        raise InvalidMoveError(f"found {shown!r}, expected a move such as e5-e8 or e5-e8xe9/d8")
    groups = match.groupdict()
    move = Move(groups["from"], groups["to"])
    captured = self.captures(move)  # refuses an illegal move
    piece = self.piece_at(move.from_square)
    letter = groups.get("piece")
    if letter and piece is not None and letter != piece.letter:
        raise InvalidMoveError(
            f"{text}: found the piece letter {letter}, but on {move.from_square} stands "
            f"{piece.letter} ({piece.value})"
        )
    side = groups.get("side")
    if side and self.turn is not (Side.ATTACKERS if side == "attacker" else Side.DEFENDERS):
        raise InvalidMoveError(
            f"{text}: found a move of the {side}s, but the {self.turn.value} are to move"
        )
    if groups.get("captures"):
        _check_captures(self, text, groups["captures"], captured)
    return move


def _check_captures(board: Board, text: str, stated: str, captured: tuple[Square, ...]) -> None:
    king = board.king
    for letter, name in re.findall(rf"([tTK]?)({_SQUARE})", stated):
        piece = board.piece_at(name)
        if letter and (piece is None or piece.letter != letter):
            standing = "nothing" if piece is None else f"{piece.letter} ({piece.value})"
            raise InvalidMoveError(
                f"{text}: found the piece letter {letter}, but on {name} stands {standing}"
            )
    found = {Square(name.lstrip("tTK")) for name in re.split("[x/]", stated) if name} - {king}
    expected = set(captured) - {king}
    if found != expected:

        def names(squares: set[Square]) -> str:
            return "/".join(str(square) for square in sorted(squares)) or "nothing"

        raise InvalidMoveError(
            f"{text}: found captures of {names(found)}, but the move captures {names(expected)}"
        )


def push_str(self: Board, text: str) -> Move:
    """Makes the move that a text stands for and returns it; see parse_move.

    >>> board = Board("linnaeus-tablut")
    >>> board.push_str("e8-c8")
    Move('e8', 'c8')
    """
    return self.push_unchecked(self.parse_move(text))


Board.parse_move = parse_move  # type: ignore[method-assign]
Board.push_str = push_str  # type: ignore[method-assign]
