"""tafl: a rules engine for tafl games (Tablut, Hnefatafl and their family).

>>> import tafl
>>> board = tafl.Board("linnaeus-tablut")
>>> board.push_str("e8-c8")
Move('e8', 'c8')
>>> tafl.perft(board, 2)
4548
"""

from collections.abc import Sequence as _Sequence

from tafl._core import (
    Board,
    Move,
    MoveList,
    Position,
    Square,
    Variant,
    __version__,
    _seal,
    divide,
    perft,
)
from tafl.catalogue import Option, Provenance, variants
from tafl.counting import perft_stats
from tafl.enums import (
    IllegalReason,
    Outcome,
    PerftStats,
    Piece,
    Side,
    Symmetry,
    Termination,
)
from tafl.errors import (
    FenError,
    IllegalMoveError,
    InvalidMoveError,
    RecordError,
    RulesError,
    TaflError,
    UnknownVariantError,
)
from tafl.notation import parse_move as _parse_move  # noqa: F401  (it completes Board)

_Sequence.register(MoveList)
_seal([Board, Move, MoveList, Position, Square, Variant])

__all__ = [
    "Board",
    "FenError",
    "IllegalMoveError",
    "IllegalReason",
    "InvalidMoveError",
    "Move",
    "MoveList",
    "Option",
    "Outcome",
    "PerftStats",
    "Piece",
    "Position",
    "Provenance",
    "RecordError",
    "RulesError",
    "Side",
    "Square",
    "Symmetry",
    "TaflError",
    "Termination",
    "UnknownVariantError",
    "Variant",
    "__version__",
    "divide",
    "perft",
    "perft_stats",
    "variants",
]
