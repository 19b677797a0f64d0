"""The rules of Saami tablut, sentence by sentence (document 004).

The variants are saami-tablut (the half-open castle) and saami-tablut-closed. The sections are
named as in the document. Passages without a test: NOT_RULES in test_seeds.py.
"""

from __future__ import annotations

import pytest

import tafl
from seeds_helpers import (
    ATTACKERS_STUCK,
    CAMPS,
    CORNERS,
    CROSS,
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
    turned,
    varied,
)

SAAMI = "saami-tablut"
CLOSED = "saami-tablut-closed"

each_castle = pytest.mark.parametrize("variant", [SAAMI, CLOSED], ids=["half-open", "closed"])


# The introduction: who plays for what


@each_castle
def test_004_introduction_eight_and_a_king_against_sixteen(variant: str) -> None:
    """One side has eight warriors and a king, the other sixteen warriors."""
    board = tafl.Board(variant)
    assert len(squares_of(board, tafl.Piece.KING)) == 1
    assert len(squares_of(board, tafl.Piece.DEFENDER)) == 8
    assert len(squares_of(board, tafl.Piece.ATTACKER)) == 16


@each_way
@each_castle
def test_004_introduction_king_flees_to_an_edge(variant: str, way: int) -> None:
    """The king wins by moving to an edge; a warrior who does so wins nothing."""
    scene = Scene(variant, "K c3, T g3, t b8", "d", way)
    assert scene.play("c3-c1").result == KING_ESCAPED
    assert Scene(variant, "K c3, T g3, t b8", "d", way).play("g3-g1").result is None


@each_way
@each_castle
def test_004_introduction_attackers_aim_at_the_king(variant: str, way: int) -> None:
    """The sixteen win by taking the king, not by taking a warrior."""
    king = Scene(variant, "K c3, T h8, t b3 d1", "a", way).play("d1-d3")
    assert king.result == KING_CAPTURED
    warrior = Scene(variant, "T c3, K g7, t b3 d1", "a", way).play("d1-d3")
    assert warrior.piece("c3") is None
    assert warrior.result is None


# Brett


@each_castle
def test_004_brett_nine_by_nine_with_the_castle_in_the_middle(variant: str) -> None:
    """Of nine times nine squares the middle one is the castle: only there no warrior stops."""
    assert tafl.Board(variant).size == 9
    scene = Scene(variant, "K h8, T g8, t a1")
    assert scene.destinations("a1") == {s for s in SQUARES if (s[0] == "a") != (s[1] == "1")}
    for file in "bcdef":
        scene = Scene(variant, f"t {file}1, K h8, T g8")
        reached = {square for square in scene.destinations(f"{file}1") if square[0] == file}
        shut = {"e5"} if variant == SAAMI else {"e5", "e6", "e7", "e8", "e9"}
        assert reached == {file + rank for rank in "23456789"} - shut


# Brikkene


@each_castle
def test_004_brikkene_swedes_in_a_cross_in_the_middle(variant: str) -> None:
    """Eight warriors and the king form a cross in the middle."""
    board = tafl.Board(variant)
    assert squares_of(board, tafl.Piece.DEFENDER) == CROSS
    assert squares_of(board, tafl.Piece.KING) == {"e5"}


@each_castle
def test_004_brikkene_muscovites_in_four_wedges(variant: str) -> None:
    """Sixteen Muscovites form four wedges: three on the edge, one before them."""
    board = tafl.Board(variant)
    wedges = [set(turned("d1 e1 f1 e2", way).split()) for way in range(4)]
    assert squares_of(board, tafl.Piece.ATTACKER) == set().union(*wedges)
    assert {frozenset(wedge) for wedge in wedges} == set(CAMPS)
    assert_tablut_start(variant)


# Spillernes handlinger


@each_castle
def test_004_handlinger_attackers_begin(variant: str) -> None:
    """The old rules are silent; as in modern play the attackers move first."""
    board = tafl.Board(variant)
    assert board.turn is tafl.Side.ATTACKERS
    assert board.is_legal(tafl.Move("d1", "c1"))
    assert not board.is_legal(tafl.Move("e3", "d3"))
    other = tafl.Board(varied(variant, {"board.first": "defenders"}))
    assert other.turn is tafl.Side.DEFENDERS


