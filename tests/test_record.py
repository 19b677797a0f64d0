"""Game records: written and read again, cut off, very long, very deep."""

from __future__ import annotations

import io
import random
from collections import Counter
from pathlib import Path

import pytest

import record_games as own
import tafl
from tafl import Board, Move, RecordError, TaflError, Variant
from tafl.record import (
    WRITTEN,
    Game,
    Node,
    Result,
    losses,
    read_game,
    read_games,
    write_game,
    write_games,
)

VARIANTS = [Variant(name) for name in tafl.variants() if Variant(name).size <= 11]
ENDLESS = Variant("brandubh").replace({"end.repetition": "none"})
EVERYTHING = ("otn", "json")
"""The dialects that keep everything."""


@pytest.fixture
def rng(seed: int) -> random.Random:
    return random.Random(seed)


def same(one: Game, other: Game) -> None:
    """Fails with the difference between two games."""
    assert one.variant == other.variant
    assert one.start == other.start
    assert one.tags == other.tags
    assert one.result == other.result
    for a, b in zip(one.nodes(), other.nodes(), strict=True):
        assert (a.move, a.comment, a.clock, a.resigned) == (b.move, b.comment, b.clock, b.resigned)
    assert one == other


def test_read_write_read(rng: random.Random, full: bool) -> None:
    """Games with everything that a record can hold."""
    levels: Counter[int] = Counter()
    for number in range(5_000):
        game = own.game(rng, rng.choice(VARIANTS), moves=50 if number % 5 == 0 or full else 15)
        levels[own.deepest(game)] += 1
        # Both take time; each game goes through one of them.
        for dialect in EVERYTHING if full else (EVERYTHING[number % 2],):
            text = write_game(game, dialect)
            again = read_game(text)
            same(again, game)
            assert again.complete
            assert not again.errors
            assert not again.early_ends
            assert write_game(again, dialect) == text
    assert levels[10] >= 20, levels


@pytest.mark.parametrize("dialect", WRITTEN)
def test_main_lines_in_every_dialect(dialect: str, rng: random.Random) -> None:
    for _ in range(100):
        game = own.plain(
            own.game(rng, rng.choice(VARIANTS), moves=30, set_up=dialect in EVERYTHING)
        )
        if dialect == "walker" and not game.moves and not game.resigned:
            continue  # there is nothing to write
        text = write_game(game, dialect)
        variant = game.variant if dialect == "walker" else None
        again = read_game(text, variant=variant)
        assert again.moves == game.moves
        assert again.complete
        if "the result" not in losses(game, dialect):
            same(again, game)
        assert write_game(again, dialect) == text


@pytest.mark.parametrize("dialect", WRITTEN)
def test_many_games_in_a_file(dialect: str, rng: random.Random, tmp_path: Path) -> None:
    games = [own.game(rng, VARIANTS[0], set_up=dialect in EVERYTHING) for _ in range(20)]
    if dialect not in EVERYTHING:
        games = [own.plain(game) for game in games if len(game.moves) > 2]
    path = tmp_path / "games"
    assert write_games(games, path, dialect) == len(games)
    again = list(read_games(path, dialect, VARIANTS[0]))
    assert [game.moves for game in again] == [game.moves for game in games]
    assert all(game.complete for game in again)
    if dialect in EVERYTHING:
        assert again == games
    # Windows line breaks and a byte-order mark change nothing.
    text = path.read_text(encoding="utf-8")
    assert list(read_games("\ufeff" + text.replace("\n", "\r\n"), dialect, VARIANTS[0])) == again
    with path.open(encoding="utf-8") as file:
        assert list(read_games(file, dialect, VARIANTS[0])) == again


def is_prefix(part: Game, whole: Game) -> bool:
    """Whether a game is another one up to some move, but for the last move of a line."""
    stack = [(part.root, whole.root)]
    last = 0
    while stack:
        a, b = stack.pop()
        for i, child in enumerate(a.variations):
            if i >= len(b.variations):
                return False
            if child.move != b.variations[i].move:
                last += 1
                if child.variations:
                    return False
                continue
            stack.append((child, b.variations[i]))
    return last <= 1


