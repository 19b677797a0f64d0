"""The command ``stats``: what recorded games have in common."""

from __future__ import annotations

from collections import Counter

import tafl
from tafl.cli.arguments import with_json
from tafl.cli.games import Collection, Reading, gave_up, size_of, with_files
from tafl.cli.output import Progress, print_json, print_table, printable
from tafl.enums import Piece, Side, Termination

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping
    from typing import Any

    from tafl.cli.arguments import AddCommand
    from tafl.record import Game

_RESULTS = ("attackers", "defenders", "draw", "none")
_HEADINGS = (
    *("attackers won", "defenders won", "drawn", "no result", "mean length", "median"),
    *("captures", "by attackers", "by defenders"),
)
_ENDS = (*(each.value for each in Termination), "resigned", "timeout", "stated", "unfinished")


def add_stats(command: AddCommand) -> None:
    """Adds the command ``stats``."""
    added = command(
        "stats",
        _stats,
        "count results, lengths, ends and captures of recorded games",
        "tafl stats --lenient copenhagen.jsonl",
    )
    with_files(added)
    instead = added.add_mutually_exclusive_group()
    with_json(instead)
    instead.add_argument("--csv", action="store_true", help="print a row of CSV for each variant")


class Figures:
    """The counts for a variant, or for all."""

    def __init__(self) -> None:
        self.results: Counter[str] = Counter()
        self.ends: Counter[str] = Counter()
        self.lengths: Counter[int] = Counter()
        self.captures: Counter[Side] = Counter()

    def add(self, game: Game) -> None:
        """Counts a game."""
        self.results[game.result.value if game.result else "none"] += 1
        self.ends[_end(game)] += 1
        self.lengths[len(game.moves)] += 1
        self.captures.update(_captures(game))

    @property
    def games(self) -> int:
        """How many they are."""
        return self.lengths.total()

    def data(self) -> dict[str, Any]:
        """All of it."""
        moves = sum(length * count for length, count in self.lengths.items())
        by_side = {side.value: self._average(self.captures[side]) for side in Side}
        return {
            "games": self.games,
            "results": {name: self.results[name] for name in _RESULTS},
            "length": {"mean": self._average(moves), "median": _median(self.lengths)},
            "ends": {name: self.ends[name] for name in _ENDS},
            "captures": {"mean": self._average(self.captures.total()), **by_side},
        }

    def _average(self, total: int) -> float | None:
        return total / self.games if self.games else None


def _end(game: Game) -> str:
    """How a game ends: by the rules, else as the record says."""
    outcome = game.outcome
    if outcome is not None:
        return outcome.termination.value
    return gave_up(game) or ("stated" if game.result else "unfinished")


def _captures(game: Game) -> dict[Side, int]:
    """How many men each side takes; a captured king ends the game and is not counted."""
    board = game.board()
    before = board.counts()
    for move in game.moves:
        board.push_unchecked(move)
    after = board.counts()
    return {
        Side.ATTACKERS: before[Piece.DEFENDER] - after[Piece.DEFENDER],
        Side.DEFENDERS: before[Piece.ATTACKER] - after[Piece.ATTACKER],
    }


def _median(lengths: Mapping[int, int]) -> float | None:
    number = sum(lengths.values())
    if not number:
        return None
    middle: list[int] = []
    passed = 0
    for length in sorted(lengths):
        passed += lengths[length]
        while len(middle) < 2 and passed > (number - 1 + len(middle)) // 2:
            middle.append(length)
    return sum(middle) / 2


def _stats(options: argparse.Namespace) -> int:
    progress = Progress(size_of(options.files))
    games = Collection(options.files, Reading.of(options), progress)
    figures: dict[tafl.Variant, Figures] = {}
    total = Figures()
    for game, _ in games:
        figures.setdefault(game.variant, Figures()).add(game)
        total.add(game)
        options.status = games.status
    rows = dict(zip(_names(figures), (each.data() for each in figures.values()), strict=True))
    if options.json:
        variants = [{"variant": name, **row} for name, row in rows.items()]
        print_json({"variants": variants, "all": total.data(), "faulty": games.faulty})
    elif options.csv:
        _print_csv(rows)
    else:
        if len(rows) != 1:
            rows["all"] = total.data()
        _print_tables(rows)
        if games.faulty:
            print(f"{games.faulty} faulty, not counted")
    return games.status


def _names(variants: Mapping[tafl.Variant, object]) -> list[str]:
    """An id for each variant: that of the built-in one with its rules, else its own; a number
    tells those with one id and several rules apart."""
    built_in = {tafl.Variant(each): each for each in tafl.variants()} if variants else {}
    names: list[str] = []
    for variant in variants:
        name = own = built_in.get(variant, variant.id)
        number = 1
        while name in names:
            number += 1
            name = f"{own} ({number})"
        names.append(name)
    return names


def _print_tables(rows: Mapping[str, Mapping[str, Any]]) -> None:
    """Who won and how long it took, how the games ended, and how much was captured."""
    table = [["", "games", *_HEADINGS]]
    for name, row in rows.items():
        averages = [row["length"]["mean"], row["length"]["median"], *row["captures"].values()]
        counts = [row["games"], *row["results"].values()]
        table.append([printable(name), *map(str, counts), *map(_shown, averages)])
    print_table(table, right=range(1, len(table[0])))
    ends = [name for name in _ENDS if any(row["ends"][name] for row in rows.values())]
    if not ends:
        return
    print()
    table = [["how they end", *map(printable, rows)]]
    table += [[name, *(str(row["ends"][name]) for row in rows.values())] for name in ends]
    if len(rows) > 1:  # many variants and few ends: a row for each variant
        table = [list(column) for column in zip(*table, strict=True)]
    print_table(table, right=range(1, len(table[0])))
    if "stated" in ends:
        print("stated: the record has a result, but neither it nor the rules say why")


def _shown(number: float | None) -> str:
    return "-" if number is None else f"{number:.1f}"


def _print_csv(rows: Mapping[str, Mapping[str, Any]]) -> None:
    import csv
    import sys

    writer = csv.writer(sys.stdout, lineterminator="\n")
    header = ["variant", "games"]
    header += [f"result_{name}" for name in _RESULTS]
    header += ["length_mean", "length_median"]
    header += [f"end_{name.replace(' ', '_')}" for name in _ENDS]
    header += ["captures_mean", *(f"captures_by_{side.value}" for side in Side)]
    writer.writerow(header)
    for name, row in rows.items():
        groups = ("results", "length", "ends", "captures")
        values = [value for group in groups for value in row[group].values()]
        writer.writerow(
            [printable(name), row["games"], *("" if each is None else each for each in values)]
        )
