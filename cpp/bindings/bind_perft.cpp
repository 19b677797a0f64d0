// perft, divide and perft_stats.
#include <pybind11/stl.h>

#include <cmath>
#include <new>
#include <string>

#include "convert.hpp"
#include "gil.hpp"
#include "tafl/perft.hpp"

namespace tafl::python {

namespace {

constexpr int most_threads = 1024;
constexpr int most_megabytes = static_cast<int>(max_perft_hash_mb);

Position position_of(py::handle board) {
    if (is_a<Board>(board)) return board.cast<BoardObject>().locked(&Board::position);
    if (is_a<Position>(board)) return board.cast<const Position&>();
    throw py::type_error("expected a Board or a Position, found " +
                         py::str(py::type::of(board).attr("__name__")).cast<std::string>());
}

int checked(py::handle value, const char* name, int least, int most) {
    if (!py::isinstance<py::int_>(value) || py::isinstance<py::bool_>(value))
        throw py::type_error(std::string("expected ") + name + " as int, found " +
                             py::str(py::type::of(value).attr("__name__")).cast<std::string>());
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
    if (overflow != 0 || number < least || number > most)
        throw Error(std::string(name) + ": found " +
                    (overflow != 0 ? "a number of more than 64 bits" : std::to_string(number)) +
                    ", expected " + std::to_string(least) + " to " + std::to_string(most));
    return static_cast<int>(number);
}

int checked_depth(py::handle depth) {
    return checked(depth, "depth", 0, max_perft_depth);
}

bool checked_flag(py::handle value, const char* name) {
    if (!py::isinstance<py::bool_>(value))
        throw py::type_error(std::string("expected ") + name + " as bool, found " +
                             py::str(py::type::of(value).attr("__name__")).cast<std::string>());
    return value.cast<bool>();
}

PerftOptions options(py::handle threads, py::handle hash_mb, py::handle bulk,
                     const py::object& progress) {
    if (!progress.is_none() && PyCallable_Check(progress.ptr()) == 0)
        throw py::type_error("expected progress as a callable or None, found " +
                             py::str(py::type::of(progress).attr("__name__")).cast<std::string>());
    PerftOptions result;
    result.threads = static_cast<unsigned>(checked(threads, "threads", 1, most_threads));
    result.hash_mb = static_cast<std::size_t>(checked(hash_mb, "hash_mb", 0, most_megabytes));
    result.bulk = checked_flag(bulk, "bulk");
    return result;
}

// Runs a count without the GIL, reports its progress and hands on the Python error that ended it,
// Ctrl-C among them.
template <typename Count>
auto without_gil(PerftOptions& options, const py::object& progress, Count&& count) {
    try {
        WithoutGil released;
        options.poll = [&](double share) {
            return released.with_gil([&] {
                if (PyErr_CheckSignals() != 0) return true;
                if (progress.is_none()) return false;
                PyObject* answer = PyObject_CallFunction(progress.ptr(), "d", share);
                Py_XDECREF(answer);
                return answer == nullptr;
            });
        };
        return count();
    } catch (const Interrupted&) {
        throw py::error_already_set();
    } catch (const std::bad_alloc&) {
        if (options.hash_mb == 0) throw;
        PyErr_Format(PyExc_MemoryError, "there is not enough memory for a table of %zu megabytes",
                     options.hash_mb);
        throw py::error_already_set();
    }
}

}  // namespace

void bind_perft(py::module_& module) {
    module.def(
        "perft",
        [](py::handle board, py::handle depth, py::handle threads, py::handle hash_mb,
           py::handle bulk, const py::object& progress) {
            const Position position = position_of(board);
            const int plies = checked_depth(depth);
            PerftOptions chosen = options(threads, hash_mb, bulk, progress);
            return without_gil(chosen, progress, [&] { return perft(position, plies, chosen); });
        },
        py::arg("board"), py::arg("depth"), py::kw_only(), py::arg("threads") = 1,
        py::arg("hash_mb") = 0, py::arg("bulk") = true, py::arg("progress") = py::none(),
        R"(How many sequences of exactly ``depth`` legal moves there are (rules, section 12).

``board`` is a Board or a Position; repetition plays no part. ``threads`` share the work.
``hash_mb`` megabytes of table save recounting positions met before, and their images under the
symmetries of the board; a wrong count would need two of them to agree in two independent hashes,
121 bits together. The last two plies are counted without making most of their moves; with
``bulk=False`` every last move is made, asked whether it ends the game and taken back, as a search
would do, so that generators can be compared. The count is the same. ``progress`` is called now and
then with the share that is done, from 0 to 1. Releases the GIL; KeyboardInterrupt stops it.

Raises ValueError for a negative number, TypeError for a wrong type.

>>> perft(Board("linnaeus-tablut"), 3)
353200
>>> perft(Board("linnaeus-tablut"), 3, bulk=False)
353200
)");
    module.def(
        "divide",
        [](py::handle board, py::handle depth, py::handle threads, py::handle hash_mb,
           py::handle bulk, const py::object& progress) {
            const Position position = position_of(board);
            const int plies = checked_depth(depth);
            PerftOptions chosen = options(threads, hash_mb, bulk, progress);
            const auto counts =
                without_gil(chosen, progress, [&] { return divide(position, plies, chosen); });
            py::dict result;
            for (const auto& [move, count] : counts) result[py::cast(move)] = count;
            return result;
        },
        py::arg("board"), py::arg("depth"), py::kw_only(), py::arg("threads") = 1,
        py::arg("hash_mb") = 0, py::arg("bulk") = true, py::arg("progress") = py::none(),
        R"(The count of perft by the first move, in the order of legal_moves.

The arguments and errors are those of perft; depth 0 has no first move and gives an empty dict.

>>> counts = divide(Board("linnaeus-tablut"), 3)
>>> counts[Move("e8", "c8")], sum(counts.values())
(4548, 353200)
)");
    module.def(
        "_perft_stats",
        [](py::handle board, py::handle depth, const py::object& progress) {
            const Position position = position_of(board);
            const int plies = checked_depth(depth);
            PerftOptions chosen = options(py::int_(1), py::int_(0), py::bool_(false), progress);
            const PerftStats stats =
                without_gil(chosen, progress, [&] { return perft_stats(position, plies, chosen); });
            return py::make_tuple(stats.nodes, stats.captures, stats.pieces_captured,
                                  stats.king_captures, stats.escapes, stats.encirclements,
                                  stats.exit_forts, stats.draw_forts, stats.no_legal_moves);
        },
        py::arg("board"), py::arg("depth"), py::arg("progress"));
}

}  // namespace tafl::python
