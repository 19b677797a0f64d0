#!/usr/bin/env python3
"""Makes the pages about the built-in variants, and the pictures of the documents.

    python scripts/variants_page.py            write docs/variants/ and docs/pictures/
    python scripts/variants_page.py --check    exit 1 if they are not what would be written

Everything comes from the package that is installed: install it again after a change to a variant
file or a perft table (``pip install .``), then run this. What is in docs/variants/ is nothing but
the output of this script, and pages of variants that are no more are removed. A picture in
docs/pictures/ is the ``picture`` of the last example before the place where a document shows it.
"""

from __future__ import annotations

import argparse
import doctest
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import tafl
from tafl import catalogue, svg, verify

DOCS = Path(__file__).resolve().parents[1] / "docs"

Rules = Mapping[str, Any]
Sentence = str | Callable[[Any, Rules], str]


# The rules in words


def listed(words: Iterable[str], nothing: str = "nobody") -> str:
    """Words as a sentence has them: "a, b and c"."""
    *most, last = list(words) or [nothing]
    return f"{', '.join(most)} and {last}" if most else last


def kinds(value: Sequence[str]) -> str:
    names = {"attacker": "attackers", "defender": "defending soldiers", "king": "the king"}
    return listed(names[kind] for kind in value)


def ordinal(number: int) -> str:
    if 2 <= number <= 5:
        return ("second", "third", "fourth", "fifth")[number - 2]
    endings = {1: "st", 2: "nd", 3: "rd"} if number // 10 % 10 != 1 else {}
    return f"{number}{endings.get(number % 10, 'th')}"


def steps(who: str) -> Callable[[int, Rules], str]:
    def sentence(value: int, rules: Rules) -> str:
        squares = {0: "any number of squares", 1: "one square"}.get(value, f"up to {value} squares")
        return f"{who} moves {squares} along a rank or a file, over and onto empty squares only."

    return sentence


def start(value: str, rules: Rules) -> str:
    pieces = {letter: value.count(letter) for letter in "tTK"}
    return (
        f"{counted(pieces['t'], 'attacker')} stand against the king and "
        f"{counted(pieces['T'], 'soldier')} of his: `{value}` (rank 1 first)."
    )


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def centre(rules: Rules) -> str:
    middle: int = rules["board.size"] // 2
    return f"{chr(ord('a') + middle)}{middle + 1}"


def corner_squares(value: Sequence[str], rules: Rules) -> str:
    return f"The corner squares are {listed(value)}." if value else "No square is a corner square."


def camps(value: Sequence[Sequence[str]], rules: Rules) -> str:
    if not value:
        return "There are no camps."
    groups = "; ".join(" ".join(group) for group in value)
    return (
        f"There {'is a camp' if len(value) == 1 else f'are {len(value)} camps'}: {groups}. "
        "Defenders and king never enter or cross an empty camp square."
    )


def inert(value: Sequence[str], rules: Rules) -> str:
    if not value:
        return "No camp square is exempt from being hostile."
    return f"Never hostile, empty or not: the camp squares {listed(value)}."


def near_throne(value: str, rules: Rules) -> str:
    if not rules["throne.exists"]:
        return f"{TWO_SIDES}, since there is no throne to be near to."
    return (
        "On the throne and next to it, the king is captured when all four sides of him are "
        "hostile: attackers, or squares that are hostile to him. Elsewhere two opposite sides "
        "suffice, one of them the attacker that moved next to him."
    )


def repetition_count(value: int, rules: Rules) -> str:
    if rules["end.repetition"] == "same-moves":
        return f"Often enough is {value} times for each side's move."
    enough = "Once too often" if "forbidden" in rules["end.repetition"] else "Often enough"
    return f"{enough} is the {ordinal(value)} time, counted from the first position of the game."


