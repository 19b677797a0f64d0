// The calls that programs make millions of times, as plain C methods on the bound classes: the
// general call of pybind11 costs several times what they do.
//
// What is below touches raw objects, so it keeps some rules. A method checks that its object is of
// the very class and initialised, or else takes pybind11's way, which knows subclasses and refuses
// what is not initialised. Boards are looked at as convert.hpp says of BoardObject. No exception
// leaves a method.
#include <array>
#include <string>
#include <string_view>

#include "convert.hpp"
#include "tafl/action.hpp"
#include "tafl/planes.hpp"
#include "tafl/text.hpp"

namespace tafl::python {

namespace {

PyTypeObject* board_type = nullptr;
PyTypeObject* move_type = nullptr;
PyTypeObject* list_type = nullptr;

// The value in an initialised object of the very class, else null.
template <typename T>
T* exact(PyObject* object, const PyTypeObject* type) {
    if (Py_TYPE(object) != type) return nullptr;
    const auto* instance = reinterpret_cast<const py::detail::instance*>(object);
    return instance->simple_layout ? static_cast<T*>(instance->simple_value_holder[0]) : nullptr;
}

template <typename T>
T& value_of(PyObject* object, const PyTypeObject* type) {
    if (T* value = exact<T>(object, type)) return *value;
    return py::handle(object).cast<T&>();
}

BoardObject board_of(PyObject* object) {
    return {object, value_of<Board>(object, board_type)};
}

Move move_in(PyObject* object) {
    if (const Move* move = exact<Move>(object, move_type)) return *move;
    return move_of(object);
}

// Runs a call and turns what it throws into a Python error.
template <typename Call>
auto guarded(Call&& call, decltype(call()) failed) noexcept {
    try {
        return call();
    } catch (py::error_already_set& error) {
        error.restore();
    } catch (...) {
        py::detail::try_translate_exceptions();
    }
    return failed;
}

template <typename Call>
PyObject* guarded(Call&& call) noexcept {
    return guarded([&] { return py::object(call()).release().ptr(); }, nullptr);
}

// A method without arguments. (A property ignores its second one, too.)
template <py::object (*call)(BoardObject)>
PyObject* no_argument(PyObject* self, PyObject*) {
    return guarded([&] { return call(board_of(self)); });
}
template <py::object (*call)(BoardObject)>
PyObject* property(PyObject* self, void*) {
    return guarded([&] { return call(board_of(self)); });
}

// The one argument of a method, by place or by name.
PyObject* only(const char* method, const char* name, PyObject* const* arguments, Py_ssize_t count,
               PyObject* names) {
    if (count == 1 && names == nullptr) return *arguments;
    if (count == 0 && names != nullptr && PyTuple_GET_SIZE(names) == 1 &&
        PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(names, 0), name) == 0)
        return *arguments;
    throw py::type_error(std::string(method) + "() takes one argument, " + name);
}

struct Named {
    const char* method;
    const char* argument;
};

// A method with one argument.
template <const Named& named, py::object (*call)(PyObject*, PyObject*)>
PyObject* one_argument(PyObject* self, PyObject* const* arguments, Py_ssize_t count,
                       PyObject* names) {
    return guarded(
        [&] { return call(self, only(named.method, named.argument, arguments, count, names)); });
}

py::object turn(BoardObject board) {
    return to_python(board.locked_position(&Position::turn));
}
py::object ply(BoardObject board) {
    return py::int_(board.locked(&Board::ply));
}
py::object legal_moves(BoardObject board) {
    return py::cast(MoveList{board.locked(&Board::legal_moves)});
}
py::object pop(BoardObject board) {
    return shared(board.locked([](Board& locked) {
        if (locked.ply() == 0) throw py::index_error("pop: no move was made on this board");
        return locked.pop();
    }));
}
py::object get_outcome(BoardObject board) {
    return to_python(board.locked(&Board::outcome));
}
py::object is_game_over(BoardObject board) {
    return py::bool_(board.locked(&Board::is_over));
}
py::object copy(BoardObject board) {
    return py::cast(board.locked([](const Board& locked) { return locked; }));
}

constexpr Named is_legal_name{"is_legal", "move"};
py::object is_legal(PyObject* self, PyObject* argument) {
    const Move move = move_in(argument);
    return py::bool_(
        board_of(self).locked([&](const Board& board) { return board.is_legal(move); }));
}

constexpr Named captures_name{"captures", "move"};
py::object captures(PyObject* self, PyObject* argument) {
    const Move move = move_in(argument);
    return to_python(
        board_of(self).locked([&](const Board& board) { return board.captures(move); }));
}

constexpr Named push_name{"push", "move"};
py::object push(PyObject* self, PyObject* argument) {
    const Move move = move_in(argument);
    board_of(self).locked([&](Board& board) { board.push(move); });
    return py::reinterpret_borrow<py::object>(argument);
}

constexpr Named push_unchecked_name{"push_unchecked", "move"};
py::object push_unchecked(PyObject* self, PyObject* argument) {
    const Move move = move_in(argument);
    board_of(self).locked([&](Board& board) { board.push_unchecked(move); });
    return py::reinterpret_borrow<py::object>(argument);
}

// Actions.

py::object shared_action(Action action) {
    static std::array<Kept, action_count(max_size)> numbers;
    return numbers[action].get([&] { return py::int_(action); });
}

// An action of the board as an index: any integer but bool, also one of NumPy's.
long long action_in(PyObject* object) {
    if (PyBool_Check(object) || PyIndex_Check(object) == 0)
        throw py::type_error("expected an action as int, found " +
                             std::string(Py_TYPE(object)->tp_name));
    const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(object));
    if (!number) throw py::error_already_set();
    int overflow = 0;
    const long long action = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
    return overflow == 0 ? action : -1;
}

