// A target for coverage-guided fuzzing (libFuzzer): a variant, a position string and moves, all of
// them made from the input. Build it with the preset "fuzz" (needs clang).
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "tafl/board.hpp"
#include "tafl/text.hpp"

using namespace tafl;

namespace {

void require(bool holds) {
    if (!holds) __builtin_trap();
}

VariantPtr make_variant(std::uint8_t choice) {
    Rules rules;
    rules.board.size = 7;
    rules.board.start = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";
    rules.end.repetition = static_cast<Repetition>(choice % 9);
    rules.king.armed = static_cast<Armed>(choice / 9 % 4);
    rules.end.encirclement = static_cast<Encirclement>(choice / 36 % 3);
    rules.throne.linnaean_capture = choice >= 128;
    return std::make_shared<const Variant>("fuzz", "fuzz", std::vector<std::string>(), rules);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const VariantPtr variant = make_variant(data[0]);
    const std::string_view input(reinterpret_cast<const char*>(data + 1), size - 1);
    const std::size_t end = std::min(input.find('\n'), input.size());
    try {
        Board board(Position::parse(variant, input.substr(0, end)));
        require(Position::parse(variant, board.position().text()) == board.position());
        for (const char c : input.substr(end)) {
            const std::vector<Move> moves = board.legal_moves();
            if (moves.empty()) break;
            const auto byte = static_cast<unsigned char>(c);
            if (byte == 0xFF && board.ply() > 0) {
                board.pop();
            } else {
                board.push(moves[byte % moves.size()]);
            }
            require(board.position().key() == board.position().computed_key());
        }
        while (board.ply() > 0) board.pop();
        require(board.position() == board.start());
    } catch (const Error&) {
        // what bad input must give
    }
    return 0;
}
