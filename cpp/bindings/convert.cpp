#include "convert.hpp"

#include <pybind11/gil_safe_call_once.h>
#include <pybind11/stl.h>

#include <array>
#include <utility>

#include "tafl/action.hpp"
#include "tafl/symmetry.hpp"
#include "tafl/text.hpp"

namespace tafl::python {

namespace {

// The members of one Python enum, in the order of the C++ enumerators, looked up once.
template <std::size_t size>
class EnumMembers {
public:
    EnumMembers(const char* name, std::array<const char*, size> members)
        : name_(name), names_(members) {}

    py::object operator[](std::size_t i) { return load()[i]; }

    std::size_t index_of(py::handle value) {
        const auto& members = load();
        for (std::size_t i = 0; i < size; ++i)
            if (members[i].is(value)) return i;
        throw py::type_error("expected a member of tafl." + std::string(name_) + ", found " +
                             py::str(py::type::of(value).attr("__name__")).cast<std::string>());
    }

private:
    const std::array<py::object, size>& load() {
        return storage_
            .call_once_and_store_result([this] {
                const py::object type = py::module_::import("tafl.enums").attr(name_);
                std::array<py::object, size> members;
                for (std::size_t i = 0; i < size; ++i) members[i] = type.attr(names_[i]);
                return members;
            })
            .get_stored();
    }

    const char* name_;
    std::array<const char*, size> names_;
    py::gil_safe_call_once_and_store<std::array<py::object, size>> storage_;
};

auto& sides() {
    static EnumMembers<2> members("Side", {"ATTACKERS", "DEFENDERS"});
    return members;
}

auto& pieces() {
    static EnumMembers<piece_kinds> members("Piece", {"ATTACKER", "DEFENDER", "KING"});
    return members;
}

auto& terminations() {
    static EnumMembers<7> members(
        "Termination", {"KING_CAPTURED", "KING_ESCAPED", "ENCIRCLED", "EXIT_FORT", "DRAW_FORT",
                        "NO_LEGAL_MOVES", "REPETITION"});
    return members;
}

auto& reasons() {
    static EnumMembers<12> members(
        "IllegalReason",
        {"GAME_OVER", "NO_PIECE", "NOT_YOUR_PIECE", "NOT_IN_LINE", "TOO_FAR", "BLOCKED",
         "THRONE_STOP", "THRONE_CROSS", "CORNER", "CAMP", "DRAW_FORT", "REPETITION"});
    return members;
}

auto& symmetry_members() {
    static EnumMembers<symmetries> members(
        "Symmetry", {"IDENTITY", "ROTATE_90", "ROTATE_180", "ROTATE_270", "FLIP_FILES",
                     "FLIP_RANKS", "FLIP_DIAGONAL", "FLIP_ANTI_DIAGONAL"});
    return members;
}

// Raises an error class of the package with one attribute more than the message.
void raise(const char* name, const char* message, const char* attribute, py::object value) {
    const py::object type = py::module_::import("tafl.errors").attr(name);
    const py::object error = attribute == nullptr ? type(message) : type(message, std::move(value));
    PyErr_SetObject(type.ptr(), error.ptr());
}

std::string type_name(py::handle value) {
    return py::str(py::type::of(value).attr("__name__")).cast<std::string>();
}

std::vector<std::string> texts_of(const std::string& key, py::handle list) {
    std::vector<std::string> texts;
    for (const py::handle each : list) {
        if (!py::isinstance<py::str>(each))
            throw RulesError(key, "found a value of type " + type_name(each) +
                                      " in a list, expected " + rule_expected(key));
        texts.push_back(text_of(each, "a rule value"));
    }
    return texts;
}

bool is_list(py::handle value) {
    return py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value);
}

}  // namespace

py::object to_python(Side side) {
    return sides()[index(side)];
}
py::object to_python(Piece piece) {
    return pieces()[index(piece)];
}
py::object to_python(Termination termination) {
    return terminations()[static_cast<std::size_t>(termination)];
}
py::object to_python(Illegal reason) {
    return reasons()[static_cast<std::size_t>(reason)];
}

Side side_of(py::handle value) {
    return static_cast<Side>(sides().index_of(value));
}
Piece piece_of(py::handle value) {
    return static_cast<Piece>(pieces().index_of(value));
}
int symmetry_of(py::handle value) {
    return static_cast<int>(symmetry_members().index_of(value));
}

