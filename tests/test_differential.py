"""The engine against the reference: two independent implementations of the same rules.

By default a part of the random items is compared; ``pytest --full`` takes all of them, and then
also requires that every value of every rule has made a difference often enough. ``--seed N``
repeats a run; the seed is printed with every run.
"""

from __future__ import annotations

import ast
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from unittest import mock

import pytest

import reference
import tafl
from differential_compare import (
    Case,
    MismatchError,
    attempt,
    check_position,
    check_stats,
    remembering,
)
from differential_counts import EXERCISED, count_position, wanted
from differential_family import random_position, unfinished_position
from differential_games import play
from differential_rules import (
    KEYS,
    LARGE,
    SIZES,
    Rules,
    built_in,
    built_in_ids,
    comparable,
    engine_variant,
    family,
    generator,
    random_rules,
    random_values,
)
from reference import DEFENDER, neighbours, square_towards

Pieces = Mapping[str, str]

FULL = {"game": 2000, "placement": 2000, "rule set": 200}
DEFAULT = {"game": 200, "placement": 400, "rule set": 16}
PER_SET_FULL = {"placement": 120, "game": 9}
PER_SET = {"placement": 50, "game": 3}
CHUNKS = 20
LEAST = 50
DEEP = 400_000  # nodes at depth 3
FAMILY_GAMES_FULL = 6
FAMILY_GAMES = 1
PLIES = {7: 30, 9: 20, 11: 12}

done: Counter[str] = Counter()


@pytest.fixture(autouse=True, scope="module")
def _remembering() -> Iterator[None]:
    with remembering():
        yield


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


def start_case(variant_id: str) -> Case:
    """A built-in variant as the engine has it, with the values that the reference has."""
    rules = built_in(variant_id)
    return Case(variant_id, rules, tafl.Variant(variant_id), reference.Game(rules).fen())


def start_of(variant_id: str) -> tuple[Rules, reference.Position]:
    rules = built_in(variant_id)
    return rules, reference.Game(rules).position


def test_the_built_in_variants_are_those_of_the_reference() -> None:
    assert tafl.variants() == built_in_ids()


@pytest.mark.parametrize("variant_id", built_in_ids())
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
    case = start_case(variant_id)
    for depth in range(3):
        check_stats(case, tafl.Board(variant_id), reference.Game(case.rules).position, depth)


@pytest.mark.parametrize("variant_id", sorted(family()))
def test_counts_of_the_family(variant_id: str, full: bool) -> None:
    """To depth 2, and to depth 3 where a full run has the time for it; on large boards without the
    details of depth 2."""
    case = start_case(variant_id)
    board, start = tafl.Board(variant_id), reference.Game(case.rules).position
    check_stats(case, board, start, 1)
    if board.size < (LARGE if full else 11):
        check_stats(case, board, start, 2)
    else:
        case.require("perft 2", tafl.perft(board, 2), reference.perft(case.rules, start, 2))
    if full and tafl.perft(board, 3) < DEEP:
        divided = {str(move): count for move, count in tafl.divide(board, 3).items()}
        case.require("divide 3", divided, reference.divide(case.rules, start, 3))


@pytest.mark.parametrize("variant_id", sorted(family()))
def test_games_of_the_family(variant_id: str, seed: int, full: bool) -> None:
    case = start_case(variant_id)
    plies = PLIES.get(case.variant.size, 6)
    for index in range(FAMILY_GAMES_FULL if full else FAMILY_GAMES):
        rng = generator(seed, f"game of {variant_id}", index)
        case.name = f"game {index} of {variant_id} of a run with --seed {seed}"
        attempt(case, lambda case, rng: play(case, rng, plies, from_start=True), rng)


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
    for key in KEYS:
        case.require(key, comparable(case.variant.rules[key]), comparable(case.rules[key]))


