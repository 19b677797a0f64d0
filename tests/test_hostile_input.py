"""Bad input of every kind: an error that says what is wrong, never a crash or a changed board."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import strategies as own
import tafl
from crashes import CRASHES, script_of
from mutations import checked_message, fuzz_texts, shown
from tafl import (
    Board,
    FenError,
    IllegalMoveError,
    IllegalReason,
    InvalidMoveError,
    Move,
    Position,
    RecordError,
    RulesError,
    Side,
    Square,
    Symmetry,
    TaflError,
    UnknownVariantError,
    Variant,
    notation,
    pickling,
    verify,
)

HERE = Path(__file__).parent
MEGABYTE = 1 << 20


@pytest.fixture
def full(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--full", default=False))


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> random.Random:
    return random.Random(own.run_seed(request))


def run_python(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs Python on its own, so that a crash of it is a failing test and no more."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE), *sys.path])}
    return subprocess.run(
        [sys.executable, "-X", "faulthandler", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
    )


# Parsers.


def check_parser(
    rng: random.Random,
    parse: Callable[[str], object],
    valid: Callable[[], str],
    count: int,
    errors: tuple[type[TaflError], ...],
    unchanged: Callable[[], None] = lambda: None,
) -> None:
    """Puts texts through a parser: valid ones are read, others are read or refused well."""
    accepted = 0
    for text, known in fuzz_texts(rng, valid, count):
        try:
            parse(text)
        except errors as error:
            check_refusal(error, known, shown(text))
            check_attributes(error, text)
            unchanged()
        except BaseException as error:
            raise AssertionError(f"{type(error).__name__} for {shown(text)}: {error}") from error
        else:
            accepted += 1
    assert accepted * 3 >= count


def check_refusal(error: TaflError, known: bool, what: str) -> None:
    assert not known, f"refused {what}: {error}"
    checked_message(error)


def check_attributes(error: TaflError, text: str) -> None:
    if isinstance(error, FenError):
        assert 0 <= error.position <= len(text), shown(text)
    elif isinstance(error, IllegalMoveError):
        assert isinstance(error.reason, IllegalReason)
    elif isinstance(error, RecordError):
        assert error.line >= 1
        assert error.column >= 0


def test_squares(rng: random.Random) -> None:
    names = [str(square) for square in own.all_squares(19)]

    def parse(text: str) -> None:
        assert str(Square(text)) == text.lower()

    def valid() -> str:
        name = rng.choice(names)
        return name.upper() if rng.random() < 0.3 else name

    check_parser(rng, parse, valid, 100_000, (InvalidMoveError,))


def test_moves(rng: random.Random) -> None:
    names = [str(square) for square in own.all_squares(19)]

    def parse(text: str) -> None:
        assert str(Move.parse(text)) == text.lower()

    check_parser(
        rng,
        parse,
        lambda: f"{rng.choice(names)}-{rng.choice(names)}",
        100_000,
        (InvalidMoveError,),
    )


STYLES = ("otn", "walker")


def texts_of_moves(rng: random.Random, board: Board) -> list[str]:
    """Legal moves of a board in the notations that it reads."""
    texts = []
    for move in board.legal_moves:
        piece = board.piece_at(move.from_square)
        assert piece is not None
        taken = "".join(
            ("x" if i == 0 else rng.choice("x/")) + str(square)
            for i, square in enumerate(board.captures(move))
        )
        text = f"{move.from_square}{rng.choice(('-', ''))}{move.to_square}"
        texts.append(text)
        mark = notation.read_move(notation.write_move(board, move, rng.choice(STYLES))).mark
        texts.append(rng.choice((text, text.upper())) + taken + rng.choice(("", mark)))
        texts.append(own.LETTERS[piece] + text)
        side = board.turn.value.removesuffix("s")
        texts.append(f"play {side} {move.from_square} {move.to_square}")
    return texts


def test_moves_on_a_board(rng: random.Random) -> None:
    boards: list[Board] = []
    while len(boards) < 20:
        board = own.random_board(rng, rng.choice(own.BUILT_IN), 20)
        if board.legal_moves:
            boards.append(board)
    for board in boards:
        before = own.snapshot(board)
        texts = texts_of_moves(rng, board)

        def push_and_pop(text: str, board: Board = board) -> None:
            move = board.push_str(text)
            assert board.pop() == move

        def unchanged(board: Board = board, before: tuple[object, ...] = before) -> None:
            assert (board.fen(), board.ply, board.repetitions()) == (
                before[0],
                before[5],
                before[4],
            )

        for parse in (board.parse_move, push_and_pop):
            check_parser(
                rng,
                parse,
                lambda texts=texts: rng.choice(texts),  # type: ignore[misc]
                2_500,
                (InvalidMoveError, IllegalMoveError),
                unchanged,
            )
        assert own.snapshot(board) == before


def test_position_strings(rng: random.Random) -> None:
    for variant in [*own.BUILT_IN, own.random_variant(rng, 5), own.random_variant(rng, 19)]:
        texts = [own.random_position_text(rng, variant) for _ in range(300)]
        texts += [text.split(" ")[0] for text in texts[:100]]

        def parse(text: str, variant: Variant = variant) -> None:
            board = Board(variant, fen=text)
            assert Board(variant, fen=board.fen()).position == board.position
            assert text.startswith(board.fen().split(" ")[0][:1])

        check_parser(
            rng,
            parse,
            lambda texts=texts: rng.choice(texts),  # type: ignore[misc]
            100_000 // (len(own.BUILT_IN) + 2) + 1,
            (FenError,),
        )


def test_variant_texts(rng: random.Random, full: bool) -> None:
    minimal = [
        "\n".join(
            f"{key} = {value}"
            for key, value in (
                ("board.size", "5"),
                ("board.start", '"/2t2/2T2/tTKTt/2T2/2t2/"'),
                ("king.capture", rng.choice(('"two"', '"four"'))),
                ("king.armed", rng.choice(("true", "false", '"anvil"'))),
                ("throne.hostile_empty", rng.choice(("[]", '["king", "attacker"]'))),
                ("end.repetition_count", rng.choice(("2", "3", "0x10", "1_0"))),
                ("camps.groups", rng.choice(("[]", '[["a1", "b1"], ["e5"]]'))),
            )
        )
        for _ in range(100)
    ]
    notes = (
        '\n[[options]]\nvalues = {"king.capture" = "two"}\nsource = "s"\nnote = "n"\n'
        '[provenance]\n"king.capture" = {status = "attested", source = "s"}\n'
    )
    texts = minimal + [text + notes for text in minimal]
    texts += [own.random_variant(rng, 5).to_toml() for _ in range(20)]
    texts += [variant.to_toml() for variant in own.BUILT_IN] if full else []

    def parse(text: str) -> None:
        variant = Variant.from_toml(text)
        assert Variant.from_toml(variant.to_toml()) == variant

    count = 100_000 if full else 6_000
    check_parser(rng, parse, lambda: rng.choice(texts), count, (RulesError,))


@pytest.mark.parametrize(
    "value",
    [
        "1979-05-27",
        "07:32:00",
        "{ a = 1979-05-27 }",
        "0x" + "f" * 5000,
        "[" * 100 + "]" * 100,
        "[" * 400 + "]" * 400,
        "1" * 5000,
        "nan",
        "-inf",
        '"\\u0000"',
    ],
)
@pytest.mark.parametrize("key", ["king.capture", "options", "provenance", "summary", "id"])
def test_values_that_toml_knows_and_rules_do_not(key: str, value: str) -> None:
    start = '[board]\nsize = 5\nstart = "/2t2/2T2/tTKTt/2T2/2t2/"\n'
    text = {
        "king.capture": f"{start}[king]\ncapture = {value}",
        "options": f'{start}[[options]]\nvalues = {{k = {value}}}\nsource = ""\nnote = ""',
        "provenance": f"{start}[provenance]\n'king.armed' = {value}",
    }.get(key, f"{key} = {value}\n{start}")
    try:
        variant = Variant.from_toml(text)
    except RulesError as error:
        checked_message(error)
    else:
        assert Variant.from_toml(variant.to_toml()).options == variant.options or "nan" in value


def random_value(rng: random.Random, depth: int = 0) -> Any:
    """A value of some type, as a caller might pass it for a rule."""
    kind = rng.randrange(9 if depth < 3 else 7)
    if kind < 2:
        return rng.choice(
            ("two", "king", "edge", "draw", "attacker", "a1", "j10", "", *hostile_texts)
        )
    if kind == 2:
        return rng.choice((True, False))
    if kind == 3:
        return rng.choice(
            (0, 1, 2, 3, -1, 5, 9, 10, 19, 21, 1000, 1001, 2**31, 2**63, 2**64, -(2**70))
        )
    if kind == 4:
        return rng.choice((None, 1.0, float("nan"), b"two", 1j, {"a": 1}, {"king"}, object(), Side))
    if kind == 5:
        return rng.choice(
            (["king"], ["king", "king"], ["attacker", "defender"], [], (), ["a1", "e5"])
        )
    if kind == 6:
        return rng.choice(([["a1"]], [["a1"], ["a1"]], [[]], [["b2", "b2"]], [["s19"]], [["A1"]]))
    container = rng.choice((list, tuple))
    return container(random_value(rng, depth + 1) for _ in range(rng.randint(0, 3)))


hostile_texts = ("\0", "\ud800", "TWO", "two ", "a" * 300, "\u00e9" * 100, "a\u0661")


def test_rule_values(rng: random.Random, full: bool) -> None:
    valid = [
        (key, value)
        for variant in [*own.BUILT_IN, *(own.random_variant(rng, 9) for _ in range(20))]
        if variant.size == 9
        for key, value in variant.rules.items()
        if key
        not in ("board.start", "corners.squares", "king.escape", "throne.exists", "camps.inert")
    ]
    base = Variant("linnaeus-tablut").replace({"throne.linnaean_capture": False})
    before = (base.to_toml(), dict(base.rules), hash(base))
    keys = [*base.rules, "king.captur", "", "king", *hostile_texts]
    count = 100_000 if full else 20_000
    accepted = keyless = 0
    for i in range(count):
        known = i % 3 == 0
        key, value = rng.choice(valid) if known else (rng.choice(keys), random_value(rng))
        try:
            changed = base.replace({key: value})
        except RulesError as error:
            check_refusal(error, known, f"{key!a} = {value!r}")
            keyless += not error.key and key != ""
        except BaseException as error:
            raise AssertionError(f"{type(error).__name__}, {key!a}: {value!r}") from error
        else:
            accepted += 1
            if i % 50 == 0:
                assert Variant.from_toml(changed.to_toml()) == changed
    assert accepted * 3 >= count
    assert keyless == 0
    assert (base.to_toml(), dict(base.rules), hash(base)) == before


@pytest.mark.parametrize("prefix", range(2))
def test_unknown_rule_keys_of_any_text(prefix: int) -> None:
    for character in ("\0", "\ud800", "\u00e9", "\u2028", "\U0001f451", "\x7f", '"', "\n"):
        for length in (1, 20, 32, 33, 64, 65, 200):
            key = "a" * prefix + character * length
            with pytest.raises(RulesError) as caught:
                Variant("tablut").replace({key: True})
            checked_message(caught.value)
            assert caught.value.key


def test_perft_tables(rng: random.Random, full: bool) -> None:
    def valid() -> str:
        blocks = []
        for _ in range(rng.randint(1, 3)):
            variant = rng.choice(own.BUILT_IN)
            lines = [f"id {rng.choice(('', 'x y', 'one'))}", f"variant {variant.id}"]
            if rng.random() < 0.5:
                lines.append(f"fen {own.random_position_text(rng, variant)}")
            lines += ["perft 1 20", "perft  2 18446744073709551615 # comment"]
            if rng.random() < 0.5:
                lines.append("divide 1 a1-b1=3 b1-c1=4")
            blocks.append("\n".join(lines) + "\n")
        return "\n".join(blocks)

    def parse(text: str) -> None:
        blocks = list(verify.parse_table(text.splitlines()))
        again = list(verify.parse_table("".join(map(verify.write_block, blocks)).splitlines()))
        assert [block.perft for block in again] == [block.perft for block in blocks]

    count = 100_000 if full else 20_000
    check_parser(rng, parse, valid, count, (RecordError,))


def test_names_of_variants(rng: random.Random, full: bool) -> None:
    names = [name for variant in own.BUILT_IN for name in (variant.id, *variant.aliases)]
    check_parser(
        rng,
        Board,
        lambda: rng.choice(names),
        20_000 if full else 2_000,
        (UnknownVariantError,),
    )


@pytest.mark.parametrize("filler", ["a", "9", "/", "e5-", "\0", "\ud800", "[", "x = 1\n", "e8-c8x"])
def test_long_texts_are_refused_at_once(filler: str) -> None:
    text = filler * (MEGABYTE // len(filler))
    board = Board("linnaeus-tablut")
    before = own.snapshot(board)
    calls: list[Callable[[str], object]] = [
        Square,
        Move.parse,
        Variant,
        Board,
        Variant.from_toml,
        lambda text: Move(text, "a1"),
        lambda text: Board("tablut", fen=text),
        lambda text: Board("tablut", fen="/" + text),
        lambda text: Board("tablut", fen=board.fen() + text),
        lambda text: board.variant.replace({"board.start": text}),
        lambda text: board.variant.replace({"king.capture": text}),
        lambda text: board.variant.replace({text: True}),
        lambda text: board.variant.replace({}, id=text + "\n"),
        lambda text: board.variant.replace({"corners.squares": [text] * 3}),
        board.push_str,
        board.parse_move,
        board.piece_at,
        board.legal_moves_from,
        lambda text: board.with_piece(text, None),
        lambda text: list(verify.parse_table([text])),
    ]
    for call in calls:
        with pytest.raises(TaflError) as caught:
            call(text)
        checked_message(caught.value)
    assert own.snapshot(board) == before


# Calls of every kind, in processes of their own.


def test_random_sequences_of_calls(rng: random.Random, full: bool) -> None:
    seed = rng.randrange(2**32)
    count = 100_000 if full else 10_000
    done = run_python(str(HERE / "hostile_calls.py"), str(seed), str(count))
    assert done.returncode == 0, f"seed {seed}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    assert done.stdout.split()[:2] == [str(count), "sequences"]


def test_every_call_with_every_argument() -> None:
    done = run_python(str(HERE / "hostile_calls.py"), "systematic")
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]


@pytest.mark.parametrize("name", CRASHES)
def test_what_might_crash(name: str) -> None:
    done = run_python("-c", script_of(name))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("alive\n")


# Objects that are not what they seem.


def test_objects_without_init() -> None:
    done = run_python(str(HERE / "hostile_calls.py"), "blank")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


@pytest.mark.parametrize(
    ("type_", "arguments"),
    [(Board, ["tablut"]), (Position, ["tablut"]), (Variant, ["tablut"]), (Square, ["a1"]),
     (Move, ["a1", "b2"])],
)  # fmt: skip
def test_subclasses(type_: Any, arguments: list[str]) -> None:
    class Forgetful(type_):  # type: ignore[misc]
        def __init__(self) -> None:
            pass

    class Plain(type_):  # type: ignore[misc]
        pass

    with pytest.raises(TypeError, match="__init__"):
        Forgetful()
    value = Plain(*arguments)
    assert value == type_(*arguments)
    assert type_(*arguments) == value
    assert str(value) != ""


def test_a_subclass_of_variant_stays_with_its_owner() -> None:
    class Louder(Variant):
        @property
        def id(self) -> str:
            return "LOUD"

    louder = Louder("saami-tablut")
    assert louder.id == "LOUD"
    for _ in range(3):
        assert type(Variant("saami-tablut")) is Variant
        assert type(Board("saami-tablut").variant) is Variant
        assert Board("saami-tablut").variant.id == "saami-tablut"


def test_objects_that_lie_about_their_class() -> None:
    board = Board("tablut")
    before = own.snapshot(board)

    def liar(type_: Any) -> Any:
        class Liar:
            __class__ = type_

        return Liar()

    with pytest.raises(TypeError):
        board.push(liar(Move))
    with pytest.raises(TypeError):
        board.piece_at(liar(Square))
    with pytest.raises(TypeError):
        Board(liar(Variant))
    with pytest.raises(TypeError):
        tafl.perft(liar(Board), 1)
    with pytest.raises(TypeError):
        board.with_turn(liar(Side))
    assert board != liar(Board)
    assert liar(Move) not in board.legal_moves
    assert own.snapshot(board) == before


def test_init_twice_changes_nothing() -> None:
    board = Board("linnaeus-tablut")
    board.push_str("e8-c8")
    before = own.snapshot(board)
    values: list[Any] = [board, board.position, board.variant]
    for value in values:
        shown_before = repr(value)
        try:
            value.__init__("saami-tablut")
        except TypeError as error:
            checked_message(error)
        assert repr(value) == shown_before
    move, square = Move("a1", "b2"), Square("a1")
    again: list[Callable[[], object]] = [
        lambda: move.__init__("c3", "d4"),  # type: ignore[misc]
        lambda: square.__init__("c3"),  # type: ignore[misc]
    ]
    for call in again:
        try:
            call()
        except TypeError as error:
            checked_message(error)
    assert (str(move), str(square)) == ("a1-b2", "a1")
    assert own.snapshot(board) == before


# Pickles.


class Forged:
    """Pickles as a call of what it is given, like a pickle that somebody has tampered with."""

    def __init__(self, *reduced: Any) -> None:
        self.reduced = reduced

    def __reduce__(self) -> tuple[Any, ...]:
        return self.reduced


def blank(type_: Any) -> Any:
    return type_.__new__(type_)


BAD_STATES: list[Any] = [
    (), (None,), (None, None, None), ("tablut",), ("tablut", None), ("nonsense", None, ""),
    ("tablut", "/9/", ""), ("tablut", None, "e8"), ("tablut", None, "e8-c8"),
    ("tablut", None, "a1-b1"), ("tablut", None, " "), ("tablut", None, "\0"),
    ("tablut", None, "\ud800"), ("tablut", None, None), ("tablut", None, 5),
    ("tablut", None, b"\xff"), ("tablut", None, ["e8-c8"]), ("tablut", 5, ""),
    ("tablut", None, "", ""), (object, None, ""), "abc", b"abc", 5, {"a": 1}, [1, 2, 3],
]  # fmt: skip


@pytest.mark.parametrize("state", BAD_STATES, ids=lambda state: ascii(state)[:40])
def test_bad_state_of_a_board(state: Any) -> None:
    board: Any = Board("tablut")
    before = own.snapshot(board)
    arguments = state if isinstance(state, tuple) else (state,)
    forged = Forged(pickling.rebuild_board, (Board, *arguments))
    calls: list[Callable[[], object]] = [
        lambda: pickle.loads(pickle.dumps(forged)),
        lambda: pickling.rebuild_board(Board, *arguments),
        lambda: pickling.rebuild_board(state, Board("tablut").variant, board.fen(), ""),
    ]
    for call in calls:
        try:
            call()
        except (TaflError, TypeError) as error:
            checked_message(error)
    assert own.snapshot(board) == before


def test_forged_pickles() -> None:
    board = Board("linnaeus-tablut")
    board.push_str("e8-c8")
    values: list[Any] = [
        board.position, board.variant, Square("a1"), Move("a1", "b2"),
        board.position.legal_moves[0].from_square,
    ]  # fmt: skip
    junk: list[Any] = [
        None, 5, -1, 2**70, "x", "\ud800", "\0", b"x", [], [5], {}, {"king.capture": 5}, (), 1.5,
    ]  # fmt: skip
    for value in values:
        maker, arguments = value.__reduce__()[:2]
        assert pickle.loads(pickle.dumps(Forged(maker, arguments))) == value
        forgeries = [arguments[:i] for i in range(len(arguments))] + [(*arguments, None)]
        for i in range(len(arguments)):
            forgeries += [(*arguments[:i], each, *arguments[i + 1 :]) for each in junk]
        for forged in forgeries:
            try:
                made = pickle.loads(pickle.dumps(Forged(maker, forged)))
                assert isinstance(repr(made), str)
                assert pickle.loads(pickle.dumps(made)) == made
            except (TaflError, TypeError) as error:
                checked_message(error)


def test_cut_and_garbled_pickles(rng: random.Random) -> None:
    board = Board("linnaeus-tablut")
    for text in ("e8-c8", "e7-f7"):
        board.push_str(text)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        data = pickle.dumps(board, protocol)
        for length in range(0, len(data), 7):
            with pytest.raises((pickle.UnpicklingError, EOFError, ValueError)):
                pickle.loads(data[:length])
        # Only texts are garbled: other bytes are for the unpickler to judge, not for us.
        for text in (board.variant.start_fen, "e8-c8 e7-f7", "linnaeus-tablut", "four-near-throne"):
            place = data.index(text.encode())
            for _ in range(200):
                at = place + rng.randrange(len(text))
                garbled = data[:at] + bytes([rng.randrange(1, 128)]) + data[at + 1 :]
                try:
                    twin = pickle.loads(garbled)
                except (TaflError, TypeError) as error:
                    checked_message(error)
                else:
                    assert pickle.loads(pickle.dumps(twin)) == twin


# Files.


def test_files_that_are_no_variant(tmp_path: Path) -> None:
    contents = {
        "empty": b"", "binary": bytes(range(256)), "latin": "name = '\u00e9'".encode("latin-1"),
        "utf-16": "size = 5".encode("utf-16"), "nul": b"\0" * 1000, "bom": b"\xef\xbb\xbfx = 1",
        "cut": Variant("tablut").to_toml().encode()[:500],
    }  # fmt: skip
    paths = [tmp_path, tmp_path / "absent.toml", tmp_path / "\ud800", Path("a\0b"), Path()]
    for name, content in contents.items():
        paths.append(tmp_path / f"{name}.toml")
        paths[-1].write_bytes(content)
    for path in paths:
        with pytest.raises(RulesError) as caught:
            Variant.from_toml(path)
        checked_message(caught.value)
        assert path.name in str(caught.value)


# Long games.


def test_a_game_of_ten_thousand_plies() -> None:
    base = Variant("linnaeus-tablut")
    cycle = [Move.parse(text) for text in ("e8-c8", "e7-f7", "c8-e8", "f7-e7")]
    for rules in (
        {"end.repetition": "none"},
        {"end.repetition": "draw", "end.repetition_count": 1000},
        {"end.repetition": "forbidden", "end.repetition_count": 1000},
        {"end.repetition": "aggressor-loses", "end.repetition_count": 1000},
    ):
        board = Board(base.replace(rules))
        plies = 10_000 if rules["end.repetition"] == "none" else 3_900
        for i in range(plies):
            board.push(cycle[i % 4])
        assert board.ply == plies
        assert board.repetitions() == plies // 4 + 1
        twin = pickle.loads(pickle.dumps(board))
        assert (twin.ply, twin.repetitions()) == (plies, plies // 4 + 1)
        turned = board.transform(Symmetry.ROTATE_90)
        assert turned.repetitions() == plies // 4 + 1
        while board.ply:
            board.pop()
        assert board == Board(board.variant)
        assert (board.repetitions(), twin.ply) == (1, plies)
