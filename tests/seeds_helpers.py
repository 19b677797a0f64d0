"""What the tests of the seed documents share: positions in words, and a board seen from four sides.

A position is written as a list of pieces, ``"K e5, t d5 e4, T e6"``, with the letters of the
position record: ``K`` king, ``T`` defenders, ``t`` attackers.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import tafl

if TYPE_CHECKING:
    from collections.abc import Mapping

FILES = "abcdefghi"
SQUARES = tuple(file + rank for rank in "123456789" for file in FILES)
EDGE = frozenset(square for square in SQUARES if square[0] in "ai" or square[1] in "19")
CORNERS = frozenset({"a1", "a9", "i1", "i9"})
CAMPS = (
    frozenset({"d1", "e1", "f1", "e2"}),
    frozenset({"a4", "a5", "a6", "b5"}),
    frozenset({"i4", "i5", "i6", "h5"}),
    frozenset({"d9", "e9", "f9", "e8"}),
)
"""The attackers' four groups at the start, which are the camps of the Foteviken rules."""

CROSS = frozenset({"e3", "e4", "e6", "e7", "c5", "d5", "f5", "g5"})
"""The defenders' squares at the start."""

Result = tuple["tafl.Side | None", "tafl.Termination"]

KING_CAPTURED: Result = (tafl.Side.ATTACKERS, tafl.Termination.KING_CAPTURED)
KING_ESCAPED: Result = (tafl.Side.DEFENDERS, tafl.Termination.KING_ESCAPED)
ENCIRCLED: Result = (tafl.Side.ATTACKERS, tafl.Termination.ENCIRCLED)
ATTACKERS_STUCK: Result = (tafl.Side.DEFENDERS, tafl.Termination.NO_LEGAL_MOVES)
DEFENDERS_STUCK: Result = (tafl.Side.ATTACKERS, tafl.Termination.NO_LEGAL_MOVES)
DRAWN_BY_REPETITION: Result = (None, tafl.Termination.REPETITION)
ATTACKERS_LOSE_BY_REPETITION: Result = (tafl.Side.DEFENDERS, tafl.Termination.REPETITION)
DEFENDERS_LOSE_BY_REPETITION: Result = (tafl.Side.ATTACKERS, tafl.Termination.REPETITION)

each_way = pytest.mark.parametrize("way", range(4), ids=["up", "left", "down", "right"])
"""Runs a test in the four directions: the position as written, then turned by quarters."""

each_kind = pytest.mark.parametrize("kind", ["t", "T", "K"], ids=["attacker", "defender", "king"])
each_soldier = pytest.mark.parametrize("kind", ["t", "T"], ids=["attacker", "defender"])
each_victim = pytest.mark.parametrize(
    ("victim", "taker"), [("t", "T"), ("T", "t")], ids=["attacker taken", "defender taken"]
)


def turned(text: str, quarters: int) -> str:
    """The text with each square in it turned about the centre by so many quarters, to the left."""

    def turn(match: re.Match[str]) -> str:
        file, rank = FILES.index(match[0][0]), int(match[0][1]) - 1
        for _ in range(quarters % 4):
            file, rank = 8 - rank, file
        return f"{FILES[file]}{rank + 1}"

    return re.sub(r"[a-i][1-9]", turn, text)


def pieces_of(text: str) -> dict[str, str]:
    """Squares and piece letters of a position in words."""
    pieces: dict[str, str] = {}
    for group in text.split(","):
        letter, *squares = group.split()
        assert letter in {"K", "T", "t"}, f"not a piece: {letter!r}"
        assert squares, f"no squares for {letter}"
        for square in squares:
            assert square in SQUARES, f"not a square: {square!r}"
            assert square not in pieces, f"two pieces on {square}"
            pieces[square] = letter
    return pieces


def inside_of(square: str) -> str:
    """The inner square next to an edge square."""
    file, rank = square[0], square[1]
    return {"a": "b", "i": "h"}.get(file, file) + {"1": "2", "9": "8"}.get(rank, rank)


def position(text: str, turn: str = "a") -> str:
    """The full position string (rank 1 first) of a position in words on a 9x9 board."""
    pieces = pieces_of(text)
    ranks = []
    for rank in "123456789":
        row = "".join(pieces.get(file + rank, ".") for file in FILES)
        ranks.append(re.sub(r"\.+", lambda empty: str(len(empty[0])), row))
    return f"/{'/'.join(ranks)}/ {turn}"


def side_of(kind: str) -> str:
    """The side to move, ``a`` or ``d``, that owns the pieces of a letter."""
    return "a" if kind == "t" else "d"


def varied(variant: str, changes: Mapping[str, object]) -> tafl.Variant:
    """The built-in variant with other rule values."""
    return tafl.Variant(variant).replace(dict(changes))


