"""Deep perft counts on several machines, with Dask or any Executor of ``concurrent.futures``.

The tree is cut at a ply, the *split*. The positions that can be reached there, each once however
many sequences of moves lead to it, go to the workers in batches; each one's count comes back, and
a *checkpoint* keeps it, so that a count that was broken off can go on.

>>> from concurrent.futures import ThreadPoolExecutor
>>> from tafl import distributed
>>> with ThreadPoolExecutor(2) as executor:
...     distributed.perft(Board("linnaeus-tablut"), 4, executor)
19913864
"""

from __future__ import annotations

import pickle
import zlib
from concurrent.futures import Executor, Future, as_completed
from contextlib import closing

from tafl import __version__, _core
from tafl._core import Board, Position
from tafl._typed import is_list
from tafl.checkpoint import Checkpoint
from tafl.errors import TaflError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Generator, Iterable, Iterator
    from typing import Any

__all__ = ["UnfinishedError", "perft"]

_MOST_DEPTH = 100
# Sequences of moves up to the split: as many as one process goes through in a second or two, where
# the split is left to us, and as fit into its memory, where it is given.
_SEQUENCES = 500_000
_MOST_SEQUENCES = 5_000_000
# The plies that our own split leaves to the workers at least: with fewer, many workers would wait
# for the one process that finds and sends the positions.
_LEAST_PLIES = 4
# Estimated nodes of a batch. The most take about a second, which is long for the scheduler and
# soon made again when a worker dies. Batches get smaller towards the end, so that no worker waits
# long for another, but stay worth sending.
_MOST_NODES = 5e9
_LEAST_NODES = 5e8
_SHARES = 16  # a batch is this part of what is not yet shared out
_MOST_POSITIONS = 10_000  # of a batch


class UnfinishedError(TaflError):
    """A worker or a task failed, so there is no total; the cause is the error it failed with.

    What had been counted is in the checkpoint, if there is one, and the same call does the rest.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from tafl import distributed
    >>> executor = ThreadPoolExecutor(1)
    >>> executor.shutdown()
    >>> distributed.perft(Board("brandubh"), 5, executor, split=1)
    Traceback (most recent call last):
        ...
    tafl.distributed.UnfinishedError: ...
    """


def perft(
    position: Board | Position,
    depth: int,
    client: Any,
    *,
    split: int | None = None,
    threads: int = 1,
    hash_mb: int = 0,
    progress: Callable[[float], object] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
) -> int:
    """The count of tafl.perft, made by the workers of ``client``.

    ``position`` is a Board or a Position; repetition plays no part. ``client`` is a
    ``distributed.Client`` or an Executor. ``split`` is the ply at which the tree is cut; by default
    the last one with at most 500,000 sequences of moves up to it and at least 4 plies below it. One
    with more than 5,000,000 sequences is refused. ``threads`` and ``hash_mb`` are those of the
    workers' tafl.perft, which has a new table for each position. ``progress`` is called in this
    thread with the share that is done, from 0 to 1, by an estimate of the work; an error that it
    raises ends the count. ``checkpoint`` is the path of a file that keeps what is done, and that is
    gone on with where it exists.

    Positions that several sequences lead to are counted once, times their number. The total is an
    int of any size; only what is below one position must fit into 64 bits.

    Raises UnfinishedError where a worker fails, RecordError for a checkpoint that is damaged or of
    another count, else what tafl.perft raises.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from tafl import distributed
    >>> with ThreadPoolExecutor(2) as executor:
    ...     distributed.perft(Board("brandubh"), 5, executor, split=2)
    41843336
    """
    _core.perft(position, 0, threads=threads, hash_mb=hash_mb)  # checks these three
    _require_number("depth", depth, _MOST_DEPTH)
    if progress is not None and not callable(progress):
        raise TypeError(f"expected progress as a callable or None, found {type(progress).__name__}")
    executor = _executor(client)
    root = position.position if isinstance(position, Board) else position
    above = _split_ply(root, depth, split)
    ways = _positions(root, above)
    positions = list(ways)
    work = _estimates(positions, depth - above)
    description = _description(root, depth, above, positions)
    with Checkpoint(checkpoint, description, len(positions)) as kept:
        missing = [index for index in range(len(positions)) if index not in kept.counts]
        tasks = (
            # Pickled here, once, so that a scheduler need not unpickle and pickle it on its way.
            (
                batch,
                (pickle.dumps([positions[i] for i in batch]), depth - above, threads, hash_mb),
            )
            for batch in _batches(missing, work)
        )
        total = sum(work)
        left = sum(work[index] for index in missing)
        _report(progress, left, total)
        try:
            with closing(_results(executor, tasks)) as results:
                for batch, counts in results:
                    kept.add(dict(zip(batch, counts, strict=True)))
                    left -= sum(work[index] for index in batch)
                    _report(progress, left, total)
        except UnfinishedError as error:
            where = "" if checkpoint is None else f" and kept in {checkpoint}"
            raise UnfinishedError(
                f"{error}; {len(kept.counts)} of {len(positions)} positions are counted{where}"
            ) from error.__cause__
        if len(kept.counts) < len(positions):
            raise UnfinishedError(
                f"the executor lost results: {len(kept.counts)} of {len(positions)} positions "
                "are counted"
            )
        return sum(ways[positions[index]] * count for index, count in kept.counts.items())


def count_positions(
    version: str, pickled: bytes, depth: int, threads: int, hash_mb: int
) -> list[int]:
    """What a worker does: the counts of a pickled list of positions, by the version asked for."""
    if version != __version__:
        raise TaflError(f"found tafl {__version__} on a worker, expected {version} everywhere")
    positions: list[Position] = pickle.loads(pickled)
    return [_core.perft(each, depth, threads=threads, hash_mb=hash_mb) for each in positions]


