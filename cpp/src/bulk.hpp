// Counting the last two plies of a perft without making them.
#pragma once

#include <cstdint>

#include "tafl/position.hpp"

namespace tafl {

// How many sequences of two moves there are. The position must not be finished; no move of either
// side may be forbidden by a rule beyond movement (forbids_moves).
std::uint64_t count_two_plies(Position& position);

}  // namespace tafl
