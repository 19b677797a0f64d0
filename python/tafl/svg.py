"""Boards as pictures (SVG).

The pictures have no ids, scripts, styles or references, so that any number of them can stand on one
page. Nothing is told by hue alone: attackers are dark discs, defenders light shields with a boss,
the king wears a crown; the throne has a diagonal cross, corner squares have a square within the
square, camp squares are hatched.
"""

from __future__ import annotations

import math
import re

from tafl._core import Board, Move, Position, Square
from tafl.enums import Piece
from tafl.errors import TaflError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Pair = Move | str | tuple[str | Square, str | Square]

__all__ = ["COLOURS", "board"]

_CELL = 40
_MARGIN = 24

COLOURS = {
    "background": "#f6f0e2",
    "text": "#4a3d24",
    "square": "#fdfaf2",
    "line": "#8a7a58",
    "throne": "#e3cf9f",
    "corner": "#c9d7c3",
    "camp": "#e3e3e6",
    "throne_mark": "#97804c",
    "corner_mark": "#5f7a58",
    "camp_mark": "#a9a9b4",
    "attacker": "#23211f",
    "attacker_line": "#000000",
    "defender": "#ffffff",
    "defender_line": "#2b2b2b",
    "king": "#f7d774",
    "king_line": "#1a1a1a",
    "last_move": "#f3e08c",
    "last_move_line": "#9a7400",
    "mark": "#b3261e",
    "arrow": "#1d5fa8",
    "arrow_line": "#ffffff",
}
"""The parts of a picture that can be coloured, with the colours that they have."""

_COLOUR = (
    r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|[a-zA-Z]{1,30}"
    r"|(?:rgb|hsl)a?\([0-9., %/]{1,40}\)"
)


def board(
    position: Board | Position,
    *,
    last_move: Pair | None = None,
    arrows: Iterable[Pair] = (),
    marks: Iterable[str | Square] = (),
    size: int | None = None,
    flipped: bool = False,
    coordinates: bool = True,
    colours: Mapping[str, str] | None = None,
) -> str:
    """A position as the text of an SVG picture.

    The squares of ``last_move`` are framed, the first with a broken line; ``arrows`` are drawn from
    square to square (a Move, a text such as "e8-c8" or a pair of squares; any direction), and
    ``marks`` get brackets in their corners. ``size`` is the width and height in pixels (40 a square
    and the margins unless given), ``flipped`` turns the board by half, so that rank 1 is at the
    top, and ``coordinates`` says whether there is a margin with letters and numbers. ``colours``
    maps names of COLOURS to CSS colours: #rgb, #rrggbb (also with alpha), a word, rgb() or hsl().

    Raises TaflError for a part or colour that is none, a size that is not from 1 to 100000, an
    arrow from a square to itself, and a square that is not on the board (InvalidMoveError).

    >>> from tafl import Board, svg
    >>> start = Board("tablut")
    >>> picture = svg.board(start, arrows=["e4-c4"], marks=["c4"], size=300)
    >>> picture.startswith("<svg"), 'width="300"' in picture
    (True, True)
    >>> svg.board(start, colours={"king": "url(x)"})
    Traceback (most recent call last):
        ...
    tafl.errors.TaflError: colours: king: found 'url(x)', expected a CSS colour: ...
    """
    if not isinstance(position, (Board, Position)):
        raise TypeError(f"expected a Board or a Position, found {type(position).__name__}")
    if size is not None and (not isinstance(size, int) or isinstance(size, bool)):
        raise TypeError(f"size: expected a number of pixels or None, found {type(size).__name__}")
    if size is not None and not 1 <= size <= 100_000:
        raise TaflError(f"size: found {size}, expected 1 to 100000 pixels")
    paint = _paint(colours or {})
    last = None if last_move is None else _pair(position, last_move)
    pairs = [_pair(position, arrow) for arrow in arrows]
    marked = [_square(position, mark) for mark in marks]
    canvas = _Canvas(position.size, flipped, _MARGIN if coordinates else 2)
    side = canvas.side
    shown = side if size is None else size
    label, pieces = _label(position, last)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" '
        f'width="{shown}" height="{shown}" role="img" '
        f'aria-label="{_escaped(f"{label}. {pieces}")}">',
        f"<title>{_escaped(label)}</title>",
        f"<desc>{_escaped(position.fen())}</desc>",
        f'<rect width="{side}" height="{side}" fill="{paint["background"]}"/>',
        *_floor(position, canvas, paint, last),
        *_pieces(position, canvas, paint),
    ]
    if marked:
        parts.append(_path(map(canvas.brackets, marked), "none", paint["mark"], 4))
    for pair in pairs:
        parts.append(_path([canvas.arrow(*pair)], paint["arrow"], paint["arrow_line"], 1.5))
    if coordinates:
        parts += _coordinates(canvas, paint)
    return "\n".join([*parts, "</svg>", ""])


