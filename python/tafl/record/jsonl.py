"""Games as JSON, one object a line: this package's own form, and the wrapper of Nielsen's records.

Ours has ``format`` ("tafl-game"), ``variant``, ``rules`` (an OpenTafl rules string), ``start``,
``tags``, ``result``, ``outcome``, ``root`` (what is said of the start) and ``nodes``, each with
``move`` ([from, to]), ``captures``, ``parent`` (its number; left out where it is the node before),
and ``comment``, ``clock``, ``resigned`` where there is something to say.

The wrapper has ``moves`` (a text), ``result``, ``final`` (the last position record) and whatever
else there is, which become tags.
"""

from __future__ import annotations

import json

from tafl import _core
from tafl._typed import is_list, is_table
from tafl.enums import Outcome, Side, Termination
from tafl.errors import RecordError, TaflError
from tafl.record.draft import Draft, DraftLine, shortened
from tafl.record.game import CLOCK, Result, shows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tafl.record.draft import Lines, Place
    from tafl.record.game import Game, Node

FORMAT = "tafl-game"
_KEYS = ("format", "variant", "rules", "start", "tags", "result", "outcome", "root", "nodes")
_NODE_KEYS = ("move", "captures", "parent", "comment", "clock", "resigned")


def read(lines: Lines, draft: Draft) -> None:
    """Reads the game of one line into the draft."""
    line = lines.next() or ""
    place = (lines.number, 1)
    try:
        line.encode()  # half a character is none
        data = json.loads(line, object_pairs_hook=_with_unique_keys)
        if "\\u" in line:
            json.dumps(data, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise lines.error(f"not JSON: {error.msg}", (lines.number, error.pos + 1)) from error
    except (RecursionError, ValueError) as error:
        raise lines.error(f"not JSON that can be read: {error}", place) from error
    reader = _Reader(lines, draft, line, data)
    if isinstance(data.get("moves"), str):
        reader.check_dialect("nielsen")
        reader.read_wrapper()
    else:
        reader.check_dialect("json")
        reader.read_game()
    draft.complete = not lines.cut


def _with_unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"found the key {twice[:40]!r} twice, expected it once")
    return found


