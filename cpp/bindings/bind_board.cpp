// Position and Board.
#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "convert.hpp"
#include "tafl/fort.hpp"
#include "tafl/symmetry.hpp"
#include "tafl/text.hpp"

namespace tafl::python {

namespace {

using VariantHolder = std::shared_ptr<Variant>;

// Python knows one kind of variant; that it is never changed is kept here, not by the type.
VariantHolder shared_variant(const Position& position) {
    return std::const_pointer_cast<Variant>(position.variant_ptr());
}

Position position_of(py::handle variant, const py::object& fen) {
    const VariantPtr rules = variant_of(variant);
    if (fen.is_none()) return Position(rules);
    return Position::parse(rules, text_of(fen, "a position string"));
}

py::dict piece_map(const std::vector<Placement>& placements) {
    py::dict result;
    for (const auto& [square, piece] : placements) result[py::cast(square)] = to_python(piece);
    return result;
}

py::tuple squares_with(Piece wanted, const std::vector<Placement>& placements) {
    std::vector<Square> squares;
    for (const auto& [square, piece] : placements)
        if (piece == wanted) squares.push_back(square);
    return to_python(squares);
}

using Counts = std::array<int, piece_kinds>;

Counts count_pieces(const Position& position) {
    return {position.count(Piece::attacker), position.count(Piece::defender),
            position.count(Piece::king)};
}

py::dict counts(const Counts& numbers) {
    py::dict result;
    for (const Piece piece : {Piece::attacker, Piece::defender, Piece::king})
        result[to_python(piece)] = numbers[index(piece)];
    return result;
}

py::object king(Square square) {
    return square.exists() ? py::cast(square) : py::none();
}

MoveList moves_from(const Position& position, py::handle square) {
    const Square from = square_of(square, position.size());
    MoveList result{legal_moves(position)};
    std::erase_if(result.moves, [&](Move move) { return move.from != from; });
    return result;
}

// A board as text: files below, ranks at the left, special squares marked where they are empty.
std::string drawing(const Position& position) {
    const Geometry& geometry = position.geometry();
    const Rules& rules = position.variant().rules();
    const std::vector<Square> corners =
        rules.corners.exist ? rules.corner_squares() : std::vector<Square>();
    const auto is_in = [](const std::vector<Square>& squares, Square square) {
        return std::find(squares.begin(), squares.end(), square) != squares.end();
    };
    std::string result;
    for (int rank = position.size() - 1; rank >= 0; --rank) {
        const std::string number = std::to_string(rank + 1);
        result += std::string(2 - std::min<std::size_t>(number.size(), 2), ' ') + number;
        for (int file = 0; file < position.size(); ++file) {
            const Square square(file, rank);
            char mark = '.';
            if (const auto piece = position.piece_at(square)) {
                mark = "tTK"[index(*piece)];
            } else if (square == geometry.throne || is_in(corners, square)) {
                mark = '+';
            } else if (std::any_of(rules.camps.groups.begin(), rules.camps.groups.end(),
                                   [&](const auto& camp) { return is_in(camp, square); })) {
                mark = '_';
            }
            result += ' ';
            result += mark;
        }
        result += '\n';
    }
    result += "  ";
    for (int file = 0; file < position.size(); ++file) {
        result += ' ';
        result += static_cast<char>('a' + file);
    }
    return result;
}

// A square of the board, see square_of.
Square square_on(BoardObject board, py::handle value) {
    return square_of(value, board.locked_position(&Position::size));
}

Board with_piece(BoardObject board, py::handle where, const py::object& what) {
    const Square square = square_on(board, where);
    std::optional<Piece> piece;
    if (!what.is_none()) piece = piece_of(what);
    return board.locked_position([&](const Position& position) {
        std::vector<Placement> placements = position.pieces();
        std::erase_if(placements, [&](const Placement& each) { return each.square == square; });
        if (piece) placements.push_back({square, *piece});
        return Board(Position(position.variant_ptr(), placements, position.turn()));
    });
}

Position transformed_position(const Position& position, Symmetry symmetry) {
    std::vector<Placement> placements = position.pieces();
    for (Placement& each : placements)
        each.square = transformed(each.square, symmetry, position.size());
    return {position.variant_ptr(), placements, position.turn()};
}

Board transformed_board(const Board& board, Symmetry symmetry) {
    if (!is_symmetric(board.variant().rules(), symmetry))
        throw Error("the special squares of " + board.variant().id() +
                    " are not the same under this symmetry, expected a variant whose are");
    Board result(transformed_position(board.start(), symmetry));
    for (const Move move : board.moves())
        result.push_unchecked(transformed(move, symmetry, board.position().size()));
    return result;
}

MoveList escapes(const Board& board) {
    return board.is_over() ? MoveList{} : MoveList{escape_moves(board.position())};
}

py::object announcement(BoardObject board) {
    const std::size_t ways = board.locked(&escapes).moves.size();
    if (ways == 0) return py::none();
    return py::str(ways == 1 ? "raicki" : "tuicku");
}

Move last_move(const Board& board) {
    if (board.ply() == 0) throw py::index_error("peek: no move was made on this board");
    return board.move(board.ply() - 1);
}

Board copy_of(BoardObject board) {
    return board.locked([](const Board& locked) { return locked; });
}

// The pickle of a board: what it is made from, its variant, start and moves.
py::tuple reduced(const py::object& self) {
    const auto [variant, start, moves] = self.cast<BoardObject>().locked([](const Board& board) {
        return std::tuple(shared_variant(board.position()), board.start().text(), board.moves());
    });
    std::string text;
    for (const Move move : moves) text += (text.empty() ? "" : " ") + to_text(move);
    return py::make_tuple(py::module_::import("tafl.pickling").attr("rebuild_board"),
                          py::make_tuple(py::type::of(self), variant, start, text),
                          py::getattr(self, "__dict__", py::none()));
}

constexpr const char* exit_fort_doc =
    R"(Whether the king stands on the edge in a fort that the attackers can never break.

The walls are soldiers that can never be captured, and the king can move. It is a fact of the
position, whatever the variant makes of it and whoever is to move.

>>> Board("linnaeus").is_exit_fort()
False
)";

constexpr const char* draw_fort_doc =
    R"(Whether the king has a fort away from the edge, in which he can move for ever.

Its walls can never be broken, as those of an exit fort.

>>> Board("linnaeus").is_draw_fort()
False
)";