def test_004_handlinger_one_man_a_turn() -> None:
    """Each player moves one man when it is his turn, and then it is the other's."""
    scene = Scene(SAAMI, "K e5, T e4 c3, t b8 h8")
    for own, other in (("b8-b7", "c3-c4"), ("c3-c4", "h8-h7"), ("h8-h7", "c4-c3")):
        before = scene.board.piece_map()
        assert scene.refuses(other)
        scene.play(own)
        assert scene.refuses(own)
        assert len(before.items() - scene.board.piece_map().items()) == 1


@each_kind
def test_004_handlinger_men_move_in_straight_lines_like_rooks(kind: str) -> None:
    """Men move up, down, right and left as far as they like."""
    assert_moves_like_a_rook(SAAMI, kind)


@each_kind
@pytest.mark.parametrize("target", ["b2", "b4", "d2", "d4", "e1"])
def test_004_handlinger_no_slanting_moves(kind: str, target: str) -> None:
    """Men do not move askew."""
    rest = "t h6, T h7" if kind == "K" else "t h6, T h7, K g8"
    scene = Scene(SAAMI, f"{kind} c3, {rest}", side_of(kind))
    assert scene.refuses(f"c3-{target}")
    assert scene.legal(f"c3-{target[0]}3")


@each_way
@pytest.mark.parametrize("blocker", ["t", "T"])
@each_kind
def test_004_handlinger_no_man_jumps(kind: str, blocker: str, way: int) -> None:
    """Men do not jump over others."""
    assert_does_not_jump(SAAMI, kind, blocker, way)


@each_way
@each_victim
def test_004_handlinger_a_move_that_clamps_an_enemy_takes_him(
    victim: str, taker: str, way: int
) -> None:
    """An enemy whom a move puts between two men of the mover is taken."""
    assert_custodial_capture(SAAMI, victim, taker, way)


@each_way
@each_victim
def test_004_handlinger_one_move_may_clamp_three(victim: str, taker: str, way: int) -> None:
    """The same move takes each enemy that it clamps, here three."""
    pieces = f"{victim} b6 c7 d6 h1, {taker} a6 c8 e6 c2, K h3, t i9, T g9"
    scene = Scene(SAAMI, pieces, side_of(taker), way)
    assert scene.captures("c2-c6") == "b6 c7 d6"
    assert scene.captures("c2-c5") == ""


@each_way
@each_victim
def test_004_handlinger_no_clamping_askew(victim: str, taker: str, way: int) -> None:
    """Enemies at a man's corners do not clamp him: nothing in the game is slanting."""
    others = "K h4, T h7, t h1"
    for standing in ("b2", "b4", "d2"):
        pieces = f"{victim} c3, {taker} {standing} d7, {others}"
        scene = Scene(SAAMI, pieces, side_of(taker), way)
        assert scene.captures("d7-d4") == ""
        assert scene.captures("d7-d3") == ""
    straight = Scene(SAAMI, f"{victim} c3, {taker} b3 d7, {others}", side_of(taker), way)
    assert straight.captures("d7-d3") == "c3"


@each_victim
def test_004_handlinger_moving_in_between_is_safe(victim: str, taker: str) -> None:
    """A man may move in between two enemies; only a move that clamps him takes him off."""
    assert_moving_in_between_is_safe(SAAMI, victim, taker)


@each_castle
def test_004_handlinger_king_moves_in_between_and_stays(variant: str) -> None:
    """The king, too, is safe when he himself moves in between two Muscovites."""
    scene = Scene(variant, "K c6, T h8, t b3 d3 c1", "d").play("c6-c3")
    assert scene.result is None
    assert scene.captures("c1-b1") == ""
    assert scene.captures("c1-c2") == "", "a third enemy beside him does not close the pair"
    scene.play("d3-d4", "h8-g8")
    assert scene.play("d4-d3").result == KING_CAPTURED