TWO_SIDES = (
    "The king is captured when two opposite sides of him are hostile, one of them the attacker "
    "that moved next to him and the other an attacker or a square that is hostile to him"
)
SHIELDWALL = (
    "Shieldwall: a row of two or more enemies side by side on the edge, each with a piece of the "
    "moving side in front, is captured (but for a king in it) when {ends}. The king of the moving "
    "side counts as such a piece as far as he is armed."
)
RING = (
    "The attackers win when the defenders are encircled, that is, when no way leads from {who} to "
    "the edge but over attackers and squares that no defender and no king can ever use"
)
FORBIDDEN = "A move that brings a position about once too often is forbidden"
RESTING = "Where a position occurs often enough,"

# For each key: its sentence for each value, or what makes it of value and rules.
SENTENCES: dict[str, Any] = {
    "board.size": lambda value, rules: f"The board has {value} by {value} squares.",
    "board.start": start,
    "board.first": {
        "attackers": "The attackers move first.",
        "defenders": "The defenders move first.",
    },
    "soldiers.max_steps": steps("A soldier"),
    "king.max_steps": steps("The king"),
    "throne.exists": {
        True: lambda value, rules: f"The centre square, {centre(rules)}, is the throne.",
        False: "There is no throne: the centre is a square like any other.",
    },
    "throne.king_may_occupy": {
        True: "The king may stop on the empty throne.",
        False: "The king may not stop on the throne; once he has left it, he does not come back.",
    },
    "throne.king_may_pass": {
        True: "The king may cross the empty throne.",
        False: "The king may not cross the throne.",
    },
    "throne.soldiers_may_occupy": {
        True: "Soldiers may stop on the empty throne.",
        False: "Soldiers may not stop on the throne.",
    },
    "throne.soldiers_may_pass": {
        True: "Soldiers may cross the empty throne.",
        False: "Soldiers may not cross the throne.",
    },
    "corners.exist": {
        True: "Corner squares are for the king alone: no soldier stops on one or crosses it.",
        False: "The corners of the board are squares like any other.",
    },
    "corners.squares": corner_squares,
    "camps.groups": camps,
    "camps.movement": {
        "own-camp": "Only an attacker that starts its move in the same camp may enter or cross an "
        "empty camp square.",
        "closed": "No attacker enters or crosses an empty camp square either.",
    },
    "king.armed": {
        True: "The king takes part in captures, as the piece that moves and as the one opposite.",
        False: "The king takes no part in captures.",
        "hammer": "The king captures as the piece that moves, but not as the one opposite.",
        "anvil": "The king helps to capture as the piece opposite, but not by moving.",
    },
    "throne.hostile_empty": lambda value, rules: f"The empty throne is hostile to {kinds(value)}.",
    "throne.hostile_occupied": lambda value, rules: (
        f"While the king stands on it, the throne as a square is hostile to {kinds(value)}."
    ),
    "throne.linnaean_capture": {
        True: "When the king stands on the throne with attackers on exactly three sides and a "
        "soldier of his on the fourth, an attacker that moves behind that soldier captures him "
        "against the throne.",
        False: "A soldier beside the king on his throne is captured like any other (there is no "
        "Linnaean capture).",
    },
    "corners.hostile": lambda value, rules: f"An empty corner square is hostile to {kinds(value)}.",
    "camps.hostile": lambda value, rules: f"An empty camp square is hostile to {kinds(value)}.",
    "camps.hostile_occupied": lambda value, rules: (
        f"A camp square with a piece on it is, as a square, hostile to {kinds(value)}."
    ),
    "camps.inert": inert,
    "camps.shelter_attackers": {
        True: "To an attacker that stands on a camp square, no camp square is hostile by itself.",
        False: "An attacker on a camp square has no shelter there from hostile camp squares.",
    },
    "capture.shieldwall": {
        "none": "There is no shieldwall capture.",
        "weak": SHIELDWALL.format(ends="a piece of the moving side stands at both ends"),
        "strong": SHIELDWALL.format(
            ends="a piece of the moving side stands at both ends, or at one end while the other is "
            "an empty corner square"
        ),
    },
    "capture.shieldwall_trigger": {
        "bracket": "The piece that completes a shieldwall must be one that closes an end.",
        "any": "The piece that completes a shieldwall may close an end or stand in front.",
    },
    "king.capture": {
        "four": "The king is captured when all four sides of him are hostile: attackers, or "
        "squares that are hostile to him.",
        "two": f"{TWO_SIDES}.",
        "four-near-throne": near_throne,
    },
    "king.edge_hostile": {
        True: "Where four sides are needed, the rim is a hostile side of a king on the edge.",
        False: "The rim is no hostile side: where four sides are needed, a king on the edge cannot "
        "be captured.",
    },
    "king.escape": {
        "edge": "The defenders win when the king arrives on any square of the edge.",
        "corner": "The defenders win when the king arrives on a corner square.",
    },
    "end.encirclement": {
        False: "To shut the defenders in does not end the game.",
        True: RING.format(who="any defender or the king") + ".",
        "king": RING.format(who="the king (through his own men, too)") + ".",
        "both": RING.format(who="any defender or the king")
        + "; the attackers lose when they are all shut off from the edge by the defenders.",
    },
    "end.exit_fort": {
        True: "The defenders win by an [exit fort](../forts.md#exit-fort).",
        False: "An exit fort does not end the game.",
    },
    "end.draw_fort": {
        False: "A draw fort does not end the game.",
        "draw": "A [draw fort](../forts.md#draw-fort) ends the game as a draw.",
        "forbidden": "The defenders may not make a move that leaves a "
        "[draw fort](../forts.md#draw-fort).",
    },
    "end.no_moves": {
        "loses": "A side that has no legal move loses.",
        "draw": "When the side to move has no legal move, the game is drawn.",
    },
    "end.repetition": {
        "none": "Positions may come again without end.",
        "draw": f"{RESTING} the game is drawn.",
        "mover-wins": f"{RESTING} the side that has just moved wins.",
        "mover-loses": f"{RESTING} the side that has just moved loses.",
        "attackers-win": f"{RESTING} the attackers win.",
        "forbidden": f"{FORBIDDEN}.",
        "aggressor-loses": f"{RESTING} the one side that threatened to win with each of its moves "
        "since the last time loses; if neither or both did, the game is drawn.",
        "aggressor-forbidden": f"{FORBIDDEN} to the one side that threatened to win with each of "
        "its moves since the last time; where neither or both did, the game is drawn.",
        "same-moves": "When both sides have moved to and fro in the same way often enough, without "
        "a capture, the side that began it loses.",
    },
    "end.repetition_count": repetition_count,
}

