"""Games for the tests of records: trees of legal moves with whatever a record can say of them."""

from __future__ import annotations

import random
import sys

import tafl
from tafl import Board
from tafl.record import Game, Node, Result

# What the notations use, what separates lines somewhere, and characters from every plane.
SIGNS = "[]|\\{}()\"'/:;.,-+xK01 a1 3600 30/3 3i \t\n...."
ODD = "\x00\x01\x07\x0b\x0c\x1b\x1c\x1e\x7f\x85\xa0\u2028\u2029\ufeff\ufffe\U0010ffff"
SCRIPTS = "Þórólfr Áilu ᚠᚢᚦ Снорри 王 שלום ملك 🛡️👑 é"
LOOK_ALIKES = (
    "3600 30/3 3i", "3600 30/3", "12 5i and more", "event:x", "rules:dim:9", "result: 1", "\\",
    "\\\\", "\\3", "1. e5-e8", "---", ".....", "3b.3.1a", "]", "[", "|", "||", "[|]", " ", "\n",
    "-", "K", "x", "}", "{", "}{", "\n\n[event:x]\n[rules:dim:9]\n\n1. a1-a2", "\r\n", "a\rb", "=",
)  # fmt: skip
CLOCKS = ("", "", "", "3600 30/3 3i", "0 30/3", "12 0i")


def text(rng: random.Random, longest: int = 40) -> str:
    """A text of any characters, often of those that a notation uses."""
    kind = rng.random()
    if kind < 0.3:
        return rng.choice(LOOK_ALIKES) + (text(rng, 10) if rng.random() < 0.3 else "")
    alphabet = rng.choice((SIGNS, ODD, SCRIPTS, SIGNS + ODD + SCRIPTS))
    length = rng.randrange(longest)
    if kind < 0.9:
        return "".join(rng.choice(alphabet) for _ in range(length))
    characters = (chr(rng.randrange(sys.maxunicode + 1)) for _ in range(length))
    return "".join(each for each in characters if not "\ud800" <= each <= "\udfff")


def line(rng: random.Random, longest: int = 40) -> str:
    """The same without line breaks."""
    return "".join(each for each in text(rng, longest) if each not in "\r\n")


TAGS = ("event", "site", "date", "attackers", "defenders", "termination", "variant", "puzzle-start")


def game(
    rng: random.Random,
    variant: tafl.Variant,
    depth: int = 10,
    moves: int = 50,
    set_up: bool = True,
) -> Game:
    """A game with a tree of at most so many moves and variations so deep, comments and tags.

    It may begin with a position that was set up.
    """
    tags = {rng.choice(TAGS): text(rng) for _ in range(rng.randrange(4))}
    if rng.random() < 0.3:
        tags[rng.choice(("white-elo", "タグ", "x1", "id"))] = text(rng)
    board = Board(variant)
    start = None
    if set_up and rng.random() < 0.2:
        for _ in range(rng.randrange(6)):
            if board.legal_moves:
                board.push(rng.choice(board.legal_moves))
        start = board.fen()
    made = Game(variant, start=start, tags=tags)
    ends: list[tuple[Node, Board, int]] = [(made.root, made.board(), 0)]
    if rng.random() < 0.3:
        made.root.comment = text(rng)
    for _ in range(rng.randrange(moves)):
        # Mostly on from the last move, or beside it, so that variations lie within variations.
        at = len(ends) - 1
        kind = rng.random()
        if kind < 0.4 and at > 0:
            at = next(i for i, end in enumerate(ends) if end[0] is ends[-1][0].parent)
        elif kind < 0.5:
            at = rng.randrange(len(ends))
        node, board, deep = ends[at]
        played = {each.move for each in node.variations}
        choice = [move for move in board.legal_moves if move not in played]
        if not choice or (node.variations and deep >= depth):
            continue
        board = board.copy()
        move = rng.choice(choice)
        board.push(move)
        following = node.add(move)
        ends.append((following, board, deep + (len(node.variations) > 1)))
        if rng.random() < 0.3:
            following.comment = text(rng)
        if rng.random() < 0.2:
            following.clock = rng.choice(CLOCKS)
    for node, board, _ in ends:
        if not node.variations and board.outcome() is None and rng.random() < 0.2:
            node.resigned = True
    _set_result(rng, made)
    return made


def _set_result(rng: random.Random, made: Game) -> None:
    resigned, outcome = made.resigned, made.outcome
    if resigned is not None:
        made.result = Result.of(resigned.opponent)
    elif outcome is not None:
        made.result = Result.of(outcome.winner) if rng.random() < 0.7 else None
    else:
        made.result = rng.choice((None, *Result))


def plain(made: Game) -> Game:
    """The main line of a game, with its result, and nothing else."""
    bare = Game(made.variant, start=made.start, result=made.result)
    node = bare.root
    for move in made.moves:
        node = node.add(move)
    node.resigned = made.resigned is not None
    return bare


def deepest(made: Game) -> int:
    """How many variations lie within each other."""
    depths = {made.root: 0}
    for node in made.nodes():
        assert node.parent is not None
        main = node.parent.variations[0] is node
        depths[node] = depths[node.parent] + (0 if main else 1)
    return max(depths.values())
