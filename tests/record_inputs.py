"""Texts for the fuzzing of records: games in each dialect, and the same with something broken."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import record_games as own
from mutations import NASTY
from mutations import mutated as scratched
from record_checks import DEFAULT
from tafl import Board, Side, Variant, variants
from tafl.notation import RESIGNATIONS, write_move, write_position
from tafl.record import Game, write_game

VARIANTS = [Variant(name) for name in variants() if Variant(name).size <= 11]
LONGEST = 40_000  # characters
LOG_RULES = Variant("ashton-tablut-unibo")


def _otn(rng: random.Random) -> str:
    return write_game(own.game(rng, rng.choice(VARIANTS), moves=25))


def _json(rng: random.Random) -> str:
    return write_game(own.game(rng, rng.choice(VARIANTS), moves=25), "json")


def _plain(rng: random.Random, variant: Variant = DEFAULT) -> Game:
    """A main line that is not too short to be one in every dialect."""
    while True:
        game = own.plain(own.game(rng, variant, moves=40, set_up=False))
        if len(game.moves) > 2:
            return game


def _list(rng: random.Random) -> str:
    game = _plain(rng)
    words = [str(move).replace("-", rng.choice(("", "-"))) for move in game.moves]
    if game.resigned:
        words.append(rng.choice((*RESIGNATIONS, "timeout")))
    return rng.choice((" ", "  ")).join(words) + "\n"


def _walker(rng: random.Random) -> str:
    return write_game(_plain(rng), "walker") if rng.random() < 0.7 else _list(rng).upper()


def _nielsen(rng: random.Random) -> str:
    kind = rng.random()
    if kind < 0.3:
        return _list(rng)
    game = _plain(rng, rng.choice(VARIANTS))
    if kind < 0.5:
        game.tags[rng.choice(("id", "date", "ends"))] = own.text(rng)
    elif kind < 0.6:
        game.tags["final"] = game.end().board().fen().split(" ")[0]
    elif kind < 0.7 and game.resigned is None:
        game.tags["termination"] = "timeout"
    if kind < 0.9:
        return write_game(game, "nielsen")
    return write_game(_plain(rng), "walker").lower()


def _pgn(rng: random.Random) -> str:
    game = own.game(rng, rng.choice(VARIANTS), depth=0, moves=25)
    return write_game(game, "pgn")


def _commands(rng: random.Random) -> str:
    game = _plain(rng)
    board = game.board()
    rows = []
    for move in game.moves:
        rows.append(write_move(board, move, "htp"))
        board.push_unchecked(move)
    if game.resigned:
        rows.append(f"play {game.resigned.value.rstrip('s')} resigns")
    return "\n".join([*rows, "", ""])


def _htp(rng: random.Random) -> str:
    return _commands(rng) if rng.random() < 0.7 else _pgn(rng)


def _gtp(rng: random.Random) -> str:
    def shifted(match: re.Match[str]) -> str:
        letter = match.group()
        return chr(ord(letter) + 1) if letter.lower() >= "i" else letter

    return re.sub(r"\b[a-tA-T](?=\d)", shifted, rng.choice((_commands, _list))(rng))


def _log(rng: random.Random) -> str:
    game = _plain(rng, LOG_RULES)
    board = game.board()
    rows = ["FINE: Players:\tHILD\tvs\tULF"]
    rows.append(f"FINE: Stato:\n{write_position(board, 'unibo')}")
    for move in game.moves:
        side = "W" if board.turn is Side.DEFENDERS else "B"
        rows.append("May 25, 2019 9:11:51 PM it.unibo.ai.Game checkMove")
        rows.append(f"FINE: Turn: {side} Pawn from {move.from_square} to {move.to_square}")
        board.push_unchecked(move)
        state = write_position(board, "unibo")
        if (outcome := board.outcome()) is not None:
            turn = {Side.DEFENDERS: "WW", Side.ATTACKERS: "BW", None: "D"}[outcome.winner]
            state = state[:-1] + turn
        rows.append(f"FINE: Stato:\n{state}")
    return "\n".join([*rows, ""])


TARGETS: dict[str, Callable[[random.Random], str]] = {
    "otn": _otn,
    "walker": _walker,
    "nielsen": _nielsen,
    "htp": _htp,
    "pgn": _pgn,
    "unibo": _log,
    "json": _json,
    "gtp": _gtp,
}
"""For each dialect of records, what makes a text in it."""


def move_or_position(rng: random.Random, board: Board) -> str:
    """A legal move of a board, or a position, in some notation."""
    kind = rng.random()
    if kind < 0.3 or not board.legal_moves:
        return write_position(board, rng.choice(("otn", "unibo")))
    move = rng.choice(board.legal_moves)
    if kind < 0.4:
        return f"FINE: Turn: null Pawn from {move.from_square} to {move.to_square}"
    return write_move(board, move, rng.choice(("otn", "walker", "nielsen", "htp", "pgn")))


class Texts:
    """Makes texts for one target; a good part of them is as it should be."""

    def __init__(
        self, rng: random.Random, make: Callable[[random.Random], str], most: int = 3
    ) -> None:
        self.make = make
        self.most = most
        """How many games a text has at most, before it is changed."""
        kinds = (make, make, *TARGETS.values())
        self.others = [kind(rng) for kind in kinds for _ in range(3)]
        """What parts of other games come from, most of them in other dialects."""

    def fresh(self, rng: random.Random) -> str:
        """A game or a few, right or with one thing broken."""
        number = min(rng.choice((1, 1, 1, 1, 2, 3)), self.most)
        text = "".join(self.make(rng) for _ in range(number))
        return text if rng.random() < 0.75 else broken(rng, text, self.others)

    def changed(self, rng: random.Random, text: str) -> str:
        """Another text: one with something broken, or a fresh one."""
        if rng.random() < 0.65:
            return self.fresh(rng)
        for _ in range(rng.choice((1, 1, 2, 4))):
            text = broken(rng, text, self.others)
        return text


_TOKEN = re.compile(r"\s+|\w+(?:-\w+)?|.", re.DOTALL)


def broken(rng: random.Random, text: str, others: list[str]) -> str:
    """A text with one thing changed, mostly by whole words."""
    kind = rng.randrange(10)
    if kind < 2:
        return scratched(rng, text, others)[:LONGEST]
    words = _TOKEN.findall(text) or [""]
    at, end = sorted((rng.randrange(len(words)), rng.randrange(len(words))))
    if kind == 2:
        words[at], words[end] = words[end], words[at]
    elif kind == 3:
        words.insert(at, words[end])
    elif kind == 4:
        del words[at : min(end, at + rng.choice((1, 1, 3, 20))) + 1]
    elif kind == 5:
        words[at] = rng.choice(NASTY + own.LOOK_ALIKES)
    elif kind == 6:
        words[at] += own.text(rng, 10)
    elif kind == 7:
        other = _TOKEN.findall(rng.choice(others))
        start = rng.randrange(len(other))
        words[at : at + rng.choice((0, 1, 10))] = other[start : start + rng.choice((1, 3, 30))]
    elif kind == 8:
        words[at:end] = words[at:end] * 2
    else:  # what takes long shows where there is much of it
        end = min(end, at + rng.choice((1, 3, 10)))
        words[at:end] = words[at:end] * rng.choice((3, 3, 10, 1000))
    return "".join(words)[:LONGEST]
