"""The command ``show``: a board, of a variant or of a recorded game (``recorded``)."""

from __future__ import annotations

import os
import re

import tafl
from tafl import catalogue, svg
from tafl.cli import recorded
from tafl.cli.arguments import FEN_HELP, VARIANT_HELP, position_of, with_json
from tafl.cli.games import STANDARD_INPUT, with_reading
from tafl.cli.output import print_json, speaks_unicode

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from tafl.cli.arguments import AddCommand

_TOML_LINE = re.compile(r"""\s*(\[\s*[\w."-]+\s*\]|[\w."'-]+\s*=)""")
_BEGINNING = 100_000  # bytes


def add_show(command: AddCommand) -> None:
    """Adds the command ``show``."""
    added = command(
        "show",
        _show,
        "draw a board, of a variant or of a recorded game",
        "tafl show tablut --fen '/9/9/9/9/4K4/9/9/9/9/ d'",
    )
    added.add_argument(
        "variant",
        metavar="VARIANT|FILE",
        help=f"{VARIANT_HELP}; or a file of recorded games, - being standard input",
    )
    added.add_argument("--fen", metavar="F", help=FEN_HELP)
    game = added.add_argument_group(
        "of a recorded game", "example: tafl show games.otg --game 2 --ply 30"
    )
    game.add_argument("--game", metavar="N", type=int, help="which one of the file; default: 1")
    game.add_argument("--ply", metavar="N", type=int, help="after N moves; default: at the end")
    with_reading(game)
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
    if options.svg is None:
        for name in ("size", "flipped", "no_coordinates", "last_move", "arrow", "mark", "colour"):
            _refuse(options, name, "without --svg, expected both")
    if not _is_games(options):
        for name in ("played", "dialect", "lenient"):
            _refuse(options, name, "without a file of recorded games, expected both")
        _show_board(options, position_of(options))
        return 0
    _refuse(options, "fen", "with a recorded game, expected --ply")
    place = recorded.find(options)
    if options.svg is None and not options.json:
        recorded.print_heading(place)
    _show_board(options, place.board, place)
    return place.status


def _refuse(options: argparse.Namespace, name: str, why: str) -> None:
    """No option is ignored."""
    if getattr(options, name) not in (None, False, []):
        shown = {"played": "variant"}.get(name, name).replace("_", "-")
        raise tafl.TaflError(f"--{shown}: found {why}")


def _is_games(options: argparse.Namespace) -> bool:
    """Whether recorded games are meant: if one is asked for, or a file is named that is neither a
    built-in variant nor begins as a variant file does."""
    if options.game is not None or options.ply is not None or options.variant == STANDARD_INPUT:
        return True
    try:
        catalogue.load(options.variant)
    except tafl.UnknownVariantError:
        path = options.variant
        if path.lower().endswith(".toml") or "\0" in path or not os.path.isfile(path):
            return False
        return not _begins_as_toml(path)
    return False


def _begins_as_toml(path: str) -> bool:
    with open(path, "rb") as file:
        for line in file.read(_BEGINNING).decode("utf-8-sig", "replace").splitlines():
            if line.strip() and not line.lstrip().startswith("#"):
                return _TOML_LINE.match(line) is not None
    return True


def _show_board(
    options: argparse.Namespace, board: tafl.Board, place: recorded.Place | None = None
) -> None:
    if options.svg is not None:
        _draw(options, board, place.last_move if place else None)
        return
    outcome = board.outcome()
    if options.json:
        print_json(
            {
                "variant": board.variant.id,
                "fen": board.fen(),
                "turn": board.turn.value,
                "pieces": {str(at): piece.value for at, piece in board.piece_map().items()},
                "outcome": outcome_data(outcome),
                **(place.data() if place else {}),
            }
        )
        return
    print(drawing(board))
    if place:
        recorded.print_moves(place)
    if outcome is None and place and place.resigned:
        print(f"{board.turn.value} resign")
    elif outcome is None:
        announcement = board.announcement()
        print(f"{board.turn.value} to move" + (f", {announcement}" if announcement else ""))
    else:
        winner = f"{outcome.winner.value} won" if outcome.winner else "drawn"
        print(f"{winner}: {outcome.termination.value}")
    print(board.fen())


def _draw(options: argparse.Namespace, board: tafl.Board, last_move: str | None) -> None:
    picture = svg.board(
        board,
        last_move=options.last_move or last_move,
        arrows=options.arrow,
        marks=options.mark,
        size=options.size,
        flipped=options.flipped,
        coordinates=not options.no_coordinates,
        colours=dict(each.partition("=")[::2] for each in options.colour),
    )
    with open(options.svg, "w", encoding="utf-8") as file:
        file.write(picture)


def outcome_data(outcome: tafl.Outcome | None) -> dict[str, str | None] | None:
    """An outcome as JSON has it; None while the game goes on."""
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
