// Shieldwall captures of the wider family: a whole row on the edge at once.
#pragma once

#include "tafl/position.hpp"
#include "tafl/square.hpp"

namespace tafl {

// Adds what the mover captures in shieldwalls that the piece just arrived on `to` closes, on top
// of the custodial captures that are already there. The variant must have the rule.
void find_shieldwalls(const Position& position, Side mover, Square to, Captures& captured);

}  // namespace tafl
