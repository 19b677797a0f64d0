"""The command ``show``: a position of a variant, or of a recorded game."""

from __future__ import annotations

import os

import tafl
from tafl import svg
from tafl.cli.arguments import position_of, with_json, with_position
from tafl.cli.output import print_json, speaks_unicode

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from tafl.cli.arguments import AddCommand


def add_show(command: AddCommand) -> None:
    added = command(
        "show", _show, "draw a board", "tafl show tablut --fen '/9/9/9/9/4K4/9/9/9/9/ d'"
    )
    with_position(added)
    instead = added.add_mutually_exclusive_group()
    instead.add_argument("--svg", metavar="FILE", help="write a picture to FILE instead")
    with_json(instead)
    added.add_argument("--size", metavar="PIXELS", type=int, help="width of the picture")
    added.add_argument("--flipped", action="store_true", help="picture with rank 1 at the top")
    added.add_argument(
        "--no-coordinates", action="store_true", help="picture without letters and numbers"
    )
    added.add_argument("--last-move", metavar="MOVE", help="move to frame, such as e8-c8")
    repeated: dict[str, Any] = {"action": "append", "default": []}
    added.add_argument("--arrow", metavar="MOVE", help="arrow to draw; repeatable", **repeated)
    added.add_argument("--mark", metavar="SQUARE", help="square to mark; repeatable", **repeated)
    added.add_argument(
        "--colour",
        metavar="PART=COLOUR",
        help=f"CSS colour of a part of the picture ({', '.join(svg.COLOURS)}); repeatable",
        **repeated,
    )


def _show(options: argparse.Namespace) -> int:
    board = position_of(options)
    if options.svg is not None:
        picture = svg.board(
            board,
            last_move=options.last_move,
            arrows=options.arrow,
            marks=options.mark,
            size=options.size,
            flipped=options.flipped,
            coordinates=not options.no_coordinates,
            colours=dict(each.partition("=")[::2] for each in options.colour),
        )
        with open(options.svg, "w", encoding="utf-8") as file:
            file.write(picture)
        return 0
    for name in ("size", "flipped", "no_coordinates", "last_move", "arrow", "mark", "colour"):
        if getattr(options, name) not in (None, False, []):
            raise tafl.TaflError(f"--{name.replace('_', '-')}: found without --svg, expected both")
    outcome = board.outcome()
    if options.json:
        return print_json(
            {
                "variant": board.variant.id,
                "fen": board.fen(),
                "turn": board.turn.value,
                "pieces": {str(at): piece.value for at, piece in board.piece_map().items()},
                "outcome": outcome_data(outcome),
            }
        )
    print(drawing(board))
    if outcome is None:
        announcement = board.announcement()
        print(f"{board.turn.value} to move" + (f", {announcement}" if announcement else ""))
    else:
        winner = f"{outcome.winner.value} won" if outcome.winner else "drawn"
        print(f"{winner}: {outcome.termination.value}")
    print(board.fen())
    return 0


def outcome_data(outcome: tafl.Outcome | None) -> dict[str, str | None] | None:
    if outcome is None:
        return None
    winner = outcome.winner.value if outcome.winner else None
    return {"winner": winner, "termination": outcome.termination.value}


def drawing(board: tafl.Board) -> str:
    """The board as text, with figures and colours where a person sees it on a terminal."""
    text = str(board)
    if not speaks_unicode():
        return text
    figures = {"t": "\u25cf", "T": "\u25cb", "K": "\u265a"}
    if "NO_COLOR" not in os.environ:
        figures = {"t": "\x1b[31m\u25cf\x1b[0m", "T": "\u25cb", "K": "\x1b[33m\u265a\x1b[0m"}
    *rows, files = text.split("\n")
    drawn = [row[:2] + "".join(figures.get(cell, cell) for cell in row[2:]) for row in rows]
    return "\n".join([*drawn, files])