@each_way
@each_castle
def test_004_handlinger_king_and_warriors_are_taken_alike(variant: str, way: int) -> None:
    """In the open two Muscovites take the king as they take a warrior."""
    for victim, other in (("K", "T h4"), ("T", "K h4")):
        pieces = f"{victim} c3, t b3 d6, {other}"
        assert Scene(variant, pieces, "a", way).captures("d6-d3") == "c3"
        assert Scene(variant, pieces, "a", way).captures("d6-d2") == ""


@each_way
@each_castle
def test_004_handlinger_king_and_warriors_take_alike(variant: str, way: int) -> None:
    """The king takes part in captures as a warrior does, moving or standing."""
    unarmed = varied(variant, {"king.armed": False})
    for pieces, move in (("K b6, t d7 i1, T d8", "b6-d6"), ("K d6, t d7 i1, T a8", "a8-d8")):
        assert Scene(variant, pieces, "d", way).captures(move) == "d7"
        assert Scene(unarmed, pieces, "d", way).captures(move) == ""


# Tap og vinn


@each_way
@each_castle
def test_004_tap_og_vinn_king_taken_muscovites_win(variant: str, way: int) -> None:
    """When the king is taken the Muscovites have won and the game is over."""
    scene = Scene(variant, "K g3, T c8, t g2 b4", "a", way).play("b4-g4")
    assert scene.result == KING_CAPTURED
    assert scene.piece("g3") is None
    assert len(scene.board.legal_moves) == 0
    assert Scene(variant, "K g3, T c8, t g2 b4", "a", way).play("b4-f4").result is None


@pytest.mark.parametrize("square", sorted(EDGE - CORNERS))
def test_004_tap_og_vinn_king_moved_to_an_edge_square_swedes_win(square: str) -> None:
    """The Swedes win when the king moves to a square of the edge."""
    inside = inside_of(square)
    scene = Scene(SAAMI, f"K {inside}, t d4, T f6", "d").play(f"{inside}-{square}")
    assert scene.result == KING_ESCAPED


@each_castle
def test_004_tap_og_vinn_there_are_thirty_two_such_squares(variant: str) -> None:
    """Thirty-two squares of the edge win, the forty-nine others do not."""
    won = set()
    for square in SQUARES:
        others = "t g8, T g7" if square[0] == "c" else "t c2, T c3"
        board = tafl.Board(variant, fen=position(f"K {square}, {others}"))
        if result_of(board) == KING_ESCAPED:
            won.add(square)
        else:
            assert result_of(board) is None
    assert won == EDGE
    assert len(won) == 32


# Slottet


@each_way
@each_castle
@pytest.mark.parametrize("last", ["a5-d5", "i5-f5", "e1-e4", "b6-e6"])
def test_004_slottet_four_sides_in_the_castle(last: str, variant: str, way: int) -> None:
    """In the castle the king is protected: four Muscovites take him, three do not."""
    origin, target = last.split("-")
    others = sorted({"d5", "f5", "e4", "e6"} - {target})
    full = Scene(variant, f"K e5, T h8, t {origin} {' '.join(others)}", "a", way)
    assert full.play(last).result == KING_CAPTURED
    for missing in others:
        men = " ".join(square for square in others if square != missing)
        three = Scene(variant, f"K e5, T h8, t {origin} {men}", "a", way)
        assert three.captures(last) == ""


@each_way
@each_castle
@pytest.mark.parametrize(
    ("last", "standing"), [("b6-d6", "f6 e7"), ("h6-f6", "d6 e7"), ("b7-e7", "d6 f6")]
)
def test_004_slottet_three_sides_beside_the_castle(
    last: str, standing: str, variant: str, way: int
) -> None:
    """Beside the castle, in a straight line, three Muscovites take the king, two do not."""
    origin = last.split("-", maxsplit=1)[0]
    scene = Scene(variant, f"K e6, T h8, t {standing} {origin}", "a", way)
    assert scene.play(last).result == KING_CAPTURED
    for man in standing.split():
        two = Scene(variant, f"K e6, T h8, t {man} {origin}", "a", way)
        assert two.captures(last) == ""


