"""What holds for every game under any rules, on drawn variants, positions and games."""

from __future__ import annotations

import copy
import functools
import itertools
import json
import pickle
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import strategies as st

import strategies as own
import tafl
from expectations import (
    DUEL,
    NOTES,
    duel_count,
    expected_reasons,
    python_perft,
    python_stats,
    same_variant,
)
from tafl import (
    Board,
    IllegalMoveError,
    InvalidMoveError,
    Move,
    MoveList,
    Piece,
    Position,
    Side,
    Square,
    Symmetry,
    Termination,
    Variant,
    notation,
)

PROTOCOLS = range(2, pickle.HIGHEST_PROTOCOL + 1)


@functools.cache
def pairs(size: int) -> list[Move]:
    """Every Move between two squares of a board, a square and itself too."""
    squares = own.all_squares(size)
    return [Move(a, b) for a in squares for b in squares]


def fresh(board: Board) -> Board:
    """A board without history, set up from the text of the position."""
    return Board(board.variant, fen=board.fen())


# Making moves and taking them back.


@own.drawn(own.boards(), own.seeds)
def test_pop_restores_what_push_changed(board: Board, seed: int) -> None:
    rng = random.Random(seed)
    trail = []
    ways: list[Callable[[Move], Move]] = [
        board.push,
        board.push_unchecked,
        lambda move: board.push_str(str(move)),
    ]
    for _ in range(12):
        moves = board.legal_moves
        if not moves:
            break
        trail.append(own.snapshot(board))
        move = rng.choice(moves)
        assert rng.choice(ways)(move) == move
        assert board.peek() == move
        assert board.ply == len(board.move_stack)
    for before in reversed(trail):
        assert board.pop() in before[2]  # type: ignore[operator]
        assert own.snapshot(board) == before


@own.drawn(own.boards())
def test_pop_to_the_start_and_replay(board: Board) -> None:
    after = own.snapshot(board)
    moves = board.move_stack
    assert [board.pop() for _ in moves] == moves[::-1]
    assert board.ply == 0
    assert board.repetitions() == 1
    with pytest.raises(IndexError, match="pop"):
        board.pop()
    with pytest.raises(IndexError, match="peek"):
        board.peek()
    for move in moves:
        board.push(move)
    assert own.snapshot(board) == after


@own.drawn(own.boards())
def test_repetitions_count_the_positions_of_the_game(board: Board) -> None:
    seen = Counter([board.fen()])
    count = board.repetitions()
    last = board.fen()
    while board.ply:
        board.pop()
        seen[board.fen()] += 1
    assert seen[last] == count


# Keys and equality.


@own.drawn(own.boards())
def test_key_kept_along_equals_key_computed_anew(board: Board) -> None:
    while True:
        anew = fresh(board)
        assert anew.position.key == board.position.key
        assert anew.position == board.position
        assert hash(anew.position) == hash(board.position)
        assert anew == board
        assert (anew != board) is False
        assert Position(board.variant, board.fen()) == board.position
        assert {board.position: 1}[anew.position] == 1
        if not board.ply:
            break
        board.pop()


@own.drawn(own.boards(), own.seeds)
def test_positions_are_equal_exactly_if_their_texts_are(board: Board, seed: int) -> None:
    rng = random.Random(seed)
    met = [board.position]
    for _ in range(8):
        one, two = board.copy(), board.copy()
        own.play(rng, one, 3)
        for i in (2, 1, 0):  # the same moves in another order, as far as they are legal
            if i < len(stack := one.move_stack[board.ply :]) and two.is_legal(stack[i]):
                two.push(stack[i])
        met += [one.position, two.position]
    for a, b in itertools.combinations(met, 2):
        assert (a == b) == (a.fen() == b.fen())
        assert (a.key == b.key) == (a == b)


def test_two_orders_of_moves_meet_in_one_position() -> None:
    one, two = Board("linnaeus-tablut"), Board("linnaeus-tablut")
    for text in ("e8-c8", "e7-f7", "e2-c2"):
        one.push_str(text)
    for text in ("e2-c2", "e7-f7", "e8-c8"):
        two.push_str(text)
    assert one == two
    assert one.position == two.position
    assert one.position.key == two.position.key
    assert hash(one.position) == hash(two.position)
    assert one.move_stack != two.move_stack


