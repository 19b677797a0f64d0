"""The rules of Linnaeus's own text, sentence by sentence (seed document 000, linnaeus-tablut).

A test is named after the document, the section or the number of the rule, and what it says. The
other four documents follow in test_seeds_001.py to test_seeds_004.py. NOT_RULES names every
passage of the five documents that has no test, and why.
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
    inside_of,
    position,
    result_of,
    side_of,
    squares_of,
    turned,
    varied,
)

LINNAEUS = "linnaeus-tablut"

NOT_RULES = {
    # 000, Linnaeus
    "000 introduction": "a summary of what sections 1 and 5 say, and the source's rank",
    "000 s1 name, family, origin, dates": "history",
    "000 s2": "history of the text and of its first translation",
    "000 s4": "its lists of who wins when are lost; section 1 and rule 12 have them",
    "000 s5.3": "its list of cases is lost; section 1 and rules 9 to 11 have the three cases",
    "000 s5.4 list": "the list of the convention is lost; section 10 states it and is tested",
    "000 s5.5 note": "a house rule of an earlier program, given up there",
    "000 s6, s9": "empty in the document",
    "000 s7 Market Hnefatafl, Simple Tafl": "other games; no rules of theirs are given",
    "000 s8 rule 6, who calls": "a call is manners; the engine says when it is due (announcement)",
    "000 s8 rule 12, second half": "who plays which side in the next game is no rule of play",
    "000 s8 German translation": "the Latin decides; where the German of rule 10 departs from it, "
    "the Latin is tested",
    "000 s10 worth of the sources": "history",
    # 001, Foteviken
    "001 introduction, s2, s6, s9, s10": "history, and summaries of sections 3 to 5",
    "001 s7": "a comparison with other games; what it says of this one stands in sections 1 to 5",
    "001 s5.5 last sentence, purpose": "why there are camps; that they do it is tested",
    # 002, Legacy
    "002 introduction, s2, s6, s9, s10": "history, and summaries of sections 3 to 5",
    "002 s7": "a comparison with other games; what it says of this one stands in sections 1 to 5",
    "002 introduction, rim hostile to all sides": "read, as sections 5.3 and 8 have it, as "
    "hostile to the king; test_002_reading_rim_is_not_hostile_to_soldiers shows the reading",
    # 003, Tablut
    "003 introduction": "history",
    "003 Spielbeginn, the picture": "it is missing; the start is the one that all sources share",
    "003 Variante, first part": "how hard the game is for beginners",
    # 004, Saami
    "004 Mer om tablut": "history and words",
    "004 Brett, material": "what a board is made of",
    "004 Brikkene, shapes and colours": "what the men look like",
    "004 Stengt eller halvåpent slott, which is liked better": "custom; both readings are tested",
    "004 Varslingsregler, how usual they are": "custom; the announcements are tested",
    "004 Uavgjort": "draw forts (end.draw_fort) come with a later release",
    "004 Innsirkling, either side": "encirclement as a win for both sides (end.encirclement = "
    '"both") comes with a later release; that it is no win here is tested',
    "004 Utvalgte kilder": "sources",
}
"""Passage -> why no test belongs to it. A summary is tested where the rule itself stands."""


# Section 1: the table


def test_000_s1_board_has_nine_by_nine_squares() -> None:
    """The board is nine squares wide and high."""
    scene = Scene(LINNAEUS, "K e5, T e4, t a1")
    assert scene.board.size == 9
    assert scene.destinations("a1") == {s for s in SQUARES if (s[0] == "a") != (s[1] == "1")}


def test_000_s1_the_throne_is_the_centre_square() -> None:
    """One square, the central one, is the throne: of all squares only there no soldier stops."""
    for file in "abcdef":
        scene = Scene(LINNAEUS, f"t {file}1, K h8, T g8")
        reached = {s for s in scene.destinations(f"{file}1") if s[0] == file}
        assert reached == {file + rank for rank in "23456789"} - {"e5"}


@pytest.mark.parametrize("square", sorted(EDGE - CORNERS))
def test_000_s1_king_flees_to_the_edge(square: str) -> None:
    """The king's goal is the edge of the board, any square of it."""
    inside = inside_of(square)
    scene = Scene(LINNAEUS, f"K {inside}, t d4, T f6", "d")
    assert scene.play(f"{inside}-{square}").result == KING_ESCAPED


def test_000_s1_no_square_inside_is_a_goal() -> None:
    """A king on any of the 49 inner squares has not won; on each of the 32 of the edge he has."""
    for square in SQUARES:
        others = "t g8, T g7" if square[0] == "c" else "t c2, T c3"
        board = tafl.Board(LINNAEUS, fen=position(f"K {square}, {others}"))
        assert result_of(board) == (KING_ESCAPED if square in EDGE else None)


@each_way
def test_000_s1_king_is_armed_as_the_moving_piece(way: int) -> None:
    """The king takes part in captures: his own move closes a trap."""
    pieces = "K b6, t d7 i1, T d8"
    assert Scene(LINNAEUS, pieces, "d", way).captures("b6-d6") == "d7"
    unarmed = varied(LINNAEUS, {"king.armed": False})
    assert Scene(unarmed, pieces, "d", way).captures("b6-d6") == ""