Move checked_move(long long action, int size) {
    if (action < 0 || action >= action_count(size))
        throw InvalidMoveError("found an action that is no number from 0 to " +
                               std::to_string(action_count(size) - 1) + ", expected one that is");
    return tafl::move_of(static_cast<int>(action), size);
}

int size_of(BoardObject board) {
    return board.locked_position(&Position::size);
}

py::object count_actions(BoardObject board) {
    return py::int_(action_count(size_of(board)));
}

py::object legal_actions(BoardObject board) {
    std::array<Action, action_count(max_size)> actions;
    const std::size_t count = board.locked([&](const Board& locked) {
        std::size_t found = 0;
        const int size = locked.position().size();
        locked.visit_legal_moves([&](Move move) { actions[found++] = action_of(move, size); });
        return found;
    });
    auto result = py::reinterpret_steal<py::object>(PyList_New(static_cast<py::ssize_t>(count)));
    if (!result) throw py::error_already_set();
    for (std::size_t i = 0; i < count; ++i)
        PyList_SET_ITEM(result.ptr(), static_cast<py::ssize_t>(i),
                        shared_action(actions[i]).release().ptr());
    return result;
}

// New bytes, which nobody but us knows yet, and where they are written.
py::object new_bytes(std::size_t size, std::uint8_t*& data) {
    auto bytes = py::reinterpret_steal<py::object>(
        PyBytes_FromStringAndSize(nullptr, static_cast<py::ssize_t>(size)));
    if (!bytes) throw py::error_already_set();
    data = reinterpret_cast<std::uint8_t*>(PyBytes_AS_STRING(bytes.ptr()));
    return bytes;
}

py::object action_mask(BoardObject board) {
    std::uint8_t* data = nullptr;
    py::object bytes = new_bytes(static_cast<std::size_t>(action_count(size_of(board))), data);
    board.locked([&](const Board& locked) { write_action_mask(locked, data); });
    return bytes;
}

