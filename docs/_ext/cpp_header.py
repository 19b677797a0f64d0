"""The directive ``cpp-header``: what a header of the C++ library offers.

The comment at its top becomes the text, the rest is shown without what is private.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from docutils.parsers.rst import Directive

if TYPE_CHECKING:
    from sphinx.application import Sphinx

HEADERS = Path(__file__).resolve().parents[2] / "cpp" / "include" / "tafl"


def split_header(text: str) -> tuple[str, str]:
    """The comment at the top of a header, and its public part."""
    top, _, rest = text.partition("#pragma once\n")
    words = " ".join(line.removeprefix("//").strip() or "\n" for line in top.splitlines())
    body = rest.partition("namespace tafl {\n")[2].partition("\n}  // namespace tafl")[0]
    body = re.sub(r"\n*^private:\n.*?(?=^\};)", "\n", body, flags=re.M | re.S)
    return words, body.strip("\n")


class CppHeader(Directive):
    """Takes the name of a header."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The text and the code."""
        name = self.arguments[0]
        path = HEADERS / name
        self.state.document.settings.record_dependencies.add(str(path))
        try:
            words, body = split_header(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise self.error(f"{name}: {error}") from error
        include = f'#include "tafl/{name}"\n\n{body}'
        paragraphs = [nodes.paragraph(text=part.strip()) for part in words.split("\n")]
        return [*paragraphs, nodes.literal_block(include, include, language="cpp")]


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.add_directive("cpp-header", CppHeader)
    return {"parallel_read_safe": True}
