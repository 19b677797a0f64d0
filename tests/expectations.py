"""What the property tests expect, computed in Python from simpler questions to the package."""

from __future__ import annotations

from collections import Counter

import strategies
from tafl import Board, IllegalReason, Move, Piece, Position, Square, Termination, Variant


def same_variant(one: Variant, two: Variant) -> None:
    assert one == two
    assert hash(one) == hash(two)
    for name in ("id", "name", "aliases", "summary", "provenance", "sources", "options", "size"):
        assert getattr(one, name) == getattr(two, name)
    assert one.start_fen == two.start_fen
    assert dict(one.rules) == dict(two.rules)
    assert Board(one).position.key == Board(two).position.key


NOTES = """
id = "x.y_z-1"
name = "N\\u00f6rd \\u2694 \\"quoted\\" back\\\\slash"
aliases = ["one", "two"]
summary = "a summary with 'quotes' and \\U0001F451"
[board]
size = 5
start = "/2t2/2T2/tTKTt/2T2/2t2/"
[[sources]]
id = "s"
title = "control \\u0001 \\u007f \\t tab \\n newline"
[[options]]
values = { "king.capture" = "two", "camps.groups" = [["a1", "b1"], []], n = -5, b = true }
source = "s"
note = '''several
lines'''
[provenance]
"king.capture" = { status = "attested", source = "s", note = "" }
"king.escape" = { status = "decision", source = "\\u0000" }
"""


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def expected_reasons(board: Board, move: Move) -> set[IllegalReason]:
    """The reasons that can hold for an illegal move, as far as they need no rule of movement."""
    start, end = move.from_square, move.to_square
    if board.outcome() is not None:
        return {IllegalReason.GAME_OVER}
    piece = board.piece_at(start)
    if piece is None:
        return {IllegalReason.NO_PIECE}
    if piece.side is not board.turn:
        return {IllegalReason.NOT_YOUR_PIECE}
    if (start.file == end.file) == (start.rank == end.rank):
        return {IllegalReason.NOT_IN_LINE}
    rules = board.variant.rules
    reasons = {
        reason for reason in IllegalReason if reason.value in ("repetition", "camp", "draw fort")
    }
    step = (_sign(end.file - start.file), _sign(end.rank - start.rank))
    length = max(abs(end.file - start.file), abs(end.rank - start.rank))
    squares = strategies.all_squares(board.size)
    between = [
        squares[(start.rank + i * step[1]) * board.size + start.file + i * step[0]]
        for i in range(1, length + 1)
    ]
    if any(board.piece_at(square) is not None for square in between):
        reasons.add(IllegalReason.BLOCKED)
    longest = rules["king.max_steps" if piece is Piece.KING else "soldiers.max_steps"]
    if 0 < longest < length:
        reasons.add(IllegalReason.TOO_FAR)
    centre = squares[board.size**2 // 2]
    if rules["throne.exists"] and centre in between:
        reasons.add(IllegalReason.THRONE_STOP if centre == end else IllegalReason.THRONE_CROSS)
    if rules["corners.exist"] and piece is not Piece.KING:
        corners = {Square(name) for name in rules["corners.squares"]}
        if corners & set(between):
            reasons.add(IllegalReason.CORNER)
    return reasons


def python_perft(board: Board, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += python_perft(board, depth - 1)
        board.pop()
    return total


def python_stats(board: Board, depth: int) -> Counter[str]:
    """The totals of perft_stats, under the names of its fields."""
    names = {
        Termination.KING_CAPTURED: "king_captures",
        Termination.KING_ESCAPED: "escapes",
        Termination.ENCIRCLED: "encirclements",
        Termination.EXIT_FORT: "exit_forts",
        Termination.DRAW_FORT: "draw_forts",
        Termination.NO_LEGAL_MOVES: "no_legal_moves",
    }
    total: Counter[str] = Counter(nodes=0)
    for move in board.legal_moves:
        captured = len(board.captures(move))
        board.push(move)
        if depth == 1:
            total["nodes"] += 1
            total["captures"] += captured > 0
            total["pieces_captured"] += captured
            end = board.outcome()
            if end is not None and end.termination in names:
                total[names[end.termination]] += 1
        else:
            total.update(python_stats(board, depth - 1))
        board.pop()
    return total


# A position of few pieces has few successors, so that a table of counts reaches any depth.
DUEL = """
board.size = 5
board.start = "/2t2/2T2/tTKTt/2T2/2t2/"
throne.exists = false
king.max_steps = 1
soldiers.max_steps = 1
end.repetition = "none"
"""


def duel_count(position: Position, depth: int) -> int:
    """The count in Python's integers, which have no end."""
    known: dict[tuple[str, int], int] = {}

    def count(fen: str, depth: int) -> int:
        if depth == 0:
            return 1
        if (fen, depth) not in known:
            board = Board(position.variant, fen=fen)
            total = 0
            for move in board.legal_moves:
                board.push(move)
                total += count(board.fen(), depth - 1)
                board.pop()
            known[fen, depth] = total
        return known[fen, depth]

    return count(position.fen(), depth)
