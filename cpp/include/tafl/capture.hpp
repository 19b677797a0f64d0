// Captures: sections 5 to 7 of the rules.
#pragma once

#include "tafl/position.hpp"
#include "tafl/square.hpp"

namespace tafl {

// What the mover captures with the piece that has just arrived on `to`: `position` is the board
// after the move and before any removal. Adds the captured squares.
void find_captures(const Position& position, Side mover, Square to, Captures& captured);

// Whether an attacker that arrives on `to` captures the king.
bool captures_king(const Position& position, Square to);

}  // namespace tafl