@each_way
@each_castle
@pytest.mark.parametrize(
    ("king", "standing", "last"),
    [("d6", "c6", "e9-e6"), ("d6", "d7", "a5-d5"), ("e7", "d7", "f9-f7"), ("g7", "f7", "h2-h7")],
    ids=["askew, along", "askew, across", "two off", "far off"],
)
def test_004_slottet_elsewhere_as_an_ordinary_man(
    king: str, standing: str, last: str, variant: str, way: int
) -> None:
    """Askew of the castle, or further from it, two Muscovites take the king; one does not."""
    pieces = f"K {king}, T b2, t {last[:2]}"
    assert Scene(variant, f"{pieces} {standing}", "a", way).play(last).result == KING_CAPTURED
    assert Scene(variant, f"{pieces} b8", "a", way).captures(last) == ""


@each_way
@each_castle
@each_victim
def test_004_slottet_empty_castle_clamps_like_a_man_of_ones_own(
    victim: str, taker: str, variant: str, way: int
) -> None:
    """Without the king in it the castle serves either side as one of its own men."""
    pieces = f"{victim} e6, {taker} b7, K h3, T g2, t b1"
    assert Scene(variant, pieces, side_of(taker), way).captures("b7-e7") == "e6"
    other = varied(variant, {"throne.hostile_empty": ["king"]})
    assert Scene(other, pieces, side_of(taker), way).captures("b7-e7") == ""
    further = f"{victim} e7, {taker} b8, K h3, T g2, t b1"
    assert Scene(variant, further, side_of(taker), way).captures("b8-e8") == ""


@each_way
@each_castle
def test_004_slottet_swedes_clamp_against_the_king_in_it(variant: str, way: int) -> None:
    """With the king in the castle Swedes clamp too, because it is he who takes part."""
    pieces = "K e5, t e6 b1, T b7 h3"
    assert Scene(variant, pieces, "d", way).captures("b7-e7") == "e6"
    unarmed = varied(variant, {"king.armed": False})
    assert Scene(unarmed, pieces, "d", way).captures("b7-e7") == ""


@each_way
@each_castle
def test_004_slottet_muscovites_do_not_clamp_against_the_king_in_it(variant: str, way: int) -> None:
    """With the king in the castle no Swede is clamped against it, by the ordinary rule."""
    for enemies in ("b1", "d5 b1", "d5 f5 b1", "f5 e4 b1"):
        scene = Scene(variant, f"K e5, T e6 h3, t {enemies} b7", "a", way)
        assert scene.captures("b7-e7") == ""
    left = Scene(variant, "K e3, T e6 h3, t d5 f5 b1 b7", "a", way)
    assert left.captures("b7-e7") == "e6"


@each_way
@each_castle
def test_004_slottet_last_protector_is_clamped_against_the_castle(variant: str, way: int) -> None:
    """The special case: three Muscovites about the king, and the warrior on the fourth side."""
    scene = Scene(variant, "K e5, T e6 h3, t d5 f5 e4 b7", "a", way)
    assert scene.captures("b7-e7") == "e6"
    assert scene.play("b7-e7").result is None
    other = varied(variant, {"throne.linnaean_capture": False})
    scene = Scene(other, "K e5, T e6 h3, t d5 f5 e4 b7", "a", way)
    assert scene.captures("b7-e7") == ""


@each_way
@each_castle
@pytest.mark.parametrize("arrival", ["a5-d5", "i5-f5", "e1-e4"])
def test_004_slottet_the_third_about_the_king_does_not_clamp(
    arrival: str, variant: str, way: int
) -> None:
    """The Muscovite on the far side has to be the one who moves, not the third about the king."""
    origin, target = arrival.split("-")
    beside = " ".join(sorted({"d5", "f5", "e4"} - {target}))
    scene = Scene(variant, f"K e5, T e6 h3, t e7 {beside} {origin}", "a", way)
    assert scene.captures(arrival) == ""


# Stengt eller halvåpent slott


