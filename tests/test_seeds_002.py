"""The rules of Legacy tablut, sentence by sentence (seed document 002, legacy-tablut).

The attackers move first; the king escapes to a corner and bears no arms. Passages without a test:
NOT_RULES in test_seeds.py.
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

LEGACY = "legacy-tablut"
ALL_KINDS = ["attacker", "defender", "king"]
ATTACKER_FIRST = ("b8-b7", "c3-c4", "b7-b8", "c4-c3")
DEFENDER_FIRST = ("c3-c4", "b8-b7", "c4-c3", "b7-b8")
SHUTTLERS = "K e5, T e4 c3, t b8 g8"
RING = "t b6 b7 d8 e6 e7 c5 d5 c9"
"""A ring about c6, c7, d6 and d7 that c9-c8 closes."""


# Section 1: the table


def test_002_s1_board_has_nine_by_nine_squares() -> None:
    """The board is nine squares wide and high."""
    scene = Scene(LEGACY, "K e5, T e4, t c1")
    assert scene.board.size == 9
    file = {f"c{rank}" for rank in range(2, 10)}
    assert scene.destinations("c1") == file | {"b1", "d1", "e1", "f1", "g1", "h1"}


def test_002_s1_throne_is_the_centre_square() -> None:
    """The throne is the central square and no other: only there no soldier stops."""
    for file in "bcdef":
        scene = Scene(LEGACY, f"t {file}1, K h8, T g8")
        reached = {square for square in scene.destinations(f"{file}1") if square[0] == file}
        assert reached == {file + rank for rank in "23456789"} - {"e5"}


def test_002_s1_king_flees_to_a_corner_square() -> None:
    """The king's goal is a corner square: on no other square of the board has he won."""
    for square in SQUARES:
        others = "t g8, T g7" if square[0] == "c" else "t c2, T c3"
        board = tafl.Board(LEGACY, fen=position(f"K {square}, {others}"))
        assert result_of(board) == (KING_ESCAPED if square in CORNERS else None)


@each_way
def test_002_s1_king_is_unarmed(way: int) -> None:
    """The king takes no part in captures, neither moving nor standing."""
    armed = varied(LEGACY, {"king.armed": True})
    moving, standing = "K b6, t d7 h1, T d8", "K d6, t d7 h1, T a8"
    assert Scene(LEGACY, moving, "d", way).captures("b6-d6") == ""
    assert Scene(armed, moving, "d", way).captures("b6-d6") == "d7"
    assert Scene(LEGACY, standing, "d", way).captures("a8-d8") == ""
    assert Scene(armed, standing, "d", way).captures("a8-d8") == "d7"


@each_way
def test_002_s1_king_is_taken_from_four_sides(way: int) -> None:
    """Four enemies take the king; three or two do not."""
    scene = Scene(LEGACY, "K c3, T h8, t b3 c4 c2 d6", "a", way)
    assert scene.captures("d6-d3") == "c3"
    assert scene.play("d6-d3").result == KING_CAPTURED
    for standing in ("b3 c4", "b3 c2", "c2 c4", "b3"):
        fewer = Scene(LEGACY, f"K c3, T h8, t {standing} d6", "a", way)
        assert fewer.captures("d6-d3") == ""


def test_002_s1_eight_defenders_and_a_king_against_sixteen() -> None:
    """Eight defenders and the king play against sixteen attackers."""
    board = tafl.Board(LEGACY)
    assert len(squares_of(board, tafl.Piece.KING)) == 1
    assert len(squares_of(board, tafl.Piece.DEFENDER)) == 8
    assert len(squares_of(board, tafl.Piece.ATTACKER)) == 16


# Section 3: the start


def test_002_s3_king_on_the_throne_in_a_cross_of_eight() -> None:
    """The king starts on the throne in a cross of eight defenders."""
    assert_tablut_start(LEGACY)
    assert squares_of(tafl.Board(LEGACY), tafl.Piece.DEFENDER) == CROSS


def test_002_s3_sixteen_attackers_in_four_groups_at_the_edges() -> None:
    """Four attackers stand at the middle of each side."""
    attackers = squares_of(tafl.Board(LEGACY), tafl.Piece.ATTACKER)
    assert attackers == set().union(*CAMPS)
    assert [len(attackers & group) for group in CAMPS] == [4, 4, 4, 4]


