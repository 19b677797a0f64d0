"""The pages about the variants: there is a sentence for every rule, and they are up to date."""

from __future__ import annotations

import importlib.util
import itertools
import re
import shutil
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import tafl
from tafl import _core, catalogue

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "scripts" / "variants_page.py"

if not SCRIPT.is_file():
    pytest.skip(
        "the script and the pages lie in the source tree, which is not here",
        allow_module_level=True,
    )


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("variants_page", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PAGES: Any = load()
KEYS = _core.rule_keys()
KINDS = ("attacker", "defender", "king")
BASE = tafl.Variant("tablut").replace(
    {
        "king.escape": "corner",
        "corners.exist": True,
        "camps.groups": [["d1", "e1", "f1", "e2"], ["a4", "a5", "a6", "b5"]],
        "capture.shieldwall": "weak",
    }
)


def values(key: str) -> list[Any]:
    """Every value of a key that has few, as the engine states them; some of another key."""
    expected = _core.rule_expected(key)
    if expected == "true or false" or expected.startswith("one of "):
        known = {"true": True, "false": False}
        words = re.findall(r'"?([a-z-]+)"?', expected.removeprefix("one of ").replace(" or ", ", "))
        return [known.get(word, word) for word in words]
    if "piece kinds" in expected:
        return [
            list(found) for n in range(len(KINDS) + 1) for found in itertools.combinations(KINDS, n)
        ]
    return {
        "board.size": [9],
        "board.start": [BASE.rules["board.start"]],
        "king.max_steps": [0, 1, 2, 1000],
        "soldiers.max_steps": [0, 1, 2, 1000],
        "corners.squares": [["a1", "a9", "i1", "i9"], ["a1", "a2"]],
        "camps.groups": [[], [["d1"]], [["d1", "e1"], ["a4"]]],
        "camps.inert": [[], ["e1"], ["d1", "e1"]],
        "end.repetition_count": [2, 3, 4, 5, 6, 11, 21, 22, 23, 100, 111, 1000],
    }[key]


@pytest.mark.parametrize("key", KEYS)
def test_every_value_has_its_sentence(key: str) -> None:
    sentences = {}
    for value in values(key):
        escape = {"king.escape": "edge"} if (key, value) == ("corners.exist", False) else {}
        rules = BASE.replace({key: value, **escape}).rules
        found = PAGES.sentence(rules, key)
        assert re.fullmatch(r"[A-Z0-9].*\.", found), found
        assert "  " not in found
        sentences[str(value)] = found
    assert len(set(sentences.values())) == len(sentences), "two values, one sentence"
    entry = PAGES.SENTENCES[key]
    if isinstance(entry, dict):
        assert set(entry) == set(values(key)), "the table and the engine know the same values"


def test_every_key_is_in_one_chapter() -> None:
    assert set(PAGES.SENTENCES) == set(KEYS)
    for key in KEYS:
        found = [name for name, keys in PAGES.CHAPTERS.items() if key.startswith(keys)]
        assert len(found) == 1, key


@pytest.mark.parametrize(
    ("changes", "key", "words"),
    [
        ({"throne.exists": False, "king.capture": "four-near-throne"}, "king.capture", "no throne"),
        ({"end.repetition": "forbidden"}, "end.repetition_count", "Once too often is the third"),
        ({"end.repetition": "same-moves"}, "end.repetition_count", "3 times for each side"),
        ({"end.repetition": "draw"}, "end.repetition_count", "Often enough is the third"),
        ({"camps.hostile": []}, "camps.hostile", "hostile to nobody"),
        ({"camps.hostile": ["king", "attacker"]}, "camps.hostile", "to attackers and the king"),
    ],
)
def test_sentences_that_depend(changes: dict[str, Any], key: str, words: str) -> None:
    assert words in PAGES.sentence(BASE.replace(changes).rules, key)


@pytest.mark.parametrize(
    ("number", "word"),
    [
        *((2, "second"), (5, "fifth"), (6, "6th"), (11, "11th"), (21, "21st"), (22, "22nd")),
        *((23, "23rd"), (111, "111th"), (112, "112th"), (121, "121st"), (1000, "1000th")),
    ],
)
def test_ordinals(number: int, word: str) -> None:
    assert PAGES.ordinal(number) == word


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"throne.exists": False}, "throne.king_may_pass"),
        ({"corners.exist": False, "king.escape": "edge"}, "corners.hostile"),
        ({"camps.groups": []}, "camps.shelter_attackers"),
        ({"capture.shieldwall": "none"}, "capture.shieldwall_trigger"),
        ({"end.repetition": "none"}, "end.repetition_count"),
        ({"king.capture": "two"}, "king.edge_hostile"),
        ({"king.escape": "edge"}, "king.edge_hostile"),
    ],
)
def test_values_that_cannot_matter_are_left_out(changes: dict[str, Any], key: str) -> None:
    assert catalogue.in_play(BASE.rules, key)
    variant = BASE.replace(changes)
    assert not catalogue.in_play(variant.rules, key)
    assert f"| `{key}` | " in PAGES.page(variant, []), "but the value is there"


def test_a_text_is_no_markup() -> None:
    variant = tafl.Variant("tablut").replace({}, name="a|b <i> *c* [d](e)")
    page = PAGES.page(variant, [])
    assert page.startswith("# a\\|b \\<i> \\*c\\* \\[d\\](e)\n")


@pytest.mark.parametrize("name", tafl.variants())
def test_page(name: str) -> None:
    page = (ROOT / "docs" / "variants" / f"{name}.md").read_text(encoding="utf-8")
    variant = tafl.Variant(name)
    assert f"]({name}.svg)" in page
    assert variant.start_fen in page
    for alias in variant.aliases:
        assert f"`{alias}`" in page
    for key in variant.rules:
        assert f"| `{key}` | " in page
    rows = [line for line in page.splitlines() if line.startswith("|")]
    assert all(len(re.findall(r"(?<!\\)\|", row)) in (4, 6) or "depth" in page for row in rows)
    index = (ROOT / "docs" / "variants" / "index.md").read_text(encoding="utf-8")
    assert f"]({name}.md)" in index


def test_pages_are_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert PAGES.main(["--check"]) == 0, capsys.readouterr().err


def test_check_and_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    shutil.copy(ROOT / "docs" / "forts.md", docs)
    monkeypatch.setattr(PAGES, "DOCS", docs)
    assert PAGES.main(["--check"]) == 1
    assert not (docs / "variants").exists()
    assert "docs/variants/index.md: outdated" in capsys.readouterr().err.replace("\\", "/")
    assert PAGES.main([]) == 0
    assert PAGES.main(["--check"]) == 0
    assert (docs / "pictures" / "exit-fort.svg").is_file()
    changed, stale = docs / "variants" / "tablut.md", docs / "variants" / "no-more.md"
    changed.write_text("other\n", encoding="utf-8")
    stale.write_text("old\n", encoding="utf-8")
    capsys.readouterr()
    assert PAGES.main(["--check"]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 2
    assert PAGES.main([]) == 0
    assert not stale.exists()
    assert PAGES.main(["--check"]) == 0
