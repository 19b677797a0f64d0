"""How boards and variants come back from a pickle."""

from __future__ import annotations

from tafl._core import Board, Move, Variant
from tafl.errors import TaflError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def rebuild_variant(
    id: str, name: str, aliases: list[str], values: dict[str, Any], notes: str
) -> Variant:
    """A pickled variant: its values are read like those of a file."""
    return Variant._make(id, name, aliases, values, notes)


def rebuild_board(kind: type[Board], variant: Variant, fen: str, moves: str) -> Board:
    """A pickled board: its start, and its moves made again, so that repetitions count."""
    if not (isinstance(kind, type) and issubclass(kind, Board) and isinstance(moves, str)):
        raise TaflError("not the pickle of a Board")
    board = kind.__new__(kind)
    Board.__init__(board, variant, fen)
    for move in moves.split():
        board.push_unchecked(Move.parse(move))
    return board
