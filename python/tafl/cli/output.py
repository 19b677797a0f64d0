"""How the commands print: plain ASCII where no terminal is, tables, JSON, progress."""

from __future__ import annotations

import json
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def complain(message: str) -> int:
    """Says what is wrong, and returns the exit status for that."""
    if sys.stderr is not None:
        print(f"tafl: {printable(message)}", file=sys.stderr)
    return 2


def speaks_unicode() -> bool:
    """Whether a person reads the output on a terminal that shows more than ASCII."""
    return sys.stdout.isatty() and (sys.stdout.encoding or "").lower().startswith("utf")


def plain(error: UnicodeError) -> tuple[str, int]:
    """A character that ASCII has not: its base letter, or an escape."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    from unicodedata import normalize

    found = error.object[error.start : error.end]
    letters = "".join(each for each in normalize("NFKD", found) if each.isascii())
    return letters or found.encode("ascii", "backslashreplace").decode("ascii"), error.end


def printable(text: str) -> str:
    """A text of a file, which may hold anything, as one line that is safe on a terminal."""
    if text.isprintable():
        return text
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode("ascii")
        for each in text
    )


def print_json(data: object) -> int:
    """Prints data as JSON and returns the exit status for success."""
    json.dump(data, sys.stdout, indent=2)
    print()
    return 0


def print_table(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> None:
    """Prints rows in columns; those whose numbers are in ``right`` are aligned to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        cells = (
            cell.rjust(width) if number in right else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        print("  ".join(cells).rstrip())


def print_wrapped(text: str, indent: str, hanging: str | None = None) -> None:
    """Prints a text as lines of a terminal, the later ones indented by ``hanging``."""
    from textwrap import fill

    subsequent = indent if hanging is None else hanging
    print(fill(text, 96, initial_indent=indent, subsequent_indent=subsequent))


def clear_progress() -> None:
    """Wipes out the line on the terminal that says how far a count is."""
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


class Progress:
    """A bar on the terminal of a person who has to wait; nothing elsewhere.

    ``total`` is how much there is to do, 0 if that is not known.
    """

    def __init__(self, total: int) -> None:
        self.total = total
        self.done: int = 0
        self.games: int = 0
        self._started = time.perf_counter()
        self._shown = 0.0
        self._terminal = sys.stderr is not None and sys.stderr.isatty()

    def add(self, done: int, games: int = 0) -> None:
        """Counts what is done, and shows it now and then."""
        self.done += done
        self.games += games
        if not self._terminal:
            return
        now = time.perf_counter()
        if now - self._started > 1 and now - self._shown > 0.2:
            self._shown = now
            print(f"\r{self._text()}", end="\x1b[K", file=sys.stderr, flush=True)

    def _text(self) -> str:
        if not self.total:
            return f"{self.games} games"
        share = min(self.done / self.total, 1.0)
        bar = "#" * int(share * 30)
        return f"[{bar:<30}] {share:4.0%}  {self.games} games"

    def clear(self) -> None:
        """Takes the bar away, before a line is printed or at the end."""
        if self._shown:
            self._shown = 0.0
            clear_progress()
