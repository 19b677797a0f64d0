"""What records get wrong: each fault of each dialect is found where it is."""

from __future__ import annotations

import copy
import io
import os
import pickle
import random
from pathlib import Path
from typing import Any

import pytest

import tafl
from tafl import IllegalReason, RecordError, TaflError, Variant
from tafl.notation import write_move
from tafl.record import Game, Result, read_game, read_games, write_game, write_games

TABLUT = "linnaeus-tablut"
RULES = Variant(TABLUT).to_otn()
HEAD = f"[rules:{RULES}]\n\n"


def refused(text: str, dialect: str | None = None, variant: str | None = TABLUT) -> RecordError:
    """The error that reading stops with; collected, it is the first of the game's."""
    with pytest.raises(RecordError) as caught:
        list(read_games(text, dialect, variant))
    collected = [
        error
        for game in read_games(text, dialect, variant, on_error="collect")
        for error in game.errors
    ]
    assert (str(collected[0]), collected[0].ply) == (str(caught.value), caught.value.ply)
    return caught.value


@pytest.mark.parametrize(
    ("text", "line", "column", "ply", "what"),
    [
        # moves
        ("1. e8-c8 a4-b4", 1, 10, 1, "not a piece of the defenders"),
        ("1. e8-c8\n2. e7-b7 x", 2, 10, 2, 'found "x"'),
        ("e8-c8 e7-b7xb8", 1, 7, 1, "e7-b7xb8: found captures of b8, but the move captures no"),
        ("e8-c8 Ke7-b7", 1, 7, 1, "found the letter of the king, but on e7 stands the defender"),
        ("e8-c8++", 1, 1, 0, "found the mark ++, but the rules give none"),
        ("e8-c8 e7-b7 --- f9-f8", 1, 17, 2, 'found "f9-f8" after ---, expected the end'),
        ("1. ce6^e8", 1, 4, 0, "piece letter c"),
        ("1. e6^e8", 1, 4, 0, "jumps and berserk moves"),
        ("z1-z2 a", 1, 1, 0, "expected a move such as e5-e8"),
        # turns
        ("1. e8-c8 e7-b7\n3. f9-f8", 2, 1, None, "found turn 3, expected turn 2"),
        ("1. e8-c8 ..... f9-f8", 1, 10, None, "expected a move such as e5-e8"),
        ("1. e8-c8 e7-b7 2. 3. f9-f8", 1, 19, None, "found turn 3, expected a move of turn 2"),
        ("1. e8-c8 [a", 1, 10, None, "[ that is not closed"),
        ("1. [a] e8-c8", 1, 4, None, "comment before the first move"),
        # variations
        ("1. e8-c8 e7-b7\n1c.1.1a f9-f8", 2, 1, None, "address 1c"),
        ("1. e8-c8 e7-b7\n1b.1.1a f9-f8", 2, 1, None, "expected the variation to begin"),
        ("1. e8-c8 e7-b7\n1a.1.2a f9-f8", 2, 1, None, "expected the variation to begin"),
        ("1. e8-c8 e7-b7\n1a.1.1a.1.1a f9-f8", 2, 1, None, "expected one of a move further up"),
        ("1. e8-c8 e7-b7\n1a.1.1a", 2, 1, None, "expected moves"),
        ("1. e8-c8 e7-b7\n1a.1.1a e8-d8\n1a.1.3a f9-f8", 3, 1, None, "to go on with turn 2"),
        ("1. e8-c8 e7-b7\n1b.1.1a ..... e8-d8", 2, 15, 1, "no piece on e8"),
        ("1. e8-c8 e7-b7\n1b.1.1a ..... e7-c7\n[x|y]", 3, 1, None, "shared with the parent"),
        # tags
        ("[event:a]\n[event:b]\n\n1. e8-c8", 2, 1, None, "the tag event twice"),
        ("[result:?] [result:1]\n", 1, 12, None, "the tag result twice"),
        ("[result:won]\n1. e8-c8", 1, 1, None, "expected 1, -1, 0, ?"),
        ("[no tag at all]\n", 1, 1, None, "expected a tag such as"),
        ("[result:-1]\n1. e8-c8 ---", 1, 1, 1, "the record ends with resigned: the defenders lose"),
        # commands
        ("play attacker e8 c8\nplay attacker e7 b7", 2, 1, 1, "found a move of the attackers"),
        ("play attacker e8 c8\nplay attacker resigns", 2, 1, 1, "found a move of the attackers"),
        ("play attacker e8 c8\nundo", 2, 1, None, "expected a command"),
        # PGN
        ('[Event "x"]\n1. e8c8 (e8d8)', 2, 9, None, "variations are not supported"),
        ('[Event x]\n[Event "y"]\n', 1, 1, None, "expected a tag"),
        ('[Result "1-0"]\n1. e8c8 0-1\n', 2, 9, None, "but the tag says defenders"),
        ('[Event "x"]\n1. e8c8 {a', 2, 9, None, "{ that is not closed"),
        ('[Event "x"]\n1. e8c8 * e7b7', 2, 10, None, "after the result"),
        # JSON
        ("{", 1, 2, None, "not JSON"),
        ('{"format": "x"}', 1, 2, None, 'expected "tafl-game"'),
        ('{"format": "tafl-game", "node": []}', 1, 25, None, "expected one of the keys"),
        ('{"moves": "e8-c8", "result": "white"}', 1, 20, None, "expected one of 'attackers'"),
        ('{"moves": "e8-c8", "result": false}', 1, 20, None, "expected one of 'attackers'"),
        ('{"moves": "e8-c8 a4-b4"}', 1, 18, 1, "not a piece of the defenders"),
        ('{"moves": "e8-c8", "final": "/9/9/9/9/9/9/9/9/9/"}', 1, 20, 1, "but the moves give"),
        ('{"moves": "e8-c8", "x": "\\ud800"}', 1, 1, None, "not JSON that can be read"),
        ('{"moves": "e8-c8", "more": []}', 1, 20, None, "expected a text or a number"),
        # logs
        ("FINE: Stato:\nOOX\n", 2, 1, None, "expected a row of the letters"),
        ("FINE: Stato:\nOOO\n-\nX\n", 4, 1, None, "found the turn 'X'"),
        ("FINE: Stato:\nOOO\n", 2, 1, None, "found the end in a state"),
    ],
)  # fmt: skip
def test_fault(text: str, line: int, column: int, ply: int | None, what: str) -> None:
    error = refused(text)
    assert what in str(error)
    assert (error.line, error.column, error.ply) == (line, column, ply)


