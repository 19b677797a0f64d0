"""Commands about variants and their positions: ``variants``, ``rules`` and ``moves``."""

from __future__ import annotations

import json

import tafl
from tafl import catalogue
from tafl.cli.arguments import VARIANT_HELP, position_of, with_json, with_position
from tafl.cli.output import print_json, print_table, print_wrapped, speaks_unicode

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from tafl.cli.arguments import AddCommand


def add_variants(command: AddCommand) -> None:
    """Adds the command ``variants``."""
    added = command("variants", _variants, "list the built-in variants", "tafl variants")
    with_json(added)


def add_rules(command: AddCommand) -> None:
    """Adds the command ``rules``."""
    added = command(
        "rules",
        _rules,
        "show every rule value and where it comes from",
        "tafl rules linnaeus-tablut",
    )
    added.add_argument("variant", metavar="VARIANT", help=VARIANT_HELP)
    instead = added.add_mutually_exclusive_group()
    instead.add_argument("--toml", action="store_true", help="print a variant file")
    instead.add_argument("--otn", action="store_true", help="print an OpenTafl rules string")
    with_json(instead)


def add_moves(command: AddCommand) -> None:
    """Adds the command ``moves``."""
    added = command("moves", _moves, "list the legal moves", "tafl moves linnaeus-tablut --json")
    with_position(added)
    with_json(added)


def _variants(options: argparse.Namespace) -> int:
    variants = [tafl.Variant(name) for name in tafl.variants()]
    if options.json:
        return print_json(
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
    print_table(rows)
    return 0


def _rules(options: argparse.Namespace) -> int:
    variant = catalogue.resolve(options.variant)
    if options.toml:
        text = variant.to_toml()
        # Whatever is not ASCII stands within strings, where TOML has escapes for it.
        print(text if speaks_unicode() else _escaped(text), end="")
        return 0
    if options.otn:
        print(variant.to_otn())
        return 0
    provenance = variant.provenance
    if options.json:
        return print_json(
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
            print_wrapped(f"{entry.status}: {entry.source}{note}", "    ")
        else:
            print("    no source stated")
    if variant.options:
        print("\nNamed by the sources, not used here:")
        for option in variant.options:
            values = ", ".join(f"{key} = {_value(each)}" for key, each in option.values.items())
            print(f"  {values}")
            print_wrapped(f"{option.source}. {option.note}", "    ")
    if variant.sources:
        print("\nSources:")
        for name, title in variant.sources.items():
            print_wrapped(f"{name}: {title}", "  ", "    ")
    return 0


def _escaped(text: str) -> str:
    return "".join(each if each.isascii() else f"\\U{ord(each):08X}" for each in text)


def _value(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _moves(options: argparse.Namespace) -> int:
    board = position_of(options)
    moves = {
        str(move): [str(square) for square in board.captures(move)] for move in board.legal_moves
    }
    if options.json:
        return print_json(
            [{"move": move, "captures": captures} for move, captures in moves.items()]
        )
    for move, captures in moves.items():
        print(move + ("x" + "/".join(captures) if captures else ""))
    return 0
