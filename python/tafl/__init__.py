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
    Games,
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
from tafl.notation import parse_move as _parse_move
from tafl.notation import push_str as _push_str
from tafl.otn import from_otn as _from_otn
from tafl.otn import to_otn as _to_otn
from tafl.svg import repr_svg as _repr_svg

Variant.from_otn = staticmethod(_from_otn)  # type: ignore[method-assign]
Variant.to_otn = _to_otn  # type: ignore[method-assign]
Board.parse_move = _parse_move  # type: ignore[method-assign]
Board.push_str = _push_str  # type: ignore[method-assign]
Board._repr_svg_ = _repr_svg  # type: ignore[method-assign]
Position._repr_svg_ = _repr_svg  # type: ignore[method-assign]
# The stubs of the standard library do not say that it is an abstract base class.
_Sequence.register(MoveList)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]


TYPE_CHECKING = False
if TYPE_CHECKING:
    from tafl import record as record
else:
    # Checkers must not see it, or they would believe that there is whatever one asks for.
    def __getattr__(name):
        """tafl.record is imported when it is first asked for, since few programs need it."""
        if name == "record":
            from importlib import import_module

            return import_module("tafl.record")
        raise AttributeError(f"module 'tafl' has no attribute {name!r}")


_seal([Board, Games, Move, MoveList, Position, Square, Variant])

__all__ = [
    "Board",
    "FenError",
    "Games",
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
