"""The built-in variants, and variant files in general.

A variant file is TOML: ``id``, ``name``, ``aliases`` and ``summary`` at the top, then a table for
each prefix of the rule keys (``[king]`` with ``capture = "two"`` for ``king.capture``). Beside the
values it may say where they come from: ``[[sources]]``, ``[provenance]`` and ``[[options]]``.
Everything but ``board.size`` and ``board.start`` may be left out.
"""

from __future__ import annotations

import os
import re

from tafl import _core
from tafl._core import Variant
from tafl._typed import NamedTuple, is_list, is_path, is_table
from tafl.errors import RulesError, UnknownVariantError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Any

_DIRECTORY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data", "variants")
_loaded: dict[str, Variant] = {}

STATUSES = ("attested", "convention", "decision")
_LONGEST = 1_000_000  # characters of a variant file
_MOST_DOTS = 200  # on one of its lines
_NOTES = ("summary", "sources", "provenance", "options")


class Provenance(NamedTuple):
    """Where a rule value comes from.

    ``status`` is "attested" (the source says so), "convention" (the source adopts it and calls it
    one) or "decision" (this package decided, the source being silent or unclear); ``source`` names
    document and section; ``note`` gives the reason, or is empty.

    >>> entry = Variant("linnaeus").provenance["board.size"]
    >>> entry.status, entry.source
    ('attested', '000 s.1')
    """

    status: str
    """"attested", "convention" or "decision"."""
    source: str
    """Document and section."""
    note: str
    """The reason, or empty."""


class Option(NamedTuple):
    """Other rule values that a source names and the variant does not use.

    ``values`` maps rule keys to those values, as Variant.replace takes them.

    >>> variant = Variant("linnaeus")
    >>> variant.replace(variant.options[0].values) == variant
    False
    """

    values: Mapping[str, Any]
    """Values by rule key."""
    source: str
    """Document and section."""
    note: str
    """What the source says of them."""


def in_play(rules: Mapping[str, Any], key: str) -> bool:
    """Whether the value of a rule key can matter, given the other values.

    >>> from tafl.catalogue import in_play
    >>> in_play(Variant("tablut").rules, "camps.movement")
    False
    """
    prefix, _, name = key.partition(".")
    return not (
        (prefix == "throne" and name != "exists" and not rules["throne.exists"])
        or (prefix == "corners" and name != "exist" and not rules["corners.exist"])
        or (prefix == "camps" and name != "groups" and not rules["camps.groups"])
        or (key == "king.edge_hostile" and rules["king.capture"] != "four")
        or (key == "king.edge_hostile" and rules["king.escape"] == "edge")  # he has won there
        or (key == "capture.shieldwall_trigger" and rules["capture.shieldwall"] == "none")
        or (key == "end.repetition_count" and rules["end.repetition"] == "none")
    )


def variants() -> list[str]:
    """The ids of the built-in variants, sorted.

    >>> "linnaeus-tablut" in variants()
    True
    """
    return sorted(
        name.removesuffix(".toml") for name in os.listdir(_DIRECTORY) if name.endswith(".toml")
    )