@own.drawn(own.boards())
def test_side_to_move_is_part_of_the_key(board: Board) -> None:
    turned = board.with_turn(own.other(board.turn))
    assert turned.turn is own.other(board.turn)
    assert turned.position.key != board.position.key
    assert turned.position != board.position
    assert turned != board
    assert turned.piece_map() == board.piece_map()
    back = turned.with_turn(board.turn)
    assert back == board
    assert back.position.key == board.position.key
    assert (back.ply, back.repetitions()) == (0, 1)


@own.drawn(own.variants(), own.variants(), own.seeds)
def test_rules_are_part_of_the_key(one: Variant, two: Variant, seed: int) -> None:
    assert (one == two) == (dict(one.rules) == dict(two.rules))
    if one.size == two.size:
        fen = own.random_position_text(random.Random(seed), one)
        a, b = Position(one, fen), Position(two, fen)
        assert (a == b) == (one == two) == (a.key == b.key)


@own.drawn(own.variants())
def test_variants_with_equal_rules_are_equal(variant: Variant) -> None:
    again = variant.replace(dict(variant.rules), id="other", name="Another name")
    assert again == variant
    assert hash(again) == hash(variant)
    assert again.id == "other"
    assert Board(again) == Board(variant)
    assert Board(again).position == Board(variant).position
    first = "defenders" if variant.rules["board.first"] == "attackers" else "attackers"
    changed = variant.replace({"board.first": first})
    assert changed != variant
    assert changed.replace({"board.first": variant.rules["board.first"]}) == variant
    assert Board(changed).position.key != Board(variant, fen=Board(changed).fen()).position.key


# A change here makes the keys that users have stored worthless: it needs a word in the changelog.
RECORDED_KEYS = {
    "foteviken-tablut": 8_413_900_098_077_481_955,
    "legacy-tablut": 11_344_641_399_804_770_632,
    "linnaeus-tablut": 10_869_078_675_365_596_517,
    "saami-tablut": 17_492_870_343_151_365_644,
    "saami-tablut-closed": 17_457_616_810_405_792_926,
    "tablut": 14_414_412_128_624_115_403,
    "tablut-corners": 15_537_044_186_833_468_194,
    "tablut-two-sides": 2_343_317_022_652_291_419,
}


@pytest.mark.parametrize(("name", "key"), RECORDED_KEYS.items())
def test_keys_are_the_recorded_ones(name: str, key: int) -> None:
    assert Board(name).position.key == key


