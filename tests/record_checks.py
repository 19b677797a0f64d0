"""What must hold of reading any text as game records, or as a move or a position."""

from __future__ import annotations

import io
import random
import time
from pathlib import Path
from typing import Any

from mutations import checked_message, shown
from tafl import Board, RecordError, TaflError, Variant
from tafl.notation import DIALECTS, read_move, read_position, write_move, write_position
from tafl.record import WRITTEN, Game, losses, read_game, read_games, write_game

DEFAULT = Variant("linnaeus-tablut")
"""What is played where a text does not say it."""
MOST_WRITTEN = 50  # games of a text, since writing all of a thousand in every way takes a minute


def check_record(text: str, dialect: str | None, scratch: Path) -> tuple[bool, float]:
    """Reads a text in every way; returns whether it came as far as a replay, and the CPU seconds of
    reading it once. ``scratch`` is a file for the text."""
    begin = time.process_time()
    games = _collected(text, dialect)
    seconds = time.process_time() - begin
    for game in games:
        _check_game(game)
    _check_raising(text, dialect, games)
    _check_sources(text, dialect, games, scratch)
    list(read_games(text, dialect, None, "collect", strict=False, default_variant=DEFAULT))
    for game in games[:MOST_WRITTEN]:
        if not game.errors:
            _check_writing(game, random.Random(text.encode("utf-8", "surrogatepass")))
    return any(map(_was_replayed, games)), seconds


def _collected(source: Any, dialect: str | None) -> list[Game]:
    return list(read_games(source, dialect, None, "collect", default_variant=DEFAULT))


def _was_replayed(game: Game) -> bool:
    return any(error.ply is not None for error in game.errors) or bool(
        not game.errors and (game.moves or game.resigned)
    )


def _check_game(game: Game) -> None:
    assert game.line >= 1
    repr(game)
    for error in game.errors:
        assert type(error) is RecordError
        assert min(error.line, error.column) >= 1, error
        checked_message(error)
    for remark in game.remarks:
        assert min(remark.line, remark.column) >= 1, remark
    assert not (game.errors and game.complete and game._start is None)


def _check_raising(text: str, dialect: str | None, games: list[Game]) -> None:
    """Reading that stops at the first error gives the same games up to there, and that error."""
    found = []
    stopped = ""
    try:
        for game in read_games(text, dialect, default_variant=DEFAULT):
            found.append(game)
    except RecordError as error:
        stopped = str(error)
    wrong = [i for i, game in enumerate(games) if game.errors]
    end = wrong[0] if wrong else len(games)
    assert found == games[:end]
    assert stopped == (str(games[end].errors[0]) if wrong else "")


def _check_sources(text: str, dialect: str | None, games: list[Game], scratch: Path) -> None:
    """A text is read alike, wherever it comes from."""
    wanted = [_everything(game, "text") for game in games]
    assert [_everything(game, "text") for game in _collected(io.StringIO(text), dialect)] == wanted
    try:
        scratch.write_bytes(text.encode())
    except UnicodeEncodeError:
        return  # half a character
    assert [_everything(game, str(scratch)) for game in _collected(scratch, dialect)] == wanted


def _everything(game: Game, name: str) -> tuple[object, ...]:
    """What there is in a game, with its errors as they are in a text."""
    errors = [(error.line, error.column, error.ply, error.reason) for error in game.errors]
    messages = [str(error).replace(f"{name}, line", "text, line", 1) for error in game.errors]
    tree = [
        (len(node.variations), node.move, node.comment, node.clock, node.resigned)
        for node in game.nodes()
    ]
    about = (game.tags, game.result, game.complete, game.dialect, game.line, game._start)
    return about, errors, messages, game.remarks, tree


def _check_writing(game: Game, rng: random.Random) -> None:
    """What a dialect keeps is the same when it is read again, and shows where it is cut off."""
    for dialect in WRITTEN:
        if losses(game, dialect):
            continue
        refusal = ""
        try:
            text = write_game(game, dialect)
        except TaflError as error:
            refusal = checked_message(error)
        if refusal:
            assert dialect != "json" or "half a character" in refusal
            continue
        variant = game.variant if dialect == "walker" else None
        again = read_game(text, dialect, variant)
        assert again == game, f"{dialect}: {shown(text)}"
        assert again.complete, f"{dialect}: {shown(text)}"
        assert write_game(again, dialect) == text
        for end in {len(text) - 1, rng.randrange(len(text)), rng.randrange(len(text))}:
            try:
                parts = list(read_games(text[:end], None, variant, "collect"))
            except RecordError as error:
                raise AssertionError(f"{dialect}: collecting raises {error}") from error
            assert not any(part.complete for part in parts), f"{dialect}: {shown(text[:end])}"


def check_move(text: str, board: Board) -> bool:
    """Reads a text as a move and as a position, in every notation; returns whether it is one."""
    before = board.fen()
    known = False
    for dialect in (None, *DIALECTS):
        try:
            stated = read_move(text, dialect)
            known = True
            move = board.parse_move(text, dialect)
        except TaflError as error:
            checked_message(error)
        else:
            assert move == stated.move
            for style in ("otn", "walker", "nielsen", "htp", "pgn"):
                assert board.parse_move(write_move(board, move, style)) == move
        assert board.fen() == before
    for dialect in ("otn", "unibo"):
        try:
            position = read_position(board.variant, text, dialect)
        except TaflError as error:
            checked_message(error)
            continue
        known = True
        for each in ("otn", "unibo"):
            again = read_position(board.variant, write_position(position, each), each)
            assert again == position, each
    return known