class _Reader:
    def __init__(self, lines: Lines, draft: Draft, line: str, data: dict[str, Any]) -> None:
        self.lines = lines
        self.draft = draft
        self.line = line
        self.data = data

    def check_dialect(self, found: str) -> None:
        if self.draft.dialect not in ("", found):
            raise self.lines.error(
                f"found a game of the dialect {found}, expected one of {self.draft.dialect}",
                (self.lines.number, 1),
            )
        self.draft.dialect = found

    def place(self, key: str) -> Place:
        """Where the value of a key of the object begins, about: where its name stands first."""
        at = self.line.find(json.dumps(key))
        return self.lines.number, max(at, 0) + 1

    def wrong(self, key: str, found: object, expected: str) -> RecordError:
        try:
            shown = json.dumps(found)
        except RecursionError:
            shown = "something very deep"
        message = f"{shortened(key)}: found {shortened(shown)}, expected {expected}"
        return self.lines.error(message, self.place(key))

    def text(self, key: str, value: object) -> str:
        if not isinstance(value, str):
            raise self.wrong(key, value, "a text")
        return value

    def read_wrapper(self) -> None:
        draft, data = self.draft, self.data
        line, column = self.place("moves")
        begin = self.line.find('"', column + len('"moves"') - 1) + 2
        draft.passed = draft.lines[0].take_list(data["moves"], (line, begin))
        for key, value in data.items():
            if key == "moves":
                continue
            if key == "result":
                self._result(None if value == "" else value)
                continue
            if is_table(value) or is_list(value) or value is None:
                raise self.wrong(key, value, "a text or a number")
            shown = value if isinstance(value, str) else json.dumps(value)
            if key in ("variant", "rules", "position"):
                draft.said[key] = shown, self.place(key)
            if key not in ("rules", "position"):
                draft.tags[key] = shown
        if "final" in draft.tags:
            draft.final = draft.tags["final"], self.place("final")

    def _result(self, value: object) -> None:
        if value is None:
            return
        try:
            self.draft.result = Result(str(value))
        except ValueError:
            expected = ", ".join(repr(str(each)) for each in Result)
            raise self.wrong("result", value, f"one of {expected} or nothing") from None
        self.draft.result_place = self.place("result")

    def read_game(self) -> None:
        draft, data = self.draft, self.data
        if data.get("format") != FORMAT:
            raise self.wrong("format", data.get("format"), f'"{FORMAT}" (or moves as a text)')
        for key in data:
            if key not in _KEYS:
                raise self.wrong(key, data[key], f"one of the keys {', '.join(_KEYS)}")
        for key, name in (("variant", "variant"), ("rules", "rules"), ("start", "position")):
            if key in data:
                draft.said[name] = self.text(key, data[key]), self.place(key)
        tags = data.get("tags", {})
        if not is_table(tags):
            raise self.wrong("tags", tags, "an object of texts")
        draft.tags = {name: self.text("tags", value) for name, value in tags.items()}
        self._result(data.get("result"))
        if "outcome" in data:
            draft.outcome = self._outcome(data["outcome"]), self.place("outcome")
        draft.states_captures = True
        root = self._object("root", data.get("root", {}), _NODE_KEYS[3:])
        if (note := self._note(root)) != ("", ""):
            draft.start_notes = [note]
        self._read_nodes(root)

    def _object(
        self, key: str, value: object, keys: tuple[str, ...] = _NODE_KEYS
    ) -> dict[str, Any]:
        if not is_table(value) or value.keys() - set(keys):
            raise self.wrong(key, value, f"an object with keys of {', '.join(keys)}")
        return value

    def _outcome(self, value: object) -> Outcome | None:
        if value is None:
            return None
        try:
            data = self._object("outcome", value, ("winner", "termination"))
            winner = data.get("winner")
            return Outcome(
                None if winner is None else Side(winner), Termination(data.get("termination"))
            )
        except RecordError:
            raise
        except ValueError:
            expected = "null or an object such as {winner: attackers, termination: encircled}"
            raise self.wrong("outcome", value, expected) from None

    def _note(self, node: dict[str, Any]) -> tuple[str, str]:
        clock = self.text("clock", node.get("clock", ""))
        if clock and not CLOCK.fullmatch(clock):
            raise self.wrong("clock", clock, "one such as 3600 30/3 3i")
        return clock, self.text("comment", node.get("comment", ""))

    def _read_nodes(self, root: dict[str, Any]) -> None:
        """Lays the nodes out in lines: the first node after another goes on with its line."""
        nodes = self.data.get("nodes", [])
        if not is_list(nodes):
            raise self.wrong("nodes", nodes, "a list of objects")
        lines, place = self.draft.lines, self.place("nodes")
        where: list[tuple[int, int]] = []  # line and word of each node
        ended: set[tuple[int, int]] = {(0, -1)} if self._resigns(root) else set()
        followed: set[tuple[int, int]] = set()
        for number, each in enumerate(nodes):
            node = self._object("nodes", each)
            parent = node.get("parent", number - 1)
            if type(parent) is not int or not -1 <= parent < number:
                raise self.wrong("parent", parent, f"the number of a node before node {number}")
            after = where[parent] if parent >= 0 else (0, -1)
            if after in followed:
                lines.append(DraftLine((after[0], after[1] + 1)))
                at = (len(lines) - 1, 0)
            else:
                at = (after[0], after[1] + 1)
            followed.add(after)
            line = lines[at[0]]
            line.add(self._word(node), place)
            line.labels.append(f"node {number}")
            note = self._note(node)
            if note != ("", ""):
                line.notes[at[1]] = [note]
            if self._resigns(node):
                ended.add(at)
            where.append(at)
        for number, word in ended:
            if word + 1 != len(lines[number].words):
                raise self.wrong("resigned", True, "no move after it")
            lines[number].add("resigned", place)

    def _resigns(self, node: dict[str, Any]) -> bool:
        resigned = node.get("resigned", False)
        if not isinstance(resigned, bool):
            raise self.wrong("resigned", resigned, "true or false")
        return resigned

    def _word(self, node: dict[str, Any]) -> str:
        squares = node.get("move")
        captures = node.get("captures", [])
        if not is_list(squares) or len(squares) != 2:
            raise self.wrong("move", squares, 'two squares, such as ["e5", "e8"]')
        if not is_list(captures):
            raise self.wrong("captures", captures, "a list of squares")
        for square in (*squares, *captures):
            if not isinstance(square, str) or not square.isalnum():
                raise self.wrong("move", square, "a square, such as e5")
        return "-".join(squares) + "".join(f"x{square}" for square in captures)


