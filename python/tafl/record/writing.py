"""Games to texts, in any dialect that is written."""

from __future__ import annotations

import os
from contextlib import contextmanager

from tafl._typed import is_path
from tafl.errors import TaflError
from tafl.record import jsonl, otn_writing, pgn
from tafl.record.game import Game, Result, check_resignation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable
    from typing import TextIO

    from _typeshed import SupportsWrite

_WRITERS: dict[str, Callable[[Game], str]] = {
    "otn": otn_writing.write,
    "walker": otn_writing.write_walker,
    "nielsen": jsonl.write_wrapped,
    "pgn": pgn.write,
    "json": jsonl.write,
}
WRITTEN = tuple(_WRITERS)
"""The dialects that are written."""


def write_game(game: Game, dialect: str = "otn", *, strict: bool = False) -> str:
    """A game as text, in its one canonical form; reading it again gives an equal game.

    ``dialect`` is "otn", "json" (these keep everything), "nielsen" (a JSON object around the moves,
    as the recorded games of aagenielsen.dk come), "pgn" (hnefatafl.org) or "walker"; what each
    keeps is in docs/records.md, and ``losses`` says what one would lose of a game. With ``strict``
    OTN is written without our own escapes and rule keys.

    Raises TaflError for what the dialect cannot express where it would not be read as it was
    meant, and IllegalMoveError for a move that cannot be made.

    >>> from tafl.record import read_games, write_game
    >>> [game] = read_games("e8-c8 e7-b7", variant="linnaeus-tablut")
    >>> write_game(game, "walker").splitlines()
    ['1. E8-C8 E7-B7', '', '']
    """
    _check(game, dialect)
    if strict and dialect != "otn":
        raise TaflError(f"found strict with the dialect {dialect}, expected it with otn only")
    for node in (game.root, *game.nodes()) if game._root is not None else ():
        check_resignation(node)
    resigned = game.resigned
    if resigned is not None and game.result is not Result.of(resigned.opponent):
        raise TaflError(f"found the result {game.result}, but the {resigned.value} resign")
    text = otn_writing.write(game, strict=True) if strict else _WRITERS[dialect](game)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise TaflError(
            f"found {text[error.start]!a}, half a character, expected texts of whole ones"
        ) from error
    return text


def write_games(
    games: Iterable[Game],
    target: os.PathLike[str] | SupportsWrite[str],
    dialect: str = "otn",
    *,
    strict: bool = False,
) -> int:
    """Writes games one after the other to a path or an open text file; returns how many.

    >>> import io
    >>> from tafl.record import read_games, write_games
    >>> file = io.StringIO()
    >>> write_games(read_games("e8-c8 e7-b7", variant="linnaeus-tablut"), file, "pgn")
    1
    >>> file.getvalue().splitlines()[-2:]
    ['1. e8c8 e7b7', '*']
    """
    if is_path(target):
        with whole_file(os.fspath(target)) as file:
            return write_games(games, file, dialect, strict=strict)
    if not hasattr(target, "write"):
        raise TypeError(
            "expected a path (pathlib.Path) or a file open for writing text, found "
            f"{type(target).__name__}"
        )
    number = 0
    for game in games:
        text = write_game(game, dialect, strict=strict)
        # A blank line between games; that after a PGN game is not part of it.
        target.write(f"\n{text}" if dialect == "pgn" and number > 0 else text)
        number += 1
    return number


@contextmanager
def whole_file(path: str) -> Generator[TextIO]:
    """A file to write that bears its name only when it is whole. What is no ordinary file, such as
    a pipe or a device, is written to as it is."""
    path = os.path.realpath(path)
    if os.path.exists(path) and not os.path.isfile(path):
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            yield file
        return
    part = f"{path}.{os.getpid()}.part"
    file = open(part, "x", encoding="utf-8", newline="\n")  # noqa: SIM115  (closed below)
    try:
        with file:
            yield file
        os.replace(part, path)
    except BaseException:
        os.remove(part)
        raise


def _check(game: Game, dialect: str) -> None:
    if not isinstance(game, Game):
        raise TypeError(f"expected a Game, found {type(game).__name__}")
    if not isinstance(dialect, str) or dialect not in _WRITERS:
        raise TaflError(f"found the dialect {dialect!r:.60}, expected one of {', '.join(_WRITERS)}")
    for name, value in game.tags.items():
        if not isinstance(name, str) or not isinstance(value, str):
            raise TypeError(f"expected tags as str, found {name!r:.60}: {value!r:.60}")


def losses(game: Game, dialect: str) -> list[str]:
    """What a dialect has no place for, of what there is in a game: "variations", "comments" and
    "clocks", "tags", "line breaks in tags", "capital letters in the names of tags", "the result".

    >>> from tafl.record import Game, losses
    >>> losses(Game("brandubh", tags={"event": "Ting"}, result="draw"), "walker")
    ['tags', 'the result']
    """
    _check(game, dialect)
    if dialect in ("otn", "json"):
        return []
    nodes = [game.root, *game.nodes()]
    lost: list[str] = []
    if any(len(node.variations) > 1 for node in nodes):
        lost.append("variations")
    if dialect != "pgn" and any(node.comment for node in nodes):
        lost.append("comments")
    if any(node.clock for node in nodes):
        lost.append("clocks")
    if dialect == "pgn" and any(name != name.lower() for name in game.tags):
        lost.append("capital letters in the names of tags")
    if dialect == "pgn" and any("\n" in value for value in game.tags.values()):
        lost.append("line breaks in tags")
    if dialect == "walker":
        if game.tags:
            lost.append("tags")
        if game.result is not None and game.resigned is None:
            lost.append("the result")
    return lost
