"""The rules of the BrainKing tablut and its two variations, sentence by sentence (document 003).

The variants are tablut, tablut-two-sides ("Variante" 1) and tablut-corners ("Variante" 2). The
sections are named as in the document. Passages without a test: NOT_RULES in test_seeds.py.
"""

from __future__ import annotations

import pytest

import tafl
from seeds_helpers import (
    ATTACKERS_STUCK,
    CORNERS,
    DEFENDERS_STUCK,
    DRAWN_BY_REPETITION,
    EDGE,
    KING_CAPTURED,
    KING_ESCAPED,
    SQUARES,
    Scene,
    assert_custodial_capture,
    assert_does_not_jump,
    assert_moves_like_a_rook,
    assert_moving_in_between_is_safe,
    assert_tablut_start,
    each_kind,
    each_soldier,
    each_victim,
    each_way,
    inside_of,
    position,
    result_of,
    side_of,
    squares_of,
    varied,
)

TABLUT = "tablut"
TWO_SIDES = "tablut-two-sides"
CORNER_ESCAPE = "tablut-corners"
ALL_THREE = [TABLUT, TWO_SIDES, CORNER_ESCAPE]

each_variant = pytest.mark.parametrize("variant", ALL_THREE)


# Equipment


@each_variant
def test_003_equipment_board_has_nine_by_nine_squares(variant: str) -> None:
    """The board is nine squares wide and high."""
    scene = Scene(variant, "K e5, T e4, t c1")
    assert scene.board.size == 9
    assert {square for square in scene.destinations("c1") if square[0] == "c"} == {
        f"c{rank}" for rank in range(2, 10)
    }
    rank = {square for square in scene.destinations("c1") if square[1] == "1"}
    corners = set() if variant == CORNER_ESCAPE else {"a1", "i1"}
    assert rank == {f"{file}1" for file in "bdefgh"} | corners


@each_variant
def test_003_equipment_king_and_eight_against_sixteen(variant: str) -> None:
    """White has a king and eight guards, the other side sixteen mercenaries."""
    board = tafl.Board(variant)
    assert len(squares_of(board, tafl.Piece.KING)) == 1
    assert len(squares_of(board, tafl.Piece.DEFENDER)) == 8
    assert len(squares_of(board, tafl.Piece.ATTACKER)) == 16
    for first, piece in (("defenders", tafl.Piece.DEFENDER), ("attackers", tafl.Piece.ATTACKER)):
        board = tafl.Board(varied(variant, {"board.first": first}))
        movers = {board.piece_at(str(move.from_square)) for move in board.legal_moves}
        assert movers == {piece}, "the king himself is shut in at the start"


# Ziel


@pytest.mark.parametrize("square", sorted(EDGE - CORNERS))
def test_003_ziel_the_swedes_win_as_soon_as_the_king_is_at_the_edge(square: str) -> None:
    """The game is won at once when the king reaches the edge; a guard there wins nothing."""
    inside = inside_of(square)
    scene = Scene(TABLUT, f"K {inside}, t d4, T f6", "d").play(f"{inside}-{square}")
    assert scene.result == KING_ESCAPED
    assert len(scene.board.legal_moves) == 0
    guard = Scene(TABLUT, f"T {inside}, t d4, K f6", "d").play(f"{inside}-{square}")
    assert guard.result is None


@each_way
def test_003_ziel_the_muscovites_win_by_holding_the_king_fast(way: int) -> None:
    """Unable to move is read as taken on four sides: a king shut in by his own men plays on."""
    taken = Scene(TABLUT, "K c3, T h8, t b3 d3 c4 c1", "a", way).play("c1-c2")
    assert taken.result == KING_CAPTURED
    own_man = Scene(TABLUT, "K c3, T h8 c4, t b3 d3 c1", "a", way).play("c1-c2")
    assert own_man.destinations("c3") == set()
    assert own_man.result is None
    assert tafl.Board(TABLUT).outcome() is None


# Spielbeginn


@each_variant
def test_003_spielbeginn_the_common_start(variant: str) -> None:
    """The men start as everywhere in tablut (the document's picture is lost)."""
    assert_tablut_start(variant)


# Regeln


def test_003_regeln_players_alternate_with_one_man_each() -> None:
    """The players move in turn, each one of his own men."""
    scene = Scene(TABLUT, "K e5, T e4 c3, t b8 h8", "d")
    for _ in range(2):
        assert scene.to_move() == "d"
        assert scene.legal("c3-c4")
        assert scene.refuses("b8-b7")
        before = scene.board.piece_map()
        scene.play("c3-c4")
        assert len(before.items() - scene.board.piece_map().items()) == 1
        assert scene.to_move() == "a"
        assert scene.legal("b8-b7")
        assert scene.refuses("c4-c3")
        scene.play("b8-b7", "c4-c3", "b7-b8")