def nodes(text: str, **more: object) -> str:
    import json

    return json.dumps({"format": "tafl-game", "nodes": json.loads(text), **more})


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (nodes('[{"move": ["e8"]}]'), "expected two squares"),
        (nodes('[{"move": ["e8", "c 8"]}]'), "expected a square"),
        (nodes('[{"move": ["e8", "c8"], "captures": ["c7"]}]'), "found captures of c7"),
        (nodes('[{"move": ["e8", "c8"], "parent": 0}]'), "expected the number of a node before"),
        (nodes('[{"move": ["e8", "c8"], "parent": true}]'), "expected the number of a node"),
        (nodes('[{"move": ["e8", "c8"], "comment": 1}]'), "expected a text"),
        (nodes('[{"move": ["e8", "c8"], "clock": "noon"}]'), "expected one such as 3600"),
        (nodes('[{"move": ["e8", "c8"], "resigned": 1}]'), "expected true or false"),
        (nodes('[{"move": ["e8", "c8"], "mark": "+"}]'), "expected an object with keys"),
        (nodes('[{"move": ["e8", "c8"], "captures": "c7"}]'), "expected a list of squares"),
        (nodes("[1]"), "expected an object with keys"),
        (nodes("{}"), "expected a list of objects"),
        (nodes("[]", root={"move": ["e8", "c8"]}), "expected an object with keys"),
        (nodes("[]", outcome=5), "expected an object with keys"),
        (nodes("[]", outcome={"winner": "x", "termination": "y"}), "expected null or an object"),
        (
            nodes("[]", outcome={"winner": "attackers", "termination": "king captured"}),
            "found the outcome attackers (king captured), but the rules give none",
        ),
        (nodes("[]", tags=3), "expected an object of texts"),
        (nodes("[]", tags={"event": 3}), "expected a text"),
        (nodes("[]", start="/9/"), "position: "),
        (nodes('[{"move": ["e8", "c8"]}]', root={"resigned": True}), "no move after it"),
    ],
)
def test_fault_of_json(text: str, what: str) -> None:
    assert what in str(refused(text))