def write(game: Game) -> str:
    """A game as a line of JSON."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "variant": game.variant.id,
        "rules": game.variant.to_otn(),
        "start": game.start.fen(),
        "tags": game.tags,
        "result": game.result,
    }
    outcome = game.outcome
    if outcome is not None:
        winner = outcome.winner.value if outcome.winner else None
        data["outcome"] = {"winner": winner, "termination": outcome.termination.value}
    if said := _said(game.root):
        data["root"] = said
    data["nodes"] = _nodes(game)
    return json.dumps(data, ensure_ascii=False) + "\n"


def _said(node: Node) -> dict[str, Any]:
    said: dict[str, Any] = {"comment": node.comment, "clock": node.clock, "resigned": node.resigned}
    return {key: value for key, value in said.items() if value}


def _nodes(game: Game) -> list[dict[str, Any]]:
    """All nodes, each after its parent, a main line before the variations that branch from it."""
    written: list[dict[str, Any]] = []
    board = game.board()
    stack = [(node, -1, 0) for node in reversed(game.root.variations)]
    while stack:
        node, parent, ply = stack.pop()
        assert node.move is not None
        while board.ply > ply:
            board.pop()
        board.push_unchecked(node.move)
        squares = [str(node.move.from_square), str(node.move.to_square)]
        each: dict[str, Any] = {"move": squares}
        if captures := _core._last_captures(board):
            each["captures"] = [str(square) for square in captures]
        number = len(written)
        if parent != number - 1:
            each["parent"] = parent
        written.append({**each, **_said(node)})
        stack.extend((child, number, ply + 1) for child in reversed(node.variations))
    return written


def write_wrapped(game: Game) -> str:
    """A game as a line of JSON around its moves in Nielsen's notation."""
    words: list[str] = []
    board = game.board()
    for move in game.moves:
        king = board.king
        board.push_unchecked(move)
        captures = [square for square in _core._last_captures(board) if square != king]
        words.append(f"{move}{''.join(f'x{square}' for square in captures)}")
    data: dict[str, Any] = {}
    tags = dict(game.tags)
    if "final" in tags and not shows(tags["final"], board):
        raise TaflError(
            f"final: found {tags['final'][:80]!r}, expected the last position record of the game "
            "or no such tag"
        )
    if reserved := tags.keys() & {"moves", "result", "rules", "position"}:
        raise TaflError(
            f"found a tag named {min(reserved)}, expected other names: it is a key of the record"
        )
    turn = board.turn
    if tags.get("termination") == "timeout" and game.result is Result.of(turn.opponent):
        words.append("resigned" if game.resigned else "timeout")
        if not game.resigned:
            del tags["termination"]
    elif game.resigned:
        words.append("resigned")
    if "id" in tags:
        data["id"] = tags.pop("id")
    data["rules"] = game.variant.to_otn()
    if game.start.fen() != game.variant.start_fen:
        data["position"] = game.start.fen()
    data["moves"] = " ".join(words)
    data["result"] = game.result or ""
    return json.dumps({**data, **tags}, ensure_ascii=False) + "\n"