# What belongs together, by the beginnings of keys.
CHAPTERS: dict[str, tuple[str, ...]] = {
    "Board": ("board.",),
    "Moves": (
        "soldiers.",
        "king.max_steps",
        *("throne.exists", "throne.king", "throne.soldiers"),
        *("corners.exist", "corners.squares"),
        *("camps.groups", "camps.movement"),
    ),
    "Captures": (
        "king.armed",
        *("throne.hostile", "throne.linnaean"),
        "corners.hostile",
        *("camps.hostile", "camps.inert", "camps.shelter"),
        "capture.",
    ),
    "The king's capture": ("king.capture", "king.edge_hostile"),
    "The end": ("king.escape", "end."),
}


def sentence(rules: Rules, key: str) -> str:
    """The value of a rule in words; KeyError for a key or value that has none."""
    entry = SENTENCES[key]
    value = rules[key]
    if isinstance(entry, dict):
        entry = entry[value]
    return entry if isinstance(entry, str) else str(entry(value, rules))


# The pages


def code(value: object) -> str:
    """A value as a variant file has it, or a text, as Markdown code."""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, (list, tuple)):
        if value and isinstance(value[0], (list, tuple)):
            return "; ".join(map(code, value))
        return ", ".join(map(code, value)) or "`[]`"
    return f"`{value}`"


def text(words: str) -> str:
    """A text of a variant file within a table: nothing in it is markup."""
    return re.sub(r"([\\|<*_\[\]`])", r"\\\1", " ".join(words.split()))


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = [head, ["---"] * len(head), *rows]
    return ["".join(f"| {cell} ".replace("  ", " ") for cell in line) + "|" for line in lines]


