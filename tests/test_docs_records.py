"""The documents on game records.

The pages on the dialects show whole records, each under a comment that says what it is:

<!-- record: dialect [variant] -->

They are read, and written back as they stand there. What else the pages say is run as the examples
of all documents are; here are the docstrings of tafl.record and tafl.notation.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import tafl
from tafl.record import DIALECTS, WRITTEN, read_games, write_game
from test_docs import run_examples

PAGES = Path(__file__).parents[1] / "docs" / "records"
RECORD = re.compile(
    r"^<!-- record: (?P<dialect>\w+)(?: (?P<variant>\S+))? -->\n```text\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
RECORDS = {
    f"{page.stem}-{record['dialect']}": record.group("dialect", "variant", "text")
    for page in sorted(PAGES.glob("*.md"))
    for record in RECORD.finditer(page.read_text(encoding="utf-8"))
}


def test_every_page_and_every_dialect_has_a_record() -> None:
    if not PAGES.is_dir():
        pytest.skip("the documents lie in the source tree, which is not here")
    assert {name.rpartition("-")[0] for name in RECORDS} == {page.stem for page in PAGES.iterdir()}
    # gtp is htp in other letters.
    assert {dialect for dialect, _, _ in RECORDS.values()} == set(DIALECTS) - {"gtp"}


@pytest.mark.parametrize("name", RECORDS)
def test_record_of_a_page(name: str) -> None:
    dialect, variant, text = RECORDS[name]
    [game] = read_games(text, dialect, variant)
    assert len(game.moves) > 1
    assert (game.dialect, game.complete) == (dialect, True)
    assert (game.errors, game.remarks) == ([], [])
    if dialect in WRITTEN:
        assert write_game(game, dialect) == text


@pytest.mark.parametrize("name", RECORDS)
def test_record_of_a_page_is_known_without_its_name(name: str) -> None:
    dialect, variant, text = RECORDS[name]
    [named] = read_games(text, dialect, variant)
    [game] = read_games(text, None, variant)
    assert game == named
    assert game.dialect == ("otn" if dialect == "walker" else dialect)


def public_names(module: ModuleType) -> Iterator[tuple[str, object]]:
    """The classes and functions that a module offers, and the members of the classes."""
    names = getattr(module, "__all__", [name for name in vars(module) if not name.startswith("_")])
    for name in names:
        value = getattr(module, name)
        if getattr(value, "__module__", "").startswith(module.__name__):
            yield f"{module.__name__}.{name}", value
            if inspect.isclass(value):
                for member, each in vars(value).items():
                    if inspect.isfunction(each) or isinstance(each, (property, classmethod)):
                        yield f"{module.__name__}.{name}.{member}", each


DOCSTRINGS = {
    name: inspect.getdoc(value) or ""
    for module in (tafl.record, tafl.notation)
    for name, value in public_names(module)
    if not name.rpartition(".")[2].startswith("_")
}


@pytest.mark.parametrize("name", DOCSTRINGS)
def test_docstring(name: str) -> None:
    assert DOCSTRINGS[name]
    run_examples(name, DOCSTRINGS[name])
