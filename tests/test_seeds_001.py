"""The rules of Foteviken tablut, sentence by sentence (seed document 001, foteviken-tablut).

The defenders move first. The camps are d1 e1 f1 e2 and its three turns; empty squares of them are
closed and hostile to the king. Passages without a test: NOT_RULES in test_seeds.py.
"""

from __future__ import annotations

import pytest

import tafl
from seeds_helpers import (
    ATTACKERS_LOSE_BY_REPETITION,
    ATTACKERS_STUCK,
    CAMPS,
    CORNERS,
    CROSS,
    DEFENDERS_LOSE_BY_REPETITION,
    DEFENDERS_STUCK,
    EDGE,
    ENCIRCLED,
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
    position,
    result_of,
    side_of,
    squares_of,
    varied,
)

FOTEVIKEN = "foteviken-tablut"
CAMP_SQUARES = frozenset().union(*CAMPS)
NO_CAMPS: dict[str, object] = {"camps.groups": []}


# Section 1: the table


def test_001_s1_board_has_nine_by_nine_squares() -> None:
    """The board is nine squares wide and high."""
    scene = Scene(FOTEVIKEN, "K e5, T e4, t c1")
    assert scene.board.size == 9
    file = {f"c{rank}" for rank in range(2, 10)}
    assert scene.destinations("c1") == file | {"a1", "b1"}, "the camp d1 e1 f1 ends the rank"


def test_001_s1_throne_is_the_centre_square() -> None:
    """The castle is the one square in the centre: beside it lines end, elsewhere they do not."""
    for file in "cdefg":
        scene = Scene(FOTEVIKEN, f"t {file}3, T c2 g2, K c8")
        up = {square for square in scene.destinations(f"{file}3") if square > f"{file}3"}
        up &= {file + rank for rank in "4567"}
        expected = {file + rank for rank in ("4" if file == "e" else "4567")}
        assert up == expected


@each_way
@pytest.mark.parametrize("file", list("bcdefgh"))
def test_001_s1_king_flees_to_the_edge(file: str, way: int) -> None:
    """The king wins on any square of the edge that he can reach; those in camps he cannot."""
    scene = Scene(FOTEVIKEN, f"K {file}3, t e7", "d", way)
    move = f"{file}3-{file}1"
    if file in "def":
        assert scene.refuses(move)
    else:
        assert scene.play(move).result == KING_ESCAPED


@each_way
def test_001_s1_king_is_armed(way: int) -> None:
    """The king takes part in captures, moving and standing."""
    unarmed = varied(FOTEVIKEN, {"king.armed": False})
    moving, standing = "K b6, t d7 i1, T d8", "K d6, t d7 i1, T a8"
    assert Scene(FOTEVIKEN, moving, "d", way).captures("b6-d6") == "d7"
    assert Scene(unarmed, moving, "d", way).captures("b6-d6") == ""
    assert Scene(FOTEVIKEN, standing, "d", way).captures("a8-d8") == "d7"
    assert Scene(unarmed, standing, "d", way).captures("a8-d8") == ""


@each_way
@pytest.mark.parametrize(
    ("king", "men", "last"),
    [
        ("c3", ["b3", "d3", "c4"], "c1-c2"),
        ("e6", ["d6", "f6"], "b7-e7"),
        ("d2", ["c2"], "d6-d3"),
    ],
    ids=["four in the open", "three beside the throne", "two beside two camp squares"],
)
def test_001_s1_king_is_taken_from_four_sides(
    king: str, men: list[str], last: str, way: int
) -> None:
    """Four sides take the king: throne and camp count as sides; one man less is not enough."""
    pieces = f"K {king}, T h8, t h2 {last[:2]}"
    scene = Scene(FOTEVIKEN, " ".join([pieces, *men]), "a", way)
    assert scene.captures(last) == king
    assert scene.play(last).result == KING_CAPTURED
    for missing in men:
        others = [man for man in men if man != missing]
        fewer = Scene(FOTEVIKEN, " ".join([pieces, *others]), "a", way)
        assert fewer.captures(last) == ""


