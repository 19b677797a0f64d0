"""The command ``tafl``: a module for each group of commands; ``output`` is how they print.

The exit status is 0 on success, 1 on a negative answer and 2 on wrong usage or bad input.
"""

from __future__ import annotations

import argparse
import codecs
import os
import sys

import tafl
from tafl.cli import boards, check, convert, counts, show, stats
from tafl.cli.output import complain, plain, speaks_unicode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    options.status = 0
    if sys.stdout is None:
        return complain("standard output is closed")
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None and not speaks_unicode():
        codecs.register_error("tafl-plain", plain)
        reconfigure(encoding="ascii", errors="tafl-plain")
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except tafl.TaflError as error:
        return complain(str(error))
    except MemoryError:
        return complain("there is not enough memory for that")
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            # Whoever read our output has closed it; nothing more can be said, nor flushed.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            known: int = options.status
            return known
        return complain(str(error))
    except KeyboardInterrupt:
        print("tafl: interrupted", file=sys.stderr)
        return 130
    return status


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

    boards.add_variants(command)
    show.add_show(command)
    boards.add_rules(command)
    boards.add_moves(command)
    counts.add_perft(command)
    counts.add_verify(command)
    check.add_check(command)
    convert.add_convert(command)
    stats.add_stats(command)
    return parser