def repr_svg(self: Board | Position) -> str:
    """The picture that a notebook shows: of a Board with its last move marked.

    >>> from tafl import Board, svg
    >>> start = Board("tablut")
    >>> svg.repr_svg(start) == svg.board(start)
    True
    >>> move = start.push_str("e4-c4")
    >>> svg.repr_svg(start) == svg.board(start, last_move=move)
    True
    """
    last = self.peek() if isinstance(self, Board) and self.ply else None
    return board(self, last_move=last)


def _paint(colours: Mapping[str, str]) -> dict[str, str]:
    for name, colour in dict(colours).items():
        if name not in COLOURS:
            raise TaflError(f"colours: found {name!r:.60}, expected one of {', '.join(COLOURS)}")
        if not isinstance(colour, str) or not re.fullmatch(_COLOUR, colour):
            raise TaflError(
                f"colours: {name}: found {colour!r:.60}, expected a CSS colour: #rgb, #rrggbb, a "
                "word, rgb(...) or hsl(...)"
            )
    return {**COLOURS, **colours}


def _square(position: Board | Position, name: str | Square) -> Square:
    square = Square(name)
    position.piece_at(square)  # refuses what is not on the board
    return square


def _pair(position: Board | Position, pair: Pair) -> tuple[Square, Square]:
    if isinstance(pair, str):
        pair = Move.parse(pair)
    if isinstance(pair, Move):
        pair = (pair.from_square, pair.to_square)
    if not isinstance(pair, (tuple, list)) or len(pair) != 2:
        raise TypeError("expected a Move, a text such as 'e8-c8' or a pair of squares")
    start, end = (_square(position, name) for name in pair)
    if start == end:
        raise TaflError(f"found {start} twice, expected two different squares")
    return start, end


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


def _label(position: Board | Position, last: tuple[Square, Square] | None) -> tuple[str, str]:
    """What the picture shows, in words: a line, and the places of the pieces."""
    outcome = position.outcome()
    if outcome is None:
        state = f"{position.turn.value} to move"
    else:
        winner = f"{outcome.winner.value} won" if outcome.winner else "drawn"
        state = f"{winner}, {outcome.termination.value}"
    moved = f", last move {last[0]}-{last[1]}" if last else ""
    names = {"King": Piece.KING, "Defenders": Piece.DEFENDER, "Attackers": Piece.ATTACKER}
    squares = {name: ", ".join(map(str, position.pieces(each))) for name, each in names.items()}
    places = [f"{name}: {found or 'none'}." for name, found in squares.items()]
    return f"{position.variant.name}: {state}{moved}", " ".join(places)


class _Canvas:
    """Where on the picture the squares are."""

    def __init__(self, size: int, flipped: bool, margin: int) -> None:
        self.size = size
        self.flipped = flipped
        self.margin = margin
        self.side = size * _CELL + 2 * margin

    def corner(self, square: Square) -> tuple[int, int]:
        """The upper left corner of a square."""
        file, rank = square.file, square.rank
        column, row = (self.size - 1 - file, rank) if self.flipped else (file, self.size - 1 - rank)
        return self.margin + column * _CELL, self.margin + row * _CELL

    def middle(self, square: Square) -> tuple[int, int]:
        x, y = self.corner(square)
        return x + _CELL // 2, y + _CELL // 2

    def box(self, square: Square, inset: int = 0) -> str:
        x, y = self.corner(square)
        width = _CELL - 2 * inset
        return f"M{x + inset} {y + inset}h{width}v{width}h-{width}z"

    def cross(self, square: Square) -> str:
        x, y = self.corner(square)
        return f"M{x} {y}l{_CELL} {_CELL}m-{_CELL} 0l{_CELL}-{_CELL}"

    def nested(self, square: Square) -> str:
        return self.box(square, 5) + self.box(square, 10)

    def hatching(self, square: Square) -> str:
        x, y = self.corner(square)
        lower = "".join(f"M{x} {y + i}L{x + i} {y}" for i in range(8, _CELL + 1, 8))
        upper = "".join(f"M{x + i} {y + _CELL}L{x + _CELL} {y + i}" for i in range(8, _CELL, 8))
        return lower + upper

    def brackets(self, square: Square) -> str:
        x, y = self.corner(square)
        near, far, arm = 4, _CELL - 4, 8
        return "".join(
            f"M{x + left} {y + top + down * arm}v{-down * arm}h{right * arm}"
            for left, right in ((near, 1), (far, -1))
            for top, down in ((near, 1), (far, -1))
        )

    def arrow(self, start: Square, end: Square) -> str:
        x, y = self.middle(start)
        end_x, end_y = self.middle(end)
        length = math.sqrt((end_x - x) ** 2 + (end_y - y) ** 2)
        along_x, along_y = (end_x - x) / length, (end_y - y) / length
        # One side of the outline, as distances along the way and aside, and back on the other.
        outline = [(8, 3), (length - 13, 3), (length - 15, 9), (length + 3, 0)]
        outline += [(distance, -aside) for distance, aside in reversed(outline[:3])]
        points = (
            f"{x + along_x * distance - along_y * aside:.1f} "
            f"{y + along_y * distance + along_x * aside:.1f}"
            for distance, aside in outline
        )
        return f"M{'L'.join(points)}z"