def test_001_s1_eight_defenders_and_a_king_against_sixteen() -> None:
    """Eight defenders and the king play against sixteen attackers."""
    board = tafl.Board(FOTEVIKEN)
    assert len(squares_of(board, tafl.Piece.KING)) == 1
    assert len(squares_of(board, tafl.Piece.DEFENDER)) == 8
    assert len(squares_of(board, tafl.Piece.ATTACKER)) == 16


# Section 3: the start


def test_001_s3_king_in_the_castle_in_a_cross_of_eight() -> None:
    """The king starts in the castle in a cross of eight soldiers."""
    assert_tablut_start(FOTEVIKEN)
    board = tafl.Board(FOTEVIKEN)
    assert squares_of(board, tafl.Piece.DEFENDER) == CROSS


def test_001_s3_four_attackers_in_each_camp() -> None:
    """The attackers start on the squares of the four camps: there nobody else ever comes."""
    board = tafl.Board(FOTEVIKEN)
    assert squares_of(board, tafl.Piece.ATTACKER) == CAMP_SQUARES
    assert [len(CAMP_SQUARES & group) for group in CAMPS] == [4, 4, 4, 4]


def test_001_s3_white_moves_first() -> None:
    """The defenders make the first move."""
    board = tafl.Board(FOTEVIKEN)
    assert board.turn is tafl.Side.DEFENDERS
    assert board.is_legal(tafl.Move("e3", "d3"))
    assert not board.is_legal(tafl.Move("d1", "c1"))


@each_way
def test_001_s3_only_the_king_escapes(way: int) -> None:
    """A soldier on the edge wins nothing, the king there wins the game."""
    assert Scene(FOTEVIKEN, "K c3, T g3, t b8", "d", way).play("g3-g1").result is None
    assert Scene(FOTEVIKEN, "K c3, T g3, t b8", "d", way).play("c3-c1").result == KING_ESCAPED


# Section 4: the aims


@each_way
def test_001_s4_defenders_win_by_a_free_way_to_the_edge(way: int) -> None:
    """The king wins when he finds a free way to the edge and gets there; a blocked one is none."""
    free = Scene(FOTEVIKEN, "K c6, T d6 c5, t c2", "d", way)
    assert free.escapes() == {"c6-c9"}
    assert free.play("c6-c9").result == KING_ESCAPED
    blocked = Scene(FOTEVIKEN, "K c6, T d6 c5, t c8", "d", way)
    assert blocked.escapes() == set()
    assert blocked.refuses("c6-c9")


@each_way
@pytest.mark.parametrize("last", ["a6-b6", "g6-d6", "c3-c5", "c8-c7"])
def test_001_s4_attackers_win_by_surrounding_the_king_on_four_sides(last: str, way: int) -> None:
    """Four men about the king win, whichever comes last; a fifth move elsewhere wins nothing."""
    origin, target = last.split("-")
    others = " ".join({"b6", "d6", "c5", "c7"} - {target})
    scene = Scene(FOTEVIKEN, f"K c6, T h2, t {others} {origin} g8", "a", way)
    assert scene.captures("g8-g7") == ""
    assert scene.play(last).result == KING_CAPTURED


# Section 5.1: movement


@each_kind
def test_001_s5_1_pieces_move_any_distance_in_a_line(kind: str) -> None:
    """All pieces move along files and ranks over empty squares, and never diagonally."""
    assert_moves_like_a_rook(FOTEVIKEN, kind)


@each_way
@pytest.mark.parametrize("blocker", ["t", "T"])
@each_kind
def test_001_s5_1_no_piece_jumps(kind: str, blocker: str, way: int) -> None:
    """A man in the way ends the move before him."""
    assert_does_not_jump(FOTEVIKEN, kind, blocker, way)


