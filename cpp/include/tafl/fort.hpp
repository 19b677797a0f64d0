// Exit forts and draw forts of the wider family.
#pragma once

#include "tafl/position.hpp"

namespace tafl {

// Whether the king stands on the edge behind walls that the attackers can never break, and can
// move. Whatever the variant makes of it, and whoever is to move.
bool is_exit_fort(const Position& position);

// The same away from the edge: the attackers can never get at a king who can move for ever.
bool is_draw_fort(const Position& position);

}  // namespace tafl