@each_way
@each_kind
def test_004_stengt_slott_nobody_moves_in_or_through(kind: str, way: int) -> None:
    """The closed castle: nobody moves into it or through it once the king has left."""
    others = "T d8, t c2" if kind == "K" else "T d8, t c2, K c8"
    closed = Scene(CLOSED, f"{kind} e3, {others}", side_of(kind), way)
    assert {s for s in closed.destinations("e3") if s[0] == "e"} == {"e1", "e2", "e4"}
    assert closed.refuses("e3-e5")
    assert closed.refuses("e3-e6")
    assert Scene(SAAMI, f"{kind} e3, {others}", side_of(kind), way).legal("e3-e6")


@each_way
def test_004_stengt_slott_the_king_leaves_it_for_good(way: int) -> None:
    """The king leaves the closed castle and does not come back."""
    scene = Scene(CLOSED, "K e5, T d5, t b8", "d", way).play("e5-e6", "b8-b7")
    assert scene.refuses("e6-e5")
    assert scene.refuses("e6-e4")
    half_open = Scene(SAAMI, "K e5, T d5, t b8", "d", way).play("e5-e6", "b8-b7")
    assert half_open.legal("e6-e5")
    assert half_open.legal("e6-e4")


@each_way
def test_004_halvapent_slott_king_goes_in_or_through(way: int) -> None:
    """The half-open castle: the king goes into it again, or through it, when he likes."""
    scene = Scene(SAAMI, "K e5, T d5, t b8", "d", way).play("e5-e3", "b8-b7")
    assert scene.legal("e3-e7")
    scene.play("e3-e5")
    assert scene.piece("e5") is tafl.Piece.KING
    shut = varied(SAAMI, {"throne.king_may_pass": False})
    assert Scene(shut, "K e3, T d5, t b8", "d", way).refuses("e3-e7")


@each_way
@each_soldier
def test_004_halvapent_slott_others_pass_but_do_not_stop(kind: str, way: int) -> None:
    """Others go through the empty half-open castle, do not stop in it, and pass no king in it."""
    empty = Scene(SAAMI, f"{kind} e3, T d8, t c2, K c8", side_of(kind), way)
    assert empty.legal("e3-e6")
    assert empty.legal("e3-e7")
    assert empty.refuses("e3-e5")
    occupied = Scene(SAAMI, f"{kind} e3, T d8, t c2, K e5", side_of(kind), way)
    assert occupied.refuses("e3-e6")
    assert occupied.refuses("e3-e5")


def test_004_halvapent_slott_is_the_usual_one() -> None:
    """The half-open castle is the common form, and so the plain name means it."""
    half_open = Scene("saami-tablut-half-open", "K e3, T d8, t c2", "d")
    assert half_open.legal("e3-e5")
    assert Scene(SAAMI, "K e3, T d8, t c2", "d").legal("e3-e5")
    assert Scene(CLOSED, "K e3, T d8, t c2", "d").refuses("e3-e5")


# Varslingsregler


@each_way
@each_castle
@pytest.mark.parametrize("turn", ["a", "d"])
def test_004_varslingsregler_rajgge_and_dujgu(turn: str, variant: str, way: int) -> None:
    """One opening for the king's next move calls for rájgge (raicki), more for dujgu (tuicku)."""
    for men, ways, call in (
        ("d5 f5 e4 e7", 0, None),
        ("d5 f5 e4", 1, "raicki"),
        ("d5 f5", 2, "tuicku"),
        ("d5", 3, "tuicku"),
    ):
        scene = Scene(variant, f"K e5, T {men} h2, t a7", turn, way)
        assert len(scene.escapes()) == ways
        assert scene.announcement == call


def test_004_varslingsregler_an_opening_is_not_yet_a_win() -> None:
    """The call ends nothing: the attackers may still shut the opening."""
    scene = Scene(SAAMI, "K e5, T d5 f5 e4 h2, t a7")
    assert scene.announcement == "raicki"
    assert scene.result is None
    scene.play("a7-e7")
    assert scene.announcement is None
    assert scene.refuses("e5-e9")


# Ingen evige gjentakelser

IDLE = "K e5, T d5 f5 e4 e6 c3, t b8 h8"
"""Nobody threatens anything."""

CHASE = "K d8, T b8 c7 d7 e8 g3, t c9 i1"
"""The king threatens to go out at d9; the Muscovite on c9 is to block him."""