# Section 5.2: capture of soldiers


@each_way
@each_victim
def test_001_s5_2_taken_between_two_enemies(victim: str, taker: str, way: int) -> None:
    """A man with enemies on two opposite sides is taken."""
    assert_custodial_capture(FOTEVIKEN, victim, taker, way)


@each_victim
def test_001_s5_2_moving_in_between_is_safe(victim: str, taker: str) -> None:
    """A man who moves in between two enemies stays; the enemy has to close the trap."""
    assert_moving_in_between_is_safe(FOTEVIKEN, victim, taker)


# Section 5.3: capture of the king


@each_way
def test_001_s5_3_four_sides_not_two(way: int) -> None:
    """The king needs four enemies: two on opposite sides, or three, do not take him."""
    assert Scene(FOTEVIKEN, "K c3, T h8, t b3 d6", "a", way).captures("d6-d3") == ""
    assert Scene(FOTEVIKEN, "K c3, T h8, t b3 c4 d6", "a", way).captures("d6-d3") == ""
    assert Scene(FOTEVIKEN, "K c3, T h8 c2, t b3 c4 d6", "a", way).captures("d6-d3") == ""
    assert Scene(FOTEVIKEN, "K c3, T h8, t b3 c4 c2 d6", "a", way).captures("d6-d3") == "c3"


@each_way
@pytest.mark.parametrize(
    ("last", "standing"),
    [("b6-d6", "f6 e7"), ("h6-f6", "d6 e7"), ("b7-e7", "d6 f6")],
)
def test_001_s5_3_three_beside_the_throne(last: str, standing: str, way: int) -> None:
    """Beside the throne three men do, since the empty throne is the fourth hostile side."""
    origin = last.split("-", maxsplit=1)[0]
    pieces = f"K e6, T h8, t {standing} {origin}"
    assert Scene(FOTEVIKEN, pieces, "a", way).play(last).result == KING_CAPTURED
    friendly = varied(FOTEVIKEN, {"throne.hostile_empty": []})
    assert Scene(friendly, pieces, "a", way).captures(last) == ""
    for man in standing.split():
        two = Scene(FOTEVIKEN, f"K e6, T h8, t {man} {origin}", "a", way)
        assert two.captures(last) == ""


@each_way
@pytest.mark.parametrize(
    ("king", "standing", "last"),
    [
        ("d2", "c2", "d6-d3"),
        ("d2", "d3", "c6-c2"),
        ("f2", "g2", "f6-f3"),
        ("f2", "f3", "g6-g2"),
    ],
)
def test_001_s5_3_two_beside_two_empty_camp_squares(
    king: str, standing: str, last: str, way: int
) -> None:
    """In the corner of a camp two men do, since the two empty camp squares are hostile."""
    pieces = f"K {king}, T h8, t {last[:2]}"
    assert Scene(FOTEVIKEN, f"{pieces} {standing}", "a", way).play(last).result == KING_CAPTURED
    assert Scene(FOTEVIKEN, pieces, "a", way).captures(last) == "", "one man is not enough"
    no_camps = varied(FOTEVIKEN, NO_CAMPS)
    assert Scene(no_camps, f"{pieces} {standing}", "a", way).captures(last) == ""
    own_man = f"K {king}, T h8 e2, t {last[:2]} {standing}"
    assert Scene(FOTEVIKEN, own_man, "a", way).captures(last) == ""


# Section 5.4: the castle