@each_kind
def test_003_regeln_all_men_move_like_rooks(kind: str) -> None:
    """All men move any number of squares up, down or sideways, as the rook in chess."""
    assert_moves_like_a_rook(TABLUT, kind)


@each_way
@pytest.mark.parametrize("blocker", ["t", "T"])
@each_kind
def test_003_regeln_no_man_is_jumped_over(kind: str, blocker: str, way: int) -> None:
    """No man is jumped over."""
    assert_does_not_jump(TABLUT, kind, blocker, way)


@each_variant
def test_003_regeln_the_centre_is_the_kings_start_square(variant: str) -> None:
    """The centre square, on which the king starts, is the throne: no other square is shut."""
    assert squares_of(tafl.Board(variant), tafl.Piece.KING) == {"e5"}
    for file in "bcdef":
        scene = Scene(variant, f"t {file}1, K h8, T g8")
        reached = {square for square in scene.destinations(f"{file}1") if square[0] == file}
        assert reached == {file + rank for rank in "23456789"} - {"e5"}


@each_way
@each_kind
def test_003_regeln_nobody_enters_the_throne_again(kind: str, way: int) -> None:
    """Once the king has left his square, neither he nor anybody else stops on it."""
    others = "T d8, t c2" if kind == "K" else "T d8, t c2, K c8"
    scene = Scene(TABLUT, f"{kind} e3, {others}", side_of(kind), way)
    assert scene.refuses("e3-e5")
    assert scene.legal("e3-e4")
    assert scene.legal("e3-e6")


@each_way
def test_003_regeln_the_king_that_has_left_does_not_come_back(way: int) -> None:
    """The king leaves the throne and cannot take his own square again."""
    scene = Scene(TABLUT, "K e5, T d5, t b8", "d", way)
    scene.play("e5-e4", "b8-b7")
    assert scene.refuses("e4-e5")
    assert scene.legal("e4-e6")


@each_way
@each_kind
def test_003_regeln_every_man_may_cross_the_empty_throne(kind: str, way: int) -> None:
    """Every man may go over the throne."""
    others = "T d8, t c2" if kind == "K" else "T d8, t c2, K c8"
    scene = Scene(TABLUT, f"{kind} e4, {others}", side_of(kind), way)
    assert {s for s in scene.destinations("e4") if s[0] == "e"} == {
        f"e{rank}" for rank in "1236789"
    }
    closed = varied(TABLUT, {"throne.king_may_pass": False, "throne.soldiers_may_pass": False})
    assert Scene(closed, f"{kind} e4, {others}", side_of(kind), way).refuses("e4-e6")


@each_way
@pytest.mark.parametrize("blocker", ["t", "T"])
@each_kind
def test_003_regeln_not_over_the_throne_and_another_man(kind: str, blocker: str, way: int) -> None:
    """Crossing the throne is no jump over a man: one behind it, before it or on it blocks."""
    others = "T d8, t c2" if kind == "K" else "T d8, t c2, K c8"
    for square in ("e4", "e6"):
        scene = Scene(TABLUT, f"{kind} e3, {blocker} {square}, {others}", side_of(kind), way)
        assert scene.refuses("e3-e7")
    if kind != "K":
        scene = Scene(TABLUT, f"{kind} e3, K e5, T d8, t c2", side_of(kind), way)
        assert scene.refuses("e3-e7")


@each_way
@each_victim
def test_003_regeln_mercenaries_and_guards_are_taken_alike(
    victim: str, taker: str, way: int
) -> None:
    """A man between two enemies right beside him, left and right or above and below, is taken."""
    assert_custodial_capture(TABLUT, victim, taker, way)


@each_way
@each_victim
def test_003_regeln_enemies_have_to_be_right_beside_him(victim: str, taker: str, way: int) -> None:
    """The two enemies stand on the adjoining squares; at a distance they take nobody."""
    others = "K h4, T h7, t h1"
    far = Scene(TABLUT, f"{victim} c3, {taker} a3 d6, {others}", side_of(taker), way)
    assert far.captures("d6-d3") == ""
    near = Scene(TABLUT, f"{victim} c3, {taker} b3 d6, {others}", side_of(taker), way)
    assert near.captures("d6-d3") == "c3"


