"""Positions made at random for the rules of the wider family: rows on the rim, forts, attackers
shut in, and both sides on camps and around them. And the choice among all recipes.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import pairwise

import reference
from differential_positions import (
    Recipe,
    Sketch,
    boxed,
    crowd,
    garrison,
    hunt,
    lines,
    linnaean,
    ring,
    sandwich,
    scattered,
    siege,
    soldier,
)
from differential_rules import Rules, moat
from reference import ATTACKER, DEFENDER, DIRECTIONS, KING, neighbours, square_towards


def may_be_king(sketch: Sketch, square: str, side_piece: str, probability: float) -> str:
    """The piece of a side for the square: sometimes the king, if he has not won there."""
    wins = reference.is_escape_square(sketch.rules, square)
    if side_piece == DEFENDER and sketch.chance(0.03 if wins else probability):
        return KING
    return side_piece


def rim_row(sketch: Sketch) -> None:
    """A row of men on the rim, shut in but for one piece, which can mostly come by a move."""
    victim, captor = sketch.rng.sample((ATTACKER, DEFENDER), 2)
    line, inwards = sketch.rng.choice(reference.edge_lines(sketch.size))
    length = min(sketch.rng.choice((1, 2, 2, 2, 3, 3, 4)), sketch.size - 2)
    start = sketch.rng.randint(0 if sketch.chance(0.1) else 1, sketch.size - length - 1)
    corners = [index for index, square in enumerate(line) if square in sketch.corners]
    if corners and sketch.chance(0.65):
        corner = sketch.rng.choice(corners)
        start = corner + 1 if sketch.chance(0.5) else corner - length
        start = min(max(start, 0), sketch.size - length)
    gaps = [(a + 1, b) for a, b in pairwise(corners) if 2 < b - a < 8]
    whole = bool(gaps) and sketch.chance(0.15)  # from one corner square to another
    if whole:
        start, end = sketch.rng.choice(gaps)
        length = end - start
    row = line[start : start + length]
    ends = reference.row_ends(line, row)
    fronts = [str(square_towards(square, inwards, 1, sketch.size)) for square in row]
    for square in row:
        sketch.put(square, may_be_king(sketch, square, victim, 0.35))
    open_ends = [end for end in ends if end in sketch.corners and sketch.chance(0.8)]
    open_ends = open_ends if whole else open_ends[:1]
    sketch.kept.update(open_ends)
    brackets = [end for end in ends if end not in sketch.corners]
    missing = sketch.rng.choice(brackets if brackets and sketch.chance(0.5) else fronts)
    for square in (*ends, *fronts):
        if square != missing and not sketch.chance(0.02):
            sketch.put(square, may_be_king(sketch, square, captor, 0.12))
    if sketch.chance(0.95):
        sketch.approach(missing, may_be_king(sketch, missing, captor, 0.25))
    sketch.turn = reference.PIECE_SIDE[captor if sketch.chance(0.93) else victim]
    sketch.noise = sketch.rng.choice((0, 1, 3, sketch.size))


def grown(sketch: Sketch, start: str, count: int, among: list[str]) -> set[str]:
    """A connected heap of up to so many squares, the start among them."""
    found = {start}
    for _ in range(count - 1):
        square = sketch.rng.choice(sketch.around(sketch.rng.choice(sorted(found))))
        found |= {square} if square in among else set()
    return found


def sound_wall(sketch: Sketch, room: set[str]) -> tuple[list[str], list[str]]:
    """A wall around the room, and the men beside it without whom others of it could be captured, as
    far as special squares do not matter."""
    wall = {near for each in sorted(room) for near in neighbours(each, sketch.size)} - room
    buttresses: set[str] = set()
    while True:
        inside = room | wall | buttresses
        weak = [
            pair
            for man in sorted(wall | buttresses)
            for way in ((1, 0), (0, 1))
            if len(pair := sketch.from_square(man, (way, (-way[0], -way[1])))) == 2
            and inside.isdisjoint(pair)
        ]
        if not weak:
            return sorted(wall), sorted(buttresses)
        buttresses.add(sketch.rng.choice(sketch.rng.choice(weak)))


def hollowed(sketch: Sketch, room: set[str], men: list[str], buttresses: list[str]) -> list[str]:
    """The men, but with a free square in place of one beside the wall, and others around that
    square, who may be captured before those of the wall."""
    if not buttresses:
        return men
    hole = sketch.rng.choice(buttresses)
    sketch.kept.add(hole)
    around = [each for each in sketch.around(hole) if each not in room and each not in men]
    return [man for man in [*men, *around] if man != hole]


def fort(sketch: Sketch) -> None:
    """A king in a small room of his own men, at the rim or not: sound, or with a fault, or with one
    man missing, who can come by a move."""
    at_rim = sketch.rules["king.escape"] == "corner" and sketch.chance(0.5)
    places = sketch.rim if at_rim else sketch.inner
    if not at_rim and sketch.chance(0.3):
        places = sketch.around(sketch.middle)
    king = sketch.rng.choice([each for each in places if each not in sketch.corners] or places)
    around = sketch.squares if at_rim else sketch.inner
    room = grown(sketch, king, sketch.rng.choice((1, 2, 2, 2, 3, 4)), around)
    wall, buttresses = sound_wall(sketch, room)
    men = [man for man in [*wall, *buttresses] if man not in sketch.pieces]
    sketch.rng.shuffle(men)
    sketch.put(king, KING)
    fault = sketch.rng.random()
    if fault < 0.08:
        men = [man for man in men if man not in buttresses[:1]]
    elif fault < 0.2:
        men = hollowed(sketch, room, men, buttresses)
    elif fault < 0.24:
        sketch.put(sketch.rng.choice(sorted(room)), ATTACKER)
    elif fault < 0.28:
        for square in sorted(room):
            sketch.put(square, DEFENDER)
    for square in sorted(room):
        if sketch.chance(0.15):
            sketch.put(square, DEFENDER)
    missing = men.pop() if men and sketch.chance(0.6) else None
    sketch.kept |= room
    for man in men:
        sketch.put(man, DEFENDER)
    if missing is not None:
        sketch.approach(missing, DEFENDER if sketch.chance(0.95) else ATTACKER)
    sketch.turn = "d" if sketch.chance(0.95 if missing else 0.4) else "a"
    besiegers(sketch)


def besiegers(sketch: Sketch) -> None:
    """A few attackers anywhere, and nobody else."""
    sketch.noise = 0
    for _ in range(sketch.rng.choice((0, 1, 2, 3, 5, sketch.size))):
        sketch.put(sketch.rng.choice(sketch.squares), ATTACKER)


def moated(sketch: Sketch) -> None:
    """An attacker shut in by the defenders, who are themselves shut in by a camp around them."""
    sketch.put(sketch.middle, ATTACKER)
    around = sketch.around(sketch.middle)
    men = [KING, DEFENDER, DEFENDER, DEFENDER]
    sketch.rng.shuffle(men)
    if sketch.chance(0.6):
        sketch.approach(around.pop(), men.pop())
    for square, piece in zip(around, men, strict=True):
        sketch.put(square, piece)
    sketch.turn = "d" if sketch.chance(0.7) else "a"


def surrounded(sketch: Sketch) -> None:
    """All attackers inside rings of defenders, one of whom may still have to come."""
    sketch.noise = 0
    if set(moat(sketch.size)).issubset(sketch.camps) and sketch.chance(0.7):
        moated(sketch)
        return
    for _ in range(sketch.rng.choice((1, 1, 1, 2))):
        start = sketch.rng.choice([sketch.middle, *sketch.inner])
        inside = grown(sketch, start, sketch.rng.choice((1, 1, 2, 3, 5)), sketch.inner)
        wall = sorted(
            {near for each in sorted(inside) for near in neighbours(each, sketch.size)} - inside
        )
        sketch.rng.shuffle(wall)
        sketch.put(start, ATTACKER)
        for square in sorted(inside):
            if sketch.chance(0.4):
                sketch.put(square, ATTACKER)
        sketch.kept |= inside
        if sketch.chance(0.6):
            sketch.approach(wall.pop(), DEFENDER)
        for square in wall:
            sketch.put(square, may_be_king(sketch, square, DEFENDER, 0.1))
    if sketch.chance(0.05):
        sketch.put(sketch.rng.choice(sketch.squares), ATTACKER)
    sketch.turn = "d" if sketch.chance(0.7) else "a"


def camp_sandwich(sketch: Sketch) -> None:
    """A soldier beside a square of a camp, perhaps himself in one, with an enemy to close in."""
    if not sketch.camps:
        return
    anvil = sketch.rng.choice(sketch.camps)
    ways = [way for way in DIRECTIONS if square_towards(anvil, way, 2, sketch.size)]
    sheltered = [
        way
        for way in ways
        if square_towards(anvil, way, 1, sketch.size) in sketch.camps
        and square_towards(anvil, way, 2, sketch.size) not in sketch.camps
    ]
    at_home = bool(sheltered) and sketch.chance(0.5)
    way = sketch.rng.choice(sheltered if at_home else ways)
    near, landing = (str(square_towards(anvil, way, steps, sketch.size)) for steps in (1, 2))
    victim, enemy = sketch.rng.sample((ATTACKER, DEFENDER), 2)
    if at_home:
        victim, enemy = ATTACKER, DEFENDER
    occupant = sketch.rng.choice((None, None, victim, victim, enemy, KING))
    if occupant is None:
        sketch.kept.add(anvil)
    else:
        sketch.put(anvil, occupant)
    sketch.put(near, victim)
    sketch.approach(landing, may_be_king(sketch, landing, enemy, 0.15))
    sketch.turn = reference.PIECE_SIDE[enemy] if sketch.chance(0.9) else sketch.rng.choice("ad")
    sketch.noise = sketch.rng.choice((0, 2, sketch.size))


def special_siege(sketch: Sketch) -> None:
    """A king beside a camp, whose square there holds one of his men or nobody, or beside a corner
    square, and attackers on his other sides, one of whom is to come."""
    places = sketch.corners if sketch.chance(0.4) else sketch.camps
    beside = sorted({near for place in places for near in neighbours(place, sketch.size)})
    kings = [square for square in beside if not reference.is_escape_square(sketch.rules, square)]
    if not kings:
        return
    king = sketch.rng.choice(kings)
    sketch.put(king, KING)
    sides = sketch.around(king)
    special = [side for side in sides if side in places]
    for side in special:
        if places is sketch.camps and sketch.chance(0.45):
            sketch.put(side, DEFENDER)
        elif sketch.chance(0.6):
            sketch.kept.add(side)
        else:
            sketch.put(side, ATTACKER)
    others = [side for side in sides if side not in special]
    opposite = sketch.from_square(
        king, [(-x, -y) for x, y in (reference.direction_from(king, side) for side in special)]
    )
    closing = sketch.rng.choice([side for side in opposite if side in others] or others or sides)
    for side in others:
        if side != closing:
            sketch.put(side, ATTACKER)
    sketch.approach(closing, ATTACKER)
    sketch.turn = "a" if sketch.chance(0.9) else "d"
    sketch.noise = sketch.rng.choice((0, 2, sketch.size))


RECIPES: dict[Recipe, int] = {
    crowd: 4, siege: 6, linnaean: 4, ring: 4, boxed: 3, sandwich: 10, lines: 3, garrison: 1,
    scattered: 1, rim_row: 7, fort: 6, surrounded: 3, camp_sandwich: 4, special_siege: 5,
}  # fmt: skip


def random_position(
    rng: random.Random, rules: Rules, recipes: Mapping[Recipe, int] = RECIPES
) -> str:
    """A full position string, made by one or two of the recipes."""
    sketch = Sketch(rng, rules)
    for recipe in rng.choices(list(recipes), list(recipes.values()), k=rng.choice((1, 1, 1, 2))):
        recipe(sketch)
    for _ in range(sketch.noise):
        sketch.put(rng.choice(sketch.squares), soldier(sketch))
    if KING not in sketch.pieces.values() and rng.random() < 0.95:
        sketch.put(sketch.anywhere_for_king(), KING)
    return sketch.fen()


def unfinished_position(rng: random.Random, rules: Rules) -> str:
    """A random position from which a game can be played, as far as one is found."""
    size = reference.number(rules, "board.size")
    aggression = str(rules["end.repetition"]).startswith("aggressor")
    recipes: Mapping[Recipe, int] = (
        {hunt: 3, siege: 1} if aggression and rng.random() < 0.7 else RECIPES
    )
    fen = random_position(rng, rules, recipes)
    for _ in range(20):
        if reference.outcome(rules, reference.parse_fen(fen, size)) is None:
            break
        fen = random_position(rng, rules, recipes)
    return fen
