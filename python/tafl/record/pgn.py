"""PGN as hnefatafl.org exports it.

    game    := tag* turn* [result]
    tag     := '[' name ' "' value '"]'
    turn    := number '.' move [move]           a move being two squares: h1h3
    result  := '0-1' (attackers) | '1-0' (defenders) | '1/2-1/2' | '*'
    comment := '{' text '}'

Black is the attackers, White the defenders. Backslashes escape quotes in tags and braces in
comments.
"""

from __future__ import annotations

import re

from tafl.errors import TaflError
from tafl.record.draft import GIVING_UP, shortened
from tafl.record.game import Result
from tafl.record.text import is_plain_turn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tafl.record.draft import Draft, Lines, Place
    from tafl.record.game import Game

RESULTS = {"0-1": Result.ATTACKERS, "1-0": Result.DEFENDERS, "1/2-1/2": Result.DRAW, "*": None}
_TAG_LINE = re.compile(r'\[([^\s":\[\]]+)\s+"((?:[^"\\]++|\\.)*+)"\]\s*')

_NAMES = {
    "black": "attackers",
    "white": "defenders",
    "timecontrol": "time-control",
}
_TAG_NAME = re.compile(r'[^\s":\[\]]+')
_RESERVED = ("black", "white", "timecontrol", "result", "rules", "position")
_TOKEN = re.compile(r"(?P<comment>\{)|(?P<number>\d+)\.+(?!\d)|(?P<word>[^\s.{}()]+)|(?P<other>\S)")
_CLOSE = re.compile(r"\\[{}\\]|\}")
_ESCAPE = re.compile(r"\\([{}\"\\])")
_SAID = ("rules", "variant", "position")


def is_tag_line(line: str) -> bool:
    """Whether a line is a tag of PGN."""
    return _TAG_LINE.fullmatch(line) is not None


def read(lines: Lines, draft: Draft) -> None:
    """Reads one game into the draft."""
    named: set[str] = set()
    while (line := lines.next()) is not None:
        if line.lstrip().startswith("["):
            if draft.in_moves:
                lines.back()
                draft.complete = True
                return
            _read_tag(lines, line, draft, named)
        elif line.strip():
            if draft.lines[0].words and re.match(r"\s*1\.(?!\d)", line):
                lines.back()
                draft.complete = True
                return
            draft.in_moves = True
            if _read_line(lines, line, draft):
                return


def _read_tag(lines: Lines, line: str, draft: Draft, named: set[str]) -> None:
    place = (lines.number, 1)
    match = _TAG_LINE.fullmatch(line.strip())
    if match is None:
        raise lines.error(f'found {line[:60]!r}, expected a tag such as [Event "..."]', place)
    name = match.group(1)
    name = _NAMES.get(name.lower(), name.lower())
    value = _ESCAPE.sub(r"\1", match.group(2))
    if name in named:
        raise lines.error(f"found the tag {name} twice, expected it once", place)
    named.add(name)
    if name in _SAID:
        draft.said[name] = value, place
    if name == "result":
        _read_result(lines, value, draft, place)
    elif name not in ("rules", "position"):
        draft.tags[name] = value


def _read_result(lines: Lines, word: str, draft: Draft, place: Place) -> None:
    if word not in RESULTS:
        raise lines.error(
            f"result: found {shortened(word)!r}, expected {', '.join(RESULTS)}", place
        )
    if draft.result is not None and RESULTS[word] is not draft.result:
        raise lines.error(
            f"found the result {word}, but the tag says {draft.result.value}, expected the same",
            place,
        )
    draft.result, draft.result_place = RESULTS[word], place


