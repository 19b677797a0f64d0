"""Moves without anything around them: lists of moves, and the commands of the hnefatafl protocol.

    list  := move* ['resigned' | 'timeout' | '---']
    play  := 'play' ('attacker' | 'defender') (square square | 'resigns')

A line of three moves or more is a game. Shorter lines go on to the next blank line, or until
somebody gives up.
"""

from __future__ import annotations

import re

from tafl.enums import Side
from tafl.record.draft import GIVING_UP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tafl.record.draft import Draft, Lines

_PLAY = re.compile(r"play\s+(attacker|defender)\s+(?:(\S+)\s+(\S+)|resigns)")
_LONG = 3  # words


def read(lines: Lines, draft: Draft) -> None:
    """Reads one list of moves into the draft."""
    moves = draft.lines[0]
    while (line := lines.next()) is not None:
        words = line.split()
        if not words:
            draft.complete = not lines.cut
            return
        if re.match(r"[\[{]|\d+\.", words[0]) or (moves.words and len(words) >= _LONG):
            lines.back()  # another game
            draft.complete = True
            return
        draft.passed += moves.take_list(line, (lines.number, 1))
        if len(words) >= _LONG or words[-1] in GIVING_UP:
            draft.complete = not lines.cut
            return


def read_commands(lines: Lines, draft: Draft) -> None:
    """Reads the commands of one game into the draft."""
    moves = draft.lines[0]
    while (line := lines.next()) is not None:
        command = line.strip()
        if not command:
            draft.complete = not lines.cut
            return
        match = _PLAY.fullmatch(command)
        if match is None:
            raise lines.error(
                f"found {command[:60]!r}, expected a command such as play attacker a1 a5",
                (lines.number, 1),
            )
        draft.sides.append(Side.ATTACKERS if match.group(1) == "attacker" else Side.DEFENDERS)
        word = f"{match.group(2)}-{match.group(3)}" if match.group(2) else "resigned"
        moves.add(word, (lines.number, line.index("play") + 1))
        if not match.group(2):
            draft.complete = not lines.cut
            return
