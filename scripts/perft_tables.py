"""Makes the perft tables of the package again, in place.

The tables are the data: a block holds id, variant and position, and the comment lines above it say
what is in play. Every count is made again from the position, as far as the table expects at most
``--limit`` nodes, and compared with the one that the table states; ``--write`` puts the new counts
into the table, comments and order as they were. ``--depth`` adds greater depths, ``--reference``
makes the counts up to a depth with tests/reference.py, too. ``--only start`` leaves all blocks
but the starts alone.

A new position is a block without its counts::

    # What is in play.
    id three captures at once
    variant linnaeus-tablut
    fen /9/4t4/3tTt3/9/4K4/9/9/9/9/ a
    perft 1 0

which ``--depth 4 --write`` completes. The comment line "Confirmed: ..." says who has found the same
counts: a depth that is new is added to it as the engine's, and where a count changes, the line is
replaced by one that says that nothing is confirmed.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
import textwrap
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

from tafl import divide, perft
from tafl.verify import Block, first_difference, parse_table, write_block

ROOT = Path(__file__).resolve().parent.parent
TABLES = ROOT / "python" / "tafl" / "data" / "perft"
REFERENCE = ROOT / "tests" / "reference.py"

DIVIDED = 3
CONFIRMED = "# Confirmed:"
WIDTH = 100


@dataclass
class Entry:
    """A paragraph of a table: comment lines, and the block below them if there is one."""

    comments: list[str] = field(default_factory=list)
    block: Block | None = None

    def text(self) -> str:
        return "".join(self.comments) + ("" if self.block is None else write_block(self.block))


@dataclass
class Options:
    """What the command line asks for."""

    depth: int
    limit: int
    hash_mb: int
    reference: int
    only: str | None


def paragraphs(lines: Iterable[str]) -> Iterator[list[str]]:
    """The lines between blank lines."""
    paragraph: list[str] = []
    for line in lines:
        if line.strip():
            paragraph.append(line)
        elif paragraph:
            yield paragraph
            paragraph = []
    if paragraph:
        yield paragraph


def read_entries(path: Path) -> list[Entry]:
    """The paragraphs of a table, in order."""
    entries = []
    for paragraph in paragraphs(path.read_text(encoding="utf-8").splitlines(keepends=True)):
        comments = [line for line in paragraph if line.startswith("#")]
        rest = [line for line in paragraph if not line.startswith("#")]
        blocks = list(parse_table(rest, str(path)))
        if len(blocks) > 1:
            raise ValueError(f"{path}: no blank line before the id {blocks[1].id!r}")
        entries.append(Entry(comments, blocks[0] if blocks else None))
    return entries


def write_entries(path: Path, entries: Iterable[Entry]) -> None:
    path.write_text("\n".join(entry.text() for entry in entries), encoding="utf-8")


def load_reference() -> ModuleType:
    """The second implementation of the rules, which is no part of the package."""
    spec = importlib.util.spec_from_file_location("reference", REFERENCE)
    if spec is None or spec.loader is None:
        raise ImportError(f"{REFERENCE}: cannot be read")
    module = importlib.util.module_from_spec(spec)
    sys.modules["reference"] = module
    spec.loader.exec_module(module)
    return module


@dataclass
class Changes:
    """What making a block again has changed in it."""

    added: list[int] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)


def make_again(block: Block, options: Options) -> Changes:
    """Makes the counts of a block again and puts them into it."""
    changes = Changes()
    board = block.board()
    for depth in sorted({*block.perft, *range(1, options.depth + 1)}):
        stated = block.perft.get(depth)
        if stated is not None and stated > options.limit:
            continue
        found = perft(board, depth, hash_mb=options.hash_mb)
        if stated is None:
            changes.added.append(depth)
        elif found != stated:
            changes.differences.append(f"depth {depth}: table {stated}, engine {found}")
        block.perft[depth] = found
    # One division lets the check of a table name the first move that differs.
    for depth in sorted({DIVIDED, *block.divide}):
        counts = divide(board, depth)
        if depth in block.divide:
            difference = first_difference(block.divide[depth], counts)
            if difference is not None:
                changes.differences.append(f"divide {depth}: {difference}")
        block.divide[depth] = counts
    return changes


def referred(block: Block, reference: ModuleType, options: Options) -> Iterator[str]:
    """Makes the counts of a block with the reference and says which are others."""
    board = block.board()
    rules = reference.complete(reference.VARIANTS[block.variant])
    position = reference.parse_fen(board.fen(), board.size)
    for depth, stated in sorted(block.perft.items()):
        if depth > options.reference or stated > options.limit:
            continue
        counts = reference.divide(rules, position, depth)
        found = {str(move): nodes for move, nodes in divide(board, depth).items()}
        if sum(counts.values()) != stated or counts != found:
            moves = sorted(
                move for move in {*counts, *found} if counts.get(move) != found.get(move)
            )
            yield (
                f"depth {depth}: table {stated}, reference {sum(counts.values())}; "
                f"engine and reference differ on: {' '.join(moves) or 'no move'}"
            )


def confirmation(comments: list[str], changes: Changes, options: Options) -> list[str]:
    """The comments of a block, with what is still true about its counts."""
    engine = "engine with hash table" if options.hash_mb else "engine"
    kept: list[str] = []
    said: list[str] = []
    for line in comments:
        # What is said goes on in indented lines.
        is_said = line.startswith(CONFIRMED) or (bool(said) and line.startswith("#   "))
        (said if is_said else kept).append(line)
    if changes.differences or not said:
        text = f"{CONFIRMED} nothing yet; all depths: {engine}."
    else:
        text = " ".join(line.lstrip("# ").strip() for line in said).rstrip(".")
        depths = ", ".join(str(depth) for depth in changes.added)
        text = f"# {text}; depth {depths}: {engine}." if depths else f"# {text}."
    wrapped = textwrap.wrap(text, WIDTH, subsequent_indent="#   ", break_on_hyphens=False)
    return [*kept, *(f"{line}\n" for line in wrapped)]


def remake(path: Path, options: Options, write: bool, reference: ModuleType | None) -> int:
    """Makes a table again; the number of blocks with a difference."""
    entries = read_entries(path)
    differing = 0
    for entry in entries:
        block = entry.block
        if block is None or options.only not in (None, block.id):
            continue
        started = time.perf_counter()
        changes = make_again(block, options)
        entry.comments = confirmation(entry.comments, changes, options)
        differences = changes.differences
        if reference is not None:
            differences = [*differences, *referred(block, reference, options)]
        differing += bool(differences)
        elapsed = time.perf_counter() - started
        print(f"{path.name}: {block.id}: {'differs' if differences else 'same'} ({elapsed:.1f} s)")
        for difference in differences:
            print(f"  {difference}")
    if write:
        write_entries(path, entries)
    return differing


def main() -> int:
    parser = argparse.ArgumentParser(description="Make the perft tables again.")
    parser.add_argument("tables", nargs="*", type=Path, help="the tables (default: all)")
    parser.add_argument("--write", action="store_true", help="put the counts into the tables")
    parser.add_argument(
        "--depth", type=int, default=0, help="make all depths up to this one, stated or not"
    )
    parser.add_argument(
        "--limit",
        type=int,
        default=10**8,
        help="leave alone the counts that are greater (default: %(default)s)",
    )
    parser.add_argument(
        "--hash-mb", type=int, default=0, help="memory of a hash table (default: none)"
    )
    parser.add_argument(
        "--reference", type=int, default=0, help="check up to this depth by tests/reference.py"
    )
    parser.add_argument("--only", metavar="ID", help="leave the blocks with another id alone")
    arguments = parser.parse_args()
    options = Options(
        arguments.depth,
        arguments.limit,
        arguments.hash_mb,
        arguments.reference,
        arguments.only,
    )
    reference = load_reference() if options.reference > 0 else None
    differing = sum(
        remake(path, options, arguments.write, reference)
        for path in arguments.tables or sorted(TABLES.glob("*.perft"))
    )
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