@each_way
@each_kind
def test_001_s5_4_nobody_enters_or_crosses_the_empty_castle(kind: str, way: int) -> None:
    """The castle is the king's alone, and empty it ends every line, whosever piece it is."""
    others = "T d8, t c2" if kind == "K" else "T d8, t c2, K c8"
    scene = Scene(FOTEVIKEN, f"{kind} e3, {others}", side_of(kind), way)
    assert {square for square in scene.destinations("e3") if square[0] == "e"} == {"e4"}
    assert scene.refuses("e3-e5")
    assert scene.refuses("e3-e6")
    open_castle = {
        "throne.king_may_pass": True,
        "throne.king_may_occupy": True,
        "throne.soldiers_may_pass": True,
    }
    scene = Scene(varied(FOTEVIKEN, open_castle), f"{kind} e3, {others}", side_of(kind), way)
    assert scene.legal("e3-e6")
    assert scene.legal("e3-e5") == (kind == "K")


@each_way
def test_001_s5_4_king_does_not_return(way: int) -> None:
    """Once he has left the castle, the king does not come back, not even at once."""
    scene = Scene(FOTEVIKEN, "K e5, T d5, t b8", "d", way)
    assert scene.legal("e5-e6")
    scene.play("e5-e4", "b8-b7")
    assert scene.refuses("e4-e5")
    assert scene.legal("e4-d4")


@each_way
def test_001_s5_4_left_castle_is_hostile_to_the_king(way: int) -> None:
    """The castle that he has left helps to take the king: he steps out and is taken against it."""
    scene = Scene(FOTEVIKEN, "K e5, T h8, t d6 f6 e9", "d", way)
    scene.play("e5-e6")
    assert scene.captures("e9-e7") == "e6"
    assert scene.play("e9-e7").result == KING_CAPTURED


@each_way
@each_victim
def test_001_s5_4_castle_is_hostile_to_no_soldier(victim: str, taker: str, way: int) -> None:
    """Of hostility to others than the king nothing is said: no soldier is taken against it."""
    pieces = f"{victim} e6, {taker} b7, K h3, T g2, t b1"
    assert Scene(FOTEVIKEN, pieces, side_of(taker), way).captures("b7-e7") == ""
    hostile = varied(FOTEVIKEN, {"throne.hostile_empty": ["attacker", "defender", "king"]})
    assert Scene(hostile, pieces, side_of(taker), way).captures("b7-e7") == "e6"


@each_way
@pytest.mark.parametrize("enemies", ["b1", "d5 f5 e4"], ids=["alone", "surrounded"])
def test_001_s5_4_castle_with_the_king_takes_no_defender(enemies: str, way: int) -> None:
    """Nor is a defender taken beside the king in his castle, however he is surrounded."""
    pieces = f"K e5, T e6 g2, t b7 {enemies}"
    assert Scene(FOTEVIKEN, pieces, "a", way).captures("b7-e7") == ""
    changed = varied(FOTEVIKEN, {"throne.hostile_occupied": ["defender"]})
    assert Scene(changed, pieces, "a", way).captures("b7-e7") == "e6"


# Section 5.5: the camps


def test_001_s5_5_four_camps_of_four_squares() -> None:
    """The camps are a T of four squares at each middle of an edge: of all squares those are shut.

    A defender is set beside each square of the board and tries to step on it.
    """
    shut = set()
    for square in SQUARES:
        if square == "e5":
            continue
        rank = int(square[1])
        beside = square[0] + str(2 if rank == 1 else rank - 1)
        if beside == "e5":
            beside = "d6"
        spare = "b2" if square[0] == "h" else "h2"
        scene = Scene(FOTEVIKEN, f"K e5, T {beside}, t {spare}", "d")
        if not scene.legal(f"{beside}-{square}"):
            shut.add(square)
    assert shut == CAMP_SQUARES


@each_way
def test_001_s5_5_a_resident_moves_in_its_camp_and_leaves_it(way: int) -> None:
    """An attacker moves within its own camp, through it, and out of it; never into another."""
    scene = Scene(FOTEVIKEN, "t d1, T c8 g8, K e5", "a", way)
    file = {f"d{rank}" for rank in "2345678"}
    assert scene.destinations("d1") == file | {"a1", "b1", "c1", "e1", "f1", "g1", "h1", "i1"}
    scene = Scene(FOTEVIKEN, "t e1, T c8 g8 e5, K b2", "a", way)
    assert scene.legal("e1-e2")
    assert scene.legal("e1-e4")


