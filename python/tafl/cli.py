"""The command ``tafl``.

The exit status is 0 on success, 1 on a negative answer and 2 on wrong usage or bad input.
"""

from __future__ import annotations

import argparse
import codecs
import io
import json
import os
import sys
import time

import tafl
from tafl import catalogue, svg, verify

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

_VARIANT_HELP = "id or alias of a variant, path of a variant file (TOML), or OTN rules string"
_FEN_HELP = "position string, such as '/9/9/9/9/4K4/9/9/9/9/ d'; default: the start"
_LIMIT = 20_000_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    options.status = 0
    if sys.stdout is None:
        return _complain("standard output is closed")
    if not _speaks_unicode() and isinstance(sys.stdout, io.TextIOWrapper):
        codecs.register_error("tafl-plain", _plain)
        sys.stdout.reconfigure(encoding="ascii", errors="tafl-plain")
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except tafl.TaflError as error:
        return _complain(str(error))
    except MemoryError:
        return _complain("there is not enough memory for that")
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            # Whoever read our output has closed it; nothing more can be said, nor flushed.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            known: int = options.status
            return known
        return _complain(str(error))
    except KeyboardInterrupt:
        print("tafl: interrupted", file=sys.stderr)
        return 130
    return status


def _complain(message: str) -> int:
    if sys.stderr is not None:
        print(f"tafl: {message}", file=sys.stderr)
    return 2


def _speaks_unicode() -> bool:
    """Whether a person reads the output on a terminal that shows more than ASCII."""
    return sys.stdout.isatty() and (sys.stdout.encoding or "").lower().startswith("utf")


