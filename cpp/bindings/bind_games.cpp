// Games: many boards that are stepped together.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "buffer.hpp"
#include "convert.hpp"
#include "gil.hpp"
#include "tafl/games.hpp"
#include "tafl/perft.hpp"
#include "tafl/planes.hpp"

namespace tafl::python {

namespace {

constexpr std::uint64_t most_games = 100'000;
constexpr std::uint64_t most_threads = 1024;
constexpr std::string_view bytes = "Bb?";
constexpr std::string_view integers = "bBhHiIlLqQ";

// Calls work without the GIL, so another thread may call, too; it is refused.
struct SharedGames {
    SharedGames(const VariantPtr& variant, std::size_t count, const GamesOptions& options)
        : games(variant, count, options) {}
    Games games;
    std::atomic<bool> busy = false;
};

class Claim {
public:
    explicit Claim(SharedGames& shared) : shared_(shared) {
        if (shared_.busy.exchange(true))
            throw Error("found a call on these games in another thread, expected one at a time");
    }
    ~Claim() { shared_.busy = false; }
    Claim(const Claim&) = delete;
    Claim& operator=(const Claim&) = delete;

private:
    SharedGames& shared_;
};

}  // namespace

}  // namespace tafl::python

namespace pybind11::detail {

template <>
class type_caster<tafl::python::SharedGames>
    : public tafl::python::InitialisedCaster<tafl::python::SharedGames> {};

}  // namespace pybind11::detail