def test_an_outcome_of_null_is_none() -> None:
    move = '[{"move": ["e8", "c8"]}]'
    assert read_game(nodes(move, outcome=None), variant=TABLUT).outcome is None


def test_reason_of_an_illegal_move() -> None:
    assert refused("e8-c8 e8-d8").reason is IllegalReason.NO_PIECE
    assert refused("e8-c8 e7-e7").reason is IllegalReason.NOT_IN_LINE
    assert refused("e8-c8xa1").reason is None


def test_a_fault_ends_the_line_it_is_in_and_nothing_else() -> None:
    text = "1. e8-c8 e7-b7\n1b.1.1a ..... e7-e8\n[|lost]\n1b.2.1a ..... e6-e5\n2. f9-f8 b7-b8\n\n"
    [game] = read_games(text, variant=TABLUT, on_error="collect")
    assert [error.line for error in game.errors] == [4]
    assert [str(move) for move in game.moves] == ["e8-c8", "e7-b7", "f9-f8", "b7-b8"]
    assert [len(node.variations) for node in (game.root, game.root.variations[0])] == [1, 2]
    text = "1. e8-c8 e7-b7\n2. a4-a9 b7-b8\n2a.1.1a f9-f8\n2b.1.1a ..... e3-e4\n\n"
    [game] = read_games(text, variant=TABLUT, on_error="collect")
    assert [error.line for error in game.errors] == [2]
    assert [str(move) for move in game.moves] == ["e8-c8", "e7-b7", "f9-f8"]


def moves_with_captures() -> list[str]:
    """Moves of a game in which at least two capture, each with what it captures."""
    rng = random.Random(1)
    while True:
        board = tafl.Board(TABLUT)
        words = []
        while board.legal_moves and board.ply < 80:
            move = rng.choice(board.legal_moves)
            words.append(write_move(board, move, "nielsen"))
            board.push(move)
        if board.king is not None and sum("x" in word for word in words) > 1:
            return words


def test_whether_captures_are_stated_is_known_at_the_end() -> None:
    words = moves_with_captures()
    first = next(i for i, word in enumerate(words) if "x" in word)
    silent = [word.partition("x")[0] for word in words]
    for whole in (words, silent):
        assert len(read_game(" ".join(whole), variant=TABLUT).moves) == len(words)
    # A later move states what it captures: then this one should have.
    error = refused(" ".join([*words[:first], silent[first], *words[first + 1 :]]))
    assert "found captures of nothing" in str(error)
    assert error.ply == first


def test_stated_captures_are_a_set() -> None:
    start = "[position:/9/9/9/9/4K4/9/4T4/4t4/3T1t3/ d]\n"
    for captures in ("xe8", "xe8xe8", "xe8/e8", "xte8"):
        game = read_game(f"[rules:{RULES}]\n{start}\n1. d9-e9{captures}\n\n\n")
        assert len(game.moves) == 1
        assert len(game.remarks) == (1 if captures in ("xe8xe8", "xe8/e8") else 0)
    error = refused(f"[rules:{RULES}]\n{start}\n1. d9-e9xTe8\n", variant=None)
    assert "found the letter of the defender, but on e8 stands the attacker" in str(error)


def test_a_wrong_plus_is_odd_and_a_wrong_double_plus_wrong() -> None:
    [game] = read_games("1. e8-c8+ e7-b7-\n\n", variant=TABLUT)
    assert [remark.message for remark in game.remarks] == [
        "e8-c8: found the mark +, but the rules give none",
        "e7-b7: found the mark -, but the rules give none",
    ]
    assert [(remark.ply, remark.column) for remark in game.remarks] == [(0, 4), (1, 11)]
    assert "found the mark --" in str(refused("1. e8-c8--"))