@each_way
def test_000_s1_king_is_armed_as_the_standing_piece(way: int) -> None:
    """The king takes part in captures: a defender takes a man against him."""
    pieces = "K d6, t d7 i1, T a8"
    assert Scene(LINNAEUS, pieces, "d", way).captures("a8-d8") == "d7"
    unarmed = varied(LINNAEUS, {"king.armed": False})
    assert Scene(unarmed, pieces, "d", way).captures("a8-d8") == ""


@each_way
@pytest.mark.parametrize(
    ("king", "men", "last"),
    [("c3", ["b3"], "d1-d3"), ("e6", ["d6", "f6"], "e9-e7"), ("e5", ["d5", "f5", "e4"], "e8-e6")],
    ids=["two in the open", "three beside the throne", "four on the throne"],
)
def test_000_s1_king_is_taken_by_two_three_or_four(
    king: str, men: list[str], last: str, way: int
) -> None:
    """Two enemies take the king in the open, three beside the throne, four on it; one less not."""
    pieces = f"K {king}, T h8, t i2 {last[:2]}"
    scene = Scene(LINNAEUS, " ".join([pieces, *men]), "a", way)
    assert scene.captures(last) == king
    assert scene.play(last).result == KING_CAPTURED
    for missing in men:
        others = [man for man in men if man != missing]
        fewer = Scene(LINNAEUS, " ".join([pieces, *others]), "a", way)
        assert fewer.captures(last) == ""
        assert fewer.play(last).result is None


def test_000_s1_eight_defenders_and_a_king_against_sixteen() -> None:
    """One defender for two attackers: eight and the king against sixteen."""
    board = tafl.Board(LINNAEUS)
    assert len(squares_of(board, tafl.Piece.KING)) == 1
    assert len(squares_of(board, tafl.Piece.DEFENDER)) == 8
    assert len(squares_of(board, tafl.Piece.ATTACKER)) == 16
    assert len(board.piece_map()) == 25


# Section 3: the start


def test_000_s3_king_on_the_throne_in_a_cross_of_eight() -> None:
    """The king starts in the centre, two defenders deep in each of the four directions."""
    board = tafl.Board(LINNAEUS)
    assert squares_of(board, tafl.Piece.KING) == {"e5"}
    assert squares_of(board, tafl.Piece.DEFENDER) == CROSS


def test_000_s3_sixteen_attackers_in_four_groups_at_the_edges() -> None:
    """Four groups of four attackers stand at the middle of each side."""
    board = tafl.Board(LINNAEUS)
    attackers = squares_of(board, tafl.Piece.ATTACKER)
    group = "d1 e1 f1 e2"
    groups = [set(turned(group, way).split()) for way in range(4)]
    assert attackers == set().union(*groups)
    assert len(attackers) == 16
    assert_tablut_start(LINNAEUS)


@each_way
def test_000_s3_only_the_king_escapes(way: int) -> None:
    """Of the defenders' men the king alone wins by reaching the edge."""
    scene = Scene(LINNAEUS, "K c3, T g3, t b8", "d", way)
    assert scene.play("g3-g1").result is None
    scene = Scene(LINNAEUS, "K c3, T g3, t b8", "d", way)
    assert scene.play("c3-c1").result == KING_ESCAPED


# Section 5: the rules in modern words


@each_kind
def test_000_s5_1_pieces_move_any_distance_in_a_line(kind: str) -> None:
    """All pieces move along files and ranks, as far as the squares are empty."""
    assert_moves_like_a_rook(LINNAEUS, kind)


@each_kind
@pytest.mark.parametrize("target", ["b2", "b4", "d2", "d4", "e1"])
def test_000_s5_1_no_piece_moves_diagonally(kind: str, target: str) -> None:
    """There are no diagonal moves, by one square or by more."""
    rest = "t h6, T h7" if kind == "K" else "t h6, T h7, K g8"
    scene = Scene(LINNAEUS, f"{kind} c3, {rest}", side_of(kind))
    assert scene.refuses(f"c3-{target}")
    assert scene.legal(f"c3-{target[0]}3")
    assert scene.legal(f"c3-c{target[1]}")


@each_way
@pytest.mark.parametrize("blocker", ["t", "T"])
@each_kind
def test_000_s5_1_no_piece_jumps(kind: str, blocker: str, way: int) -> None:
    """A man in the way ends the move before him, whosever man he is."""
    assert_does_not_jump(LINNAEUS, kind, blocker, way)


@each_way
@each_victim
def test_000_s5_2_taken_between_two_enemies(victim: str, taker: str, way: int) -> None:
    """A man with an enemy on two opposite sides is taken, along a rank or a file."""
    assert_custodial_capture(LINNAEUS, victim, taker, way)


@each_victim
def test_000_s5_2_moving_in_between_is_safe(victim: str, taker: str) -> None:
    """A man may move in between two enemies; only the enemy's own move closes a trap."""
    assert_moving_in_between_is_safe(LINNAEUS, victim, taker)


ANVIL = "K h3, T g2, t b1"
"""A king away from the throne, and a man of each side that takes no part."""


@each_way
@each_victim
def test_000_s5_4_throne_takes_part_like_an_enemy(victim: str, taker: str, way: int) -> None:
    """A man beside the throne with an enemy behind him is taken against the throne."""
    turn = side_of(taker)
    scene = Scene(LINNAEUS, f"{victim} e6, {taker} b7, {ANVIL}", turn, way)
    assert scene.captures("b7-e7") == "e6"
    one_further = Scene(LINNAEUS, f"{victim} e7, {taker} b8, {ANVIL}", turn, way)
    assert one_further.captures("b8-e8") == ""
    across = Scene(LINNAEUS, f"{victim} e6, {taker} d9, {ANVIL}", turn, way)
    assert across.captures("d9-d6") == ""


