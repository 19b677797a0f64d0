// A board as numbers for programs that learn: planes of size * size squares, a1 first, rank by
// rank, of 0 and 1.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "tafl/action.hpp"
#include "tafl/board.hpp"

namespace tafl {

// The attackers, the defenders, the king; all 1 if the defenders are to move; all 1 if the present
// position has occurred in this game before.
inline constexpr int plane_count = 5;

constexpr std::size_t planes_size(int size) {
    return static_cast<std::size_t>(plane_count * size * size);
}

// Writes planes_size(size) numbers.
template <typename Number>
void write_planes(const Board& board, Number* out) {
    const Position& position = board.position();
    const auto size = static_cast<std::size_t>(position.size());
    const std::size_t squares = size * size;
    const auto place = [&](Square square) {
        return static_cast<std::size_t>(square.rank()) * size +
               static_cast<std::size_t>(square.file());
    };
    std::fill(out, out + 3 * squares, Number{0});
    for (std::size_t side = 0; side < 2; ++side) {
        Number* plane = out + side * squares;
        for (std::size_t rank = 0; rank < size; ++rank)
            for (std::uint32_t bits = forward(position.lines(static_cast<Side>(side))[rank]);
                 bits != 0; bits &= bits - 1)
                plane[rank * size + static_cast<std::size_t>(std::countr_zero(bits))] = Number{1};
    }
    if (position.king().exists()) {
        out[squares + place(position.king())] = Number{0};
        out[2 * squares + place(position.king())] = Number{1};
    }
    const bool defenders = position.turn() == Side::defenders;
    std::fill(out + 3 * squares, out + 4 * squares, Number(defenders ? 1 : 0));
    std::fill(out + 4 * squares, out + 5 * squares, Number(board.repetitions() > 1 ? 1 : 0));
}

// Writes action_count(size) numbers, 1 where the action is legal.
template <typename Number>
void write_action_mask(const Board& board, Number* out) {
    const int size = board.position().size();
    std::fill(out, out + action_count(size), Number{0});
    board.visit_legal_moves([&](Move move) { out[action_of(move, size)] = Number{1}; });
}

}  // namespace tafl
