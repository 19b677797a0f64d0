"""Engine against reference: rules, positions and games made at random, and their comparison.

Everything here is a function of a random.Random that is seeded with a text, so that one item of a
run can be repeated alone. The reference judges; the engine is asked for what its users ask it for.
"""

from __future__ import annotations

import pprint
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

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
Answer = tuple[str | None, str] | None

SIZES = {5: 4, 7: 6, 9: 10, 11: 5, 13: 1, 15: 1, 17: 1, 19: 1}
LARGE = 13
KEYS = ("board.size", "board.start", *reference.DEFAULTS)
PLAIN_KEYS = tuple(key for key in KEYS if key not in reference.SECTION_10_KEYS)


def generator(seed: int, kind: str, index: int) -> random.Random:
    """The source of chance of one item, the same in every process."""
    return random.Random(f"{seed}/{kind}/{index}")


# ------------------------------------------------------------------------------------------------
# Rules
# ------------------------------------------------------------------------------------------------


def engine_variant(rules: Rules) -> tafl.Variant:
    """The engine's variant of a complete set of rule values."""
    values = {key: rules[key] for key in PLAIN_KEYS}
    return tafl.Variant._make("random", "random", [], values, "")


def built_in(variant_id: str) -> Rules:
    """The reference's own values of a built-in variant."""
    return reference.complete(reference.VARIANTS[variant_id])


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


def random_camps(rng: random.Random, size: int) -> list[list[str]]:
    """No camps, those at the sides, or heaps of squares anywhere, which may touch each other."""
    form = rng.random()
    if form < 0.4:
        return []
    if form < 0.7:
        return side_camps(size)
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
    if rng.random() < 0.25:  # a sole aggressor is rare, so his rules get more games
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
    rules["camps.groups"] = random_camps(rng, size)
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
    base = reference.VARIANTS[rng.choice(sorted(reference.VARIANTS))]
    while form > 0.75:
        values = random_values(rng, 9)
        keys = rng.sample(sorted(reference.DEFAULTS), rng.randint(1, 8))
        try:
            return reference.complete({**base, **{key: values[key] for key in keys}})
        except ValueError:  # they contradict the others
            continue
    return reference.complete(base)


# ------------------------------------------------------------------------------------------------
# Positions: crowded where the rules live, since pieces scattered evenly exercise nothing
# ------------------------------------------------------------------------------------------------


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
    anvil = sketch.middle if sketch.chance(0.4) else sketch.hot()
    direction = sketch.rng.choice(DIRECTIONS)
    near = square_towards(anvil, direction, 1, sketch.size)
    landing = square_towards(anvil, direction, 2, sketch.size)
    victim, enemy = sketch.rng.sample((ATTACKER, DEFENDER), 2)
    if near is None or landing is None:
        return
    if sketch.chance(0.5 if anvil == sketch.middle else 0.25):
        sketch.put(anvil, KING)
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


