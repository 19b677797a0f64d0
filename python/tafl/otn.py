"""OpenTafl rules strings (OTN, section 3): a variant on one line.

A rules string is a row of words ``key:value``, the size of the board first and the start last::

    dim:9 name:Tablut esc:e atkf:n ka:n cens: cenh: cenhe:K cor: surf:n start:/3ttt3/4t4/...

A key that is left out has OTN's default, which need not be ours. Where OTN has no word for a rule
value, the nearest word stands in the string, if there is one, and the value itself stands beside it
under a key of our own, which begins with ``x-`` and has the last word.
"""

from __future__ import annotations

import re

from tafl._core import Variant
from tafl._typed import NamedTuple
from tafl.errors import RulesError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any, NoReturn

__all__ = ["from_otn", "to_otn"]

_LONGEST = 100_000  # characters of a rules string
_LONGEST_NAME = 1_000  # characters of a name that is written
_WORD = re.compile(r"[^ \t\r\n]+")
_EXAMPLE = "a rules string such as dim:9 esc:e start:/3ttt3/4t4/..."

# The pieces in the order of OTN. Ours are soldiers of both sides and the defenders' king.
_PIECES = "tcnkmgTCNKMG"
_OURS = {"t": "attacker", "T": "defender", "K": "king"}

_YES_NO: dict[str, Any] = {"y": True, "n": False}


class _Choice(NamedTuple):
    """A key that chooses among a few values; the first word is OTN's default.

    ``near`` has the nearest word for each value that has no word.
    """

    rule: str
    values: dict[str, Any]
    near: dict[Any, str]


_CHOICES = {
    "esc": _Choice("king.escape", {"c": "corner", "e": "edge"}, {}),
    "surf": _Choice("end.encirclement", _YES_NO, {"king": "y", "both": "y"}),
    "atkf": _Choice("board.first", {"y": "attackers", "n": "defenders"}, {}),
    "tfr": _Choice(
        "end.repetition",
        {"d": "draw", "i": "none", "w": "mover-wins", "l": "mover-loses"},
        {
            "attackers-win": "w",
            "forbidden": "l",
            "aggressor-loses": "w",
            "aggressor-forbidden": "d",
            "same-moves": "w",
        },
    ),
    "ka": _Choice("king.armed", {"y": True, "n": False, "a": "anvil", "h": "hammer"}, {}),
    "sw": _Choice("capture.shieldwall", {"n": "none", "w": "weak", "s": "strong"}, {}),
    "swf": _Choice("capture.shieldwall_trigger", {"y": "bracket", "n": "any"}, {}),
    "efe": _Choice("end.exit_fort", {"n": False, "y": True}, {}),
    "linc": _Choice("throne.linnaean_capture", {"n": False, "y": True}, {}),
}

# Whether the king is strong: king.capture and king.edge_hostile in one word.
_STRENGTHS = {
    "s": ("four", False),
    "c": ("four-near-throne", False),
    "w": ("two", False),
    "m": ("four", True),
    "y": ("four", False),  # what OpenTafl wrote at first
    "n": ("two", False),
}

# Piece lists with OTN's defaults, as far as they are about pieces of ours. The lists of a throne or
# of camps that are not there have no effect; left out, they have our defaults.
_LISTS = {
    **dict.fromkeys(("cenhe", "cenp", "cenre", "corh", "corre"), "tTK"),
    **dict.fromkeys(("aforp", "afors", "aforre", "dforre"), "tTK"),
    **dict.fromkeys(("cens", "corp", "cors"), "K"),
    **dict.fromkeys(("aforh", "dforp", "dfors"), "TK"),
    **dict.fromkeys(("cenh", "dforh"), "t"),
}
_WITHOUT_THRONE = {"cenh": ""}
_WITHOUT_CAMPS = {"aforh": "K"}
_HOSTILE = {
    "cenh": "throne.hostile_occupied",
    "cenhe": "throne.hostile_empty",
    "corh": "corners.hostile",
    "aforh": "camps.hostile",
}

# Keys of which we know one value only.
_UNSUPPORTED = {
    "kj": ("n", "kings that jump"),
    "nj": ("n", "knights that jump"),
    "cj": ("n", "commanders that jump"),
    "mj": ("n", "mercenaries that jump"),
    "gj": ("n", "guards that jump"),
    "ber": ("n", "berserk moves"),
    "dfor": ("", "fortresses of the defenders"),
}

