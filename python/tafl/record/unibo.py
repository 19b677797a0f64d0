"""Logs of the Tablut Challenge of the University of Bologna. They are read, not written.

    log   := header* state (turn state)*
    turn  := 'FINE: Turn: ' ('W' | 'B' | 'null') ' Pawn from ' square ' to ' square
    state := 'FINE: Stato:' row* '-' ('W' | 'B' | 'WW' | 'BW' | 'WB' | 'D')

The first row is rank 1; W stands for a defender, B for an attacker, K for the king, T for the empty
throne and O for any other empty square. The captures are those that the states show.
"""

from __future__ import annotations

import re

from tafl.enums import Side
from tafl.notation import log_record
from tafl.record.game import Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tafl.record.draft import Draft, Lines

VARIANT = "ashton-tablut-unibo"
HEADER = re.compile(r"(\w{3}) (\d{1,2}), (\d{4}) .*it\.unibo\.")

_TURN = re.compile(r"FINE: Turn: (W|B|null) Pawn from (\S+) to (\S+)\s*")
_STATE = "FINE: Stato:"
_PLAYERS = "FINE: Players:"
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_OVER = {"WW": Result.DEFENDERS, "BW": Result.ATTACKERS, "D": Result.DRAW}
_TURNS = ("W", "B", "WB", *_OVER)


def read(lines: Lines, draft: Draft) -> None:
    """Reads the log of one game into the draft."""
    draft.said["variant"] = VARIANT, draft.place
    draft.sides_binding = False  # the logs often name the wrong side
    moves = draft.lines[0]
    over = start = ""
    while (line := lines.next()) is not None:
        if "<init>" in line and "position" in draft.said:
            lines.back()  # another game
            break
        if turn := _TURN.fullmatch(line):
            side, *squares = turn.groups()
            if squares == ["null", "null"]:
                draft.tags["termination"] = f"no move of {_name(side)}"
                continue
            moves.add("-".join(squares), (lines.number, line.index("Turn") + 1))
            if side != "null":
                draft.sides.append(Side.DEFENDERS if side == "W" else Side.ATTACKERS)
            else:
                draft.sides.append(_other(draft.sides))
        elif line.startswith(_STATE):
            place = (lines.number, 1)
            # Some logs have the first row in the same line.
            record, over = _read_state(lines, line.removeprefix(_STATE).split())
            if over in _OVER:
                draft.result, draft.result_place = _OVER[over], (lines.number, 1)
            if "position" not in draft.said:
                start = record
                draft.said["position"] = f"{record} {'d' if over == 'W' else 'a'}", place
            elif len(draft.boards) < len(moves.words):
                draft.boards.append((record, place))
            elif record != (draft.boards[-1][0] if draft.boards else start):
                raise lines.error("found another board without a move, expected the same", place)
        else:
            _read_header(line, draft)
    if "position" not in draft.said:
        raise lines.error("found a log without a state, expected FINE: Stato:", draft.place)
    draft.complete = over in _OVER and not lines.cut


def _name(side: str) -> str:
    return {"W": "the defenders", "B": "the attackers"}.get(side, "the side to move")


def _other(sides: list[Side]) -> Side:
    return sides[-1].opponent if sides else Side.DEFENDERS


def _read_header(line: str, draft: Draft) -> None:
    """Takes date and players from the lines between turns and states, which say no more."""
    if match := HEADER.match(line):
        month, day, year = match.groups()
        if month in _MONTHS:
            date = f"{year}.{_MONTHS.index(month) + 1:02}.{int(day):02}"
            draft.tags.setdefault("date", date)
    elif line.startswith(_PLAYERS):
        words = line.removeprefix(_PLAYERS).split()
        if "vs" in words:
            at = words.index("vs")
            draft.tags["defenders"] = " ".join(words[:at])
            draft.tags["attackers"] = " ".join(words[at + 1 :])


def _read_state(lines: Lines, rows: list[str]) -> tuple[str, str]:
    """A board as a position record, and the letters of the turn after it; some rows may have been
    read already."""
    for row in rows:
        _check_row(lines, row)
    while (line := lines.next()) is not None and line != "-":
        _check_row(lines, line)
        rows.append(line)
    turn = lines.next() if line is not None else None
    if turn is None:
        raise lines.error("found the end in a state, expected the rest of it", (lines.number, 1))
    if turn not in _TURNS:
        expected = ", ".join(_TURNS)
        raise lines.error(f"found the turn {turn[:40]!r}, expected {expected}", (lines.number, 1))
    return log_record(rows), turn


def _check_row(lines: Lines, row: str) -> None:
    if not row or set(row) - set("OBWKT"):
        raise lines.error(
            f"found {row[:40]!r}, expected a row of the letters O, B, W, K and T",
            (lines.number, 1),
        )
