#!/usr/bin/env python3
"""Checks what Sphinx does not check in the site that scripts/build_docs.sh has built.

    python scripts/check_site.py [FOLDER]

All links within the site lead somewhere, anchors too; no page loads anything from elsewhere; the
search index knows some words. Exits with 1 where that is not so.
"""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

SITE = Path(__file__).resolve().parents[1] / "build" / "site"
LEAST_PAGES = 60
WORDS = ("raicki", "shieldwall", "perft", "take_back", "push_unchecked")


class Page(HTMLParser):
    """The links of a page, what it loads, and its anchors."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.loaded: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Called for each tag."""
        for name, value in attrs:
            if name == "id" and value:
                self.anchors.add(value)
            elif name in ("href", "src") and value:
                (self.links if tag == "a" else self.loaded).add(value)


def faults(site: Path) -> list[str]:
    """What is wrong with a site, a line each."""
    pages = {path: Page(path) for path in sorted(site.rglob("*.html"))}
    found = []
    if len(pages) < LEAST_PAGES:
        found.append(f"found {len(pages)} pages, expected at least {LEAST_PAGES}")
    for path, page in pages.items():
        where = path.relative_to(site)
        for address in sorted(page.links | page.loaded):
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                if address in page.loaded:
                    found.append(f"{where}: loads {address}")
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.exists():
                found.append(f"{where}: {address} leads nowhere")
            elif (
                address in page.links
                and target in pages
                and unquote(parts.fragment) not in pages[target].anchors | {""}
            ):
                found.append(f"{where}: {address} has no such anchor")
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    found += [f"searchindex.js does not know {word}" for word in WORDS if word not in index]
    return found


def main() -> int:
    """The command."""
    found = faults(Path(sys.argv[1]) if len(sys.argv) > 1 else SITE)
    print("\n".join(found) or "all links lead somewhere, and nothing is loaded from elsewhere")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
