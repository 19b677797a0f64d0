"""Rules made at random, and the rules that differ from given ones in one value.

All that is random in the differential tests is a function of a random.Random that is seeded with a
text, so that one item of a run can be repeated alone.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import reference
import tafl
from reference import (
    ATTACKER,
    DEFENDER,
    DIRECTIONS,
    KING,
    all_squares,
    centre,
    neighbours,
    square_towards,
)

Rules = dict[str, object]

SIZES = {5: 5, 7: 7, 9: 10, 11: 5, 13: 1, 15: 1, 17: 1, 19: 1}
LARGE = 13
KEYS = ("board.size", "board.start", *reference.DEFAULTS)
FAMILY_FILE = Path(__file__).parent / "data" / "family_rules.json"


def generator(seed: int, kind: str, index: int) -> random.Random:
    """The source of chance of one item, the same in every process."""
    return random.Random(f"{seed}/{kind}/{index}")


def engine_variant(rules: Rules) -> tafl.Variant:
    """The engine's variant of a complete set of rule values."""
    values = {key: rules[key] for key in KEYS}
    return tafl.Variant._make("random", "random", [], values, "")


@cache
def family() -> dict[str, Rules]:
    """The values of the built-in variants of the wider family, as far as they are not defaults."""
    found: dict[str, Rules] = json.loads(FAMILY_FILE.read_text(encoding="utf-8"))
    return found


def named_values(variant_id: str) -> Mapping[str, object]:
    return reference.VARIANTS.get(variant_id) or family()[variant_id]


@cache
def built_in(variant_id: str) -> Rules:
    """The values of a built-in variant, without asking the engine for them."""
    return reference.complete(named_values(variant_id))


@cache
def built_in_ids() -> list[str]:
    return sorted([*reference.VARIANTS, *family()])


def random_kinds(rng: random.Random) -> list[str]:
    return [kind for kind in reference.ALL_KINDS if rng.random() < 0.5]


def corner_groups(size: int) -> list[str]:
    """Each of the four corners with its neighbours."""
    corners = reference.four_corners(size)
    return corners + [square for corner in corners for square in neighbours(corner, size)]


def random_corners(rng: random.Random, size: int) -> list[str]:
    """The four corners, groups in the corners, or squares anywhere."""
    form = rng.random()
    if form < 0.5:
        return reference.four_corners(size)
    if form < 0.8:
        return corner_groups(size)
    return rng.sample(all_squares(size), rng.randint(1, 6))


def side_camps(size: int) -> list[list[str]]:
    """A camp at the middle of each side, of the form of a T."""
    middle = size // 2
    camps = []
    for direction in DIRECTIONS:
        rim = str(square_towards(centre(size), direction, middle, size))
        foot = str(square_towards(centre(size), direction, middle - 1, size))
        beside = [square for square in neighbours(rim, size) if square != foot]
        camps.append([rim, foot, *beside])
    return camps


def moat(size: int) -> list[str]:
    """The squares two steps from the middle, one camp, which no defender can leave or enter."""
    file, rank = reference.file_and_rank(centre(size))
    square = [(x, y) for x in range(-2, 3) for y in range(-2, 3) if 2 in (abs(x), abs(y))]
    return [reference.square_name(file + x, rank + y) for x, y in square]


def random_inert(rng: random.Random, camps: list[list[str]]) -> list[str]:
    """None of the squares of the camps, all of them, or some."""
    squares = [square for camp in camps for square in camp]
    form = rng.random()
    if form < 0.5:
        return []
    return squares if form < 0.6 else rng.sample(squares, rng.randint(0, len(squares)))


def random_family_values(rng: random.Random) -> Rules:
    """Values for the rules of the wider family, since some of them hide others."""
    return {
        "capture.shieldwall": rng.choice(("none", "weak", "weak", "strong", "strong")),
        "end.exit_fort": rng.random() < 0.5,
        "end.draw_fort": rng.choice((False, False, "draw", "draw", "forbidden")),
        "camps.shelter_attackers": rng.random() < 0.4,
    }


def random_camps(rng: random.Random, size: int) -> list[list[str]]:
    """No camps, those at the sides, a ring around the middle, or heaps of squares anywhere, which
    may touch each other."""
    form = rng.random()
    if form < 0.3:
        return []
    if form < 0.6:
        return side_camps(size)
    if form < 0.68:
        return [moat(size)]
    taken: set[str] = set()
    camps = []
    for _ in range(rng.randint(1, 5)):
        camp: list[str] = []
        edge = [rng.choice(all_squares(size))]
        while edge and len(camp) < 4:
            square = edge.pop(rng.randrange(len(edge)))
            if square not in taken:
                taken.add(square)
                camp.append(square)
                edge += neighbours(square, size)
        camps += [camp] if camp else []
    return camps


