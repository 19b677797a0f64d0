"""What the readers of the dialects make of a text: a game whose moves are still words."""

from __future__ import annotations

import bisect
import io
import os
import re

from tafl._typed import is_path
from tafl.errors import RecordError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from tafl.enums import Outcome, Side
    from tafl.record.game import Result

TAKEN_BACK = ("resigned", "timeout")
GIVING_UP = (*TAKEN_BACK, "---")
_LONGEST = 1000  # characters of a message

Note = tuple[str, str]
"""A clock and a comment, either of which may be empty."""

Place = tuple[int, int]
"""Line and column, from 1."""


class Lines:
    """The lines of a source, numbered from 1, without their line breaks; one can be put back."""

    def __init__(self, source: Any) -> None:
        self.name: str = "text"
        self.number: int = 0
        self.cut: bool = False
        """Whether the last line came without a line break."""
        self.failed: bool = False
        """Whether the source cannot be read any further."""
        self._back = False
        self._line: str | None = None
        self._file: Any = None
        if isinstance(source, str):
            # Only newlines break lines: comments may hold the other separators of Unicode.
            self._lines: Iterator[Any] = iter(io.StringIO(source, newline="\n"))
        elif is_path(source):
            self.name = os.fspath(source)
            try:
                self._file = open(source, "rb")  # noqa: SIM115  (closed by close)
            except OSError as error:
                raise RecordError(f"{self.name}: cannot be read: {error}") from error
            self._lines = iter(self._file)
        elif hasattr(source, "read"):
            self.name = str(getattr(source, "name", self.name))
            self._lines = iter(source)
        else:
            raise TypeError(
                "expected an open text file, a path (pathlib.Path) or a text, found "
                f"{type(source).__name__}"
            )

    def close(self) -> None:
        """Closes the file if it was opened here."""
        if self._file is not None:
            self._file.close()

    def next(self) -> str | None:
        """The next line, None at the end."""
        if self._back:
            self._back = False
            return self._line
        try:
            found = next(self._lines, None)
            line = self._decoded(found) if isinstance(found, bytes) else found
        except OSError as error:
            self.failed = True
            raise RecordError(f"{self.name}: cannot be read: {error}") from error
        except UnicodeDecodeError as error:
            raise self._not_text(error) from error
        if line is not None:
            self.number += 1
            if self.number == 1:
                line = line.removeprefix("\ufeff")
            self.cut = line[-1:] != "\n"
            if not self.cut:
                line = line[:-2] if line[-2:-1] == "\r" else line[:-1]
        self._line = line
        return line

    def back(self) -> None:
        """Puts the last line back."""
        self._back = True

    def _decoded(self, line: bytes) -> str:
        if self._file is None:
            raise TypeError("expected a file opened as text, found one opened as binary")
        return line.decode("utf-8")

    def _not_text(self, error: UnicodeDecodeError) -> RecordError:
        self.failed = True
        self.number += 1
        # A file that was opened elsewhere is decoded by the block: the place in it says nothing.
        column = error.start + 1 if self._file is not None else 1
        return self.error(f"found bytes that are not UTF-8 ({error.reason})", (self.number, column))

    def error(self, message: str, place: Place) -> RecordError:
        """An error at a place of this source."""
        line, column = place
        message = shortened(message, _LONGEST)
        return RecordError(f"{self.name}, line {line}, column {column}: {message}", line, column)


def shortened(text: str, longest: int = 60) -> str:
    """The beginning of a text, for a message."""
    return text if len(text) <= longest else f"{text[:longest]}..."


class Draft:
    """A game as it was written. Moves are in lines: the first is the main line, each other one
    (a variation) replaces a move of an earlier line."""

    def __init__(self, dialect: str, place: Place, style: str = "any") -> None:
        self.dialect = dialect
        self.place = place
        self.style = style
        self.tags: dict[str, str] = {}
        self.said: dict[str, tuple[str, Place]] = {}
        """Texts of rules, variant and position, and where they stand."""
        self.result: Result | None = None
        self.result_place = place
        self.start_notes: list[Note] = []
        self.lines: list[DraftLine] = [DraftLine(None)]
        self.states_captures = False
        self.complete: bool | None = False
        """Whether the end of the game can be seen; None: if it is over."""
        self.sides: list[Side] = []
        """Who makes each move of the main line, if the record says it."""
        self.sides_binding = True
        """Whether a wrong side is an error, or only odd."""
        self.outcome: tuple[Outcome | None, Place] | None = None
        """The outcome, if the record gives it as such."""
        self.final: tuple[str, Place] | None = None
        """The last position record, if the record gives it."""
        self.in_moves = False
        """Whether the moves have begun."""
        self.followed = False
        """Whether an error was met at the first line of another game, which was put back."""
        self.odd: list[tuple[Place, str]] = []
        """What is odd about the text, and where."""
        self.passed: list[tuple[int, str]] = []
        """Words of the main line that say nothing, and the number of the word after each."""
        self.errors: list[RecordError] = []
        self.boards: list[tuple[str, Place]] = []
        """Position records after each move of the main line, if the record has them."""


class DraftLine:
    """Words that stand for moves, and the notes on them: clock and comment by number of word."""

    def __init__(self, parent: tuple[int, int] | None) -> None:
        self.parent = parent
        """Number of a line, and of its word that this line replaces."""
        self.words: list[str] = []
        self.labels: list[str] = []
        """What the words are called in messages, if they have names."""
        self.notes: dict[int, list[Note]] = {}
        self._firsts: list[int] = []
        self._texts: list[tuple[Place, str, int]] = []
        self._looked_at = -1
        self._starts: list[int] = []
        """Where words come from: for the first word of each text, the place and what follows."""

    def add(self, word: str, place: Place) -> None:
        """Adds a word that stands at a place."""
        self._firsts.append(len(self.words))
        self._texts.append((place, word, 0))
        self.words.append(word)

    def take(self, words: list[str], text: str, place: Place, skipped: int = 0) -> None:
        """Adds the words of a text without line breaks, which begins at a place, but for so many
        at its beginning."""
        self._firsts.append(len(self.words))
        self._texts.append((place, text, skipped))
        self.words += words

    def take_list(self, text: str, place: Place) -> list[tuple[int, str]]:
        """Adds the moves of a text without line breaks. Old records have the words of a site where
        somebody gave up and took it back: such words are left out, and returned with the number of
        the word that follows."""
        passed: list[tuple[int, str]] = []
        words = text.split()
        if not any(word in TAKEN_BACK for word in words[:-1]):
            self.take(words, text, place)
            return passed
        for number, match in enumerate(re.finditer(r"\S+", text), 1):
            if match.group() in TAKEN_BACK and number < len(words):
                passed.append((len(self.words), match.group()))
            else:
                self.add(match.group(), (place[0], place[1] + match.start()))
        return passed

    def place(self, word: int) -> Place:
        """Where a word stands; the last one for a word that is not there."""
        word = min(word, len(self.words) - 1)
        if word < 0:
            return 0, 0
        number = bisect.bisect_right(self._firsts, word) - 1
        (line, column), text, skipped = self._texts[number]
        if number != self._looked_at:
            self._looked_at = number
            self._starts = [match.start() for match in re.finditer(r"\S+", text)]
        return line, column + self._starts[skipped + word - self._firsts[number]]
