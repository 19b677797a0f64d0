"""Games in OpenTafl Notation, and the numbered lists of Walker's notation."""

from __future__ import annotations

import re

from tafl import _core
from tafl.errors import TaflError
from tafl.record import text
from tafl.record.otn_reading import RESULTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tafl._core import Board
    from tafl.record.game import Game, Node


def write(game: Game, *, strict: bool = False) -> str:
    """A game in OTN. With ``strict`` only what OTN itself can say, else TaflError or RulesError."""
    rows = list(_tags(game, strict))
    rows.append("")
    rows.extend(_turns(game, strict))
    return "\n".join([*rows, "", ""])


def _tags(game: Game, strict: bool) -> Iterator[str]:
    tags = dict(game.tags)
    tags["result"] = next(word for word, each in RESULTS.items() if each is game.result)
    start_note = text.write_note(game.root.clock, game.root.comment, strict)
    known = [name for name in text.TAGS if name in tags or name == "start-comment"]
    for name in [*known, *(name for name in tags if name not in text.TAGS)]:
        if name == "start-comment":
            if start_note:
                yield f"[start-comment:{start_note}]"
            continue
        if name in ("rules", "position") or not re.fullmatch(r"[^\s\[\]|\\:]+", name):
            raise TaflError(
                f"found a tag named {name[:60]!r}, expected a name without blanks and : [ ] | \\, "
                "other than rules and position"
            )
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

    def __init__(self, node: Node | None, ply: int, prefix: str = "", slot: int = 0) -> None:
        self.node = node
        self.ply = ply
        self.prefix = prefix
        self.turn = 1
        self.slot = slot

    def take_turn(self) -> list[Node]:
        """The nodes of one turn."""
        nodes = []
        for _ in range(2 - self.slot):
            if self.node is None:
                break
            nodes.append(self.node)
            self.node = self.node.variations[0] if self.node.variations else None
        return nodes


def _turns(game: Game, strict: bool) -> Iterator[str]:
    """The turns, each followed by its comment and by the variations of its moves."""
    root = game.root
    if root.resigned:
        if root.variations:
            raise _resigned_before_moves()
        yield "1. ---"
        return
    board = game.board()
    stack = [_Line(root.variations[0] if root.variations else None, 0)]
    while stack:
        line = stack.pop()
        if line.node is None:
            continue
        while board.ply > line.ply:
            board.pop()
        for node in line.node.parent.line()[board.ply : line.ply]:  # type: ignore[union-attr]
            board.push_unchecked(node)
        nodes = line.take_turn()
        words = ["....."] * line.slot if line.prefix else []
        words.extend(_word(board, node) for node in nodes)
        if nodes[-1].resigned:
            if nodes[-1].variations:
                raise _resigned_before_moves()
            words.append("---")
        address = f"{line.prefix}{line.turn}" + ("a" if line.prefix else ".")
        yield f"{address} {' '.join(words)}"
        notes = [text.write_note(node.clock, node.comment, strict) for node in nodes]
        if any(notes):
            yield f"[{'|'.join([''] * line.slot + notes)}]"
        variations = [
            _Line(other, line.ply + i, f"{line.prefix}{line.turn}{slot}.{number}.", line.slot + i)
            for i, (node, slot) in enumerate(zip(nodes, "ab"[line.slot :], strict=False))
            if node is node.parent.variations[0]  # type: ignore[union-attr]
            for number, other in enumerate(node.parent.variations[1:], 1)  # type: ignore[union-attr]
        ]
        line.ply += len(nodes)
        line.turn += 1
        line.slot = 0
        stack.append(line)
        stack.extend(reversed(variations))


def _resigned_before_moves() -> TaflError:
    return TaflError("found moves after a resignation, expected none")


def _word(board: Board, node: Node) -> str:
    """Makes the move of a node, and returns it as OTN has it."""
    move = node.move
    assert move is not None
    king = board.king
    board.push_unchecked(move)
    captures = [str(square) for square in _core._last_captures(board) if square != king]
    letter = "K" if move.from_square == king else ""
    taken = f"x{'/'.join(captures)}" if captures else ""
    return f"{letter}{move}{taken}{_core._mark(board, 'otn')}"


def write_walker(game: Game) -> str:
    """The main line in Walker's notation."""
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
    return "\n".join([*rows, "", ""])
