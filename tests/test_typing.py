"""The types that users' checkers see: what a call gives, and what it refuses.

Each ``assert_type`` and each ``type: ignore`` of this file is checked by mypy, which the last test
calls, and by pyright; the calls themselves are checked by running them.
"""

# pyright: reportUnnecessaryTypeIgnoreComment=true

from __future__ import annotations

import ast
import importlib.util
import io
import re
import subprocess
import sys
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any, assert_type

import pytest

import tafl
from tafl import _core, notation, svg
from tafl.record import Game, Node, Result, read_game, read_games, write_game, write_games

STUB = Path(tafl.__file__).with_name("_core.pyi")


def test_boards() -> None:
    board = tafl.Board("brandubh")
    assert_type(board.legal_moves, tafl.MoveList)
    assert_type(board.legal_moves[0], tafl.Move)
    assert_type(board.legal_moves[:2], tafl.MoveList)
    assert_type(list(board.legal_moves), list[tafl.Move])
    assert_type(board.push_str("d1-c1"), tafl.Move)
    assert_type(board.pop(), tafl.Move)
    assert_type(board.turn, tafl.Side)
    assert_type(board.king, tafl.Square | None)
    assert_type(board.piece_at("d4"), tafl.Piece | None)
    assert_type(board.outcome(), tafl.Outcome | None)
    assert_type(board.action_mask(), bytes)
    assert_type({board.position: board.counts()}, dict[tafl.Position, dict[tafl.Piece, int]])
    with pytest.raises(TypeError):
        board.push("d1-c1")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        board.with_turn("attackers")  # type: ignore[arg-type]
    with pytest.raises(AttributeError):
        board.ply = 3  # type: ignore[misc]
    with pytest.raises(AttributeError):
        tafl.Bord  # type: ignore[attr-defined]  # noqa: B018


def test_outcomes() -> None:
    outcome = tafl.Outcome(tafl.Side.ATTACKERS, tafl.Termination.ENCIRCLED)
    winner, termination = outcome
    assert_type(winner, tafl.Side | None)
    assert_type(termination, tafl.Termination)
    assert_type(outcome._replace(winner=None), tafl.Outcome)
    with pytest.raises(TypeError):
        tafl.Outcome(winner=None)  # type: ignore[call-arg]


def test_counts() -> None:
    board = tafl.Board("brandubh")
    assert_type(tafl.perft(board, 1, threads=2, progress=print), int)
    assert_type(tafl.divide(board.position, 1), dict[tafl.Move, int])
    assert_type(tafl.perft_stats(board, 1).captures, int)
    with pytest.raises(TypeError):
        tafl.perft(board, "1")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        tafl.perft(board, 1, 2)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        tafl.perft(board.variant, 1)  # type: ignore[arg-type]


def test_variants() -> None:
    variant = tafl.Variant("brandubh")
    assert_type(tafl.variants(), list[str])
    assert_type(variant.replace({"board.first": "defenders"}, id="other"), tafl.Variant)
    assert_type(variant.provenance["board.size"].status, str)
    with pytest.raises(TypeError):
        variant.replace([("board.first", "defenders")])  # type: ignore[arg-type]


def test_many_games() -> None:
    games = tafl.Games("brandubh", 2)
    assert_type(games.board(0), tafl.Board)
    games.step_random(array("f", [0, 0]), bytearray(2))
    assert_type(games.planes_shape, tuple[int, int, int])
    with pytest.raises(TypeError):
        games.observe([0.0])  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        tafl.Games("brandubh", 2, 1)  # type: ignore[call-arg]


def test_notation_and_pictures() -> None:
    stated = notation.read_move("d1-c1xc2")
    assert_type(stated.move, tafl.Move | None)
    assert_type(stated.captures, tuple[tafl.Square, ...])
    assert_type(svg.board(tafl.Board("brandubh"), last_move="d1-c1"), str)
    with pytest.raises(TypeError):
        notation.read_move(b"d1-c1")  # type: ignore[arg-type]