void bind_position(py::module_& module) {
    py::class_<Position>(module, "Position",
                         R"(The pieces and the side to move, under the rules of a variant.

Immutable and hashable. A position knows no history: repetition plays no part in its moves and its
outcome. Two are equal if rules, pieces and side to move are. ``variant`` and ``fen`` are those of
Board, and so are the errors.

>>> position = Board("tablut").position
>>> len(position.legal_moves), position == Position("tablut")
(56, True)
)")
        .def(py::init(&position_of), py::arg("variant"), py::arg("fen") = py::none())
        .def_property_readonly("variant", &shared_variant, R"(The Variant.

>>> Position("linnaeus").variant
<Variant 'linnaeus-tablut'>
)")
        .def_property_readonly("size", &Position::size, R"(Squares a side.

>>> Position("brandubh").size
7
)")
        .def_property_readonly(
            "turn", [](const Position& position) { return to_python(position.turn()); },
            R"(The Side to move.

>>> Position("linnaeus").turn
<Side.ATTACKERS: 'attackers'>
)")
        .def_property_readonly(
            "king", [](const Position& position) { return king(position.king()); },
            R"(The Square of the king, None if he is captured.

>>> Position("linnaeus").king
Square('e5')
)")
        .def_property_readonly("key", &Position::key, R"(A 64-bit key, the same everywhere.

It depends on the rules, the pieces and the side to move; equal positions have equal keys, and
different ones different keys but for rare chance.

>>> Position("linnaeus").key == Board("linnaeus-tablut").position.key
True
)")
        .def("fen", &Position::text,
             R"(The full position string, which makes the same position again.

>>> Position("brandubh").fen()
'/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ a'
)")
        .def(
            "piece_at",
            [](const Position& position, py::handle square) {
                return to_python(position.piece_at(square_of(square, position.size())));
            },
            py::arg("square"),
            R"(The Piece on a square (a Square or its name), or None.

Raises InvalidMoveError for a square off the board.

>>> Position("linnaeus").piece_at("e5")
<Piece.KING: 'king'>
)")
        .def(
            "piece_map", [](const Position& position) { return piece_map(position.pieces()); },
            R"(The Piece of every occupied Square.

>>> Position("brandubh", "/7/7/3K3/7/7/t6/7/").piece_map()
{Square('d3'): <Piece.KING: 'king'>, Square('a6'): <Piece.ATTACKER: 'attacker'>}
)")
        .def(
            "pieces",
            [](const Position& position, py::handle kind) {
                return squares_with(piece_of(kind), position.pieces());
            },
            py::arg("piece"), R"(The squares of a kind of Piece, ascending.

>>> Position("brandubh").pieces(Piece.DEFENDER)
(Square('d3'), Square('c4'), Square('e4'), Square('d5'))
)")
        .def(
            "counts", [](const Position& position) { return counts(count_pieces(position)); },
            R"(How many there are of each Piece.

>>> Position("brandubh").counts()[Piece.ATTACKER]
8
)")
        .def(
            "outcome", [](const Position& position) { return to_python(outcome(position)); },
            R"(The Outcome, None while the game goes on.

>>> Position("linnaeus", "/9/9/9/9/9/9/9/9/4K4/").outcome().termination
<Termination.KING_ESCAPED: 'king escaped'>
)")
        .def_property_readonly(
            "legal_moves", [](const Position& position) { return MoveList{legal_moves(position)}; },
            R"(The legal moves, ascending; none if the position is finished.

>>> Position("brandubh", "/7/7/7/7/t6/1K5/7/ a").legal_moves[:3]
<MoveList a5-a2 a5-a3 a5-a4>
)")
        .def(
            "legal_moves_from", &moves_from, py::arg("square"),
            R"(The legal moves of the piece on a square; none for an empty one or a piece of the other side.

Raises InvalidMoveError for a square off the board.

>>> Position("linnaeus").legal_moves_from("e8")
<MoveList e8-a8 e8-b8 e8-c8 e8-d8 e8-f8 e8-g8 e8-h8 e8-i8>
)")
        .def(
            "is_encircled", [](const Position& position) { return is_encircled(position); },
            R"(Whether all defenders are shut off from the edge, whatever the variant makes of it.

>>> Position("linnaeus").is_encircled()
False
)")
        .def("is_exit_fort", &is_exit_fort, exit_fort_doc)
        .def("is_draw_fort", &is_draw_fort, draw_fort_doc)
        .def("__str__", &drawing)
        .def("__repr__",
             [](const Position& position) {
                 return "Position('" + position.variant().id() + "', '" + position.text() + "')";
             })
        .def(py::self == py::self)
        .def("__hash__", &Position::key)
        .def("__reduce__", [](const py::object& self) {
            const auto& position = self.cast<const Position&>();
            return py::make_tuple(py::type::of(self),
                                  py::make_tuple(shared_variant(position), position.text()));
        });
}

}  // namespace