py::object planes(BoardObject board) {
    const int size = size_of(board);
    std::uint8_t* data = nullptr;
    const py::object bytes = new_bytes(planes_size(size), data);
    board.locked([&](const Board& locked) { write_planes(locked, data); });
    return py::memoryview(bytes).attr("cast")("B", py::make_tuple(plane_count, size, size));
}

constexpr Named push_action_name{"push_action", "action"};
py::object push_action(PyObject* self, PyObject* argument) {
    const long long action = action_in(argument);
    return shared(board_of(self).locked([&](Board& board) {
        const Move move = checked_move(action, board.position().size());
        board.push(move);
        return move;
    }));
}

constexpr Named action_of_name{"action_of", "move"};
py::object get_action(PyObject* self, PyObject* argument) {
    const Move move = move_in(argument);
    const int size = size_of(board_of(self));
    if (!has_action(move, size))
        throw InvalidMoveError("found " + to_text(move) +
                               ", expected two squares of this board on a common rank or file");
    return shared_action(tafl::action_of(move, size));
}

constexpr Named move_of_name{"move_of", "action"};
py::object get_move(PyObject* self, PyObject* argument) {
    const long long action = action_in(argument);
    return shared(checked_move(action, size_of(board_of(self))));
}

// How C stores a method with names: by a cast, as its manual says.
template <const Named& named, py::object (*call)(PyObject*, PyObject*)>
PyMethodDef method(const char* doc) {
    return {named.method,
            reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&one_argument<named, call>)),
            METH_FASTCALL | METH_KEYWORDS, doc};
}
template <py::object (*call)(BoardObject)>
PyMethodDef method(const char* name, const char* doc) {
    return {name, &no_argument<call>, METH_NOARGS, doc};
}
template <py::object (*call)(BoardObject)>
PyGetSetDef getter(const char* name, const char* doc) {
    return {name, &property<call>, nullptr, doc, nullptr};
}

