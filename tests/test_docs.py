"""Every example in a docstring of the package, in the README and in the documents runs."""

from __future__ import annotations

import ast
import doctest
import inspect
import re
import textwrap
from collections import namedtuple
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import docstrings
import tafl

ROOT = Path(__file__).parents[1]


def documented_fields(value: type) -> set[str]:
    """The members of an enum and the fields of a tuple that a string in the source describes."""
    [node] = ast.parse(textwrap.dedent(inspect.getsource(value))).body
    assert isinstance(node, ast.ClassDef)
    found: set[str] = set()
    for here, after in pairwise(node.body):
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            if isinstance(here, ast.AnnAssign):
                found.add(ast.unparse(here.target))
            elif isinstance(here, ast.Assign):
                found.add(ast.unparse(here.targets[0]))
    return found


PUBLIC = docstrings.public()
PUBLIC_TEXTS = docstrings.docstrings(PUBLIC)
TEXTS = {
    **{name: docstrings.docstring(module) for name, module in docstrings.modules().items()},
    **PUBLIC_TEXTS,
}


def run_examples(name: str, text: str) -> int:
    globs: dict[str, Any] = {key: getattr(tafl, key) for key in tafl.__all__}
    globs["tafl"] = tafl
    test = doctest.DocTestParser().get_doctest(text, globs, name, None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    report: list[str] = []
    runner.run(test, out=report.append)
    assert not report, "".join(report)
    return len(test.examples)


@pytest.mark.parametrize("name", TEXTS)
def test_docstring(name: str) -> None:
    run_examples(name, TEXTS[name])


def test_everything_public_has_a_docstring() -> None:
    assert len(PUBLIC) > 45
    assert not docstrings.without_docstring(TEXTS)


def test_everything_public_has_an_example() -> None:
    assert len(PUBLIC_TEXTS) > 170
    assert not docstrings.without_example(PUBLIC_TEXTS)


class Shown(namedtuple("Shown", ["field"])):
    """A class of which some things are described and shown.

    >>> Shown.called
    >>> Shown.bare
    """

    __slots__ = ()

    @property
    def described(self) -> None:
        """Without an example."""

    @classmethod
    def called(cls) -> None:
        """Has a part in the example of the class."""

    @property
    def shown(self) -> None:
        """Has its own.

        >>> Shown.shown
        """

    @staticmethod
    def bare() -> None: ...

    def signed(self) -> None: ...

    def _private(self) -> None: ...


class Inheriting(Shown):
    def described(self) -> None: ...  # type: ignore[override]


Shown.signed.__doc__ = "signed(self: Shown) -> None\n\n"  # as pybind11 does it


def test_what_lacks_a_docstring_or_an_example_is_noticed() -> None:
    names = {
        "Shown": Shown,
        "Inheriting": Inheriting,
        "bare": Shown.bare,
        "Tuple": Shown.__bases__[0],
    }
    found = docstrings.docstrings(names)
    inherited = {"Inheriting", "Inheriting.described", "Inheriting.bare", "Inheriting.signed"}
    assert {*docstrings.without_docstring(found)} == {
        "Shown.bare",
        "Shown.signed",
        "bare",
        "Tuple",
        *inherited,
    }
    assert {*docstrings.without_example(found)} == {
        "Shown.described",
        "Shown.signed",
        "bare",
        "Tuple",
        "Inheriting.called",
        *inherited,
    }


SOURCE = """
class Bare:
    def bare(self): ...
    def _private(self): ...
    class Inner:
        \"Described.\"
    @property
    def value(self):
        \"Described.\"
    @value.setter
    def value(self, value): ...
if True:
    async def waiting(): ...
    def described():
        \"Described.\"
        def helper(): ...
"""


def test_what_lacks_a_docstring_in_the_source_is_noticed() -> None:
    found = [*docstrings.undocumented(ast.parse(SOURCE), "m")]
    assert found == ["m", "m.Bare", "m.Bare.bare", "m.waiting"]


def test_everything_that_is_not_private_has_a_docstring() -> None:
    package = Path(tafl.__file__).parent
    files = sorted(package.rglob("*.py"))
    assert len(files) > 25
    assert not [
        name
        for path in files
        for name in docstrings.undocumented(
            ast.parse(path.read_text(encoding="utf-8")), str(path.relative_to(package))
        )
    ]


def test_public_modules_are_those_that_the_promise_names() -> None:
    page = ROOT / "docs" / "stability.md"
    if not page.is_file():
        pytest.skip("the documents lie in the source tree, which is not here")
    promise = re.search(r"^Public is what(.*?)without an\s", page.read_text("utf-8"), re.M | re.S)
    assert promise
    named = re.findall(r"`(tafl[\w.]*)`", promise[1])
    assert sorted(named) == sorted({name.rpartition(".")[0] for name in PUBLIC})


def test_members_of_enums_and_fields_of_tuples_are_documented() -> None:
    named = {
        name: {*getattr(value, "__members__", {}), *getattr(value, "_fields", ())}
        for name, value in PUBLIC.items()
        if isinstance(value, type)
    }
    assert sum(map(len, named.values())) > 50
    for name, fields in named.items():
        if fields:
            value = PUBLIC[name]
            assert isinstance(value, type)
            assert fields == documented_fields(value), name


def test_the_reference_has_everything_public() -> None:
    pages = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "api").glob("*.md")
    )
    if not pages:
        pytest.skip("the documents lie in the source tree, which is not here")
    described = set(re.findall(r"auto\w+:: ([\w.]+)", pages))
    for module, names in re.findall(r"automodule:: (\S+)\n +:members: (.*)", pages):
        described |= {f"{module}.{name}" for name in names.split(", ")}
    assert PUBLIC.keys() <= described


def test_examples_of_the_documents() -> None:
    folders = [ROOT / "docs", ROOT / "docs" / "records"]
    documents = [
        ROOT / "README.md",
        *(path for folder in folders for path in sorted(folder.glob("*.md"))),
    ]
    if not documents[0].is_file():
        pytest.skip("the documents lie in the source tree, which is not here")
    assert sum(run_examples(path.name, path.read_text(encoding="utf-8")) for path in documents) > 5


def test_the_cpp_examples_are_those_of_the_consumer() -> None:
    """Which scripts/check_cpp_install.sh builds and runs."""
    page = ROOT / "docs" / "cpp.md"
    if not page.is_file():
        pytest.skip("the documents lie in the source tree, which is not here")
    consumer = ROOT / "cpp" / "tests" / "consumer"
    sources = {
        "cpp": (consumer / "main.cpp").read_text(encoding="utf-8"),
        "cmake": (consumer / "CMakeLists.txt").read_text(encoding="utf-8"),
    }
    blocks = re.findall(
        r"^```(cpp|cmake)\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S
    )
    assert len(blocks) == 3
    for language, block in blocks:
        assert re.sub(r"\s", "", block) in re.sub(r"\s", "", sources[language])
