"""How the commands print: plain ASCII where no terminal is, tables, JSON, progress."""

from __future__ import annotations

import json
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def complain(message: str) -> int:
    """Says what is wrong, and returns the exit status for that."""
    if sys.stderr is not None:
        print(f"tafl: {message}", file=sys.stderr)
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


def print_json(data: object) -> int:
    json.dump(data, sys.stdout, indent=2)
    print()
    return 0


def print_table(rows: Sequence[Sequence[str]]) -> None:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        print("  ".join(cells).rstrip())


def print_wrapped(text: str, indent: str, hanging: str | None = None) -> None:
    from textwrap import fill

    subsequent = indent if hanging is None else hanging
    print(fill(text, 96, initial_indent=indent, subsequent_indent=subsequent))


def clear_progress() -> None:
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