class Scene:
    """A board set up from words, and the questions that the tests ask about it.

    All squares are named as in the unturned position; ``way`` turns the whole scene.
    """

    def __init__(
        self, variant: str | tafl.Variant, pieces: str, turn: str = "a", way: int = 0
    ) -> None:
        self.way = way
        self.board = tafl.Board(variant, fen=position(turned(pieces, way), turn))
        assert self.result is None, f"the scene is over before it begins: {pieces}"

    def _move(self, text: str) -> tafl.Move:
        return tafl.Move(*turned(text, self.way).split("-"))

    def _unturned(self, thing: object) -> str:
        return turned(str(thing), -self.way)

    def legal(self, move: str) -> bool:
        """Whether the move is legal, by the list of moves and by the question."""
        wanted = self._move(move)
        legal = self.board.is_legal(wanted)
        assert legal == (wanted in self.board.legal_moves)
        return legal

    def destinations(self, square: str) -> set[str]:
        """The squares to which the piece on a square may move."""
        origin = turned(square, self.way)
        return {
            self._unturned(move.to_square)
            for move in self.board.legal_moves
            if str(move.from_square) == origin
        }

    def captures(self, move: str) -> str:
        """The squares that a legal move captures, as a text; they are empty after the move."""
        assert self.legal(move), f"{move} is not legal"
        squares = self.board.captures(self._move(move))
        after = self.board.copy()
        after.push(self._move(move))
        assert len(after.piece_map()) == len(self.board.piece_map()) - len(squares)
        assert all(after.piece_at(str(square)) is None for square in squares)
        return " ".join(sorted(self._unturned(square) for square in squares))

    def play(self, *moves: str) -> Scene:
        """Plays the moves, each of which must be legal."""
        for move in moves:
            self.board.push(self._move(move))
        return self

    def refuses(self, move: str) -> bool:
        """Whether the move is illegal and an attempt to play it says so."""
        if self.legal(move):
            return False
        with pytest.raises(tafl.IllegalMoveError):
            self.board.push(self._move(move))
        return True

    def piece(self, square: str) -> tafl.Piece | None:
        """The piece on a square."""
        return self.board.piece_at(turned(square, self.way))

    def escapes(self) -> set[str]:
        """The king's moves that would win, as texts."""
        return {self._unturned(move) for move in self.board.escape_moves()}

    def to_move(self) -> str:
        """The side to move, ``a`` or ``d``."""
        return {tafl.Side.ATTACKERS: "a", tafl.Side.DEFENDERS: "d"}[self.board.turn]

    @property
    def announcement(self) -> str | None:
        """The call that the position asks for."""
        return self.board.announcement()

    @property
    def result(self) -> Result | None:
        """Winner and reason, or None while the game goes on."""
        return result_of(self.board)


def result_of(board: tafl.Board) -> Result | None:
    """Winner and reason of a board's game, or None while it goes on."""
    outcome = board.outcome()
    return None if outcome is None else (outcome.winner, outcome.termination)


def squares_of(board: tafl.Board, piece: tafl.Piece) -> set[str]:
    """The names of the squares that hold a kind of piece."""
    return {str(square) for square in board.pieces(piece)}


def assert_tablut_start(variant: str) -> None:
    """The 9x9 start: king in the centre, eight defenders in a cross, four groups of four."""
    board = tafl.Board(variant)
    assert board.size == 9
    assert squares_of(board, tafl.Piece.KING) == {"e5"}
    assert squares_of(board, tafl.Piece.DEFENDER) == CROSS
    assert squares_of(board, tafl.Piece.ATTACKER) == set().union(*CAMPS)


def king_besides(kind: str) -> str:
    """Other pieces for a scene about a piece on c3: a king unless it is he, and a man a side."""
    others = "t h6, T h7"
    return others if kind == "K" else f"{others}, K g8"


def assert_moves_like_a_rook(variant: str, kind: str) -> None:
    """A piece on c3 reaches the whole file and rank and nothing else."""
    scene = Scene(variant, f"{kind} c3, {king_besides(kind)}", side_of(kind))
    line = {square for square in SQUARES if (square[0] == "c") != (square[1] == "3")}
    assert scene.destinations("c3") == line


def assert_does_not_jump(variant: str, kind: str, blocker: str, way: int) -> None:
    """A piece on c3 stops before a man on c6; without him it goes on."""
    others = king_besides(kind)
    free = Scene(variant, f"{kind} c3, {others}", side_of(kind), way)
    blocked = Scene(variant, f"{kind} c3, {blocker} c6, {others}", side_of(kind), way)
    file = {"c1", "c2", "c4", "c5"}
    assert {square for square in blocked.destinations("c3") if square[0] == "c"} == file
    assert free.legal("c3-c6")
    assert free.legal("c3-c7")
    assert blocked.refuses("c3-c6")
    assert blocked.refuses("c3-c7")


def assert_custodial_capture(variant: str, victim: str, taker: str, way: int) -> None:
    """A man on c3 is taken between b3 and d3, by the move that closes the pair only."""
    others = "K h4, T h7, t h1"
    turn = side_of(taker)
    closing = Scene(variant, f"{victim} c3, {taker} b3 d6, {others}", turn, way)
    assert closing.captures("d6-d3") == "c3"
    assert closing.captures("d6-d4") == ""
    around_a_corner = Scene(variant, f"{victim} c3, {taker} c2 d6, {others}", turn, way)
    assert around_a_corner.captures("d6-d3") == ""
    diagonal = Scene(variant, f"{victim} c3, {taker} b2 d6, {others}", turn, way)
    assert diagonal.captures("d6-d4") == ""
    own_men_only = Scene(variant, f"{taker} c3 b3 d6, {victim} g1, {others}", turn, way)
    assert own_men_only.captures("d6-d3") == ""
    own_man_behind = Scene(variant, f"{victim} c3 b3, {taker} d6, {others}", turn, way)
    assert own_man_behind.captures("d6-d3") == ""


def assert_moving_in_between_is_safe(variant: str, victim: str, taker: str) -> None:
    """A man moves in between two enemies, stays, and is taken when one of them comes again."""
    scene = Scene(
        variant, f"{victim} c6 h8, {taker} b3 d3 c1 h2, K g5, t i2, T i8", side_of(victim)
    )
    assert scene.captures("c6-c3") == ""
    scene.play("c6-c3")
    assert scene.captures("h2-g2") == ""
    assert scene.captures("c1-c2") == "", "a third enemy beside him does not close the pair"
    scene.play("d3-d4", "h8-g8")
    assert scene.captures("d4-d3") == "c3"