_KEYS = (
    *("dim", "name", *_CHOICES, "ks", "spd", "cen", "cor", "afor"),
    *(*_LISTS, *_UNSUPPORTED, "start", "starti"),
)


class _Words:
    """The words of a rules string, by key, and where they stand."""

    def __init__(self, text: str) -> None:
        self.values: dict[str, str] = {}
        self.places: dict[str, int] = {}
        self.size = 0
        if len(text) > _LONGEST:
            raise RulesError(
                f"found a text of {len(text)} characters, expected {_EXAMPLE} of at most {_LONGEST}"
            )
        for word in _WORD.finditer(text):
            key, colon, value = word[0].partition(":")
            if not colon:
                raise self._error(key, word.start(), f"found {_shown(key)}, expected key:value")
            if key in self.values:
                raise self._error(
                    key, word.start(), f"found {_shown(key)} a second time, expected it once"
                )
            if key not in _KEYS and key not in _EXTENSIONS:
                raise self._error(key, word.start(), _unknown(key))
            self.values[key] = value
            self.places[key] = word.start() + len(key) + 1

    @staticmethod
    def _error(key: str, place: int, message: str) -> RulesError:
        return RulesError(f"character {place + 1}: {message}", key[:60])

    def refuse(self, key: str, found: str, expected: str) -> NoReturn:
        """Raises the error about a value, which names its key and says where it is."""
        place = self.places.get(key)
        where = key if place is None else f"{key}, character {place + 1}"
        raise RulesError(f"{where}: found {found}, expected {expected}", key)

    def chosen(self, key: str, values: Mapping[str, Any]) -> Any:
        """The value of one of a few words; the first one, if the key is absent."""
        word = self.values.get(key, next(iter(values)))
        if word not in values:
            self.refuse(key, _shown(word), f"one of {', '.join(values)}")
        return values[word]

    def numbers(self, key: str, least: int, most: int) -> list[int]:
        """A list of numbers, at least one."""
        words = _items(self.values[key])
        for word in words or [""]:
            if not re.fullmatch("0|-?[1-9][0-9]{0,3}", word) or not least <= int(word) <= most:
                self.refuse(key, _shown(word), f"a number from {least} to {most}")
        return [int(word) for word in words]

    def number(self, key: str, least: int, most: int) -> int:
        """One number."""
        numbers = self.numbers(key, least, most)
        if len(numbers) > 1:
            self.refuse(key, f"{len(numbers)} numbers", "one")
        return numbers[0]

    def pieces(self, key: str) -> list[str]:
        """A piece list, as the kinds of ours that are in it."""
        letters = self.values[key]
        for letter in letters:
            if letter not in _PIECES:
                self.refuse(key, _shown(letter), f"letters of pieces ({_PIECES})")
        return _kinds(letters)

    def squares(self, key: str) -> list[str]:
        """A list of squares, in ascending order."""
        return self._squares(key, self.values[key], set())

    def groups(self, key: str) -> list[list[str]]:
        """Lists of squares with semicolons between them."""
        seen: set[str] = set()
        text = self.values[key]
        return [self._squares(key, part, seen) for part in text.split(";")] if text else []

    def _squares(self, key: str, text: str, seen: set[str]) -> list[str]:
        found: list[str] = []
        for name in _items(text):
            if not _on_board(name, self.size):
                last = _square(self.size - 1, self.size - 1)
                self.refuse(key, _shown(name), f"squares from a1 to {last} with commas between")
            if name in seen:
                self.refuse(key, f"{name} twice", "each square once")
            seen.add(name)
            found.append(name)
        return sorted(found, key=_place)

    def require(self, key: str, holds: bool, expected: str) -> None:
        """Refuses what OTN can say, in so many words or by its default, and we cannot."""
        if not holds:
            found = _shown(self.values[key]) if key in self.values else "nothing (OTN's default)"
            self.refuse(key, found, expected)


def _items(text: str) -> list[str]:
    """What stands between the commas; there may be one after the last item."""
    return text.removesuffix(",").split(",") if text else []