@each_way
def test_000_s5_4_throne_is_always_hostile_to_attackers(way: int) -> None:
    """The convention: an attacker is taken against the throne, the king on it or not."""
    empty = Scene(LINNAEUS, f"t e6, T b7, {ANVIL}", "d", way)
    assert empty.captures("b7-e7") == "e6"
    occupied = "K e5, t e6 b1, T b7"
    assert Scene(LINNAEUS, occupied, "d", way).captures("b7-e7") == "e6"
    unarmed = varied(LINNAEUS, {"king.armed": False})
    assert Scene(unarmed, occupied, "d", way).captures("b7-e7") == "e6"
    harmless = varied(LINNAEUS, {"king.armed": False, "throne.hostile_occupied": []})
    assert Scene(harmless, occupied, "d", way).captures("b7-e7") == ""


@each_way
def test_000_s5_4_throne_is_hostile_to_defenders_only_when_empty(way: int) -> None:
    """The convention: a defender is taken against the empty throne, not beside his king."""
    empty = Scene(LINNAEUS, f"T e6, t b7, {ANVIL}", "a", way)
    assert empty.captures("b7-e7") == "e6"
    occupied = Scene(LINNAEUS, "K e5, T e6 g2, t b7", "a", way)
    assert occupied.captures("b7-e7") == ""


@each_way
def test_000_s5_4_king_capture_does_not_depend_on_the_convention(way: int) -> None:
    """Four on the throne and three beside it stand, whatever the throne does to soldiers."""
    other = varied(LINNAEUS, {"throne.hostile_empty": ["king"], "throne.hostile_occupied": []})
    soldier = Scene(other, f"T e6, t b7, {ANVIL}", "a", way)
    assert soldier.captures("b7-e7") == ""
    for variant in (tafl.Variant(LINNAEUS), other):
        beside = Scene(variant, "K e6, T h8, t d6 f6 e9", "a", way)
        assert beside.captures("e9-e7") == "e6"
        beside_two = Scene(variant, "K e6, T h8, t d6 f9 e9", "a", way)
        assert beside_two.captures("f9-f6") == ""
        assert beside_two.captures("e9-e7") == ""
        on = Scene(variant, "K e5, T h8, t d5 f5 e4 e8", "a", way)
        assert on.captures("e8-e6") == "e5"
        on_three = Scene(variant, "K e5, T h8, t d5 f5 e8", "a", way)
        assert on_three.captures("e8-e6") == ""


@each_way
def test_000_s5_5_king_may_return_to_the_throne(way: int) -> None:
    """The king may come back to the throne after he has left it."""
    scene = Scene(LINNAEUS, "K e5, T d5, t b8", "d", way)
    scene.play("e5-e3", "b8-b7", "e3-e5")
    assert scene.piece("e5") is tafl.Piece.KING
    closed = varied(LINNAEUS, {"throne.king_may_occupy": False})
    scene = Scene(closed, "K e5, T d5, t b8", "d", way).play("e5-e3", "b8-b7")
    assert scene.refuses("e3-e5")


@each_way
@each_soldier
def test_000_s5_5_nobody_else_comes_to_the_throne(kind: str, way: int) -> None:
    """Of the throne's description, that none may take the king's place, soldiers are kept off."""
    scene = Scene(LINNAEUS, f"{kind} e3, K c8, T d8, t c2", side_of(kind), way)
    assert scene.refuses("e3-e5")
    assert scene.legal("e3-e4")
    assert scene.legal("e3-e6")


def test_000_s5_5_foteviken_keeps_the_king_out() -> None:
    """The Foteviken rules, unlike these, forbid the king to return."""
    moves = ("e5-e3", "b8-b7")
    here = Scene(LINNAEUS, "K e5, T d5, t b8", "d").play(*moves)
    there = Scene("foteviken-tablut", "K e5, T d5, t b8", "d").play(*moves)
    assert here.legal("e3-e5")
    assert there.refuses("e3-e5")


@each_way
def test_000_s5_6_an_open_way_may_be_used_unless_it_is_closed(way: int) -> None:
    """A free way from the throne to the edge can be used next, if the attackers leave it open."""
    pieces = "K e5, T d5 f5 e4, t a7 i2"
    left_open = Scene(LINNAEUS, pieces, "a", way).play("i2-h2")
    assert left_open.escapes() == {"e5-e9"}
    assert left_open.play("e5-e9").result == KING_ESCAPED
    closed = Scene(LINNAEUS, pieces, "a", way).play("a7-e7")
    assert closed.escapes() == set()
    assert closed.refuses("e5-e9")


@each_way
@pytest.mark.parametrize("turn", ["a", "d"])
@pytest.mark.parametrize(
    ("men", "call"), [("d5 f5 e4 e7", None), ("d5 f5 e4", "raicki"), ("d5 f5 h2", "tuicku")]
)
def test_000_s5_6_raicki_for_one_way_tuicku_for_two(
    men: str, call: str | None, turn: str, way: int
) -> None:
    """One open way out calls for raicki, two for tuicku, none for nothing, whosever turn it is."""
    assert Scene(LINNAEUS, f"K e5, T {men}, t a7", turn, way).announcement == call