void bind_board(py::module_& module) {
    bind_position(module);
    py::class_<Board>(module, "Board", R"(A game: a position with the moves that led to it.

``Board("linnaeus-tablut")`` stands at the start of a variant, given as id, alias or Variant;
``fen`` is a position string instead, with the side to move or without (then the variant's first).
Raises UnknownVariantError and FenError.

>>> board = Board("linnaeus-tablut", "/9/7T1/9/1tK6/9/9/9/3t3t1/9/ a")
>>> move = board.legal_moves[0]
>>> board.is_legal(move), board.captures(move)
(True, ())
>>> board.push(move)
Move('b4', 'b1')
>>> board.turn, board.ply
(<Side.DEFENDERS: 'defenders'>, 1)
>>> board.push_unchecked(board.legal_moves[0])
Move('h2', 'h1')
>>> other = board.copy()
>>> board.pop(), other.ply
(Move('h2', 'h1'), 2)
>>> other.is_game_over(), other.outcome() is None
(False, True)
)")
        .def(py::init([](py::handle variant, const py::object& fen) {
                 return Board(position_of(variant, fen));
             }),
             py::arg("variant"), py::arg("fen") = py::none())
        .def_property_readonly(
            "variant", [](BoardObject board) { return board.locked_position(&shared_variant); },
            R"(The Variant.

>>> Board("linnaeus").variant
<Variant 'linnaeus-tablut'>
)")
        .def_property_readonly(
            "size", [](BoardObject board) { return board.locked_position(&Position::size); },
            R"(Squares a side.

>>> Board("brandubh").size
7
)")
        .def_property_readonly(
            "king", [](BoardObject board) { return king(board.locked_position(&Position::king)); },
            R"(The Square of the king, None if he is captured.

>>> Board("linnaeus").king
Square('e5')
)")
        .def_property_readonly(
            "position", [](BoardObject board) { return board.locked(&Board::position); },
            R"(The present Position, a snapshot that can be the key of a dict.

>>> board = Board("linnaeus")
>>> board.position == Position("linnaeus")
True
)")
        .def(
            "fen", [](BoardObject board) { return board.locked_position(&Position::text); },
            R"(The full position string, which makes the same position again.

>>> Board("brandubh").fen()
'/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ a'
)")
        .def(
            "piece_at",
            [](BoardObject board, py::handle at) {
                const Square square = square_on(board, at);
                return to_python(board.locked_position(
                    [&](const Position& position) { return position.piece_at(square); }));
            },
            py::arg("square"), R"(The Piece on a square (a Square or its name), or None.

Raises InvalidMoveError for a square off the board.

>>> Board("linnaeus").piece_at("e5"), Board("linnaeus").piece_at("a1")
(<Piece.KING: 'king'>, None)
)")
        .def(
            "piece_map",
            [](BoardObject board) { return piece_map(board.locked_position(&Position::pieces)); },
            R"(The Piece of every occupied Square.

>>> Board("brandubh", "/7/7/3K3/7/7/t6/7/").piece_map()
{Square('d3'): <Piece.KING: 'king'>, Square('a6'): <Piece.ATTACKER: 'attacker'>}
)")
        .def(
            "pieces",
            [](BoardObject board, py::handle kind) {
                return squares_with(piece_of(kind), board.locked_position(&Position::pieces));
            },
            py::arg("piece"), R"(The squares of a kind of Piece, ascending.

>>> Board("brandubh").pieces(Piece.DEFENDER)
(Square('d3'), Square('c4'), Square('e4'), Square('d5'))
)")
        .def(
            "counts",
            [](BoardObject board) { return counts(board.locked_position(&count_pieces)); },
            R"(How many there are of each Piece.

>>> Board("brandubh").counts()[Piece.ATTACKER]
8
)")
        .def("with_piece", &with_piece, py::arg("square"), py::arg("piece"),
             R"(A new board with a piece put on a square, or with None taken off.

Its game begins there. A second king raises FenError, a square off the board InvalidMoveError.

>>> Board("brandubh").with_piece("a1", Piece.ATTACKER).counts()[Piece.ATTACKER]
9
)")
        .def(
            "with_turn",
            [](BoardObject board, py::handle side) {
                const Side turn = side_of(side);
                return Board(board.locked_position(
                    [&](const Position& position) { return position.with_turn(turn); }));
            },
            py::arg("side"),
            R"(A new board with the other or the same Side to move. Its game begins there.

>>> Board("brandubh").with_turn(Side.DEFENDERS).turn
<Side.DEFENDERS: 'defenders'>
)")
        .def(
            "transform",
            [](BoardObject board, py::handle which) {
                const auto symmetry = static_cast<Symmetry>(symmetry_of(which));
                return board.locked(
                    [&](const Board& locked) { return transformed_board(locked, symmetry); });
            },
            py::arg("symmetry"),
            R"(A new board under a Symmetry: start and moves transformed.

Raises TaflError where the variant has corner squares or camps that the symmetry moves elsewhere.

>>> board = Board("linnaeus")
>>> _ = board.push_str("e8-c8")
>>> board.transform(Symmetry.FLIP_FILES).peek()
Move('e8', 'g8')
)")
        .def(
            "legal_moves_from",
            [](BoardObject board, py::handle at) {
                const Square square = square_on(board, at);
                return MoveList{board.locked(
                    [&](const Board& locked) { return locked.legal_moves_from(square); })};
            },
            py::arg("square"),
            R"(The legal moves of the piece on a square; none for an empty one or a piece of the other side.

Raises InvalidMoveError for a square off the board.

>>> Board("linnaeus").legal_moves_from("e8")
<MoveList e8-a8 e8-b8 e8-c8 e8-d8 e8-f8 e8-g8 e8-h8 e8-i8>
)")
        .def(
            "peek", [](BoardObject board) { return board.locked(&last_move); },
            R"(The last move; IndexError if there is none.

>>> board = Board("linnaeus")
>>> _ = board.push_str("e8-c8")
>>> board.peek()
Move('e8', 'c8')
)")
        .def_property_readonly(
            "move_stack",
            [](BoardObject board) {
                const std::vector<Move> moves = board.locked(&Board::moves);
                return list_of(moves.begin(), moves.end());
            },
            R"(The moves made, the first one first: a new list.

>>> board = Board("linnaeus")
>>> _ = board.push_str("e8-c8")
>>> board.move_stack
[Move('e8', 'c8')]
)")
        .def(
            "repetitions", [](BoardObject board) { return board.locked(&Board::repetitions); },
            R"(How often the present position has occurred in this game, at least 1.

>>> board = Board("linnaeus")
>>> for text in ("e8-c8", "e7-d7", "c8-e8", "d7-e7"):
...     _ = board.push_str(text)
>>> board.repetitions()
2
)")
        .def("announcement", &announcement, R"(What Linnaeus has the defenders call, or None.

"raicki" where the king has one move to an escape square, "tuicku" where he has two or more,
whosever turn it is; None when the game is over. It is information, no rule depends on it.

>>> Board("linnaeus", "/9/9/9/9/2t1K1t2/9/4t4/9/9/ a").announcement()
'raicki'
)")
        .def(
            "escape_moves", [](BoardObject board) { return board.locked(&escapes); },
            R"(The king's moves to an escape square, were it the defenders' turn; none once the game is over.

>>> Board("linnaeus", "/9/9/9/9/2t1K1t2/9/4t4/9/9/ a").escape_moves()
<MoveList e5-e1>
)")
        .def(
            "is_encircled",
            [](BoardObject board) {
                return board.locked_position(
                    [](const Position& position) { return is_encircled(position); });
            },
            R"(Whether all defenders are shut off from the edge, whatever the variant makes of it.

>>> Board("linnaeus").is_encircled()
False
)")
        .def("__copy__", &copy_of)
        .def("__deepcopy__", [](BoardObject board, py::handle) { return copy_of(board); })
        .def("__eq__",
             [](BoardObject board, py::handle other) -> py::object {
                 if (!is_a<Board>(other))
                     return py::reinterpret_borrow<py::object>(Py_NotImplemented);
                 return py::bool_(board.locked_with(BoardObject(other, other.cast<Board&>()),
                                                    [](const Board& one, const Board& another) {
                                                        return one.position() == another.position();
                                                    }));
             })
        .def(
            "is_exit_fort", [](BoardObject board) { return board.locked_position(&is_exit_fort); },
            exit_fort_doc)
        .def(
            "is_draw_fort", [](BoardObject board) { return board.locked_position(&is_draw_fort); },
            draw_fort_doc)
        .def("__str__", [](BoardObject board) { return board.locked_position(&drawing); })
        .def("__repr__",
             [](BoardObject board) {
                 return board.locked_position([](const Position& position) {
                     return "Board('" + position.variant().id() + "', '" + position.text() + "')";
                 });
             })
        .def("__reduce__", &reduced)
        .attr("__hash__") = py::none();
}

}  // namespace tafl::python
