"""From words to moves: a draft is replayed by the rules, and becomes a game."""

from __future__ import annotations

from operator import attrgetter

from tafl import _core, catalogue
from tafl._core import Board, MoveList, Position, Variant
from tafl.enums import IllegalReason, Outcome, Termination
from tafl.errors import RecordError, TaflError
from tafl.record.draft import shortened
from tafl.record.game import EarlyEnd, Game, Node, Remark, Result, plain_lines, shows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tafl.record.draft import Draft, Lines, Note, Place

    # Something that is wrong with a line: at which word, and of an illegal move the reason.
    _Fault = tuple[int, str, IllegalReason | None]

# Ends that a site may not have enforced: a record that contradicts them is not wrong for that.
_NOT_ALWAYS_ENFORCED = (
    Termination.ENCIRCLED,
    Termination.EXIT_FORT,
    Termination.DRAW_FORT,
    Termination.REPETITION,
)
# By name and rules string, since a file has many games of a kind.
_variants: dict[tuple[str, str], Variant] = {}
_MOST_VARIANTS = 64


def judge(draft: Draft, lines: Lines, variant: Variant | None, strict: bool) -> Game:
    """The game of a draft, each of its lines up to the first error; the errors are listed.

    RecordError where there is not even a board to begin on.
    """
    start = _start(draft, lines, variant)
    game = _Judge(draft, lines, start, strict).game
    if variant is None and _contradicts(draft, start.variant):
        message = "the variant has other rules than those of the record, which count"
        game.remarks.append(Remark(None, *draft.said["variant"][1], message))
    return game


def _start(draft: Draft, lines: Lines, variant: Variant | None) -> Position:
    position, place = draft.said.get("position", (None, draft.place))
    try:
        return Position(variant or _variant(draft, lines), position)
    except RecordError:
        raise
    except TaflError as error:
        raise lines.error(f"position: {error}", place) from error


def _variant(draft: Draft, lines: Lines) -> Variant:
    """The variant that a record names, and whose rules it gives: the rules count."""
    name, name_place = draft.said.get("variant", ("", draft.place))
    rules, place = draft.said.get("rules", ("", name_place))
    if not rules and not name:
        raise lines.error(
            "found neither rules nor a variant, expected them in the record or as an argument "
            "(variant=..., --variant ...): name the variant that is played",
            draft.place,
        )
    variant = _variants.get((name, rules))
    if variant is None:
        if len(_variants) >= _MOST_VARIANTS:
            _variants.clear()
        try:
            variant = _ruled(name, rules) if rules else catalogue.load(_id(name))
        except TaflError as error:
            what = "rules" if rules else "variant"
            raise lines.error(f"{what}: {error}", place) from error
        _variants[name, rules] = variant
    return variant


def _ruled(name: str, rules: str) -> Variant:
    """The variant of a rules string; under the name that the record gives it, if it is an id."""
    variant = Variant.from_otn(rules)
    for each in (name, variant.name):
        named = _named(each)
        if named is not None and named == variant:
            return named if named.name == variant.name else _called(variant, named.id)
    return variant if _named(name) else _called(variant, name)


def _called(variant: Variant, name: str) -> Variant:
    """A variant with another id, if that can be one."""
    try:
        return variant.replace({}, id=name, name=variant.name)
    except TaflError:
        return variant


def _named(name: str) -> Variant | None:
    """The built-in variant of a name or id, if there is one."""
    try:
        return catalogue.load(_id(name))
    except TaflError:
        return None


def _contradicts(draft: Draft, variant: Variant) -> bool:
    """Whether a record names a built-in variant that has other rules than it gives."""
    if not draft.said.keys() >= {"rules", "variant"}:
        return False
    named = _named(draft.said["variant"][0])
    return named is not None and named != variant


def _id(name: str) -> str:
    """The id of a built-in variant whose name is given, or the text as it is."""
    wanted = name.strip().lower()
    for each in catalogue.variants():
        if wanted == catalogue.load(each).name.lower():
            return each
    return name.strip()