def test_000_s5_6_reaching_the_edge_ends_the_game_at_once() -> None:
    """With the king on the edge the defenders have won and nobody moves any more."""
    scene = Scene(LINNAEUS, "K e6, T d5, t c9 a1", "d")
    assert not scene.board.is_game_over()
    scene.play("e6-e9")
    assert scene.result == KING_ESCAPED
    assert scene.board.is_game_over()
    assert len(scene.board.legal_moves) == 0
    assert scene.refuses("a1-a2")


def test_000_s5_7_sides_alternate() -> None:
    """Defenders and attackers take turns, one move each."""
    scene = Scene(LINNAEUS, "K e5, T e4 c3, t b8 h8")
    for _ in range(2):
        assert scene.to_move() == "a"
        assert scene.legal("b8-b7")
        assert scene.refuses("c3-c4")
        scene.play("b8-b7")
        assert scene.to_move() == "d"
        assert scene.legal("c3-c4")
        assert scene.refuses("h8-h7")
        scene.play("c3-c4", "b7-b8", "c4-c3")


RING = "t b6 b7 d8 e6 e7 c5 d5 c9"
"""A ring about c6, c7, d6 and d7 that c9-c8 closes."""


def test_000_s5_8_capture_or_enclosure_of_the_king_ends_the_game_at_once() -> None:
    """A captured or wholly enclosed king ends the game, and the attackers have won."""
    taken = Scene(LINNAEUS, "K c3, T h8, t b3 d1").play("d1-d3")
    assert taken.result == KING_CAPTURED
    enclosed = Scene(LINNAEUS, f"K c6, T d7, {RING}").play("c9-c8")
    assert enclosed.result == ENCIRCLED
    for scene in (taken, enclosed):
        assert len(scene.board.legal_moves) == 0
    assert Scene(LINNAEUS, f"K c6, T d7, {RING}").play("c9-b9").result is None


def test_000_s5_8_attackers_have_no_king_and_four_groups_of_four() -> None:
    """The attackers are sixteen soldiers in four groups; the one king is the defenders'."""
    board = tafl.Board(LINNAEUS)
    attackers = squares_of(board, tafl.Piece.ATTACKER)
    assert [len(attackers & group) for group in CAMPS] == [4, 4, 4, 4]
    assert {str(m.from_square) for m in board.legal_moves} <= attackers
    assert Scene(LINNAEUS, "K d6, T c3, t b8", "d").legal("d6-d7")
    assert Scene(LINNAEUS, "K d6, T c3, t b8", "a").refuses("d6-d7")


# Section 8: Linnaeus's fourteen rules, with the letters of his own diagram

DIAGRAM = """
9 o n m 4 4 4 M N O
8 l k i h 4 H I K L
7 g f e d 3 D E F G
6 4 c b a 2 A B C 4
5 4 4 3 2 1 2 3 4 4
4 4 c b a 2 A B C 4
3 g f e d 3 D E F G
2 l k i h 4 H I K L
1 o n m 4 4 4 M N O
"""

LABELS = {
    file + line[0]: label
    for line in DIAGRAM.strip().splitlines()
    for file, label in zip("abcdefghi", line.split()[1:], strict=True)
}


def numbered(digit: str) -> set[str]:
    """The squares that the diagram gives one number."""
    return {square for square, label in LABELS.items() if label == digit}


def quadrant(files: str, ranks: str) -> dict[str, str]:
    """Letter -> square in one quarter of the diagram.

    With the letters go ``two`` and ``three``, beside ``a`` and ``b`` on the centre rank, and
    ``four``, the edge square at the end of the rank of ``a``.
    """
    squares = {
        label.lower(): square
        for square, label in LABELS.items()
        if square[0] in files and square[1] in ranks and label.isalpha()
    }
    return squares | {
        "two": f"{squares['a'][0]}5",
        "three": f"{squares['b'][0]}5",
        "four": squares["g"][0] + squares["a"][1],
    }


QUADRANTS = {
    "upper left": quadrant("abcd", "6789"),
    "upper right": quadrant("fghi", "6789"),
    "lower left": quadrant("abcd", "1234"),
    "lower right": quadrant("fghi", "1234"),
}

each_quadrant = pytest.mark.parametrize("at", QUADRANTS.values(), ids=list(QUADRANTS))


def lettered(pieces: str, turn: str, at: dict[str, str]) -> Scene:
    """A scene with the letters of the diagram, in braces, for squares."""
    return Scene(LINNAEUS, pieces.format_map(at), turn)


def line(move: str, at: dict[str, str]) -> str:
    """A move between two letters as a move between squares: ``a-c``."""
    origin, target = move.split("-")
    return f"{at[origin]}-{at[target]}"


CENTRE = "T e3, t e1"
"""A man of each side on the centre file, away from all letters."""


def alone(kind: str) -> str:
    """The pieces besides one of a kind that is looked at."""
    return CENTRE if kind == "K" else f"{CENTRE}, K e5"


@each_quadrant
def test_000_the_letters_lie_as_the_rules_use_them(at: dict[str, str]) -> None:
    """In each quarter a, b, c and b, e, i, m and c, f, k, n are straight lines."""
    assert len({at[letter][1] for letter in "abc"}) == 1
    assert len({at[letter][1] for letter in "def"}) == 1
    assert len({at[letter][0] for letter in "beim"}) == 1
    assert len({at[letter][0] for letter in "cfkn"}) == 1


