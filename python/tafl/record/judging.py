"""From words to moves: a draft is replayed by the rules, and becomes a game."""

from __future__ import annotations

from collections import namedtuple

from tafl import _core, catalogue
from tafl._core import Board, MoveList, Position, Variant
from tafl.enums import Piece, Termination
from tafl.errors import RecordError, TaflError
from tafl.record.game import EarlyEnd, Game, Node, Remark, Result, plain_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tafl.record.draft import Draft, Lines, Place

# Ends that a site may not have enforced: a record that contradicts them is not wrong for that.
_NOT_ALWAYS_ENFORCED = {
    Termination.ENCIRCLED,
    Termination.EXIT_FORT,
    Termination.DRAW_FORT,
    Termination.REPETITION,
}
_of_rules: dict[str, Variant] = {}
_MOST_REMEMBERED = 64


class _Replayed(
    namedtuple(
        "_Replayed",
        [
            *("moves", "fault", "differing", "states_captures", "giving_up"),
            *("remarks", "ends", "outcome", "ply"),
        ],
    )
):
    """A line after its replay: what _core._replay gives, and the ply at which it begins."""

    __slots__ = ()

    def cut(self, states_captures: bool) -> tuple[int, str, object] | None:
        """The first thing that is wrong with the line: word, message, reason."""
        wrong: tuple[int, str, object] | None = self.fault
        if states_captures and self.differing and (not wrong or self.differing[0] < wrong[0]):
            wrong = self.differing
        return wrong


def judge(draft: Draft, lines: Lines, variant: Variant | None, strict: bool) -> Game:
    """The game of a draft, up to the first error of each of its lines; its errors are listed."""
    start = _start(draft, lines, variant)
    game = Game(start.variant, start=start)
    game.tags = draft.tags
    game.dialect = draft.dialect
    game.line = draft.place[0]
    board = Board(start.variant, start.fen())
    replayed = _replay(draft, board, strict)
    main = replayed[0]
    assert main is not None
    states = draft.states_captures or any(each.states_captures for each in replayed if each)
    cuts = [each.cut(states) if each else None for each in replayed]
    over = main.giving_up or main.outcome is not None
    game.complete = bool(over) if draft.complete is None else draft.complete
    _check_sides(draft, game.start, main, cuts)
    for number, cut in enumerate(cuts):
        if cut:
            word, message, reason = cut
            place = draft.lines[number].place(word)
            ply = replayed[number].ply + word  # type: ignore[union-attr]
            game.errors.append(_error(lines, message, place, ply, reason))
    _add_remarks(draft, game, replayed, cuts)
    game.early_ends = [EarlyEnd(*end) for end in main.ends if end[0] < len(main.moves)]
    game.result = draft.result
    game._outcome = main.outcome
    game._replayed = cuts[0] is None
    if cuts[0] is None:
        if main.giving_up == "timeout":
            game.tags.setdefault("termination", "timeout")
        _check_result(draft, lines, game, main, strict)
    _build(draft, game, replayed, cuts)
    _compare_boards(draft, lines, game)
    game.errors.extend(draft.errors)
    game.errors.sort(key=lambda error: (error.line, error.column))
    return game


def _error(
    lines: Lines, message: str, place: Place, ply: int | None = None, reason: object = None
) -> RecordError:
    if ply is not None:
        message = f"ply {ply}: {message}"
    error = lines.error(message, place)
    error.ply = ply
    error.reason = reason  # type: ignore[assignment]
    return error


def _start(draft: Draft, lines: Lines, variant: Variant | None) -> Position:
    variant = variant or _variant(draft, lines)
    position, place = draft.said.get("position", (None, draft.place))
    try:
        return Position(variant, position)
    except TaflError as error:
        raise _error(lines, f"position: {error}", place) from error


def _variant(draft: Draft, lines: Lines) -> Variant:
    if "rules" in draft.said:
        text, place = draft.said["rules"]
        try:
            if text not in _of_rules:
                if len(_of_rules) >= _MOST_REMEMBERED:
                    _of_rules.clear()
                _of_rules[text] = Variant.from_otn(text)
            return _of_rules[text]
        except TaflError as error:
            raise _error(lines, f"rules: {error}", place) from error
    if "variant" not in draft.said:
        raise _error(
            lines,
            "found neither rules nor a variant, expected them in the record or as an argument: "
            "name the variant that is played",
            draft.place,
        )
    text, place = draft.said["variant"]
    try:
        return catalogue.load(_id(text))
    except TaflError as error:
        raise _error(lines, f"variant: {error}", place) from error


def _id(name: str) -> str:
    """The id of a variant whose name is given, or the text as it is."""
    wanted = name.strip().lower()
    for each in catalogue.variants():
        if wanted == catalogue.load(each).name.lower():
            return each
    return name.strip()


def _replay(draft: Draft, board: Board, strict: bool) -> list[_Replayed | None]:
    """Replays the lines of a draft, each variation after the line it belongs to.

    Variations of one line come from the last to the first, so that the board only ever goes back
    on its own way, and the time is linear in the number of moves.
    """
    children: dict[int, list[int]] = {}
    for number, line in enumerate(draft.lines):
        if line.parent is not None:
            children.setdefault(line.parent[0], []).append(number)
    replayed: list[_Replayed | None] = [None] * len(draft.lines)
    stack = [0]
    while stack:
        number = stack.pop()
        line = draft.lines[number]
        begin = 0
        if line.parent is not None:
            parent = replayed[line.parent[0]]
            if parent is None or line.parent[1] > len(parent.moves):
                continue  # it hangs on moves that a fault has cut off
            begin = parent.ply + line.parent[1]
        while board.ply > begin:
            board.pop()
        result = _core._replay(board, line.words, strict, draft.style)
        replayed[number] = _Replayed(*result, begin)
        stack.extend(sorted(children.get(number, ()), key=lambda each: _branch(draft, each)))
    return replayed