def games_or_error(source: str | Path, variant: Variant) -> list[Game]:
    """The game that is left of one, or none: after an error that says where it is."""
    games: list[Game] = []
    try:
        games += read_games(source, variant=variant)
    except RecordError as error:
        place = (error.line, error.column)
        assert min(place) >= 1, source
    assert len(games) <= 1
    return games


@pytest.mark.parametrize("dialect", WRITTEN)
def test_cut_at_every_character(dialect: str, rng: random.Random) -> None:
    """A cut file is an error with its place, or a part of the game that does not look complete."""
    for _ in range(8):
        game = own.game(rng, VARIANTS[rng.randrange(4)], moves=25, set_up=dialect in EVERYTHING)
        if not game.moves:
            continue
        text = write_game(game, dialect)
        whole = read_game(text, variant=game.variant)
        for end in range(len(text)):
            for part in games_or_error(text[:end], game.variant):
                assert not part.complete, text[:end]
                assert is_prefix(part, whole), text[:end]


@pytest.mark.parametrize("dialect", WRITTEN)
def test_cut_bytes(dialect: str, tmp_path: Path, rng: random.Random) -> None:
    game = own.game(rng, VARIANTS[1], moves=20, set_up=False)
    if not game.moves:
        game.root.add(game.board().legal_moves[0])
        game.result = None
    game.root.comment = own.SCRIPTS
    path = tmp_path / "cut"
    data = write_game(game, dialect).encode()
    for end in range(len(data)):
        path.write_bytes(data[:end])
        assert not any(part.complete for part in games_or_error(path, game.variant))


def cycle() -> list[Move]:
    """Four moves after which everything is as before."""
    board = Board(ENDLESS)
    moves = [board.push(board.legal_moves[0]) for _ in range(2)]
    return [*moves, *(Move(move.to_square, move.from_square) for move in moves)]


def to_and_fro(plies: int) -> Game:
    """A long game in which nothing happens."""
    game = Game(ENDLESS)
    node, moves = game.root, cycle()
    for i in range(plies):
        node = node.add(moves[i % 4])
    return game


@pytest.mark.parametrize("dialect", WRITTEN)
def test_ten_thousand_plies(dialect: str) -> None:
    game = to_and_fro(10_000)
    again = read_game(write_game(game, dialect), variant=ENDLESS)
    assert again.moves == game.moves
    assert len(again.root.end().line()) == again.end().board().ply == 10_000


@pytest.mark.parametrize("dialect", EVERYTHING)
def test_a_thousand_variations_within_each_other(dialect: str) -> None:
    game = Game(ENDLESS)
    node, board, moves = game.root, game.board(), cycle()
    for i in range(1_000):
        node.add(board.legal_moves[-1]).comment = "main"
        node = node.add(board.push(moves[i % 4]))
    node.comment = "the bottom"
    assert own.deepest(game) == 1_000
    again = read_game(write_game(game, dialect))
    same(again, game)
    assert repr(again)


def test_trees_are_built_on_demand() -> None:
    game = read_game("e8-c8 e7-b7 resigned", variant="linnaeus-tablut")
    assert game._root is None
    assert [str(move) for move in game.moves] == ["e8-c8", "e7-b7"]
    assert game.resigned is tafl.Side.ATTACKERS
    assert game.outcome is None
    assert game == read_game("e8-c8 e7-b7 resigned", variant="linnaeus-tablut")
    assert game._root is None
    assert game.root.end().resigned
    assert [node.move for node in game.nodes()] == list(game.moves)
    assert [board.ply for _, board in game.replay()] == [1, 2]
    assert game.end().board().fen() == game.board(game.end()).fen()
    assert game.board().ply == 0


