"""Positions made at random: crowded where the rules live, since pieces scattered evenly exercise
nothing. The recipes here are for the common rules; those for the wider family are apart.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import reference
from differential_rules import Rules
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


class Sketch:
    """A position in the making. What is once put, or kept empty, stays."""

    def __init__(self, rng: random.Random, rules: Rules) -> None:
        self.rng = rng
        self.rules = rules
        self.size = reference.number(rules, "board.size")
        self.squares = all_squares(self.size)
        self.middle = centre(self.size)
        self.corners = [each for each in self.squares if reference.is_corner(rules, each)]
        self.camps = [each for each in self.squares if reference.is_camp(rules, each)]
        self.rim = [each for each in self.squares if reference.is_edge(each, self.size)]
        self.inner = [each for each in self.squares if each not in self.rim]
        self.pieces: dict[str, str] = {}
        self.kept: set[str] = set()
        self.turn = rng.choice("ad")
        self.noise = rng.randrange(self.size)

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def put(self, square: str, piece: str) -> None:
        if square in self.pieces or square in self.kept:
            return
        if piece == KING and KING in self.pieces.values():
            piece = DEFENDER
        self.pieces[square] = piece

    def around(self, square: str) -> list[str]:
        """The neighbours, in random order."""
        found = neighbours(square, self.size)
        self.rng.shuffle(found)
        return found

    def special(self, square: str) -> bool:
        return square == self.middle or square in self.corners or square in self.camps

    def from_square(self, square: str, directions: Sequence[tuple[int, int]]) -> list[str]:
        """The neighbours in these directions, as far as there are any."""
        steps = [square_towards(square, direction, 1, self.size) for direction in directions]
        return [step for step in steps if step is not None]

    def hot(self) -> str:
        """A square where rules live: the throne, a corner, a camp, beside them, or the rim."""
        places = [[self.middle], [self.middle], self.corners, self.camps, self.squares]
        place = self.rng.choice(places)
        if not place or self.chance(0.15):
            return self.rng.choice(self.rim)
        square = self.rng.choice(place)
        return self.rng.choice([square, *neighbours(square, self.size)])

    def exposed(self) -> str:
        """A square for a king in danger: such a one, but none on the rim if he has won there."""
        if self.rules["king.escape"] == "corner" and self.chance(0.5):
            return self.rng.choice(self.rim)
        square = self.hot()
        if reference.is_escape_square(self.rules, square) and self.chance(0.8):
            return self.rng.choice(self.around(self.middle))
        return square

    def anywhere_for_king(self) -> str:
        """Any free square, as far as there is one, but seldom one on which he has won."""
        taken = self.kept.union(self.pieces)
        squares = [each for each in self.squares if each not in taken] or self.squares
        going_on = [each for each in squares if not reference.is_escape_square(self.rules, each)]
        return self.rng.choice(going_on if going_on and self.chance(0.8) else squares)

    def approach(self, target: str, piece: str) -> None:
        """Keeps the square empty and puts the piece so that it can move there, if there is room."""
        if target in self.pieces:
            return
        self.kept.add(target)
        for direction in self.rng.sample(DIRECTIONS, 4):
            distance = self.rng.choice((1, 1, 2, 3))
            path = [square_towards(target, direction, n + 1, self.size) for n in range(distance)]
            if all(square and square not in self.pieces for square in path):
                *between, origin = (str(square) for square in path)
                if origin not in self.kept:
                    self.kept.update(between)
                    self.put(origin, piece)
                    return

    def fen(self) -> str:
        return reference.to_fen(reference.Position(self.pieces, self.turn, self.size))


Recipe = Callable[[Sketch], None]


def soldier(sketch: Sketch) -> str:
    return sketch.rng.choice((ATTACKER, DEFENDER))


def crowd(sketch: Sketch) -> None:
    """A crowd of both sides around a few such squares."""
    density = sketch.rng.uniform(0.2, 0.6)
    for _ in range(sketch.rng.randint(1, 3)):
        heart = sketch.hot()
        if sketch.chance(0.5):
            sketch.put(heart, KING)
        near = {heart, *neighbours(heart, sketch.size)}
        for square in sorted(near):
            near.update(neighbours(square, sketch.size))
        for square in sorted(near):
            if sketch.chance(density):
                sketch.put(square, soldier(sketch))


def siege(sketch: Sketch) -> None:
    """A king with attackers on some of his sides, and mostly one who can close the last."""
    king = sketch.exposed()
    sketch.put(king, KING)
    directions = sketch.rng.sample(DIRECTIONS, 4)
    if sketch.chance(0.6 if sketch.rules["king.capture"] == "two" else 0.2):  # opposite sides
        directions = [directions[0], (-directions[0][0], -directions[0][1])]
    closing = True
    for side in sketch.from_square(king, directions):
        if sketch.special(side) and sketch.chance(0.7):
            sketch.kept.add(side)
        elif closing:
            sketch.approach(side, ATTACKER)
            closing = sketch.chance(0.1)
        else:
            sketch.put(side, ATTACKER if sketch.chance(0.93) else DEFENDER)
    sketch.turn = "a" if sketch.chance(0.85) else "d"


def linnaean(sketch: Sketch) -> None:
    """The king on the throne, three attackers and a defender around, and an attacker behind him."""
    sketch.put(sketch.middle, KING)
    direction = sketch.rng.choice(DIRECTIONS)
    victim = square_towards(sketch.middle, direction, 1, sketch.size)
    behind = square_towards(sketch.middle, direction, 2, sketch.size)
    sides = [square for square in sketch.around(sketch.middle) if square != victim]
    sketch.put(str(victim), DEFENDER if sketch.chance(0.95) else ATTACKER)
    if sketch.chance(0.75):
        sketch.approach(str(behind), ATTACKER)
    else:
        sketch.put(str(behind), ATTACKER)
        sketch.approach(sides[0], ATTACKER)
    for side in sides:
        sketch.put(side, ATTACKER if sketch.chance(0.93) else soldier(sketch))
    sketch.turn = "a" if sketch.chance(0.9) else "d"


def ring(sketch: Sketch) -> None:
    """Defenders inside a ring of attackers, which may have a gap; perhaps one of them outside."""
    start = sketch.rng.choice([sketch.middle, *sketch.inner])
    inside = {start}
    for _ in range(sketch.rng.randrange(6)):
        square = sketch.rng.choice(sketch.around(sketch.rng.choice(sorted(inside))))
        inside |= {square} if square in sketch.inner else set()
    border = {near for each in sorted(inside) for near in neighbours(each, sketch.size)} - inside
    wall = sorted(border)
    sketch.rng.shuffle(wall)
    sketch.put(start, KING)
    if sketch.chance(0.6):
        sketch.approach(wall.pop(), ATTACKER)
    for square in wall:
        if sketch.special(square) and sketch.chance(0.7):
            sketch.kept.add(square)
        sketch.put(square, ATTACKER)
    for square in sorted(inside):
        if sketch.special(square) and sketch.chance(0.6):
            sketch.kept.add(square)
        if sketch.chance(0.4):
            sketch.put(square, DEFENDER)
    sketch.kept |= inside
    sketch.noise = sketch.rng.choice((0, 0, 1, 3))


def boxed(sketch: Sketch) -> None:
    """A side whose few men have no move, or will have none when the other closes a gap."""
    sketch.noise = 0
    own, other = sketch.rng.sample((ATTACKER, DEFENDER), 2)
    men = [sketch.hot() for _ in range(sketch.rng.randint(0, 2))]
    if own == DEFENDER:
        sketch.put(sketch.hot(), KING)
    for square in men:
        sketch.put(square, own)
    sides = [side for man in sorted(sketch.pieces) for side in sketch.around(man)]
    sketch.turn = reference.PIECE_SIDE[own]
    if sides and sketch.chance(0.5):
        sketch.approach(sides.pop(), other)
        sketch.turn = reference.PIECE_SIDE[other]
    for side in sides:
        if sketch.special(side) and sketch.chance(0.5):
            sketch.kept.add(side)
        sketch.put(side, other)


def sandwich(sketch: Sketch) -> None:
    """A soldier beside a square that may be hostile, and an enemy who can come to his far side."""
    anvil = sketch.middle if sketch.chance(0.45) else sketch.hot()
    direction = sketch.rng.choice(DIRECTIONS)
    near = square_towards(anvil, direction, 1, sketch.size)
    landing = square_towards(anvil, direction, 2, sketch.size)
    victim, enemy = sketch.rng.sample((ATTACKER, DEFENDER), 2)
    if near is None or landing is None:
        return
    if sketch.chance(0.5 if anvil == sketch.middle else 0.25):
        sketch.put(anvil, KING)
        if sketch.chance(0.5):
            victim, enemy = ATTACKER, DEFENDER
    elif sketch.chance(0.1):
        sketch.put(anvil, soldier(sketch))
    sketch.kept.add(anvil)
    sketch.put(near, victim)
    sketch.approach(landing, KING if enemy == DEFENDER and sketch.chance(0.3) else enemy)
    sketch.turn = reference.PIECE_SIDE[enemy] if sketch.chance(0.85) else sketch.rng.choice("ad")


def lines(sketch: Sketch) -> None:
    """Few pieces, on the lines that lead through such squares."""
    for _ in range(sketch.rng.randint(1, 3)):
        heart = sketch.hot()
        sketch.kept.add(heart)
        for direction in sketch.rng.sample(DIRECTIONS, 3):
            square = square_towards(heart, direction, sketch.rng.randint(1, 3), sketch.size)
            if square is not None:
                sketch.put(square, KING if sketch.chance(0.25) else soldier(sketch))
    sketch.noise = sketch.rng.randrange(4)


def garrison(sketch: Sketch) -> None:
    """Attackers at home in half empty camps."""
    for square in sketch.camps:
        if sketch.chance(0.4):
            sketch.put(square, ATTACKER if sketch.chance(0.9) else DEFENDER)


def hunt(sketch: Sketch) -> None:
    """A king in the open with a few of both sides."""
    sketch.noise = 0
    sketch.put(sketch.rng.choice(sketch.inner), KING)
    for piece in (ATTACKER, ATTACKER, ATTACKER, DEFENDER):
        for _ in range(sketch.rng.randrange(3)):
            sketch.put(sketch.rng.choice(sketch.squares), piece)


def scattered(sketch: Sketch) -> None:
    """Pieces anywhere."""
    sketch.noise = sketch.rng.randint(1, sketch.size * sketch.size // 3)
