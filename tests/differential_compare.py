"""Engine against reference: the comparison of a board as it stands.

The reference judges; the engine is asked for what its users ask it for.
"""

from __future__ import annotations

import pprint
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, cached_property
from unittest import mock

import reference
import tafl
from differential_rules import LARGE, Rules, changed, record, replacements

Answer = tuple[str | None, str] | None


class MismatchError(AssertionError):
    """Engine and reference disagree; the message has all that is needed to see it again."""


@dataclass
class Case:
    """One item of a run: what it is called, the rules, and where in a game it is."""

    name: str
    rules: Rules
    variant: tafl.Variant
    fen: str = ""
    moves: list[str] = field(default_factory=list)

    @cached_property
    def others(self) -> list[tuple[str, str, tafl.Variant]]:
        """The variants that differ in one value: the value's key and name, and the variant."""
        lone_king = {reference.centre(reference.number(self.rules, "board.size")): reference.KING}
        # A start that contradicts no other value; positions do not depend on it.
        rules = {**self.rules, "board.start": record(lone_king, self.variant.size)}
        return [
            (name, label, variant)
            for name, label, key, value in replacements(rules)
            if (variant := changed(rules, key, value)) is not None
        ]

    def require(self, what: str, engine: object, expected: object) -> None:
        """Refuses an answer of the engine that is not the reference's."""
        if engine != expected:
            raise MismatchError(self.report(what, engine, expected))

    def report(self, what: str, engine: object, expected: object) -> str:
        lines = [
            f"{what}: engine and reference disagree",
            f"case: {self.name}",
            f"rules: {pprint.pformat(self.named_rules(), width=100, sort_dicts=False)}",
            f'position: "{self.fen}"',
            f"moves: {' '.join(self.moves) or '(none)'}",
            f"engine:    {engine!r}",
            f"reference: {expected!r}",
        ]
        if isinstance(engine, list) and isinstance(expected, list):
            lines.append(f"only in the engine:    {[x for x in engine if x not in expected]}")
            lines.append(f"only in the reference: {[x for x in expected if x not in engine]}")
        return "\n".join(lines)

    def named_rules(self) -> Rules:
        """The values that are not the default."""
        size = reference.number(self.rules, "board.size")
        defaults = {**reference.DEFAULTS, "corners.squares": reference.four_corners(size)}
        return {
            key: value
            for key, value in self.rules.items()
            if key not in defaults or value != defaults[key]
        }


PREDICATES: dict[str, Callable[[Rules, reference.Position], bool]] = {
    "is_encircled": reference.is_encircled,
    "is_exit_fort": reference.is_exit_fort,
    "is_draw_fort": reference.is_draw_fort,
}


def engine_outcome(board: tafl.Board | tafl.Position) -> Answer:
    """The engine's outcome in the words of the reference."""
    outcome = board.outcome()
    if outcome is None:
        return None
    winner = None if outcome.winner is None else str(outcome.winner.value)
    return winner, str(outcome.termination.value)


def attempt(case: Case, item: Callable[[Case, random.Random], None], rng: random.Random) -> None:
    """Makes one item; an error that nobody expects is reported like a wrong answer."""
    try:
        item(case, rng)
    except MismatchError:
        raise
    except Exception as error:
        raise MismatchError(case.report("an error", repr(error), "none")) from error


def texts(squares_or_moves: Sequence[object]) -> list[str]:
    return [str(each) for each in squares_or_moves]


def announcement(escapes: Sequence[str]) -> str | None:
    if not escapes:
        return None
    return "raicki" if len(escapes) == 1 else "tuicku"


def check_moves(case: Case, board: tafl.Board, game: reference.Game) -> list[str]:
    """Compares what can be asked about a board as it stands; returns the legal moves."""
    case.require("fen", board.fen(), game.fen())
    finished = game.outcome()
    case.require("outcome", engine_outcome(board), finished)
    case.require("game over", board.is_game_over(), finished is not None)
    expected = game.legal_moves()
    case.require("legal moves", texts(board.legal_moves), expected)
    check_without_history(case, board, game)
    case.require("repetitions", board.repetitions(), game.repetitions())
    escapes = [] if finished else reference.escape_moves(case.rules, game.position)
    case.require("escape moves", texts(board.escape_moves()), escapes)
    case.require("announcement", board.announcement(), announcement(escapes))
    for move in board.legal_moves:
        captured = reference.captures_of_move(case.rules, game.position, str(move))
        case.require(f"captures of {move}", texts(board.captures(move)), captured)
    return expected