def test_marks_mean_other_things_in_other_notations() -> None:
    # By his last move the king is caught between two: in OTN that is nothing, for Walker a loss.
    head = f"[rules:{RULES}]\n[position:/9/4K4/9/9/9/9/9/9/t8/ d]\n\n"
    assert read_game(f"{head}1. Ke2-e1--\n\n\n").outcome is not None
    board = tafl.Board(TABLUT, "/9/4K4/9/9/9/9/9/9/t8/ d")
    assert board.parse_move("e2-e1--") == board.parse_move("E2-E1++") == tafl.Move("e2", "e1")
    assert board.parse_move("e2-e1++", "walker") == board.parse_move("e2-e1--", "otn")
    for text, dialect in (("e2-e1++", "otn"), ("e2-e1--", "walker"), ("e2-e1-", "walker")):
        with pytest.raises(tafl.InvalidMoveError, match="found the mark"):
            board.parse_move(text, dialect)


def test_result_and_outcome_must_agree() -> None:
    head = f"[rules:{RULES}]\n[position:/9/4K4/9/9/9/9/9/9/t8/ d]\n"
    escaped = f"[result:{{}}]\n{head}\n1. Ke2-e1--\n\n\n"
    assert read_game(escaped.format("-1")).result is Result.DEFENDERS
    assert read_game(escaped.format("?")).result is None
    for result in ("1", "0"):
        error = refused(escaped.format(result), variant=None)
        assert "but the rules give defenders (king escaped)" in str(error)
        assert (error.line, error.ply) == (1, 1)
        with pytest.raises(RecordError):  # that end is enforced everywhere
            read_game(escaped.format(result), strict=False)


def test_a_record_may_run_on_past_a_repetition() -> None:
    cycle = "a4-b4 e4-f4 b4-a4 f4-e4"
    moves = " ".join([cycle] * 3) + " a4-b4"
    variant = Variant(TABLUT).replace({"end.repetition": "draw"})
    with pytest.raises(RecordError, match="the game is over"):
        read_game(moves, variant=variant)
    game = read_game(moves, variant=variant, strict=False)
    assert [(end.ply, end.outcome.termination.value) for end in game.early_ends] == [
        (8, "repetition")
    ]
    assert len(game.moves) == 13


@pytest.mark.parametrize(
    ("changes", "record", "ply", "termination"),
    [
        (
            {"end.repetition": "forbidden", "end.repetition_count": 2},
            "1. a4-b4 e4-f4\n2. b4-a4 f4-e4\n3. a4-c4",
            4,
            tafl.Termination.REPETITION,
        ),
        (
            {"end.draw_fort": "forbidden"},
            "[position:/9/3TT4/2TK1T3/2T2T3/3TT4/9/9/9/t7t/ d]\n\n1. d3-d4 a9-b9",
            1,
            tafl.Termination.DRAW_FORT,
        ),
    ],
)
def test_what_was_played_against_a_rule_is_an_end(
    changes: dict[str, Any], record: str, ply: int, termination: tafl.Termination
) -> None:
    variant = Variant(TABLUT).replace(changes)
    with pytest.raises(RecordError, match="which the rules forbid"):
        read_game(record, variant=variant)
    game = read_game(record, variant=variant, strict=False)
    assert [(end.ply, end.outcome) for end in game.early_ends] == [
        (ply, tafl.Outcome(None, termination))
    ]


def test_taken_back_resignations() -> None:
    [game] = read_games(
        "e8-c8 resigned e7-b7 timeout f9-f8xf7\n", variant=TABLUT, on_error="collect"
    )
    assert [str(move) for move in game.moves] == ["e8-c8", "e7-b7"]
    assert [(error.ply, error.column) for error in game.errors] == [(2, 30)]
    assert [(remark.ply, remark.column) for remark in game.remarks] == [(1, 16), (2, 30)]
    assert "after resigned" in str(refused("1. e8-c8 resigned\n2. e7-b7 f9-f8\n"))


def test_reading_goes_on_with_the_next_game() -> None:
    good = "[event:good]\n" + HEAD + "1. e8-c8 e7-b7\n2. f9-f8\n\n"
    for bad in (
        "[rules:dim:4]\n\n1. e8-c8\n\n",
        "[event:x]\n[event:y]\n\n1. e8-c8\n\n",
        "[event:nothing is said of the rules]\n\n1. e8-c8\n\n",
        HEAD + "1. e8-c8 e8-d8\n\n",
        HEAD + "1. e8-c8 what?\n[comment\n2. ]\n\n",
        HEAD + "7. e8-c8\n\n",
    ):
        games = list(read_games(bad + good + bad + good, on_error="collect"))
        assert [game.tags.get("event") for game in games if not game.errors] == ["good", "good"]
        assert len(games) == 4
        assert all(repr(game) for game in games)
    wrapped = '{"moves": "e8-c8 e7-b7", "variant": "linnaeus"}\n'
    games = list(read_games(f"{{bad\n{wrapped}[]\n{wrapped}", on_error="collect"))
    assert [len(game.errors) for game in games] == [1, 0, 1, 0]


