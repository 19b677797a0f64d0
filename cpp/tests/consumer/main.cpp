// A program of somebody who uses the library.
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "tafl/board.hpp"
#include "tafl/perft.hpp"
#include "tafl/text.hpp"

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
    return nodes > 0 ? 0 : 1;
}