py::object to_python(std::optional<Outcome> outcome) {
    if (!outcome) return py::none();
    static std::array<std::array<Kept, 3>, 7> outcomes;
    const std::size_t winner = outcome->winner ? index(*outcome->winner) : 2;
    return outcomes[static_cast<std::size_t>(outcome->termination)][winner].get([&]() {
        return py::module_::import("tafl.enums")
            .attr("Outcome")(outcome->winner ? to_python(*outcome->winner) : py::none(),
                             to_python(outcome->termination));
    });
}

py::object to_python(std::optional<Piece> piece) {
    return piece ? to_python(*piece) : py::none();
}

py::object shared(Square square) {
    static std::array<Kept, Square::index_range> squares;
    const auto make = [&] {
        return py::reinterpret_steal<py::object>(
            py::detail::type_caster_base<Square>::cast(square, py::return_value_policy::copy, {}));
    };
    return square.index() < squares.size() ? squares[square.index()].get(make) : make();
}

py::object shared(Move move) {
    static std::array<Kept, action_count(max_size)> moves;
    const auto make = [&] {
        return py::reinterpret_steal<py::object>(
            py::detail::type_caster_base<Move>::cast(move, py::return_value_policy::copy, {}));
    };
    return has_action(move, max_size) ? moves[action_of(move, max_size)].get(make) : make();
}

py::tuple to_python(const std::vector<Square>& squares) {
    py::tuple result(squares.size());
    for (std::size_t i = 0; i < squares.size(); ++i) result[i] = py::cast(squares[i]);
    return result;
}

std::string text_of(py::handle value, const char* what) {
    if (!py::isinstance<py::str>(value))
        throw py::type_error("expected " + std::string(what) + " as str, found " +
                             type_name(value));
    const auto bytes = py::reinterpret_steal<py::bytes>(
        PyUnicode_AsEncodedString(value.ptr(), "utf-8", "backslashreplace"));
    if (!bytes) throw py::error_already_set();
    return bytes;
}

Square square_of(py::handle value) {
    if (is_a<Square>(value)) return value.cast<Square>();
    return parse_square(text_of(value, "a Square or its name"));
}

Square square_of(py::handle value, int size) {
    const Square square = square_of(value);
    if (!square.on_board(size))
        throw InvalidMoveError("found " + to_text(square) + ", expected a square from a1 to " +
                               to_text(Square(size - 1, size - 1)));
    return square;
}

const Move& move_of(py::handle value) {
    if (!is_a<Move>(value))
        throw py::type_error(
            "expected a Move, found " + type_name(value) +
            (py::isinstance<py::str>(value) ? " (parse_move and push_str take text)" : ""));
    return value.cast<const Move&>();
}

RuleValue rule_value_of(const std::string& key, py::handle value) {
    if (py::isinstance<py::bool_>(value)) return value.cast<bool>();
    if (py::isinstance<py::int_>(value)) {
        int overflow = 0;
        const long long number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
        if (overflow != 0)
            throw RulesError(key,
                             "found a number of more than 64 bits, expected " + rule_expected(key));
        return std::int64_t{number};
    }
    if (py::isinstance<py::str>(value)) return text_of(value, "a rule value");
    if (is_list(value)) {
        const py::sequence list = py::reinterpret_borrow<py::sequence>(value);
        if (list.size() == 0 || !is_list(list[0])) return texts_of(key, list);
        std::vector<std::vector<std::string>> groups;
        for (const py::handle group : list) {
            if (!is_list(group))
                throw RulesError(key, "found a value of type " + type_name(group) +
                                          " in a list of lists, expected " + rule_expected(key));
            groups.push_back(texts_of(key, group));
        }
        return groups;
    }
    throw RulesError(
        key, "found a value of type " + type_name(value) + ", expected " + rule_expected(key));
}

py::object to_python(const RuleValue& value) {
    return std::visit([](const auto& each) -> py::object { return py::cast(each); }, value);
}

void translate_errors(py::module_&) {
    py::register_exception_translator([](std::exception_ptr pointer) {
        try {
            if (pointer) std::rethrow_exception(pointer);
        } catch (const RulesError& error) {
            raise("RulesError", error.what(), "key", py::str(error.key()));
        } catch (const FenError& error) {
            raise("FenError", error.what(), "position", py::int_(error.position()));
        } catch (const IllegalMoveError& error) {
            raise("IllegalMoveError", error.what(), "reason", to_python(error.reason()));
        } catch (const InvalidMoveError& error) {
            raise("InvalidMoveError", error.what(), nullptr, py::none());
        } catch (const Error& error) {
            raise("TaflError", error.what(), nullptr, py::none());
        }
    });
}

}  // namespace tafl::python
