"""Everything that is measured, in one table: ``python benchmarks/table.py``.

Perft as it counts and with every leaf made, for each size of board; how the cost grows with depth
and threads; random games; calls from Python beside ``chess`` and ``cshogi``; records checked a
second. ``--instructions`` adds processor instructions a node (needs valgrind; they do not depend on
how busy the machine is). ``--json`` prints the same as data.

Rates are of processor time where one thread works, so that other programs disturb them little; what
threads gain is of the time on the clock. Each is the median of several runs.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import python_calls
import records
import tafl

# Variant, depth as it counts, depth with every leaf made.
PERFTS = (
    ("brandubh", 5, 4),
    ("linnaeus-tablut", 5, 4),
    ("foteviken-tablut", 5, 4),
    ("legacy-tablut", 5, 4),
    ("saami-tablut", 5, 4),
    ("copenhagen", 4, 4),
    ("tawlbwrdd", 4, 4),
    ("historical-13", 4, 3),
    ("historical-15", 4, 3),
    ("tablut-19", 3, 3),
)
GROWTH = ("linnaeus-tablut", (3, 4, 5, 6))
THREADS = ("linnaeus-tablut", 6)

Row = dict[str, Any]


def rate(count: Callable[[], int], clock: Callable[[], float], runs: int) -> float:
    """Things a second, the median of some runs."""
    rates = []
    for _ in range(runs):
        started = clock()
        things = count()
        rates.append(things / (clock() - started))
    return statistics.median(rates)


def perfts(runs: int) -> Iterator[Row]:
    for name, depth, plain in PERFTS:
        board = tafl.Board(name)
        bulk = rate(lambda b=board, d=depth: tafl.perft(b, d), time.process_time, runs)  # type: ignore[misc]
        made = rate(lambda b=board, d=plain: tafl.perft(b, d, bulk=False), time.process_time, runs)  # type: ignore[misc]
        yield {
            "what": f"{name}, {board.size}x{board.size}"
            + (", encirclement" if board.variant.rules["end.encirclement"] else ""),
            "perft": depth,
            "million_nodes_a_second": bulk / 1e6,
            "million_leaves_made_a_second": made / 1e6,
        }


def growth(runs: int) -> Iterator[Row]:
    name, depths = GROWTH
    board = tafl.Board(name)
    for depth in depths:
        nodes = tafl.perft(board, depth)
        speed = rate(lambda d=depth: tafl.perft(board, d), time.process_time, min(runs, 3))  # type: ignore[misc]
        yield {
            "what": f"{name}, depth {depth}",
            "nodes": nodes,
            "seconds": nodes / speed,
            "million_nodes_a_second": speed / 1e6,
        }


def threads(runs: int) -> Iterator[Row]:
    name, depth = THREADS
    board = tafl.Board(name)
    gains = []
    for _ in range(min(runs, 3)):
        times = []
        for number in (1, 2):
            started = time.perf_counter()
            tafl.perft(board, depth, threads=number)
            times.append(time.perf_counter() - started)
        gains.append(times[0] / times[1])
    yield {"what": f"{name}, depth {depth}: two threads", "times_one": statistics.median(gains)}


def calls(runs: int) -> Iterator[Row]:
    timed = python_calls.timed_actions(100)
    for _ in range(runs):
        for each in timed.values():
            each.run()
    for name, each in timed.items():
        yield {"what": name, "million_a_second": statistics.median(each.rates) / 1e6}
    for ours, theirs, wanted in python_calls.COMPARISONS:
        if theirs in timed:
            pairs = zip(timed[ours].rates, timed[theirs].rates, strict=True)
            ratio = statistics.median(mine / other for mine, other in pairs)
            yield {"what": f"{ours} / {theirs}", "ratio": ratio, "wanted": wanted}


def checked_records(runs: int) -> Iterator[Row]:
    for dialect, (speed, ratio) in records.rates(runs).items():
        yield {"what": f"moves checked, {dialect}", "a_second": speed, "times_chess.pgn": ratio}


def instructions(name: str, depth: int, bulk: bool) -> int:
    """Instructions that a process executes which does one perft."""
    code = f"import tafl; tafl.perft(tafl.Board({name!r}), {depth}, bulk={bulk})"
    done = subprocess.run(
        [
            *("valgrind", "--tool=callgrind", f"--callgrind-out-file={os.devnull}"),
            *(sys.executable, "-c", code),
        ],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": "0"},
    )
    found = re.search(r"Collected : (\d+)", done.stderr)
    assert found is not None, done.stderr
    return int(found.group(1))


def instructions_a_node() -> Iterator[Row]:
    for name, depth, plain in (("linnaeus-tablut", 5, 4), ("copenhagen", 4, 3)):
        row: Row = {"what": f"{name}: instructions"}
        for key, bulk, deep in (("a_node", True, depth), ("a_leaf_made", False, plain)):
            nodes = tafl.perft(tafl.Board(name), deep)
            spent = instructions(name, deep, bulk) - instructions(name, 1, bulk)
            row[key] = spent / nodes
        yield row


def machine() -> str:
    names = []
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = re.findall(r"model name\s*: (.*)", file.read())
    processor = names[0] if names else platform.processor() or platform.machine()
    return f"{processor}, {os.cpu_count()} processors, Python {platform.python_version()}"


def shown(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.2f}" if value < 100 else f"{value:,.0f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7, help="of which the median counts")
    parser.add_argument("--instructions", action="store_true", help="count them, with valgrind")
    parser.add_argument("--json", action="store_true", help="print the data as JSON")
    options = parser.parse_args()
    sections: list[tuple[str, Iterator[Row]]] = [
        ("perft", perfts(options.runs)),
        ("depth", growth(options.runs)),
        ("threads", threads(options.runs)),
        ("calls from Python", calls(options.runs)),
        ("records", checked_records(options.runs)),
    ]
    if options.instructions:
        if shutil.which("valgrind") is None:
            parser.error("--instructions: valgrind is not installed")
        sections.insert(1, ("instructions", instructions_a_node()))
    data: dict[str, Any] = {"tafl": tafl.__version__, "machine": machine()}
    if not options.json:
        print(f"tafl {data['tafl']}, {data['machine']}")
    for title, rows in sections:
        data[title] = []
        if not options.json:
            print(f"\n{title}", flush=True)
        for row in rows:
            data[title].append(row)
            if not options.json:
                cells = {key: value for key, value in row.items() if key != "what"}
                rest = [f"{key.replace('_', ' ')} {shown(value)}" for key, value in cells.items()]
                print(f"  {row['what']:<44} {', '.join(rest)}", flush=True)
    if options.json:
        json.dump(data, sys.stdout, indent=2)
        print()


if __name__ == "__main__":
    main()
