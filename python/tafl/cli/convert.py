"""The command ``convert``: writes recorded games in another dialect."""

from __future__ import annotations

import os
import sys
from collections import Counter
from contextlib import contextmanager

from tafl.cli.games import STANDARD_INPUT, Collection, Reading, size_of, with_files
from tafl.cli.output import Progress, complain, printable
from tafl.errors import TaflError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Generator

    from tafl.cli.arguments import AddCommand

_WRITTEN = ("otn", "walker", "nielsen", "pgn", "json")


def add_convert(command: AddCommand) -> None:
    """Adds the command ``convert``."""
    added = command(
        "convert",
        _convert,
        "write recorded games in another dialect",
        "tafl convert --to otn games.jsonl -o games.otg",
    )
    with_files(added)
    added.add_argument(
        "--to", metavar="D", required=True, choices=_WRITTEN, help=f"one of {', '.join(_WRITTEN)}"
    )
    added.add_argument(
        "-o", "--output", metavar="OUT", default=STANDARD_INPUT, help="default: standard output"
    )
    added.add_argument(
        "--strict", action="store_true", help="OTN without escapes and rule keys of our own"
    )


def _convert(options: argparse.Namespace) -> int:
    from tafl.record import losses, write_game

    if options.strict and options.to != "otn":
        raise TaflError(f"--strict: found with --to {options.to}, expected it with --to otn only")
    progress = Progress(size_of(options.files))
    games = Collection(options.files, Reading.of(options), progress)
    lost: Counter[str] = Counter()
    with _output(options.output, options.files) as write:
        for game, refuse in games:
            try:
                text = write_game(game, options.to, strict=options.strict)
                write(text)
            except TaflError as error:
                refuse(str(error))
            else:
                lost.update(losses(game, options.to))
            options.status = games.status
    for what, count in lost.items():
        games_left = "1 game" if count == 1 else f"{count} games"
        complain(f"{options.to} has no place for {what}: left out of {games_left}")
    return games.status


@contextmanager
def _output(path: str, files: list[str]) -> Generator[Callable[[str], object]]:
    """What writes the games: UTF-8 to a file or a pipe, safe characters to a terminal."""
    if path == STANDARD_INPUT:
        if sys.stdout.isatty():
            yield lambda text: print(*map(printable, text.split("\n")), sep="\n", end="")
            return
        # Names and comments are not to suffer, whatever the encoding of standard output.
        binary = sys.stdout.buffer
        yield lambda text: binary.write(text.encode("utf-8"))
        binary.flush()
        return
    if any(os.path.exists(path) and _same(path, each) for each in files):
        raise TaflError(f"--output: found the file {path}, which is read, expected another")
    from tafl.record.writing import whole_file

    with whole_file(path) as file:
        yield file.write


def _same(path: str, other: str) -> bool:
    return other != STANDARD_INPUT and os.path.exists(other) and os.path.samefile(path, other)
