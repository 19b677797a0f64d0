"""OpenTafl Notation games (OTN, section 4), and numbered lists of moves: OTN without tags.

game      := tag* turn*
tag       := '[' name ':' value ']'
turn      := number '.' move [move ...] comment?
variation := address move [move ...] comment?
address   := number letter ('.' number '.' number letter)+ ['.']
comment   := '[' text of the first move ('|' text of the next)* ']'
"""

from __future__ import annotations

import re

from tafl.record import text
from tafl.record.draft import GIVING_UP, Draft, DraftLine, shortened
from tafl.record.game import Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tafl.record.draft import Lines, Place

RESULTS = {"1": Result.ATTACKERS, "-1": Result.DEFENDERS, "0": Result.DRAW, "?": None}

_ADDRESS = re.compile(r"(\d{1,9}[a-z])((?:\.\d{1,9}\.\d{1,9}[a-z])+)\.?(?=\s|$)")
_STEP = re.compile(r"\.(\d+)\.(\d+)([a-z])")
_SAID = ("rules", "variant", "position")


def read(lines: Lines, draft: Draft) -> None:
    """Reads one game into the draft; RecordError where the text is none."""
    _Reader(lines, draft).read()


def blanks_after(rows: int) -> int:
    """How many blank lines end a game whose moves and comments take so many lines. One does not
    where it could be the blank line after the tags, or one of those between turns."""
    return 1 if rows > 1 else 2


def _beginning(address: str, slot: int) -> str:
    """How a variation begins that replaces the first or the second move of a turn."""
    stem = address.rstrip(".").rpartition(".")[0]
    return f"{stem}.1a {'..... ' * slot}e5-e8"


