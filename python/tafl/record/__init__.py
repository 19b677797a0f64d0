"""Game records: what tafl players have written down, read, checked and written.

>>> import tafl
>>> [game] = tafl.record.read_games("1. e8-c8 e7-b7 2. f9-f8", variant="linnaeus-tablut")
>>> print(tafl.record.write_game(game, "walker"), end="")
1. E8-C8 E7-B7
2. F9-F8
<BLANKLINE>
"""

from tafl.record.game import Annotation, EarlyEnd, Game, Node, Remark, Result
from tafl.record.reading import DIALECTS, read_game, read_games
from tafl.record.writing import WRITTEN, losses, write_game, write_games

__all__ = [
    "DIALECTS",
    "WRITTEN",
    "Annotation",
    "EarlyEnd",
    "Game",
    "Node",
    "Remark",
    "Result",
    "losses",
    "read_game",
    "read_games",
    "write_game",
    "write_games",
]
