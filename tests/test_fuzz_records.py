"""A short run of each fuzzing target: see fuzz_records.py."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

import summary
from fuzz_records import ENOUGH_VALID, NAMES, Run


@pytest.mark.parametrize("name", NAMES)
def test_fuzz(name: str, seed: int, full: bool, tmp_path: Path) -> None:
    run = Run(name, seed, tmp_path / "record")
    number = itertools.count()
    run.by_chance(lambda: next(number) < (10_000 if full else 200))
    for text, shown in run.failures.values():
        pytest.fail(f"{shown}\n{text!a}")
    assert run.valid >= ENOUGH_VALID * run.inputs
    summary.add(
        f"fuzzing of {name}: {run.inputs} inputs, {run.valid} of them read as moves or positions"
    )
