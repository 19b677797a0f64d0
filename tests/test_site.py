"""The check of the documentation site finds what it looks for."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "scripts" / "check_site.py"


def test_check_site(tmp_path: Path) -> None:
    if not SCRIPT.is_file():
        pytest.skip("the scripts lie in the source tree, which is not here")
    spec = importlib.util.spec_from_file_location("check_site", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    check_site = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(check_site)
    (tmp_path / "searchindex.js").write_text(" ".join(check_site.WORDS))
    for number in range(check_site.LEAST_PAGES):
        (tmp_path / f"{number}.html").write_text(
            '<p id="here"><a href="0.html#here">1</a><a href="https://example.org">2</a>'
        )
    assert check_site.faults(tmp_path) == []
    (tmp_path / "0.html").write_text(
        '<a href="none.html"></a><a href="1.html#there"></a><a href="1.html"></a>'
        '<script src="https://example.org/x.js"></script><p id="here">'
    )
    (tmp_path / "searchindex.js").write_text(" ".join(check_site.WORDS[1:]))
    (tmp_path / "1.html").rename(tmp_path / "sub.html")
    (tmp_path / "1.html").write_text("<p>")
    (tmp_path / "2.html").unlink()
    assert check_site.faults(tmp_path) == [
        "0.html: 1.html#there has no such anchor",
        "0.html: loads https://example.org/x.js",
        "0.html: none.html leads nowhere",
        f"searchindex.js does not know {check_site.WORDS[0]}",
    ]
    (tmp_path / "3.html").unlink()
    assert check_site.faults(tmp_path)[0].startswith("found ")
