// Floods over the board, by rows of bits.
#pragma once

#include <array>
#include <cstdint>

#include "tafl/square.hpp"

namespace tafl {

// The squares of each rank: square i is bit i.
using Rows = std::array<std::uint32_t, max_size>;

// Everything that can be reached from some squares over free ones, through neighbours; the squares
// it starts from are part of it.
inline Rows flooded(Rows reached, const Rows& free, int size) {
    const auto last = static_cast<std::size_t>(size - 1);
    for (bool grown = true; grown;) {
        grown = false;
        for (std::size_t row = 0; row <= last; ++row) {
            std::uint32_t next = reached[row];
            if (row > 0) next |= reached[row - 1];
            if (row < last) next |= reached[row + 1];
            next &= free[row];
            next = ((next | reached[row] << 1 | reached[row] >> 1) & free[row]) | reached[row];
            if (next == reached[row]) continue;
            reached[row] = next;
            grown = true;
        }
    }
    return reached;
}

// Whether one of the squares is on the edge.
inline bool touches_edge(const Rows& rows, int size) {
    const auto last = static_cast<std::size_t>(size - 1);
    const std::uint32_t ends = 1U | 1U << last;
    if (rows[0] != 0 || rows[last] != 0) return true;
    for (std::size_t row = 1; row < last; ++row)
        if ((rows[row] & ends) != 0) return true;
    return false;
}

// Whether such a flood meets the edge. Sweeping up and down, it mostly knows after one sweep.
inline bool reaches_edge(Rows reached, const Rows& free, int size) {
    if (touches_edge(reached, size)) return true;
    const auto last = static_cast<std::size_t>(size - 1);
    const std::uint32_t ends = 1U | 1U << last;
    bool grown = true;
    // Takes up what a neighbouring row has reached; says whether that was on the edge.
    const auto take_up = [&](std::size_t row, std::size_t neighbour) {
        const std::uint32_t before = reached[row];
        std::uint32_t now = before | (reached[neighbour] & free[row]);
        if (now == 0) return false;
        now |= (now << 1 | now >> 1) & free[row];
        now |= (now << 1 | now >> 1) & free[row];
        reached[row] = now;
        grown = grown || now != before;
        return (now & ends) != 0 || ((row == 0 || row == last) && now != 0);
    };
    while (grown) {
        grown = false;
        for (std::size_t row = 1; row <= last; ++row)
            if (take_up(row, row - 1)) return true;
        for (std::size_t row = last; row-- > 0;)
            if (take_up(row, row + 1)) return true;
    }
    return false;
}

}  // namespace tafl