@each_way
def test_001_s5_5_who_has_left_a_camp_does_not_come_back(way: int) -> None:
    """An attacker that has left its camp can neither enter nor cross it any more."""
    scene = Scene(FOTEVIKEN, "t d1, T c8 g8, K e5", "a", way)
    scene.play("d1-d3", "c8-c7")
    assert scene.refuses("d3-d1")
    assert scene.legal("d3-d2")
    crossing = Scene(FOTEVIKEN, "t d1, T c8 g8, K e5", "a", way).play("d1-c1", "c8-c7")
    assert crossing.refuses("c1-d1")
    assert crossing.refuses("c1-g1")
    assert crossing.legal("c1-b1")


@each_way
@each_kind
def test_001_s5_5_nobody_from_outside_enters_or_crosses_a_left_square(kind: str, way: int) -> None:
    """A left camp square is shut to Muscovites from outside, to Swedes and to their king."""
    others = "T d8, t c8" if kind == "K" else "T d8, t c8, K h6"
    for pieces, lines in (
        (f"{kind} e3, {others}", ("e3-e2", "e3-e1")),
        (f"{kind} b2, {others}", ("b2-e2", "b2-h2")),
    ):
        scene = Scene(FOTEVIKEN, pieces, side_of(kind), way)
        free = Scene(varied(FOTEVIKEN, NO_CAMPS), pieces, side_of(kind), way)
        for move in lines:
            assert scene.refuses(move)
            assert free.legal(move)


@each_way
def test_001_s5_5_a_resident_of_another_camp_is_an_outsider(way: int) -> None:
    """An attacker from one camp does not enter another across the board."""
    scene = Scene(FOTEVIKEN, "t a4, T c8 g8, K e5", "a", way)
    assert scene.refuses("a4-i4")
    assert scene.legal("a4-h4")


@each_way
def test_001_s5_5_residents_may_use_a_square_that_another_has_left(way: int) -> None:
    """Moving inside one's camp is read to include squares left by others; closed camps do not."""
    pieces = "t d1 e1 f1 e2, T c8 g8, K e5"
    scene = Scene(FOTEVIKEN, pieces, "a", way)
    assert scene.refuses("e1-d1")
    scene.play("d1-d3", "c8-c7")
    assert scene.legal("e1-d1")
    assert scene.legal("e1-c1")
    closed = varied(FOTEVIKEN, {"camps.movement": "closed"})
    scene = Scene(closed, pieces, "a", way).play("d1-d3", "c8-c7")
    assert scene.refuses("e1-d1")
    assert scene.refuses("e1-c1")


@each_way
def test_001_s5_5_empty_camp_is_hostile_to_the_king(way: int) -> None:
    """An empty camp square is one of the sides that take the king."""
    pieces = "K e3, T h8, t d3 f3 b4"
    assert Scene(FOTEVIKEN, pieces, "a", way).captures("b4-e4") == "e3"
    harmless = varied(FOTEVIKEN, {"camps.hostile": []})
    assert Scene(harmless, pieces, "a", way).captures("b4-e4") == ""
    own_man = "K e3, T h8 e2, t d3 f3 b4"
    assert Scene(FOTEVIKEN, own_man, "a", way).captures("b4-e4") == ""


@each_way
@each_victim
def test_001_s5_5_empty_camp_is_not_hostile_to_soldiers(victim: str, taker: str, way: int) -> None:
    """A soldier is not taken against an empty camp square, but against a man who stands there."""
    pieces = f"{victim} e3, {taker} b4, K g7, T h8, t h2"
    assert Scene(FOTEVIKEN, pieces, side_of(taker), way).captures("b4-e4") == ""
    manned = f"{victim} e3, {taker} b4 e2, K g7, T h8, t h2"
    assert Scene(FOTEVIKEN, manned, side_of(taker), way).captures("b4-e4") == "e3"