def test_002_s3_attackers_move_first() -> None:
    """The attackers make the first move."""
    board = tafl.Board(LEGACY)
    assert board.turn is tafl.Side.ATTACKERS
    assert board.is_legal(tafl.Move("d1", "c1"))
    assert not board.is_legal(tafl.Move("e3", "d3"))


@each_way
def test_002_s3_only_the_king_escapes(way: int) -> None:
    """No defender but the king may even come to a corner square, where he wins."""
    scene = Scene(LEGACY, "K b1, T b9, t e8", "d", way)
    assert scene.refuses("b9-a9")
    assert scene.play("b1-a1").result == KING_ESCAPED


# Section 4: the aims


@each_way
@pytest.mark.parametrize("start", ["a3", "c1"])
def test_002_s4_defenders_win_at_a_corner(start: str, way: int) -> None:
    """The king wins by coming to a corner square, along either edge; beside it he has not won."""
    beside = "a2" if start == "a3" else "b1"
    scene = Scene(LEGACY, f"K {start}, T e3, t e8", "d", way)
    assert scene.escapes() >= {f"{start}-a1"}
    assert scene.play(f"{start}-a1").result == KING_ESCAPED
    near = Scene(LEGACY, f"K {start}, T e3, t e8", "d", way).play(f"{start}-{beside}")
    assert near.result is None


@each_way
@pytest.mark.parametrize("last", ["a6-b6", "g6-d6", "c3-c5", "c9-c7"])
def test_002_s4_attackers_win_by_taking_the_king_from_four_sides(last: str, way: int) -> None:
    """Four men about the king win, whichever comes last; a move elsewhere wins nothing."""
    origin, target = last.split("-")
    others = " ".join({"b6", "d6", "c5", "c7"} - {target})
    scene = Scene(LEGACY, f"K c6, T h2, t {others} {origin} g8", "a", way)
    assert scene.captures("g8-g7") == ""
    assert scene.play(last).result == KING_CAPTURED


@each_way
def test_002_s4_attackers_win_by_shutting_all_defenders_off_the_edge(way: int) -> None:
    """A closed ring about all defenders wins, an open one does not."""
    assert Scene(LEGACY, f"K c6, T d7, {RING}", "a", way).play("c9-c8").result == ENCIRCLED
    assert Scene(LEGACY, f"K c6, T d7, {RING}", "a", way).play("c9-b9").result is None


# Section 5.1: movement


@each_kind
def test_002_s5_1_pieces_move_any_distance_in_a_line(kind: str) -> None:
    """All pieces move along files and ranks over empty squares, and never diagonally."""
    assert_moves_like_a_rook(LEGACY, kind)


@each_way
@pytest.mark.parametrize("blocker", ["t", "T"])
@each_kind
def test_002_s5_1_no_piece_jumps(kind: str, blocker: str, way: int) -> None:
    """A man in the way ends the move before him."""
    assert_does_not_jump(LEGACY, kind, blocker, way)


# Section 5.2: capture of soldiers


@each_way
@each_victim
def test_002_s5_2_taken_between_two_enemies(victim: str, taker: str, way: int) -> None:
    """A man with enemies on two opposite sides is taken."""
    assert_custodial_capture(LEGACY, victim, taker, way)


@each_way
@each_victim
@pytest.mark.parametrize("hostile", ["throne", "corner"])
def test_002_s5_2_taken_between_an_enemy_and_a_hostile_square(
    hostile: str, victim: str, taker: str, way: int
) -> None:
    """A hostile square stands for one of the two enemies; made harmless, it does not."""
    square, last, key = {
        "throne": ("e6", "b7-e7", "throne.hostile_empty"),
        "corner": ("a2", "e3-a3", "corners.hostile"),
    }[hostile]
    pieces = f"{victim} {square}, {taker} {last[:2]}, K h3, T g2, t f8"
    assert Scene(LEGACY, pieces, side_of(taker), way).captures(last) == square
    harmless = varied(LEGACY, {key: []})
    assert Scene(harmless, pieces, side_of(taker), way).captures(last) == ""


@each_victim
def test_002_s5_2_moving_in_between_is_safe(victim: str, taker: str) -> None:
    """A man who moves in between two enemies stays; the enemy has to close the trap."""
    assert_moving_in_between_is_safe(LEGACY, victim, taker)


