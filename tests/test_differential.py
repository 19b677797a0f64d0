"""The engine against the reference: two independent implementations of the same rules.

By default a part of the random items is compared; ``pytest --full`` takes all of them, and then
also requires that every value of every rule has made a difference often enough. ``--seed N``
repeats a run; the seed is printed with every run.
"""

from __future__ import annotations

import ast
import random
from collections import Counter

import pytest

import reference
import tafl
from differential import (
    EXERCISED,
    LARGE,
    PLAIN_KEYS,
    SIZES,
    Case,
    MismatchError,
    Rules,
    attempt,
    built_in,
    check_position,
    comparable,
    count_position,
    engine_variant,
    generator,
    play,
    random_position,
    random_rules,
    random_values,
    unfinished_position,
    wanted,
)

FULL = {"game": 2000, "placement": 2000, "rule set": 200}
DEFAULT = {"game": 200, "placement": 400, "rule set": 16}
PER_SET_FULL = {"placement": 100, "game": 6}
PER_SET = {"placement": 50, "game": 3}
CHUNKS = 20
LEAST = 50

done: Counter[str] = Counter()


def indices(kind: str, chunk: int, full: bool) -> range:
    """The items of one of the tests into which those of a kind are divided."""
    return range(chunk, (FULL if full else DEFAULT)[kind], CHUNKS)


def new_case(kind: str, index: int, seed: int, rules: Rules) -> Case:
    name = f"{kind} {index} of a run with --seed {seed}"
    try:
        return Case(name, rules, engine_variant(rules))
    except tafl.RulesError as error:
        raise MismatchError(f"{name}: the engine refuses {dict(rules)}: {error}") from error


# ------------------------------------------------------------------------------------------------
# Built-in variants
# ------------------------------------------------------------------------------------------------


def start_of(variant_id: str) -> tuple[Rules, reference.Position]:
    rules = built_in(variant_id)
    return rules, reference.Game(rules).position


def test_the_built_in_variants_are_those_of_the_reference() -> None:
    assert tafl.variants() == sorted(reference.VARIANTS)


@pytest.mark.parametrize("variant_id", sorted(reference.VARIANTS))
def test_rule_values(variant_id: str) -> None:
    rules = built_in(variant_id)
    assert tafl.Variant(variant_id) == engine_variant(rules)
    assert tafl.Board(variant_id).fen() == reference.Game(rules).fen()


@pytest.mark.parametrize("variant_id", sorted(reference.VARIANTS))
def test_perft_and_divide(variant_id: str) -> None:
    rules, start = start_of(variant_id)
    board = tafl.Board(variant_id)
    for depth in range(3):
        assert tafl.perft(board, depth) == reference.perft(rules, start, depth)
    expected = reference.divide(rules, start, 3)
    divided = tafl.divide(board, 3)
    assert {str(move): count for move, count in divided.items()} == expected
    assert [str(move) for move in divided] == list(expected)
    assert tafl.perft(board, 3) == sum(expected.values())


@pytest.mark.parametrize("variant_id", sorted(reference.VARIANTS))
def test_perft_stats(variant_id: str) -> None:
    rules, start = start_of(variant_id)
    for depth in range(3):
        stats = tafl.perft_stats(tafl.Board(variant_id), depth)
        expected = reference.perft_stats(rules, start, depth)
        assert {name: getattr(stats, name) for name in reference.STATS} == expected


# ------------------------------------------------------------------------------------------------
# Random items
# ------------------------------------------------------------------------------------------------


def place(case: Case, rng: random.Random) -> None:
    """Compares a random position."""
    case.fen, case.moves = random_position(rng, case.rules), []
    check_position(case, rng)
    count_position(case, case.fen)


def play_somewhere(case: Case, rng: random.Random) -> None:
    """Compares a random game, from the start of the rules or from a random position."""
    from_start = rng.random() < 0.4
    if not from_start:
        case.fen = unfinished_position(rng, case.rules)
    large = reference.number(case.rules, "board.size") >= LARGE
    play(case, rng, 10 if large else rng.randint(15, 60), from_start)


ITEMS = {"placement": place, "game": play_somewhere}


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_placements(chunk: int, seed: int, full: bool) -> None:
    for index in indices("placement", chunk, full):
        rng = generator(seed, "placement", index)
        attempt(new_case("placement", index, seed, random_rules(rng)), place, rng)
        done["placement"] += 1


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_games(chunk: int, seed: int, full: bool) -> None:
    for index in indices("game", chunk, full):
        rng = generator(seed, "game", index)
        attempt(new_case("game", index, seed, random_rules(rng)), play_somewhere, rng)
        done["game"] += 1


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_rule_sets(chunk: int, seed: int, full: bool) -> None:
    sizes = list(SIZES)
    for index in indices("rule set", chunk, full):
        rng = generator(seed, "rule set", index)
        rules = random_values(rng, sizes[index % len(sizes)])
        case = new_case("rule set", index, seed, rules)
        attempt(case, check_values, rng)
        attempt(case, check_counts, rng)
        for kind, count in (PER_SET_FULL if full else PER_SET).items():
            for part in range(count):
                rng = generator(seed, f"{kind} of rule set {index}", part)
                case.name = f"{kind} {part} of rule set {index} of a run with --seed {seed}"
                attempt(case, ITEMS[kind], rng)
        done["rule set"] += 1


