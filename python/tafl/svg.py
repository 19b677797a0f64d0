"""Boards as pictures (SVG)."""

from __future__ import annotations

from tafl._core import Board, Square
from tafl.enums import Piece

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tafl._core import Position

_CELL = 40
_MARGIN = 24
# Attackers and defenders differ in lightness and in form, so that they can be told apart in black
# and white and by the colour-blind; the king has a cross besides.
_STYLE = {
    Piece.ATTACKER: ("#222222", "#000000"),
    Piece.DEFENDER: ("#ffffff", "#000000"),
    Piece.KING: ("#ffffff", "#000000"),
}


def board(position: Board | Position) -> str:
    """A position as the text of an SVG picture, rank 1 at the bottom.

    Throne and corner squares are crossed out lightly, camp squares are shaded.

    >>> from tafl import Board, svg
    >>> svg.board(Board("tablut")).startswith("<svg")
    True
    """
    size = position.size
    side = size * _CELL + 2 * _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" '
        f'width="{side}" height="{side}" role="img">',
        f"<title>{position.variant.id} {position.fen()}</title>".replace("&", "&amp;"),
        f'<rect width="{side}" height="{side}" fill="#f6f0e2"/>',
    ]
    rules = position.variant.rules
    special = set(rules["corners.squares"]) if rules["corners.exist"] else set()
    if rules["throne.exists"]:
        special.add(f"{chr(ord('a') + size // 2)}{size // 2 + 1}")
    camps = {name for camp in rules["camps.groups"] for name in camp}
    for rank in range(size):
        for file in range(size):
            name = f"{chr(ord('a') + file)}{rank + 1}"
            parts += _square(name, file, size - 1 - rank, name in special, name in camps)
            piece = position.piece_at(Square(name))
            if piece is not None:
                parts += _piece(piece, file, size - 1 - rank)
    for i in range(size):
        middle = _MARGIN + i * _CELL + _CELL // 2
        parts.append(_label(middle, side - _MARGIN // 3, chr(ord("a") + i)))
        parts.append(_label(_MARGIN // 2, side - middle + 4, str(i + 1)))
    return "\n".join([*parts, "</svg>", ""])


def _square(name: str, column: int, row: int, special: bool, camp: bool) -> list[str]:
    x, y = _MARGIN + column * _CELL, _MARGIN + row * _CELL
    fill = "#e0cfa9" if special else "#d9dde0" if camp else "#fdfaf2"
    parts = [
        f'<rect id="{name}" x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" '
        f'fill="{fill}" stroke="#7a6a4a"/>'
    ]
    if special:
        parts.append(
            f'<path d="M{x} {y}l{_CELL} {_CELL}M{x + _CELL} {y}l-{_CELL} {_CELL}" '
            'stroke="#a8946a" fill="none"/>'
        )
    return parts


def _piece(piece: Piece, column: int, row: int) -> list[str]:
    x = _MARGIN + column * _CELL + _CELL // 2
    y = _MARGIN + row * _CELL + _CELL // 2
    fill, stroke = _STYLE[piece]
    parts = [f'<circle cx="{x}" cy="{y}" r="15" fill="{fill}" stroke="{stroke}" stroke-width="2"/>']
    if piece is Piece.KING:
        parts.append(
            f'<path d="M{x} {y - 9}v18M{x - 9} {y}h18" stroke="{stroke}" stroke-width="4"/>'
        )
    return parts


def _label(x: int, y: int, text: str) -> str:
    return (
        f'<text x="{x}" y="{y}" font-family="sans-serif" font-size="13" '
        f'text-anchor="middle" fill="#5a4a2a">{text}</text>'
    )