@each_way
@each_victim
def test_002_s5_2_moving_between_an_enemy_and_a_hostile_square_is_safe(
    victim: str, taker: str, way: int
) -> None:
    """So does a man who moves in between an enemy and the empty throne."""
    pieces = f"{victim} b6, {taker} e7 h2, K g3, T i3, t i4"
    scene = Scene(LEGACY, pieces, side_of(victim), way)
    scene.play("b6-e6")
    assert scene.captures("h2-h1") == ""
    assert scene.piece("e6") is not None


# Section 5.3: capture of the king


@each_way
@pytest.mark.parametrize(
    ("king", "rest", "move", "victim"),
    [("b6", "t d7 g1, T d8", "b6-d6", "d7"), ("f5", "t g5 a3, T h3", "h3-h5", "g5")],
    ids=["moving", "standing"],
)
def test_002_s5_3_king_is_unarmed(king: str, rest: str, move: str, victim: str, way: int) -> None:
    """A trap with the king as one of its two jaws takes nobody; with a soldier for him it does."""
    assert Scene(LEGACY, f"K {king}, {rest} h9", "d", way).captures(move) == ""
    assert Scene(LEGACY, f"K c2, {rest} {king}", "d", way).captures(move) == victim


@each_way
@pytest.mark.parametrize(
    ("place", "pieces", "last"),
    [
        ("four men", "K c3, T h8, t b3 c4 c2 d6", "d6-d3"),
        ("four men about the throne", "K e5, T h8, t d5 f5 e4 b6", "b6-e6"),
        ("three men and the throne", "K e6, T h8, t d6 f6 b7", "b7-e7"),
    ],
)
def test_002_s5_3_king_is_taken_by_four_pieces_or_hostile_squares(
    place: str, pieces: str, last: str, way: int
) -> None:
    """All four sides have to be enemies or hostile squares; one friend saves him."""
    assert Scene(LEGACY, pieces, "a", way).play(last).result == KING_CAPTURED, place
    first_man = pieces.split("t ")[1][:2]
    friend = pieces.replace(first_man, "b8").replace("T h8", f"T h8 {first_man}")
    assert Scene(LEGACY, friend, "a", way).captures(last) == "", place
    fewer = pieces.replace(first_man, "b8")
    assert Scene(LEGACY, fewer, "a", way).captures(last) == "", place


@each_way
def test_002_s5_3_the_rim_is_a_hostile_side_of_the_king(way: int) -> None:
    """On an edge square three men and the rim take the king, without that rule nothing does."""
    pieces = "K c1, T h8, t b1 c2 d6"
    assert Scene(LEGACY, pieces, "a", way).play("d6-d1").result == KING_CAPTURED
    safe = varied(LEGACY, {"king.edge_hostile": False})
    assert Scene(safe, pieces, "a", way).captures("d6-d1") == ""
    two_men = Scene(LEGACY, "K c1, T h8, t b1 d6", "a", way)
    assert two_men.captures("d6-d1") == ""


@each_way
@pytest.mark.parametrize(
    ("king", "standing", "last"),
    [("b1", "c1", "b6-b2"), ("b1", "b2", "c6-c1"), ("a2", "a3", "e2-b2"), ("a2", "b2", "e3-a3")],
)
def test_002_s5_3_rim_and_corner_together_leave_two_sides(
    king: str, standing: str, last: str, way: int
) -> None:
    """Beside a corner, rim and empty corner are two of the four, so two men are enough."""
    pieces = f"K {king}, T h8, t {standing} {last[:2]}"
    assert Scene(LEGACY, pieces, "a", way).play(last).result == KING_CAPTURED
    one_man = f"K {king}, T h8, t f8 {last[:2]}"
    assert Scene(LEGACY, one_man, "a", way).captures(last) == ""
    corner = varied(LEGACY, {"corners.hostile": ["attacker", "defender"]})
    assert Scene(corner, pieces, "a", way).captures(last) == ""


# Section 5.4: hostile squares


@each_way
@each_victim
def test_002_s5_4_empty_throne_is_hostile_to_soldiers(victim: str, taker: str, way: int) -> None:
    """The throne is hostile to both sides' soldiers while it is empty, not with the king on it."""
    empty = f"{victim} e6, {taker} b7, K h3, T g2, t f8"
    assert Scene(LEGACY, empty, side_of(taker), way).captures("b7-e7") == "e6"
    for others in ("T g2, t f8", "T g2, t d5 f5 e4"):
        occupied = f"{victim} e6, {taker} b7, K e5, {others}"
        assert Scene(LEGACY, occupied, side_of(taker), way).captures("b7-e7") == ""


