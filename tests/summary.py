"""Lines that the tests want to be read at the end of a run, also when all is well."""

from __future__ import annotations

LINES: list[str] = []


def add(line: str) -> None:
    """Adds a line to the end of the run."""
    LINES.append(line)
