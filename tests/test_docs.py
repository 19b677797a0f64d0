"""Every example in a docstring of the package, in the README and in the documents runs."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import pkgutil
import re
import textwrap
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import tafl

ROOT = Path(__file__).parents[1]
MODULES = (
    "tafl",
    "tafl.distributed",
    "tafl.notation",
    "tafl.record",
    "tafl.svg",
    "tafl.verify",
)


def docstrings() -> dict[str, str]:
    """The docstrings of the public names, their members, and of all modules, by name."""
    found: dict[str, str] = {}

    def add(name: str, value: object) -> None:
        found[name] = inspect.getdoc(value) or ""

    for module in pkgutil.iter_modules(tafl.__path__, "tafl."):
        if module.name not in ("tafl.__main__",):
            add(module.name, __import__(module.name, fromlist=["x"]))
    add("tafl", tafl)
    for name, value in PUBLIC.items():
        add(name, value)
        if inspect.isclass(value):
            for member in members(value):
                add(f"{name}.{member}", inspect.getattr_static(value, member))
    return found


def public() -> dict[str, object]:
    """All functions and classes that other programs may use, by name."""
    found: dict[str, object] = {}
    for name in MODULES:
        module = importlib.import_module(name)
        for each in module.__all__:
            value = getattr(module, each)
            if callable(value):
                found[f"{name}.{each}"] = value
    return found


def members(value: type) -> list[str]:
    """The public methods and properties of a class; members of an enum are documented fields."""
    enumerated = getattr(value, "__members__", {})
    return [name for name in vars(value) if not name.startswith("_") and name not in enumerated]


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


PUBLIC = public()
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


def test_everything_public_has_a_docstring() -> None:
    assert len(PUBLIC) > 45
    assert not [name for name, text in DOCSTRINGS.items() if not text]


def undocumented(node: ast.AST, name: str) -> Iterator[str]:
    """The module, and what in it is not private, as far as there is no docstring."""
    assert isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
    if ast.get_docstring(node) is None:
        yield name
    for each in [] if isinstance(node, ast.FunctionDef) else node.body:
        if not isinstance(each, (ast.ClassDef, ast.FunctionDef)) or each.name.startswith("_"):
            continue
        # A setter has the docstring of its getter.
        if not any(".setter" in ast.unparse(decorator) for decorator in each.decorator_list):
            yield from undocumented(each, f"{name}.{each.name}")


def test_everything_that_is_not_private_has_a_docstring() -> None:
    package = Path(tafl.__file__).parent
    files = sorted(package.rglob("*.py"))
    assert len(files) > 25
    assert not [
        name
        for path in files
        for name in undocumented(
            ast.parse(path.read_text(encoding="utf-8")), str(path.relative_to(package))
        )
    ]


def test_everything_public_has_an_example() -> None:
    """Its own, or as a member its part in the example of the class."""
    missing = []
    for name in DOCSTRINGS:
        owner, _, member = name.rpartition(".")
        if ">>>" in DOCSTRINGS[name] or (name not in PUBLIC and owner not in PUBLIC):
            continue
        if not re.search(rf">>> .*\.{member}\b", DOCSTRINGS.get(owner, "")):
            missing.append(name)
    assert not missing


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
