"""Fuzzing of the readers of game records, a dialect at a time:

    python tests/fuzz_records.py otn --minutes 10 --seed 1

Where atheris is installed (the extra ``fuzz``), what is covered guides the changes; without it
they are random. Each input that breaks something is printed, once for each way in which it does.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import os
import random
import sys
import tempfile
import time
import traceback
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

NAMES = ("otn", "walker", "nielsen", "htp", "pgn", "unibo", "json", "gtp", "move")
ENOUGH_VALID = 1 / 3
"""The least share of the inputs that has to come as far as a replay."""


class Run:
    """One target, what it has met, and how it is fed."""

    def __init__(self, name: str, seed: int, scratch: Path) -> None:
        import record_checks
        import record_inputs
        import tafl

        self.name = name
        self.rng = random.Random(f"{name} {seed}")
        self.scratch = scratch
        self.inputs = self.valid = self.largest = 0
        self.slowest: tuple[float, str] = (0.0, "")
        """CPU seconds for a thousand characters of a long input, and that input."""
        self.hungriest = 0.0
        """Bytes for each character of a long input, all its games kept; only what Python
        allocates."""
        self.failures: dict[tuple[str, ...], tuple[str, str]] = {}
        board = tafl.Board("linnaeus-tablut")
        self._checks = record_checks
        self._board = board
        make = record_inputs.TARGETS.get(
            name, lambda rng: record_inputs.move_or_position(rng, board)
        )
        self.texts = record_inputs.Texts(self.rng, make, 1 if name == "move" else 3)

    def take(self, text: str) -> None:
        """Checks one input."""
        self.inputs += 1
        self.largest = max(self.largest, len(text))
        try:
            self.valid += self._check(text)
        except Exception as error:
            frames = traceback.extract_tb(error.__traceback__)
            where = tuple(f"{frame.name}:{frame.lineno}" for frame in frames[1:])
            key = (type(error).__name__, *where)
            if key not in self.failures or len(self.failures[key][0]) > len(text):
                self.failures[key] = text, "".join(traceback.format_exception(error)[-4:])

    def _check(self, text: str) -> bool:
        if self.name == "move":
            return self._checks.check_move(text, self._board)
        # Naming the dialect and letting it be found are both worth trying.
        dialect = self.name if len(text) % 4 else None
        valid, seconds = self._checks.check_record(text, dialect, self.scratch)
        if len(text) > 2000:
            self.slowest = max(self.slowest, (1000 * seconds / len(text), text))
        if len(text) > 10_000:
            self._weigh(text, dialect)
        return valid

    def _weigh(self, text: str, dialect: str | None) -> None:
        tracemalloc.start()
        self._checks._collected(text, dialect)
        self.hungriest = max(self.hungriest, tracemalloc.get_traced_memory()[1] / len(text))
        tracemalloc.stop()

    def by_chance(self, goes_on: Callable[[], bool]) -> None:
        """Takes inputs that come from nothing but chance."""
        text = ""
        while goes_on():
            text = self.texts.changed(self.rng, text)
            self.take(text)

    def report(self) -> int:
        """Prints what was met; returns the exit status."""
        share = self.valid / max(self.inputs, 1)
        seconds, slow = self.slowest
        import resource  # which Windows lacks

        print(
            f"{self.name}: {self.inputs} inputs of at most {self.largest} characters, "
            f"{share:.0%} read as moves or positions\n"
            f"  slowest: {seconds:.4f} CPU seconds for 1000 characters (of {len(slow)}: "
            f"{slow[:40]!a})\n"
            f"  most memory: {self.hungriest:.0f} bytes a character; largest process: "
            f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB"
        )
        for text, shown in self.failures.values():
            print(f"\n{shown}\n{json.dumps(text[:4000])}")
        print(f"{self.name}: {len(self.failures)} kinds of failures", flush=True)
        return 1 if self.failures or share < ENOUGH_VALID else 0


def guided(run: Run, atheris: Any, seconds: float) -> None:
    """Takes inputs that lead where no input has been yet; ends the process."""
    end = time.monotonic() + seconds

    def take(data: bytes) -> None:
        run.take(_decoded(data))
        if time.monotonic() > end:
            run.scratch.unlink(missing_ok=True)
            status = run.report()
            os._exit(status)  # the fuzzer would not stop by itself

    def change(data: bytes, max_size: int, seed: int) -> bytes:
        text = run.texts.changed(random.Random(seed), _decoded(data))
        return text.encode("utf-8", "surrogatepass")[:max_size]

    options = ["-max_len=60000", f"-seed={run.rng.randrange(2**31)}", "-verbosity=0", "-timeout=60"]
    atheris.Setup([sys.argv[0], *options], take, custom_mutator=change)
    atheris.Fuzz()


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("target", choices=NAMES)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**31))
    args = parser.parse_args()
    print(f"{args.target}, seed {args.seed}", flush=True)
    atheris: Any = None
    with contextlib.suppress(ImportError):
        atheris = importlib.import_module("atheris")
    with atheris.instrument_imports(include=["tafl"]) if atheris else contextlib.nullcontext():
        importlib.import_module("tafl.record")
    scratch = Path(tempfile.mkdtemp()) / "record"
    run = Run(args.target, args.seed, scratch)
    if atheris:
        guided(run, atheris, args.minutes * 60)
    end = time.monotonic() + args.minutes * 60
    run.by_chance(lambda: time.monotonic() < end)
    return run.report()


if __name__ == "__main__":
    sys.exit(main())
