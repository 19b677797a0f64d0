"""Every example in a docstring of the package, in the README and in the documents runs."""

from __future__ import annotations

import doctest
import inspect
import pkgutil
from pathlib import Path
from typing import Any

import pytest

import tafl

ROOT = Path(__file__).parents[1]


def docstrings() -> dict[str, str]:
    """The docstrings of the public names, their members, and of all modules, by name."""
    found: dict[str, str] = {}

    def add(name: str, value: object) -> None:
        found[name] = inspect.getdoc(value) or ""

    for module in pkgutil.iter_modules(tafl.__path__, "tafl."):
        if module.name not in ("tafl.__main__",):
            add(module.name, __import__(module.name, fromlist=["x"]))
    add("tafl", tafl)
    for name in tafl.__all__:
        value = getattr(tafl, name)
        if name != "__version__":
            add(f"tafl.{name}", value)
        if inspect.isclass(value):
            for member in vars(value):
                if not member.startswith("_"):
                    add(f"tafl.{name}.{member}", inspect.getattr_static(value, member))
    return found


DOCSTRINGS = docstrings()


def run_examples(name: str, text: str) -> int:
    globs: dict[str, Any] = {key: getattr(tafl, key) for key in tafl.__all__}
    globs["tafl"] = tafl
    test = doctest.DocTestParser().get_doctest(text, globs, name, None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    report: list[str] = []
    runner.run(test, out=report.append)
    assert not report, "".join(report)
    return len(test.examples)


@pytest.mark.parametrize("name", DOCSTRINGS)
def test_docstring(name: str) -> None:
    run_examples(name, DOCSTRINGS[name])


def test_every_public_name_has_a_docstring() -> None:
    enum_members = {
        f"tafl.{name}.{member}"
        for name in tafl.__all__
        if hasattr(getattr(tafl, name), "__members__")
        for member in getattr(tafl, name).__members__
    }
    fields = {
        f"tafl.{name}.{field}"
        for name in tafl.__all__
        for field in getattr(getattr(tafl, name), "_fields", ())
    }
    missing = [name for name, text in DOCSTRINGS.items() if not text]
    assert set(missing) <= enum_members | fields, "enum members are documented in the source"


def test_examples_of_the_documents() -> None:
    folders = [ROOT / "docs", ROOT / "docs" / "records"]
    documents = [
        ROOT / "README.md",
        *(path for folder in folders for path in sorted(folder.glob("*.md"))),
    ]
    if not documents[0].is_file():
        pytest.skip("the documents lie in the source tree, which is not here")
    assert sum(run_examples(path.name, path.read_text(encoding="utf-8")) for path in documents) > 5