def test_what_cannot_be_read_has_no_board() -> None:
    [game] = read_games("1. e8-c8\n", on_error="collect")
    assert (list(game.moves), game.outcome, game.result, game.complete) == ([], None, None, False)
    for ask in (lambda: game.start, lambda: game.variant, lambda: game.board()):
        with pytest.raises(RecordError, match="name the variant"):
            ask()
    assert game != read_game("1. e8-c8", variant=TABLUT)


def test_games_are_told_apart() -> None:
    turns = "1. e8-c8 e7-b7\n2. f9-f8\n"
    for text, number in (
        (HEAD + turns + "[event:b]\n" + HEAD + turns, 2),
        (HEAD + turns + "\n[series:b]\n" + HEAD + turns, 2),
        (turns + turns + "\n" + turns, 3),
        ("e8-c8 e7-b7 f9-f8\ne8-c8 e7-b7 f9-f8\n", 2),
        ("e8-c8\ne7-b7\nf9-f8\n\ne8-c8\n", 2),
        ("play attacker e8 c8\n\nplay attacker e8 c8\nplay defender resigns\n", 2),
        ("1. e8c8 e7b7\n*\n1. e8c8\n1-0\n", 2),
        ('[Event "a"]\n\n1. e8c8\n[Event "b"]\n\n1. e8c8 *\n', 2),
        ('{"moves": "e8-c8"}\n{"moves": "e8-c8"}\n', 2),
    ):
        games = list(read_games(text, variant=TABLUT))
        assert len(games) == number, text
        assert all(game.complete for game in games[:-1])


def test_the_dialect_must_be_the_one_that_is_named() -> None:
    for text, dialect in (
        ("e8-c8", "otn"), ("[event:x]\n", "pgn"), ("play attacker e8 c8", "walker"), ("{}", "otn"),
        ('{"moves": ""}', "json"), ('{"format": "tafl-game"}', "nielsen"), ("FINE: x", "json"),
        ("1. e8-c8", "unibo"), ("1. e8-c8", "json"),
    ):  # fmt: skip
        error = refused(text, dialect)
        assert (error.line, error.column) == (1, 1)
        [game] = read_games(text, dialect, TABLUT, on_error="collect")
        assert game.dialect == dialect


def test_letters_of_go() -> None:
    for text in ("1. e8-c8 e7-j7\n", "e8-c8 e7-j7\n", "play attacker e8 c8\nplay defender e7 j7\n"):
        game = read_game(text, "gtp", TABLUT)
        assert [str(move) for move in game.moves] == ["e8-c8", "e7-i7"]
    error = refused("1. a6-b6 i9-i8\n", "gtp")
    assert "found the letter i" in str(error)
    assert error.column == 10


def test_a_variant_by_its_name_and_by_its_rules() -> None:
    for name in (TABLUT, "linnaeus", Variant(TABLUT).name):
        assert read_game(f"[variant:{name}]\n\n1. e8-c8\n").variant == Variant(TABLUT)
    game = read_game(f"[variant:brandubh]\n{HEAD}1. e8-c8\n")
    assert game.variant == Variant(TABLUT)
    assert game.variant.id != "brandubh"
    assert [remark.line for remark in game.remarks] == [1]
    assert "did you mean" in str(refused("[variant:linaeus]\n\n1. e8-c8\n", variant=None)).lower()


@pytest.mark.parametrize(
    ("dialect", "tags"),
    [
        ("otn", ("result", "rules", "position", "start-comment", "a b", "a]b", "", "a:b")),
        ("nielsen", ("moves", "result", "rules")),
        ("pgn", ("my tag", 'a"b', "position", "rules", "result", "black", "Result")),
    ],
)
def test_tags_that_a_dialect_has_no_place_for(dialect: str, tags: tuple[str, ...]) -> None:
    for tag in tags:
        game = Game(TABLUT, tags={tag: "x"})
        game.root.add(tafl.Move("e8", "c8"))
        with pytest.raises(TaflError, match="tag named"):
            write_game(game, dialect)