@each_way
def test_002_s5_4_empty_throne_is_hostile_to_the_king(way: int) -> None:
    """The throne is hostile to the king who stands beside it."""
    pieces = "K e6, T h8, t d6 f6 b7"
    assert Scene(LEGACY, pieces, "a", way).captures("b7-e7") == "e6"
    soldiers = varied(LEGACY, {"throne.hostile_empty": ["attacker", "defender"]})
    assert Scene(soldiers, pieces, "a", way).captures("b7-e7") == ""


@each_way
@each_victim
@pytest.mark.parametrize(("square", "last"), [("a2", "f3-a3"), ("b1", "c6-c1")])
def test_002_s5_4_corners_are_hostile_to_soldiers(
    square: str, last: str, victim: str, taker: str, way: int
) -> None:
    """A man beside a corner square is taken against it; one square further he is not."""
    others = "K h5, T g2, t f8"
    pieces = f"{victim} {square}, {taker} {last[:2]}, {others}"
    assert Scene(LEGACY, pieces, side_of(taker), way).captures(last) == square
    further, move = ("a3", "f4-a4") if square == "a2" else ("c1", "d6-d1")
    pieces = f"{victim} {further}, {taker} {move[:2]}, {others}"
    assert Scene(LEGACY, pieces, side_of(taker), way).captures(move) == ""


@each_way
def test_002_s5_4_corners_are_hostile_to_the_king(way: int) -> None:
    """The corner beside which he stands is one of the king's hostile sides."""
    pieces = "K a2, T h8, t a3 f2"
    assert Scene(LEGACY, pieces, "a", way).captures("f2-b2") == "a2"
    harmless = varied(LEGACY, {"corners.hostile": ["attacker", "defender"]})
    assert Scene(harmless, pieces, "a", way).captures("f2-b2") == ""


# Section 5.5: winning and losing


@each_way
def test_002_s5_5_king_at_a_corner_wins_at_once(way: int) -> None:
    """With the king on a corner square the game is over; on the edge it is not."""
    edge = Scene(LEGACY, "K c3, T e3, t e8", "d", way).play("c3-c1")
    assert edge.result is None
    edge.play("e8-e7", "c1-a1")
    assert edge.result == KING_ESCAPED
    assert len(edge.board.legal_moves) == 0


@each_way
def test_002_s5_5_all_defenders_encircled_lose(way: int) -> None:
    """All defenders must be shut in: a single one outside keeps the game open."""
    outside = Scene(LEGACY, f"K c6, T d7 h2, {RING}", "a", way).play("c9-c8")
    assert outside.result is None
    inside = Scene(LEGACY, f"K c6, T d7 d6, {RING}", "a", way).play("c9-c8")
    assert inside.result == ENCIRCLED


# Section 5.6: repetition


def test_002_s5_6_who_began_the_threefold_shuttle_loses() -> None:
    """When both have made the same move three times, the side that began it loses."""
    scene = Scene(LEGACY, SHUTTLERS).play(*ATTACKER_FIRST * 2, "b8-b7")
    assert scene.result is None
    assert scene.play("c3-c4").result == ATTACKERS_LOSE_BY_REPETITION
    scene = Scene(LEGACY, SHUTTLERS, "d").play(*DEFENDER_FIRST * 2, "c3-c4")
    assert scene.result is None
    assert scene.play("b8-b7").result == DEFENDERS_LOSE_BY_REPETITION


def test_002_s5_6_both_have_to_repeat_their_moves() -> None:
    """Positions that come again by other moves of one side end nothing."""
    walk = ("c3-c4", "c4-c5", "c5-c3")
    shuttle = ("b8-b7", "b7-b8")
    moves = [move for ply in range(18) for move in (shuttle[ply % 2], walk[ply % 3])]
    scene = Scene(LEGACY, SHUTTLERS).play(*moves)
    assert scene.board.repetitions() == 4
    assert scene.result is None


# Section 5.7: no move left