@each_way
def test_001_s5_5_no_escape_through_a_cleared_camp(way: int) -> None:
    """The king does not get out through a camp that its residents have left."""
    pieces = "K e3, T d3 f3, t c8"
    scene = Scene(FOTEVIKEN, pieces, "d", way)
    assert scene.escapes() == set()
    assert scene.refuses("e3-e1")
    assert Scene(varied(FOTEVIKEN, NO_CAMPS), pieces, "d", way).escapes() == {"e3-e1"}


# Section 5.6: repetition

DEFENDER_FIRST = ("c3-c4", "g7-g6", "c4-c3", "g6-g7")
ATTACKER_FIRST = ("g7-g6", "c3-c4", "g6-g7", "c4-c3")
SHUTTLERS = "K e5, T c3 h3, t g7"


def test_001_s5_6_who_began_the_threefold_shuttle_loses() -> None:
    """When both have made the same move three times, the side that began it loses."""
    scene = Scene(FOTEVIKEN, SHUTTLERS, "d").play(*DEFENDER_FIRST * 2, "c3-c4")
    assert scene.result is None
    assert scene.play("g7-g6").result == DEFENDERS_LOSE_BY_REPETITION
    scene = Scene(FOTEVIKEN, SHUTTLERS, "a").play(*ATTACKER_FIRST * 2, "g7-g6")
    assert scene.result is None
    assert scene.play("c3-c4").result == ATTACKERS_LOSE_BY_REPETITION


def test_001_s5_6_beginning_the_shuttle_counts_not_beginning_the_game() -> None:
    """After another move of the defenders it is the attackers who began to repeat."""
    scene = Scene(FOTEVIKEN, SHUTTLERS, "d").play("h3-h4", *ATTACKER_FIRST * 2, "g7-g6")
    assert scene.result is None
    assert scene.play("c3-c4").result == ATTACKERS_LOSE_BY_REPETITION


def test_001_s5_6_both_have_to_repeat_their_moves() -> None:
    """Positions that come again by other moves, or one side's moves alone, end nothing."""
    walk = ("c3-c4", "c4-c5", "c5-c3")
    shuttle = ("g7-g6", "g6-g7")
    moves = [move for ply in range(18) for move in (walk[ply % 3], shuttle[ply % 2])]
    scene = Scene(FOTEVIKEN, SHUTTLERS, "d").play(*moves)
    assert scene.board.repetitions() == 4
    assert scene.result is None


# Section 5.7: no move left


def test_001_s5_7_a_side_without_a_legal_move_loses() -> None:
    """Who cannot move on his turn loses, attackers and defenders alike."""
    attackers = Scene(FOTEVIKEN, "t b1, T a1 c1 b4, K g7", "d")
    assert attackers.play("b4-b2").result == ATTACKERS_STUCK
    assert Scene(FOTEVIKEN, "t b1, T a1 c1 b4, K g7", "d").play("b4-b3").result is None
    defenders = Scene(FOTEVIKEN, "K b2, T a1 a2 b1, t c2 a3 c1 b4")
    assert defenders.play("b4-b3").result == DEFENDERS_STUCK
    assert Scene(FOTEVIKEN, "K b2, T a1 a2 b1, t c2 a3 c1 b4").play("b4-c4").result is None


# Section 8: the app's list. What it says again is tested above; here it is seen at the start
# position or in another place.

RING = "t b6 b7 d8 e6 e7 c5 d5 c9"
"""A ring about c6, c7, d6 and d7 that c9-c8 closes."""


def test_001_s8_white_makes_the_first_move() -> None:
    """At the start all legal moves are the defenders'."""
    board = tafl.Board(FOTEVIKEN)
    assert {str(move.from_square) for move in board.legal_moves} <= CROSS
    assert len(board.legal_moves) > 0


