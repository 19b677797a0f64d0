"""The vocabulary that is no C++ class: sides, pieces, ends of the game, symmetries."""

from __future__ import annotations

from enum import Enum

from tafl._typed import NamedTuple


class Side(Enum):
    """One of the two sides.

    >>> Side.ATTACKERS.value, Side.ATTACKERS.opponent
    ('attackers', <Side.DEFENDERS: 'defenders'>)
    """

    ATTACKERS = "attackers"
    """The Muscovites: soldiers only."""
    DEFENDERS = "defenders"
    """The Swedes: the king and his soldiers."""

    @property
    def opponent(self) -> Side:
        """The other side.

        >>> Side.DEFENDERS.opponent
        <Side.ATTACKERS: 'attackers'>
        """
        return Side.DEFENDERS if self is Side.ATTACKERS else Side.ATTACKERS


class Piece(Enum):
    """The kind of a piece.

    >>> Piece.KING.letter, Piece.KING.side
    ('K', <Side.DEFENDERS: 'defenders'>)
    """

    ATTACKER = "attacker"
    """A soldier of the attackers, written t."""
    DEFENDER = "defender"
    """A soldier of the defenders, written T."""
    KING = "king"
    """The king, written K."""

    @property
    def letter(self) -> str:
        """The letter in a position record.

        >>> [piece.letter for piece in Piece]
        ['t', 'T', 'K']
        """
        return {"attacker": "t", "defender": "T", "king": "K"}[self.value]

    @property
    def side(self) -> Side:
        """The side it belongs to.

        >>> Piece.ATTACKER.side
        <Side.ATTACKERS: 'attackers'>
        """
        return Side.ATTACKERS if self is Piece.ATTACKER else Side.DEFENDERS


class Termination(Enum):
    """How a game ended (rules, section 8).

    >>> board = Board("brandubh", "/7/7/7/2K4/7/7/3t3/ d")
    >>> for text in ("c4-c1", "d7-d1", "c1-a1"):
    ...     _ = board.push_str(text)
    >>> board.outcome().termination is Termination.KING_ESCAPED
    True
    """

    KING_CAPTURED = "king captured"
    """The attackers captured the king."""
    KING_ESCAPED = "king escaped"
    """The king reached an escape square."""
    ENCIRCLED = "encircled"
    """The defenders are shut off from the edge."""
    EXIT_FORT = "exit fort"
    """The king stands on the edge in a fort that can never be broken."""
    DRAW_FORT = "draw fort"
    """The king can move for ever in a fort that can never be broken."""
    NO_LEGAL_MOVES = "no legal moves"
    """The side to move has none."""
    REPETITION = "repetition"
    """The position, or the moves, came too often."""


class IllegalReason(Enum):
    """Why a move is illegal: the ``reason`` of an IllegalMoveError.

    >>> try:
    ...     Board("brandubh").push_str("d1-d5")
    ... except IllegalMoveError as error:
    ...     error.reason
    <IllegalReason.BLOCKED: 'blocked'>
    """

    GAME_OVER = "game over"
    """Nobody moves once the game is over."""
    NO_PIECE = "no piece"
    """The from-square is empty."""
    NOT_YOUR_PIECE = "not your piece"
    """The piece belongs to the side that is not to move."""
    NOT_IN_LINE = "not in line"
    """Pieces move along a rank or a file, to another square."""
    TOO_FAR = "too far"
    """The piece's longest move is shorter (``max_steps``)."""
    BLOCKED = "blocked"
    """A piece stands in the way or on the to-square."""
    THRONE_STOP = "throne stop"
    """The piece may not stop on the throne."""
    THRONE_CROSS = "throne cross"
    """The piece may not cross the throne."""
    CORNER = "corner"
    """Only the king enters a corner square."""
    CAMP = "camp"
    """The camp square is closed to the piece."""
    DRAW_FORT = "draw fort"
    """The move would leave a fort that the rules forbid."""
    REPETITION = "repetition"
    """The move would repeat the position once too often."""


class Symmetry(Enum):
    """The symmetries of a square board; rotations are clockwise, a1 being at the bottom left.

    >>> Square("a1").transform(Symmetry.ROTATE_90, 9)
    Square('a9')
    """

    IDENTITY = "identity"
    """Nothing changes."""
    ROTATE_90 = "rotate 90"
    """A quarter turn: a1 goes to the top left."""
    ROTATE_180 = "rotate 180"
    """A half turn."""
    ROTATE_270 = "rotate 270"
    """A quarter turn the other way."""
    FLIP_FILES = "flip files"
    """Left and right change places."""
    FLIP_RANKS = "flip ranks"
    """Top and bottom change places."""
    FLIP_DIAGONAL = "flip diagonal"
    """Files and ranks change places: a1 stays."""
    FLIP_ANTI_DIAGONAL = "flip anti-diagonal"
    """The other diagonal stays."""


class Outcome(NamedTuple):
    """The end of a game: the Side that won, or None for a draw, and the Termination.

    >>> winner, termination = Outcome(Side.ATTACKERS, Termination.ENCIRCLED)
    >>> winner.value, termination.value
    ('attackers', 'encircled')
    """

    winner: Side | None
    """The side that won, None for a draw."""
    termination: Termination
    """How the game ended."""


class PerftStats(NamedTuple):
    """Counts of the moves at the last ply of a perft.

    ``nodes`` are all of them, ``captures`` those that capture, ``pieces_captured`` what they
    capture (the king counts). The others are the moves that end the game, by Termination.

    >>> stats = perft_stats(Board("brandubh"), 4)
    >>> stats.nodes, stats.captures, stats.escapes
    (1007392, 47104, 0)
    """

    nodes: int
    """All moves of the last ply: what perft counts."""
    captures: int
    """Moves that capture."""
    pieces_captured: int
    """The pieces that they capture, the king among them."""
    king_captures: int
    """Moves that capture the king and so end the game."""
    escapes: int
    """Moves of the king to an escape square."""
    encirclements: int
    """Moves that shut a side off from the edge, where that ends the game."""
    exit_forts: int
    """Moves that win by an exit fort."""
    draw_forts: int
    """Moves that end the game by a draw fort."""
    no_legal_moves: int
    """Moves that leave the other side none."""