def test_002_s5_7_a_side_without_a_legal_move_loses() -> None:
    """Who cannot move on his turn loses, attackers and defenders alike."""
    attackers = Scene(LEGACY, "t c1, T b1 d1 c4, K g7", "d")
    assert attackers.play("c4-c2").result == ATTACKERS_STUCK
    assert Scene(LEGACY, "t c1, T b1 d1 c4, K g7", "d").play("c4-c3").result is None
    defenders = Scene(LEGACY, "K b2, T a2 b1, t c2 a3 c1 b4")
    assert defenders.play("b4-b3").result == DEFENDERS_STUCK
    assert Scene(LEGACY, "K b2, T a2 b1, t c2 a3 c1 b4").play("b4-a4").result is None


# Section 8: the app's list; what it says again is seen in another place


def test_002_s8_black_makes_the_first_move() -> None:
    """At the start all legal moves are the attackers'."""
    board = tafl.Board(LEGACY)
    assert {str(move.from_square) for move in board.legal_moves} <= set().union(*CAMPS)
    assert len(board.legal_moves) > 0


def test_002_s8_king_is_unarmed() -> None:
    """A king who moves between two traps closes neither."""
    pieces = "K b6, t d7 e6 h2, T d8 f6"
    assert Scene(LEGACY, pieces, "d").captures("b6-d6") == ""
    assert Scene(varied(LEGACY, {"king.armed": True}), pieces, "d").captures("b6-d6") == "d7 e6"


def test_002_s8_a_player_without_a_valid_move_loses() -> None:
    """A single attacker shut up beside a corner, which he may not enter, has lost."""
    scene = Scene(LEGACY, "t b1, T c1 b5, K g7", "d")
    assert scene.play("b5-b2").result == ATTACKERS_STUCK
    assert Scene(LEGACY, "t b1, T c1 b5, K g7", "d").play("b5-b3").result is None


@each_way
@pytest.mark.parametrize(
    ("king", "arrivals"),
    [
        ("c6", ["a6-b6", "g6-d6", "c3-c5", "c9-c7"]),
        ("e6", ["b6-d6", "h6-f6", "b7-e7"]),
        ("d1", ["b1-c1", "h1-e1", "d4-d2"]),
    ],
    ids=["in the open", "beside the throne", "at the rim"],
)
def test_002_s8_king_is_taken_by_four_hostile_pieces_or_squares(
    king: str, arrivals: list[str], way: int
) -> None:
    """Any of the men needed may come last, and all of them are needed."""
    targets = [move.split("-")[1] for move in arrivals]
    for last in arrivals:
        origin, target = last.split("-")
        others = [square for square in targets if square != target]
        pieces = f"K {king}, T h8, t {origin}"
        scene = Scene(LEGACY, f"{pieces} {' '.join(others)}", "a", way)
        assert scene.captures(last) == king
        for missing in others:
            fewer = " ".join(square for square in others if square != missing)
            assert Scene(LEGACY, f"{pieces} {fewer}", "a", way).captures(last) == ""


@each_way
@pytest.mark.parametrize("file", list("cdefg"))
def test_002_s8_the_rim_is_hostile_to_the_king(file: str, way: int) -> None:
    """On any edge square away from the corners three men take the king."""
    left, right = chr(ord(file) - 1), chr(ord(file) + 1)
    pieces = f"K {file}1, T h8, t {left}1 {right}1 {file}4"
    assert Scene(LEGACY, pieces, "a", way).captures(f"{file}4-{file}2") == f"{file}1"
    one_in_from_the_rim = f"K {file}2, T h8, t {left}2 {right}2 {file}4"
    assert Scene(LEGACY, one_in_from_the_rim, "a", way).captures(f"{file}4-{file}3") == ""


@each_victim
def test_002_s8_empty_throne_is_hostile_to_all(victim: str, taker: str) -> None:
    """A king who leaves the throne makes it hostile to a man beside it."""
    pieces = f"{victim} d5 h1, {taker} c8, K e5, T i4, t i6"
    leaving = Scene(LEGACY, pieces, "d").play("e5-e8")
    if taker == "T":
        leaving.play("h1-g1")
    assert leaving.captures("c8-c5") == "d5"
    staying = Scene(LEGACY, pieces, "d").play("i4-h4")
    if taker == "T":
        staying.play("h1-g1")
    assert staying.captures("c8-c5") == ""


