// Moves as numbers of a small fixed range, which programs that learn want: one number for every
// pair of squares on a common line of the board, whatever stands there.
//
// From each square 2 * (size - 1) others can be reached. An action is the number of the from-square
// (rank * size + file) times that, plus the place of the to-square among them in ascending order.
// So actions are ordered like moves, and none of the numbers below action_count is wasted.
#pragma once

#include "tafl/square.hpp"

namespace tafl {

using Action = std::uint16_t;

constexpr int actions_from_square(int size) {
    return 2 * (size - 1);
}
constexpr int action_count(int size) {
    return size * size * actions_from_square(size);
}
static_assert(action_count(max_size) <= 1 << 16);

// Whether a pair of squares is one that has a number.
constexpr bool has_action(Move move, int size) {
    return move.from.on_board(size) && move.to.on_board(size) && move.from != move.to &&
           (move.from.file() == move.to.file() || move.from.rank() == move.to.rank());
}

// For a move that has one.
constexpr Action action_of(Move move, int size) {
    const auto [from, to] = move;
    int place = to.rank();  // the squares below on the file come first, then those of the rank
    if (to.rank() == from.rank()) place += to.file() - (to.file() > from.file() ? 1 : 0);
    if (to.rank() > from.rank()) place += size - 2;
    return static_cast<Action>((from.rank() * size + from.file()) * actions_from_square(size) +
                               place);
}

// For a number from 0 to action_count - 1.
constexpr Move move_of(int action, int size) {
    const int square = action / actions_from_square(size);
    const int place = action % actions_from_square(size);
    const Square from(square % size, square / size);
    if (place < from.rank()) return {from, Square(from.file(), place)};
    if (const int file = place - from.rank(); file < size - 1)
        return {from, Square(file + (file >= from.file() ? 1 : 0), from.rank())};
    return {from, Square(from.file(), place - (size - 2))};
}

}  // namespace tafl