def _floor(
    position: Board | Position,
    canvas: _Canvas,
    paint: Mapping[str, str],
    last: tuple[Square, Square] | None,
) -> list[str]:
    """The squares: what is special about them, the grid, and the last move."""
    rules = position.variant.rules
    size, margin = canvas.size, canvas.margin
    centre = f"{chr(ord('a') + size // 2)}{size // 2 + 1}"
    special = {
        "throne": [centre] if rules["throne.exists"] else [],
        "corner": rules["corners.squares"] if rules["corners.exist"] else [],
        "camp": [name for camp in rules["camps.groups"] for name in camp],
    }
    squares = {kind: sorted(map(Square, names)) for kind, names in special.items() if names}
    width = size * _CELL
    parts = [
        f'<rect x="{margin}" y="{margin}" width="{width}" height="{width}" '
        f'fill="{paint["square"]}"/>'
    ]
    parts += [_path(map(canvas.box, found), paint[kind]) for kind, found in squares.items()]
    if last:
        parts.append(_path(map(canvas.box, last), paint["last_move"]))
    for kind, found in squares.items():
        shape = {"throne": canvas.cross, "corner": canvas.nested, "camp": canvas.hatching}[kind]
        parts.append(_path(map(shape, found), "none", paint[f"{kind}_mark"], 1.5))
    lines = range(margin, margin + width + 1, _CELL)
    grid = (f"M{margin} {at}h{width}M{at} {margin}v{width}" for at in lines)
    parts.append(_path(grid, "none", paint["line"], 1))
    if last:
        for square, more in zip(last, (' stroke-dasharray="6 4"', ""), strict=True):
            frame = [canvas.box(square, 2)]
            parts.append(_path(frame, "none", paint["last_move_line"], 3, more))
    return parts


def _path(
    shapes: Iterable[str], fill: str, stroke: str = "", width: float = 0, more: str = ""
) -> str:
    line = f' stroke="{stroke}" stroke-width="{width}"{more}' if stroke else ""
    return f'<path d="{"".join(shapes)}" fill="{fill}"{line}/>'


def _pieces(position: Board | Position, canvas: _Canvas, paint: Mapping[str, str]) -> list[str]:
    shapes = {Piece.ATTACKER: _disc, Piece.DEFENDER: _shield, Piece.KING: _crown}
    parts: list[str] = []
    for piece, shape in shapes.items():
        line = paint[f"{piece.value}_line"]
        drawn = [shape(*canvas.middle(square), line) for square in position.pieces(piece)]
        if drawn:
            opening = f'<g fill="{paint[piece.value]}" stroke="{line}" stroke-width="2">'
            parts += [opening, *drawn, "</g>"]
    return parts


def _disc(x: int, y: int, line: str) -> str:
    return f'<circle cx="{x}" cy="{y}" r="14"/>'


def _shield(x: int, y: int, line: str) -> str:
    return (
        f'<path d="M{x - 13} {y - 13}h26v13q-1 9-13 15q-12-6-13-15z"/>'
        f'<circle cx="{x}" cy="{y - 1}" r="3.5" fill="{line}"/>'
    )


def _crown(x: int, y: int, line: str) -> str:
    return (
        f'<circle cx="{x}" cy="{y}" r="16.5" stroke-width="3"/>'
        f'<path d="M{x - 8} {y + 9}h16l2.5-14l-6 5l-4.5-9l-4.5 9l-6-5z" fill="{line}"/>'
    )


def _coordinates(canvas: _Canvas, paint: Mapping[str, str]) -> list[str]:
    """Letters and numbers on all four sides, so that no square is far from its own."""
    opening = (
        f'<g font-family="sans-serif" font-size="13" text-anchor="middle" fill="{paint["text"]}">'
    )
    parts = [opening]
    for i in range(canvas.size):
        x, y = canvas.middle(Square(f"{chr(ord('a') + i)}{i + 1}"))
        for text, places in (
            (chr(ord("a") + i), ((x, _MARGIN - 8), (x, canvas.side - 9))),
            (str(i + 1), ((_MARGIN // 2, y + 5), (canvas.side - _MARGIN // 2, y + 5))),
        ):
            parts += [f'<text x="{at}" y="{base}">{text}</text>' for at, base in places]
    return [*parts, "</g>"]