def test_a_result_by_resignation() -> None:
    game = Game(TABLUT)
    node = game.root.add(tafl.Move("e8", "c8"))
    node.resigned = True
    assert game.result is Result.ATTACKERS
    for dialect in ("otn", "json", "nielsen", "pgn", "walker"):
        text = write_game(game, dialect)
        assert read_game(text, variant=TABLUT) == game
    game.result = Result.DRAW
    with pytest.raises(TaflError, match="but the defenders resign"):
        write_game(game)
    empty = Game(TABLUT)
    with pytest.raises(TaflError, match="without moves"):
        write_game(empty, "walker")


def test_what_is_said_of_a_resignation_is_kept() -> None:
    for word in ("---", "resigned", "timeout"):
        game = read_game(f"1. e8-c8 {word}\n[I attack|good game]\n\n", variant=TABLUT)
        assert [node.comment for node in game.nodes()] == ["I attack\ngood game"]
        game = read_game(f"1. {word}\n[no]\n\n", variant=TABLUT)
        assert game.root.comment == "no"
    assert read_game(write_game(game)) == game
    [game] = read_games("1. e8-c8\n[12 3i a|12 3i b]\n\n", variant=TABLUT)
    assert [(node.clock, node.comment) for node in game.nodes()] == [("12 3i", "a|12 3i b")]
    assert [(remark.line, remark.column) for remark in game.remarks] == [(2, 1)]


def test_brackets_within_brackets() -> None:
    error = refused("1. e8-c8 e7-b7\n[nice\n2. f9-f8\n\n[event:b]\n")
    assert (error.line, error.column) == (5, 1)
    assert "brackets that begin in line 2, column 1" in str(error)
    assert read_game("1. e8-c8\n[a \\[b\\]]\n", variant=TABLUT).root.end().comment == "a [b]"


def test_what_would_be_read_otherwise_is_not_written() -> None:
    game = read_game("e8-c8 e7-b7", variant=TABLUT)
    game.tags["final"] = game.end().board().fen().split(" ")[0]
    assert "final" in write_game(game, "nielsen")
    game.tags["final"] = "/9/"
    with pytest.raises(TaflError, match="final: found"):
        write_game(game, "nielsen")
    game.tags = {"termination": "timeout"}
    again = read_game(write_game(game, "nielsen"))
    assert (again.result, again.tags) == (None, game.tags)
    game.result = Result.DEFENDERS
    assert '"moves": "e8-c8 e7-b7 timeout"' in write_game(game, "nielsen")
    assert read_game(write_game(game, "nielsen")) == game
    game.root.resigned = True
    for dialect in ("otn", "nielsen", "pgn", "walker", "json"):
        with pytest.raises(TaflError, match="after a resignation"):
            write_game(game, dialect)
    game = Game(TABLUT, tags={"a": "1", "A": "2"})
    with pytest.raises(TaflError, match="capital letters"):
        write_game(game, "pgn")
    with pytest.raises(TaflError, match="expected attackers, defenders, draw or None"):
        Game(TABLUT, result="white")


def test_a_path_as_str_is_told_from_a_text() -> None:
    for name in ("mine.otn", "games/mine.jsonl", "C:\\games\\mine.txt"):
        with pytest.raises(RecordError, match=r"pathlib\.Path"):
            read_games(name, variant=TABLUT)


def test_a_fault_in_a_tag_makes_no_second_game() -> None:
    rest = "[annotator:Ulf]\n[variant:linnaeus-tablut]\n\n1. e8-c8 e7-b7\n\n\n"
    good = "[event:good]\n" + HEAD + "1. e8-c8 e7-b7\n2. f9-f8\n\n"
    for tag in ("[result:won]", "[event:again]", "[foo]"):
        games = list(read_games(f"[event:Thing]\n{tag}\n{rest}{good}", on_error="collect"))
        assert [len(game.errors) for game in games] == [1, 0]
    rest = '[Variant "linnaeus-tablut"]\n\n1. e8c8 e7b7 *\n'
    good = f'[Event "good"]\n{rest}'
    for tag in ('[Result "won"]', "[Foo bar]", '[Event "x"]'):
        games = list(read_games(f'[Event "x"]\n{tag}\n{rest}{good}', on_error="collect"))
        assert [len(game.errors) for game in games] == [1, 0]
    text = "[event:a]\n" + HEAD + "1. e8-c8 e7-b7\n\n"
    assert len(list(read_games(text, "pgn", on_error="collect"))) == 1


