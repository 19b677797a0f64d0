"""Signatures and types of the C++ classes, from the stub of the extension module.

What pybind11 writes into the docstrings knows only C++ types, mostly ``object``. The stub says the
same to type checkers and to readers.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx import addnodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx

STUB = Path(__file__).resolve().parents[2] / "python" / "tafl" / "_core.pyi"

Signature = tuple[str, str]  # arguments and result, as the stub writes them


def read_stub(text: str) -> tuple[dict[str, Signature], dict[str, str]]:
    """The signatures of functions, methods and classes by name, and the types of properties."""
    signatures: dict[str, Signature] = {}
    properties: dict[str, str] = {}

    def visit(function: ast.FunctionDef, prefix: str) -> None:
        decorators = {ast.unparse(each) for each in function.decorator_list}
        result = ast.unparse(function.returns) if function.returns else ""
        name = f"{prefix}{function.name}"
        if "property" in decorators:
            properties[name] = result
            return
        arguments = function.args
        if prefix and "staticmethod" not in decorators:
            del (arguments.posonlyargs or arguments.args)[0]
        written = f"({ast.unparse(arguments)})"
        if function.name == "__init__":
            signatures[prefix.rstrip(".")] = (written, "")
        else:
            signatures[name] = (written, result)

    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            visit(node, "")
        elif isinstance(node, ast.ClassDef):
            for member in node.body:
                if isinstance(member, ast.FunctionDef):
                    visit(member, f"{node.name}.")
    return signatures, properties


SIGNATURES, PROPERTIES = read_stub(STUB.read_text(encoding="utf-8"))


def give_signature(
    app: Sphinx, kind: str, name: str, value: object, options: Any, args: str, result: str
) -> Signature | None:
    """The signature of something that autodoc describes, where the stub has one."""
    return SIGNATURES.get(name.removeprefix("tafl."))


def give_type(app: Sphinx, domain: str, kind: str, content: addnodes.desc_content) -> None:
    """Puts the type of a property beside its name."""
    if kind != "property" or content.parent is None:
        return
    for signature in content.parent.findall(addnodes.desc_signature):
        type_name = PROPERTIES.get(signature.get("fullname", ""))
        if type_name and not any(":" in part.astext() for part in signature):
            signature.append(addnodes.desc_annotation("", f": {type_name}"))


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.connect("autodoc-process-signature", give_signature)
    app.connect("object-description-transform", give_type)
    return {"parallel_read_safe": True}