def _require_number(name: str, value: object, most: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"expected {name} as int, found {type(value).__name__}")
    if not 0 <= value <= most:
        found = value if value.bit_length() <= 64 else "a number of more than 64 bits"
        raise TaflError(f"{name}: found {found}, expected 0 to {most}")


def _executor(client: Any) -> Executor:
    if isinstance(client, Executor):
        return client
    # A Client of Dask offers itself as an Executor, so that one mechanism serves both.
    if not hasattr(client, "get_executor"):
        raise TypeError(
            f"expected a distributed.Client or an Executor, found {type(client).__name__}"
        )
    if client.asynchronous:
        raise TypeError("found a Client with asynchronous=True, expected one without")
    # Tasks are not compared with each other (pure): no two are the same.
    executor: Executor = client.get_executor(pure=False)
    return executor


def _split_ply(root: Position, depth: int, split: int | None) -> int:
    """The ply at which to split."""
    if split is None:
        return _plies_within(root, max(depth - _LEAST_PLIES, 0), _SEQUENCES)
    _require_number("split", split, depth)
    most = _plies_within(root, split, _MOST_SEQUENCES)
    if most < split:
        raise TaflError(
            f"split: found {split}, expected 0 to {most}: beyond it there are more than "
            f"{_MOST_SEQUENCES:,} sequences of moves"
        )
    return split


def _plies_within(root: Position, most_plies: int, most_sequences: int) -> int:
    plies = 0
    while plies < most_plies and _core.perft(root, plies + 1) <= most_sequences:
        plies += 1
    return plies


def _positions(root: Position, plies: int) -> dict[Position, int]:
    """The positions at a ply, in an order that is always the same, with how often each is met."""
    level = {root: 1}
    for _ in range(plies):
        below: dict[Position, int] = {}
        for position, ways in level.items():
            board = Board(position.variant, position.fen())
            for move in position.legal_moves:
                board.push_unchecked(move)
                reached = board.position
                board.pop()
                below[reached] = below.get(reached, 0) + ways
        level = below
    return level


def _estimates(positions: list[Position], depth: int) -> list[float]:
    """About how many nodes are below each position, judged by its first plies."""
    looked = min(depth - 2, 2)
    if looked <= 0:
        return [1.0] * len(positions)
    # Nothing deeper is ever finished, and the power must stay a number.
    exponent = min(depth, 20) / looked
    return [float(max(_core.perft(position, looked), 1)) ** exponent for position in positions]


def _batches(missing: list[int], work: list[float]) -> Iterator[list[int]]:
    """The missing positions in batches, the largest pieces of work first."""
    left = sum(work[index] for index in missing)
    batch: list[int] = []
    nodes = 0.0
    for index in sorted(missing, key=work.__getitem__, reverse=True):
        batch.append(index)
        nodes += work[index]
        enough = min(max(left / _SHARES, _LEAST_NODES), _MOST_NODES)
        if nodes >= enough or len(batch) == _MOST_POSITIONS:
            yield batch
            left -= nodes
            batch, nodes = [], 0.0
    if batch:
        yield batch


def _results(
    executor: Executor, tasks: Iterable[tuple[list[int], tuple[Any, ...]]]
) -> Generator[tuple[list[int], list[int]]]:
    """Gives the tasks to the executor, and hands on each batch with its counts as they come in.

    After an error those that are done are handed on before it is raised. What has not begun when
    this ends, in whichever way, never will.
    """
    futures: dict[Future[list[int]], list[int]] = {}
    try:
        for batch, arguments in tasks:
            future = executor.submit(count_positions, __version__, *arguments)
            if not isinstance(future, Future):
                raise TaflError(f"found {type(future).__name__} from submit, expected a Future")
            futures[future] = batch
        for future in as_completed(list(futures)):
            counts, positions = future.result(), len(futures[future])
            if not _are_counts(counts, positions):
                raise TaflError(f"found {counts!r:.60}, expected a list of {positions} counts")
            yield futures.pop(future), counts
    except Exception as error:
        for future, batch in futures.items():
            if not future.done() or future.cancelled() or future.exception() is not None:
                continue
            if _are_counts(counts := future.result(), len(batch)):
                yield batch, counts
        what = f"{type(error).__name__}: {error}".removesuffix(": ")
        raise UnfinishedError(f"the count is not finished, a task failed: {what}") from error
    finally:
        for future in futures:
            future.cancel()


def _are_counts(counts: object, positions: int) -> bool:
    """Whether this can be the counts of so many positions."""
    return (
        is_list(counts)
        and len(counts) == positions
        and all(type(count) is int and 0 <= count < 1 << 64 for count in counts)
    )


def _report(progress: Callable[[float], object] | None, left: float, total: float) -> None:
    if progress is not None:
        # Sums of floats in another order may differ by a little.
        progress(min(max(1 - left / total, 0.0), 1.0) if total else 1.0)


def _description(root: Position, depth: int, split: int, positions: list[Position]) -> list[str]:
    """What a count is of, for its checkpoint; the check sum stands for the positions in order."""
    import json

    check = 0
    for position in positions:
        check = zlib.crc32(position.key.to_bytes(8, "little"), check)
    return [
        *(f"rule {key} = {json.dumps(value)}" for key, value in root.variant.rules.items()),
        f"position {root.fen()}",
        f"depth {depth}",
        f"split {split}",
        f"positions {len(positions)} {check:08x}",
    ]
