"""How Sphinx makes the documentation site; scripts/build_docs.sh runs it.

The documents are plain Markdown that a forge shows, too. So nothing in them is there for Sphinx
alone, but for the pages in docs/api/: the navigation comes from the links of docs/index.md.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tafl

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "tafl"
author = "The tafl developers"
release = tafl.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx_copybutton",
    "cpp_header",
    "stub_signatures",
]

# The whole repository is the source, so that links from one document to another are files, and
# README.md and its like are pages where they lie.
root_doc = "docs/index"
include_patterns = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "docs/**.md"]
exclude_patterns = ["build", "dist", ".*", "**/.*"]

myst_heading_anchors = 3
smartquotes = False  # "otn" in a docstring is a value
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
copybutton_exclude = ".linenos, .gp, .go"  # prompts and output are not for copying
python_maximum_signature_line_length = 88

html_theme = "furo"
html_title = f"tafl {release}"
html_static_path = ["_static"]
html_css_files = ["tafl.css"]
html_favicon = "_static/favicon.svg"
html_extra_path = ["_root"]  # index.html, which leads to the first page
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False

# Pages that belong under another one.
BENEATH = {"docs/records": "records/*", "docs/variants/index": "*"}


def navigation(document: str) -> str:
    """The tables of contents that the lists of links under the headings of a document make."""
    tables = []
    for section in document.split("\n## ")[1:]:
        caption, _, body = section.partition("\n")
        links = re.findall(r"^- \[([^\]]+)\]\((\S+\.md)\)", body, re.M)
        tables.append(toctree(*(f"{title} <{page}>" for title, page in links), caption=caption))
    return "".join(tables)


def toctree(*entries: str, caption: str = "") -> str:
    """A table of contents for the sidebar alone."""
    options = [":hidden:", f":caption: {caption}" if caption else ":glob:"]
    return "\n".join(["\n```{toctree}", *options, *entries, "```\n"])


def prepare(app: Sphinx, name: str, source: list[str]) -> None:
    """Makes of a document the page that Sphinx reads."""
    # doctest needs the empty line at the end of an example, readers do not.
    source[0] = source[0].replace("\n\n```\n", "\n```\n")
    # A forge shows file names; here a link has the title of the page.
    source[0] = re.sub(r"\[[\w/-]+\.md\](\(\S+?\.md(#\S+?)?\))", r"[]\1", source[0])
    if name == root_doc:
        source[0] += navigation(source[0])
    elif name in BENEATH:
        source[0] += toctree(BENEATH[name])


ERRORS = "|".join(name for name in tafl.__all__ if name.endswith("Error"))


def link_errors(
    app: Sphinx, kind: str, name: str, value: object, options: Any, lines: list[str]
) -> None:
    """Makes links of the errors that the prose of a docstring names."""
    for i, line in enumerate(lines):
        if not line.lstrip().startswith((">>>", "...", "<")):
            lines[i] = re.sub(rf"(?<![\w`.])({ERRORS})\b", r":exc:`~tafl.\1`", line)


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("autodoc-process-docstring", link_errors)
    app.connect("source-read", prepare)