def test_records() -> None:
    games = read_games("d1-c1", variant="brandubh")
    assert_type(games, Iterator[Game])
    game = read_game("d1-c1", variant="brandubh")
    assert_type(game.result, Result | None)
    assert_type(game.errors, list[tafl.RecordError])
    assert_type(game.root.variations, list[Node])
    for node, board in game.replay():
        assert_type(node.move, tafl.Move | None)
        assert_type(board, tafl.Board)
    assert_type(write_game(game), str)
    assert_type(write_games(games, io.StringIO()), int)
    assert_type(tafl.record.DIALECTS, tuple[str, ...])
    with pytest.raises(TypeError):
        write_games([game], "games.otg")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        write_game(game.root)  # type: ignore[arg-type]


# The stub, against what pybind11 says of its functions. (mypy.stubtest, which scripts/lint_types.sh
# runs, can look into those of Python alone.)

Signatures = dict[str, list[tuple[str, object]]]


def arguments(function: ast.FunctionDef) -> list[tuple[str, object]]:
    """The arguments without self, as ``name``, ``*name`` or ``/``, each with its default."""
    found = function.args
    placed = [*found.posonlyargs, *found.args]
    defaults: list[ast.expr | None] = [None] * (len(placed) - len(found.defaults))
    described: list[tuple[str, object]] = []
    for argument, default in [
        *zip(placed, [*defaults, *found.defaults], strict=True),
        *zip(found.kwonlyargs, found.kw_defaults, strict=True),
    ]:
        if argument.arg == "self":
            continue
        # pybind11 numbers an argument without a name, which is known by its place alone.
        nameless = argument in found.posonlyargs or re.fullmatch(r"arg\d", argument.arg)
        star = "*" if argument in found.kwonlyargs else ""
        value = "none" if default is None else eval(ast.unparse(default), {"sys": sys})
        described.append(("/" if nameless else star + argument.arg, value))
    return described


def of_the_stub() -> Signatures:
    """The arguments of each function and method, of overloads those of the last."""
    found: Signatures = {}
    for node in ast.parse(STUB.read_text(encoding="utf-8")).body:
        prefix, members = (
            (f"{node.name}.", node.body) if isinstance(node, ast.ClassDef) else ("", [node])
        )
        for member in members:
            if isinstance(member, ast.FunctionDef):
                found[prefix + member.name] = arguments(member)
    return found


def of_the_module() -> Signatures:
    """The same of what pybind11 made, which begins its help with a signature."""
    found: Signatures = {}
    functions: dict[str, Any] = {}
    for name, value in vars(_core).items():
        if isinstance(value, type):
            functions.update((f"{name}.{each}", member) for each, member in vars(value).items())
        else:
            functions[name] = value
    for name, function in functions.items():
        signature, arrow, _ = str(getattr(function, "__func__", function).__doc__).partition(" -> ")
        if arrow and signature.startswith(name.rpartition(".")[2] + "("):
            [parsed] = ast.parse(f"def {signature}: ...").body
            assert isinstance(parsed, ast.FunctionDef)
            found[name] = arguments(parsed)
    return found


def test_the_stub_has_the_arguments_of_the_module() -> None:
    stub, module = of_the_stub(), of_the_module()
    assert {"perft", "Board.piece_at", "Variant._make", "MoveList.index"} <= module.keys()
    as_of_any_object = ("__repr__", "__str__", "__reduce__")
    for name, found in module.items():
        if not name.endswith(as_of_any_object):
            assert stub[name] == found, name


def test_mypy_sees_the_types(tmp_path: Path) -> None:
    if importlib.util.find_spec("mypy") is None:
        pytest.skip("mypy is not installed")
    # Elsewhere and without the settings of the sources: the package is the one that is installed.
    options = [
        "--strict",
        "--config-file=",
        f"--cache-dir={tmp_path}",
        f"--python-executable={sys.executable}",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, __file__],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