@each_quadrant
@each_kind
def test_000_rule_01_a_to_c_but_not_a_to_e(kind: str, at: dict[str, str]) -> None:
    """Any piece changes place along a straight line, a to c, and not across, a to e."""
    scene = lettered(f"{kind} {{a}}, {alone(kind)}", side_of(kind), at)
    assert scene.legal(line("a-c", at))
    assert scene.refuses(line("a-e", at))


@each_quadrant
@pytest.mark.parametrize("other", ["t", "T"])
@each_kind
def test_000_rule_02_not_from_b_to_m_over_a_man_on_i(
    kind: str, other: str, at: dict[str, str]
) -> None:
    """Nobody jumps over another: b to m is shut by a man on i, and open without him."""
    shut = lettered(f"{kind} {{b}}, {other} {{i}}, {alone(kind)}", side_of(kind), at)
    assert shut.refuses(line("b-m", at))
    assert shut.refuses(line("b-i", at))
    assert shut.legal(line("b-e", at))
    clear = lettered(f"{kind} {{b}}, {other} {{h}}, {alone(kind)}", side_of(kind), at)
    assert clear.legal(line("b-m", at))


ONE_WAY = "K {b}, T {a} {three}, t {four}"
"""The king on b; of the four directions only the one by e, i and m is open."""


@each_quadrant
def test_000_rule_03_king_on_b_escapes_when_e_i_m_are_empty(at: dict[str, str]) -> None:
    """A king on b goes out at m when e, i and m are empty."""
    scene = lettered(f"{ONE_WAY} {{l}}", "d", at)
    assert scene.escapes() == {line("b-m", at)}
    assert scene.play(line("b-m", at)).result == KING_ESCAPED


@each_quadrant
@pytest.mark.parametrize("letter", ["e", "i", "m"])
@pytest.mark.parametrize("man", ["t", "T"])
def test_000_rule_03_any_man_on_e_i_or_m_shuts_the_way(
    man: str, letter: str, at: dict[str, str]
) -> None:
    """With a man of either side on one of the three squares there is no way out."""
    scene = lettered(f"{ONE_WAY}, {man} {{{letter}}}", "d", at)
    assert scene.escapes() == set()
    assert scene.refuses(line("b-m", at))


@each_quadrant
@pytest.mark.parametrize("block", ["g-e", "l-i", "o-m"])
def test_000_rule_03_a_muscovite_may_close_the_way_in_time(block: str, at: dict[str, str]) -> None:
    """A Muscovite who now takes one of the three squares shuts the king in; idling does not."""
    blocker = "{" + block[0] + "}"
    scene = lettered(f"{ONE_WAY} {blocker} i5", "a", at)
    assert scene.announcement == "raicki"
    scene.play(line(block, at))
    assert scene.refuses(line("b-m", at))
    assert scene.announcement is None
    idle = lettered(f"{ONE_WAY} {blocker} i5", "a", at).play("i5-h5")
    assert idle.play(line("b-m", at)).result == KING_ESCAPED


@each_quadrant
def test_000_rule_04_a_king_that_gets_out_ends_the_fight(at: dict[str, str]) -> None:
    """When the king has left in this way the game is finished; one square before, it is not."""
    nearly = lettered(f"{ONE_WAY} {{o}} e9", "d", at).play(line("b-i", at))
    assert nearly.result is None
    out = lettered(f"{ONE_WAY} {{o}} e9", "d", at).play(line("b-m", at))
    assert out.result == KING_ESCAPED
    assert len(out.board.legal_moves) == 0


TWO_WAYS = "K {e}, T {b} {d}, t {l} {n}"
"""The king on e with ways to g and to m, and two attackers who can reach either way."""


@each_quadrant
def test_000_rule_05_king_on_e_cannot_be_stopped(at: dict[str, str]) -> None:
    """With nobody on f, g, i and m, no single move of the attackers closes both ways."""
    scene = lettered(TWO_WAYS, "a", at)
    assert scene.escapes() == {line("e-g", at), line("e-m", at)}
    moves = [str(move) for move in scene.board.legal_moves]
    assert line("l-i", at) in moves
    assert line("l-g", at) in moves
    for move in moves:
        after = lettered(TWO_WAYS, "a", at).play(move)
        assert after.result is None
        for escape in after.escapes():
            assert lettered(TWO_WAYS, "a", at).play(move, escape).result == KING_ESCAPED
        assert after.escapes()


@each_quadrant
@pytest.mark.parametrize("letter", ["f", "g", "i", "m"])
@pytest.mark.parametrize("man", ["t", "T"])
def test_000_rule_05_with_a_man_on_one_of_the_squares_it_can_be_closed(
    man: str, letter: str, at: dict[str, str]
) -> None:
    """A man of either side on f, g, i or m leaves one way, and one move closes it."""
    pieces = f"{TWO_WAYS}, {man} {{{letter}}}"
    assert lettered(pieces, "a", at).announcement == "raicki"
    close = "l-i" if letter in "fg" else "l-g"
    closed = lettered(pieces, "a", at).play(line(close, at))
    assert closed.result is None
    assert closed.escapes() == set()