def test_keys_are_the_same_in_another_process() -> None:
    rng = random.Random(7)
    boards = [own.random_board(rng, variant, 20) for variant in own.BUILT_IN for _ in range(5)]
    boards += [
        own.random_board(rng, own.random_variant(rng, size), 20) for size in own.SIZES for _ in "12"
    ]
    script = (
        "import json, sys, tafl\n"
        "for toml, fen in json.load(sys.stdin):\n"
        "    print(tafl.Board(tafl.Variant.from_toml(toml), fen=fen).position.key)\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", script],
        input=json.dumps([(board.variant.to_toml(), board.fen()) for board in boards]),
        env={"PYTHONHASHSEED": "12345", "PYTHONPATH": ":".join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.split() == [str(board.position.key) for board in boards]


# Symmetry.


def inverse(symmetry: Symmetry) -> Symmetry:
    turned = {Symmetry.ROTATE_90: Symmetry.ROTATE_270, Symmetry.ROTATE_270: Symmetry.ROTATE_90}
    return turned.get(symmetry, symmetry)


@pytest.mark.parametrize("size", [5, 9, 19])
def test_symmetries_are_the_group_of_the_square(size: int) -> None:
    def image(*symmetries: Symmetry) -> tuple[Square, ...]:
        squares = own.all_squares(size)
        for symmetry in symmetries:
            squares = tuple(square.transform(symmetry, size) for square in squares)
        return squares

    images = {image(symmetry): symmetry for symmetry in Symmetry}
    assert len(images) == 8
    assert image(Symmetry.IDENTITY) == own.all_squares(size)
    for one, two in itertools.product(Symmetry, repeat=2):
        assert image(one, two) in images
    for symmetry in Symmetry:
        assert images[image(symmetry, inverse(symmetry))] is Symmetry.IDENTITY
    assert images[image(Symmetry.ROTATE_90, Symmetry.ROTATE_90)] is Symmetry.ROTATE_180
    corner, last = Square("a1"), own.all_squares(size)[-1]
    assert str(corner.transform(Symmetry.ROTATE_90, size)) == f"a{size}"
    assert corner.transform(Symmetry.ROTATE_180, size) == last
    assert corner.transform(Symmetry.FLIP_DIAGONAL, size) == corner
    assert corner.transform(Symmetry.FLIP_ANTI_DIAGONAL, size) == last


@own.drawn(own.boards(symmetric=True), st.sampled_from(list(Symmetry)))
def test_symmetry_maps_moves_captures_and_outcomes(board: Board, symmetry: Symmetry) -> None:
    size = board.size
    image = board.transform(symmetry)
    while True:
        assert image.outcome() == board.outcome()
        assert image.repetitions() == board.repetitions()
        assert image.announcement() == board.announcement()
        assert image.is_encircled() == board.is_encircled()
        assert image.counts() == board.counts()
        assert image.turn is board.turn
        assert image.move_stack == [move.transform(symmetry, size) for move in board.move_stack]
        assert image.piece_map() == {
            square.transform(symmetry, size): piece for square, piece in board.piece_map().items()
        }
        moved = {move.transform(symmetry, size): move for move in board.legal_moves}
        assert list(image.legal_moves) == sorted(moved)
        for after, before in moved.items():
            assert set(image.captures(after)) == {
                square.transform(symmetry, size) for square in board.captures(before)
            }
        assert image.transform(inverse(symmetry)) == board
        if not board.ply:
            break
        board.pop()
        image.pop()


@own.drawn(own.boards(), st.sampled_from(list(Symmetry)))
def test_transform_leaves_the_board_alone(board: Board, symmetry: Symmetry) -> None:
    before = own.snapshot(board)
    try:
        image = board.transform(symmetry)
    except tafl.TaflError:
        assert not own.is_symmetric(board.variant)
    else:
        assert image.ply == board.ply
    assert own.snapshot(board) == before


# Texts.


@own.drawn(own.boards())
def test_position_string_round_trip(board: Board) -> None:
    assert fresh(board).fen() == board.fen()
    assert board.position.fen() == board.fen()
    rows = board.fen().split(" ")[0]
    without_side = Board(board.variant, fen=rows)
    assert without_side.turn.value == board.variant.rules["board.first"]
    assert without_side.piece_map() == board.piece_map()
    assert rows == own.record(
        {square: own.LETTERS[piece] for square, piece in board.piece_map().items()}, board.size
    )


def test_square_round_trip() -> None:
    squares = list(own.all_squares(19))
    assert [Square(str(square)) for square in squares] == squares
    assert [Square(str(square).upper()) for square in squares] == squares
    assert [eval(repr(square), {"Square": Square}) for square in squares] == squares
    assert [(square.rank, square.file) for square in squares] == [
        (rank, file) for rank in range(19) for file in range(19)
    ]
    assert sorted(random.Random(1).sample(squares, 361)) == squares
    assert len(set(squares)) == 361


def test_move_round_trip() -> None:
    for move in pairs(19)[::37]:
        assert Move.parse(str(move)) == move
        assert Move(str(move.from_square), move.to_square) == move
        assert eval(repr(move), {"Move": Move}) == move
        assert str(move) == f"{move.from_square}-{move.to_square}"
    assert pairs(5) == sorted(set(pairs(5)))
    assert len(set(pairs(9))) == 81 * 81


WRITTEN_MOVES = ("otn", "walker", "nielsen", "htp", "pgn")


@own.drawn(own.boards())
def test_texts_of_a_move_are_read_back(board: Board) -> None:
    for move in board.legal_moves:
        start, end = str(move.from_square), str(move.to_square)
        piece = board.piece_at(start)
        assert piece is not None
        captured = [str(square) for square in board.captures(move)]
        taken = "".join(f"x{square}" for square in captured)
        for text in (
            str(move),
            f"{start}{end}",
            f"{start}-{end}".upper(),
            f" {own.LETTERS[piece]}{start}-{end}{taken} ",
            f"{start}-{end}" + ("x" + "/".join(captured[::-1]) if captured else ""),
            *(notation.write_move(board, move, each) for each in WRITTEN_MOVES),
            f"play {board.turn.value.removesuffix('s')} {start} {end}",
        ):
            assert board.parse_move(text) == move
        wrong = {Piece.ATTACKER: "T", Piece.DEFENDER: "K", Piece.KING: "t"}[piece]
        for text in (f"{wrong}{start}-{end}", f"{start}-{end}x{end}"):
            with pytest.raises(InvalidMoveError, match=start):
                board.parse_move(text)


@own.drawn(own.variants())
def test_variant_text_round_trip(variant: Variant) -> None:
    text = variant.to_toml()
    again = Variant.from_toml(text)
    same_variant(again, variant)
    assert again.to_toml() == text


@pytest.mark.parametrize("variant", own.BUILT_IN, ids=lambda variant: variant.id)
def test_built_in_variant_round_trip(variant: Variant) -> None:
    same_variant(Variant.from_toml(variant.to_toml()), variant)
    for alias in variant.aliases:
        same_variant(Variant(alias), variant)
    assert variant.provenance.keys() <= variant.rules.keys()
    assert variant.summary
    assert variant.sources
    notes: list[Any] = [variant.provenance, variant.sources, variant.options]
    assert all(notes[:2])
    assert Board(variant).fen() == variant.start_fen


def test_notes_round_trip() -> None:
    variant = Variant.from_toml(NOTES)
    assert variant.options[0].values["camps.groups"] == [["a1", "b1"], []]
    assert variant.sources == {"s": "control \x01 \x7f \t tab \n newline"}
    same_variant(Variant.from_toml(variant.to_toml()), variant)
    for protocol in PROTOCOLS:
        same_variant(pickle.loads(pickle.dumps(variant, protocol)), variant)


# Copies and pickles.


@own.drawn(own.boards())
def test_copies_have_the_history_and_go_their_own_way(board: Board) -> None:
    before = own.snapshot(board)
    copies = [board.copy(), copy.copy(board), copy.deepcopy(board)]
    copies += [pickle.loads(pickle.dumps(board, protocol)) for protocol in PROTOCOLS]
    for twin in copies:
        assert own.snapshot(twin) == before
        same_variant(twin.variant, board.variant)
    for twin in copies:
        counts = [board.repetitions()]
        while twin.ply:
            twin.pop()
            counts.append(twin.repetitions())
        assert own.snapshot(board) == before
        for move in before[6][: twin.ply]:  # type: ignore[index]
            twin.push(move)
        assert twin.repetitions() == counts[-1]


@own.drawn(own.boards())
def test_snapshots_are_values(board: Board) -> None:
    position, moves = board.position, board.legal_moves
    listed, fen = list(moves), board.fen()
    values: list[Any] = [position, board.variant, *moves[:3], *board.pieces(Piece.ATTACKER)[:3]]
    for value in values:
        for twin in (
            copy.copy(value),
            copy.deepcopy(value),
            *(pickle.loads(pickle.dumps(value, protocol)) for protocol in PROTOCOLS),
        ):
            assert twin == value
            assert hash(twin) == hash(value)
            assert type(twin) is type(value)
    if moves:
        board.push(moves[0])
    elif board.ply:
        board.pop()
    assert list(moves) == listed
    assert position.fen() == fen


# Legal moves.


@own.drawn(own.boards(plies=12))
def test_is_legal_agrees_with_legal_moves_over_all_pairs(board: Board) -> None:
    legal = board.legal_moves
    assert [move for move in pairs(board.size) if board.is_legal(move)] == list(legal)
    assert len(set(legal)) == len(legal)
    rule = board.variant.rules["end.repetition"]
    if board.outcome() is not None:
        assert len(legal) == 0
    elif rule in ("forbidden", "aggressor-forbidden"):
        assert set(legal) <= set(board.position.legal_moves)
    else:
        assert legal == board.position.legal_moves
    assert len(board.position.legal_moves) == tafl.perft(board, 1)
    by_square = [board.legal_moves_from(square) for square in own.all_squares(board.size)]
    assert [move for moves in by_square for move in moves] == list(legal)
    at_position = [
        move
        for square in own.all_squares(board.size)
        for move in board.position.legal_moves_from(str(square))
    ]
    assert at_position == list(board.position.legal_moves)


@own.drawn(own.boards(), own.seeds)
def test_illegal_moves_say_why(board: Board, seed: int) -> None:
    before = own.snapshot(board)
    legal = set(board.legal_moves)
    movable = [str(square) for square, piece in board.piece_map().items()]
    rng = random.Random(seed)
    every = pairs(board.size)
    tried = rng.sample(every, 60) + [m for m in every if str(m.from_square) in movable][::7][:120]
    for move in tried:
        if move in legal:
            continue
        with pytest.raises(IllegalMoveError, match=str(move.from_square)) as caught:
            board.push(move)
        assert caught.value.reason in expected_reasons(board, move)
        assert str(move) in str(caught.value)
        assert not board.is_legal(move)
        for call in (board.captures, lambda move: board.push_str(str(move))):
            with pytest.raises(IllegalMoveError) as again:
                call(move)
            assert again.value.reason is caught.value.reason
            assert str(again.value) == str(caught.value)
    off = Square("a19") if board.size < 19 else None
    if off is not None:
        outside = Move(off, "a1")
        assert not board.is_legal(outside)
        for push in (board.push, board.captures, board.push_unchecked):
            with pytest.raises(InvalidMoveError, match="a19"):
                push(outside)
    assert own.snapshot(board) == before


@own.drawn(own.boards(plies=12))
def test_moves_are_a_sequence(board: Board) -> None:
    moves = board.legal_moves
    listed = list(moves)
    assert isinstance(moves, MoveList)
    assert listed == sorted(listed)
    assert listed == [moves[i] for i in range(len(moves))]
    assert listed[::-1] == list(reversed(moves)) == [moves[-i - 1] for i in range(len(moves))]
    for part in (slice(None), slice(1, 4), slice(None, None, -2), slice(-3, None), slice(9, 2)):
        assert list(moves[part]) == listed[part]
    for i, move in enumerate(moves):
        assert move in moves
        assert moves.index(move) == i
        assert moves.count(move) == 1
    assert bool(moves) == bool(listed)
    with pytest.raises(IndexError):
        moves[len(moves)]
    with pytest.raises(IndexError):
        moves[-len(moves) - 1]


@own.drawn(own.boards())
def test_captures_are_what_push_removes(board: Board) -> None:
    before = board.piece_map()
    for move in board.legal_moves:
        captured = board.captures(move)
        assert list(captured) == sorted(set(captured))
        expected = dict(before)
        expected[move.to_square] = expected.pop(move.from_square)
        for square in captured:
            assert expected.pop(square).side is not board.turn
        board.push(move)
        assert board.piece_map() == expected
        board.pop()


# Perft.


def without_repetition(board: Board) -> Board:
    """The same position where repetition plays no part, as in perft."""
    return Board(board.variant.replace({"end.repetition": "none"}), fen=board.fen())


@own.drawn(own.boards(sizes=own.SMALL_SIZES, plies=12))
def test_perft_is_the_number_of_sequences(board: Board) -> None:
    plain = without_repetition(board)
    depth = 1
    while tafl.perft(plain, depth + 1) < 4000 and depth < 4:
        depth += 1
    for plies in range(depth + 1):
        expected = python_perft(plain, plies)
        assert tafl.perft(board, plies) == expected
        assert tafl.perft(board.position, plies) == expected
        assert tafl.perft(board, plies, threads=2, hash_mb=1) == expected
        for threads in (1, 2):
            divided = tafl.divide(board, plies, threads=threads, hash_mb=threads - 1)
            assert list(divided) == (list(board.position.legal_moves) if plies else [])
            assert sum(divided.values()) == (expected if plies else 0)
        stats = tafl.perft_stats(board, plies)
        assert stats.nodes == expected
        if plies:
            found = {name: count for name, count in stats._asdict().items() if count}
            assert found == {k: v for k, v in python_stats(plain, plies).items() if v}
    for move, count in tafl.divide(plain, depth).items():
        plain.push(move)
        assert tafl.perft(plain, depth - 1) == count
        plain.pop()


@pytest.mark.parametrize("depth", [10, 30, 60])
def test_perft_never_wraps_around(depth: int) -> None:
    position = Position(Variant.from_toml(DUEL), "/t4/5/2K2/5/5/ a")
    expected = duel_count(position, depth)
    counts: list[Callable[[], int]] = [
        lambda: tafl.perft(position, depth, hash_mb=64),
        lambda: sum(tafl.divide(position, depth, hash_mb=64).values()),
    ]
    for count in counts:
        try:
            assert count() == expected
        except (tafl.TaflError, OverflowError):  # to refuse is right too
            assert expected >= 2**64


# Editing and the questions that are no rules.


@own.drawn(own.boards(), own.seeds)
def test_pieces_can_be_put_and_taken(board: Board, seed: int) -> None:
    before = own.snapshot(board)
    position = board.position
    pieces = board.piece_map()
    assert pieces == position.piece_map()
    assert list(pieces) == sorted(pieces)
    for piece in Piece:
        squares = tuple(square for square in pieces if pieces[square] is piece)
        assert board.pieces(piece) == position.pieces(piece) == squares
        assert board.counts()[piece] == position.counts()[piece] == len(squares)
    kings = board.pieces(Piece.KING)
    assert (board.king,) == (position.king,) == (kings or (None,))
    rng = random.Random(seed)
    for square in rng.sample(own.all_squares(board.size), 12):
        assert board.piece_at(square) is board.piece_at(str(square)) is pieces.get(square)
        for piece in (*Piece, None):
            if piece is Piece.KING and kings and kings[0] != square:
                with pytest.raises(tafl.FenError, match="king"):
                    board.with_piece(square, piece)
                continue
            where: Square | str = square if rng.random() < 0.5 else str(square)
            edited = board.with_piece(where, piece)
            expected = {**pieces, square: piece}
            if piece is None:
                del expected[square]
            assert edited.piece_map() == expected
            assert edited.turn is board.turn
            assert (edited.ply, edited.repetitions()) == (0, 1)
            assert edited == fresh(edited)
    assert own.snapshot(board) == before


@own.drawn(own.boards())
def test_announcement_counts_the_ways_out(board: Board) -> None:
    turned = board.with_turn(Side.DEFENDERS)
    ways = []
    if board.outcome() is None:
        for move in turned.legal_moves:
            turned.push(move)
            end = turned.outcome()
            if end is not None and end.termination is Termination.KING_ESCAPED:
                ways.append(move)
            turned.pop()
    assert list(board.escape_moves()) == ways
    assert board.announcement() == [None, "raicki", "tuicku"][min(len(ways), 2)]


@own.drawn(own.boards())
def test_outcomes_are_those_of_the_position_or_of_repetition(board: Board) -> None:
    while True:
        end, alone = board.outcome(), board.position.outcome()
        assert board.is_game_over() == (end is not None)
        if alone is not None:
            assert end == alone
            assert len(board.position.legal_moves) == 0
        elif end is not None and end.termination is not Termination.NO_LEGAL_MOVES:
            assert end.termination is Termination.REPETITION
        elif end is not None:  # the moves that remained were forbidden
            assert "forbidden" in board.variant.rules["end.repetition"]
        assert alone == fresh(board).position.outcome()
        if not board.ply:
            break
        board.pop()


@own.drawn(own.boards())
def test_drawing_shows_every_piece(board: Board) -> None:
    lines = str(board).splitlines()
    assert str(board.position) == str(board)
    assert len(lines) == board.size + 1
    for rank, line in enumerate(reversed(lines[:-1])):
        number, *marks = line.split()
        assert number == str(rank + 1)
        for file, mark in enumerate(marks):
            piece = board.piece_at(own.all_squares(board.size)[rank * board.size + file])
            assert (mark in "tTK") == (piece is not None)
            assert piece is None or mark == own.LETTERS[piece]
    assert lines[-1].split() == list("abcdefghijklmnopqrs"[: board.size])
    assert repr(board) == f"Board('{board.variant.id}', '{board.fen()}')"