@each_way
@each_victim
def test_003_regeln_no_soldier_is_taken_against_the_throne(
    victim: str, taker: str, way: int
) -> None:
    """Enemies take a man, squares do not: beside the empty throne a man is safe."""
    pieces = f"{victim} e6, {taker} b7, K h3, T g2, t b1"
    assert Scene(TABLUT, pieces, side_of(taker), way).captures("b7-e7") == ""
    hostile = varied(TABLUT, {"throne.hostile_empty": ["attacker", "defender", "king"]})
    assert Scene(hostile, pieces, side_of(taker), way).captures("b7-e7") == "e6"


@each_victim
def test_003_regeln_moving_in_between_is_safe(victim: str, taker: str) -> None:
    """A man put in between two enemies by his own side is not taken."""
    assert_moving_in_between_is_safe(TABLUT, victim, taker)


@each_way
@each_variant
def test_003_regeln_king_takes_nobody(variant: str, way: int) -> None:
    """The king takes no man and has no part in taking one."""
    armed = varied(variant, {"king.armed": True})
    moving, standing = "K b6, t d7 h1, T d8", "K d6, t d7 h1, T b8"
    assert Scene(variant, moving, "d", way).captures("b6-d6") == ""
    assert Scene(armed, moving, "d", way).captures("b6-d6") == "d7"
    assert Scene(variant, standing, "d", way).captures("b8-d8") == ""
    assert Scene(armed, standing, "d", way).captures("b8-d8") == "d7"


@each_way
@pytest.mark.parametrize("last", ["a6-b6", "g6-d6", "c3-c5", "c9-c7"])
def test_003_regeln_king_is_taken_across_and_along_at_once(last: str, way: int) -> None:
    """The king is taken when all four squares beside him hold Muscovites, and not by one pair."""
    origin, target = last.split("-")
    sides = {"b6": "d6", "d6": "b6", "c5": "c7", "c7": "c5"}
    others = " ".join(set(sides) - {target})
    scene = Scene(TABLUT, f"K c6, T h2, t {others} {origin}", "a", way)
    assert scene.captures(last) == "c6"
    assert scene.play(last).result == KING_CAPTURED
    pair = Scene(TABLUT, f"K c6, T h2, t {sides[target]} {origin}", "a", way)
    assert pair.captures(last) == ""
    for square in set(sides) - {target}:
        men = others.replace(square, "h8")
        three = Scene(TABLUT, f"K c6, T h2, t {men} {origin}", "a", way)
        assert three.captures(last) == ""


@each_way
def test_003_regeln_king_on_the_throne_needs_four(way: int) -> None:
    """On the throne, too, all four squares have to be taken."""
    assert Scene(TABLUT, "K e5, T h8, t d5 f5 e4 b6", "a", way).captures("b6-e6") == "e5"
    assert Scene(TABLUT, "K e5, T h8 e4, t d5 f5 b6", "a", way).captures("b6-e6") == ""


@each_way
@pytest.mark.parametrize(
    ("last", "standing"), [("b6-d6", "f6 e7"), ("h6-f6", "d6 e7"), ("b7-e7", "d6 f6")]
)
def test_003_regeln_three_are_enough_beside_the_throne(last: str, standing: str, way: int) -> None:
    """Of a king beside the throne that he has left the three other squares are enough."""
    origin = last.split("-", maxsplit=1)[0]
    scene = Scene(TABLUT, f"K e5, T h8, t {standing} {origin}", "d", way).play("e5-e6")
    assert scene.captures(last) == "e6"
    assert scene.play(last).result == KING_CAPTURED
    for man in standing.split():
        two = Scene(TABLUT, f"K e6, T h8, t {man} {origin}", "a", way)
        assert two.captures(last) == ""
    one_further = Scene(TABLUT, "K e7, T h8, t d7 f7 b8", "a", way)
    assert one_further.captures("b8-e8") == ""


# Spielende


def test_003_spielende_any_square_of_the_edge_wins() -> None:
    """The king has won on any of the 32 squares of the edge, and on none of the others."""
    for square in SQUARES:
        others = "t g8, T g7" if square[0] == "c" else "t c2, T c3"
        board = tafl.Board(TABLUT, fen=position(f"K {square}, {others}"))
        assert result_of(board) == (KING_ESCAPED if square in EDGE else None)


@each_way
def test_003_spielende_taken_king_ends_the_game(way: int) -> None:
    """With the king taken the Muscovites have won and nobody moves any more."""
    scene = Scene(TABLUT, "K g6, T h8, t f6 h6 g5 b7", "a", way)
    assert len(scene.board.legal_moves) > 0
    scene.play("b7-g7")
    assert scene.result == KING_CAPTURED
    assert scene.piece("g6") is None
    assert len(scene.board.legal_moves) == 0