@each_quadrant
@pytest.mark.parametrize("turn", ["a", "d"])
def test_000_rule_06_raicki_and_tuicku(turn: str, at: dict[str, str]) -> None:
    """A king that sees one open way calls raicki, with two (or more) tuicku, else he is silent."""
    assert lettered(f"{ONE_WAY} {{l}}", turn, at).announcement == "raicki"
    assert lettered(f"{ONE_WAY} {{i}}", turn, at).announcement is None
    assert lettered(TWO_WAYS, turn, at).announcement == "tuicku"
    three = lettered("K {e}, T {b}, t {l} {n}", turn, at)
    assert len(three.escapes()) == 3
    assert three.announcement == "tuicku"
    assert tafl.Board(LINNAEUS).announcement() is None


@each_quadrant
@each_kind
def test_000_rule_07_c_to_n_with_nobody_between(kind: str, at: dict[str, str]) -> None:
    """Distant squares may be taken in a straight line, c to n, unless somebody stands between."""
    scene = lettered(f"{kind} {{c}}, {alone(kind)}", side_of(kind), at)
    assert scene.legal(line("c-n", at))
    for between in "fk":
        shut = lettered(f"{kind} {{c}}, t {{{between}}}, {alone(kind)}", side_of(kind), at)
        assert shut.refuses(line("c-n", at))


@pytest.mark.parametrize("first", ["attackers", "defenders"])
def test_000_rule_08_swedes_and_muscovites_alternate(first: str) -> None:
    """After each move the other side is to move, and only its men may be moved."""
    board = tafl.Board(varied(LINNAEUS, {"board.first": first}))
    owner = {
        tafl.Side.ATTACKERS: {tafl.Piece.ATTACKER},
        tafl.Side.DEFENDERS: {tafl.Piece.DEFENDER, tafl.Piece.KING},
    }
    for ply in range(6):
        assert (board.turn is tafl.Side(first)) == (ply % 2 == 0)
        movers = {board.piece_at(str(move.from_square)) for move in board.legal_moves}
        assert movers <= owner[board.turn]
        board.push(board.legal_moves[0])


@each_way
@pytest.mark.parametrize(
    ("victim", "taker", "others"),
    [("t", "T", "K h4, t h1"), ("T", "t", "K h4, t h1"), ("K", "t", "T h4, t h1")],
    ids=["attacker", "defender", "king"],
)
def test_000_rule_09_between_two_enemies_killed_and_thrown_out_even_the_king(
    victim: str, taker: str, others: str, way: int
) -> None:
    """Whoever is put between two of his enemies leaves the board, and so does the king."""
    pieces = f"{victim} c3, {taker} b3 d6, {others}"
    scene = Scene(LINNAEUS, pieces, side_of(taker), way)
    assert scene.captures("d6-d3") == "c3"
    scene.play("d6-d3")
    assert scene.piece("c3") is None
    assert scene.result == (KING_CAPTURED if victim == "K" else None)
    not_between = Scene(LINNAEUS, pieces, side_of(taker), way).play("d6-d2")
    assert not_between.piece("c3") is tafl.Board(LINNAEUS).piece_at(
        {"t": "e1", "T": "e3", "K": "e5"}[victim]
    )
    assert not_between.result is None


@each_way
def test_000_rule_09_king_who_moves_in_between_is_safe(way: int) -> None:
    """He has to be put between two enemies by them; a third one beside him changes nothing."""
    scene = Scene(LINNAEUS, "K c6, T h8, t b3 d3 c1", "d", way).play("c6-c3")
    assert scene.result is None
    assert scene.captures("c1-c2") == ""
    scene.play("d3-d4", "h8-g8")
    assert scene.captures("d4-d3") == "c3"


@each_way
def test_000_rule_10_king_on_1_leaves_by_the_fourth_side(way: int) -> None:
    """With enemies on three of the squares 2, the king on 1 may go out through the fourth."""
    scene = Scene(LINNAEUS, "K e5, t d5 f5 e4, T c8", "d", way)
    assert scene.destinations("e5") == {"e6", "e7", "e8", "e9"}
    shut = Scene(LINNAEUS, "K e5, t d5 f5 e4, T e6", "d", way)
    assert shut.destinations("e5") == set()


@each_way
def test_000_rule_10_his_soldier_on_the_fourth_is_killed_from_3(way: int) -> None:
    """So surrounded, his man on the fourth 2 dies between king and an enemy placed on 3."""
    assert numbered("2") == {"d5", "f5", "e4", "e6"}
    assert numbered("3") == {"c5", "g5", "e3", "e7"}
    scene = Scene(LINNAEUS, "K e5, T e6 h8, t d5 f5 e4 b7", "a", way)
    assert scene.captures("b7-e7") == "e6"
    plain = varied(LINNAEUS, {"throne.linnaean_capture": False})
    assert Scene(plain, "K e5, T e6 h8, t d5 f5 e4 b7", "a", way).captures("b7-e7") == ""


@each_way
@pytest.mark.parametrize("missing", ["d5", "f5", "e4"])
@pytest.mark.parametrize("instead", ["", " {missing}"], ids=["empty", "his own man"])
def test_000_rule_10_two_enemies_on_2_are_not_enough(instead: str, missing: str, way: int) -> None:
    """With fewer than three enemies about the king, his man beside him is safe."""
    enemies = " ".join(square for square in ("d5", "f5", "e4") if square != missing)
    men = "e6 h8" + instead.format(missing=missing)
    scene = Scene(LINNAEUS, f"K e5, T {men}, t {enemies} b7", "a", way)
    assert scene.captures("b7-e7") == ""