def test_001_s8_king_is_armed() -> None:
    """The king himself closes a trap on two men at once."""
    scene = Scene(FOTEVIKEN, "K b6, t d7 e6 i2, T d8 f6", "d")
    assert scene.captures("b6-d6") == "d7 e6"
    unarmed = varied(FOTEVIKEN, {"king.armed": False})
    assert Scene(unarmed, "K b6, t d7 e6 i2, T d8 f6", "d").captures("b6-d6") == ""


def test_001_s8_a_player_without_a_valid_move_loses() -> None:
    """An attacker whom only shut squares surround has no move, and his side has lost."""
    scene = Scene(FOTEVIKEN, "t c1, T b1 c5, K g7", "d")
    assert scene.play("c5-c2").result == ATTACKERS_STUCK
    no_camps = Scene(varied(FOTEVIKEN, NO_CAMPS), "t c1, T b1 c5, K g7", "d")
    assert no_camps.play("c5-c2").result is None


def test_001_s8_camps_are_not_entered_again() -> None:
    """From the start position: an attacker goes out of its camp and cannot go back."""
    board = tafl.Board(FOTEVIKEN)
    for move in ("e3-d3", "f1-g1", "d3-e3"):
        board.push_str(move)
    assert not board.is_legal(tafl.Move("g1", "f1"))
    assert board.is_legal(tafl.Move("g1", "h1"))


@each_way
@pytest.mark.parametrize("king", ["d2", "f2", "e3"])
def test_001_s8_camps_are_hostile_to_the_king(king: str, way: int) -> None:
    """Beside any empty camp square the king lacks a side, and no more than those sides."""
    beside = {"d2": "c2 d3", "f2": "g2 f3", "e3": "d3 f3 e4"}[king].split()
    last = {"d2": "d6-d3", "f2": "f6-f3", "e3": "c4-e4"}[king]
    origin, target = last.split("-")
    others = " ".join(square for square in beside if square != target)
    pieces = f"K {king}, T h8, t {others} {origin}"
    assert Scene(FOTEVIKEN, pieces, "a", way).captures(last) == king
    harmless = varied(FOTEVIKEN, {"camps.hostile": ["attacker", "defender"]})
    assert Scene(harmless, pieces, "a", way).captures(last) == ""


@each_way
def test_001_s8_king_is_taken_by_four_hostile_pieces_or_squares(way: int) -> None:
    """Four men take a king on the throne, three do not; in the open four do as well."""
    on_throne = Scene(FOTEVIKEN, "K e5, T h8, t d5 f5 e4 b6", "a", way)
    assert on_throne.captures("b6-e6") == "e5"
    guarded = Scene(FOTEVIKEN, "K e5, T h8 e4, t d5 f5 b6", "a", way)
    assert guarded.captures("b6-e6") == ""
    open_board = Scene(FOTEVIKEN, "K g7, T c2, t f7 h7 g8 g4", "a", way)
    assert open_board.captures("g4-g6") == "g7"
    assert open_board.captures("g4-g5") == ""


def test_001_s8_white_wins_when_the_king_reaches_the_edge() -> None:
    """A king on a square of the edge has won; elsewhere he has not."""
    for square in SQUARES:
        others = "t g8, T g7" if square[0] == "c" else "t c2, T c3"
        board = tafl.Board(FOTEVIKEN, fen=position(f"K {square}, {others}"))
        assert result_of(board) == (KING_ESCAPED if square in EDGE else None)
    assert len(EDGE) == 32
    assert CORNERS < EDGE


@each_kind
def test_001_s8_empty_throne_blocks_all_movement(kind: str) -> None:
    """Along the rank of the throne the last square is the one before it, from either side."""
    others = "T c8, t g2" if kind == "K" else "T c8, t g2, K g8"
    left = Scene(FOTEVIKEN, f"{kind} c5, {others}", side_of(kind))
    assert {s for s in left.destinations("c5") if s[1] == "5"} == {"d5"}
    right = Scene(FOTEVIKEN, f"{kind} g5, {others}", side_of(kind))
    assert {s for s in right.destinations("g5") if s[1] == "5"} == {"f5"}


