"""Commands that count: ``perft`` and ``verify``."""

from __future__ import annotations

import os
import sys
import time

import tafl
from tafl import verify
from tafl.cli.arguments import FEN_HELP, VARIANT_HELP, position_of, with_json
from tafl.cli.output import clear_progress, print_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Mapping
    from typing import Any

    from tafl.cli.arguments import AddCommand

_LIMIT = 20_000_000
_PATIENCE = "10s"  # with a scheduler that does not answer, or has no worker


def add_perft(command: AddCommand) -> None:
    """Adds the command ``perft``."""
    added = command(
        "perft",
        _perft,
        "count the sequences of legal moves",
        "tafl perft linnaeus-tablut 5 --threads 2",
    )
    added.add_argument("variant", metavar="VARIANT", help=VARIANT_HELP)
    added.add_argument("depth", metavar="DEPTH", type=int, help="number of moves")
    added.add_argument("--fen", metavar="F", help=FEN_HELP)
    added.add_argument("--divide", action="store_true", help="count by the first move, too")
    added.add_argument("--stats", action="store_true", help="count captures and ends, too (slower)")
    added.add_argument("--threads", metavar="N", type=int, default=1, help="default: 1")
    added.add_argument(
        "--hash-mb", metavar="M", type=int, default=0, help="megabytes of hash table; default: 0"
    )
    added.add_argument("--no-bulk", action="store_true", help="make every last move (slower)")
    added.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="count on the workers of this Dask scheduler, such as tcp://host:8786",
    )
    added.add_argument(
        "--checkpoint",
        metavar="FILE",
        help="with --scheduler: keep what is counted in FILE, or go on with it",
    )
    with_json(added)


def add_verify(command: AddCommand) -> None:
    """Adds the command ``verify``."""
    added = command(
        "verify",
        _verify,
        "make the counts of perft tables again",
        "tafl verify mine.perft --limit 1000000",
    )
    added.add_argument(
        "table", metavar="PERFT-FILE", nargs="?", help="default: the tables of this package"
    )
    added.add_argument(
        "--limit",
        metavar="NODES",
        type=int,
        default=_LIMIT,
        help=f"leave out counts above this; default: {_LIMIT}",
    )
    added.add_argument("--threads", metavar="N", type=int, default=1, help="default: 1")
    with_json(added)


def _progress(depth: int) -> Callable[[float], object] | None:
    """Shows on a terminal how far a long count is."""
    if not sys.stderr.isatty():
        return None
    started = time.perf_counter()
    shown = [started]

    def show(share: float) -> None:
        now = time.perf_counter()
        if now - started > 1 and now - shown[0] > 0.2:
            shown[0] = now
            print(f"\rdepth {depth}: {share:6.1%}", end="\x1b[K", file=sys.stderr, flush=True)

    return show


def _perft(options: argparse.Namespace) -> int:
    board = position_of(options)
    if not 0 <= options.depth <= 100:
        raise tafl.TaflError(f"DEPTH: found {options.depth}, expected 0 to 100")
    if options.stats and (options.threads != 1 or options.hash_mb != 0) and not options.divide:
        raise tafl.TaflError(
            "--stats: found with --threads or --hash-mb, expected without: it makes every move"
        )
    if options.scheduler is None and options.checkpoint is not None:
        raise tafl.TaflError("--checkpoint: found without --scheduler, expected both")
    if options.scheduler is not None and (options.divide or options.stats or options.no_bulk):
        raise tafl.TaflError(
            "--scheduler: found with --divide, --stats or --no-bulk, expected without"
        )
    rows: list[dict[str, Any]] = []
    counts: dict[tafl.Move, int] = {}
    # One checkpoint is of one depth, and whoever asks for several machines wants that one.
    first = min(1, options.depth) if options.scheduler is None else options.depth
    for depth in range(first, options.depth + 1):
        started = time.perf_counter()
        row: dict[str, Any] = {"depth": depth}
        last = depth == options.depth
        if options.stats:
            try:
                stats = tafl.perft_stats(board, depth, progress=_progress(depth))
            finally:
                clear_progress()
            row.update(stats._asdict())
        elif options.divide and last and depth > 0:
            counts = _counted(tafl.divide, board, depth, options)
            row["nodes"] = sum(counts.values())
        elif options.scheduler is not None:
            row["nodes"] = _counted(_distributed(options), board, depth, options)
        else:
            row["nodes"] = _counted(tafl.perft, board, depth, options)
        row["seconds"] = time.perf_counter() - started
        row["nodes_per_second"] = row["nodes"] / max(row["seconds"], 1e-9)
        rows.append(row)
        if not options.json:
            _print_perft_row(row, options.stats)
    if options.divide and options.stats and options.depth > 0:
        counts = _counted(tafl.divide, board, options.depth, options)
    division = {str(move): nodes for move, nodes in counts.items()}
    if options.json:
        data: dict[str, Any] = {"variant": board.variant.id, "fen": board.fen(), "perft": rows}
        if options.divide:
            data["divide"] = division
        return print_json(data)
    for move, nodes in division.items():
        print(f"{move} {nodes}")
    return 0