@each_variant
def test_003_spielende_a_player_without_a_legal_move_loses_at_once(variant: str) -> None:
    """Who cannot move has lost, attackers and defenders alike."""
    attackers = Scene(variant, "t c1, T b1 d1 c4, K g7", "d")
    assert attackers.play("c4-c2").result == ATTACKERS_STUCK
    assert Scene(variant, "t c1, T b1 d1 c4, K g7", "d").play("c4-c3").result is None
    defenders = Scene(TABLUT, "K b2, T a1 a2 b1, t c2 a3 c1 b4")
    assert defenders.play("b4-b3").result == DEFENDERS_STUCK
    assert Scene(TABLUT, "K b2, T a1 a2 b1, t c2 a3 c1 b4").play("b4-b5").result is None


@each_way
@each_variant
def test_003_spielende_no_other_end_is_named(variant: str, way: int) -> None:
    """A ring about all defenders is no end of this game, by one value it is."""
    pieces = "K c6, T d7, t b6 b7 d8 e6 e7 c5 d5 c9"
    assert Scene(variant, pieces, "a", way).play("c9-c8").result is None
    other = varied(variant, {"end.encirclement": True})
    ended = Scene(other, pieces, "a", way).play("c9-c8").result
    assert ended == (tafl.Side.ATTACKERS, tafl.Termination.ENCIRCLED)


# Variante 1: the king is taken by two


@each_way
@pytest.mark.parametrize(
    ("place", "king", "standing", "last"),
    [
        ("in the open", "c3", "b3", "d6-d3"),
        ("beside the throne", "e6", "d6", "f9-f6"),
        ("on the throne", "e5", "d5", "f9-f5"),
    ],
)
def test_003_variante_1_king_is_taken_by_two_like_any_man(
    place: str, king: str, standing: str, last: str, way: int
) -> None:
    """Two enemies take the king anywhere, where the main rules ask for four or three."""
    pieces = f"K {king}, T h8, t {standing} {last[:2]}"
    scene = Scene(TWO_SIDES, pieces, "a", way)
    assert scene.captures(last) == king, place
    assert scene.play(last).result == KING_CAPTURED
    assert Scene(TABLUT, pieces, "a", way).captures(last) == ""
    alone = Scene(TWO_SIDES, f"K {king}, T h8, t b8 {last[:2]}", "a", way)
    assert alone.captures(last) == "", "one man is not enough"


@each_way
def test_003_variante_1_two_at_a_corner_or_with_his_own_man_do_not_take_him(way: int) -> None:
    """As with any man the two stand opposite each other, and the second one has to arrive."""
    corner = Scene(TWO_SIDES, "K c3, T h8, t c2 d6", "a", way)
    assert corner.captures("d6-d3") == ""
    own_man = Scene(TWO_SIDES, "K c3, T b3, t d6", "a", way)
    assert own_man.captures("d6-d3") == ""
    walks_in = Scene(TWO_SIDES, "K c6, T h8, t b3 d3 c1", "d", way).play("c6-c3")
    assert walks_in.captures("c1-c2") == ""
    assert walks_in.play("c1-c2").result is None


@each_way
@pytest.mark.parametrize("victim", ["t", "T", "K"])
def test_003_variante_1_nobody_is_taken_against_the_throne(victim: str, way: int) -> None:
    """As no other man, the king is not taken between one enemy and the empty throne."""
    taker = "T" if victim == "t" else "t"
    others = "T g2, t b1" if victim == "K" else "T g2, t b1, K h3"
    pieces = f"{victim} e6, {taker} b7, {others}"
    assert Scene(TWO_SIDES, pieces, side_of(taker), way).captures("b7-e7") == ""
    hostile = varied(TWO_SIDES, {"throne.hostile_empty": ["attacker", "defender", "king"]})
    assert Scene(hostile, pieces, side_of(taker), way).captures("b7-e7") == "e6"


@each_way
def test_003_variante_1_the_rest_is_the_main_game(way: int) -> None:
    """The change touches nothing else: the edge wins, the throne is shut but may be crossed."""
    assert Scene(TWO_SIDES, "K c3, T g3, t b8", "d", way).play("c3-c1").result == KING_ESCAPED
    scene = Scene(TWO_SIDES, "K e3, T g3, t b8", "d", way)
    assert scene.legal("e3-e7")
    assert scene.refuses("e3-e5")


# Variante 2: only the corners are a way out