def _kinds(letters: str) -> list[str]:
    return [kind for letter, kind in _OURS.items() if letter in letters]


def _letters(kinds: Iterable[str]) -> str:
    return "".join(letter for letter, kind in _OURS.items() if kind in kinds)


def _square(file: int, rank: int) -> str:
    return f"{'abcdefghijklmnopqrs'[file]}{rank + 1}"


def _place(name: str) -> tuple[int, int]:
    return int(name[1:]), ord(name[0])


def _on_board(name: str, size: int) -> bool:
    if not re.fullmatch("[a-s][1-9][0-9]?", name):
        return False
    rank, file = _place(name)
    return rank <= size and file - ord("a") < size


def _corners(size: int) -> list[str]:
    return [_square(file, rank) for rank in (0, size - 1) for file in (0, size - 1)]


def _connected(squares: list[str]) -> list[list[str]]:
    """The squares in groups of such as hang together."""
    left = set(squares)
    groups: list[list[str]] = []
    for first in squares:
        if first not in left:
            continue
        left.remove(first)
        group = [first]
        for name in group:  # which grows
            rank, file = _place(name)
            for place in ((rank, file - 1), (rank, file + 1), (rank - 1, file), (rank + 1, file)):
                beside = f"{chr(place[1])}{place[0]}"
                if beside in left:
                    left.remove(beside)
                    group.append(beside)
        groups.append(sorted(group, key=_place))
    return groups


def _shown(text: object) -> str:
    shown = repr(text)
    return shown if len(shown) <= 60 else f"{shown[:60]}..."