def load(name: str | Variant) -> Variant:
    """The built-in variant of an id or alias; a Variant is returned as it is."""
    if isinstance(name, Variant):
        return name
    if not isinstance(name, str):
        raise TypeError(f"expected a Variant, or the id of one as str, found {type(name).__name__}")
    known = _loaded.get(name)
    if known is not None:
        return known
    ids = variants()
    # Most names are ids; only an alias needs every file to be read.
    for each in [name] if name in ids else ids:
        if each not in _loaded:
            path = os.path.join(_DIRECTORY, f"{each}.toml")
            variant = _loaded.setdefault(each, from_path(path))  # another thread may be faster
            _loaded.update(dict.fromkeys(variant.aliases, variant))
    if name in _loaded:
        return _loaded[name]
    from difflib import get_close_matches

    shown = name if len(name) <= 60 else f"{name[:60]}..."
    near = get_close_matches(name[:60], sorted(_loaded), n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else f"expected one of {', '.join(ids)}"
    raise UnknownVariantError(f"unknown variant {shown!r}: {hint}")


def resolve(text: str) -> Variant:
    """The variant that a user names: an id, an alias, the path of a variant file, or an OTN rules
    string (which says ``dim:``)."""
    try:
        return load(text)
    except UnknownVariantError:
        if "\0" not in text and (text.lower().endswith(".toml") or os.path.exists(text)):
            return from_path(text)
        if "dim:" not in text:
            raise
    from tafl.otn import from_otn

    return from_otn(text)


def from_path(path: str | os.PathLike[str]) -> Variant:
    """The variant of a file; RulesError names the file in whatever is wrong with it."""
    name = os.fspath(path)
    try:
        with open(name, "rb") as file:
            content = file.read(_LONGEST + 1)
        text = content.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise RulesError(f"{name}: cannot be read: {error}") from error
    stem = os.path.basename(name).removesuffix(".toml")
    try:
        return from_text(text, stem)
    except RulesError as error:
        raise RulesError(f"{name}: {error}", error.key) from error


def from_text(text: str, name: str = "custom") -> Variant:
    """The variant of the text of a file; ``name`` serves as id where the text has none."""
    import tomllib

    if len(text) > _LONGEST:
        raise RulesError(
            f"found a text of more than {_LONGEST} characters, expected a variant file"
        )
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > _MOST_DOTS:  # reading a key of n parts takes n * n steps
            raise RulesError(f"line {number}: found more than {_MOST_DOTS} dots, expected fewer")
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise RulesError(f"not a TOML text: {error}") from error
    return _from_document(document, name)


def from_toml(path_or_text: Path | str) -> Variant:
    """Reads a variant from a file (given as pathlib.Path) or from its text (given as str).

    Raises RulesError, whose message says what was found where and what was expected.

    >>> text = 'board.size = 5\\nboard.start = "/2t2/2T2/tTKTt/2T2/2t2/"'
    >>> Variant.from_toml(text).size
    5
    """
    if isinstance(path_or_text, str):
        return from_text(path_or_text)
    if is_path(path_or_text):
        return from_path(path_or_text)
    raise TypeError(f"expected a Path or a str, found {type(path_or_text).__name__}")


def _from_document(document: dict[str, Any], name: str) -> Variant:
    document = dict(document)
    variant_id = _identifier(document.pop("id", name), "id")
    title = _line(document.pop("name", variant_id), "name")
    aliases = document.pop("aliases", [])
    if not is_list(aliases):
        raise RulesError(f"aliases: found {_shown(aliases)}, expected a list of ids", "aliases")
    aliases = [_identifier(alias, "aliases") for alias in aliases]
    notes: dict[str, Any] = {key: document.pop(key) for key in _NOTES if key in document}
    _check_notes(notes)
    values: dict[str, Any] = {}
    tables = {key.partition(".")[0] for key in _core.rule_keys()}
    for table, content in document.items():
        if table not in tables:
            raise RulesError(
                f"{table}: unknown key; expected id, name, aliases, summary, sources, provenance, "
                f"options or one of the tables {', '.join(sorted(tables))}",
                table,
            )
        if not is_table(content):
            raise RulesError(f"{table}: found {_shown(content)}, expected a table", table)
        for key, value in content.items():
            values[f"{table}.{key}"] = value
    return Variant._make(variant_id, title, aliases, values, _dump(notes))


def _dump(notes: dict[str, Any]) -> str:
    if not notes:
        return ""
    import json

    return json.dumps(notes, ensure_ascii=False)


def _notes(variant: Variant) -> dict[str, Any]:
    if not variant._notes:
        return {}
    import json

    notes: dict[str, Any] = json.loads(variant._notes)
    return notes


def _shown(value: object) -> str:
    """A value of a file as a message shows it."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, a thousand brackets
        text = f"a value of type {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:60]}..."


def _identifier(value: object, key: str) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}", value):
        raise RulesError(
            f"{key}: found {_shown(value)}, expected an id of at most 100 letters, digits, '-', "
            "'_' and '.'",
            key,
        )
    return value


def _line(value: object, key: str) -> str:
    if not isinstance(value, str) or not value.isprintable() or not value:
        raise RulesError(f"{key}: found {_shown(value)}, expected a line of text", key)
    return value


def _check_notes(notes: dict[str, Any]) -> None:
    """Refuses notes of another form than documented, so that a typo is not kept silently."""
    if "summary" in notes:
        _line(notes["summary"], "summary")
    _check_entries(notes.get("sources", []), "sources", {"id": str, "title": str})
    _check_entries(
        notes.get("options", []), "options", {"values": dict, "source": str, "note": str}
    )
    provenance = notes.get("provenance", {})
    if not is_table(provenance):
        raise RulesError(f"provenance: found {_shown(provenance)}, expected a table", "provenance")
    for key, entry in provenance.items():
        name = f"provenance.{key}"
        if key not in _core.rule_keys():
            raise RulesError(f"{name}: expected one of the rule keys", name)
        if (
            not is_table(entry)
            or not {"status", "source"} <= entry.keys() <= {"status", "source", "note"}
            or not all(isinstance(text, str) for text in entry.values())
            or entry["status"] not in STATUSES
        ):
            raise RulesError(
                f"{name}: found {_shown(entry)}, expected status (one of {', '.join(STATUSES)}), "
                "source and perhaps note",
                name,
            )


def _is_plain(value: object) -> bool:
    """Whether a value is of a type that rule values have."""
    if is_list(value):
        return all(_is_text(each) or (is_list(each) and all(map(_is_text, each))) for each in value)
    return _is_text(value) or (isinstance(value, int) and abs(value) < 2**63)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _check_entries(entries: object, key: str, fields: dict[str, type]) -> None:
    expected = f"expected a list of tables with {', '.join(fields)}"
    if not is_list(entries):
        raise RulesError(f"{key}: found {_shown(entries)}, {expected}", key)
    for entry in entries:
        if (
            not is_table(entry)
            or entry.keys() != fields.keys()
            or not all(isinstance(entry[field], kind) for field, kind in fields.items())
            or not all(map(_is_plain, entry.get("values", {}).values()))
        ):
            raise RulesError(f"{key}: found {_shown(entry)}, {expected}", key)


def to_toml(self: Variant) -> str:
    """The variant as the text of a variant file, every value and its provenance named.

    >>> variant = Variant("tablut")
    >>> Variant.from_toml(variant.to_toml()) == variant
    True
    """
    lines = [f"id = {_toml(self.id)}", f"name = {_toml(self.name)}"]
    notes = _notes(self)
    if self.aliases:
        lines.append(f"aliases = {_toml(list(self.aliases))}")
    if "summary" in notes:
        lines.append(f"summary = {_toml(notes['summary'])}")
    table = ""
    for key, value in self.rules.items():
        prefix, _, name = key.partition(".")
        if prefix != table:
            lines += ["", f"[{prefix}]"]
            table = prefix
        lines.append(f"{name} = {_toml(value)}")
    for key in ("sources", "options"):
        for entry in notes.get(key, []):
            lines += ["", f"[[{key}]]"]
            lines += [f"{name} = {_toml(value)}" for name, value in entry.items()]
    if "provenance" in notes:
        lines += ["", "[provenance]"]
        lines += [f"{_toml(key)} = {_toml(entry)}" for key, entry in notes["provenance"].items()]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    """A value as TOML writes it, tables on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        # A TOML basic string has the escapes of JSON, and one character more to escape.
        import json

        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if is_table(value):
        return "{ " + ", ".join(f"{_toml(k)} = {_toml(v)}" for k, v in value.items()) + " }"
    if is_list(value):
        return "[" + ", ".join(_toml(each) for each in value) + "]"
    return str(value)


def replace(
    self: Variant, values: Mapping[str, Any], *, id: str | None = None, name: str | None = None
) -> Variant:
    """A new variant with other rule values; the keys are those of ``rules``.

    Where the values change something, the new one is called "ID-modified" unless ``id`` and
    ``name`` say otherwise, and the provenance of the changed values is left out. Raises RulesError
    for a value that the rules do not know.

    >>> variant = Variant("linnaeus-tablut").replace({"board.first": "defenders"})
    >>> variant.id, variant.rules["board.first"]
    ('linnaeus-tablut-modified', 'defenders')
    """
    from collections.abc import Mapping

    if not isinstance(values, Mapping):
        raise TypeError(f"expected a mapping of rule keys, found {type(values).__name__}")
    changed = self._replace(dict(values), self.id, self.name, "")
    notes = _notes(self)
    if changed != self:
        old, new = self.rules, changed.rules
        notes.pop("summary", None)
        notes["provenance"] = {
            key: entry for key, entry in notes.get("provenance", {}).items() if old[key] == new[key]
        }
    suffix, remark = ("-modified", " (modified)") if changed != self else ("", "")
    return Variant._make(
        _identifier(self.id.removesuffix(suffix) + suffix if id is None else id, "id"),
        _line(self.name.removesuffix(remark) + remark if name is None else name, "name"),
        [],
        dict(changed.rules),
        _dump(notes),
    )


def _summary(self: Variant) -> str:
    """One line about the rules; empty where the variant has none.

    >>> Variant("linnaeus").summary
    'Armed king, flees to the edge, taken by two in the open, three beside and four on the throne.'
    """
    return str(_notes(self).get("summary", ""))


def _provenance(self: Variant) -> dict[str, Provenance]:
    """Where the rule values come from, by key; empty where nobody said so.

    >>> Variant("linnaeus-tablut").provenance["board.first"].status
    'decision'
    """
    return {
        key: Provenance(entry["status"], entry["source"], entry.get("note", ""))
        for key, entry in _notes(self).get("provenance", {}).items()
    }


def _sources(self: Variant) -> dict[str, str]:
    """The documents that the provenance names, by their short ids.

    >>> sorted(Variant("linnaeus").sources)
    ['000', '001', '002', '003', '004']
    """
    return {entry["id"]: entry["title"] for entry in _notes(self).get("sources", [])}


def _options(self: Variant) -> tuple[Option, ...]:
    """What the sources name and the variant does not use.

    >>> dict(Variant("linnaeus").options[0].values)
    {'board.first': 'defenders'}
    """
    return tuple(
        Option(entry["values"], entry["source"], entry["note"])
        for entry in _notes(self).get("options", [])
    )


Variant.from_toml = staticmethod(from_toml)  # type: ignore[method-assign]
Variant.to_toml = to_toml  # type: ignore[method-assign]
Variant.replace = replace  # type: ignore[method-assign]
Variant.summary = property(_summary)  # type: ignore[method-assign, assignment]
Variant.provenance = property(_provenance)  # type: ignore[method-assign, assignment]
Variant.sources = property(_sources)  # type: ignore[method-assign, assignment]
Variant.options = property(_options)  # type: ignore[method-assign, assignment]