def test_a_game_cut_within_brackets_leaves_the_next_one_whole() -> None:
    good = "[event:good]\n" + HEAD + "1. e8-c8 e7-b7\n2. f9-f8\n\n"
    for cut in ("[event:1\n", f"[event:1]\n[rules:{RULES[:20]}\n", HEAD + "1. e8-c8\n[oops\n\n"):
        games = list(read_games(cut + good, on_error="collect"))
        assert [game.tags.get("event") for game in games if not game.errors] == ["good"]
        assert len(games) == 2
    tags = '[Event "2"]\n[Variant "linnaeus-tablut"]\n'
    games = list(
        read_games(f"{tags}\n1. e8c8 {{half\n{tags}\n1. e8d8 {{x}} e7b7\n*\n", on_error="collect")
    )
    assert [len(game.errors) for game in games] == [1, 0]
    assert [str(move) for move in games[1].moves] == ["e8-d8", "e7-b7"]


def test_resignations_are_no_variations() -> None:
    assert "expected moves" in str(refused("1. e8-c8 e7-b7\n1b.1.1a ..... ---\n"))


def test_comments_of_pgn_may_touch_moves() -> None:
    for text in ("1. e8c8{nice} e7b7\n*\n", "1. e8c8 {nice} e7b7\n*\n"):
        game = read_game(text, "pgn", TABLUT)
        assert [node.comment for node in game.nodes()] == ["nice", ""]
    assert read_game("1. e8c8 e7b7{nice}\n*\n", "pgn", TABLUT).end().comment == "nice"


def test_repeated_keys() -> None:
    assert "the key 'moves' twice" in str(refused('{"moves": "e8-c8", "moves": "e8-d8"}'))
    assert "result twice" in str(refused('[Result "*"]\n[Result "1-0"]\n'))


def test_a_start_of_its_own() -> None:
    board = tafl.Board(TABLUT)
    board.push_str("e8-c8")
    game = Game(TABLUT, start=board.fen())
    game.root.add(tafl.Move("e7", "b7"))
    for dialect in ("otn", "nielsen", "pgn", "json"):
        assert read_game(write_game(game, dialect)) == game
    with pytest.raises(TaflError, match="expected the start of its variant"):
        write_game(game, "walker")


def test_copies_of_deep_trees() -> None:
    game = Game(Variant(TABLUT).replace({"end.repetition": "none"}))
    node = game.root
    for i in range(2_000):
        node = node.add(tafl.Move(*(("e8", "c8"), ("e7", "b7"), ("c8", "e8"), ("b7", "e7"))[i % 4]))
    node.comment = "the end"
    for again in (pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)):
        assert again == game
        assert again.end().board().ply == 2_000
        again.end().comment = "another"
        assert again != game
    plain = read_game("e8-c8 e7-b7", variant=TABLUT)
    assert pickle.loads(pickle.dumps(plain)) == plain


def test_misuse() -> None:
    game, other = Game(TABLUT), Game(TABLUT)
    node = other.root.add(tafl.Move("e8", "c8"))
    with pytest.raises(TaflError, match="another game"):
        game.board(node)
    with pytest.raises(TypeError):
        game.board("x")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="pathlib"):
        write_games([other], "games.otn")  # type: ignore[arg-type]
    with pytest.raises(TaflError, match="strict with the dialect walker, expected it with otn"):
        write_game(game, "walker", strict=True)
    game.tags["event"] = 3  # type: ignore[assignment]
    with pytest.raises(TypeError, match="tags as str"):
        write_game(game)
    node.move = None
    with pytest.raises(TaflError, match="without a move"):
        write_game(other)
    with pytest.raises(TaflError, match="without a move"):
        list(other.replay())
    with pytest.raises(TypeError, match="expected a Game, found str"):
        write_game("e8-c8")  # type: ignore[arg-type]
    with pytest.raises(TaflError, match="found the style 'pgn', expected otn or walker"):
        list(game.annotations("pgn"))
    assert (game == "e8-c8") is False