def _branch(draft: Draft, number: int) -> int:
    parent = draft.lines[number].parent
    assert parent is not None
    return parent[1]


def _add_remarks(
    draft: Draft, game: Game, replayed: list[_Replayed | None], cuts: list[tuple[int, str, object] | None]
) -> None:
    for number, each in enumerate(replayed):
        if each is None:
            continue
        for word, message in each.remarks:
            line, column = draft.lines[number].place(word)
            game.remarks.append(Remark(each.ply + word, line, column, message))


def _check_result(draft: Draft, lines: Lines, game: Game, main: _Replayed, strict: bool) -> None:
    """Compares the stated result with a resignation and with the rules."""
    ply = len(main.moves)
    turn = game.start.turn if ply % 2 == 0 else game.start.turn.opponent
    if main.giving_up:
        implied = Result.of(turn.opponent)
        if game.result is None:
            game.result = implied
        elif game.result is not implied:
            message = (
                f"found the result {game.result.value}, but the record ends with "
                f"{main.giving_up}: the {turn.value} lose"
            )
            game.errors.append(_error(lines, message, draft.result_place, ply))
            return
    outcome = game._outcome
    if outcome is None or game.result is None or game.result is Result.of(outcome.winner):
        return
    by_rules = Result.of(outcome.winner).value
    message = (
        f"found the result {game.result.value}, but the rules give {by_rules} "
        f"({outcome.termination.value})"
    )
    if strict or outcome.termination not in _NOT_ALWAYS_ENFORCED:
        game.errors.append(_error(lines, message, draft.result_place, ply))
    else:
        game.remarks.append(Remark(ply, *draft.result_place, message))


def _build(
    draft: Draft, game: Game, replayed: list[_Replayed | None], cuts: list[tuple[int, str, object] | None]
) -> None:
    """Gives the game its moves: as a list where there is nothing but moves, else as a tree."""
    main = replayed[0]
    assert main is not None
    kept = [_kept(each, cut) for each, cut in zip(replayed, cuts, strict=True)]
    resigned = main.giving_up == "resigned" and cuts[0] is None
    plain = len(draft.lines) == 1 and not draft.lines[0].notes and draft.start_note == ("", "")
    if plain:
        game._moves = kept[0]
        game._resigned = resigned
        return
    root = game.root
    _annotate(root, draft.start_note)
    before: list[Node | None] = []  # by line: the node before its first move
    nodes: list[list[Node]] = []
    for number, line in enumerate(draft.lines):
        origin: Node | None = root
        if line.parent is not None:
            of, word = line.parent
            hangs = replayed[number] is not None and word <= len(nodes[of])
            origin = (nodes[of][word - 1] if word > 0 else before[of]) if hangs else None
        before.append(origin)
        nodes.append([])
        if origin is None:
            continue  # a fault has cut off what it belongs to
        node = origin
        for word, move in enumerate(kept[number]):
            node = node.add(move)
            nodes[number].append(node)
            if word in line.notes:
                _annotate(node, line.notes[word])
        each = replayed[number]
        if each and each.giving_up == "resigned" and cuts[number] is None:
            node.resigned = True
    game._replayed = False


def _kept(each: _Replayed | None, cut: object) -> MoveList:
    if each is None:
        return MoveList()
    moves: MoveList = each.moves
    return moves[: cut[0]] if isinstance(cut, tuple) else moves


def _annotate(node: Node, note: tuple[str, str]) -> None:
    node.clock, node.comment = note[0], plain_lines(note[1])


def _check_sides(
    draft: Draft, start: Position, main: _Replayed, cuts: list[tuple[int, str, object] | None]
) -> None:
    """Moves the cut of the main line before the first move that is said to be of the other side."""
    turn = start.turn
    for word, side in enumerate(draft.sides[: cuts[0][0] if cuts[0] else len(main.moves)]):
        if side is not turn:
            message = (
                f"{draft.lines[0].words[word]}: found a move of the {side.value}, but the "
                f"{turn.value} are to move"
            )
            cuts[0] = (word, message, None)
            return
        turn = turn.opponent


def _compare_boards(draft: Draft, lines: Lines, game: Game) -> None:
    """Compares the boards that a record shows with the game; the first difference is an error."""
    shown = draft.boards
    if draft.final and not game.errors:
        shown = [*[("", draft.place)] * (len(game.moves) - 1), draft.final]
    if not shown:
        return
    board = game.board()
    for move, (record, place) in zip(game.moves, shown, strict=False):
        board.push_unchecked(move)
        if record and not _shows(record, board):
            message = f"found the board {record}, but the moves give {board.fen().split()[0]}"
            game.errors.append(_error(lines, message, place, board.ply))
            return


def _shows(record: str, board: Board) -> bool:
    """Whether a record shows the pieces of a board; a captured king may stand there still."""
    if record == board.fen().split(" ")[0]:
        return True
    try:
        pieces = Position(board.variant, record).piece_map()
    except TaflError:
        return False
    if board.king is None:
        pieces = {at: piece for at, piece in pieces.items() if piece is not Piece.KING}
    return pieces == board.piece_map()
