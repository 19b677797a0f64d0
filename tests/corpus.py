"""What a version of tafl writes, kept so that every later one is seen to read it.

``python tests/corpus.py`` makes the corpus of the installed version: once, when it is released. It
is never made again, since it stands for what users of that version have on their disks:
tests/test_stability.py reads all of them.
"""

from __future__ import annotations

import base64
import json
import pickle
import random
import sys
from itertools import count, islice
from pathlib import Path
from typing import Any

import record_games
import tafl
from tafl import Board, Variant
from tafl.record import WRITTEN, Game, write_games

DATA = Path(__file__).parent / "data"
# Each of these plays with rules that the others do not have.
PLAYED = ("linnaeus-tablut", "ashton-tablut", "brandubh", "copenhagen", "tablut-19")


def random_board(rng: random.Random, variant: Variant, plies: int) -> Board:
    board = Board(variant)
    for _ in range(plies):
        if not board.legal_moves:
            break
        board.push(rng.choice(board.legal_moves))
    return board


def plain_rules(variant: Variant) -> dict[str, Any]:
    return json.loads(json.dumps(dict(variant.rules)))  # type: ignore[no-any-return]


def describe(value: Any) -> Any:
    """What is known of a value after pickling or writing, in the terms of JSON."""
    if isinstance(value, Variant):
        return {
            "id": value.id,
            "name": value.name,
            "aliases": list(value.aliases),
            "rules": plain_rules(value),
            "summary": value.summary,
            "sources": len(value.sources),
            "provenance": {key: each.status for key, each in value.provenance.items()},
        }
    if isinstance(value, tafl.Position):
        return {"variant": value.variant.id, "fen": value.fen(), "key": f"{value.key:016x}"}
    if isinstance(value, Board):
        return {
            "position": describe(value.position),
            "moves": [str(move) for move in value.move_stack],
            "repetitions": value.repetitions(),
            "outcome": describe(value.outcome()),
        }
    if isinstance(value, Game):
        return {
            "variant": value.variant.id,
            "start": value.start.fen(),
            "moves": [str(move) for move in value.moves],
            "nodes": [[str(node.move), node.comment, node.clock] for node in value.nodes()],
            "result": describe(value.result),
            "outcome": describe(value.outcome),
            "tags": dict(value.tags),
        }
    if isinstance(value, tafl.MoveList):
        return [str(move) for move in value]
    return None if value is None else repr(value)


def positions(rng: random.Random) -> dict[str, Any]:
    """Positions of all variants: text, key and counts, beside the rules that they belong to."""
    listed = []
    rules = {}
    for variant in map(Variant, tafl.variants()):
        rules[variant.id] = plain_rules(variant)
        for plies in (0, 9, 30):
            position = random_board(rng, variant, plies).position
            counts = [tafl.perft(position, depth) for depth in (1, 2)]
            listed.append({**describe(position), "perft": counts})
    return {"rules": rules, "positions": listed}


def values(rng: random.Random) -> dict[str, Any]:
    """One of everything that can be pickled."""
    made: dict[str, Any] = {}
    for name in PLAYED[:3]:
        board = random_board(rng, Variant(name), 24)
        made |= {f"board of {name}": board, f"position of {name}": board.position}
        made |= {f"variant {name}": board.variant, f"moves of {name}": board.legal_moves}
    back_and_forth = Board("linnaeus-tablut")
    for move in ("a4-a3", "e6-d6", "a3-a4", "d6-e6"):
        back_and_forth.push_str(move)
    won = Board("linnaeus-tablut", "/9/7T1/9/1tK6/9/9/9/3t3t1/9/ a")
    won.push_str("d8-d4")
    own = Variant("tablut").replace({"king.capture": "two"})
    made |= {"board with a repetition": back_and_forth, "board of a game won": won}
    made |= {"variant of one's own": own, "board of it": Board(own)}
    made |= {"move": tafl.Move("e8", "c8"), "square": tafl.Square("s19"), "outcome": won.outcome()}
    made["counts"] = tafl.perft_stats(Board("brandubh"), 2)
    for kind in (tafl.Side, tafl.Piece, tafl.Termination, tafl.IllegalReason, tafl.Symmetry):
        made |= {str(member): member for member in kind}
    made["game"] = record_games.game(rng, Variant("copenhagen"))
    return made


def pickles(rng: random.Random) -> dict[str, Any]:
    return {
        name: {"is": describe(value), "pickle": base64.b64encode(pickle.dumps(value, 4)).decode()}
        for name, value in values(rng).items()
    }


def games(rng: random.Random, name: str) -> list[Game]:
    made = (record_games.game(rng, Variant(name), set_up=False) for _ in count())
    return list(islice((game for game in made if game.moves), 4))


def write_json(path: Path, value: object) -> None:
    text = json.dumps(value, ensure_ascii=True, indent=0, separators=(",", ":"))
    path.write_text(text + "\n", encoding="ascii", newline="\n")


def main() -> None:
    folder = DATA / f"corpus_{tafl.__version__}"
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        sys.exit(f"{folder} exists: a corpus is made once")
    rng = random.Random(tafl.__version__)
    write_json(folder / "positions.json", positions(rng))
    write_json(folder / "pickles.json", pickles(rng))
    recorded = []
    for name in PLAYED:
        for dialect in WRITTEN:
            path = folder / f"{name}.{dialect}"
            write_games(games(rng, name), path, dialect)
            read = list(tafl.record.read_games(path, variant=name))
            recorded.append({"file": path.name, "variant": name, "games": [*map(describe, read)]})
    write_json(folder / "records.json", recorded)


if __name__ == "__main__":
    main()
