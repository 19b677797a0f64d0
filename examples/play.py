#!/usr/bin/env python3
"""A game on the terminal against somebody who moves at random.

    python examples/play.py                                 attackers of Linnaeus's Tablut
    python examples/play.py brandubh --side defenders

Type moves such as e8-c8; "moves" lists the legal ones, "back" takes your last one back, and "quit"
ends the game.
"""

from __future__ import annotations

import argparse
import random
import sys

import tafl


def ask(board: tafl.Board) -> tafl.Move | str | None:
    """What the player types: a legal move, one of the other words, or None for nothing more."""
    while True:
        print(f"{board.turn.value}> ", end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            return None
        text = line.strip()
        if text in ("moves", "back", "quit"):
            return text
        try:
            return board.parse_move(text)
        except tafl.TaflError as error:
            print(error)


def show(board: tafl.Board) -> None:
    """Prints the board, and what the defenders have to announce."""
    print(f"\n{board}\n")
    if word := board.announcement():
        print(f"{word.capitalize()}!")


def play(variant: tafl.Variant, side: tafl.Side, chance: random.Random) -> tafl.Board:
    """Plays until the game is over or the player stops, and returns the board."""
    board = tafl.Board(variant)
    show(board)
    while not board.is_game_over():
        if board.turn is not side:
            move = board.push_unchecked(chance.choice(board.legal_moves))
            print(f"{board.turn.opponent.value}: {move}")
        else:
            answer = ask(board)
            if answer is None or answer == "quit":
                return board
            if answer == "moves":
                print(*board.legal_moves)
                continue
            if answer == "back":
                for _ in range(2 if board.ply > 1 else 0):
                    board.pop()
            elif isinstance(answer, tafl.Move):
                captured = board.captures(answer)
                board.push(answer)
                print(f"{answer} captures {', '.join(map(str, captured)) or 'nothing'}")
        show(board)
    return board


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("variant", nargs="?", default="linnaeus-tablut", help="id or alias")
    parser.add_argument("--side", choices=[side.value for side in tafl.Side], default="attackers")
    parser.add_argument("--seed", type=int, help="the same number gives the same answers")
    options = parser.parse_args()
    try:
        variant = tafl.Variant(options.variant)
    except tafl.TaflError as error:
        parser.error(str(error))
    outcome = play(variant, tafl.Side(options.side), random.Random(options.seed)).outcome()
    if outcome is None:
        print("Not finished.")
    else:
        winner = f"The {outcome.winner.value} win" if outcome.winner else "Nobody wins"
        print(f"{winner}: {outcome.termination.value}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