class _Line:
    """A line after its replay."""

    def __init__(self, board: Board, words: list[str], strict: bool, style: str) -> None:
        self.ply = board.ply
        replayed = _core._replay(board, words, strict, style)
        self.moves: MoveList = replayed[0]
        self.fault: _Fault | None = replayed[1]
        self.differing: _Fault | None = replayed[2]
        self.states_captures: bool = replayed[3]
        self.giving_up: str = replayed[4]
        self.remarks: list[tuple[int, str]] = replayed[5]
        self.ends: list[tuple[int, Outcome]] = replayed[6]
        self.outcome: Outcome | None = replayed[7]
        self.before: Node | None = None
        self.nodes: list[Node] = []

    def cut(self, fault: _Fault | None) -> None:
        """Cuts the line before an error, unless it is cut before that."""
        if fault is not None and (self.fault is None or fault[0] < self.fault[0]):
            self.fault = fault

    @property
    def kept(self) -> MoveList:
        """The moves before the first error."""
        return self.moves if self.fault is None else self.moves[: self.fault[0]]


class _Judge:
    def __init__(self, draft: Draft, lines: Lines, start: Position, strict: bool) -> None:
        self.draft = draft
        self.source = lines
        self.strict = strict
        self.game = game = Game(start.variant, start=start)
        game.tags = {name: plain_lines(value) for name, value in draft.tags.items()}
        game.result = draft.result
        game.dialect, game.line = draft.dialect, draft.place[0]
        game.errors = draft.errors
        board = Board(start.variant, start.fen())
        self.lines: list[_Line | None] = self._replay(board)
        main = self.lines[0]
        assert main is not None
        self.main = main
        self._cut_lines()
        over = bool(main.giving_up) or main.outcome is not None
        game.complete = over if draft.complete is None else draft.complete
        game.early_ends = [EarlyEnd(*end) for end in main.ends if end[0] < len(main.moves)]
        if main.fault is None:
            if main.giving_up == "timeout":
                game.tags.setdefault("termination", "timeout")
            self._check_result()
            self._check_outcome()
        self._build()
        if not game.errors:
            self._compare_boards(board)
        game.errors.sort(key=attrgetter("line", "column"))

    def _replay(self, board: Board) -> list[_Line | None]:
        """Replays the lines, each variation after the line it belongs to.

        Variations of one line come from the last to the first, so that the board only ever goes
        back on its own way, and the time is linear in the number of moves.
        """
        drafts = self.draft.lines
        children: dict[int, list[tuple[int, int]]] = {}
        for number, words in enumerate(drafts):
            if words.parent is not None:
                children.setdefault(words.parent[0], []).append((words.parent[1], number))
        replayed: list[_Line | None] = [None] * len(drafts)
        stack = [0]
        while stack:
            number = stack.pop()
            branch = drafts[number].parent
            if branch is not None:
                parent = replayed[branch[0]]
                if parent is None or branch[1] > len(parent.moves):
                    continue  # it hangs on moves that a fault has cut off
                while board.ply > parent.ply + branch[1]:
                    board.pop()
            line = _Line(board, drafts[number].words, self.strict, self.draft.style)
            replayed[number] = line
            stack.extend(child for _, child in sorted(children.get(number, ())))
        return replayed

    def _error(self, message: str, place: Place, ply: int, fault: _Fault | None = None) -> None:
        error = self.source.error(f"ply {ply}: {message}", place)
        error.ply = ply
        error.reason = fault[2] if fault else None
        self.game.errors.append(error)

    def _cut_lines(self) -> None:
        """Whether a record states captures is known now that all of it has been read."""
        states = self.draft.states_captures or any(
            line.states_captures for line in self.lines if line
        )
        if self.draft.sides:
            self._check_sides()
        for draft, line in zip(self.draft.lines, self.lines, strict=True):
            if line is None:
                continue
            if states:
                line.cut(line.differing)
            if line.fault is not None:
                word, message, _ = line.fault
                if draft.labels:
                    message = f"{draft.labels[min(word, len(draft.labels) - 1)]}: {message}"
                ply = line.ply + min(word, len(line.moves))
                self._error(message, draft.place(word), ply, line.fault)
            for word, message in line.remarks:
                remark = Remark(line.ply + word, *draft.place(word), shortened(message, 1000))
                self.game.remarks.append(remark)
        for place, message in self.draft.odd:
            self.game.remarks.append(Remark(None, *place, message))
        for word, passed in self.draft.passed:
            place = self.draft.lines[0].place(word)
            message = f"found {passed} and moves after it, so nobody did"
            self.game.remarks.append(Remark(word, *place, message))

    def _check_sides(self) -> None:
        """Compares who is said to make each move of the main line with whose turn it is."""
        turn = self.game.start.turn
        known = len(self.main.moves) + (1 if self.main.giving_up else 0)
        for word, side in enumerate(self.draft.sides[:known]):
            if side is not turn:
                message = (
                    f"{self.draft.lines[0].words[word]}: found a move of the {side.value}, but "
                    f"the {turn.value} are to move"
                )
                if self.draft.sides_binding:
                    self.main.cut((word, message, None))
                    return
                self.main.remarks.append((word, message))
            turn = turn.opponent

    def _check_result(self) -> None:
        """Compares the stated result with a resignation and with the rules."""
        game, main, place = self.game, self.main, self.draft.result_place
        ply = len(main.moves)
        if main.giving_up:
            turn = game.start.turn if ply % 2 == 0 else game.start.turn.opponent
            implied = Result.of(turn.opponent)
            if self.draft.result is None:
                game.result = implied
            elif self.draft.result is not implied:
                self._error(
                    f"found the result {self.draft.result.value}, but the record ends with "
                    f"{main.giving_up}: the {turn.value} lose",
                    place,
                    ply,
                )
                return
        outcome = game._outcome = main.outcome
        if outcome is None or game.result is None or game.result is Result.of(outcome.winner):
            return
        message = f"found the result {game.result.value}, but the rules give {_described(outcome)}"
        if self.strict or outcome.termination not in _NOT_ALWAYS_ENFORCED:
            self._error(message, place, ply)
        else:
            game.remarks.append(Remark(ply, *place, message))

    def _check_outcome(self) -> None:
        """Compares an outcome that the record gives as such with that of the rules."""
        if self.draft.outcome is None:
            return
        stated, place = self.draft.outcome
        if stated != self.main.outcome:
            self._error(
                f"found the outcome {_described(stated)}, but the rules give "
                f"{_described(self.main.outcome)}",
                place,
                len(self.main.moves),
            )

    def _build(self) -> None:
        """Gives the game its moves: as a list where there is nothing but moves, else as a tree."""
        draft, game, main = self.draft, self.game, self.main
        if len(draft.lines) == 1 and not draft.lines[0].notes and not draft.start_notes:
            game._moves = main.kept
            game._resigned = main.giving_up == "resigned" and main.fault is None
            game._replayed = main.fault is None
            return
        _annotate(game.root, draft.start_notes)
        for words, line in zip(draft.lines, self.lines, strict=True):
            if line is None:
                continue
            line.before = self._node_before(words.parent)
            if line.before is None:
                continue  # an error has cut off what it belongs to
            node = line.before
            for word, move in enumerate(line.kept):
                node = node.add(move)
                line.nodes.append(node)
                if word in words.notes:
                    _annotate(node, words.notes[word])
            node.resigned = line.giving_up == "resigned" and line.fault is None

    def _node_before(self, branch: tuple[int, int] | None) -> Node | None:
        """The node from which a line sets out."""
        if branch is None:
            return self.game.root
        parent = self.lines[branch[0]]
        if parent is None or branch[1] > len(parent.nodes):
            return None
        return parent.nodes[branch[1] - 1] if branch[1] > 0 else parent.before

    def _compare_boards(self, board: Board) -> None:
        """Compares the boards that a record shows with the game; the first difference is an error.

        `board` stands at the end of a game without variations.
        """
        final = self.draft.final
        if final and len(self.lines) == 1 and not shows(final[0], board):
            self._error(_not_shown(final[0], board), final[1], board.ply)
        if not self.draft.boards:
            return
        board = self.game.board()
        for move, (record, place) in zip(self.game.moves, self.draft.boards, strict=False):
            board.push_unchecked(move)
            if not shows(record, board):
                self._error(_not_shown(record, board), place, board.ply)
                return


def _described(outcome: Outcome | None) -> str:
    if outcome is None:
        return "none"
    return f"{Result.of(outcome.winner).value} ({outcome.termination.value})"


def _annotate(node: Node, notes: list[Note]) -> None:
    node.clock = next((clock for clock, _ in notes if clock), "")
    node.comment = "\n".join(comment for _, comment in notes if comment)


def _not_shown(record: str, board: Board) -> str:
    found, given = shortened(record, 200), board.fen().split(" ")[0]
    return f"found the board {found}, but the moves give {given}"
