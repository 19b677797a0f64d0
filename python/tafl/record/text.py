"""Escapes and tokens of the bracketed notations."""

from __future__ import annotations

import re

from tafl.errors import TaflError
from tafl.record.game import CLOCK

# In the order in which they are written.
TAGS = (
    *("event", "site", "date", "round", "attackers", "defenders", "result", "annotator"),
    *("compiler", "time-control", "time-remaining", "termination", "variant", "start-comment"),
    *("puzzle-mode", "puzzle-prestart", "puzzle-start", "rules", "position"),
)
TAG = re.compile(r"\s*([^\s\[\]|\\:]+):")
TOKEN = re.compile(r"(?P<number>\d+)\.+(?!\d)|(?P<dots>\.\.+)|(?P<word>[^\s.]\S*)|(?P<other>\S+)")

_SPECIAL = re.compile(r"[\[\]|\\]")
_ESCAPE = re.compile(r"\\([\[\]|\\])")
_PART = re.compile(r"\\[\[\]|\\]|\|")
_END = re.compile(r"\\[\[\]|\\]|[\[\]]")


def is_plain_turn(words: list[str], number: int) -> bool:
    """Whether a line is what most lines are: the turn of a number, its one move or two, and nothing
    else. Such lines can be read at once."""
    return (
        2 <= len(words) <= 3
        and words[0] == f"{number}."
        and words[1][0].isalpha()
        and words[-1][0].isalpha()
        and "[" not in words[1]
        and "[" not in words[-1]
    )


def find_end(text: str, at: int) -> tuple[int, int]:
    """Where the bracket that closes a block stands, and before it another that opens one; -1 where
    there is none in this text."""
    for match in _END.finditer(text, at):
        if match.group() == "]":
            return match.start(), -1
        if match.group() == "[":
            return -1, match.start()
    return -1, -1


def unescape(text: str) -> str:
    """A text of a block as it is meant."""
    return _ESCAPE.sub(r"\1", text) if "\\" in text else text


def escape(text: str) -> str:
    """A text as it is written in a block."""
    return _SPECIAL.sub(r"\\\g<0>", text)


def split_parts(body: str) -> list[str]:
    """The parts of a comment block, as they are written."""
    parts: list[str] = []
    start = 0
    for match in _PART.finditer(body):
        if match.group() == "|":
            parts.append(body[start : match.start()])
            start = match.end()
    return [*parts, body[start:]]


# A comment that could pass for something else begins with a backslash that stands for nothing: one
# that would be read as a clock, or as the first tag of another game.


def read_note(part: str) -> tuple[str, str]:
    """Clock and comment of a part of a comment block."""
    clock = CLOCK.match(part)
    if clock is None or part[clock.end() : clock.end() + 1] not in ("", " "):
        return "", unescape(_without_marker(part))
    return clock.group(), unescape(_without_marker(part[clock.end() + 1 :]))


def write_note(clock: str, comment: str, strict: bool) -> str:
    """A part of a comment block; with ``strict`` only what OTN itself can say."""
    text = escape(comment)
    if read_note(f"{clock} {text}" if clock else text) != (clock, comment) or is_tag(text):
        text = f"\\{text}"
    if strict and text != comment:
        raise TaflError(
            f"found the comment {comment[:60]!r}, expected one without [ ] | and \\, and not like "
            "a clock or a tag: OTN has no escapes (strict)"
        )
    if not clock:
        return text
    return f"{clock} {text}" if text else clock


def _without_marker(part: str) -> str:
    return part[1:] if part[:1] == "\\" and not _ESCAPE.match(part) else part


def is_tag(body: str) -> bool:
    """Whether the text of a block begins like a tag that OTN knows."""
    match = TAG.match(body)
    return match is not None and match.group(1) in TAGS
