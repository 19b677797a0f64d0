"""What the commands on recorded games share: their arguments, how files are read, what is wrong."""

from __future__ import annotations

import os
import re
import sys
from contextlib import closing
from functools import partial

from tafl import catalogue, notation
from tafl._typed import NamedTuple
from tafl.cli.arguments import VARIANT_HELP
from tafl.cli.output import complain, printable
from tafl.errors import RecordError, UnknownVariantError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Generator, Iterable, Iterator
    from typing import BinaryIO, TextIO

    from tafl import Variant
    from tafl.cli.output import Progress
    from tafl.record import Game, Remark

STANDARD_INPUT = "-"
GIVING_UP = ("resigned", "timeout")
_MOVE = re.compile(r"[KTt]?[A-Sa-s]\d{1,2}-?[A-Sa-s]\d{1,2}\S*?(?=: | is illegal)")


def with_files(added: argparse.ArgumentParser) -> None:
    """Adds the argument for files of games."""
    added.add_argument(
        "files", metavar="FILE", nargs="+", help="recorded games; - is standard input"
    )
    with_reading(added)


def with_reading(added: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """Adds the options that say how games are read."""
    added.add_argument(
        "--variant",
        metavar="VARIANT",
        dest="played",
        help=f"what is played, whatever the records say: {VARIANT_HELP}; without it, where a "
        "record does not say it, the variant that the file is named after, as copenhagen.jsonl is",
    )
    added.add_argument(
        "--dialect",
        metavar="D",
        choices=notation.DIALECTS,
        help=f"of the records: {', '.join(notation.DIALECTS)}; default: as each looks",
    )
    added.add_argument(
        "--lenient",
        action="store_true",
        help="let games play on after an encirclement, a fort or a repetition, and state another "
        "result",
    )


class Reading(NamedTuple):
    """How records are read."""

    variant: Variant | None
    dialect: str | None
    lenient: bool

    @classmethod
    def of(cls, options: argparse.Namespace) -> Reading:
        """As the arguments of a command say; TaflError."""
        variant = None if options.played is None else catalogue.resolve(options.played)
        return cls(variant, options.dialect, options.lenient)

    def games(self, path: str, progress: Progress | None = None) -> Generator[Game]:
        """The games of a file, those with errors as far as they are right.

        RecordError where the file cannot be read, or not to its end.
        """
        from tafl.record import read_games

        with closing(_Source(path, progress)) as source:
            games = read_games(
                source.as_text(),
                self.dialect,
                self.variant,
                "collect",
                strict=not self.lenient,
                default_variant=_named_after(path),
            )
            for game in games:
                if progress:
                    progress.add(0, 1)
                yield game


def _named_after(path: str) -> Variant | None:
    """The built-in variant that a file is named after."""
    try:
        return catalogue.load(os.path.splitext(os.path.basename(path))[0])
    except UnknownVariantError:
        return None


def name_of(path: str) -> str:
    """What a file is called in messages."""
    return "standard input" if path == STANDARD_INPUT else path


class _Source:
    """The lines of a file or of standard input, which is UTF-8 whatever the locale says."""

    def __init__(self, path: str, progress: Progress | None) -> None:
        self.name = name_of(path)
        self._progress = progress
        if path == STANDARD_INPUT:
            if sys.stdin is None:
                raise RecordError("standard input is closed")
            self._file: BinaryIO = sys.stdin.buffer
            return
        try:
            self._file = open(path, "rb")  # noqa: SIM115  (closed by close)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise RecordError(f"{self.name}: cannot be read: {reason}") from error

    def as_text(self) -> TextIO:
        """Itself, which is as much of a text file as the reader needs."""
        return self  # type: ignore[return-value]

    def read(self) -> str:
        """All of the rest."""
        return "".join(self)  # pragma: no cover: what reads asks only whether there is a method

    def __iter__(self) -> _Source:
        return self

    def __next__(self) -> str:
        line = self._file.readline()
        if not line:
            raise StopIteration
        if self._progress:
            self._progress.add(len(line))
        return line.decode("utf-8")

    def close(self) -> None:
        if self.name != name_of(STANDARD_INPUT):
            self._file.close()


def size_of(paths: Iterable[str]) -> int:
    """How many bytes there are to read, 0 where that cannot be known."""
    size = 0
    for path in paths:
        if path == STANDARD_INPUT:
            return 0
        try:
            size += os.stat(path).st_size
        except (OSError, ValueError):
            continue  # reading will say so
    return size


class Fault(NamedTuple):
    """What is wrong with a game, or odd: where, and how many other errors it has."""

    file: str
    line: int
    column: int
    game: int
    id: str | None
    ply: int | None
    move: str | None
    reason: str | None
    message: str
    others: int

    @classmethod
    def first_of(cls, path: str, number: int, game: Game) -> Fault:
        """The first error of a game."""
        error = game.errors[0]
        reason = error.reason.value if error.reason else None
        return cls._of(path, number, game, error, str(error), reason, len(game.errors) - 1)

    @classmethod
    def remark(cls, path: str, number: int, game: Game, remark: Remark) -> Fault:
        """A remark on a game."""
        return cls._of(path, number, game, remark, remark.message, None, 0)

    @classmethod
    def _of(
        cls,
        path: str,
        number: int,
        game: Game,
        place: RecordError | Remark,
        message: str,
        reason: str | None,
        others: int,
    ) -> Fault:
        # The place has fields of its own here.
        message = message.removeprefix(
            f"{name_of(path)}, line {place.line}, column {place.column}: "
        ).removeprefix(f"ply {place.ply}: ")
        move = _MOVE.match(message)
        return cls(
            name_of(path),
            place.line,
            place.column,
            number,
            game.tags.get("id"),
            place.ply,
            move.group() if move else None,
            reason,
            message,
            others,
        )

    def __str__(self) -> str:
        game = f"game {self.game}" + (f" ({self.id})" if self.id else "")
        ply = "" if self.ply is None else f", ply {self.ply}"
        others = f" (and {self.others} more)" if self.others else ""
        return printable(
            f"{self.file}, line {self.line}, column {self.column}: "
            f"{game}{ply}: {self.message}{others}"
        )


class Collection:
    """The games of several files that are in order; of the others it says what is wrong."""

    def __init__(self, files: Iterable[str], reading: Reading, progress: Progress) -> None:
        self._files = files
        self._reading = reading
        self._progress = progress
        self.faulty: int = 0
        self.unreadable: int = 0

    def __iter__(self) -> Iterator[tuple[Game, Callable[[str], None]]]:
        """The games, each with a function that says what is wrong with it after all."""
        for path in self._files:
            number = 0
            try:
                for game in self._reading.games(path, self._progress):
                    number += 1
                    if game.errors:
                        self._refuse(str(Fault.first_of(path, number, game)))
                        continue
                    where = f"{name_of(path)}, line {game.line}: game {number}"
                    yield game, partial(self._refuse, where=f"{where}: ")
            except RecordError as error:
                self._progress.clear()
                complain(rest_unread(error))
                self.unreadable += 1
        self._progress.clear()

    def _refuse(self, message: str, where: str = "") -> None:
        self._progress.clear()
        complain(where + message)
        self.faulty += 1

    @property
    def status(self) -> int:
        """The exit status that the files call for."""
        return 2 if self.unreadable else 1 if self.faulty else 0


def rest_unread(error: RecordError) -> str:
    """What is to be said of a file that cannot be read, or not after some of its games."""
    return f"{error}; the file is read no further" if error.line else str(error)


def gave_up(game: Game) -> str:
    """ "resigned" or "timeout", if the record says so of either side."""
    if game.resigned is not None:
        return "resigned"
    return "timeout" if names_end(game, "timeout") else ""


def names_end(game: Game, end: str) -> bool:
    """Whether a tag of the record names this end."""
    return any(game.tags.get(tag, "").strip().lower() == end for tag in ("termination", "ends"))
