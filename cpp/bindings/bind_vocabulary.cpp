// Square, Move and the sequence of moves.
#include <pybind11/operators.h>

#include <algorithm>
#include <cstddef>
#include <limits>

#include "convert.hpp"
#include "tafl/symmetry.hpp"
#include "tafl/text.hpp"

namespace tafl::python {

namespace {

// Index of a Python sequence, negative ones from the end.
std::size_t checked_index(py::ssize_t i, std::size_t size) {
    const auto signed_size = static_cast<py::ssize_t>(size);
    if (i < 0) i += signed_size;
    if (i < 0 || i >= signed_size) throw py::index_error("move index out of range");
    return static_cast<std::size_t>(i);
}

MoveList slice_of(const MoveList& list, const py::slice& slice) {
    py::ssize_t start = 0;
    py::ssize_t stop = 0;
    py::ssize_t step = 0;
    py::ssize_t length = 0;
    if (!slice.compute(static_cast<py::ssize_t>(list.moves.size()), &start, &stop, &step, &length))
        throw py::error_already_set();
    MoveList result;
    for (py::ssize_t i = 0; i < length; ++i, start += step)
        result.moves.push_back(list.moves[static_cast<std::size_t>(start)]);
    return result;
}

py::object item_of(const MoveList& list, py::handle at) {
    if (PySlice_Check(at.ptr()))
        return py::cast(slice_of(list, py::reinterpret_borrow<py::slice>(at)));
    if (PyIndex_Check(at.ptr()) == 0)
        throw py::type_error("a move list takes an integer or a slice, found " +
                             std::string(Py_TYPE(at.ptr())->tp_name));
    const py::ssize_t i = PyNumber_AsSsize_t(at.ptr(), PyExc_IndexError);
    if (i == -1 && PyErr_Occurred() != nullptr) throw py::error_already_set();
    return py::cast(list.moves[checked_index(i, list.moves.size())]);
}

Square transformed_square(Square square, py::handle symmetry, int size) {
    const auto which = static_cast<Symmetry>(symmetry_of(symmetry));
    if (size < 1 || size > max_size || !square.on_board(size))
        throw InvalidMoveError("found " + to_text(square) + " and the board size " +
                               std::to_string(size) + ", expected a square on the board");
    return transformed(square, which, size);
}

}  // namespace

void bind_vocabulary(py::module_& module) {
    py::class_<Square>(module, "Square", R"(A square, such as ``Square("e5")``.

The file is a letter from a, left to right, and the rank a number from 1, bottom to top. Squares
are ordered a1, b1, ..., a2, b2, ...; they are immutable and do not belong to a board.

Raises InvalidMoveError for a text that is not a square from a1 to s19.

>>> Square("e5").file, Square("e5").rank
(4, 4)
)")
        .def(py::init([](py::handle name) { return square_of(name); }), py::arg("name"))
        .def_property_readonly("file", &Square::file, R"(The file, from 0 (the a-file).

>>> Square("c1").file
2
)")
        .def_property_readonly("rank", &Square::rank, R"(The rank, from 0 (the lowest).

>>> Square("c1").rank
0
)")
        .def("transform", &transformed_square, py::arg("symmetry"), py::arg("size"),
             R"(The square under a Symmetry of a board with ``size`` squares a side.

Raises InvalidMoveError for a square that is not on such a board.

>>> Square("a1").transform(Symmetry.ROTATE_90, 9)
Square('a9')
)")
        .def("__str__", [](Square square) { return to_text(square); })
        .def("__repr__", [](Square square) { return "Square('" + to_text(square) + "')"; })
        .def("__hash__", [](Square square) { return square.index(); })
        .def(py::self == py::self)
        .def(py::self != py::self)
        .def(py::self < py::self)
        .def(py::self <= py::self)
        .def(py::self > py::self)
        .def(py::self >= py::self)
        .def("__reduce__", [](const py::object& self) {
            return py::make_tuple(py::type::of(self), py::make_tuple(py::str(self)));
        });

    py::class_<Move>(module, "Move", R"(A move: the square it starts from and the one it ends on.

A Move knows no board; whether it can be made there is the board's to say. Moves are immutable and
ordered by from_square, then to_square.

>>> move = Move("e8", "c8")
>>> str(move), str(move.from_square), move == Move.parse("e8-c8")
('e8-c8', 'e8', True)
)")
        .def(py::init([](py::handle from, py::handle to) {
                 return Move{square_of(from), square_of(to)};
             }),
             py::arg("from_square"), py::arg("to_square"))
        .def_static(
            "parse", [](py::handle text) { return parse_move(text_of(text, "a move")); },
            py::arg("text"), R"(The move of a text such as ``e8-c8``.

Raises InvalidMoveError for anything else. Board.parse_move reads more forms.

>>> Move.parse("e8-c8")
Move('e8', 'c8')
)")
        .def_readonly("from_square", &Move::from, R"(Where the piece comes from.

>>> Move("e8", "c8").from_square
Square('e8')
)")
        .def_readonly("to_square", &Move::to, R"(Where the piece goes.

>>> Move("e8", "c8").to_square
Square('c8')
)")
        .def(
            "transform",
            [](const Move& move, py::handle symmetry, int size) {
                return Move{transformed_square(move.from, symmetry, size),
                            transformed_square(move.to, symmetry, size)};
            },
            py::arg("symmetry"), py::arg("size"),
            R"(The move under a Symmetry of a board with ``size`` squares a side.

Raises InvalidMoveError for a square that is not on such a board.

>>> Move("e8", "c8").transform(Symmetry.FLIP_FILES, 9)
Move('e8', 'g8')
)")
        .def("__str__", [](const Move& move) { return to_text(move); })
        .def("__repr__",
             [](const Move& move) {
                 return "Move('" + to_text(move.from) + "', '" + to_text(move.to) + "')";
             })
        .def("__hash__", [](const Move& move) { return std::hash<Move>()(move); })
        .def(py::self == py::self)
        .def(py::self != py::self)
        .def(py::self < py::self)
        .def(py::self <= py::self)
        .def(py::self > py::self)
        .def(py::self >= py::self)
        .def("__reduce__", [](const py::object& self) {
            return py::make_tuple(
                py::type::of(self),
                py::make_tuple(py::str(self.attr("from_square")), py::str(self.attr("to_square"))));
        });

    py::class_<MoveList>(module, "MoveList", R"(An immutable sequence of moves.

It is a snapshot: the moves of the board as it was. ``in`` takes a Move. It can be made from any
iterable of moves; anything else in it is a TypeError.

>>> moves = MoveList([Move("a1", "a2"), Move("a1", "a3")])
>>> len(moves), moves[-1], Move("a1", "b1") in moves
(2, Move('a1', 'a3'), False)
)")
        .def(py::init([](const py::iterable& moves) {
                 MoveList list;
                 for (const py::handle move : moves) list.moves.push_back(move_of(move));
                 return list;
             }),
             py::arg("moves") = py::tuple())
        .def("__len__", [](const MoveList& list) { return list.moves.size(); })
        .def("__getitem__", &item_of)
        .def("__iter__",
             [](const MoveList& list) {
                 return py::iter(list_of(list.moves.begin(), list.moves.end()));
             })
        .def("__reversed__",
             [](const MoveList& list) {
                 return py::iter(list_of(list.moves.rbegin(), list.moves.rend()));
             })
        .def("__reduce__",
             [](const py::object& self) {
                 return py::make_tuple(py::type::of(self), py::make_tuple(py::tuple(self)));
             })
        .def("__contains__",
             [](const MoveList& list, py::handle move) {
                 return is_a<Move>(move) && std::find(list.moves.begin(), list.moves.end(),
                                                      move.cast<Move>()) != list.moves.end();
             })
        .def(
            "index",
            [](const MoveList& list, py::handle move, py::ssize_t start, py::ssize_t stop) {
                const auto size = static_cast<py::ssize_t>(list.moves.size());
                const auto within = [&](py::ssize_t i) {
                    return std::clamp<py::ssize_t>(i < 0 ? i + size : i, 0, size);
                };
                const Move wanted = move_of(move);
                for (py::ssize_t i = within(start); i < within(stop); ++i)
                    if (list.moves[static_cast<std::size_t>(i)] == wanted) return i;
                throw py::value_error(to_text(wanted) + " is not among the moves");
            },
            py::arg("move"), py::arg("start") = 0,
            py::arg("stop") = std::numeric_limits<py::ssize_t>::max(),
            R"(The index of a move, between two indices; ValueError if it is not there.

>>> MoveList([Move("a1", "a2"), Move("a1", "a3")]).index(Move("a1", "a3"))
1
)")
        .def(
            "count",
            [](const MoveList& list, const Move& move) {
                return std::count(list.moves.begin(), list.moves.end(), move);
            },
            py::arg("move"), R"(How often a move is there; 0 or 1 in the legal moves.

>>> MoveList([Move("a1", "a2")]).count(Move("a1", "a2"))
1
)")
        .def(py::self == py::self)
        .def("__repr__", [](const MoveList& list) {
            std::string result = "<MoveList";
            for (const Move move : list.moves) result += " " + to_text(move);
            return result + ">";
        });
}

}  // namespace tafl::python