def test_nodes_say_what_they_are() -> None:
    node = Game(TABLUT).root
    node.add(tafl.Move("e8", "c8"))
    assert (repr(node), repr(node.end())) == (
        "<Node root, 1 variations>",
        "<Node e8-c8, 0 variations>",
    )


class Breaking(io.StringIO):
    """A file on a disk that fails after its first line."""

    name = "broken.txt"

    def __next__(self) -> str:  # type: ignore[override]
        if self.tell() > 0:
            raise OSError(5, "Input/output error")
        return super().__next__()


def test_a_file_that_breaks_off() -> None:
    games = read_games(Breaking("e8-c8\n\ne8-c8\n"), variant=TABLUT)
    with pytest.raises(RecordError, match=r"broken.txt: cannot be read: .*Input/output error"):
        next(games)


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "games.otn"
    path.write_text("before", encoding="utf-8")
    game = Game(TABLUT, tags={"event": "\ud800"})
    with pytest.raises(TaflError, match="half a character"):
        write_games([game], path)
    assert path.read_text(encoding="utf-8") == "before"
    assert [each.name for each in tmp_path.iterdir()] == ["games.otn"]


def test_writing_touches_no_other_file(tmp_path: Path) -> None:
    game = Game(TABLUT)
    game.root.add(tafl.Move("e8", "c8"))
    other, target, link = (tmp_path / name for name in ("a.otn.part", "a.otn", "link"))
    other.write_text("mine", encoding="utf-8")
    link.symlink_to(target)
    assert write_games([game], link) == 1
    assert link.is_symlink()
    assert read_game(target) == game
    assert other.read_text(encoding="utf-8") == "mine"
    assert len(list(tmp_path.iterdir())) == 3
    write_games([game], Path(os.devnull))
    assert not Path(os.devnull).is_file()


def test_boards_of_a_log() -> None:
    rows = ["OOO", "OKO", "OOO", "OOO", "OOO"]
    state = "FINE: Stato:\n" + "\n".join(row.ljust(5, "O") for row in rows) + "\n-\nW\n"
    inline = state.replace("Stato:\n", "Stato: ")
    variant = Variant.from_otn("dim:5 start:/5/1K3/5/5/5/ esc:e cor: tfr:i")
    for text in (state, inline, state + state, state + inline):
        assert len(read_game(text, variant=variant).moves) == 0
    with pytest.raises(RecordError, match="another board without a move"):
        read_game(state + state.replace("OKO", "KOO"), variant=variant)


def test_time_is_linear_in_the_length_of_a_line() -> None:
    """These once took time that grew with the square; each would take minutes if it still did."""
    cycle = " ".join(["e8-c8+", "e7-b7+", "c8-e8+", "b7-e7+"] * 10_000)
    variant = Variant(TABLUT).replace({"end.repetition": "none"})
    assert len(read_game(cycle, variant=variant).remarks) == 40_000
    assert len(read_game("resigned " * 400_000, variant=TABLUT).remarks) == 399_999
    game = read_game("1. e8c8 " + "{a}" * 400_000 + "\n*\n", "pgn", TABLUT)
    assert len(game.end().comment) == 799_999
    blanks = " " * 400_000
    [game] = read_games(f"FINE: Players: a vs b{blanks}c\n", on_error="collect")
    assert game.errors


def test_logs_one_after_the_other() -> None:
    rows = "\n".join(["OOOOO", "OKOOO", "OOOOO", "OOOOO", "OOOOB"])
    log = "Jun 17, 2020 8:27:33 AM it.unibo.Server <init>\nFINE: Stato:\n{}\n-\n{}\n"
    moved = rows.replace("OKO", "KOO")
    turn = f"FINE: Turn: W Pawn from b2 to a2\nFINE: Stato:\n{moved}\n-\nWW\n"
    variant = Variant.from_otn("dim:5 start:/5/1K3/5/5/4t/ esc:e cor: tfr:i")
    one, two = read_games(log.format(rows, "W") + turn + log.format(moved, "B"), variant=variant)
    assert (str(one.moves[0]), one.result) == ("b2-a2", Result.DEFENDERS)
    assert two.start.fen() == "/5/K4/5/5/4t/ a"
    assert len(two.moves) == 0
