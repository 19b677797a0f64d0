"""A place in a recorded game, as ``show`` shows it."""

from __future__ import annotations

import sys
from contextlib import closing
from itertools import islice

from tafl.cli.games import Fault, Reading, gave_up, name_of
from tafl.cli.output import complain, print_wrapped, printable
from tafl.errors import TaflError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from tafl import Board
    from tafl.record import Annotation, Game

_AROUND = 4  # moves before and after


class Place:
    """A game of a file, and a board after some of its moves."""

    def __init__(self, path: str, number: int, game: Game, ply: int) -> None:
        self.path = path
        self.number = number
        self.game = game
        self.ply = ply
        self.moves: list[Annotation] = list(game.annotations())
        self.board: Board = game.board()
        node = game.root
        for move in game.moves[:ply]:
            self.board.push_unchecked(move)
            node = node.variations[0]
        self.node = node

    @property
    def last_move(self) -> str | None:
        """The move that led here."""
        return str(self.node.move) if self.node.move else None

    @property
    def resigned(self) -> bool:
        """Whether the side to move resigns here."""
        return self.node.resigned

    @property
    def status(self) -> int:
        """The exit status: whether the game is faulty."""
        return 1 if self.game.errors else 0

    def data(self) -> dict[str, Any]:
        """The place for JSON."""
        game = self.game
        last = self.moves[self.ply - 1] if self.ply else None
        words = [_word(each) for each in self.moves]
        return {
            "game": {
                "file": name_of(self.path),
                "number": self.number,
                "line": game.line,
                "tags": game.tags,
                "result": game.result,
                "plies": len(self.moves),
                "errors": [str(error) for error in game.errors],
            },
            "ply": self.ply,
            "move": self.last_move,
            "captures": [str(square) for square in last.captures] if last else [],
            "mark": last.mark if last else "",
            "comment": self.node.comment,
            "clock": self.node.clock,
            "before": words[: self.ply],
            "after": words[self.ply :],
        }


def find(options: argparse.Namespace) -> Place:
    """The place that the arguments name; TaflError."""
    path = options.variant
    number = 1 if options.game is None else options.game
    if not 1 <= number <= sys.maxsize:
        raise TaflError(f"--game: found {number}, expected 1 to {sys.maxsize}")
    with closing(Reading.of(options).games(path)) as games:
        found, game = 0, None
        for each in islice(games, number):
            found, game = found + 1, each
    if game is None:
        raise TaflError(f"{name_of(path)}: found no game, expected one")
    if found < number:
        raise TaflError(f"--game: found {number}, expected 1 to {found} of {name_of(path)}")
    ply = len(game.moves) if options.ply is None else options.ply
    if not 0 <= ply <= len(game.moves):
        why = f": {Fault.first_of(path, number, game)}" if game.errors else ""
        raise TaflError(f"--ply: found {ply}, expected 0 to {len(game.moves)}{why}")
    if game.errors:
        complain(f"{Fault.first_of(path, number, game)}; the game is shown up to there")
    return Place(path, number, game, ply)


def print_heading(place: Place) -> None:
    """Which game it is, and what its tags say."""
    game = place.game
    print(printable(f"{name_of(place.path)}: game {place.number}, {game.variant.name}"))
    for name, value in game.tags.items():
        print_wrapped(printable(f"{name}: {value}"), "  ", "    ")
    if game.result:
        how = gave_up(game)
        print(f"  result: {game.result}{f' ({how})' if how else ''}")
    print()


def print_moves(place: Place) -> None:
    """Where in the game the board stands, and what is said of that."""
    words = [_word(each) for each in place.moves]
    ply = place.ply
    shown = words[max(ply - _AROUND, 0) : ply + _AROUND]
    at = min(ply, _AROUND)
    if at:
        shown[at - 1] = f"[{shown[at - 1]}]"
    before = "... " if ply > _AROUND else ""
    after = " ..." if ply + _AROUND < len(words) else ""
    place_in_game = f"ply {ply} of {len(words)}"
    if words:
        place_in_game += f": {before}{' '.join(shown)}{after}"
    print_wrapped(place_in_game, "", "    ")
    if place.node.clock:
        print(f"clock: {place.node.clock}")
    if place.node.comment:
        for line in place.node.comment.split("\n"):
            print_wrapped(f"| {printable(line)}", "", "| ")


def _word(each: Annotation) -> str:
    """A move with its captures, a captured king too, and its mark in OTN."""
    captures = "/".join(map(str, each.captures))
    return f"{each.move}{'x' if captures else ''}{captures}{each.mark}"