def page(variant: tafl.Variant, blocks: Sequence[verify.Block]) -> str:
    """The page of a variant."""
    rules = variant.rules
    lines = [f"# {text(variant.name)}", ""]
    names = f"`{variant.id}`"
    if variant.aliases:
        names += f", also {listed(map(code, variant.aliases))}"
    lines += [f"{names}. {text(variant.summary)}".strip(), ""]
    lines += [f"![The start of {text(variant.name)}]({variant.id}.svg)", ""]
    lines += [f"`{variant.start_fen}`", "", "## The rules", ""]
    lines += ["What holds in every variant is on the [first page](index.md).", ""]
    for chapter, prefixes in CHAPTERS.items():
        lines += [f"### {chapter}", ""]
        for key in SENTENCES:
            if key.startswith(prefixes) and catalogue.in_play(rules, key):
                lines.append(f"- {sentence(rules, key)}")
        lines.append("")
    lines += provenance(variant)
    lines += options(variant)
    lines += perft(blocks)
    if hasattr(variant, "to_otn"):
        lines += ["## As OpenTafl writes it", "", "```text", variant.to_otn(), "```", ""]
    return "\n".join(lines)


def provenance(variant: tafl.Variant) -> list[str]:
    """Where the values come from, and what speaks for them (where a variant says so)."""
    entries = variant.provenance
    lines = ["## Where the values come from", ""]
    evidence = getattr(variant, "evidence", "")
    if evidence:
        lines += [f"Evidence: {text(str(evidence))}", ""]
    counts = statuses(variant)
    if counts:
        lines += [f"{len(entries)} values have a source: {counts}.", ""]
    rows = []
    for key, value in variant.rules.items():
        if key in entries:
            entry = entries[key]
            origin = [entry.status, text(entry.source), text(entry.note)]
        else:
            origin = [
                "not stated" if catalogue.in_play(variant.rules, key) else "not in play",
                "",
                "",
            ]
        rows.append([f"`{key}`", code(value), *origin])
    lines += table(["key", "value", "status", "source", "note"], rows)
    if variant.sources:
        lines += ["", "Sources and evidence:", ""]
        lines += [f"- {text(name)}: {text(title)}" for name, title in variant.sources.items()]
    return [*lines, ""]


def statuses(variant: tafl.Variant) -> str:
    found = [entry.status for entry in variant.provenance.values()]
    return ", ".join(f"{found.count(each)} {each}" for each in sorted(set(found)))


def options(variant: tafl.Variant) -> list[str]:
    if not variant.options:
        return []
    rows = [
        [
            "; ".join(f"`{key}`: {code(value)}" for key, value in option.values.items()),
            text(option.source),
            text(option.note),
        ]
        for option in variant.options
    ]
    head = ["## Named by the sources, not used here", ""]
    return [*head, *table(["values", "source", "note"], rows), ""]


def perft(blocks: Sequence[verify.Block]) -> list[str]:
    """The counts of the shipped table."""
    if not blocks:
        return []
    depths = sorted({depth for block in blocks for depth in block.perft})
    rows = [
        [text(block.id), f"`{block.fen}`" if block.fen else "the start"]
        + [f"{block.perft[depth]:,}" if depth in block.perft else "" for depth in depths]
        for block in blocks
    ]
    head = ["name", "position", *(f"depth {depth}" for depth in depths)]
    intro = "Sequences of so many legal moves (`tafl verify` counts them again):"
    return ["## Perft", "", intro, "", *table(head, rows), ""]


COMMON = """\
# The variants

These pages are made from the variant files by `scripts/variants_page.py`: after a change to a file,
install the package and run it again. [Variants and variant files](../variants.md) says how to
write one, [forts and shieldwalls](../forts.md) shows the rules that need a picture.

## What holds in every variant

- The sides move in turn, one piece a move, like the rook of chess: along a rank or a file, over
  empty squares, onto an empty square. Nobody has to capture.
- A soldier is captured when an enemy moves next to him and the square opposite, beyond him, holds
  another enemy (the king only as far as he is armed) or is hostile to him. One move may capture
  several. Only the side that moves captures, so a piece may move in between two enemies.
- The king is captured only by an attacker that moves next to him. His sides are the four squares
  around him, or the rim. His capture wins the game for the attackers.
- A square that is hostile to a piece does the work of an enemy who is not there.
- A piece that stands on the throne or on a corner square may always leave it.

In the pictures, discs are attackers, shields defenders, the crown is the king. A crossed square is
the throne, a square within a square a corner square, hatched squares are camps.

## All of them

"""


