"""What fuzzing has found, in data/record_regressions.jsonl: texts, and the games that they are.

A text comes in parts; a part of two is repeated so many times. Texts of a million characters are
there because reading them once took hours.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from record_checks import DEFAULT, check_record
from tafl.record import read_games

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "record_regressions.jsonl").open(encoding="utf-8")
]


@pytest.mark.parametrize("case", CASES, ids=[case["about"] for case in CASES])
def test_regression(case: dict[str, Any], tmp_path: Path) -> None:
    parts = (part if isinstance(part, str) else part[0] * part[1] for part in case["text"])
    text = "".join(parts)
    games = list(read_games(text, case["dialect"], on_error="collect", default_variant=DEFAULT))
    assert len(games) == len(case["games"])
    for game, wanted in zip(games, case["games"], strict=True):
        for error, (line, column, part) in zip(game.errors, wanted["errors"], strict=True):
            assert (error.line, error.column) == (line, column)
            assert part in str(error)
        if "remarks" in wanted:
            assert len(game.remarks) == wanted["remarks"]
        else:
            assert " ".join(map(str, game.moves)) == wanted["moves"]
        if "name" in wanted:
            assert game.variant.name == wanted["name"]
        if "comments" in wanted:
            assert [node.comment for node in game.nodes()] == wanted["comments"]
        if "start" in wanted:
            assert game.root.comment == wanted["start"]
        for name in ("tags", "result", "complete", "dialect"):
            if name in wanted:
                assert getattr(game, name) == wanted[name]
    check_record(text, case["dialect"], tmp_path / "record")


@pytest.mark.parametrize("wrapper", ['{{"moves": "", "x": {}}}', '{{"format": {}}}'])
def test_however_deep_json_is(wrapper: str) -> None:
    """What is just not too deep to be read may be too deep to be shown."""
    for depth in range(850, 1000):
        deep = "[" * depth + "]" * depth
        [game] = read_games(wrapper.format(deep), variant=DEFAULT, on_error="collect")
        assert game.errors
