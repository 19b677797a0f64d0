"""The package as such: what importing it costs, what it promises."""

from __future__ import annotations

import importlib.metadata
import subprocess
import sys
from pathlib import Path

import pytest

import tafl

# What is only needed by some commands must not be paid by everybody.
HEAVY = [
    "argparse",
    "concurrent.futures",
    "dataclasses",
    "distributed",
    "importlib.resources",
    "inspect",
    "json",
    "tomllib",
    "typing",
]


def in_a_new_process(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_importing_is_light() -> None:
    code = "import sys; before = set(sys.modules); import tafl; print(*(set(sys.modules) - before))"
    loaded = set(in_a_new_process(code).split())
    assert loaded & set(HEAVY) == set()


def test_records_are_loaded_when_they_are_asked_for() -> None:
    code = "import sys, tafl; print('tafl.record' in sys.modules, tafl.record.read_game.__name__)"
    assert in_a_new_process(code) == "False read_game"
    name = "records"
    with pytest.raises(AttributeError, match="module 'tafl' has no attribute 'records'"):
        getattr(tafl, name)


def test_version() -> None:
    assert tafl.__version__ == importlib.metadata.version("tafl")


def test_versions_of_the_sources_agree() -> None:
    root = Path(__file__).parents[1]
    if not (root / "CMakeLists.txt").is_file():
        pytest.skip("the sources are not here")
    assert f"VERSION {tafl.__version__} " in (root / "CMakeLists.txt").read_text(encoding="utf-8")
    citation = (root / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {tafl.__version__}\n" in citation


def test_public_names_are_the_package_s() -> None:
    for name in ("Board", "Games", "Move", "MoveList", "Position", "Square", "Variant"):
        assert getattr(tafl, name).__module__ == "tafl"
        assert repr(getattr(tafl, name)) == f"<class 'tafl.{name}'>"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_memory_stays_small() -> None:
    """Importing the package and a perft: under 100 MB. (Depth 6 takes no more than depth 4, since
    a perft keeps nothing; the benchmark script runs it.)"""
    code = (
        "import tafl; tafl.perft(tafl.Board('linnaeus-tablut'), 4)\n"
        "for line in open('/proc/self/status'):\n"
        "    if line.startswith('VmHWM'): print(line.split()[1])"
    )
    assert int(in_a_new_process(code)) < 100_000