def index(variants: Sequence[tafl.Variant]) -> str:
    """The first page."""
    armed = {True: "armed", False: "unarmed"}
    rows = []
    for variant in sorted(variants, key=lambda variant: (variant.size, variant.id)):
        rules = variant.rules
        special = [
            word
            for word, there in (
                ("camps", rules["camps.groups"]),
                ("shieldwall", rules["capture.shieldwall"] != "none"),
                ("exit fort", rules["end.exit_fort"]),
                ("draw fort", rules["end.draw_fort"]),
                ("encirclement", rules["end.encirclement"]),
                ("no throne", not rules["throne.exists"]),
            )
            if there
        ]
        king = rules["king.armed"]
        rows.append(
            [
                f"[{text(variant.name)}]({variant.id}.md)",
                f"`{variant.id}`",
                f"{variant.size}x{variant.size}",
                rules["board.first"],
                rules["king.escape"],
                f"{armed.get(king, king)}, {rules['king.capture']}",
                ", ".join(special),
            ]
        )
    head = ["name", "id", "board", "first", "escape", "king", "besides"]
    return COMMON + "\n".join(table(head, rows)) + "\n"


# The pictures of the documents


def pictures(document: Path) -> dict[str, str]:
    """The pictures that a document shows, each made by the example before it."""
    found: dict[str, str] = {}
    values: dict[str, Any] = {}
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    source = document.read_text(encoding="utf-8")
    for block, name in re.findall(
        r"^```python\n(.*?)^```|\]\(pictures/(\S+\.svg)\)", source, re.S | re.M
    ):
        if name:
            found[name] = values["picture"]
            continue
        test = parser.get_doctest(block, values, document.name, str(document), 0)
        if runner.run(test, clear_globs=False).failed:
            raise SystemExit(f"{document.name}: an example fails, no pictures made")
        values = test.globs
    return found


# Writing and comparing


def files() -> dict[Path, str]:
    """Everything that is made, by path."""
    variants = [tafl.Variant(name) for name in tafl.variants()]
    blocks: dict[str, list[verify.Block]] = {variant.id: [] for variant in variants}
    for path in verify.shipped_tables():
        for block in verify.read_table(path):
            blocks.setdefault(block.board().variant.id, []).append(block)
    made = {DOCS / "variants" / "index.md": index(variants)}
    for variant in variants:
        stem = DOCS / "variants" / variant.id
        made[stem.with_name(f"{variant.id}.md")] = page(variant, blocks[variant.id])
        made[stem.with_name(f"{variant.id}.svg")] = svg.board(tafl.Board(variant))
    for document in sorted(DOCS.glob("*.md")):
        if "](pictures/" in document.read_text(encoding="utf-8"):
            for name, picture in pictures(document).items():
                made[DOCS / "pictures" / name] = picture
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if outdated")
    options = parser.parse_args(arguments)
    made = files()
    there = {
        path
        for folder in ("variants", "pictures")
        for path in (DOCS / folder).glob("*")
        if path.suffix in (".md", ".svg")
    }
    outdated = sorted(
        [path for path in there if path not in made]
        + [p for p, new in made.items() if p not in there or p.read_bytes() != new.encode()]
    )
    for path in outdated:
        name = path.relative_to(DOCS.parent)
        if options.check:
            print(f"{name}: outdated, run scripts/variants_page.py", file=sys.stderr)
        elif path in made:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(made[path].encode())
            print(f"{name}: written")
        else:
            path.unlink()
            print(f"{name}: removed")
    return 1 if options.check and outdated else 0


if __name__ == "__main__":
    sys.exit(main())