def _unknown(key: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(key[:40], [*_KEYS, *_EXTENSIONS], n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else f"such as {', '.join(_KEYS[:6])}"
    return f"found the unknown key {_shown(key)}, expected a key of OTN or of ours (x-...): {hint}"


class _Extension(NamedTuple):
    """A key of our own: the rule it is about, and how its value is read and written."""

    rule: str
    read: Callable[[_Words, str], Any]
    write: Callable[[Any], str]


def _choice(rule: str, values: dict[str, Any]) -> _Extension:
    def read(given: _Words, key: str) -> Any:
        return given.chosen(key, values)

    words = {value: word for word, value in values.items()}
    return _Extension(rule, read, words.__getitem__)


def _named(rule: str, *names: str) -> _Extension:
    return _choice(rule, {name: name for name in names})


def _write_groups(groups: list[list[str]]) -> str:
    return ";".join(map(",".join, groups))


def _read_count(words: _Words, key: str) -> int:
    return words.number(key, 2, 1000)


_EXTENSIONS = {
    "x-edge-hostile": _choice("king.edge_hostile", _YES_NO),
    "x-corners": _choice("corners.exist", _YES_NO),
    "x-corner-squares": _Extension("corners.squares", _Words.squares, ",".join),
    "x-camps": _Extension("camps.groups", _Words.groups, _write_groups),
    "x-camp-hostile-occupied": _Extension("camps.hostile_occupied", _Words.pieces, _letters),
    "x-camp-inert": _Extension("camps.inert", _Words.squares, ",".join),
    "x-camp-shelter": _choice("camps.shelter_attackers", _YES_NO),
    "x-camp-movement": _named("camps.movement", "own-camp", "closed"),
    "x-encirclement": _choice("end.encirclement", {**_YES_NO, "king": "king", "both": "both"}),
    "x-draw-fort": _choice("end.draw_fort", {"n": False, "draw": "draw", "forbidden": "forbidden"}),
    "x-no-moves": _named("end.no_moves", "loses", "draw"),
    "x-repetition": _named(
        "end.repetition", *_CHOICES["tfr"].values.values(), *_CHOICES["tfr"].near
    ),
    "x-repetition-count": _Extension("end.repetition_count", _read_count, str),
}

# The keys about each rule that the engine may find at fault, the last word first.
_SAID_BY = (
    *((extension.rule, key) for key, extension in _EXTENSIONS.items()),
    *((choice.rule, key) for key, choice in _CHOICES.items()),
    *(("board.start", "start"), ("board.start", "starti")),
    *(("corners.squares", "cor"), ("camps.groups", "afor")),
)


def from_otn(text: str, *, strict: bool = False) -> Variant:
    """Reads a variant from an OpenTafl rules string.

    What OTN leaves out has OTN's defaults; the keys of our own (``x-...``) are understood, unknown
    keys are not. With ``strict`` the string must be of the form that OTN prescribes: ``dim`` first,
    ``start`` last, and no keys of our own. Raises RulesError, whose ``key`` is the key of the
    string and whose message says what was found where and what was expected; also for pieces and
    rules of OTN that we do not have.

    >>> variant = Variant.from_otn("dim:5 name:My_Game ks:w start:/2t2/2T2/tTKTt/2T2/2t2/")
    >>> variant.id, variant.name, variant.rules["king.capture"], variant.rules["corners.exist"]
    ('my-game', 'My Game', 'two', True)
    >>> Variant.from_otn("dim:5 ks:strong start:/2t2/2T2/tTKTt/2T2/2t2/")
    Traceback (most recent call last):
        ...
    tafl.errors.RulesError: ks, character 10: found 'strong', expected one of s, c, w, m, y, n
    """
    if not isinstance(text, str):
        raise TypeError(f"expected a rules string as str, found {type(text).__name__}")
    words = _Words(text)
    if strict:
        _check_form(words)
    name = words.values.get("name", "").replace("_", " ").strip(" ")
    if not name.isprintable():
        words.refuse("name", _shown(name), "a line of text")
    rules = _values(words)
    slug = re.sub("[^a-z0-9._-]+", "-", name.lower()).strip("-._")[:100] or "otn"
    try:
        return Variant._make(slug, name or slug, [], rules, "")
    except RulesError as error:
        keys = [key for rule, key in _SAID_BY if rule == error.key and key in words.values]
        key = keys[0] if keys else error.key
        raise RulesError(f"{key}: {error}", key) from error


def _check_form(words: _Words) -> None:
    order = list(words.values)
    for key in order:
        if key in _EXTENSIONS:
            words.refuse(key, "a key of our own", "keys of OTN only (strict)")
    if order and order[0] != "dim":
        words.refuse("dim", f"{order[0]} as the first key", "dim, which must come first (strict)")
    if order and order[-1] not in ("start", "starti"):
        words.refuse(
            "start", f"{order[-1]} as the last key", "start, which must come last (strict)"
        )


def _values(words: _Words) -> dict[str, Any]:
    """The rule values that a string says; the others have our defaults."""
    if "dim" not in words.values:
        words.refuse("dim", "nothing", f"the size of the board, as in {_EXAMPLE}")
    if words.values["dim"] not in map(str, range(5, 20, 2)):
        words.refuse("dim", _shown(words.values["dim"]), "an odd number from 5 to 19")
    words.size = int(words.values["dim"])
    rules: dict[str, Any] = {"board.size": words.size, "board.start": _start(words)}
    for key, (only, what) in _UNSUPPORTED.items():
        if words.values.get(key, only) != only:
            words.refuse(key, _shown(words.values[key]), f"{key}:{only}: {what} are not supported")
    for key, choice in _CHOICES.items():
        rules[choice.rule] = words.chosen(key, choice.values)
    rules["king.capture"], rules["king.edge_hostile"] = words.chosen("ks", _STRENGTHS)
    rules["soldiers.max_steps"], rules["king.max_steps"] = _steps(words)

    rules["throne.exists"] = _has_throne(words)
    corners = _corner_squares(words)
    rules["corners.exist"] = bool(corners)
    rules["corners.squares"] = corners or _corners(words.size)
    rules["camps.groups"] = _camps(words)
    defaults = _defaults(rules)
    lists = {
        key: words.pieces(key) if key in words.values else _kinds(letters)
        for key, letters in defaults.items()
    }
    rules.update({rule: lists[key] for key, rule in _HOSTILE.items()})
    _read_throne(words, lists, rules)
    _check_corners(words, lists, corners)
    _read_camps(words, lists, rules)
    for key, extension in _EXTENSIONS.items():
        if key in words.values:
            rules[extension.rule] = extension.read(words, key)
    if rules["king.escape"] == "corner" and not (
        rules["corners.exist"] and rules["corners.squares"]
    ):
        found = "c" if "esc" in words.values else "nothing, which is c,"
        words.refuse("esc", f"{found} and no corner squares", "esc:e, or squares in cor")
    return rules


def _defaults(rules: Mapping[str, Any]) -> dict[str, str]:
    """The piece lists that stand for themselves when they are left out."""
    return {
        **_LISTS,
        **({} if rules["throne.exists"] else _WITHOUT_THRONE),
        **({} if rules["camps.groups"] else _WITHOUT_CAMPS),
    }


def _start(words: _Words) -> str:
    given = [key for key in ("start", "starti") if key in words.values]
    if not given:
        words.refuse("start", "nothing", "the starting position: start:/3ttt3/4t4/...")
    if len(given) == 2:
        words.refuse("starti", "a second starting position", "start or starti")
    record = words.values[given[0]]
    wrong = re.search("[^0-9tTK/]", record)
    if wrong:
        found = f"{_shown(wrong[0])} at character {wrong.start() + 1} of the record"
        if wrong[0] in _PIECES:
            words.refuse(given[0], found, "t, T or K: other pieces are not supported")
        words.refuse(given[0], found, "numbers, pieces (t, T, K) and '/'")
    return record if given[0] == "start" else _upside_down(record)


def _upside_down(record: str) -> str:
    return "/".join(reversed(record.split("/")))


def _steps(words: _Words) -> tuple[int, int]:
    """The longest moves of soldiers and king, 0 for no limit."""
    if "spd" not in words.values:
        return 0, 0
    limits = words.numbers("spd", -1, 1000)
    pieces = {1: "a", 2: "ad", 8: "tcnkTCNK", 10: "tcnkmTCNKM", 12: _PIECES}.get(len(limits))
    if pieces is None:
        words.refuse("spd", f"{len(limits)} numbers", "1, 2, 8, 10 or 12 of them")
    if 0 in limits:
        words.refuse("spd", "0", "-1 for no limit, or at least 1")
    by_piece = dict(zip(pieces, (max(limit, 0) for limit in limits), strict=True))
    attackers = by_piece.get("t", by_piece.get("a", 0))
    defenders = by_piece.get("T", by_piece.get("d", attackers))
    if attackers != defenders:
        words.refuse(
            "spd",
            _shown(words.values["spd"]),
            "one limit for the soldiers of both sides: two of them are not supported",
        )
    return defenders, by_piece.get("K", defenders)


def _has_throne(words: _Words) -> bool:
    if words.values.get("cen", "default") == "default":
        return True
    squares = words.squares("cen")
    centre = _square(words.size // 2, words.size // 2)
    words.require(
        "cen", squares in ([], [centre]), f"{centre} or nothing: other squares are not supported"
    )
    return bool(squares)


def _corner_squares(words: _Words) -> list[str]:
    if words.values.get("cor", "default") == "default":
        return _corners(words.size)
    return words.squares("cor")


def _camps(words: _Words) -> list[list[str]]:
    squares = words.squares("afor") if "afor" in words.values else []
    if "x-camps" in words.values:
        grouped = [name for group in words.groups("x-camps") for name in group]
        if sorted(grouped, key=_place) != squares:
            words.refuse("x-camps", _shown(words.values["x-camps"]), "the squares of afor")
    return _connected(squares)


def _read_throne(words: _Words, lists: dict[str, list[str]], rules: dict[str, Any]) -> None:
    def alike(kinds: list[str]) -> bool:
        return ("attacker" in kinds) == ("defender" in kinds)

    stop = [kind for kind in lists["cens"] if kind in lists["cenre"]]
    stop_key = "cenre" if alike(lists["cens"]) else "cens"
    for key, verb, kinds in ((stop_key, "occupy", stop), ("cenp", "pass", lists["cenp"])):
        words.require(
            key,
            alike(kinds) or not rules["throne.exists"],
            "both t and T or neither: a throne for the soldiers of one side is not supported",
        )
        rules[f"throne.king_may_{verb}"] = "king" in kinds
        rules[f"throne.soldiers_may_{verb}"] = "defender" in kinds


def _check_corners(words: _Words, lists: dict[str, list[str]], corners: list[str]) -> None:
    if not corners:
        return
    stop = [kind for kind in lists["cors"] if kind in lists["corre"]]
    words.require(
        "corre" if "king" in lists["cors"] and "king" not in stop else "cors",
        stop == ["king"],
        "K: corner squares where others may stop, or not the king, are not supported",
    )
    # The four squares in the corners of the board are crossed by nobody anyway.
    words.require(
        "corp",
        lists["corp"] == ["king"] or set(corners) <= set(_corners(words.size)),
        "K: corner squares that others may cross, or not the king, are not supported",
    )


def _read_camps(words: _Words, lists: dict[str, list[str]], rules: dict[str, Any]) -> None:
    words.require(
        "aforre",
        not (rules["camps.groups"] and lists["aforre"]),
        "nobody (aforre:): camps that one may come back to are not supported",
    )
    rules["camps.movement"] = "own-camp" if lists["aforre"] else "closed"


def to_otn(self: Variant, *, strict: bool = False) -> str:
    """The variant as an OpenTafl rules string; from_otn of it is an equal variant.

    A rule value that OTN has no word for stands under a key of our own, ``x-...``, beside the
    nearest word of OTN, if there is one. With ``strict`` there are no such keys: RulesError names
    the rule instead. Id, aliases and notes are left out.

    >>> variant = Variant("legacy-tablut")
    >>> variant.to_otn().partition(" start:")[0]
    'dim:9 name:Legacy_Tablut tfr:w ka:n ks:m cenh: x-repetition:same-moves'
    >>> Variant.from_otn(variant.to_otn()) == variant
    True
    """
    rules = self.rules
    words = {"dim": str(self.size), "name": _written_name(self), **dict(_plain(rules))}
    start = {"start": rules["board.start"]}
    said = from_otn(_joined({**words, **start})).rules
    for key, extension in _EXTENSIONS.items():
        rule = extension.rule
        if said[rule] == rules[rule]:
            continue
        if strict:
            raise RulesError(
                f"{rule}: found {_shown(rules[rule])}, expected a value that OTN has a word for: "
                f"{key} is a key of ours (strict)",
                rule,
            )
        words[key] = extension.write(rules[rule])
    return _joined({**words, **start})


def _joined(words: Mapping[str, str]) -> str:
    return " ".join(f"{key}:{value}" for key, value in words.items())


def _written_name(variant: Variant) -> str:
    name = (variant.name or variant.id)[:_LONGEST_NAME]
    # A game record has the string between brackets.
    kept = (letter if letter.isprintable() else "_" for letter in name)
    return "".join(kept).translate({ord(" "): "_", ord("["): "(", ord("]"): ")"})


def _plain(rules: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The keys of OTN and what they say, those left out whose defaults say it."""
    for key, (rule, values, near) in _CHOICES.items():
        words = {value: word for word, value in values.items()} | near
        if words[rules[rule]] != next(iter(values)):
            yield key, words[rules[rule]]
    strengths = {strength: word for word, strength in reversed(_STRENGTHS.items())}
    capture, edge = rules["king.capture"], rules["king.edge_hostile"]
    strength = strengths.get((capture, edge)) or strengths[capture, False]
    if strength != "s":
        yield "ks", strength
    soldiers, king = rules["soldiers.max_steps"] or -1, rules["king.max_steps"] or -1
    if soldiers != king:
        yield "spd", ",".join(str(king if piece == "K" else soldiers) for piece in _PIECES)
    elif soldiers != -1:
        yield "spd", str(soldiers)
    if not rules["throne.exists"]:
        yield "cen", ""
    corners: list[str] = rules["corners.squares"] if rules["corners.exist"] else []
    if corners != _corners(rules["board.size"]):
        yield "cor", ",".join(corners)
    squares = sorted((name for group in rules["camps.groups"] for name in group), key=_place)
    if squares:
        yield "afor", ",".join(squares)
    for key, letters in _lists(rules):
        if letters != _defaults(rules)[key]:
            yield key, letters


def _lists(rules: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, rule in _HOSTILE.items():
        yield key, _letters(rules[rule])
    for key, verb in (("cens", "occupy"), ("cenp", "pass")):
        soldiers = "tT" if rules[f"throne.soldiers_may_{verb}"] else ""
        yield key, soldiers + ("K" if rules[f"throne.king_may_{verb}"] else "")
    if rules["camps.movement"] == "closed":
        yield from (("aforp", ""), ("afors", ""), ("aforre", ""))
    elif rules["camps.groups"]:
        yield "aforre", ""