def check_without_history(case: Case, board: tafl.Board, game: reference.Game) -> None:
    """Compares the position as such, which knows no repetition."""
    position = board.position
    expected = reference.legal_moves(case.rules, game.position)
    outcome = reference.outcome(case.rules, game.position)
    case.require("legal moves of the position", texts(position.legal_moves), expected)
    case.require("outcome of the position", engine_outcome(position), outcome)
    for name, predicate in PREDICATES.items():
        holds = predicate(case.rules, game.position)
        case.require(name, getattr(board, name)(), holds)
        case.require(f"{name} of the position", getattr(position, name)(), holds)
    forbidden = set(expected).difference(texts(board.legal_moves))
    for text in sorted(forbidden):
        move = tafl.Move(*reference.move_squares(text))
        case.require(
            f"{text}, which the game does not allow, is legal", board.is_legal(move), False
        )


def check_successors(
    case: Case, rng: random.Random, board: tafl.Board, game: reference.Game
) -> None:
    """Compares the position after each move. Its outcome too, but only of some of them, since the
    reference takes its time: of all moves that capture or end the game, and of a few others."""
    moves = list(board.legal_moves)
    some = set(rng.sample(moves, min(len(moves), 6 if board.size >= LARGE else 12)))
    for move in moves:
        after = reference.position_after(case.rules, game.position, str(move))
        some |= {move} if board.captures(move) else set()
        board.push(move)
        case.require(f"position after {move}", board.fen(), reference.to_fen(after))
        if move in some or board.is_game_over():
            expected = reference.outcome(case.rules, after)
            case.require(f"outcome after {move}", engine_outcome(board), expected)
        board.pop()


def check_position(case: Case, rng: random.Random) -> None:
    """Compares all that a position set up by hand has to answer."""
    board = tafl.Board(case.variant, fen=case.fen)
    game = reference.Game(case.rules, case.fen)
    check_moves(case, board, game)
    check_successors(case, rng, board, game)
    case.require("fen after all moves taken back", board.fen(), case.fen)
    case.require("perft at depth 1", tafl.perft(board, 1), len(game.legal_moves()))
    if rng.random() < 0.1:
        check_stats(case, board, game.position, 1)


def check_stats(case: Case, board: tafl.Board, position: reference.Position, depth: int) -> None:
    """Compares the detailed count, and that without details."""
    stats = tafl.perft_stats(board, depth)
    found = {name: getattr(stats, name) for name in reference.STATS}
    expected = reference.perft_stats(case.rules, position, depth)
    case.require(f"perft_stats {depth}", found, expected)
    case.require(f"perft {depth}", tafl.perft(board, depth), expected["nodes"])


@contextmanager
def remembering() -> Iterator[None]:
    """Lets the reference remember what it is asked again and again: neighbours, and draw forts,
    which it looks for after every move where they are forbidden."""
    known_neighbours = cache(lambda square, size: tuple(neighbours(square, size)))
    # With the rules themselves, so that they live on and no others get their identity.
    forts: dict[tuple[int, reference.Position], tuple[reference.Rules, bool]] = {}
    neighbours, is_draw_fort = reference.neighbours, reference.is_draw_fort

    def fort(rules: reference.Rules, position: reference.Position) -> bool:
        if len(forts) > 10_000:
            forts.clear()
        key = (id(rules), position)
        if key not in forts:
            forts[key] = rules, is_draw_fort(rules, position)
        return forts[key][1]

    with (
        mock.patch.object(reference, "neighbours", lambda *args: list(known_neighbours(*args))),
        mock.patch.object(reference, "is_draw_fort", fort),
    ):
        yield
