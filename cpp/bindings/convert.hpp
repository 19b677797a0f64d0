// What the bindings share: arguments from Python and values to Python.
#pragma once

#include <pybind11/critical_section.h>
#include <pybind11/pybind11.h>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tafl/board.hpp"

namespace tafl::python {

namespace py = pybind11;

// A list of moves as Python sees it: a sequence that does not change.
struct MoveList {
    std::vector<Move> moves;
    friend bool operator==(const MoveList&, const MoveList&) = default;
};

// Loads an argument of a bound class only if its __init__ has run. Left to itself, pybind11 hands
// out raw memory for an object that came from __new__ alone, or whose subclass forgot to call
// super().__init__().
template <typename T>
class InitialisedCaster : public py::detail::type_caster_base<T> {
public:
    bool load(py::handle source, bool convert) {
        if (source && PyType_IsSubtype(Py_TYPE(source.ptr()), this->typeinfo->type)) {
            auto* instance = reinterpret_cast<py::detail::instance*>(source.ptr());
            if (instance->get_value_and_holder(this->typeinfo).value_ptr() == nullptr)
                throw py::type_error(std::string(Py_TYPE(source.ptr())->tp_name) +
                                     ".__init__() has not been called on this object");
        }
        return py::detail::type_caster_base<T>::load(source, convert);
    }
};

// A Python object that is made when it is first asked for and kept for ever. Threads may ask at
// once; making it may let others run.
class Kept {
public:
    template <typename Make>
    py::object get(Make&& make) {
        PyObject* object = object_.load(std::memory_order_acquire);
        if (object == nullptr) {
            PyObject* made = std::forward<Make>(make)().release().ptr();
            if (object_.compare_exchange_strong(object, made)) {
                object = made;
            } else {
                Py_DECREF(made);  // another thread was faster
            }
        }
        return py::reinterpret_borrow<py::object>(object);
    }

private:
    std::atomic<PyObject*> object_ = nullptr;
};

// A Board as Python passes it, which other threads may have in hand at the same time. Whoever looks
// at it or changes it does so in a call to `locked`, where no other thread is at this board: for
// the length of a critical section of the object, or of nothing at all where there is a GIL.
//
// No Python code may run in such a call, nor may an object be made there: that can let the GIL or
// the critical section go. So what is found there is a value of C++, and becomes one of Python
// afterwards.
class BoardObject {
public:
    BoardObject(py::handle object, Board& board) : object_(object), board_(&board) {}

    template <typename Look>
    auto locked(Look&& look) const {
        const py::scoped_critical_section section(object_);
        return std::invoke(std::forward<Look>(look), *board_);
    }
    // The same for what needs no more than the position.
    template <typename Look>
    auto locked_position(Look&& look) const {
        return locked([&](const Board& board) { return std::invoke(look, board.position()); });
    }
    // The same for two boards, which may be one.
    template <typename Look>
    auto locked_with(const BoardObject& other, Look&& look) const {
        const py::scoped_critical_section section(object_, other.object_);
        return std::invoke(std::forward<Look>(look), *board_, *other.board_);
    }

private:
    py::handle object_;
    Board* board_;
};

// Squares and moves never change, so Python gets the same object for equal ones: that costs no
// memory to be allocated, and a list of moves becomes cheap.
py::object shared(Square square);
py::object shared(Move move);

// A new list of them. It is also what is iterated over: without a GIL, the iterators of lists may
// be shared by threads, those of tuples may not before Python 3.14.
template <typename Iterator>
py::list list_of(Iterator begin, Iterator end) {
    py::list result(static_cast<std::size_t>(end - begin));
    for (py::ssize_t i = 0; begin != end; ++begin, ++i)
        PyList_SET_ITEM(result.ptr(), i, shared(*begin).release().ptr());
    return result;
}

// For classes whose objects are shared.
template <typename T>
class SharedCaster : public InitialisedCaster<T> {
public:
    static py::handle cast(const T& value, py::return_value_policy, py::handle) {
        return shared(value).release();
    }
    static py::handle cast(const T* value, py::return_value_policy, py::handle) {
        return shared(*value).release();
    }
};

}  // namespace tafl::python

namespace pybind11::detail {

template <>
class type_caster<tafl::Square> : public tafl::python::SharedCaster<tafl::Square> {};
template <>
class type_caster<tafl::Move> : public tafl::python::SharedCaster<tafl::Move> {};
template <>
class type_caster<tafl::python::MoveList>
    : public tafl::python::InitialisedCaster<tafl::python::MoveList> {};
template <>
class type_caster<tafl::Variant> : public tafl::python::InitialisedCaster<tafl::Variant> {};
template <>
class type_caster<tafl::Position> : public tafl::python::InitialisedCaster<tafl::Position> {};
template <>
class type_caster<tafl::Board> : public tafl::python::InitialisedCaster<tafl::Board> {};
template <>
class type_caster<tafl::python::BoardObject> {
public:
    static constexpr auto name = make_caster<tafl::Board>::name;
    template <typename>
    using cast_op_type = tafl::python::BoardObject;

    bool load(handle source, bool convert) {
        object_ = source;
        return board_.load(source, convert);
    }
    operator tafl::python::BoardObject() { return {object_, cast_op<tafl::Board&>(board_)}; }

private:
    handle object_;
    make_caster<tafl::Board> board_;
};

}  // namespace pybind11::detail

namespace tafl::python {

// Whether an object really is of a bound class. (py::isinstance believes its __class__.)
template <typename T>
bool is_a(py::handle value) {
    return PyType_IsSubtype(Py_TYPE(value.ptr()),
                            reinterpret_cast<PyTypeObject*>(py::type::of<T>().ptr())) != 0;
}

// The members of the package's enums, which are Python enums with words as values.
py::object to_python(Side side);
py::object to_python(Piece piece);
py::object to_python(Termination termination);
py::object to_python(Illegal reason);

// Throw TypeError for anything but a member of the enum.
Side side_of(py::handle value);
Piece piece_of(py::handle value);
int symmetry_of(py::handle value);

// By value: looking up the enums may let another thread run, and that may change the board.
py::object to_python(std::optional<Outcome> outcome);
py::object to_python(std::optional<Piece> piece);
py::tuple to_python(const std::vector<Square>& squares);

// A str; characters that no UTF-8 text can hold are replaced by escapes, so that a parser refuses
// them by their place. Throws TypeError for anything else.
std::string text_of(py::handle value, const char* what);

// A Square or its name; InvalidMoveError for a text that is none, TypeError for anything else.
Square square_of(py::handle value);
// The same, and on the board.
Square square_of(py::handle value, int size);

// A Move; TypeError for anything else.
const Move& move_of(py::handle value);

// A Variant, or the built-in one of an id or alias; UnknownVariantError.
std::shared_ptr<Variant> variant_of(py::handle variant);

// A rule value; RulesError for a type that no rule has.
RuleValue rule_value_of(const std::string& key, py::handle value);
py::object to_python(const RuleValue& value);

// Registers the errors of the package; called once.
void translate_errors(py::module_& module);

void bind_vocabulary(py::module_& module);
void bind_variant(py::module_& module);
void bind_board(py::module_& module);
void bind_perft(py::module_& module);
void bind_record(py::module_& module);
// After bind_vocabulary and bind_board.
void bind_fast_calls();
void bind_games(py::module_& module);

// Gives a class an __init__ that refuses an object which is being initialised.
void guard_init(py::handle type);

}  // namespace tafl::python
