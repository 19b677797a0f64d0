"""Distributed perft on one local Dask worker process against two, interleaved in one run.

Run it as ``python benchmarks/workers.py``; it needs the package ``distributed`` and two processors
that are otherwise idle.
"""

from __future__ import annotations

import argparse
import importlib
import os
import statistics
import time
from collections.abc import Callable
from typing import Any

import tafl
from tafl import distributed


def seconds(action: Callable[[], object]) -> float:
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--variant", default="linnaeus-tablut")
    parser.add_argument("--depth", type=int, default=6)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    dask: Any = importlib.import_module("distributed")
    board = tafl.Board(options.variant)
    totals = set()

    def count(workers: int) -> float:
        """Seconds on a cluster of its own: one that idled beside it would take its share."""
        with (
            dask.LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                host="127.0.0.1",
                dashboard_address="127.0.0.1:0",
            ) as cluster,
            dask.Client(cluster, set_as_default=False) as client,
        ):
            distributed.perft(board, 4, client)  # everything is imported
            return seconds(lambda: totals.add(distributed.perft(board, options.depth, client)))

    ratios = []
    for _ in range(options.runs):
        one, two = count(1), count(2)
        ratios.append(one / two)
        load = os.getloadavg()[0]
        print(
            f"one worker {one:.1f} s, two {two:.1f} s: {one / two:.2f}, load {load:.1f}", flush=True
        )
    print(f"total {totals}, median ratio {statistics.median(ratios):.2f}, best {max(ratios):.2f}")


if __name__ == "__main__":
    main()
