"""What the package makes public, and what of it lacks a docstring or an example."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator, Mapping

import tafl


def modules() -> dict[str, object]:
    """The package and its modules, but for those that begin with an underscore."""
    names = [module.name for module in pkgutil.walk_packages(tafl.__path__, "tafl.")]
    found = {name: importlib.import_module(name) for name in names if "._" not in name}
    return {"tafl": tafl, **found}


def public() -> dict[str, object]:
    """All functions and classes that other programs may use, by name.

    A module with an ``__all__`` is public.
    """
    return {
        f"{name}.{each}": getattr(module, each)
        for name, module in modules().items()
        for each in getattr(module, "__all__", ())
        if callable(getattr(module, each))
    }


def members(value: type) -> dict[str, object]:
    """The public methods and properties of a class; members of an enum are documented fields."""
    fields = {*getattr(value, "__members__", {}), *getattr(value, "_fields", ())}
    return {
        name: member
        for owner in reversed(value.__mro__)
        if owner.__module__.partition(".")[0] == value.__module__.partition(".")[0]
        for name, member in vars(owner).items()
        if not name.startswith("_") and name not in fields
    }


def docstrings(names: Mapping[str, object]) -> dict[str, str]:
    """The docstrings of these functions and classes and of their members, by name."""
    found = {}
    for name, value in names.items():
        found[name] = docstring(value)
        if isinstance(value, type):
            for member, each in members(value).items():
                found[f"{name}.{member}"] = docstring(each)
    return found


def docstring(value: object) -> str:
    """What somebody wrote of this very object: nothing inherited, and no signature.

    A signature is what pybind11, tuples with names and dataclasses have where nothing was written.
    """
    if inspect.ismemberdescriptor(value):
        return inspect.getdoc(value) or ""  # stands in __slots__, where only inspect looks
    text = vars(value).get("__doc__") if isinstance(value, type) else value.__doc__
    return inspect.cleandoc(re.sub(r"\A\w*\(.*\)(?: -> .*)?(?:\n|\Z)", "", text or ""))


def without_docstring(found: Mapping[str, str]) -> list[str]:
    return [name for name, text in found.items() if not text]


def without_example(found: Mapping[str, str]) -> list[str]:
    """Those without an example of their own, and as a member without a part in their class's."""
    missing = []
    for name, text in found.items():
        owner, _, member = name.rpartition(".")
        lines = [example.source for example in examples(found.get(owner, ""))]
        if not examples(text) and not any(re.search(rf"\.{member}\b", line) for line in lines):
            missing.append(name)
    return missing


def examples(text: str) -> list[doctest.Example]:
    return doctest.DocTestParser().get_examples(text)


def undocumented(node: ast.AST, name: str) -> Iterator[str]:
    """The module, and what in its source is not private, as far as there is no docstring."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    if isinstance(node, (*functions, ast.ClassDef)):
        # A setter has the docstring of its getter.
        setter = any(".setter" in ast.unparse(each) for each in node.decorator_list)
        if node.name.startswith("_") or setter:
            return
        name = f"{name}.{node.name}"
    if isinstance(node, (*functions, ast.ClassDef, ast.Module)) and not ast.get_docstring(node):
        yield name
    if not isinstance(node, functions):
        for each in ast.iter_child_nodes(node):
            yield from undocumented(each, name)