@each_way
def test_003_variante_2_king_escapes_by_a_corner_only(way: int) -> None:
    """The king wins on a corner square, and no longer on the rest of the edge."""
    scene = Scene(CORNER_ESCAPE, "K c3, T g3, t e8", "d", way)
    assert scene.escapes() == set()
    scene.play("c3-c1")
    assert scene.result is None
    scene.play("e8-e7", "c1-a1")
    assert scene.result == KING_ESCAPED
    assert Scene(TABLUT, "K c3, T g3, t e8", "d", way).play("c3-c1").result == KING_ESCAPED


def test_003_variante_2_there_are_four_such_squares() -> None:
    """The four corners are the only squares on which the king has won."""
    for square in SQUARES:
        others = "t g8, T g7" if square[0] == "c" else "t c2, T c3"
        board = tafl.Board(CORNER_ESCAPE, fen=position(f"K {square}, {others}"))
        assert result_of(board) == (KING_ESCAPED if square in CORNERS else None)


@each_way
@each_kind
def test_003_variante_2_reading_corners_are_closed_to_soldiers(kind: str, way: int) -> None:
    """Only the king comes to a corner square, or the attackers would fill them."""
    others = "T d8, t e8" if kind == "K" else "T d8, t e8, K f6"
    scene = Scene(CORNER_ESCAPE, f"{kind} c1, {others}", side_of(kind), way)
    assert scene.legal("c1-b1")
    assert scene.legal("c1-a1") == (kind == "K")
    if kind != "K":
        assert Scene(TABLUT, f"{kind} c1, {others}", side_of(kind), way).legal("c1-a1")


@each_way
@each_victim
def test_003_variante_2_reading_corners_are_not_hostile(victim: str, taker: str, way: int) -> None:
    """Nothing says that a man may be taken against a corner."""
    pieces = f"{victim} b1, {taker} c6, K g6, T h7, t g8"
    assert Scene(CORNER_ESCAPE, pieces, side_of(taker), way).captures("c6-c1") == ""
    hostile = varied(CORNER_ESCAPE, {"corners.hostile": ["attacker", "defender"]})
    assert Scene(hostile, pieces, side_of(taker), way).captures("c6-c1") == "b1"


@each_way
def test_003_variante_2_reading_king_on_the_rim_is_not_taken(way: int) -> None:
    """A king on the rim has no four neighbours and is not taken; one step inside he is."""
    rim = "K e1, T h8, t d1 f1 e4"
    scene = Scene(CORNER_ESCAPE, rim, "a", way)
    assert scene.captures("e4-e2") == ""
    assert scene.play("e4-e2").result is None
    hostile_rim = varied(CORNER_ESCAPE, {"king.edge_hostile": True})
    assert Scene(hostile_rim, rim, "a", way).captures("e4-e2") == "e1"
    inside = Scene(CORNER_ESCAPE, "K e2, T h8, t d2 f2 e1 e4", "a", way)
    assert inside.captures("e4-e3") == "e2"


# Where the document is silent


@each_variant
def test_003_reading_the_defenders_begin(variant: str) -> None:
    """Who begins is not said; here the defenders do, and the attackers by one value."""
    assert tafl.Board(variant).turn is tafl.Side.DEFENDERS
    other = varied(variant, {"board.first": "attackers"})
    assert tafl.Board(other).turn is tafl.Side.ATTACKERS


@each_variant
def test_003_reading_third_occurrence_is_a_draw(variant: str) -> None:
    """No rule ends a repetition; here the third occurrence is a draw, whoever threatens what."""
    cycle = ("c3-c4", "b8-b7", "c4-c3", "b7-b8")
    king = "c1" if variant == CORNER_ESCAPE else "e5"
    scene = Scene(variant, f"K {king}, T e4 c3, t b8 h8", "d").play(*cycle, *cycle[:3])
    assert scene.escapes()
    assert scene.result is None
    assert scene.play("b7-b8").result == DRAWN_BY_REPETITION


@each_variant
@each_soldier
@pytest.mark.parametrize("enemies", ["b1", "d5 e4 f1", "d5 f5 e4"])
def test_003_reading_the_throne_is_no_enemy_with_the_king_on_it(
    enemies: str, kind: str, variant: str
) -> None:
    """No man is taken against the throne on which the king stands, however he is surrounded."""
    taker = "T" if kind == "t" else "t"
    pieces = f"{kind} e6, {taker} b7, K e5, T g2, t {enemies}"
    assert Scene(variant, pieces, side_of(taker)).captures("b7-e7") == ""
    hostile = varied(variant, {"throne.hostile_occupied": ["attacker", "defender"]})
    assert Scene(hostile, pieces, side_of(taker)).captures("b7-e7") == "e6"
