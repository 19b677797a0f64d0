"""A small web service that checks moves, with Flask.

It keeps nothing: every request says the whole game.

    pip install -r examples/web/requirements.txt
    flask --app examples/web/app.py run

    GET  /                  a page with a board and a form
    GET  /variants          the ids of the variants
    GET  /board.svg?variant=brandubh&moves=d1-c1+d3-b3
    POST /move              {"variant": "brandubh", "moves": ["d1-c1"], "move": "d3-b3"}

An answer to /move is the game after the move, or {"error": ..., "reason": ...} with status 400.
"""

from __future__ import annotations

from typing import cast

import flask

import tafl
from tafl import svg

MOST_MOVES = 1000  # of a request: replaying is fast, but whoever asks is unknown

app = flask.Flask(__name__)
app.config["MAX_CONTENT_LENGTH"] = 64 * 1024

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{{ board.variant.name }}</title>
<h1>{{ board.variant.name }}</h1>
<img src="{{ picture }}" alt="{{ board.fen() }}" style="width: 100%; max-width: 30rem">
<p>{% if error %}<strong>{{ error }}</strong>{% else %}{{ state }}{% endif %}</p>
<form>
  <input type="hidden" name="variant" value="{{ board.variant.id }}">
  <input type="hidden" name="moves" value="{{ moves }}">
  <label>Move <input name="move" placeholder="e8-c8" autofocus></label>
  <button>Make it</button>
</form>
</html>
"""


def text_of(value: object, expected: str) -> str:
    """A value of a request that must be a text; TaflError says what was expected."""
    if not isinstance(value, str):
        raise tafl.TaflError(expected)
    return value


def board_of(variant: object, moves: object) -> tafl.Board:
    """The board of a game as a request tells it; TaflError says what is wrong."""
    board = tafl.Board(text_of(variant, "variant: expected the id of a variant as a text"))
    if not isinstance(moves, list):
        raise tafl.TaflError("moves: expected a list of texts")
    given = cast("list[object]", moves)
    if len(given) > MOST_MOVES:
        raise tafl.TaflError(f"moves: found {len(given)}, expected at most {MOST_MOVES}")
    for each in given:
        board.push_str(text_of(each, "moves: expected a list of texts"))
    return board


def state_of(board: tafl.Board) -> str:
    """Who is to move, or how the game ended."""
    outcome = board.outcome()
    if outcome is None:
        return f"{board.turn.value} to move"
    winner = f"the {outcome.winner.value} win" if outcome.winner else "a draw"
    return f"{winner}: {outcome.termination.value}"


def game_of_query() -> tafl.Board:
    """The board of the game in the address."""
    query = flask.request.args
    return board_of(query.get("variant", "linnaeus-tablut"), query.get("moves", "").split())


@app.errorhandler(tafl.TaflError)
def refuse(error: tafl.TaflError) -> tuple[flask.Response, int]:
    """Every error of the package is the fault of the request."""
    reason = error.reason if isinstance(error, tafl.IllegalMoveError) else None
    return flask.jsonify(error=str(error), reason=reason.value if reason else None), 400


@app.get("/variants")
def variants() -> flask.Response:
    """The ids of the variants."""
    return flask.jsonify(tafl.variants())


@app.get("/board.svg")
def picture() -> flask.Response:
    """The picture of a game."""
    board = game_of_query()
    last = board.peek() if board.ply else None
    return flask.Response(svg.board(board, last_move=last), mimetype="image/svg+xml")


@app.post("/move")
def move() -> flask.Response:
    """Checks a move and makes it."""
    request = flask.request.get_json()
    if not isinstance(request, dict):
        raise tafl.TaflError("expected a JSON object with variant, moves and move")
    said = cast("dict[str, object]", request)
    board = board_of(said.get("variant"), said.get("moves", []))
    made = board.parse_move(text_of(said.get("move"), "move: expected a move as a text"))
    captures = [str(square) for square in board.captures(made)]
    board.push(made)
    return flask.jsonify(
        move=str(made),
        captures=captures,
        moves=[str(each) for each in board.move_stack],
        position=board.fen(),
        state=state_of(board),
        over=board.is_game_over(),
    )


@app.get("/")
def page() -> str:
    """A page to play on, both sides by hand."""
    board = game_of_query()
    error = ""
    if text := flask.request.args.get("move", ""):
        try:
            board.push_str(text)
        except tafl.TaflError as wrong:
            error = str(wrong)
    moves = " ".join(map(str, board.move_stack))
    address = flask.url_for("picture", variant=board.variant.id, moves=moves)
    return flask.render_template_string(
        PAGE, board=board, moves=moves, picture=address, error=error, state=state_of(board)
    )