Recipe = Callable[[Sketch], None]
RECIPES: dict[Recipe, int] = {
    crowd: 4, siege: 6, linnaean: 3, ring: 4, boxed: 3, sandwich: 7, lines: 3, garrison: 1,
    scattered: 1,
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
        sketch.put(rng.choice(sketch.squares), KING)
    return sketch.fen()


# ------------------------------------------------------------------------------------------------
# Comparison
# ------------------------------------------------------------------------------------------------


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
        lone_king = {centre(reference.number(self.rules, "board.size")): KING}
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
    reference takes its time: of all moves that capture, and of a few others."""
    moves = list(board.legal_moves)
    some = set(rng.sample(moves, min(len(moves), 6 if board.size >= LARGE else 12)))
    for move in moves:
        after = reference.position_after(case.rules, game.position, str(move))
        some |= {move} if board.captures(move) else set()
        board.push(move)
        case.require(f"position after {move}", board.fen(), reference.to_fen(after))
        if move in some:
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


# ------------------------------------------------------------------------------------------------
# Games
# ------------------------------------------------------------------------------------------------


class Player:
    """Moves for both sides at random, and in phases moves back, so that positions recur."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.shuttling = rng.random() < 0.6

    def choose(self, legal: Sequence[str], game: reference.Game) -> str:
        if self.rng.random() < 0.05:
            self.shuttling = not self.shuttling
        if self.shuttling and len(game.moves) >= 2 and self.rng.random() < 0.95:
            origin, target = reference.move_squares(game.moves[-2])
            if reference.move_text(target, origin) in legal:
                return reference.move_text(target, origin)
        if self.shuttling and self.rng.random() < 0.5:
            legal = quiet_king_moves(legal, game) or legal
        return self.rng.choice(legal)


def quiet_king_moves(legal: Sequence[str], game: reference.Game) -> list[str]:
    """The king's moves that do not win: they often threaten to, as an aggressor's do."""
    king = reference.find_king(game.position.pieces)
    return [
        move
        for move in legal
        if move.startswith(f"{king}-")
        and not reference.is_escape_square(game.rules, reference.move_squares(move)[1])
    ]


Seen = tuple[str, list[str], Answer, int]


def seen(board: tafl.Board) -> Seen:
    """What undo has to bring back."""
    return board.fen(), texts(board.legal_moves), engine_outcome(board), int(board.repetitions())


def check_undo(case: Case, rng: random.Random, board: tafl.Board, history: list[Seen]) -> None:
    """Takes back some plies and makes them again; a copy must go its own way meanwhile."""
    twin = board.copy()
    count = rng.randint(1, min(len(history) - 1, 12))
    popped = []
    for ply in range(count):
        popped.append(board.pop())
        case.require(f"after pop {ply + 1}", seen(board), history[-2 - ply])
    case.require("a copy, after pop of the original", seen(twin), history[-1])
    for ply, move in enumerate(reversed(popped)):
        board.push(move)
        case.require(f"after push {ply + 1} of {count}", seen(board), history[ply - count])
    case.require("a copy", twin, board)
    twin.pop()
    case.require("after pop of a copy", seen(board), history[-1])


def play(case: Case, rng: random.Random, plies: int, from_start: bool) -> None:
    """Plays a game on engine and reference alike and compares them after every ply."""
    board = tafl.Board(case.variant) if from_start else tafl.Board(case.variant, fen=case.fen)
    game = reference.Game(case.rules, None if from_start else case.fen)
    case.fen, case.moves = game.fen(), game.moves
    player = Player(rng)
    history: list[Seen] = []
    for _ in range(plies):
        legal = check_moves(case, board, game)
        history.append(seen(board))
        if len(history) > 1 and rng.random() < 0.06:
            check_undo(case, rng, board, history)
        if rng.random() < 0.15:
            count_position(case, game.fen())
        if not legal:
            break
        move = player.choose(legal, game)
        game.push(move, enforce=False)
        board.push(tafl.Move(*reference.move_squares(move)))
    check_moves(case, board, game)
    count_game(case, from_start)


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


# ------------------------------------------------------------------------------------------------
# What was exercised: a value made a difference where another value in its place, all others being
# the same, changes the moves, the captures or the outcome. The engine is asked, after it has been
# found to agree with the reference.
# ------------------------------------------------------------------------------------------------

EXERCISED: Counter[tuple[str, str]] = Counter()

# The value from which each is told apart: the one that differs from it least.
NEAREST_REPETITION = {
    "draw": "none",
    "none": "draw",
    "mover-wins": "draw",
    "mover-loses": "draw",
    "attackers-win": "draw",
    "forbidden": "none",
    "aggressor-loses": "draw",
    "aggressor-forbidden": "draw",
    "same-moves": "none",
}
GAME_KEYS = ("board.first", "end.repetition")


def shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def wanted() -> list[tuple[str, str]]:
    """Every value that a full run has to exercise, in the order of the rules."""
    found = [("board.size", str(size)) for size in SIZES] + [("board.start", "given")]
    for key in reference.DEFAULTS:
        if key in reference.CHOICE_KEYS:
            found += [(key, shown(value)) for value in reference.CHOICE_KEYS[key]]
        elif key in reference.KIND_LIST_KEYS:
            found += [(f"{key}[{kind}]", on) for kind in reference.ALL_KINDS
                      for on in ("true", "false")]  # fmt: skip
    found += [(key, label) for key in ("king.max_steps", "soldiers.max_steps") for label in "0n"]
    found += [("end.repetition_count", count) for count in "234"]
    found += [("corners.squares", label) for label in ("default", "group")]
    found += [("camps.groups", label) for label in ("none", "some")]
    # There is one king, so that none is beside a throne with the king on it.
    impossible = "throne.hostile_occupied[king]"
    return [(key, label) for key, label in found if key != impossible]


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


def comparable(value: object) -> object:
    """A value whose lists have one order: that of squares, of camps and of kinds is free."""
    return sorted(map(comparable, value), key=repr) if isinstance(value, list) else value


def changed(rules: Rules, key: str, value: object) -> tafl.Variant | None:
    """The variant with the other value; None where that contradicts the others."""
    try:
        return engine_variant({**rules, key: value})
    except tafl.RulesError:
        return None


def observed(variant: tafl.Variant, fen: str) -> object:
    """The result of a position: its outcome, and its moves with what they bring about."""
    board = tafl.Board(variant, fen=fen)
    return engine_outcome(board), tafl.perft_stats(board, 1)


def count_position(case: Case, fen: str) -> None:
    """Counts the values that make a difference in the position."""
    EXERCISED["board.size", shown(case.rules["board.size"])] += 1
    here = observed(case.variant, fen)
    different = {
        (name, label) for name, label, other in case.others if observed(other, fen) != here
    }
    EXERCISED.update(different)


def plays_otherwise(case: Case, other: tafl.Variant) -> bool:
    """Whether the game goes or ends otherwise under the other rules, at the latest after its last
    ply."""
    boards = [tafl.Board(variant, fen=case.fen) for variant in (case.variant, other)]
    for move in [*case.moves, None]:
        results = [(engine_outcome(board), texts(board.legal_moves)) for board in boards]
        if results[0] != results[1]:
            return True
        if move is not None:
            for board in boards:
                board.push(tafl.Move(*reference.move_squares(move)))
    return False


def count_game(case: Case, from_start: bool) -> None:
    """Counts the values that make a difference to the game as a whole."""
    rules = case.rules
    if from_start:
        EXERCISED["board.start", "given"] += 1
        EXERCISED["board.first", shown(rules["board.first"])] += 1
    value, count = shown(rules["end.repetition"]), rules["end.repetition_count"]
    nearest = NEAREST_REPETITION[value]
    if plays_otherwise(case, engine_variant({**rules, "end.repetition": nearest})):
        EXERCISED["end.repetition", value] += 1
    others = [engine_variant({**rules, "end.repetition_count": n}) for n in (2, 3, 4) if n != count]
    if any(plays_otherwise(case, other) for other in others):
        EXERCISED["end.repetition_count", shown(count)] += 1


def summary() -> list[str]:
    """The counts, a line for each key."""
    by_key: dict[str, list[str]] = {}
    for key, label in wanted():
        by_key.setdefault(key, []).append(f"{label} {EXERCISED[key, label]}")
    return [f"{key}: {', '.join(counts)}" for key, counts in sorted(by_key.items())]