@pytest.mark.parametrize("corner", sorted(CORNERS))
@each_victim
def test_002_s8_corners_are_hostile_to_all(victim: str, taker: str, corner: str) -> None:
    """At each of the four corners a man on the edge is taken."""
    file, rank = corner[0], corner[1]
    beside, behind = ("b", "c") if file == "a" else ("h", "g")
    pieces = f"{victim} {beside}{rank}, {taker} {behind}4, K e6, T e7, t d3"
    move = f"{behind}4-{behind}{rank}"
    assert Scene(LEGACY, pieces, side_of(taker)).captures(move) == beside + rank
    harmless = varied(LEGACY, {"corners.hostile": ["king"]})
    assert Scene(harmless, pieces, side_of(taker)).captures(move) == ""


@pytest.mark.parametrize("square", sorted(EDGE - CORNERS))
def test_002_s8_white_wins_when_the_king_reaches_a_corner(square: str) -> None:
    """From any edge square the king can go to its two corners; standing there wins nothing."""
    scene = Scene(LEGACY, f"K {square}, T d4, t f6", "d")
    file, rank = square[0], square[1]
    ends = {f"a{rank}", f"i{rank}"} if rank in "19" else {f"{file}1", f"{file}9"}
    assert scene.escapes() == {f"{square}-{corner}" for corner in ends}
    assert scene.announcement == "tuicku"
    for corner in ends:
        scene = Scene(LEGACY, f"K {square}, T d4, t f6", "d")
        assert scene.play(f"{square}-{corner}").result == KING_ESCAPED


@each_way
def test_002_s8_white_loses_when_encircled_without_access_to_the_edge(way: int) -> None:
    """Only a ring shuts them in: at the edge itself they are not encircled."""
    ring = Scene(LEGACY, f"K c6, T d7, {RING}", "a", way).play("c9-c8")
    assert ring.result == ENCIRCLED
    at_the_edge = Scene(LEGACY, "K c2, T d1, t b1 b2 d2 e1 c6", "a", way).play("c6-c3")
    assert at_the_edge.result is None


def test_002_s8_threefold_repetition_is_lost_by_its_causer() -> None:
    """The game ends with the tenth move of a shuttle and against the side that made its first."""
    scene = Scene(LEGACY, SHUTTLERS, "d").play("e4-d4")
    for ply, move in enumerate((*ATTACKER_FIRST * 2, *ATTACKER_FIRST[:2]), start=1):
        scene.play(move)
        assert (scene.result is None) == (ply < 10)
    assert scene.result == ATTACKERS_LOSE_BY_REPETITION


# Where the document is silent or contradicts itself


@each_way
@each_victim
def test_002_reading_rim_is_not_hostile_to_soldiers(victim: str, taker: str, way: int) -> None:
    """The introduction's rim hostile to all is read as the king's only."""
    pieces = f"{victim} c1, {taker} c5, K g6, T h7, t f8"
    assert Scene(LEGACY, pieces, side_of(taker), way).captures("c5-c2") == ""
    king = Scene(LEGACY, "K c1, T h8, t b1 d1 c5", "a", way)
    assert king.captures("c5-c2") == "c1"


@each_way
@each_kind
def test_002_reading_corners_are_closed_to_soldiers(kind: str, way: int) -> None:
    """Only the king comes to a corner square."""
    others = "T d8, t e8" if kind == "K" else "T d8, t e8, K f6"
    scene = Scene(LEGACY, f"{kind} c1, {others}", side_of(kind), way)
    assert scene.legal("c1-b1")
    assert scene.legal("c1-a1") == (kind == "K")


@each_way
@each_kind
def test_002_reading_throne_is_restricted_for_soldiers_stops_only(kind: str, way: int) -> None:
    """All may cross the empty throne, the king may return to it, soldiers may not stop there."""
    others = "T d8, t c2" if kind == "K" else "T d8, t c2, K c8"
    scene = Scene(LEGACY, f"{kind} e3, {others}", side_of(kind), way)
    assert scene.legal("e3-e7")
    assert scene.legal("e3-e5") == (kind == "K")


@each_soldier
def test_002_reading_a_closed_throne_is_one_value_away(kind: str) -> None:
    """A throne that nobody crosses is another game's: by one value it is closed here too."""
    closed = varied(LEGACY, {"throne.soldiers_may_pass": False})
    scene = Scene(closed, f"{kind} e3, T d8, t c2, K c8", side_of(kind))
    assert scene.refuses("e3-e7")
    assert scene.legal("e3-e4")