@each_way
def test_001_s8_king_cannot_return_to_the_throne(way: int) -> None:
    """From all four sides the throne is shut to the king."""
    for square in ("e4", "e3"):
        scene = Scene(FOTEVIKEN, f"K {square}, T c3, t b8", "d", way)
        assert scene.refuses(f"{square}-e5")


@each_way
def test_001_s8_white_loses_when_encircled_without_access_to_the_edge(way: int) -> None:
    """A closed ring about all defenders wins; a gap, or a defender outside, prevents it."""
    assert Scene(FOTEVIKEN, f"K c6, T d7, {RING}", "a", way).play("c9-c8").result == ENCIRCLED
    assert Scene(FOTEVIKEN, f"K c6, T d7, {RING}", "a", way).play("c9-b9").result is None
    outside = Scene(FOTEVIKEN, f"K c6, T d7 h2, {RING}", "a", way)
    assert outside.play("c9-c8").result is None


@each_way
def test_001_s8_an_empty_camp_square_is_no_way_to_the_edge(way: int) -> None:
    """A ring whose one gap is an empty camp square is closed."""
    pieces = "K d3, T e3 f3, t d2 f2 g3 d4 e4 f4 b3"
    assert Scene(FOTEVIKEN, pieces, "a", way).play("b3-c3").result == ENCIRCLED
    no_camps = Scene(varied(FOTEVIKEN, NO_CAMPS), pieces, "a", way)
    assert no_camps.play("b3-c3").result is None


@each_way
def test_001_s8_the_empty_throne_is_no_way_to_the_edge(way: int) -> None:
    """A ring whose one gap is the empty throne is closed, even if the king himself empties it."""
    passable = varied(FOTEVIKEN, {"throne.soldiers_may_pass": True})
    gap = "K e3, T e4, t d3 d4 f4 g3"
    assert Scene(FOTEVIKEN, gap, "a", way).play("g3-f3").result == ENCIRCLED
    assert Scene(passable, gap, "a", way).play("g3-f3").result is None
    leaving = "K e5, T e3, t d3 f3 d4 f4"
    assert Scene(FOTEVIKEN, leaving, "d", way).play("e5-e4").result == ENCIRCLED
    assert Scene(passable, leaving, "d", way).play("e5-e4").result is None


def test_001_s8_threefold_repetition_is_lost_by_its_causer() -> None:
    """The game ends with the tenth move of a shuttle and against the side that made its first."""
    scene = Scene(FOTEVIKEN, "K d3, T e6, t b8 h2", "d")
    cycle = ("d3-d4", "b8-b7", "d4-d3", "b7-b8")
    for ply, move in enumerate((*cycle, *cycle, *cycle[:2]), start=1):
        scene.play(move)
        assert (scene.result is None) == (ply < 10)
    assert scene.result == DEFENDERS_LOSE_BY_REPETITION
    pairs = varied(FOTEVIKEN, {"end.repetition_count": 2})
    scene = Scene(pairs, "K d3, T e6, t b8 h2", "d").play(*cycle, "d3-d4")
    assert scene.result is None
    assert scene.play("b8-b7").result == DEFENDERS_LOSE_BY_REPETITION


@each_soldier
def test_001_s8_camps_are_shut_to_soldiers_beside_them(kind: str) -> None:
    """An empty camp square is shut to both sides' soldiers who stand right beside it."""
    scene = Scene(FOTEVIKEN, f"{kind} d2, T g8, t b8, K e5", side_of(kind))
    assert scene.refuses("d2-d1")
    assert scene.refuses("d2-e2")
    assert scene.legal("d2-c2")
    assert scene.legal("d2-d3")
