"""The errors that bad input raises. All of them are ValueErrors."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tafl.enums import IllegalReason


class TaflError(ValueError):
    """The base of all errors of this package."""


class UnknownVariantError(TaflError):
    """No built-in variant has this id or alias; the message suggests near ones."""


class RulesError(TaflError):
    """A rule value that is none, or values that contradict each other.

    ``key`` is the key in question, such as ``"king.capture"``; it is empty where the file as a
    whole cannot be read.
    """

    def __init__(self, message: str, key: str = "") -> None:
        super().__init__(message)
        self.key = key


class FenError(TaflError):
    """A position string that cannot be read.

    ``position`` is the place in the string, counted from 0.
    """

    def __init__(self, message: str, position: int = 0) -> None:
        super().__init__(message)
        self.position = position


class InvalidMoveError(TaflError):
    """A text or a square that cannot be part of a move on this board."""


class IllegalMoveError(TaflError):
    """A move that the rules forbid; ``reason`` is the IllegalReason."""

    def __init__(self, message: str, reason: IllegalReason | None = None) -> None:
        super().__init__(message)
        self.reason = reason


class RecordError(TaflError):
    """A file or a game record that cannot be read, or that states what is not so.

    ``line`` and ``column`` count from 1, 0 where unknown. In a game, ``ply`` is the number of moves
    before the one in question (None where that means nothing), and ``reason`` the IllegalReason of
    an illegal move (else None).
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
