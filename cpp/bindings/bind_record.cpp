// What the package's notation and record modules build on: moves as records state them.
#include <string>
#include <utility>
#include <vector>

#include "convert.hpp"
#include "tafl/notation.hpp"
#include "tafl/replay.hpp"

namespace tafl::python {

namespace {

MarkStyle style_of(const std::string& name) {
    if (name == "otn") return MarkStyle::otn;
    return name == "walker" ? MarkStyle::walker : MarkStyle::any;
}

py::tuple read_move(py::handle text) {
    const StatedMove stated = parse_stated_move(text_of(text, "a move"));
    py::list captures;
    for (const StatedCapture& capture : stated.captures)
        captures.append(py::make_tuple(capture.square, to_python(capture.piece)));
    return py::make_tuple(to_python(stated.piece), stated.move, py::tuple(captures),
                          to_text(stated.mark));
}

py::object fault_or_none(const std::optional<Replay::Fault>& fault) {
    if (!fault) return py::none();
    return py::make_tuple(fault->word, fault->message,
                          fault->reason ? to_python(*fault->reason) : py::none());
}

py::tuple tuple_of(const Replay& result, const std::optional<Outcome>& outcome) {
    py::list remarks;
    for (const Replay::Remark& remark : result.remarks)
        remarks.append(py::make_tuple(remark.word, remark.message));
    py::list ends;
    for (const Replay::End& end : result.ends)
        ends.append(py::make_tuple(end.ply, to_python(std::optional(end.outcome))));
    const char* const given_up[] = {"", "resigned", "timeout"};
    return py::make_tuple(MoveList{result.moves}, fault_or_none(result.fault),
                          fault_or_none(result.differing), result.states_captures,
                          given_up[static_cast<std::size_t>(result.giving_up)], remarks, ends,
                          to_python(outcome));
}

py::tuple replay_line(BoardObject board, const py::list& words, bool strict,
                      const std::string& style) {
    std::vector<std::string> texts;
    texts.reserve(words.size());
    for (const py::handle word : words) texts.push_back(text_of(word, "a move"));
    const auto [result, outcome] = board.locked([&](Board& locked) {
        Replay made = replay(locked, texts, {strict, style_of(style)});
        return std::pair(std::move(made), locked.outcome());
    });
    return tuple_of(result, outcome);
}

}  // namespace

void bind_record(py::module_& module) {
    module.def("_read_move", &read_move, py::arg("text"));
    module.def(
        "_checked_move",
        [](BoardObject board, py::handle text, const std::string& style) {
            const StatedMove stated = parse_stated_move(text_of(text, "a move"));
            return board.locked(
                [&](Board& locked) { return checked_move(locked, stated, style_of(style)); });
        },
        py::arg("board"), py::arg("text"), py::arg("style"));
    module.def("_replay", &replay_line, py::arg("board"), py::arg("words"), py::arg("strict"),
               py::arg("style"));
    module.def(
        "_mark",
        [](BoardObject board, const std::string& style) {
            return board.locked(
                [&](const Board& locked) { return to_text(mark_of(locked, style_of(style))); });
        },
        py::arg("board"), py::arg("style"));
    module.def(
        "_last_captures",
        [](BoardObject board) {
            return to_python(
                board.locked([](const Board& locked) { return locked.last_captures().sorted(); }));
        },
        py::arg("board"));
}

}  // namespace tafl::python
