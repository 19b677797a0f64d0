"""Perft with details."""

from __future__ import annotations

from tafl import _core
from tafl._core import Board, Position
from tafl.enums import PerftStats

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def perft_stats(
    board: Board | Position, depth: int, *, progress: Callable[[float], object] | None = None
) -> PerftStats:
    """Counts the moves at the last ply of a perft in detail (rules, section 12).

    ``progress`` and the errors are those of perft. Every leaf is made, so it is slower.

    >>> perft_stats(Board("linnaeus-tablut"), 3).captures
    4640
    """
    return PerftStats(*_core._perft_stats(board, depth, progress))