@each_way
@pytest.mark.parametrize("arrival", ["a5-d5", "i5-f5", "e1-e4"])
def test_000_rule_10_the_man_who_kills_is_the_one_placed_on_3(arrival: str, way: int) -> None:
    """The third enemy who comes beside the king kills nobody; the man on 3 has to come himself."""
    origin, target = arrival.split("-")
    beside = " ".join({"d5", "f5", "e4"} - {target})
    scene = Scene(LINNAEUS, f"K e5, T e6 h8, t e7 {beside} {origin}", "a", way)
    assert scene.captures(arrival) == ""
    scene.play(arrival, "h8-h7", "e7-d7", "h7-h8")
    assert scene.captures("d7-e7") == "e6"


@each_way
def test_000_rule_10_four_enemies_on_2_capture_the_king(way: int) -> None:
    """On the throne four enemies take the king, three and one of his own men do not."""
    scene = Scene(LINNAEUS, "K e5, T h8, t d5 f5 e4 e8", "a", way)
    assert scene.captures("e8-e6") == "e5"
    assert scene.play("e8-e6").result == KING_CAPTURED
    guarded = Scene(LINNAEUS, "K e5, T e4 h8, t d5 f5 e8", "a", way)
    assert guarded.captures("e8-e6") == ""


@pytest.mark.parametrize(
    ("upper", "lower"),
    [("upper left", "lower left"), ("upper right", "lower right")],
    ids=["left arm", "right arm"],
)
def test_000_rule_11_king_on_2_is_taken_by_three_on_a_alpha_and_3(upper: str, lower: str) -> None:
    """The king on a square 2 needs three enemies: on both the letters a and on the 3."""
    up, low = QUADRANTS[upper], QUADRANTS[lower]
    assert up["two"] == low["two"]
    assert up["three"] == low["three"]
    pieces = f"K {up['two']}, T e8, t {up['a']} {low['a']} {up['c']}"
    closing = f"{up['c']}-{up['c'][0]}5"
    far = Scene(LINNAEUS, pieces)
    assert far.captures(closing) == "", "one square short of 3"
    near = Scene(LINNAEUS, pieces.replace(up["c"], up["b"]))
    assert near.captures(f"{up['b']}-{up['three']}") == up["two"]


@each_way
@pytest.mark.parametrize(
    ("last", "standing"),
    [("b6-d6", "f6 e7"), ("h6-f6", "d6 e7"), ("e9-e7", "d6 f6")],
)
def test_000_rule_11_any_of_the_three_may_come_last(last: str, standing: str, way: int) -> None:
    """Beside the throne three enemies take the king, in whatever order; two of them never do."""
    origin = last.split("-", maxsplit=1)[0]
    scene = Scene(LINNAEUS, f"K e6, T h8, t {standing} {origin}", "a", way)
    assert scene.captures(last) == "e6"
    assert scene.play(last).result == KING_CAPTURED
    for man in standing.split():
        two = Scene(LINNAEUS, f"K e6, T h8, t {man} {origin}", "a", way)
        assert two.captures(last) == ""
        own_man = Scene(
            LINNAEUS, f"K e6, T h8 {standing.replace(man, '').strip()}, t {man} {origin}", "a", way
        )
        assert own_man.captures(last) == ""


def test_000_rule_12_capture_of_the_king_ends_the_war() -> None:
    """A captured king ends the game and the attackers have won; a king in danger does not."""
    scene = Scene(LINNAEUS, "K g6, T c8, t g7 a5")
    assert scene.play("a5-d5").result is None
    scene = Scene(LINNAEUS, "K g6, T c8, t g7 i5")
    assert scene.play("i5-g5").result == KING_CAPTURED


@each_way
def test_000_rule_12_enclosure_of_all_defenders_ends_the_war(way: int) -> None:
    """Shut in means that no defender has a path to the edge; one man outside prevents it."""
    assert Scene(LINNAEUS, f"K c6, T d7, {RING}", "a", way).play("c9-c8").result == ENCIRCLED
    gap = Scene(LINNAEUS, f"K c6, T d7, {RING}", "a", way).play("c9-b9")
    assert gap.result is None
    outside = Scene(LINNAEUS, f"K c6, T d7 h2, {RING}", "a", way).play("c9-c8")
    assert outside.result is None


def test_000_rule_12_enclosure_of_the_king_alone_is_the_literal_reading() -> None:
    """Read of the king alone, as the words have it, a man outside does not save the defenders."""
    literal = varied(LINNAEUS, {"end.encirclement": "king"})
    pieces = f"K c6, T d7 h2, {RING}"
    assert Scene(LINNAEUS, pieces).play("c9-c8").result is None
    assert Scene(literal, pieces).play("c9-c8").result == ENCIRCLED
    assert Scene(literal, pieces).play("c9-b9").result is None
    assert tafl.Board(literal).outcome() is None, "his own men do not shut him in"


def test_000_rule_12_a_king_without_a_move_is_not_shut_in() -> None:
    """The king cannot move at the start, and the game is not over."""
    board = tafl.Board(varied(LINNAEUS, {"board.first": "defenders"}))
    assert len(board.legal_moves_from("e5")) == 0
    assert board.outcome() is None


