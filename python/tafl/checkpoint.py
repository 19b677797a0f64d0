"""Checkpoints of a distributed count: text files that grow by a line for each position counted.

A checkpoint says what it is of, and then has the counts in the order in which they came::

    tafl perft checkpoint 1
    rule board.size = 9
    ...
    positions 4400 0fe1c5a2
    17 353200 5d3c0a11

that is, the number of a position, the nodes below it, and a check sum of both and of all that the
file says at its top. A line without an end is what a killed process had begun to write; it counts
as missing.
"""

from __future__ import annotations

import os
import stat
import zlib

from tafl.errors import RecordError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from io import FileIO

_TITLE = "tafl perft checkpoint 1"
_LONGEST = 100  # bytes of a line with a count


class Checkpoint:
    """The counts of positions by their number, from 0 to ``size`` - 1; in a file unless ``path``
    is None.

    ``description`` are the lines that say what is counted: a file goes on only where it has the
    same. Raises RecordError where it has not, where it is damaged or cannot be read or written.

    >>> from tafl.checkpoint import Checkpoint
    >>> with Checkpoint(None, ["depth 3"], 2) as checkpoint:
    ...     checkpoint.add({0: 353200})
    ...     checkpoint.counts
    {0: 353200}
    """

    def __init__(
        self, path: str | os.PathLike[str] | None, description: list[str], size: int
    ) -> None:
        self.counts: dict[int, int] = {}
        self._file: FileIO | None = None
        if path is None:
            return
        self._path = os.fspath(path)
        self._size = size
        self._top = "".join(f"{line}\n" for line in [_TITLE, *description]).encode("ascii")
        self._top_sum = zlib.crc32(self._top)
        try:
            # Unbuffered: what add has written does not depend on anything that comes after it.
            self._file = file = open(self._path, "a+b", buffering=0)  # noqa: SIM115
        except (OSError, ValueError) as error:
            raise RecordError(f"{path}: cannot be opened: {error}") from error
        try:
            self._read(file)
        except BaseException:
            file.close()
            raise

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    def add(self, counts: Mapping[int, int]) -> None:
        """Keeps more counts; when this returns, they are on the disk."""
        if self._file is not None:
            lines = (self._line(number, count) for number, count in counts.items())
            self._write(self._file, b"".join(lines))
        self.counts.update(counts)

    def _line(self, number: int, count: int) -> bytes:
        text = b"%d %d" % (number, count)
        return b"%s %08x\n" % (text, zlib.crc32(text, self._top_sum))

    def _write(self, file: FileIO, data: bytes) -> None:
        try:
            while data:
                data = data[file.write(data) :]
            os.fsync(file.fileno())
        except OSError as error:
            raise RecordError(f"{self._path}: cannot be written: {error}") from error

    def _read(self, file: FileIO) -> None:
        try:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise RecordError(f"{self._path}: found no regular file, expected one")
            file.seek(0)
            found = file.read(len(self._top))
            if len(found) < len(self._top) and self._top.startswith(found):
                # It is new, or its writer was killed before there was anything to lose.
                file.truncate(0)
                self._write(file, self._top)
                return
            self._check_top(found)
            *lines, torn = file.readall().split(b"\n")
            for line, text in enumerate(lines, self._top.count(b"\n") + 1):
                self._read_line(line, text)
            if torn:
                file.truncate(file.tell() - len(torn))
        except OSError as error:
            raise RecordError(f"{self._path}: cannot be read: {error}") from error

    def _check_top(self, found: bytes) -> None:
        there = found.split(b"\n")
        for line, expected in enumerate(self._top.splitlines(), 1):
            text = there[line - 1] if line <= len(there) else b""
            if text != expected:
                raise self._error(
                    line, text, f"{expected.decode()!r}: it is no checkpoint of this count"
                )

    def _read_line(self, line: int, text: bytes) -> None:
        words = text.split(b" ")
        if len(words) == 3 and len(text) <= _LONGEST and words[0].isdigit() and words[1].isdigit():
            number, count = int(words[0]), int(words[1])
            whole = self._line(number, count) == text + b"\n" and number < self._size
            if whole and self.counts.setdefault(number, count) == count:
                return
        raise self._error(line, text, "NUMBER COUNT CHECKSUM: the file is damaged")

    def _error(self, line: int, found: bytes, expected: str) -> RecordError:
        text = found[:60].decode("ascii", "backslashreplace")
        return RecordError(f"{self._path}, line {line}: found {text!r}, expected {expected}", line)
