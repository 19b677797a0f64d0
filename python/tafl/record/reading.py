"""Games from texts, in any dialect: which one it is, and one game after the other."""

from __future__ import annotations

import re

from tafl import catalogue
from tafl._core import Variant
from tafl._typed import is_path
from tafl.errors import InvalidMoveError, RecordError, TaflError
from tafl.notation import go_letters
from tafl.record import jsonl, lists, otn_reading, pgn, text, unibo
from tafl.record.draft import Draft, Lines
from tafl.record.game import Game
from tafl.record.judging import judge

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator
    from typing import TextIO


# For each dialect: the forms in which it comes, and what marks mean in it.
_DIALECTS = {
    "otn": (("otn",), "otn"),
    "walker": (("otn", "list"), "walker"),
    "nielsen": (("json", "list", "otn", "pgn"), "any"),
    "htp": (("commands", "pgn", "list"), "any"),
    "pgn": (("pgn",), "any"),
    "unibo": (("unibo",), "any"),
    "json": (("json",), "any"),
    "gtp": (("commands", "pgn", "list"), "any"),
}
DIALECTS = tuple(_DIALECTS)
"""The dialects that are read."""

_READERS: dict[str, Callable[[Lines, Draft], None]] = {
    "otn": otn_reading.read,
    "list": lists.read,
    "commands": lists.read_commands,
    "pgn": pgn.read,
    "unibo": unibo.read,
    "json": jsonl.read,
}
# No text of a game looks like this, not even a part of one.
_FILE_NAME = re.compile(r"[\w.~/\\:-]*\w\.[A-Za-z]{3,6}")
_TURN_1 = re.compile(r"1\.(?!\d)")
_PGN_TURN = re.compile(r"\d+\.\s*[a-sA-S]\d+[a-sA-S]\d")

_ON_ERROR = ("raise", "collect")


def read_games(
    source: TextIO | os.PathLike[str] | str,
    dialect: str | None = None,
    variant: str | Variant | None = None,
    on_error: str = "raise",
    *,
    strict: bool = True,
    default_variant: str | Variant | None = None,
) -> Iterator[Game]:
    """Reads games, one at a time; memory does not grow with the file.

    ``source`` is an open text file, a path (``pathlib.Path``) or, as str, the text itself.
    ``dialect`` is one of "otn", "walker", "nielsen", "htp", "pgn", "unibo", "json" and "gtp" (htp
    with Go's letters, which leave out i); without it each game shows by itself what it is.
    ``variant`` is what is played, whatever the record says, ``default_variant`` what is played
    where a record does not say it; one of the two is needed there.

    Every game is replayed while it is read: moves, captures and marks are compared with the rules,
    the stated result with resignation and outcome. ``on_error="raise"`` stops at the first error
    with RecordError (``line``, ``column``, ``ply``, ``reason``); with ``"collect"`` each game comes
    as far as it is right, with the errors in ``game.errors``, and reading goes on with the next;
    only a file that cannot be read further, or is no UTF-8, stops it then.

    Sites have not always enforced repetition, encirclement and forts. With ``strict=False`` a
    record may run on past such an end, which ``game.early_ends`` lists, and a result that differs
    from it is a remark, no error.

    >>> from tafl.record import read_games
    >>> [game] = read_games("e8-c8 e7-b7 resigned", variant="linnaeus-tablut")
    >>> len(game.moves), game.result, game.dialect
    (2, <Result.DEFENDERS: 'defenders'>, 'moves')
    >>> list(read_games("1. e8-c8 a4-a6", variant="linnaeus-tablut"))
    Traceback (most recent call last):
        ...
    tafl.errors.RecordError: text, line 1, column 10: ply 1: a4-a6 is illegal: the attacker on a4 \
is not a piece of the defenders, who are to move
    """
    if dialect is not None and dialect not in _DIALECTS:
        raise TaflError(f"found the dialect {dialect!r}, expected one of {', '.join(_DIALECTS)}")
    if on_error not in _ON_ERROR:
        raise TaflError(f"on_error: found {on_error!r}, expected one of {', '.join(_ON_ERROR)}")
    if isinstance(source, str) and _FILE_NAME.fullmatch(source):
        raise RecordError(
            f"text: found {source[:60]!r}, expected the text of a game: to read a file, give its "
            "path as a pathlib.Path",
            1,
            1,
        )
    return _Games(
        Lines(source),
        dialect,
        None if variant is None else catalogue.load(variant),
        None if default_variant is None else catalogue.load(default_variant),
        strict,
    ).read(collect=on_error == "collect")


def read_game(
    source: TextIO | os.PathLike[str] | str,
    dialect: str | None = None,
    variant: str | Variant | None = None,
    *,
    strict: bool = True,
) -> Game:
    """Reads the one game of a source: see read_games. None, or more than one: RecordError.

    >>> from tafl.record import read_game
    >>> read_game("E8-C8", variant="linnaeus-tablut").moves
    <MoveList e8-c8>
    """
    games = read_games(source, dialect, variant, strict=strict)
    first = next(games, None)
    if first is None:
        raise RecordError(f"{_name_of(source)}: found no game, expected one")
    if next(games, None) is not None:
        raise RecordError(
            f"{_name_of(source)}: found more than one game, expected one (read_games reads many)"
        )
    return first


