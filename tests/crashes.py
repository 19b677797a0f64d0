"""Statements that might crash the interpreter; each is run in a process of its own."""

from __future__ import annotations

CRASHES = {
    "iterator without its list": "it = type(iter(board.legal_moves))\n"
    "print(next(it.__new__(it)))\nassert False, 'it must raise'",
    "iterator of an uninitialised list": "next(iter(MoveList.__new__(MoveList)))",
    "iterator without list": "it = iter(Board('tablut').legal_moves)\ngc.collect(); list(it)",
    "reversed without list": "it = reversed(board.legal_moves); gc.collect(); list(it)",
    "position without board": "p = Board('tablut').position; gc.collect(); p.fen()",
    "square without move": "s = Move('a1', 'b2').from_square; gc.collect(); str(s)",
    "board without variant": "b = Board(v.replace({'king.capture': 'two'})); v = None\n"
    "gc.collect(); b.legal_moves; b.variant.rules",
    "deep recursion": "a = []\nfor _ in range(10**5): a = [a]\nv.replace({'camps.groups': a})",
    "a list that holds itself": "a = []; a.append(a); v.replace({'camps.groups': a})",
    "a list that shrinks": "class L(list):\n def __iter__(s): s.clear(); return iter(['king'])\n"
    "v.replace({'throne.hostile_empty': L(['king'] * 9)})",
    "progress that pushes": "push = board.push\n"
    "tafl.perft(board, 3, progress=lambda s: push(board.legal_moves[0]))",
    "progress that counts": "tafl.perft(board, 3, progress=lambda s: tafl.perft(board, 2))",
    "progress that raises": "tafl.perft(board, 3, threads=3, progress=lambda s: 1 / 0)",
    "progress that exits": "tafl.perft(board, 3, progress=lambda s: sys.exit())",
    "many threads": "tafl.perft(board, 2, threads=1024)",
    "a table too large to have": "tafl.perft(board, 2, hash_mb=1048576)",
    "deep perft when finished": "tafl.perft(Board('tablut', fen='' + '/9' * 9 + '/'), 100)",
    "pickle of protocol 0": "for p in range(6): pickle.loads(pickle.dumps(board, p))",
    "pickle of moves": "pickle.dumps(board.legal_moves, 0)",
    "pickle of an iterator": "pickle.dumps(iter(board.legal_moves), 0)",
    "reduce of moves": "board.legal_moves.__reduce__()",
    "copy of moves": "import copy; copy.copy(board.legal_moves)",
    "pickle of a method": "pickle.dumps(board.push, 0)",
    "another class": "m = Move('a1', 'b1'); m.__class__ = Board; m.fen()",
    "two classes at once": "class C(Board, Move): pass\nC('tablut').fen()",
    "an attribute of a type": "Board.fen = None; Board('tablut').legal_moves",
    "pickle of a subclass": "class B(Board): pass\npickle.loads(pickle.dumps(B('tablut')))",
    "exit with objects alive": "sys.keep = [board, iter(board.legal_moves), board.position]",
}


def script_of(name: str) -> str:
    """The script that runs one of them; any error of the expected kinds will do."""
    return (
        "import gc, pickle, sys, tafl\n"
        "from tafl import *\n"
        "board = Board('tablut'); v = board.variant\n"
        f"try:\n    exec({CRASHES[name]!r})\n"
        "except (TaflError, TypeError, ZeroDivisionError, MemoryError, SystemExit,\n"
        "        RecursionError, AttributeError, pickle.PicklingError) as error:\n"
        "    print(type(error).__name__, error)\n"
        "print('alive')\n"
    )