def test_000_rule_13_sixteen_muscovites_in_four_phalanxes() -> None:
    """The Muscovites have no king and stand, sixteen men, on the squares that he numbers 4."""
    board = tafl.Board(LINNAEUS)
    assert squares_of(board, tafl.Piece.ATTACKER) == numbered("4")
    assert squares_of(board, tafl.Piece.DEFENDER) == numbered("2") | numbered("3")
    assert squares_of(board, tafl.Piece.KING) == numbered("1")
    assert len(numbered("4")) == 16
    assert {frozenset(numbered("4") & group) for group in CAMPS} == set(CAMPS)


@each_way
@each_victim
def test_000_rule_14_the_castle_encloses_too(victim: str, taker: str, way: int) -> None:
    """A man on 2 is killed by an enemy who comes to the 3 behind him, the castle being empty."""
    scene = Scene(LINNAEUS, f"{victim} e6, {taker} h7, K c2, T b8, t h1", side_of(taker), way)
    assert scene.captures("h7-e7") == "e6"
    no_castle = varied(LINNAEUS, {"throne.hostile_empty": ["king"]})
    scene = Scene(no_castle, f"{victim} e6, {taker} h7, K c2, T b8, t h1", side_of(taker), way)
    assert scene.captures("h7-e7") == ""


# Section 10: what the source leaves open


def test_000_s10_the_first_move_is_left_open() -> None:
    """Who begins is not said: the attackers do here, and the defenders by one changed value."""
    assert tafl.Board(LINNAEUS).turn is tafl.Side.ATTACKERS
    other = tafl.Board(varied(LINNAEUS, {"board.first": "defenders"}))
    assert other.turn is tafl.Side.DEFENDERS
    assert {str(move.from_square) for move in other.legal_moves} <= CROSS


@each_way
@each_victim
def test_000_s10_the_castle_reaches_no_further_than_its_neighbours(
    victim: str, taker: str, way: int
) -> None:
    """Only a man on one of the four squares beside the throne is taken against it."""
    turn = side_of(taker)
    for target, last in (("e7", "b8-e8"), ("d6", "c9-c6"), ("c5", "b8-b5")):
        pieces = f"{victim} {target}, {taker} {last[:2]}, K h3, T g2, t h1"
        assert Scene(LINNAEUS, pieces, turn, way).captures(last) == ""
    pieces = f"{victim} e6, {taker} b7, K h3, T g2, t h1"
    assert Scene(LINNAEUS, pieces, turn, way).captures("b7-e7") == "e6"


def test_000_s10_earlier_house_rule_is_one_value_away() -> None:
    """The king may return; a program that forbids it says so by one value."""
    pieces = "K e3, T c3, t b8"
    assert Scene(LINNAEUS, pieces, "d").legal("e3-e5")
    forbidden = varied(LINNAEUS, {"throne.king_may_occupy": False})
    assert Scene(forbidden, pieces, "d").refuses("e3-e5")


@each_soldier
def test_000_s10_soldiers_on_the_throne_are_left_open(kind: str) -> None:
    """Whether soldiers may enter the empty throne is not said: no here, yes by one value."""
    pieces = f"{kind} e3, K c8, T d8, t c2"
    assert Scene(LINNAEUS, pieces, side_of(kind)).refuses("e3-e5")
    allowed = varied(LINNAEUS, {"throne.soldiers_may_occupy": True})
    assert Scene(allowed, pieces, side_of(kind)).legal("e3-e5")


# Where the document is silent


@each_way
@each_kind
def test_000_reading_the_empty_throne_may_be_crossed(kind: str, way: int) -> None:
    """All pieces may cross the empty throne; nobody crosses the king on it."""
    others = "T d8, t c2" if kind == "K" else "T d8, t c2, K c8"
    scene = Scene(LINNAEUS, f"{kind} e3, {others}", side_of(kind), way)
    assert scene.legal("e3-e7")
    if kind != "K":
        occupied = Scene(LINNAEUS, f"{kind} e3, T d8, t c2, K e5", side_of(kind), way)
        assert occupied.refuses("e3-e7")


SHUTTLE = ("b8-b7", "c3-c4", "b7-b8", "c4-c3")


def test_000_reading_third_occurrence_is_a_draw() -> None:
    """No rule ends a repetition; here the third occurrence of a position is a draw."""
    pieces = "K e5, T e4 c3, t b8 h8"
    scene = Scene(LINNAEUS, pieces).play(*SHUTTLE, *SHUTTLE[:3])
    assert scene.result is None
    assert scene.play("c4-c3").result == DRAWN_BY_REPETITION
    endless = varied(LINNAEUS, {"end.repetition": "none"})
    assert Scene(endless, pieces).play(*SHUTTLE * 3).result is None


def test_000_reading_a_side_without_a_move_loses() -> None:
    """No rule says what happens to a side without a move; here it loses."""
    attackers = Scene(LINNAEUS, "t c1, T b1 d1 c4, K g7", "d")
    assert attackers.play("c4-c2").result == ATTACKERS_STUCK
    assert Scene(LINNAEUS, "t c1, T b1 d1 c4, K g7", "d").play("c4-c3").result is None
    defenders = Scene(LINNAEUS, "K b2, T a1 a2 b1, t c2 a3 c1 b4")
    assert defenders.play("b4-b3").result == DEFENDERS_STUCK
    assert Scene(LINNAEUS, "K b2, T a1 a2 b1, t c2 a3 c1 b4").play("b4-b5").result is None
