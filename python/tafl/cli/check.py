"""The command ``check``: replays recorded games, and says which are faulty."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from functools import partial

from tafl.cli.arguments import with_json
from tafl.cli.games import (
    GIVING_UP,
    STANDARD_INPUT,
    Fault,
    Reading,
    gave_up,
    name_of,
    names_end,
    rest_unread,
    size_of,
    with_files,
)
from tafl.cli.output import Progress, complain, print_json, print_table
from tafl.enums import Termination
from tafl.errors import RecordError, TaflError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Generator, Iterator, Sequence
    from typing import Any

    from tafl.cli.arguments import AddCommand
    from tafl.record import Game

    _Found = Callable[[str, Fault], object]

# What records make of the ends that the rules give.
_PLAYED_ON, _GIVEN_UP, _NOT_NAMED = "played_on", "given_up", "not_named"
_LEGEND = (
    "played on: moves follow; given up: somebody resigns or runs out of time all the same;",
    "not named: the record stops there and does not say that this is why",
)
# Nobody needs to be told these.
_PLAIN = (Termination.KING_CAPTURED, Termination.KING_ESCAPED)


def add_check(command: AddCommand) -> None:
    """Adds the command ``check``."""
    added = command(
        "check",
        _check,
        "replay recorded games, and say which are faulty",
        "tafl check --variant copenhagen --lenient games.otg more.jsonl",
    )
    with_files(added)
    added.add_argument("--remarks", action="store_true", help="print what is odd, too")
    added.add_argument(
        "--jobs",
        metavar="N",
        type=int,
        default=1,
        help="processes, each of which takes a file at a time; default: 1",
    )
    with_json(added)


class Report:
    """What there is to say of one file, or of all."""

    def __init__(self, file: str = "") -> None:
        self.file = file
        self.games = 0
        self.moves = 0
        self.faulty = 0
        self.remarks = 0
        self.cut_off = 0
        self.ends: Counter[tuple[str, str]] = Counter()
        self.found: list[tuple[str, Fault]] = []
        self.error: str | None = None

    def add(self, other: Report) -> None:
        """Adds the counts of a file."""
        for name in ("games", "moves", "faulty", "remarks", "cut_off"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.ends.update(other.ends)

    def data(self) -> dict[str, Any]:
        """The counts for JSON."""
        return {
            "games": self.games,
            "moves": self.moves,
            "faulty": self.faulty,
            "remarks": self.remarks,
            "cut_off": self.cut_off,
        }


def check_file(
    path: str, reading: Reading, found: _Found | None = None, progress: Progress | None = None
) -> Report:
    """Replays the games of a file. Errors and remarks go to ``found``, or into the report."""
    from tafl.record import Remark

    report = Report(name_of(path))
    if found is None:
        found = lambda kind, fault: report.found.append((kind, fault))  # noqa: E731
    try:
        for number, game in enumerate(reading.games(path, progress), 1):
            report.games += 1
            report.moves += len(game.moves)
            report.remarks += len(game.remarks)
            for remark in game.remarks:
                found("remark", Fault.remark(path, number, game, remark))
            if game.errors:
                report.faulty += 1
                found("error", Fault.first_of(path, number, game))
            else:
                report.cut_off += not game.complete
                if not game.complete:
                    place = Remark(len(game.moves), game.line, 1, "the end cannot be seen")
                    found("remark", Fault.remark(path, number, game, place))
                report.ends.update(_early_ends(game))
    except RecordError as error:
        report.error = rest_unread(error)
    return report


def _early_ends(game: Game) -> Iterator[tuple[str, str]]:
    """What a record makes of the ends that the rules give, each with the kind of the end."""
    kinds = {end.outcome.termination.value for end in game.early_ends}
    yield from ((_PLAYED_ON, kind) for kind in kinds)
    outcome = game.outcome
    if outcome is None:
        return
    kind = outcome.termination.value
    if gave_up(game) or any(each.message.startswith(_SAID_EARLIER) for each in game.remarks):
        yield _GIVEN_UP, kind
    elif outcome.termination not in _PLAIN and not names_end(game, kind):
        yield _NOT_NAMED, kind


# A resignation with moves after it is a remark.
_SAID_EARLIER = tuple(f"found {word} and moves after it" for word in GIVING_UP)


def _check(options: argparse.Namespace) -> int:
    if options.jobs < 1:
        raise TaflError(f"--jobs: found {options.jobs}, expected 1 or more")
    reading = Reading.of(options)
    progress = Progress(size_of(options.files))
    total = Report()
    faults: list[dict[str, Any]] = []
    remarks: list[dict[str, Any]] = []

    def found(kind: str, fault: Fault) -> None:
        if kind == "remark" and not options.remarks:
            return
        if kind == "error":
            options.status = max(options.status, 1)
        if options.json:
            (faults if kind == "error" else remarks).append(fault._asdict())
            return
        progress.clear()
        print(f"{fault}" if kind == "error" else f"{fault} (remark)", flush=True)

    files: list[dict[str, Any]] = []
    with closing(_reports(options.files, reading, options.jobs, found, progress)) as reports:
        for report in reports:
            for kind, fault in report.found:
                found(kind, fault)
            total.add(report)
            files.append({"file": report.file, **report.data(), "error": report.error})
            if report.error:
                progress.clear()
                complain(report.error)
                options.status = 2
    progress.clear()
    if options.json:
        data = {**total.data(), "files": files, "faults": faults, "ends": _ends_data(total)}
        if options.remarks:
            data["remarks_found"] = remarks
        print_json(data)
    else:
        _print_summary(total, len(options.files))
    status: int = options.status
    return status


def _reports(
    files: Sequence[str], reading: Reading, jobs: int, found: _Found, progress: Progress
) -> Generator[Report]:
    if jobs == 1 or len(files) == 1:
        for path in files:
            yield check_file(path, reading, found, progress)
        return
    work = partial(check_file, reading=reading)
    with closing(_in_order(work, files, min(jobs, len(files)))) as reports:
        for path, report in zip(files, reports, strict=True):
            progress.add(size_of([path]), report.games)
            yield report


def _in_order(work: Callable[[str], Report], files: Sequence[str], jobs: int) -> Generator[Report]:
    """The reports of several processes, in the order of the files.

    Standard input is read here, since it is not theirs.
    """
    import signal
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children

    others = set(active_children())
    # An interrupt from the keyboard goes to all processes; this one stops the rest.
    executor = ProcessPoolExecutor(
        jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)
    )
    try:
        futures = [
            None if path == STANDARD_INPUT else executor.submit(work, path) for path in files
        ]
        for path, future in zip(files, futures, strict=True):
            yield work(path) if future is None else future.result()
    except BrokenProcessPool as error:
        raise TaflError("--jobs: one of the processes has been ended from outside") from error
    except BaseException:
        for child in set(active_children()) - others:
            child.terminate()
        raise
    finally:
        executor.shutdown(cancel_futures=True)


def _ends_data(total: Report) -> dict[str, dict[str, int]]:
    return {
        what: {
            kind.value: total.ends[what, kind.value]
            for kind in Termination
            if total.ends[what, kind.value]
        }
        for what in (_PLAYED_ON, _GIVEN_UP, _NOT_NAMED)
    }


def _print_summary(total: Report, files: int) -> None:
    print(
        f"{_number(total.games, 'game')} in {_number(files, 'file')}, "
        f"{_number(total.moves, 'move')}: {total.faulty} faulty"
    )
    if total.remarks:
        print(f"{_number(total.remarks, 'remark')} (listed with --remarks)")
    if total.cut_off:
        print(
            f"{_number(total.cut_off, 'game')} whose end cannot be seen (listed with --remarks); "
            "is a file cut off, or without a blank line at its end?"
        )
    if not total.ends:
        return
    columns = (_PLAYED_ON, _GIVEN_UP, _NOT_NAMED)
    rows = [["end by the rules", *(each.replace("_", " ") for each in columns)]]
    for kind in Termination:
        counts = [total.ends[each, kind.value] for each in columns]
        if any(counts):
            rows.append([kind.value, *map(str, counts)])
    print()
    print_table(rows, right=(1, 2, 3))
    print(*_LEGEND, sep="\n")


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
