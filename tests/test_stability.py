"""What docs/stability.md promises, against what earlier versions wrote (tests/corpus.py)."""

from __future__ import annotations

import base64
import json
import pickle
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import corpus
import tafl
from tafl import Position, Variant
from tafl.record import read_games

CORPORA = sorted(corpus.DATA.glob("corpus_*"))


@cache
def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="ascii"))


def each(file: str) -> list[Any]:
    return [
        pytest.param(entry, id=f"{folder.name}-{name}")
        for folder in CORPORA
        for name, entry in read(folder / file).items()
    ]


def test_there_is_a_corpus() -> None:
    assert "corpus_0.1.0" in [folder.name for folder in CORPORA]


@pytest.mark.parametrize("folder", CORPORA, ids=lambda folder: folder.name)
def test_positions_keys_and_counts(folder: Path) -> None:
    stored = read(folder / "positions.json")
    # The rules as that version had them: a later one may have corrected a built-in variant.
    variants = {
        name: Variant("tablut").replace(rules, id=name) for name, rules in stored["rules"].items()
    }
    for entry in stored["positions"]:
        position = Position(variants[entry["variant"]], entry["fen"])
        assert corpus.describe(position).items() <= entry.items()
        assert [tafl.perft(position, depth) for depth in (1, 2)] == entry["perft"], entry


@pytest.mark.parametrize("folder", CORPORA, ids=lambda folder: folder.name)
def test_built_in_variants_are_still_there(folder: Path) -> None:
    assert set(read(folder / "positions.json")["rules"]) <= set(tafl.variants())


@pytest.mark.parametrize("entry", each("pickles.json"))
def test_pickles(entry: dict[str, Any]) -> None:
    value = pickle.loads(base64.b64decode(entry["pickle"]))
    assert json.loads(json.dumps(corpus.describe(value))) == entry["is"]
    assert pickle.loads(pickle.dumps(value)) == value


RECORDS = [(folder, entry) for folder in CORPORA for entry in read(folder / "records.json")]


@pytest.mark.parametrize(
    ("folder", "entry"), RECORDS, ids=[f"{each.name}-{entry['file']}" for each, entry in RECORDS]
)
def test_records(folder: Path, entry: dict[str, Any]) -> None:
    found = list(read_games(folder / entry["file"], variant=entry["variant"]))
    assert len(found) == 4
    assert json.loads(json.dumps([*map(corpus.describe, found)])) == entry["games"]


def test_a_corpus_is_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tafl, "__version__", CORPORA[0].name.removeprefix("corpus_"))
    with pytest.raises(SystemExit, match="a corpus is made once"):
        corpus.main()