def check_values(case: Case, _: random.Random) -> None:
    """Compares the rule values as the engine has read them."""
    for key in PLAIN_KEYS:
        case.require(key, comparable(case.variant.rules[key]), comparable(case.rules[key]))


def check_counts(case: Case, _: random.Random) -> None:
    """Compares the counts from the start, as deep as the size of the board allows."""
    board, start = tafl.Board(case.variant), reference.Game(case.rules).position
    case.fen = board.fen()
    depth = 2 if board.size < 11 else 1
    divided = {str(move): count for move, count in tafl.divide(board, depth).items()}
    case.require(f"divide {depth}", divided, reference.divide(case.rules, start, depth))
    stats = tafl.perft_stats(board, 1)
    found = {name: getattr(stats, name) for name in reference.STATS}
    case.require("perft_stats 1", found, reference.perft_stats(case.rules, start, 1))


def test_every_value_was_exercised(full: bool) -> None:
    """The tests before this one must have met every value often enough to mean something."""
    if not full:
        pytest.skip("asked of a full run only (--full)")
    if done != FULL:
        pytest.skip(f"asked of a run of all random items only, found {dict(done)}")
    seldom = {value: EXERCISED[value] for value in wanted() if EXERCISED[value] < LEAST}
    assert not seldom, f"exercised fewer than {LEAST} times: {seldom}"


# ------------------------------------------------------------------------------------------------
# The checks themselves: an engine that plays by slightly other rules must be found out
# ------------------------------------------------------------------------------------------------

IN_POSITIONS: dict[str, tuple[object, object]] = {
    "king.escape": ("edge", "corner"),
    "king.armed": (True, "anvil"),
    "king.capture": ("four", "four-near-throne"),
    "king.max_steps": (0, 3),
    "throne.king_may_pass": (True, False),
    "throne.soldiers_may_occupy": (False, True),
    "throne.hostile_empty": (["king", "attacker"], ["king"]),
    "throne.linnaean_capture": (True, False),
    "corners.hostile": (["attacker"], ["defender"]),
    "camps.movement": ("own-camp", "closed"),
    "end.encirclement": (True, "king"),
    "end.no_moves": ("loses", "draw"),
}
IN_GAMES: dict[str, tuple[object, object]] = {
    "end.repetition": ("mover-wins", "attackers-win"),
    "end.repetition_count": (3, 4),
}


def altered_case(seed: int, key: str, values: tuple[object, object]) -> Case:
    """The reference has the first of the values, the engine the second."""
    rules = built_in("foteviken-tablut") | {"corners.exist": True, "end.repetition": "draw"}
    rules["board.start"] = "/9/9/9/9/4K4/9/9/9/9/"  # which no other value contradicts
    first, second = ({**rules, key: value} for value in values)
    return Case(f"{key}, seed {seed}", reference.complete(first), engine_variant(second))


def compare_positions(case: Case, rng: random.Random) -> None:
    for _ in range(2000):
        case.fen = random_position(rng, case.rules)
        check_position(case, rng)


def compare_games(case: Case, rng: random.Random) -> None:
    for _ in range(200):
        case.fen = unfinished_position(rng, case.rules)
        play(case, rng, 40, from_start=False)


@pytest.mark.parametrize("key", IN_POSITIONS)
def test_an_altered_rule_is_found_in_positions(key: str, seed: int) -> None:
    case = altered_case(seed, key, IN_POSITIONS[key])
    with pytest.raises(MismatchError):
        compare_positions(case, generator(seed, key, 0))


@pytest.mark.parametrize("key", IN_GAMES)
def test_an_altered_rule_is_found_in_games(key: str, seed: int) -> None:
    case = altered_case(seed, key, IN_GAMES[key])
    with pytest.raises(MismatchError):
        compare_games(case, generator(seed, key, 0))


def test_a_mismatch_says_how_to_see_it_again(seed: int) -> None:
    case = altered_case(seed, "end.repetition_count", (3, 2))
    with pytest.raises(MismatchError) as caught:
        compare_games(case, generator(seed, "report", 0))
    message = str(caught.value)
    values = message.split("rules: ")[1].split("\nposition: ")[0]
    assert reference.complete(ast.literal_eval(values)) == case.rules
    assert f"seed {seed}" in message
    game = reference.Game(case.rules, message.split('position: "')[1].split('"')[0])
    for move in message.split("moves: ")[1].split("\n")[0].split():
        game.push(move)
    assert f"reference: {game.outcome()!r}" in message
