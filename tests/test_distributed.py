"""Distributed perft: the same totals, whatever happens to the workers."""

from __future__ import annotations

import functools
import inspect
import itertools
import json
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import strategies as own
import tafl
import test_docs
from tafl import cli, distributed
from tafl.checkpoint import Checkpoint
from tafl.cli import counts
from tafl.distributed import UnfinishedError

# Deep enough for many tasks, and counted in a second; positions at the split.
BOARD = tafl.Board("linnaeus-tablut")
DEPTH, SPLIT, TOTAL, POSITIONS = 5, 2, 1611674360, 4400
count_board = functools.partial(distributed.perft, BOARD, DEPTH, split=SPLIT)


class StoppedError(Exception):
    """What a callback raises to give a count up."""


class Counting(ThreadPoolExecutor):
    """An executor that knows what it was given to count."""

    def __init__(self) -> None:
        super().__init__(2)
        self.batches: list[list[tafl.Position]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.batches.append(pickle.loads(args[1]))
        return super().submit(fn, *args, **kwargs)

    @property
    def positions(self) -> list[tafl.Position]:
        return [position for batch in self.batches for position in batch]


@pytest.fixture
def threads() -> Iterator[Counting]:
    with Counting() as executor:
        yield executor


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distributed, "_LEAST_NODES", 1e6)


@pytest.fixture(scope="module")
def dask() -> Any:
    return pytest.importorskip(
        "distributed", reason="it is not installed: pip install 'tafl[distributed]'"
    )


def local_cluster(dask: Any, workers: int) -> Any:
    return dask.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
    )


@pytest.fixture(scope="module")
def cluster(dask: Any) -> Iterator[Any]:
    with local_cluster(dask, 2) as cluster:
        yield cluster


