"""The errors that bad input raises. All of them are ValueErrors."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tafl.enums import IllegalReason


class TaflError(ValueError):
    """The base of all errors of this package.

    >>> try:
    ...     Board("brandubh").push_str("hello")
    ... except TaflError as error:
    ...     print(error)
    found "hello" with the piece letter h, which is none ...
    """


class UnknownVariantError(TaflError):
    """No built-in variant has this id or alias; the message suggests near ones.

    >>> Variant("brandubb")
    Traceback (most recent call last):
        ...
    tafl.errors.UnknownVariantError: unknown variant 'brandubb': did you mean ...
    """


class RulesError(TaflError):
    """A rule value that is none, or values that contradict each other.

    ``key`` is the key in question, such as ``"king.capture"``; it is empty where the file as a
    whole cannot be read.

    >>> try:
    ...     Variant("brandubh").replace({"king.capture": "three"})
    ... except RulesError as error:
    ...     error.key
    'king.capture'
    """

    def __init__(self, message: str, key: str = "") -> None:
        super().__init__(message)
        self.key = key


class FenError(TaflError):
    """A position string that cannot be read.

    ``position`` is the place in the string, counted from 0.

    >>> try:
    ...     Board("brandubh", "/3q3/")
    ... except FenError as error:
    ...     error.position
    2
    """

    def __init__(self, message: str, position: int = 0) -> None:
        super().__init__(message)
        self.position = position


class InvalidMoveError(TaflError):
    """A text or a square that cannot be part of a move on this board.

    >>> Board("brandubh").piece_at("h8")
    Traceback (most recent call last):
        ...
    tafl.errors.InvalidMoveError: found h8, expected a square from a1 to g7
    """


class IllegalMoveError(TaflError):
    """A move that the rules forbid; ``reason`` is the IllegalReason.

    >>> Board("brandubh").push_str("d1-d5")
    Traceback (most recent call last):
        ...
    tafl.errors.IllegalMoveError: d1-d5 is illegal: blocked by the attacker on d2
    """

    def __init__(self, message: str, reason: IllegalReason | None = None) -> None:
        super().__init__(message)
        self.reason = reason


class RecordError(TaflError):
    """A file or a game record that cannot be read, or that states what is not so.

    ``line`` and ``column`` count from 1, 0 where unknown. In a game, ``ply`` is the number of moves
    before the one in question (None where that means nothing), and ``reason`` the IllegalReason of
    an illegal move (else None).

    >>> from tafl.record import read_game
    >>> try:
    ...     read_game("1. d1-c1 d3-d6", variant="brandubh")
    ... except RecordError as error:
    ...     error.line, error.column, error.ply, error.reason
    (1, 10, 1, <IllegalReason.BLOCKED: 'blocked'>)
    """

    def __init__(
        self,
        message: str,
        line: int = 0,
        column: int = 0,
        ply: int | None = None,
        reason: IllegalReason | None = None,
    ) -> None:
        super().__init__(message)
        self.line = line
        self.column = column
        self.ply = ply
        self.reason = reason