def check_counts(case: Case, _: random.Random) -> None:
    """Compares the counts from the start, as deep as the size of the board allows."""
    board, start = tafl.Board(case.variant), reference.Game(case.rules).position
    case.fen = board.fen()
    depth = 2 if board.size < 11 else 1
    divided = {str(move): count for move, count in tafl.divide(board, depth).items()}
    case.require(f"divide {depth}", divided, reference.divide(case.rules, start, depth))
    check_stats(case, board, start, 1)


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
    "capture.shieldwall": ("strong", "weak"),
    "capture.shieldwall_trigger": ("any", "bracket"),
    "end.exit_fort": (True, False),
    "end.draw_fort": ("draw", "forbidden"),
    "camps.hostile_occupied": ([], ["attacker"]),
    "camps.inert": ([], ["d1", "b5", "e9"]),
    "camps.shelter_attackers": (True, False),
}
IN_GAMES: dict[str, tuple[object, object]] = {
    "end.repetition": ("mover-wins", "attackers-win"),
    "end.repetition_count": (3, 4),
}


# Other values without which that of the key would never matter.
TOGETHER_WITH: dict[str, Rules] = {
    "capture.shieldwall_trigger": {"capture.shieldwall": "weak"},
    "end.exit_fort": {"king.escape": "corner"},
    "camps.shelter_attackers": {"camps.hostile": ["attacker"]},
}


def altered_case(seed: int, key: str, values: tuple[object, object]) -> Case:
    """The reference has the first of the values, the engine the second."""
    rules = built_in("foteviken-tablut") | {"corners.exist": True, "end.repetition": "draw"}
    rules |= TOGETHER_WITH.get(key, {})
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


def taken_by_attackers_alone(
    rules: Rules, position: reference.Position, man: str, reach: set[str]
) -> bool:
    """Whether two attackers can take a man of a wall, as if no special square were hostile."""
    pairs = (
        [square_towards(man, way, distance, position.size) for distance in (-1, 1)]
        for way in ((1, 0), (0, 1))
    )
    return any(reach.issuperset(pair) for pair in pairs)


def walls_at_first_sight(rules: Rules, position: reference.Position) -> tuple[set[str], set[str]]:
    """The walls without the men who can be taken, but not without those who can be taken then."""
    walls = reference.squares_of(position, DEFENDER)
    reach = reference.attackers_reach(position, walls)
    taken = reference.wall_man_can_be_taken
    walls = {man for man in walls if not taken(rules, position, man, reach)}
    return walls, reference.attackers_reach(position, walls)


def any_empty_neighbour(rules: Rules, position: reference.Position, king: str) -> bool:
    return any(each not in position.pieces for each in neighbours(king, position.size))


def any_piece_counts(rules: Rules, pieces: Pieces, square: str | None, target: str) -> bool:
    side = reference.PIECE_SIDE
    return square in pieces and side[pieces[str(square)]] == side[pieces[target]]


def all_sheltered(rules: Rules, pieces: Pieces, victim: str) -> bool:
    return reference.is_camp(rules, victim)


# Functions of the reference, and what a wrong engine might do instead.
FAULTS: dict[str, Callable[..., object]] = {
    "wall_man_can_be_taken": taken_by_attackers_alone,
    "unbreakable_walls": walls_at_first_sight,
    "king_has_empty_neighbour": any_empty_neighbour,
    "counts_in_shieldwall": any_piece_counts,
    "is_sheltered": all_sheltered,
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_of_the_reference_is_found(name: str, seed: int) -> None:
    rules = built_in("foteviken-tablut") | {
        "corners.exist": True,
        "king.escape": "corner",
        "king.armed": "hammer",
        "throne.hostile_empty": list(reference.ALL_KINDS),
        "camps.hostile": list(reference.ALL_KINDS),
        "camps.shelter_attackers": True,
        "capture.shieldwall": "strong",
        "capture.shieldwall_trigger": "any",
        "end.exit_fort": True,
        "end.draw_fort": "draw",
    }
    case = Case(f"{name}, seed {seed}", reference.complete(rules), engine_variant(rules))
    with mock.patch.object(reference, name, FAULTS[name]), pytest.raises(MismatchError):
        compare_positions(case, generator(seed, name, 0))


def test_encirclement_of_both_is_found_in_positions(seed: int) -> None:
    case = altered_case(seed, "end.encirclement", ("both", True))
    with pytest.raises(MismatchError):
        compare_positions(case, generator(seed, "end.encirclement both", 0))


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