@pytest.fixture
def client(dask: Any, cluster: Any) -> Iterator[Any]:
    with dask.Client(cluster, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
        yield client


def stop_after(share: float) -> Callable[[float], None]:
    def progress(done: float) -> None:
        if done >= share:
            raise StoppedError

    return progress


def counts_in(checkpoint: Path) -> int:
    """How many positions a checkpoint has the counts of."""
    lines = checkpoint.read_bytes().split(b"\n")[:-1]
    [top] = [number for number, line in enumerate(lines) if line.startswith(b"positions ")]
    return len(lines) - top - 1


# Totals.


@pytest.mark.parametrize("name", ["linnaeus", "foteviken", "tablut-corners", "brandubh", "fetlar"])
def test_totals_of_starts(name: str, threads: Counting) -> None:
    board = tafl.Board(name)
    for depth in range(5):
        expected = tafl.perft(board, depth)
        assert distributed.perft(board, depth, threads) == expected
        assert distributed.perft(board.position, depth, threads, threads=2, hash_mb=1) == expected


def test_totals_of_random_positions_at_every_split(seed: int, threads: Counting) -> None:
    rng = random.Random(seed)
    for _ in range(20):
        board = own.random_board(rng, rng.choice(own.BUILT_IN), 60)
        expected = tafl.perft(board, 3)
        for split in range(3):
            assert distributed.perft(board, 3, threads, split=split) == expected
    # All leaves are sent.
    assert distributed.perft(tafl.Board("brandubh"), 2, threads, split=2) == 960


@pytest.mark.parametrize("fen", ["/K8/9/9/9/9/9/9/9/t8/ a", "/9/9/9/9/9/9/9/9/t8/ a"])
def test_a_finished_position(fen: str, threads: Counting) -> None:
    board = tafl.Board("tablut", fen)
    shares: list[float] = []
    for depth, split in itertools.combinations_with_replacement(range(3), 2):
        depth, split = split, depth
        found = distributed.perft(board, depth, threads, split=split, progress=shares.append)
        assert found == (1 if depth == 0 else 0)
    assert set(shares) <= {0.0, 1.0}


def test_the_history_is_no_matter(threads: Counting) -> None:
    variant = tafl.Variant("linnaeus").replace({"end.repetition": "forbidden"})
    board = tafl.Board(variant)
    for move in ("e8-c8", "e6-d6", "c8-e8", "d6-e6", "e8-c8", "e6-d6", "c8-e8"):
        board.push_str(move)
    assert distributed.perft(board, 4, threads, split=2) == tafl.perft(board, 4)


def test_equal_positions_are_counted_once(threads: Counting) -> None:
    board = tafl.Board("brandubh")
    fens: dict[str, int] = {}

    def walk(plies: int) -> None:
        if plies == 0:
            fens[board.fen()] = fens.get(board.fen(), 0) + 1
            return
        for move in board.position.legal_moves:
            board.push_unchecked(move)
            walk(plies - 1)
            board.pop()

    walk(3)
    assert max(fens.values()) > 1
    assert distributed.perft(board, 5, threads, split=3) == 41843336
    assert sorted(position.fen() for position in threads.positions) == sorted(fens)


def test_totals_of_any_size(
    monkeypatch: pytest.MonkeyPatch, threads: Counting, tmp_path: Path
) -> None:
    most = 2**64 - 1

    def count(version: str, pickled: bytes, *_: int) -> list[int]:
        return [most] * len(pickle.loads(pickled))

    monkeypatch.setattr(distributed, "count_positions", count)
    for _ in range(2):
        found = distributed.perft(BOARD, 4, threads, split=2, checkpoint=tmp_path / "counts")
        assert found == POSITIONS * most


def test_processes(tmp_path: Path) -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        assert count_board(executor) == TOTAL
        assert distributed.perft(tafl.Board("copenhagen"), 4, executor, split=1) == 50456804


@pytest.mark.parametrize(
    ("name", "depth", "split"),
    [
        ("linnaeus", 2, 0),
        ("linnaeus", 5, 1),
        ("linnaeus", 6, 2),
        ("linnaeus", 7, 3),
        ("linnaeus", 9, 3),
        ("copenhagen", 9, 2),
    ],
)
def test_default_split(name: str, depth: int, split: int) -> None:
    assert distributed._split_ply(tafl.Board(name).position, depth, None) == split


def test_batches_get_smaller(threads: Counting, monkeypatch: pytest.MonkeyPatch) -> None:
    assert count_board(threads) == TOTAL
    assert 2 < len(threads.batches) < 100
    threads.batches.clear()
    monkeypatch.setattr(distributed, "_LEAST_NODES", 1e5)
    assert count_board(threads) == TOTAL
    sizes = [len(batch) for batch in threads.batches]
    assert sum(sizes) == POSITIONS
    assert sizes[0] > sizes[-1]
    threads.batches.clear()
    monkeypatch.setattr(distributed, "_MOST_POSITIONS", 100)
    assert distributed.perft(BOARD, 2, threads, split=2) == 4400
    assert {len(batch) for batch in threads.batches} == {100}


@pytest.mark.usefixtures("small_batches")
def test_progress(threads: Counting, tmp_path: Path) -> None:
    shares: list[float] = []
    path = tmp_path / "counts"
    count_board(threads, progress=shares.append, checkpoint=path)
    assert shares[0] == 0
    assert shares[-1] == 1
    assert shares == sorted(shares)
    assert len(shares) == len(threads.batches) + 1
    shares.clear()
    count_board(threads, progress=shares.append, checkpoint=path)
    assert shares == [1.0]


# What a checkpoint is good for.


@pytest.mark.usefixtures("small_batches")
def test_a_later_run_does_what_is_missing(threads: Counting, tmp_path: Path) -> None:
    path = tmp_path / "counts"
    with pytest.raises(StoppedError):
        count_board(threads, checkpoint=path, progress=stop_after(0.5))
    kept = counts_in(path)
    assert POSITIONS * 0.3 < kept < POSITIONS * 0.7
    threads.batches.clear()
    assert count_board(threads, checkpoint=path) == TOTAL
    assert len(threads.positions) == POSITIONS - kept
    assert counts_in(path) == POSITIONS
    threads.batches.clear()
    assert count_board(threads, checkpoint=str(path)) == TOTAL
    assert threads.batches == []


def test_a_torn_end_is_missing_work(threads: Counting, tmp_path: Path) -> None:
    board = tafl.Board("brandubh")
    path = tmp_path / "counts"

    def count() -> int:
        threads.batches.clear()
        return distributed.perft(board, 4, threads, split=1, checkpoint=path)

    assert count() == 1007392
    whole = path.read_bytes()
    *_, last = whole.splitlines(keepends=True)
    for length in range(len(whole) - len(last), len(whole) + 1):
        path.write_bytes(whole[:length])
        assert count() == 1007392
        assert len(threads.positions) == (length < len(whole))
        assert path.read_bytes() == whole
    # So is a torn beginning, and a file that is empty.
    for length in (0, 1, 30, whole.index(b"\nsplit"), whole.rindex(b"positions")):
        path.write_bytes(whole[:length])
        assert count() == 1007392
        assert len(threads.positions) == 40
        assert sorted(path.read_bytes().splitlines()) == sorted(whole.splitlines())


def test_a_damaged_checkpoint_is_refused(threads: Counting, tmp_path: Path) -> None:
    board = tafl.Board("brandubh")
    path = tmp_path / "counts"
    distributed.perft(board, 4, threads, split=1, checkpoint=path)
    whole = path.read_bytes()
    top = whole.index(b"\n", whole.index(b"\npositions ") + 1) + 1
    lines = whole.splitlines(keepends=True)
    assert sum(map(len, lines[-40:])) == len(whole) - top
    threads.batches.clear()

    def refused(damaged: bytes, message: str) -> None:
        path.write_bytes(damaged)
        with pytest.raises(tafl.RecordError, match=message) as caught:
            distributed.perft(board, 4, threads, split=1, checkpoint=path)
        assert str(path) in str(caught.value)
        assert path.read_bytes() == damaged, "a refused file is left as it was"

    # Every byte but the last, whose loss is a torn end.
    for place in range(len(whole) - 1):
        changed = bytes([whole[place] ^ 1])
        refused(
            whole[:place] + changed + whole[place + 1 :],
            "found .* expected .* no checkpoint of this count" if place < top else "damaged",
        )
    refused(whole[: top + 5] + b"\n" + whole[top + 5 :], "damaged")
    refused(whole + b"\n", "damaged")
    refused(whole + b"\0" * 50 + b"\n", "damaged")
    refused(whole + b"9" * 10_000 + b" 1 00000000\n", "damaged")
    refused(whole.replace(b"\n", b"\r\n"), "no checkpoint of this count")
    refused(b"something else that somebody has written", "no checkpoint of this count")
    refused(b"\n" * 10_000, "no checkpoint of this count")
    # The same line twice says nothing wrong.
    path.write_bytes(whole + lines[-1])
    assert distributed.perft(board, 4, threads, split=1, checkpoint=path) == 1007392
    assert threads.batches == []


def test_the_checkpoint_of_another_count_is_refused(threads: Counting, tmp_path: Path) -> None:
    path = tmp_path / "counts"
    board = tafl.Board("brandubh")
    distributed.perft(board, 4, threads, split=1, checkpoint=path)
    whole = path.read_bytes()
    other = tafl.Board("brandubh", board.fen().replace(" a", " d"))
    variant = tafl.Variant("brandubh").replace({"king.capture": "four"})
    for changed, depth, split, message in (
        (board, 3, 1, "found 'depth 4', expected 'depth 3'"),
        (board, 4, 2, "found 'split 1', expected 'split 2'"),
        (other, 4, 1, "expected 'position .* d'"),
        (tafl.Board(variant), 4, 1, "expected 'rule king.capture = \"four\"'"),
    ):
        with pytest.raises(tafl.RecordError, match=message):
            distributed.perft(changed, depth, threads, split=split, checkpoint=path)
        assert path.read_bytes() == whole


def test_a_checkpoint_that_cannot_be(threads: Counting, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    paths: list[Any] = [tmp_path, tmp_path / "missing" / "counts", "nul\0", "/dev/null"]
    if hasattr(os, "mkfifo"):
        os.mkfifo(pipe)
        paths.append(pipe)
    for path in paths:
        with pytest.raises(tafl.RecordError):
            distributed.perft(BOARD, 2, threads, checkpoint=path)
    others: list[Any] = [5, True, object()]
    for path in others:
        with pytest.raises(TypeError):
            distributed.perft(BOARD, 2, threads, checkpoint=path)
    assert threads.batches == []


def test_a_disk_that_fails(
    threads: Counting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fstat(descriptor: int) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fstat", fstat)
        with pytest.raises(tafl.RecordError, match=r"counts: cannot be read.*Input/output error"):
            distributed.perft(BOARD, 2, threads, checkpoint=tmp_path / "counts")
    assert threads.batches == []


def test_a_full_disk(threads: Counting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error comes through, and not as one of a worker."""
    path = tmp_path / "counts"
    calls = itertools.count()
    real = os.fsync

    def fsync(descriptor: int) -> None:
        real(descriptor)
        if next(calls) == 3:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(distributed, "_LEAST_NODES", 1e6)
    with pytest.raises(tafl.RecordError, match=r"cannot be written.*No space"):
        count_board(threads, checkpoint=path)
    assert count_board(threads, checkpoint=path) == TOTAL


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_killed_run_goes_on(threads: Counting, tmp_path: Path) -> None:
    path = tmp_path / "counts"
    code = (
        "import sys, tafl; from tafl import distributed as d\n"
        "from concurrent.futures import ThreadPoolExecutor\n"
        "d._LEAST_NODES = 1e6\n"
        f"board, path = tafl.Board('linnaeus'), {str(path)!r}\n"
        f"d.perft(board, {DEPTH}, ThreadPoolExecutor(1), split={SPLIT}, checkpoint=path)"
    )
    for kill in range(3):
        process = subprocess.Popen([sys.executable, "-c", code])
        before = path.stat().st_size if path.exists() else 0
        while process.poll() is None and (
            not path.exists() or path.stat().st_size < before + 10_000 * (kill + 1)
        ):
            time.sleep(0.001)
        process.kill()
        process.wait()
    kept = counts_in(path)
    assert kept > 0
    assert count_board(threads, checkpoint=path) == TOTAL
    assert len(threads.positions) == POSITIONS - kept


# Workers that fail.


@pytest.mark.usefixtures("small_batches")
def test_a_failing_task(threads: Counting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "counts"
    calls = itertools.count()
    real = distributed.count_positions

    def count(*arguments: Any) -> list[int]:
        if next(calls) == 20:
            raise MemoryError("no more")
        return real(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(distributed, "count_positions", count)
        with pytest.raises(UnfinishedError, match=r"MemoryError: no more; .* kept in") as caught:
            count_board(threads, checkpoint=path)
    assert isinstance(caught.value.__cause__, MemoryError)
    assert f"{counts_in(path)} of {POSITIONS} positions are counted" in str(caught.value)
    assert counts_in(path) > 0
    assert count_board(threads, checkpoint=path) == TOTAL


@pytest.mark.usefixtures("small_batches")
def test_an_error_leaves_nothing_to_do(threads: Counting, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tasks that had not begun are given up with the count."""
    begun = itertools.count()
    stopped = threading.Event()
    real = distributed.count_positions

    def count(*arguments: Any) -> list[int]:
        if next(begun) >= 20:
            stopped.wait()
        return real(*arguments)

    monkeypatch.setattr(distributed, "count_positions", count)
    try:
        with pytest.raises(StoppedError):
            count_board(threads, progress=stop_after(0.01))
    finally:
        stopped.set()
    threads.shutdown(wait=True)
    assert next(begun) <= 22
    assert len(threads.batches) > 40


def test_another_version_on_a_worker(threads: Counting, monkeypatch: pytest.MonkeyPatch) -> None:
    real = distributed.count_positions
    monkeypatch.setattr(
        distributed, "count_positions", lambda _, *arguments: real("0.0.1", *arguments)
    )
    with pytest.raises(UnfinishedError, match=r"on a worker, expected 0\.0\.1 everywhere"):
        distributed.perft(BOARD, 3, threads)


@pytest.mark.parametrize("sent", [[1], [1] * 99, [-5] * 80, [True] * 80, [10**120] * 80, None, "x"])
def test_counts_that_cannot_be(
    sent: object, threads: Counting, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "kept"
    monkeypatch.setattr(distributed, "_LEAST_NODES", 1e9)  # one batch
    with monkeypatch.context() as lying:
        lying.setattr(distributed, "count_positions", lambda *_: sent)
        with pytest.raises(UnfinishedError, match="expected a list of 80 counts"):
            distributed.perft(BOARD, 3, threads, split=1, checkpoint=path)
    assert distributed.perft(BOARD, 3, threads, split=1, checkpoint=path) == 353200


def test_an_executor_that_loses_results(monkeypatch: pytest.MonkeyPatch) -> None:
    """It hands out the same future again and again."""
    monkeypatch.setattr(distributed, "_LEAST_NODES", 1.0)
    monkeypatch.setattr(distributed, "_MOST_NODES", 1.0)

    class Losing(ThreadPoolExecutor):
        first: Future[Any] | None = None

        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            self.first = self.first or super().submit(fn, *args, **kwargs)
            return self.first

    with Losing(1) as executor, pytest.raises(UnfinishedError, match="lost results: 1 of 80"):
        distributed.perft(BOARD, 3, executor, split=1)


def test_a_submit_that_returns_nothing() -> None:
    class Forgetful(ThreadPoolExecutor):
        def submit(self, *_: Any, **__: Any) -> Any:
            return None

    with Forgetful(1) as executor, pytest.raises(UnfinishedError, match="expected a Future"):
        distributed.perft(BOARD, 3, executor, split=1)


def test_an_executor_that_is_shut_down() -> None:
    executor = ThreadPoolExecutor(1)
    executor.shutdown()
    with pytest.raises(UnfinishedError, match="after shutdown"):
        distributed.perft(BOARD, 3, executor)


class Closing(Counting):
    """Takes no more than three tasks, and has done them when it is given the fourth."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if len(self.batches) == 3:
            raise RuntimeError("no more for today")
        future = super().submit(fn, *args, **kwargs)
        future.result()
        return future


@pytest.mark.usefixtures("small_batches")
def test_what_was_done_before_an_error_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "counts"
    with Closing() as executor:
        with pytest.raises(UnfinishedError, match="RuntimeError: no more for today"):
            count_board(executor, checkpoint=path)
        assert counts_in(path) == len(executor.positions) > 0


class Asynchronous:
    """As much of a Client as is looked at."""

    asynchronous = True

    def get_executor(self) -> None:
        raise AssertionError


def test_an_asynchronous_client_is_refused() -> None:
    with pytest.raises(TypeError, match="asynchronous=True, expected one without"):
        distributed.perft(BOARD, 3, Asynchronous())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.usefixtures("small_batches")
def test_a_killed_process_of_a_pool(threads: Counting, tmp_path: Path) -> None:
    path = tmp_path / "counts"
    killed: list[int] = []
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:

        def progress(share: float) -> None:
            if share > 0 and not killed:
                killed.append(next(iter(executor._processes)))
                os.kill(killed[0], signal.SIGKILL)

        with pytest.raises(UnfinishedError, match=r"BrokenProcessPool.* kept in") as caught:
            count_board(executor, checkpoint=path, progress=progress)
    assert isinstance(caught.value.__cause__, BrokenProcessPool)
    kept = counts_in(path)
    assert 0 < kept < POSITIONS
    assert count_board(threads, checkpoint=path) == TOTAL
    assert len(threads.positions) == POSITIONS - kept


# Dask.


@pytest.mark.usefixtures("small_batches")
def test_dask(client: Any) -> None:
    for name, depth in (("linnaeus", 5), ("brandubh", 4), ("copenhagen", 3)):
        board = tafl.Board(name)
        assert distributed.perft(board, depth, client) == tafl.perft(board, depth)
    with client.get_executor() as executor:
        assert isinstance(executor, Executor)
        assert distributed.perft(BOARD, 4, executor, threads=2, hash_mb=1) == 19913864


@pytest.mark.usefixtures("small_batches")
def test_a_killed_worker_of_dask(client: Any, tmp_path: Path) -> None:
    path = tmp_path / "counts"
    workers = list(client.run(os.getpid).values())
    assert len(workers) == 2
    killed: list[int] = []

    def progress(share: float) -> None:
        if share > 0.3 and not killed:
            killed.append(counts_in(path))
            os.kill(workers[0], signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)

    found = count_board(client, checkpoint=path, progress=progress)
    assert 0 < killed[0] < 0.7 * POSITIONS
    assert found == TOTAL
    assert counts_in(path) == POSITIONS
    client.wait_for_workers(2, timeout=60)
    assert workers[0] not in client.run(os.getpid).values()


@pytest.mark.usefixtures("small_batches")
def test_dask_goes_on_from_a_checkpoint(
    client: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "counts"
    with pytest.raises(StoppedError):
        count_board(client, checkpoint=path, progress=stop_after(0.4))
    kept = counts_in(path)
    assert 0 < kept < POSITIONS
    submitted: list[int] = []
    real = client.submit

    def submit(fn: Any, version: str, pickled: bytes, *rest: Any, **kw: Any) -> Any:
        submitted.append(len(pickle.loads(pickled)))
        return real(fn, version, pickled, *rest, **kw)

    monkeypatch.setattr(client, "submit", submit)
    assert count_board(client, checkpoint=path) == TOTAL
    assert sum(submitted) == POSITIONS - kept
    submitted.clear()
    assert count_board(client, checkpoint=path) == TOTAL
    assert submitted == []


def test_a_failing_task_of_dask(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distributed, "__version__", "0.0.1")
    with pytest.raises(UnfinishedError, match=r"expected 0\.0\.1 everywhere"):
        distributed.perft(BOARD, 4, client)


def test_a_closed_client(dask: Any, cluster: Any) -> None:
    client = dask.Client(cluster, set_as_default=False)
    client.close()
    with pytest.raises(UnfinishedError):
        distributed.perft(BOARD, 4, client)


# The command line.


def test_command(cluster: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "counts"
    arguments = ["--scheduler", cluster.scheduler_address, "--checkpoint", str(path)]
    for _ in range(2):
        assert cli.main(["perft", "linnaeus", "5", *arguments]) == 0
        assert capsys.readouterr().out.split()[:2] == ["5", "1611674360"]
    assert counts_in(path) == 80
    assert cli.main(["perft", "linnaeus", "5", *arguments, "--threads", "2", "--json"]) == 0
    assert [row["nodes"] for row in json.loads(capsys.readouterr().out)["perft"]] == [TOTAL]
    assert cli.main(["perft", "linnaeus", "3", *arguments]) == 2
    assert f"tafl: {path}, line " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("nonsense", "missing port number"),
        ("", "missing port number"),
        ("foo://127.0.0.1:1", "unknown address scheme"),
        ("tcp://127.0.0.1:1", "trying to connect"),
    ],
)
@pytest.mark.usefixtures("dask")
def test_a_wrong_address(
    address: str,
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(counts, "_PATIENCE", "0.5s")
    assert cli.main(["perft", "linnaeus", "4", "--scheduler", address]) == 2
    error = capsys.readouterr().err
    assert error.startswith("tafl: --scheduler: ")
    assert message in error


def test_a_scheduler_without_workers(
    dask: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counts, "_PATIENCE", "0.5s")
    with local_cluster(dask, 0) as cluster:
        assert cli.main(["perft", "linnaeus", "4", "--scheduler", cluster.scheduler_address]) == 2
    assert "0/1 workers" in capsys.readouterr().err


def test_command_without_dask(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert cli.main(["perft", "linnaeus", "4", "--scheduler", "tcp://127.0.0.1:1"]) == 2
    assert "pip install 'tafl[distributed]'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--checkpoint", "x"], "--checkpoint: found without --scheduler"),
        (
            ["--scheduler", "x:1", "--divide"],
            "--scheduler: found with --divide, --stats or --no-bulk",
        ),
        (
            ["--scheduler", "x:1", "--stats"],
            "--scheduler: found with --divide, --stats or --no-bulk",
        ),
    ],
)
def test_command_wrongly_used(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["perft", "linnaeus", "2", *arguments]) == 2
    assert message in capsys.readouterr().err


# Examples and bad arguments.


def test_examples() -> None:
    for value in (distributed.perft, Checkpoint):
        assert test_docs.run_examples(value.__name__, inspect.getdoc(value) or "") > 1


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"position": "linnaeus"}, TypeError),
        ({"position": None}, TypeError),
        ({"depth": -1}, tafl.TaflError),
        ({"depth": 101}, tafl.TaflError),
        ({"depth": 10**5000}, tafl.TaflError),
        ({"depth": "3"}, TypeError),
        ({"depth": True}, TypeError),
        ({"depth": 3.0}, TypeError),
        ({"client": None}, TypeError),
        ({"client": "tcp://127.0.0.1:8786"}, TypeError),
        ({"client": ThreadPoolExecutor}, TypeError),
        ({"split": -1}, tafl.TaflError),
        ({"split": 4}, tafl.TaflError),
        ({"split": 1.0}, TypeError),
        ({"split": False}, TypeError),
        ({"depth": 30, "split": 4}, tafl.TaflError),
        ({"threads": 0}, tafl.TaflError),
        ({"threads": "2"}, TypeError),
        ({"hash_mb": -1}, tafl.TaflError),
        ({"hash_mb": 10**30}, tafl.TaflError),
        ({"hash_mb": None}, TypeError),
        ({"progress": 5}, TypeError),
    ],
)
def test_bad_arguments(
    changed: dict[str, Any], error: type[Exception], threads: Counting, tmp_path: Path
) -> None:
    path = tmp_path / "counts"
    arguments: dict[str, Any] = {
        "position": BOARD,
        "depth": 3,
        "client": threads,
        "checkpoint": path,
    }
    with pytest.raises(error, match=r"found .*expected|expected .*found"):
        distributed.perft(**{**arguments, **changed})
    assert threads.batches == []
    assert not path.exists()
