"""What the property tests and the fuzz tests draw from: variants, boards, games.

Most of it is drawn through ``random.Random``, so that the same code serves hypothesis (which draws
the seed), the fuzz tests and the scripts that run in processes of their own.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Sequence
from typing import Any

import hypothesis
import pytest
from hypothesis import strategies as st

import tafl
from tafl import Board, Move, Piece, Side, Square, Symmetry, Variant

BUILT_IN = [Variant(name) for name in tafl.variants()]
KNOWN_KEYS = frozenset(BUILT_IN[0].rules)
SMALL_SIZES = (5, 5, 5, 7, 7, 9)
SIZES = (*SMALL_SIZES, 11, 13, 15, 17, 19)

_KINDS = ("attacker", "defender", "king")
_KIND_LISTS = [[kind for i, kind in enumerate(_KINDS) if bits >> i & 1] for bits in range(8)]
_FLAG = [True, False]
# The rules whose values stand alone; sizes, starts, corners and camps need a board.
_CHOICES: dict[str, list[Any]] = {
    "board.first": ["attackers", "defenders"],
    "king.escape": ["edge", "corner"],
    "king.armed": [True, False, "hammer", "anvil"],
    "king.capture": ["four", "two", "four-near-throne"],
    "king.edge_hostile": _FLAG,
    "king.max_steps": [0, 0, 1, 3],
    "soldiers.max_steps": [0, 0, 1, 3],
    "throne.exists": [True, True, False],
    "throne.king_may_occupy": _FLAG,
    "throne.king_may_pass": _FLAG,
    "throne.soldiers_may_occupy": _FLAG,
    "throne.soldiers_may_pass": _FLAG,
    "throne.hostile_empty": _KIND_LISTS,
    "throne.hostile_occupied": _KIND_LISTS,
    "throne.linnaean_capture": _FLAG,
    "corners.exist": _FLAG,
    "corners.hostile": _KIND_LISTS,
    "camps.hostile": _KIND_LISTS,
    "camps.movement": ["own-camp", "closed"],
    "camps.hostile_occupied": _KIND_LISTS,
    "camps.shelter_attackers": _FLAG,
    "capture.shieldwall": ["none", "weak", "strong"],
    "capture.shieldwall_trigger": ["bracket", "any"],
    "end.exit_fort": _FLAG,
    "end.draw_fort": [False, "draw", "forbidden"],
    "end.encirclement": [False, True, "king"],
    "end.no_moves": ["loses", "draw"],
    "end.repetition": [
        "draw",
        "none",
        "mover-wins",
        "mover-loses",
        "attackers-win",
        "forbidden",
        "aggressor-loses",
        "aggressor-forbidden",
        "same-moves",
    ],
    "end.repetition_count": [2, 3, 4],
}


@functools.cache
def all_squares(size: int) -> tuple[Square, ...]:
    """The squares of a board, ascending."""
    return tuple(
        Square(f"{letter}{rank}")
        for rank in range(1, size + 1)
        for letter in "abcdefghijklmnopqrs"[:size]
    )


def orbit(square: Square, size: int) -> list[Square]:
    """The squares onto which the symmetries of the board take a square."""
    return sorted({square.transform(symmetry, size) for symmetry in Symmetry})


def record(pieces: dict[Square, str], size: int) -> str:
    """The position record, every empty square written as a 1 of its own."""
    squares = all_squares(size)
    rows = [squares[i : i + size] for i in range(0, size * size, size)]
    # Adjoining digits would be read as one number.
    return "/" + "".join(_row([pieces.get(square) for square in row]) + "/" for row in rows)


def _row(row: list[str | None]) -> str:
    text = ""
    empty = 0
    for piece in [*row, "end"]:
        if piece is None:
            empty += 1
            continue
        text += (str(empty) if empty else "") + ("" if piece == "end" else piece)
        empty = 0
    return text


def random_rules(rng: random.Random, size: int, symmetric: bool) -> dict[str, Any]:
    """Rule values of a variant of our own, of every kind that the engine knows."""
    values = {key: rng.choice(each) for key, each in _CHOICES.items() if key in KNOWN_KEYS}
    squares = all_squares(size)

    def some(count: int) -> list[Square]:
        chosen = rng.sample(squares, min(count, len(squares)))
        if not symmetric:
            return chosen
        return sorted({each for square in chosen for each in orbit(square, size)})

    if values["king.escape"] == "corner":
        values["corners.exist"] = True
    if not values["throne.exists"]:
        values["throne.linnaean_capture"] = False
    corners = [Square("a1"), squares[size - 1], squares[-size], squares[-1]]
    if rng.random() < 0.3:
        corners = some(rng.randint(1, 2))
        values["corners.squares"] = [str(square) for square in corners]
    groups: list[list[Square]] = []
    if rng.random() < 0.5:
        for _ in range(rng.randint(1, 3)):
            taken = {square for group in groups for square in group}
            camp = [square for square in some(1 if symmetric else 3) if square not in taken]
            groups += [camp] if rng.random() < 0.5 else [[square] for square in camp]
    values["camps.groups"] = [[str(square) for square in group] for group in groups if group]
    if groups and "camps.inert" in KNOWN_KEYS and rng.random() < 0.5:
        values["camps.inert"] = [
            str(square) for group in (groups if symmetric else groups[:1]) for square in group
        ]
    barred = set(corners) if values["corners.exist"] else set()
    free = [square for square in squares if square not in barred]
    values["board.size"] = size
    values["board.start"] = record(random_pieces(rng, size, free, king=True), size)
    return values


def random_pieces(
    rng: random.Random, size: int, squares: Sequence[Square], king: bool
) -> dict[Square, str]:
    """Pieces on some of the squares, at most a third of them or so."""
    chosen = rng.sample(squares, rng.randint(3, max(4, size * size // 3)))
    pieces = {square: rng.choice("ttT") for square in chosen}
    if king:
        centre = all_squares(size)[size * size // 2]
        pieces[centre if centre in squares and rng.random() < 0.5 else chosen[0]] = "K"
    return pieces


def random_variant(rng: random.Random, size: int, symmetric: bool = False) -> Variant:
    """A variant of our own."""
    base = BUILT_IN[0]
    return base.replace(random_rules(rng, size, symmetric), id="own", name="Own variant")


def random_position_text(rng: random.Random, variant: Variant) -> str:
    """A full position string with any pieces anywhere, now and then without a king."""
    pieces = random_pieces(rng, variant.size, all_squares(variant.size), king=rng.random() < 0.95)
    return record(pieces, variant.size) + rng.choice((" a", " d"))


def random_board(rng: random.Random, variant: Variant, plies: int) -> Board:
    """A game from the start or from a position set up by hand, as far as it goes."""
    fen = random_position_text(rng, variant) if rng.random() < 0.6 else None
    board = Board(variant, fen=fen)
    play(rng, board, plies)
    return board


def play(rng: random.Random, board: Board, plies: int) -> None:
    """Plays random moves, going back and forth now and then so that positions recur."""
    for _ in range(plies):
        moves = board.legal_moves
        if not moves:
            return
        move = rng.choice(moves)
        if board.ply >= 2 and rng.random() < 0.5:
            last = board.move_stack[-2]
            back = Move(last.to_square, last.from_square)
            move = back if back in moves else move
        board.push(move)


def is_symmetric(variant: Variant) -> bool:
    """Whether all symmetries of the board leave the rules as they are; the start does not count."""

    def moved(names: list[str], symmetry: Symmetry) -> frozenset[str]:
        return frozenset(str(Square(name).transform(symmetry, variant.size)) for name in names)

    rules = variant.rules
    for symmetry in Symmetry:
        for key in ("corners.squares", "camps.inert"):
            if moved(rules.get(key, []), symmetry) != frozenset(rules.get(key, [])):
                return False
        groups = {frozenset(group) for group in rules["camps.groups"]}
        if {moved(group, symmetry) for group in rules["camps.groups"]} != groups:
            return False
    return True


def snapshot(board: Board) -> tuple[object, ...]:
    """All that can be asked of a board, to compare it with later."""
    return (
        board.fen(),
        board.position.key,
        list(board.legal_moves),
        board.outcome(),
        board.repetitions(),
        board.ply,
        board.move_stack,
        board.announcement(),
    )


def other(side: Side) -> Side:
    """The other side."""
    return Side.DEFENDERS if side is Side.ATTACKERS else Side.ATTACKERS


LETTERS = {Piece.ATTACKER: "t", Piece.DEFENDER: "T", Piece.KING: "K"}

seeds = st.integers(0, 2**32 - 1)


@st.composite
def variants(draw: st.DrawFn, sizes: tuple[int, ...] = SIZES, symmetric: bool = False) -> Variant:
    """Built-in variants and, more often, random ones of our own."""
    built_in = [
        each for each in BUILT_IN if each.size in sizes and (is_symmetric(each) or not symmetric)
    ]
    ours: bool = draw(st.booleans())
    if built_in and not ours:
        return draw(st.sampled_from(built_in))
    size = draw(st.sampled_from(sizes))
    return random_variant(random.Random(draw(seeds)), size, symmetric)


@st.composite
def boards(
    draw: st.DrawFn,
    sizes: tuple[int, ...] = SIZES,
    symmetric: bool = False,
    plies: int = 30,
) -> Board:
    """Games of up to so many plies."""
    variant = draw(variants(sizes, symmetric))
    rng = random.Random(draw(seeds))
    return random_board(rng, variant, draw(st.integers(0, plies)))


def drawn(
    *strategies: st.SearchStrategy[Any],
) -> Callable[[Callable[..., None]], Callable[[pytest.FixtureRequest], None]]:
    """A test of a property, as hypothesis.given makes it, that obeys --full and --seed."""

    def decorate(holds: Callable[..., None]) -> Callable[[pytest.FixtureRequest], None]:
        @functools.wraps(holds)
        def test(request: pytest.FixtureRequest) -> None:
            full = request.config.getoption("--full", default=False)
            check = hypothesis.settings(
                max_examples=1000 if full else 120,
                deadline=None,  # the machine may be busy
                database=None,
                suppress_health_check=[hypothesis.HealthCheck.too_slow],
            )(hypothesis.given(*strategies)(holds))
            hypothesis.seed(run_seed(request))(check)()

        # pytest looks for fixtures in the signature, which must be that of the inner function.
        del test.__wrapped__
        return test

    return decorate


def run_seed(request: pytest.FixtureRequest) -> int:
    """The seed of the test run; without --seed, conftest.py has drawn one and prints it."""
    seed = request.config.getoption("--seed", default=None)
    return 0 if seed is None else int(seed)