def _name_of(source: object) -> str:
    return str(source) if is_path(source) else "text"


class _Games:
    """The games of a source, and how they are to be read."""

    def __init__(
        self,
        lines: Lines,
        dialect: str | None,
        variant: Variant | None,
        default: Variant | None,
        strict: bool,
    ) -> None:
        self.lines = lines
        self.dialect = dialect
        self.variant = variant
        self.default = default
        self.strict = strict

    def read(self, collect: bool) -> Iterator[Game]:
        try:
            while (line := self.lines.next()) is not None:
                if not line or line.isspace():
                    continue
                self.lines.back()
                game = self._game(line)
                if game.errors and not collect:
                    raise game.errors[0]
                yield game
        finally:
            self.lines.close()

    def _game(self, line: str) -> Game:
        """The game that begins with a line."""
        draft = self._draft(line)
        variant = self.variant
        if variant is None and not draft.said.keys() & {"rules", "variant"}:
            variant = self.default
        try:
            return judge(draft, self.lines, variant, self.strict)
        except RecordError as error:
            # There is not even a board to begin on. An error in the text may be the cause.
            game = Game._unreadable(draft.errors[0] if draft.errors else error)
            game.tags, game.dialect, game.line = draft.tags, draft.dialect, draft.place[0]
            return game

    def _draft(self, line: str) -> Draft:
        lines, dialect = self.lines, self.dialect
        form = _form_of(line, dialect)
        draft = Draft(_name(form, dialect), (lines.number, 1), _style(dialect))
        try:
            _check_form(lines, line, form, dialect)
            _READERS[form](lines, draft)
        except RecordError as error:
            if lines.failed:
                raise
            draft.errors.append(error)
            draft.complete = False
            _skip(lines, line, form, draft)
        if dialect == "gtp":
            _shift_letters(draft, lines)
        return draft


def _form_of(line: str, dialect: str | None) -> str:
    """The form of the game that begins with a line."""
    line = line.strip()
    if line.startswith("{"):
        return "json"
    if line.startswith("["):
        return "pgn" if pgn.is_tag_line(line) else "otn"
    if line.startswith("FINE:") or unibo.HEADER.match(line):
        return "unibo"
    if line.startswith("play "):
        return "commands"
    if not re.match(r"\d+\.", line):
        return "list"
    # Moves without a dash are PGN's, where it does not matter whose they are.
    return "pgn" if dialect in ("htp", "pgn", "gtp") or _PGN_TURN.match(line) else "otn"


def _check_form(lines: Lines, line: str, form: str, dialect: str | None) -> None:
    if dialect is not None and form not in _DIALECTS[dialect][0]:
        raise lines.error(
            f"found {line.strip()[:40]!r}, expected a game in the dialect {dialect}",
            (lines.number, 1),
        )


def _name(form: str, dialect: str | None) -> str:
    if dialect is not None:
        return dialect
    # Whether JSON is ours or Nielsen's is seen when it is read.
    return {"list": "moves", "commands": "htp", "json": ""}.get(form, form)


def _style(dialect: str | None) -> str:
    return _DIALECTS[dialect][1] if dialect is not None else "any"


def _skip(lines: Lines, first: str, form: str, draft: Draft) -> None:
    """Goes on to the next game after an error in the text."""
    if draft.followed:
        return
    if lines.number == draft.place[0]:
        lines.back()
        lines.next()  # at least the line with which the game begins
    if form in ("json", "list"):
        return
    numbered = form == "otn" and not first.lstrip().startswith("[")
    in_tags = form in ("otn", "pgn") and not draft.in_moves
    while (line := lines.next()) is not None:
        line = line.strip()
        if _begins_plainly(line) and not (in_tags and line.startswith("[")):
            lines.back()
            return
        if numbered and _TURN_1.match(line):
            lines.back()
            return
        if form == "commands" and not line:
            return
        # The tags after a wrong one are those of the same game, as are the moves after them.
        in_tags = in_tags and (not line or line.startswith("["))


def _begins_plainly(line: str) -> bool:
    """Whether a line can be nothing but the first of a game."""
    if line.startswith("["):
        return text.is_tag(line[1:]) or pgn.is_tag_line(line)
    return line.startswith(("{", "FINE: Players:"))


def _shift_letters(draft: Draft, lines: Lines) -> None:
    """From letters that leave out i to letters that do not."""
    for line in draft.lines:
        for i, word in enumerate(line.words):
            try:
                line.words[i] = go_letters(word)
            except InvalidMoveError as error:
                draft.errors.append(lines.error(str(error), line.place(i)))
                del line.words[i:]
                draft.passed = [each for each in draft.passed if each[0] < i]
                break