void add_methods() {
    static std::array methods{
        method<is_legal_name, is_legal>("is_legal($self, move)\n--\n\nWhether a Move is legal."),
        method<captures_name, captures>(R"(captures($self, move)
--

The squares a legal Move captures, ascending, the king's too.

Raises IllegalMoveError like push.
)"),
        method<push_name, push>(R"(push($self, move)
--

Makes a Move and returns it.

Raises IllegalMoveError, whose reason says which rule forbids it, or InvalidMoveError for a square
off the board; the board is then as it was.
)"),
        method<push_unchecked_name, push_unchecked>(R"(push_unchecked($self, move)
--

Makes a Move that was taken from legal_moves and returns it.

It saves the test for repetition and for the end of the game; a move that its piece cannot make at
all raises as in push.
)"),
        method<pop>("pop", R"(pop($self)
--

Takes the last move back and returns it; IndexError if there is none.)"),
        method<get_outcome>("outcome", R"(outcome($self)
--

The Outcome, None while the game goes on.)"),
        method<is_game_over>("is_game_over", R"(is_game_over($self)
--

Whether the game is over, for whatever reason.)"),
        method<copy>("copy", "copy($self)\n--\n\nA copy, with its history."),
        method<legal_actions>("legal_actions", R"(legal_actions($self)
--

The legal moves as a new list of actions, ascending, which is the order of legal_moves.

An action stands for a move as one of ``action_count`` numbers from 0, the same for every variant
of a board size: the number of the from-square (a1 0, b1 1, ...) times ``2 * (size - 1)``, plus
the place of the to-square among the squares of the same file and rank, ascending.

>>> board = Board("linnaeus-tablut")
>>> board.legal_actions()[:3], board.action_count
([48, 49, 50], 1296)
>>> board.push_action(48)
Move('d1', 'a1')
)"),
        method<push_action_name, push_action>(R"(push_action($self, action)
--

Makes the move of an action, see legal_actions, and returns it as a Move.

Raises IllegalMoveError like push, and InvalidMoveError for a number that is no action.

>>> Board("linnaeus-tablut").push_action(48)
Move('d1', 'a1')
)"),
        method<action_of_name, get_action>(R"(action_of($self, move)
--

The action of a Move, legal or not, see legal_actions.

Raises InvalidMoveError for squares that are not two of this board on a common rank or file.

>>> Board("linnaeus-tablut").action_of(Move("d1", "a1"))
48
)"),
        method<move_of_name, get_move>(R"(move_of($self, action)
--

The Move of an action, legal or not, see legal_actions.

Raises InvalidMoveError for a number that is no action.

>>> Board("linnaeus-tablut").move_of(48)
Move('d1', 'a1')
)"),
        method<action_mask>("action_mask", R"(action_mask($self)
--

The legal actions as ``action_count`` bytes: 1 where the action is legal, else 0.

>>> board = Board("linnaeus-tablut")
>>> mask = board.action_mask()
>>> [action for action, legal in enumerate(mask) if legal] == board.legal_actions()
True
)"),
        method<planes>("planes", R"(planes($self)
--

The board as planes of 0 and 1: a read-only memoryview of bytes with three dimensions.

The first dimension is the plane: attackers, defenders without the king, the king, all 1 if the
defenders are to move, all 1 if the present position has occurred in this game before. The others
are rank and file. NumPy takes it without a copy: ``numpy.asarray(board.planes())``.

>>> planes = Board("linnaeus-tablut").planes()
>>> planes.shape, planes[2, 4, 4]  # the king on e5
((5, 9, 9), 1)
)"),
    };
    static std::array getters{
        getter<turn>("turn", "The Side to move."),
        getter<ply>("ply", "How many moves were made."),
        getter<legal_moves>(
            "legal_moves",
            R"(The legal moves, by from-square, then to-square (a1, b1, ..., a2, ...).

A snapshot; empty once the game is over for any reason.
)"),
        getter<count_actions>("action_count", R"(How many actions there are, see legal_actions.

>>> Board("brandubh").action_count
588
)"),
    };
    py::handle type = reinterpret_cast<PyObject*>(board_type);
    const auto add = [&](const char* name, PyObject* descriptor) {
        if (descriptor == nullptr) throw py::error_already_set();
        type.attr(name) = py::reinterpret_steal<py::object>(descriptor);
    };
    for (PyMethodDef& each : methods) add(each.ml_name, PyDescr_NewMethod(board_type, &each));
    for (PyGetSetDef& each : getters) add(each.name, PyDescr_NewGetSet(board_type, &each));
}

// The protocol of a sequence for the interpreter itself; MoveList's methods stay what Python sees.

const std::vector<Move>& moves_in(PyObject* list) {
    return value_of<const MoveList>(list, list_type).moves;
}

Py_ssize_t list_length(PyObject* self) {
    return guarded([&] { return static_cast<Py_ssize_t>(moves_in(self).size()); }, -1);
}

PyObject* list_iterator(PyObject* self) {
    return guarded([&] {
        const std::vector<Move>& moves = moves_in(self);
        return py::reinterpret_steal<py::object>(
            PyObject_GetIter(list_of(moves.begin(), moves.end()).ptr()));
    });
}

void speed_up_lists() {
    list_type->tp_iter = &list_iterator;
    list_type->tp_as_sequence->sq_length = &list_length;
    list_type->tp_as_mapping->mp_length = &list_length;
}

template <typename T>
PyTypeObject* type_of() {
    return reinterpret_cast<PyTypeObject*>(py::type::of<T>().ptr());
}

}  // namespace

void bind_fast_calls() {
    board_type = type_of<Board>();
    move_type = type_of<Move>();
    list_type = type_of<MoveList>();
    add_methods();
    speed_up_lists();
}

}  // namespace tafl::python