def _counted(count: Callable[..., Any], board: tafl.Board, depth: int, options: Any) -> Any:
    arguments: dict[str, Any] = {"threads": options.threads, "hash_mb": options.hash_mb}
    if options.no_bulk:
        arguments["bulk"] = False
    try:
        return count(board, depth, progress=_progress(depth), **arguments)
    finally:
        clear_progress()


def _distributed(options: argparse.Namespace) -> Callable[..., int]:
    """A perft that the workers of a Dask scheduler make."""
    from importlib import import_module

    from tafl import distributed

    try:
        dask = import_module("distributed")
    except ImportError as error:
        raise tafl.TaflError(
            f"--scheduler: {error}; expected Dask, which pip install 'tafl[distributed]' brings"
        ) from error

    def count(board: tafl.Board, depth: int, **arguments: Any) -> int:
        try:
            dask.comm.resolve_address(options.scheduler)  # a Client would say more than its error
            client = dask.Client(options.scheduler, timeout=_PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            raise tafl.TaflError(f"--scheduler: {error}") from error
        with client:
            try:
                client.wait_for_workers(1, timeout=_PATIENCE)
            except OSError as error:
                raise tafl.TaflError(f"--scheduler: {error}") from error
            return distributed.perft(
                board, depth, client, checkpoint=options.checkpoint, **arguments
            )

    return count


def _print_perft_row(row: dict[str, Any], stats: bool) -> None:
    if stats:
        counts = "  ".join(
            f"{name.replace('_', ' ')} {row[name]}" for name in tafl.PerftStats._fields[1:]
        )
        details = f"  {counts}"
    else:
        details = ""
    print(
        f"{row['depth']:>3} {row['nodes']:>16} {row['seconds']:>10.3f} s "
        f"{row['nodes_per_second']:>16,.0f} nodes/s{details}",
        flush=True,
    )


def _verify(options: argparse.Namespace) -> int:
    if options.limit < 0:
        raise tafl.TaflError(f"--limit: found {options.limit}, expected 0 or more")
    tables = [options.table] if options.table else verify.shipped_tables()
    checked = left_out = 0
    wrong: list[dict[str, Any]] = []
    for path in tables:
        for block in verify.read_table(path):
            results = 0
            for result in verify.check(block, options.limit, options.threads):
                results += 1
                if not result.agrees:
                    options.status = 1
                    wrong.append(_mismatch(path, result))
                    if not options.json:
                        print(_mismatch_line(wrong[-1]), flush=True)
            checked += results
            left_out += len(block.perft) - results
    if options.json:
        print_json({"checked": checked, "left_out": left_out, "mismatches": wrong})
    else:
        print(f"{checked} counts checked, {len(wrong)} wrong, {left_out} above the limit left out")
    return 1 if wrong else 0


def _mismatch(path: str, result: verify.Result) -> dict[str, Any]:
    return {
        "table": os.path.basename(path),
        "id": result.block.id,
        "variant": result.block.variant,
        "depth": result.depth,
        "stated": result.expected,
        "found": result.found,
        "difference": result.difference,
    }


def _mismatch_line(wrong: Mapping[str, Any]) -> str:
    difference = wrong["difference"] or "the table has no divide line for it that differs"
    return (
        f"{wrong['table']}: {wrong['id']} ({wrong['variant']}), depth {wrong['depth']}: "
        f"stated {wrong['stated']}, found {wrong['found']}; {difference}"
    )