def _read_line(lines: Lines, line: str, draft: Draft) -> bool:
    """Reads a line of moves; returns whether the game ends there."""
    moves = draft.lines[0]
    at = 0
    if "{" not in line and is_plain_turn(words := line.split(), len(moves.words) // 2 + 1):
        moves.take(words[1:], line, (lines.number, 1), skipped=1)
        return False
    while match := _TOKEN.search(line, at):
        at = match.end()
        place = (lines.number, match.start() + 1)
        token = match.group()
        if match.lastgroup == "comment":
            line, at, comment = _read_comment(lines, draft, line, at, place)
            last = len(moves.words) - 1
            if last >= 0 and moves.words[last] in GIVING_UP:
                last -= 1  # said of the move before it
            if last >= 0:
                moves.notes.setdefault(last, []).append(("", comment))
            else:
                draft.start_notes.append(("", comment))
        elif match.lastgroup == "number":
            _check_turn(lines, draft, match.group("number"), place)
        elif token in RESULTS:
            _read_result(lines, token, draft, place)
            if line[at:].strip():
                raise lines.error(
                    f"found {line[at:].strip()[:40]!r} after the result, expected a new line",
                    (lines.number, at + 1),
                )
            draft.complete = not lines.cut
            return True
        elif match.lastgroup == "word":
            moves.add(token, place)
        else:
            raise lines.error(
                f"found {token!r}, expected a move such as h1h3 (variations are not supported)",
                place,
            )
    return False


def _check_turn(lines: Lines, draft: Draft, number: str, place: Place) -> None:
    turn = len(draft.lines[0].words) // 2 + 1
    if number.lstrip("0") != str(turn):
        raise lines.error(f"found turn {number[:20]}, expected turn {turn}", place)


def _read_comment(
    lines: Lines, draft: Draft, line: str, at: int, place: Place
) -> tuple[str, int, str]:
    parts: list[str] = []
    while True:
        end = next((m.start() for m in _CLOSE.finditer(line, at) if m.group() == "}"), -1)
        if end >= 0:
            parts.append(line[at:end])
            return line, end + 1, _ESCAPE.sub(r"\1", "\n".join(parts))
        parts.append(line[at:])
        following = lines.next()
        if following is not None and is_tag_line(following):
            lines.back()
            draft.followed = True
            following = None
        if following is None:
            raise lines.error("found a { that is not closed, expected a } after it", place)
        line, at = following, 0


def write(game: Game) -> str:
    """A game as PGN. Variations and clocks have no place there."""
    for name in game.tags:
        if not _TAG_NAME.fullmatch(name) or name.lower() in _RESERVED:
            raise TaflError(
                f"found a tag named {name[:60]!r}, expected no blanks, quotes and brackets, and "
                f"none of {', '.join(_RESERVED)}"
            )
    outward = {name: tag for tag, name in _NAMES.items()}
    tags = {outward.get(name.lower(), name): value for name, value in game.tags.items()}
    if len({name.lower() for name in tags}) < len(game.tags):
        raise TaflError("found tags that differ in capital letters only, expected other names")
    result = next(word for word, each in RESULTS.items() if each is game.result)
    tags["result"] = result
    tags["rules"] = game.variant.to_otn()
    if game.start.fen() != game.variant.start_fen:
        tags["position"] = game.start.fen()
    rows = [f'[{_tag_name(name)} "{_quoted(value)}"]' for name, value in tags.items()]
    rows.append("")
    turn: list[str] = []
    if game.root.comment:
        rows.append(_braced(game.root.comment))
    for ply, (node, _) in enumerate(game.replay()):
        if ply % 2 == 0:
            turn = [f"{ply // 2 + 1}."]
            rows.append("")
        turn.append(str(node.move).replace("-", ""))
        if node.comment:
            turn.append(_braced(node.comment))
        rows[-1] = " ".join(turn)
    if game.end().resigned:
        rows.append("resigned")
    return "\n".join([*rows, result, ""])


def _tag_name(name: str) -> str:
    return name[:1].upper() + name[1:] if name[:1].isascii() else name


def _quoted(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")


def _braced(comment: str) -> str:
    return "{" + re.sub(r"[{}\\]", r"\\\g<0>", comment) + "}"