CHASE_MOVES = ("c9-d9", "d8-c8", "d9-c9", "c8-d8")
"""Block, new threat at c9, block, and back to the first threat."""


def test_004_gjentakelser_the_chase_is_one_of_openings_and_blocks() -> None:
    """The document's example: each king's move makes an opening, each reply shuts it."""
    scene = Scene(SAAMI, CHASE)
    for ply, move in enumerate(CHASE_MOVES):
        assert scene.announcement == ("raicki" if ply % 2 == 0 else None)
        scene.play(move)


def test_004_gjentakelser_the_aggressor_has_to_find_another_move() -> None:
    """One remedy: he whose win is blocked again and again may not go round a third time."""
    aggressor = varied(SAAMI, {"end.repetition": "aggressor-forbidden"})
    scene = Scene(aggressor, CHASE).play(*CHASE_MOVES, *CHASE_MOVES[:3])
    assert scene.result is None
    assert scene.refuses("c8-d8")
    assert scene.legal("g3-g4")
    scene.play("g3-g4", "i1-i2")
    assert scene.legal("c8-d8"), "the position is a new one now"


def test_004_gjentakelser_without_an_aggressor_that_remedy_gives_a_draw() -> None:
    """Where nobody threatens anything the same remedy forbids nothing, and the game is drawn."""
    aggressor = varied(SAAMI, {"end.repetition": "aggressor-forbidden"})
    idle = ("b8-b7", "c3-c4", "b7-b8", "c4-c3")
    scene = Scene(aggressor, IDLE).play(*idle, *idle[:3])
    assert scene.legal("c4-c3")
    assert scene.play("c4-c3").result == DRAWN_BY_REPETITION


@each_castle
def test_004_gjentakelser_a_position_for_the_third_time_is_illegal(variant: str) -> None:
    """The other remedy, taken here: a move that makes a position a third time is illegal."""
    cycle = ("b8-b7", "c3-c4", "b7-b8", "c4-c3")
    scene = Scene(variant, IDLE).play(*cycle, *cycle[:3])
    assert scene.result is None
    assert scene.refuses("c4-c3")
    assert scene.legal("c4-c2")
    free = varied(variant, {"end.repetition": "none"})
    assert Scene(free, IDLE).play(*cycle, *cycle[:3]).legal("c4-c3")


@each_castle
def test_004_gjentakelser_a_second_time_is_legal(variant: str) -> None:
    """A position may come a second time, whatever the moves are that bring it about."""
    cycle = ("b8-b7", "c3-c4", "b7-b8", "c4-c3")
    scene = Scene(variant, IDLE).play(*cycle)
    assert scene.board.repetitions() == 2
    scene.play("b8-b6", "c3-c2", "b6-b7", "c2-c4", "b7-b8")
    assert scene.refuses("c4-c3"), "the third time by other moves is the third time"
    assert scene.legal("c4-c5")


# Innsirkling som seier


@each_way
@each_castle
def test_004_innsirkling_is_a_win_in_other_variants_only(variant: str, way: int) -> None:
    """Encircling all of the other's men wins in some modern variants: not here, by one value."""
    pieces = "K c6, T d7, t b6 b7 d8 e6 e7 c5 d5 c9"
    assert Scene(variant, pieces, "a", way).play("c9-c8").result is None
    other = varied(variant, {"end.encirclement": True})
    ended = Scene(other, pieces, "a", way).play("c9-c8").result
    assert ended == (tafl.Side.ATTACKERS, tafl.Termination.ENCIRCLED)


# Where the document is silent


@each_castle
def test_004_reading_a_side_without_a_move_loses(variant: str) -> None:
    """No rule says what happens to a side without a move; here it loses."""
    attackers = Scene(variant, "t c1, T b1 d1 c4, K g7", "d")
    assert attackers.play("c4-c2").result == ATTACKERS_STUCK
    assert Scene(variant, "t c1, T b1 d1 c4, K g7", "d").play("c4-c3").result is None
    defenders = Scene(variant, "K b2, T a1 a2 b1, t c2 a3 c1 b4")
    assert defenders.play("b4-b3").result == DEFENDERS_STUCK