def random_values(rng: random.Random, size: int) -> Rules:
    """A value for every key, so that they do not contradict each other."""
    rules: Rules = {"board.size": size}
    rules |= {key: rng.choice(choices) for key, choices in reference.CHOICE_KEYS.items()}
    rules |= {key: random_kinds(rng) for key in reference.KIND_LIST_KEYS}
    rules |= random_family_values(rng)
    if rng.random() < 0.3:  # a sole aggressor is rare, so his rules get more games
        rules["end.repetition"] = rng.choice(("aggressor-loses", "aggressor-forbidden"))
    for key in ("king.max_steps", "soldiers.max_steps"):
        rules[key] = 0 if rng.random() < 0.6 else rng.randint(1, 4)
    rules["end.repetition_count"] = rng.choice((2, 2, 3, 3, 4))
    rules["throne.exists"] = rng.random() < 0.85
    if not rules["throne.exists"]:
        rules["throne.linnaean_capture"] = False
    if rules["king.escape"] == "corner":
        rules["corners.exist"] = True
        if rng.random() < 0.3:  # the rim as a side of the king needs both
            rules["king.capture"] = "four"
    rules["corners.squares"] = random_corners(rng, size)
    camps = random_camps(rng, size)
    rules |= {"camps.groups": camps, "camps.inert": random_inert(rng, camps)}
    rules["board.start"] = random_start(rng, rules)
    return reference.complete(rules)


def turned(square: str, size: int) -> str:
    """Where the square comes to lie by a quarter turn of the board."""
    file, rank = reference.file_and_rank(square)
    return reference.square_name(rank, size + 1 - file)


def random_start(rng: random.Random, rules: Rules) -> str:
    """A position record with one king and no soldier on a corner square, symmetric or not."""
    size = reference.number(rules, "board.size")
    free = [square for square in all_squares(size) if not reference.is_corner(rules, square)]
    king = centre(size) if rng.random() < 0.8 else rng.choice(free)
    pieces = {king: KING}
    symmetric = rng.random() < 0.6
    for _ in range(rng.randint(1, size if symmetric else 3 * size)):
        square = rng.choice(free)
        piece = rng.choice((ATTACKER, ATTACKER, DEFENDER))
        for _ in range(4 if symmetric else 1):
            if square in free:
                pieces.setdefault(square, piece)
            square = turned(square, size)
    return record(pieces, size)


def record(pieces: Mapping[str, str], size: int) -> str:
    """The position record of the pieces."""
    return reference.to_fen(reference.Position(pieces, "a", size)).split(" ")[0]


def random_rules(rng: random.Random) -> Rules:
    """Values that are all random, or a built-in variant, or one with a few random values."""
    form = rng.random()
    if form < 0.6:
        return random_values(rng, rng.choices(list(SIZES), list(SIZES.values()))[0])
    seldom = [SIZES[reference.number(named_values(each), "board.size")] for each in built_in_ids()]
    base = named_values(rng.choices(built_in_ids(), seldom)[0])
    while form > 0.75:
        values = random_values(rng, reference.number(base, "board.size"))
        keys = rng.sample(sorted(reference.DEFAULTS), rng.randint(1, 8))
        try:
            return reference.complete({**base, **{key: values[key] for key in keys}})
        except ValueError:  # they contradict the others
            continue
    return reference.complete(base)


# ------------------------------------------------------------------------------------------------
# Rules that differ in one value
# ------------------------------------------------------------------------------------------------

# The keys whose values act on a game as a whole, and not on one position.
GAME_KEYS = ("board.first", "end.repetition")


def shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def replacements(rules: Rules) -> Iterator[tuple[str, str, str, object]]:
    """For every key, what it is called in the count, its present value, and others for it."""
    for key, choices in reference.CHOICE_KEYS.items():
        if key not in GAME_KEYS:
            others = [value for value in choices if shown(value) != shown(rules[key])]
            yield from ((key, shown(rules[key]), key, value) for value in others)
    for key in ("king.max_steps", "soldiers.max_steps"):
        steps = reference.number(rules, key)
        yield from ((key, "n" if steps else "0", key, n) for n in (steps + 1, 0 if steps else 2))
    yield from replacements_of_lists(rules)


def replacements_of_lists(rules: Rules) -> Iterator[tuple[str, str, str, object]]:
    """Those of the keys whose values are lists: each kind in or out, squares there or not."""
    for key in reference.KIND_LIST_KEYS:
        kinds = {kind: reference.listed(rules, key, kind) for kind in reference.ALL_KINDS}
        for kind, on in kinds.items():
            toggled = kinds | {kind: not on}
            other = [each for each in reference.ALL_KINDS if toggled[each]]
            yield f"{key}[{kind}]", shown(on), key, other
    size = reference.number(rules, "board.size")
    if comparable(rules["corners.squares"]) == sorted(reference.four_corners(size)):
        yield "corners.squares", "default", "corners.squares", corner_groups(size)
    else:
        yield "corners.squares", "group", "corners.squares", reference.four_corners(size)
    if rules["camps.groups"]:
        yield "camps.groups", "some", "camps.groups", []
    else:
        yield "camps.groups", "none", "camps.groups", side_camps(size)
    squares = [square for camp in reference.camp_groups(rules) for square in camp]
    inert = [square for square in squares if reference.is_inert(rules, square)]
    for other in ([], squares):
        if comparable(inert) != comparable(other):
            yield "camps.inert", "some" if inert else "none", "camps.inert", other


def comparable(value: object) -> object:
    """A value whose lists have one order: that of squares, of camps and of kinds is free."""
    return sorted(map(comparable, value), key=repr) if isinstance(value, list) else value


def changed(rules: Rules, key: str, value: object) -> tafl.Variant | None:
    """The variant with the other value; None where that contradicts the others."""
    try:
        return engine_variant({**rules, key: value})
    except tafl.RulesError:
        return None