namespace tafl::python {

namespace {

// Takes the integers of NumPy as well.
std::uint64_t checked(py::handle value, const char* name, std::uint64_t least, std::uint64_t most) {
    if (PyIndex_Check(value.ptr()) == 0 || PyBool_Check(value.ptr()))
        throw py::type_error(std::string("expected ") + name + " as int, found " +
                             Py_TYPE(value.ptr())->tp_name);
    const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
    if (!index) throw py::error_already_set();
    const unsigned long long number = PyLong_AsUnsignedLongLong(index.ptr());
    const bool overflow = PyErr_Occurred() != nullptr;
    if (overflow) PyErr_Clear();
    if (overflow || number < least || number > most)
        throw Error(
            std::string(name) + ": found " +
            (overflow ? "a number below 0 or of more than 64 bits" : std::to_string(number)) +
            ", expected " + std::to_string(least) + " to " + std::to_string(most));
    return number;
}

bool checked_flag(py::handle value, const char* name) {
    if (PyBool_Check(value.ptr()) == 0)
        throw py::type_error(std::string("expected ") + name + " as bool, found " +
                             Py_TYPE(value.ptr())->tp_name);
    return value.is(py::handle(Py_True));
}

std::unique_ptr<SharedGames> make_games(py::handle variant, py::handle count, py::handle threads,
                                        py::handle seed, py::handle auto_reset,
                                        py::handle max_plies) {
    constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
    GamesOptions options;
    const VariantPtr rules = variant_of(variant);
    const std::size_t games = checked(count, "n", 1, most_games);
    options.threads = static_cast<unsigned>(checked(threads, "threads", 1, most_threads));
    options.seed = checked(seed, "seed", 0, any);
    options.auto_reset = checked_flag(auto_reset, "auto_reset");
    if (!max_plies.is_none()) options.max_plies = checked(max_plies, "max_plies", 1, any);
    return std::make_unique<SharedGames>(rules, games, options);
}

int size_of(const SharedGames& shared) {
    return shared.games.size();
}
std::size_t actions_of(const SharedGames& shared) {
    return static_cast<std::size_t>(action_count(size_of(shared)));
}

std::size_t checked_game(const SharedGames& shared, py::handle i) {
    return checked(i, "game", 0, shared.games.count() - 1);
}

void reset(SharedGames& shared, const py::object& indices) {
    if (indices.is_none()) {
        const Claim claim(shared);
        const WithoutGil released;
        shared.games.reset();
        return;
    }
    std::vector<std::size_t> chosen;
    for (const py::handle each : py::iter(indices)) {
        chosen.push_back(checked_game(shared, each));
        if (chosen.size() > shared.games.count())
            throw Error("indices: found more than there are games, expected each but once");
    }
    const Claim claim(shared);
    for (const std::size_t i : chosen) shared.games.reset(i);
}

void legal_action_masks(SharedGames& shared, py::handle out) {
    const Buffer masks(out,
                       {"out", bytes, shared.games.count() * actions_of(shared), Access::write});
    const Claim claim(shared);
    const WithoutGil released;
    shared.games.legal_action_masks(masks.data<std::uint8_t>());
}

void observe(SharedGames& shared, py::handle out) {
    const Buffer planes(
        out, {"out", "Bb?f", shared.games.count() * planes_size(size_of(shared)), Access::write});
    const Claim claim(shared);
    const WithoutGil released;
    if (planes.format() == 'f') {
        shared.games.observe(planes.data<float>());
    } else {
        shared.games.observe(planes.data<std::uint8_t>());
    }
}

// Where the results of a step go.
class ResultBuffers {
public:
    ResultBuffers(const SharedGames& shared, py::handle rewards, py::handle ended)
        : rewards_(rewards, {"rewards_out", "f", shared.games.count(), Access::write}),
          ended_(ended, {"ended_out", bytes, shared.games.count(), Access::write}) {
        require_apart(rewards_, ended_);
    }
    void require_apart_from(const Buffer& other) const {
        require_apart(other, rewards_);
        require_apart(other, ended_);
    }
    Results results() const { return {rewards_.data<float>(), ended_.data<std::uint8_t>()}; }

private:
    Buffer rewards_;
    Buffer ended_;
};

template <typename T>
void read(const Buffer& buffer, std::vector<std::int64_t>& out) {
    const T* items = buffer.data<const T>();
    for (std::size_t i = 0; i < out.size(); ++i) {
        constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        // What is larger than any action is one like the other.
        if constexpr (std::is_unsigned_v<T>) {
            out[i] = static_cast<std::int64_t>(std::min<std::uint64_t>(items[i], most));
        } else {
            out[i] = items[i];
        }
    }
}

// A copy, which nobody can change while it is looked at.
std::vector<std::int64_t> read_actions(const Buffer& buffer, std::size_t count) {
    std::vector<std::int64_t> actions(count);
    const bool is_signed = std::strchr("bhilq", buffer.format()) != nullptr;
    switch (buffer.item_size()) {
        case 1:
            is_signed ? read<std::int8_t>(buffer, actions) : read<std::uint8_t>(buffer, actions);
            break;
        case 2:
            is_signed ? read<std::int16_t>(buffer, actions) : read<std::uint16_t>(buffer, actions);
            break;
        case 4:
            is_signed ? read<std::int32_t>(buffer, actions) : read<std::uint32_t>(buffer, actions);
            break;
        default:
            is_signed ? read<std::int64_t>(buffer, actions) : read<std::uint64_t>(buffer, actions);
            break;
    }
    return actions;
}

void step(SharedGames& shared, py::handle actions, py::handle rewards, py::handle ended) {
    const std::size_t count = shared.games.count();
    const Buffer given(actions, {"actions", integers, count, Access::read});
    const ResultBuffers out(shared, rewards, ended);
    out.require_apart_from(given);
    const std::vector<std::int64_t> chosen = read_actions(given, count);
    const Claim claim(shared);
    const WithoutGil released;
    shared.games.step(chosen.data(), out.results());
}

void step_random(SharedGames& shared, py::handle rewards, py::handle ended) {
    const ResultBuffers out(shared, rewards, ended);
    const Claim claim(shared);
    const WithoutGil released;
    shared.games.step_random(out.results());
}

std::uint64_t playout(SharedGames& shared, py::handle max_moves, py::handle rewards,
                      py::handle ended) {
    const std::uint64_t moves =
        checked(max_moves, "max_moves", 0, std::numeric_limits<std::uint32_t>::max());
    const ResultBuffers out(shared, rewards, ended);
    const Claim claim(shared);
    try {
        WithoutGil released;
        return shared.games.playout(moves, out.results(), [&] {
            return released.with_gil([] { return PyErr_CheckSignals() != 0; });
        });
    } catch (const Interrupted&) {
        throw py::error_already_set();
    }
}

}  // namespace

void bind_games(py::module_& module) {
    py::class_<SharedGames>(module, "Games", R"(Many games of one variant, stepped together in C++.

``n`` games (up to 100,000) are shared out to so many ``threads``. The methods write what they find
into buffers of the caller's, an item or a row for each game: writable, C-contiguous, of the right
number of items in whatever shape (array.array, bytearray, memoryview, NumPy's arrays). They
release the GIL. Random moves depend on ``seed`` alone, not on the number of threads. With
``auto_reset``, a game that ends begins anew in the step that ends it. ``max_plies`` gives a game up
after so many moves.

Raises TaflError for wrong numbers, TypeError for wrong types, and TaflError for a call on games
that another thread is calling.

>>> from array import array
>>> games = Games("linnaeus-tablut", 2, seed=1)
>>> rewards, ended = array("f", [0, 0]), bytearray(2)
>>> games.step(array("H", [48, 49]), rewards, ended)
>>> games.board(1).peek(), list(ended)
(Move('d1', 'b1'), [0, 0])
)")
        .def(py::init(&make_games), py::arg("variant"), py::arg("n"), py::kw_only(),
             py::arg("threads") = 1, py::arg("seed") = 0, py::arg("auto_reset") = true,
             py::arg("max_plies") = py::none())
        .def("__len__", [](const SharedGames& shared) { return shared.games.count(); })
        .def_property_readonly(
            "variant",
            [](const SharedGames& shared) {
                return std::const_pointer_cast<Variant>(shared.games.variant());
            },
            R"(The Variant.

>>> Games("linnaeus", 2).variant
<Variant 'linnaeus-tablut'>
)")
        .def_property_readonly("size", &size_of, R"(Squares a side.

>>> Games("brandubh", 2).size
7
)")
        .def_property_readonly("action_count", &actions_of,
                               R"(How many actions there are, see Board.legal_actions.

>>> Games("brandubh", 2).action_count
588
)")
        .def_property_readonly(
            "planes_shape",
            [](const SharedGames& shared) {
                return py::make_tuple(plane_count, size_of(shared), size_of(shared));
            },
            R"(The shape of the planes of one game, see Board.planes.

>>> Games("brandubh", 2).planes_shape
(5, 7, 7)
)")
        .def(
            "board",
            [](SharedGames& shared, py::handle i) {
                const std::size_t number = checked_game(shared, i);
                const Claim claim(shared);
                return shared.games.board(number);
            },
            py::arg("i"), "A copy of the Board of a game, with its history. Games count from 0.")
        .def("reset", &reset, py::arg("indices") = py::none(),
             R"(Begins all games anew, or those of an iterable of numbers.

>>> from array import array
>>> games = Games("linnaeus", 2)
>>> games.step_random(array("f", [0, 0]), bytearray(2))
>>> games.reset([1])
>>> games.board(0).ply, games.board(1).ply
(1, 0)
)")
        .def("legal_action_masks", &legal_action_masks, py::arg("out"),
             R"(Writes the masks of the legal actions: ``n * action_count`` bytes, 1 where legal.

All are 0 for a game that has ended. The format may be 'B', 'b' or '?'.

>>> games = Games("brandubh", 2)
>>> masks = bytearray(2 * games.action_count)
>>> games.legal_action_masks(masks)
>>> sum(masks) == 2 * len(games.board(0).legal_moves)
True
)")
        .def("observe", &observe, py::arg("out"),
             R"(Writes the planes of all games (Board.planes): ``n`` times ``planes_shape`` items.

The format may be 'B', 'b', '?', or 'f' for 32-bit floating point.

>>> games = Games("brandubh", 1)
>>> planes = bytearray(5 * 7 * 7)
>>> games.observe(planes)
>>> planes == games.board(0).planes().tobytes()
True
)")
        .def("step", &step, py::arg("actions"), py::arg("rewards_out"), py::arg("ended_out"),
             R"(Makes the move of one action in each game.

``actions`` has integers of any format. ``rewards_out`` (format 'f') gets 1 where the attackers
have just won, -1 where the defenders have, else 0; ``ended_out`` (bytes) gets 1 where the game is
over, 2 where max_plies has given it up, else 0. A game that had ended before, which is only so
without auto_reset, is passed over whatever its action, with the reward 0.

Raises InvalidMoveError and IllegalMoveError for the first action that its game does not allow; no
game is stepped then.
)")
        .def("step_random", &step_random, py::arg("rewards_out"), py::arg("ended_out"),
             R"(Like step with random actions, each legal one with the same chance.

>>> from array import array
>>> games = Games("linnaeus", 2, seed=1)
>>> games.step_random(array("f", [0, 0]), bytearray(2))
>>> [games.board(i).ply for i in range(len(games))]
[1, 1]
)")
        .def("playout", &playout, py::arg("max_moves"), py::arg("rewards_out"),
             py::arg("ended_out"),
             R"(Plays every game on with random moves until it ends, and returns how many moves.

At most ``max_moves`` are made in a game. ``rewards_out`` and ``ended_out`` are as in step, for the
games as they then stand. KeyboardInterrupt stops it, with the results as they stand by then.

>>> from array import array
>>> games = Games("tablut", 3, seed=5)
>>> rewards, ended = array("f", bytes(12)), bytearray(3)
>>> games.playout(2, rewards, ended), list(ended)
(6, [0, 0, 0])
)")
        .def("__repr__", [](const SharedGames& shared) {
            return "<Games: " + std::to_string(shared.games.count()) + " of " +
                   shared.games.variant()->id() + ">";
        });
}

}  // namespace tafl::python
