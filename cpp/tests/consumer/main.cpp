// A program of somebody who uses the library.
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "tafl/board.hpp"
#include "tafl/outcome.hpp"
#include "tafl/perft.hpp"
#include "tafl/text.hpp"

// Perft as a search would go about it.
static std::uint64_t count(tafl::Position& position, int depth) {
    if (depth == 0) return 1;
    std::uint64_t nodes = 0;
    for (const tafl::Move move : tafl::legal_moves(position)) {
        tafl::Undo undo;
        position.make(move, undo);
        nodes += count(position, depth - 1);
        position.take_back(move, undo);
    }
    return nodes;
}

int main() {
    tafl::Rules rules;
    rules.board.size = 7;
    rules.board.start = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";
    tafl::set_rule(rules, "king.capture", std::string("two"));
    const auto variant = std::make_shared<const tafl::Variant>("mine", "My own game",
                                                               std::vector<std::string>(), rules);
    tafl::Board board(variant);
    board.push(tafl::parse_move("d2-c2"));
    const std::uint64_t nodes = tafl::perft(board.position(), 3);
    std::printf("%s has %llu lines of three moves\n", board.position().text().c_str(),
                static_cast<unsigned long long>(nodes));
    tafl::Position position = board.position();
    return nodes > 0 && count(position, 3) == nodes && position == board.position() ? 0 : 1;
}
