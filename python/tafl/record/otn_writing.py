"""Games in OpenTafl Notation, and the numbered lists of Walker's notation."""

from __future__ import annotations

import re

from tafl import _core
from tafl.errors import TaflError
from tafl.record import text
from tafl.record.otn_reading import RESULTS, blanks_after

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tafl._core import Board, Move
    from tafl.record.game import Game, Node


_RESERVED = ("result", "rules", "position", "start-comment")


def write(game: Game, *, strict: bool = False) -> str:
    """A game in OTN. With ``strict`` only what OTN itself can say, else TaflError or RulesError."""
    body = list(_turns(game, strict))
    end = "\n" * blanks_after(len(body))
    return "\n".join([*_tags(game, strict), *(["", *body] if body else []), end])


def _tags(game: Game, strict: bool) -> Iterator[str]:
    tags = dict(game.tags)
    for name in tags:
        if name in _RESERVED or not re.fullmatch(r"[^\s\[\]|\\:]+", name):
            raise TaflError(
                f"found a tag named {name[:60]!r}, expected a name without blanks and : [ ] | \\, "
                f"and none of {', '.join(_RESERVED)}"
            )
    tags["result"] = next(word for word, each in RESULTS.items() if each is game.result)
    start_note = text.write_note(game.root.clock, game.root.comment, strict)
    known = [name for name in text.TAGS if name in tags or name == "start-comment"]
    for name in [*known, *(name for name in tags if name not in text.TAGS)]:
        if name == "start-comment":
            if start_note:
                yield f"[start-comment:{start_note}]"
            continue
        value = text.escape(tags[name])
        if strict and value != tags[name]:
            raise TaflError(
                f"{name}: found {tags[name][:60]!r}, expected no [ ] | and \\: OTN has no escapes "
                "(strict)"
            )
        yield f"[{name}:{value}]"
    yield f"[rules:{game.variant.to_otn(strict=strict)}]"
    if game.start.fen() != game.variant.start_fen:
        record, _, turn = game.start.fen().partition(" ")
        first = game.variant.rules["board.first"][0]
        yield f"[position:{record if turn == first else game.start.fen()}]"


class _Line:
    """A main line or a variation that is being written: its next node, and the address of it."""

    def __init__(self, node: Node, prefix: str, slot: int) -> None:
        self.node: Node | None = node
        self.prefix = prefix
        self.turn = 1
        self.slot = slot
        self.base = 0
        """The ply at which the turn before this one began ..."""
        self.lead: list[Node] = []
        """... and the moves from there to here."""

    def take_turn(self) -> list[Node]:
        """The nodes of one turn."""
        nodes: list[Node] = []
        for _ in range(2 - self.slot):
            if self.node is None:
                break
            nodes.append(self.node)
            self.node = self.node.variations[0] if self.node.variations else None
        return nodes


def _turns(game: Game, strict: bool) -> Iterator[str]:
    """The turns, each followed by its comment and by the variations of its moves.

    The board goes back only to where the last turn began, so that the time is linear.
    """
    root = game.root
    if root.resigned:
        yield "1. ---"
    board = game.board()
    stack = [_Line(root.variations[0], "", 0)] if root.variations else []
    while stack:
        line = stack.pop()
        while board.ply > line.base:
            board.pop()
        for node in line.lead:
            board.push_unchecked(_move(node))
        begin = board.ply
        nodes = line.take_turn()
        words = ["....."] * line.slot
        words.extend(_word(board, node) for node in nodes)
        if nodes[-1].resigned:
            words.append("---")
        address = f"{line.prefix}{line.turn}{'a' if line.prefix else '.'}"
        yield f"{address} {' '.join(words)}"
        notes = [text.write_note(node.clock, node.comment, strict) for node in nodes]
        if any(notes):
            yield f"[{'|'.join([''] * line.slot + notes)}]"
        variations: list[_Line] = []
        for i, node in enumerate(nodes):
            slot = line.slot + i
            for number, other in enumerate(_alternatives(node), 1):
                variation = _Line(other, f"{line.prefix}{line.turn}{'ab'[slot]}.{number}.", slot)
                variation.base, variation.lead = begin, nodes[:i]
                variations.append(variation)
        if line.node is not None:
            line.turn += 1
            line.slot = 0
            line.base, line.lead = (begin, nodes) if variations else (board.ply, [])
            stack.append(line)
        stack.extend(reversed(variations))


def _alternatives(node: Node) -> list[Node]:
    """What the record gives instead of a node: the variations beside it, if it is the main one."""
    siblings = node.parent.variations if node.parent is not None else []
    return siblings[1:] if siblings and siblings[0] is node else []


def _move(node: Node) -> Move:
    if node.move is None:
        raise TaflError("found a node without a move, expected one: only the root has none")
    return node.move


def _word(board: Board, node: Node) -> str:
    """Makes the move of a node, and returns it as OTN has it."""
    move = _move(node)
    king = board.king
    board.push_unchecked(move)
    captures = [str(square) for square in _core._last_captures(board) if square != king]
    letter = "K" if move.from_square == king else ""
    taken = f"x{'/'.join(captures)}" if captures else ""
    return f"{letter}{move}{taken}{_core._mark(board, 'otn')}"


def write_walker(game: Game) -> str:
    """The main line in Walker's notation."""
    if game.start.fen() != game.variant.start_fen:
        raise TaflError(
            f"found a game that begins with {game.start.fen()}, expected the start of its variant: "
            "Walker's notation has no tags"
        )
    rows: list[str] = []
    board = game.board()
    for ply, move in enumerate(game.moves):
        king = board.king
        board.push_unchecked(move)
        captures = [str(square) for square in _core._last_captures(board) if square != king]
        taken = f"x{'/'.join(captures).upper()}" if captures else ""
        word = f"{str(move).upper()}{taken}{_core._mark(board, 'walker')}"
        if ply % 2 == 0:
            rows.append(f"{ply // 2 + 1}. {word}")
        else:
            rows[-1] += f" {word}"
    if game.resigned:
        if len(board.move_stack) % 2 == 0:
            rows.append(f"{board.ply // 2 + 1}. resigned")
        else:
            rows[-1] += " resigned"
    if not rows:
        raise TaflError("found a game without moves, expected some: Walker's notation has no tags")
    return "\n".join([*rows, "\n" * blanks_after(len(rows))])
