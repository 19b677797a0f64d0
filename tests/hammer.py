"""Programs in which many threads use the same objects at once.

``python tests/hammer.py NAME CALLS`` runs one of them, in a process of its own, since broken memory
need not show where it was broken. It exits with 0 if nothing has happened but what may: who changes
an object that others change meanwhile may be told that it cannot be done, but whatever is looked at
is whole.
"""

from __future__ import annotations

import pickle
import random
import sys
import threading
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial

import strategies as own
import tafl
from tafl import Board, Games, Move, MoveList, Piece, Position, Side, Symmetry, Variant
from tafl.notation import write_move
from tafl.record import Game, read_game, read_games, write_game

THREADS = 8

Call = Callable[[Board, random.Random], object]


def together(work: Callable[[int], object], threads: int = THREADS) -> None:
    """Calls work(0), work(1), ... in as many threads, which begin at the same moment; raises the
    first error of them."""
    start = threading.Barrier(threads)
    errors: list[BaseException] = []

    def run(number: int) -> None:
        start.wait()
        try:
            work(number)
        except BaseException as error:
            errors.append(error)

    running = [threading.Thread(target=run, args=(number,)) for number in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    if errors:
        raise errors[0]


@contextmanager
def only(kind: type[Exception], words: str) -> Iterator[None]:
    """Lets an error pass whose message has the words."""
    try:
        yield
    except kind as error:
        if words not in str(error):
            raise


def check_position(position: Position) -> None:
    """That a position is what its pieces make of it, its key too."""
    again = Position(position.variant, position.fen())
    assert again == position
    assert again.key == position.key
    assert again.legal_moves == position.legal_moves


def check_board(board: Board) -> None:
    """That a board nobody else has is whole: its game played again is the same at every move, and
    it goes back to the start."""
    again = Board(board.variant, start_of(board))
    for move in board.move_stack:
        again.push_unchecked(move)
    while True:
        assert own.snapshot(board) == own.snapshot(again)
        check_position(board.position)
        if board.ply == 0:
            break
        assert board.pop() == again.pop()


def start_of(board: Board) -> str:
    beginning = board.copy()
    while beginning.ply:
        beginning.pop()
    return beginning.fen()


# Boards.


def on_own_boards(calls: int) -> None:
    def play(number: int) -> list[tuple[object, ...]]:
        rng = random.Random(number)
        seen = []
        for _ in range(max(1, calls // 100)):
            board = own.random_board(rng, rng.choice(own.BUILT_IN), 30)
            seen.append((*own.snapshot(board), bytes(board.planes()), board.legal_actions()))
            check_board(board)
        return seen

    expected = [play(number) for number in range(THREADS)]
    found: dict[int, object] = {}
    together(lambda number: found.update({number: play(number)}))
    assert [found[number] for number in range(THREADS)] == expected


def some_move(board: Board, rng: random.Random) -> Move:
    """A move that was legal a moment ago, but for repetition; a1-a2 if there was none."""
    return rng.choice(board.position.legal_moves or [Move("a1", "a2")])


def play_on(board: Board, rng: random.Random) -> object:
    moves = board.legal_moves
    return board.push(rng.choice(moves)) if moves else board.pop()


# They may find that another thread has moved: an error says so then.
CHANGES: list[Call] = [
    play_on,
    lambda board, rng: board.push(some_move(board, rng)),
    lambda board, rng: board.push_unchecked(some_move(board, rng)),
    lambda board, rng: board.push_action(rng.choice(board.legal_actions() or [0])),
    lambda board, rng: board.push_str(str(some_move(board, rng))),
    lambda board, rng: board.pop(),
    lambda board, rng: board.pop(),
    lambda board, rng: board.peek(),
    lambda board, rng: board.captures(some_move(board, rng)),
    lambda board, rng: board.parse_move(str(some_move(board, rng))),
    lambda board, rng: write_move(board, some_move(board, rng)),
]
# These see the board as it is at some moment: nothing can be wrong with that.
LOOKS: list[Call] = [
    lambda board, rng: check_board(board.copy()),
    lambda board, rng: check_board(pickle.loads(pickle.dumps(board))),
    lambda board, rng: check_board(board.transform(rng.choice(list(Symmetry)))),
    lambda board, rng: check_board(board.with_turn(rng.choice(list(Side)))),
    lambda board, rng: check_board(board.with_piece("a2", rng.choice([None, Piece.ATTACKER]))),
    lambda board, rng: check_position(board.position),
    lambda board, rng: Position(board.variant, board.fen()),
    lambda board, rng: (board.legal_moves, board.legal_actions(), board.legal_moves_from("e5")),
    lambda board, rng: (board.outcome(), board.is_game_over(), board.turn, board.ply),
    lambda board, rng: (board.move_stack, board.repetitions(), board.king, board.size),
    lambda board, rng: (board.announcement(), board.escape_moves(), board.is_encircled()),
    lambda board, rng: (board.is_exit_fort(), board.is_draw_fort(), board.action_mask()),
    lambda board, rng: (board.piece_map(), board.pieces(Piece.KING), board.counts()),
    lambda board, rng: (board.piece_at("e5"), board.planes(), board.is_legal(Move("e5", "e4"))),
    lambda board, rng: (str(board), repr(board), board._repr_svg_()),
    lambda board, rng: (board == board, board == board.copy()),
    lambda board, rng: tafl.perft(board, 1, threads=2),
]


def on_one_board(variant: Variant, calls: int) -> None:
    board = Board(variant)
    other = Board(variant)

    def use(number: int) -> None:
        rng = random.Random(number)
        for _ in range(calls):
            # Two boards, so that comparing them takes them in either order.
            one, another = rng.sample([board, other], 2)
            if rng.random() < 0.7:
                with suppress(tafl.TaflError, IndexError):
                    rng.choice(CHANGES)(one, rng)
            elif rng.random() < 0.2:
                assert (one == another) in (True, False)
            else:
                rng.choice(LOOKS)(one, rng)

    together(use)
    for each in (board, other):
        check_board(each)
        assert each.fen() == variant.start_fen
        assert list(each.legal_moves) == list(Board(variant).legal_moves)


def on_one_board_in_haste(calls: int) -> None:
    """Little but calls that change the board or copy it, so that they meet each other often."""
    board = Board("linnaeus-tablut")

    def copy(number: int) -> None:
        for _ in range(200 * calls):
            board.copy()

    def go_and_return(number: int) -> None:
        for _ in range(5 * calls):
            for _ in range(20):
                with suppress(tafl.TaflError, IndexError):
                    board.push_action(board.legal_actions()[-1 - number])
            for _ in range(20):
                with suppress(IndexError):
                    board.pop()

    together(lambda number: (go_and_return if number % 4 else copy)(number))
    check_board(board)


def on_new_objects(calls: int) -> None:
    """Objects of __new__ alone, whose __init__ all threads call."""
    kinds: list[tuple[type, tuple[object, ...]]] = [
        (Board, ("brandubh",)),
        (Position, ("brandubh",)),
        (Variant, ("brandubh",)),
        (Games, ("brandubh", 2)),
        (MoveList, ([Move("a1", "a2")],)),
        (Move, ("a1", "a2")),
        (tafl.Square, ("a1",)),
    ]

    def begin(made: object, arguments: tuple[object, ...], _: int) -> None:
        # Either call is refused while another thread is still at it.
        with only(TypeError, f"{type(made).__name__}.__init__() "):
            made.__init__(*arguments)  # type: ignore[misc]
            repr(made)

    for _ in range(max(1, calls // 20)):
        for kind, arguments in kinds:
            made = kind.__new__(kind)  # type: ignore[call-overload]
            together(partial(begin, made, arguments))
            assert repr(made) == repr(kind(*arguments))


# Games.


def on_one_games(threads: int, calls: int) -> None:
    count = 20
    games = Games("brandubh", count, threads=threads, max_plies=40, seed=1)
    done = [0] * THREADS

    def use(number: int) -> None:
        rng = random.Random(number)
        rewards, ended = array("f", bytes(4 * count)), bytearray(count)
        masks = bytearray(count * games.action_count)
        planes = array("f", bytes(4 * count * 5 * 7 * 7))
        actions = array("H", rng.choices(range(games.action_count), k=count))

        def step() -> None:
            with suppress(tafl.IllegalMoveError):
                games.step(actions, rewards, ended)

        uses: list[Callable[[], object]] = [
            lambda: games.step_random(rewards, ended),
            step,
            lambda: games.playout(3, rewards, ended),
            lambda: games.legal_action_masks(masks),
            lambda: games.observe(planes),
            lambda: games.reset([rng.randrange(count)]),
            lambda: check_board(games.board(rng.randrange(count))),
            lambda: (len(games), repr(games), games.variant, games.planes_shape),
        ]
        for _ in range(calls):
            with only(tafl.TaflError, "in another thread"):
                rng.choice(uses)()
                done[number] += 1

    together(use)
    assert all(done)
    for i in range(count):
        check_board(games.board(i))
    games.reset()
    assert {games.board(i).fen() for i in range(count)} == {games.variant.start_fen}


# Iterators.


def on_one_iterator(calls: int) -> None:
    """Where there is no GIL, Python's iterators may hand out an item twice."""
    moves = Board("linnaeus-tablut").legal_moves
    for turn in range(max(1, calls // 10)):
        shared = iter(moves) if turn % 2 else reversed(moves)
        taken: list[Move] = []
        together(partial(lambda left, taken, _: taken.extend(left), shared, taken))
        assert set(taken) <= set(moves)
        if getattr(sys, "_is_gil_enabled", lambda: True)():
            assert sorted(taken) == sorted(moves)


# Records.

RECORD = "a4-d4 d5-d8 e2-b2 c5-c4 a5-a1 c4-c9 b5-b7 e5-a5\n"


def on_one_game(calls: int) -> None:
    model = read_game(RECORD, variant="linnaeus")
    text, moves, size = write_game(model), model.moves, len(list(model.nodes()))

    def look(game: Game, roots: list[object], number: int) -> None:
        if number % 2:
            roots.append(game.root)
        assert game.moves == moves
        assert len(list(game.nodes())) == size
        assert [node.ply for node, _ in game.replay()] == list(range(1, size + 1))
        assert len(list(game.annotations())) == size
        assert write_game(game) == text
        assert game == model
        assert pickle.loads(pickle.dumps(game)) == model
        roots.append(game.root)

    for _ in range(max(1, calls // 20)):
        game = read_game(RECORD, variant="linnaeus")
        roots: list[object] = []
        together(partial(look, game, roots))
        assert len({id(root) for root in roots}) == 1


def on_own_records(calls: int) -> None:
    """More kinds of games than are kept in mind, in every thread at once."""
    starts = ((5, "/2t2/2T2/tTKTt/2T2/2t2/"), (7, Variant("brandubh").start_fen[:-2]))
    kinds = [f"[variant:{variant.id}]" for variant in own.BUILT_IN] + [
        f"[rules:dim:{size} name:Kind_{number} esc:{escape} start:{start}]"
        for size, start in starts
        for escape in ("e", "c")
        for number in range(15)
    ]

    def read(number: int) -> list[tuple[str, str]]:
        rng = random.Random(number)
        chosen = rng.choices(kinds, k=max(4, calls // 10))
        text = "".join(f"{kind}\n\n1. a1-a1\n\n" for kind in chosen)
        games = list(read_games(text, on_error="collect"))
        return [(game.variant.name, game.start.fen()) for game in games]

    expected = [read(number) for number in range(THREADS)]
    assert all(len(games) == max(4, calls // 10) for games in expected)
    found: dict[int, list[tuple[str, str]]] = {}
    together(lambda number: found.update({number: read(number)}))
    assert [found[number] for number in range(THREADS)] == expected


FORBIDDEN = Variant("linnaeus-tablut").replace({"end.repetition": "forbidden"})
PROGRAMS: dict[str, Callable[[int], None]] = {
    "own boards": on_own_boards,
    "one board": partial(on_one_board, Variant("linnaeus-tablut")),
    "one board, forbidden repetition": partial(on_one_board, FORBIDDEN),
    "one board of copenhagen": partial(on_one_board, Variant("copenhagen")),
    "one board in haste": on_one_board_in_haste,
    "new objects": on_new_objects,
    "one Games": partial(on_one_games, 1),
    "one Games with threads": partial(on_one_games, 2),
    "one iterator": on_one_iterator,
    "one recorded game": on_one_game,
    "own records": on_own_records,
}

if __name__ == "__main__":
    sys.setswitchinterval(1e-6)
    PROGRAMS[sys.argv[1]](int(sys.argv[2]))