class _Reader:
    def __init__(self, lines: Lines, draft: Draft) -> None:
        self.lines = lines
        self.draft = draft
        self.turns: list[list[tuple[int, int]]] = [[]]
        """For each line of moves: where its turns begin, as a word and the slot of that word."""
        self.numbers: dict[tuple[int, int, int], int] = {}
        """Variations, by the word that they replace and their number: which line they are."""
        self.named: set[str] = set()
        self.row: list[tuple[int, int | None]] = []
        """What the next comment is about: line and word of each move of the turn, None for moves
        that a variation shares with its parent."""
        self.noted = False
        self.in_turn = False
        self.blanks = 0
        """Blank lines before the present one."""
        self.blank_inside = False
        self.rows = 0
        """Lines from the first turn on, but for those within comments."""

    def read(self) -> None:
        while (line := self.lines.next()) is not None:
            if not line or line.isspace():
                self.blanks += 1
                continue
            plain = text.is_plain_turn(words := line.split(), len(self.turns[0]) + 1)
            if not plain and self._begins_another(line):
                self.lines.back()
                self.draft.complete = True
                return
            if self.draft.in_moves and self.blanks:
                self.blank_inside = True
            self.blanks = 0
            if plain:
                self._read_plain_turn(words[1:], line)
            else:
                self._read_line(line)
            self.rows += self.draft.in_moves
        # Where blank lines stand between turns, one at the end does not say that it is one.
        if self.blank_inside:
            self.draft.complete = None if self.blanks and not self.lines.cut else False
        else:
            self.draft.complete = self.blanks >= blanks_after(self.rows) and not self.lines.cut

    def _begins_another(self, line: str) -> bool:
        """Whether a line begins the next game: a tag after moves, or turn 1 once more."""
        stripped = line.lstrip()
        if stripped[0] == "[":
            body = stripped[1:]
            if self.draft.in_moves:
                match = text.TAG.match(body)
                return text.is_tag(body) or (match is not None and self.blanks > 0)
            name = text.TAG.match(body)
            return name is not None and "rules" in self.named and self.blanks > 0
        return bool(self.turns[0]) and re.match(r"1\.(?!\d)", stripped) is not None

    def _read_line(self, line: str) -> None:
        at = 0
        while at < len(line):
            if line[at].isspace():
                at += 1
            elif line[at] == "[":
                line, at = self._read_block(line, at)
            else:
                end = line.find("[", at)
                end = len(line) if end < 0 else end
                self._read_moves(line, at, end)
                at = end

    def _error(self, message: str, column: int, line: int | None = None) -> Exception:
        return self.lines.error(message, (line or self.lines.number, column + 1))

    # Brackets

    def _read_block(self, line: str, at: int) -> tuple[str, int]:
        """Reads a tag or a comment; returns the line on which it ends, and the place after it."""
        place = (self.lines.number, at + 1)
        parts: list[str] = []
        start = at + 1
        end, inner = text.find_end(line, start)
        while end < 0 or inner >= 0:
            if inner >= 0:
                if inner == 0 and parts and text.is_tag(line[1:]):
                    self.lines.back()
                    self.draft.followed = True
                raise self._error(
                    f"found a [ within the brackets that begin in line {place[0]}, column "
                    f"{place[1]}, expected ] before it, or \\[",
                    inner,
                )
            parts.append(line[start:])
            following = self.lines.next()
            if following is None:
                raise self.lines.error("found a [ that is not closed, expected a ] after it", place)
            line, start = following, 0
            end, inner = text.find_end(line, start)
        parts.append(line[start:end])
        body = "\n".join(parts)
        if self.draft.in_moves:
            self._comment(body, place)
        else:
            self._tag(body, place)
        return line, end + 1

    def _tag(self, body: str, place: Place) -> None:
        match = text.TAG.match(body)
        if match is None:
            raise self.lines.error(
                f"found [{body[:40]}], expected a tag such as [event:...] or a turn such as 1.",
                place,
            )
        name, value = match.group(1), text.unescape(body[match.end() :])
        draft = self.draft
        if name in self.named:
            found = shortened(name)
            raise self.lines.error(f"found the tag {found} twice, expected it once", place)
        self.named.add(name)
        if name in _SAID:
            draft.said[name] = value.strip() if name != "variant" else value, place
        if name == "result":
            if value.strip() not in RESULTS:
                expected = ", ".join(RESULTS)
                found = shortened(value)
                raise self.lines.error(f"result: found {found!r}, expected {expected}", place)
            draft.result, draft.result_place = RESULTS[value.strip()], place
        elif name == "start-comment":
            draft.start_notes = [text.read_note(body[match.end() :])]
        elif name not in ("rules", "position"):
            draft.tags[name] = value

    def _comment(self, body: str, place: Place) -> None:
        parts = text.split_parts(body)
        if any(parts[len(self.row) :]) and self.row:
            # More texts than moves: a | that is not meant as one.
            keep = len(self.row) - 1
            parts = [*parts[:keep], "\\|".join(parts[keep:])]
            self.draft.odd.append((place, "found more comments than moves, took | as a letter"))
        if not self.row:
            raise self.lines.error("found a comment before the first move, expected a move", place)
        for (number, word), part in zip(self.row, parts, strict=False):
            if not part:
                continue
            if word is None:
                raise self.lines.error(
                    "found a comment on a move that is shared with the parent, expected it there",
                    place,
                )
            self._note(number, word, text.read_note(part))
        self.noted = True

    def _note(self, number: int, word: int, note: tuple[str, str]) -> None:
        """Adds a note to those on a move. What is said of a resignation is said of the move before
        it, or of the start."""
        line = self.draft.lines[number]
        if line.words[word] in GIVING_UP:
            word -= 1
        if word < 0 and line.parent is None:
            self.draft.start_notes.append(note)
        else:
            line.notes.setdefault(max(word, 0), []).append(note)

    # Moves

    def _read_moves(self, line: str, at: int, end: int) -> None:
        self.draft.in_moves = True
        self.noted = False
        address = _ADDRESS.match(line, at)
        if address:
            self._read_variation(address, line, end)
            return
        for token in text.TOKEN.finditer(line, at, end):
            if token.lastgroup == "number":
                self._begin_turn(int(token.group("number")[:9]), token.start())
            elif token.lastgroup == "word":
                if not self.in_turn:
                    raise self._error(
                        f"found {token.group()[:40]!r}, expected the number of a turn, such as 1.",
                        token.start(),
                    )
                self._add(0, token)
            else:
                raise self._error(
                    f"found {token.group()[:40]!r}, expected a move such as e5-e8", token.start()
                )

    def _read_plain_turn(self, words: list[str], line: str) -> None:
        main = self.draft.lines[0]
        first = len(main.words)
        self.turns[0].append((first, 0))
        self.in_turn = self.draft.in_moves = True
        self.noted = False
        self.row = [(0, first + i) for i in range(len(words))]
        main.take(words, line, (self.lines.number, 1), skipped=1)

    def _begin_turn(self, number: int, column: int) -> None:
        turns = self.turns[0]
        if number != len(turns) + 1:
            raise self._error(f"found turn {number}, expected turn {len(turns) + 1}", column)
        if turns and turns[-1][0] == len(self.draft.lines[0].words):
            raise self._error(f"found turn {number}, expected a move of turn {number - 1}", column)
        turns.append((len(self.draft.lines[0].words), 0))
        self.row = []
        self.in_turn = True

    def _add(self, number: int, token: re.Match[str]) -> None:
        line = self.draft.lines[number]
        self.row.append((number, len(line.words)))
        line.add(token.group(), (self.lines.number, token.start() + 1))

    def _read_variation(self, address: re.Match[str], line: str, end: int) -> None:
        self.in_turn = False
        column = address.start()
        *way, (variation, turn, slot) = [
            (int(step.group(1)), int(step.group(2)), ord(step.group(3)) - ord("a"))
            for step in _STEP.finditer(address.group(2))
        ]
        first = address.group(1)
        number, word = 0, self._find(0, int(first[:-1]), ord(first[-1]) - ord("a"), column, first)
        replaced = ord(first[-1]) - ord("a")
        for inner, inner_turn, inner_slot in way:
            key = (number, word, inner)
            if key not in self.numbers:
                raise self._unknown(address.group(), column)
            number = self.numbers[key]
            word = self._find(number, inner_turn, inner_slot, column, address.group())
            replaced = inner_slot
        key = (number, word, variation)
        tokens = list(text.TOKEN.finditer(line, address.end(), end))
        shared = 0
        while shared < len(tokens) and tokens[shared].lastgroup == "dots":
            shared += 1
        moves = tokens[shared:]
        resigns = moves and moves[0].group() in GIVING_UP and key not in self.numbers
        if not moves or resigns or any(token.lastgroup != "word" for token in moves):
            raise self._error(
                f"found {line[address.end() : end].strip()[:40]!r} after the address "
                f"{address.group()[:40]}, expected moves such as e5-e8",
                column,
            )
        self.row = [(number, None)] * shared
        if key not in self.numbers:
            if turn != 1 or slot + shared != replaced:
                raise self._error(
                    f"found the address {address.group()[:40]}, expected the variation to begin "
                    f"with the move that it replaces: {_beginning(address.group(), replaced)}",
                    column,
                )
            self.numbers[key] = len(self.draft.lines)
            self.draft.lines.append(DraftLine((number, word)))
            self.turns.append([(0, slot + shared)])
        elif shared or slot or turn != len(self.turns[self.numbers[key]]) + 1:
            raise self._error(
                f"found the address {address.group()[:40]}, expected the variation to go on with "
                f"turn {len(self.turns[self.numbers[key]]) + 1}",
                column,
            )
        else:
            following = self.numbers[key]
            self.turns[following].append((len(self.draft.lines[following].words), 0))
        for token in moves:
            self._add_to_variation(self.numbers[key], token)

    def _add_to_variation(self, number: int, token: re.Match[str]) -> None:
        turns = self.turns[number]
        start, slot = turns[-1]
        words = len(self.draft.lines[number].words)
        if slot + words - start >= 2:
            turns.append((words, 0))
        self._add(number, token)

    def _find(self, number: int, turn: int, slot: int, column: int, address: str) -> int:
        """The word of a line at a turn and a slot."""
        turns = self.turns[number]
        if 1 <= turn <= len(turns):
            start, first = turns[turn - 1]
            words = len(self.draft.lines[number].words)
            end = turns[turn][0] if turn < len(turns) else words
            word = start + slot - first
            if start <= word < end:
                if self.draft.lines[number].words[word] in GIVING_UP:
                    raise self._error(
                        f"found the address {address[:40]}, where a side gives up, expected one "
                        "of a move",
                        column,
                    )
                return word
        raise self._unknown(address, column)

    def _unknown(self, address: str, column: int) -> Exception:
        return self._error(
            f"found the address {address[:40]}, expected one of a move further up", column
        )