def _plain(error: UnicodeError) -> tuple[str, int]:
    """A character that ASCII has not: its base letter, or an escape."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    from unicodedata import normalize

    found = error.object[error.start : error.end]
    letters = "".join(each for each in normalize("NFKD", found) if each.isascii())
    return letters or found.encode("ascii", "backslashreplace").decode("ascii"), error.end


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tafl",
        description="Rules, move generation and perft for tafl games.",
        epilog="example: tafl perft linnaeus-tablut 4",
    )
    parser.add_argument("--version", action="version", version=f"tafl {tafl.__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(
        name: str, run: Callable[[argparse.Namespace], int], help: str, example: str
    ) -> argparse.ArgumentParser:
        added = commands.add_parser(
            name,
            help=help,
            description=f"{help[0].upper()}{help[1:]}.",
            epilog=f"example: {example}",
        )
        added.set_defaults(run=run)
        return added

    def with_position(added: argparse.ArgumentParser) -> None:
        added.add_argument("variant", metavar="VARIANT", help=_VARIANT_HELP)
        added.add_argument("--fen", metavar="F", help=_FEN_HELP)

    def with_json(added: argparse.ArgumentParser | argparse._MutuallyExclusiveGroup) -> None:
        added.add_argument("--json", action="store_true", help="print the data as JSON")

    added = command("variants", _variants, "list the built-in variants", "tafl variants")
    with_json(added)

    added = command(
        "show", _show, "draw a board", "tafl show tablut --fen '/9/9/9/9/4K4/9/9/9/9/ d'"
    )
    with_position(added)
    instead = added.add_mutually_exclusive_group()
    instead.add_argument("--svg", metavar="FILE", help="write a picture to FILE instead")
    with_json(instead)
    added.add_argument("--size", metavar="PIXELS", type=int, help="width of the picture")
    added.add_argument("--flipped", action="store_true", help="picture with rank 1 at the top")
    added.add_argument(
        "--no-coordinates", action="store_true", help="picture without letters and numbers"
    )
    added.add_argument("--last-move", metavar="MOVE", help="move to frame, such as e8-c8")
    repeated: dict[str, Any] = {"action": "append", "default": []}
    added.add_argument("--arrow", metavar="MOVE", help="arrow to draw; repeatable", **repeated)
    added.add_argument("--mark", metavar="SQUARE", help="square to mark; repeatable", **repeated)
    added.add_argument(
        "--colour",
        metavar="PART=COLOUR",
        help=f"CSS colour of a part of the picture ({', '.join(svg.COLOURS)}); repeatable",
        **repeated,
    )

    added = command(
        "rules",
        _rules,
        "show every rule value and where it comes from",
        "tafl rules linnaeus-tablut",
    )
    added.add_argument("variant", metavar="VARIANT", help=_VARIANT_HELP)
    instead = added.add_mutually_exclusive_group()
    instead.add_argument("--toml", action="store_true", help="print a variant file")
    instead.add_argument("--otn", action="store_true", help="print an OpenTafl rules string")
    with_json(instead)

    added = command("moves", _moves, "list the legal moves", "tafl moves linnaeus-tablut --json")
    with_position(added)
    with_json(added)

    added = command(
        "perft",
        _perft,
        "count the sequences of legal moves",
        "tafl perft linnaeus-tablut 5 --threads 2",
    )
    added.add_argument("variant", metavar="VARIANT", help=_VARIANT_HELP)
    added.add_argument("depth", metavar="DEPTH", type=int, help="number of moves")
    added.add_argument("--fen", metavar="F", help=_FEN_HELP)
    added.add_argument("--divide", action="store_true", help="count by the first move, too")
    added.add_argument("--stats", action="store_true", help="count captures and ends, too (slower)")
    added.add_argument("--threads", metavar="N", type=int, default=1, help="default: 1")
    added.add_argument(
        "--hash-mb", metavar="M", type=int, default=0, help="megabytes of hash table; default: 0"
    )
    added.add_argument("--no-bulk", action="store_true", help="make every last move (slower)")
    with_json(added)

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
    return parser


def _print_json(data: object) -> int:
    json.dump(data, sys.stdout, indent=2)
    print()
    return 0


def _board(options: argparse.Namespace) -> tafl.Board:
    return tafl.Board(catalogue.resolve(options.variant), options.fen)


def _variants(options: argparse.Namespace) -> int:
    variants = [tafl.Variant(name) for name in tafl.variants()]
    if options.json:
        return _print_json(
            [
                {
                    "id": each.id,
                    "name": each.name,
                    "aliases": list(each.aliases),
                    "size": each.size,
                    "first": each.rules["board.first"],
                    "summary": each.summary,
                }
                for each in variants
            ]
        )
    rows = [
        (
            each.id,
            each.name,
            f"{each.size}x{each.size}",
            f"{each.rules['board.first']} first",
            each.summary,
        )
        for each in variants
    ]
    _print_table(rows)
    return 0


def _print_table(rows: Sequence[Sequence[str]]) -> None:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        print("  ".join(cells).rstrip())


def _show(options: argparse.Namespace) -> int:
    board = _board(options)
    if options.svg is not None:
        picture = svg.board(
            board,
            last_move=options.last_move,
            arrows=options.arrow,
            marks=options.mark,
            size=options.size,
            flipped=options.flipped,
            coordinates=not options.no_coordinates,
            colours=dict(each.partition("=")[::2] for each in options.colour),
        )
        with open(options.svg, "w", encoding="utf-8") as file:
            file.write(picture)
        return 0
    for name in ("size", "flipped", "no_coordinates", "last_move", "arrow", "mark", "colour"):
        if getattr(options, name) not in (None, False, []):
            raise tafl.TaflError(f"--{name.replace('_', '-')}: found without --svg, expected both")
    outcome = board.outcome()
    if options.json:
        return _print_json(
            {
                "variant": board.variant.id,
                "fen": board.fen(),
                "turn": board.turn.value,
                "pieces": {str(at): piece.value for at, piece in board.piece_map().items()},
                "outcome": _outcome_data(outcome),
            }
        )
    print(_drawing(board))
    if outcome is None:
        announcement = board.announcement()
        print(f"{board.turn.value} to move" + (f", {announcement}" if announcement else ""))
    else:
        winner = f"{outcome.winner.value} won" if outcome.winner else "drawn"
        print(f"{winner}: {outcome.termination.value}")
    print(board.fen())
    return 0


def _outcome_data(outcome: tafl.Outcome | None) -> dict[str, str | None] | None:
    if outcome is None:
        return None
    winner = outcome.winner.value if outcome.winner else None
    return {"winner": winner, "termination": outcome.termination.value}


def _drawing(board: tafl.Board) -> str:
    """The board as text, with figures and colours where a person sees it on a terminal."""
    text = str(board)
    if not _speaks_unicode():
        return text
    figures = {"t": "\u25cf", "T": "\u25cb", "K": "\u265a"}
    if "NO_COLOR" not in os.environ:
        figures = {"t": "\x1b[31m\u25cf\x1b[0m", "T": "\u25cb", "K": "\x1b[33m\u265a\x1b[0m"}
    *rows, files = text.split("\n")
    drawn = [row[:2] + "".join(figures.get(cell, cell) for cell in row[2:]) for row in rows]
    return "\n".join([*drawn, files])


def _rules(options: argparse.Namespace) -> int:
    variant = catalogue.resolve(options.variant)
    if options.toml:
        text = variant.to_toml()
        # Whatever is not ASCII stands within strings, where TOML has escapes for it.
        print(text if _speaks_unicode() else _escaped(text), end="")
        return 0
    if options.otn:
        print(variant.to_otn())
        return 0
    provenance = variant.provenance
    if options.json:
        return _print_json(
            {
                "id": variant.id,
                "name": variant.name,
                "aliases": list(variant.aliases),
                "summary": variant.summary,
                "rules": {
                    key: {
                        "value": value,
                        "in_play": catalogue.in_play(variant.rules, key),
                        **(provenance[key]._asdict() if key in provenance else {}),
                    }
                    for key, value in variant.rules.items()
                },
                "sources": variant.sources,
                "options": [option._asdict() for option in variant.options],
            }
        )
    print(f"{variant.name} ({variant.id})")
    if variant.aliases:
        print(f"also: {', '.join(variant.aliases)}")
    if variant.summary:
        print(variant.summary)
    print()
    for key, value in variant.rules.items():
        if not catalogue.in_play(variant.rules, key):
            print(f"{key} = {_value(value)}  (not in play)")
            continue
        print(f"{key} = {_value(value)}")
        if key in provenance:
            entry = provenance[key]
            note = f". {entry.note}" if entry.note else ""
            _print_wrapped(f"{entry.status}: {entry.source}{note}", "    ")
        else:
            print("    no source stated")
    if variant.options:
        print("\nNamed by the sources, not used here:")
        for option in variant.options:
            values = ", ".join(f"{key} = {_value(each)}" for key, each in option.values.items())
            print(f"  {values}")
            _print_wrapped(f"{option.source}. {option.note}", "    ")
    if variant.sources:
        print("\nSources:")
        for name, title in variant.sources.items():
            _print_wrapped(f"{name}: {title}", "  ", "    ")
    return 0


def _escaped(text: str) -> str:
    return "".join(each if each.isascii() else f"\\U{ord(each):08X}" for each in text)


def _value(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _print_wrapped(text: str, indent: str, hanging: str | None = None) -> None:
    from textwrap import fill

    subsequent = indent if hanging is None else hanging
    print(fill(text, 96, initial_indent=indent, subsequent_indent=subsequent))


def _moves(options: argparse.Namespace) -> int:
    board = _board(options)
    moves = {
        str(move): [str(square) for square in board.captures(move)] for move in board.legal_moves
    }
    if options.json:
        return _print_json(
            [{"move": move, "captures": captures} for move, captures in moves.items()]
        )
    for move, captures in moves.items():
        print(move + ("x" + "/".join(captures) if captures else ""))
    return 0


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


def _clear_progress() -> None:
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _perft(options: argparse.Namespace) -> int:
    board = _board(options)
    if not 0 <= options.depth <= 100:
        raise tafl.TaflError(f"DEPTH: found {options.depth}, expected 0 to 100")
    if options.stats and (options.threads != 1 or options.hash_mb != 0) and not options.divide:
        raise tafl.TaflError(
            "--stats: found with --threads or --hash-mb, expected without: it makes every move"
        )
    rows: list[dict[str, Any]] = []
    counts: dict[tafl.Move, int] = {}
    for depth in range(min(1, options.depth), options.depth + 1):
        started = time.perf_counter()
        row: dict[str, Any] = {"depth": depth}
        last = depth == options.depth
        if options.stats:
            try:
                stats = tafl.perft_stats(board, depth, progress=_progress(depth))
            finally:
                _clear_progress()
            row.update(stats._asdict())
        elif options.divide and last and depth > 0:
            counts = _counted(tafl.divide, board, depth, options)
            row["nodes"] = sum(counts.values())
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
        return _print_json(data)
    for move, nodes in division.items():
        print(f"{move} {nodes}")
    return 0


def _counted(count: Callable[..., Any], board: tafl.Board, depth: int, options: Any) -> Any:
    try:
        return count(
            board,
            depth,
            threads=options.threads,
            hash_mb=options.hash_mb,
            bulk=not options.no_bulk,
            progress=_progress(depth),
        )
    finally:
        _clear_progress()


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
        _print_json({"checked": checked, "left_out": left_out, "mismatches": wrong})
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