def test_a_game_made_by_hand_is_checked_when_it_is_written() -> None:
    game = Game("linnaeus-tablut")
    game.root.add(Move("e8", "c8")).add(Move("e8", "c8"))
    for dialect in WRITTEN:
        with pytest.raises(tafl.IllegalMoveError, match="no piece on e8"):
            write_game(game, dialect)
    with pytest.raises(tafl.IllegalMoveError):
        game.end().board()
    game = Game("linnaeus-tablut")
    game.root.resigned = True
    game.root.add(Move("e8", "c8"))
    for dialect in ("otn", "json"):
        with pytest.raises(TaflError, match="after a resignation"):
            write_game(game, dialect)


def test_strict_otn_refuses_what_otn_cannot_say() -> None:
    game = Game("linnaeus-tablut")
    node = game.root.add(Move("e8", "c8"))
    node.comment = "good"
    assert "good" in write_game(game, strict=True)
    for comment in ("a [b]", "a|b", "a\\b", "3600 30/3 3i", "event:x"):
        node.comment = comment
        assert read_game(write_game(game)) == game
        with pytest.raises(TaflError, match="OTN has no escapes"):
            write_game(game, strict=True)
    node.comment = ""
    game.tags["event"] = "[x]"
    with pytest.raises(TaflError, match="event: found"):
        write_game(game, strict=True)
    with pytest.raises(tafl.RulesError):
        write_game(Game(Variant("foteviken-tablut")), strict=True)


def test_arguments() -> None:
    game = Game("linnaeus-tablut")
    with pytest.raises(TaflError, match="expected one of otn"):
        write_game(game, "sgf")
    with pytest.raises(TaflError, match="expected one of otn"):
        read_games("", "sgf")
    with pytest.raises(TaflError, match="on_error"):
        read_games("", on_error="ignore")
    with pytest.raises(tafl.UnknownVariantError):
        read_games("", variant="chess")
    with pytest.raises(TypeError, match="pathlib"):
        read_games(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="opened as text"):
        list(read_games(io.BytesIO(b"e8-c8"), variant="linnaeus-tablut"))  # type: ignore[arg-type]
    with pytest.raises(RecordError, match="cannot be read"):
        read_games(Path("/nowhere/at/all"))
    with pytest.raises(TaflError, match="clock"):
        Node().clock = "noon"
    with pytest.raises(TypeError):
        Node().comment = 3  # type: ignore[assignment]
    with pytest.raises(TypeError):
        game.root.add("e8-c8")  # type: ignore[arg-type]
    with pytest.raises(TaflError, match="without a game"):
        Node().board()
    with pytest.raises(RecordError, match="no game"):
        read_game("\n\n")
    with pytest.raises(RecordError, match="more than one"):
        read_game("e8-c8\n\ne8-c8", variant="linnaeus-tablut")
    with pytest.raises(RecordError, match="name the variant"):
        read_game("e8-c8")


def test_what_a_dialect_loses() -> None:
    game = Game("linnaeus-tablut", tags={"event": "Ting"}, result=Result.DRAW)
    node = game.root.add(Move("e8", "c8"))
    game.root.add(Move("e8", "d8"))
    node.comment, node.clock = "good", "12 0i"
    assert losses(game, "otn") == losses(game, "json") == []
    assert losses(game, "pgn") == ["variations", "clocks"]
    shouting = Game("linnaeus-tablut", tags={"Event": "Ting\nand Thing"})
    assert losses(shouting, "pgn") == [
        "capital letters in the names of tags",
        "line breaks in tags",
    ]
    assert losses(shouting, "otn") == []
    assert losses(game, "nielsen") == ["variations", "comments", "clocks"]
    assert losses(game, "walker") == ["variations", "comments", "clocks", "tags", "the result"]


def test_every_board_of_a_tree() -> None:
    game = Game("linnaeus-tablut")
    node = game.root.add(Move("e8", "c8"))
    other = game.root.add(Move("e8", "d8"))
    assert other.board().fen() == _after("e8-d8")
    assert node.add(Move("e7", "b7")).board().fen() == _after("e8-c8", "e7-b7")
    assert game.board(other).fen() == _after("e8-d8")


def _after(*moves: str) -> str:
    board = Board("linnaeus-tablut")
    for move in moves:
        board.push_str(move)
    return board.fen()
