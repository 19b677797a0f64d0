// The eight symmetries of a square board.
#pragma once

#include <cstdint>

#include "tafl/rules.hpp"
#include "tafl/square.hpp"

namespace tafl {

// Rotations are clockwise with a1 at the bottom left; a reflection is named after what it swaps.
enum class Symmetry : std::uint8_t {
    identity,
    rotate_90,
    rotate_180,
    rotate_270,
    flip_files,          // left and right
    flip_ranks,          // top and bottom
    flip_diagonal,       // files and ranks: a1 stays
    flip_anti_diagonal,  // the other corners stay
};
inline constexpr int symmetries = 8;

constexpr Square transformed(Square square, Symmetry symmetry, int size) {
    const int file = square.file();
    const int rank = square.rank();
    const int last = size - 1;
    switch (symmetry) {
        case Symmetry::identity: return square;
        case Symmetry::rotate_90: return {rank, last - file};
        case Symmetry::rotate_180: return {last - file, last - rank};
        case Symmetry::rotate_270: return {last - rank, file};
        case Symmetry::flip_files: return {last - file, rank};
        case Symmetry::flip_ranks: return {file, last - rank};
        case Symmetry::flip_diagonal: return {rank, file};
        case Symmetry::flip_anti_diagonal: return {last - rank, last - file};
    }
    return square;
}

constexpr Move transformed(Move move, Symmetry symmetry, int size) {
    return {transformed(move.from, symmetry, size), transformed(move.to, symmetry, size)};
}

// Whether the special squares of the rules, which are in canonical form, are the same under a
// symmetry. The counts of a position and of its image are then equal.
bool is_symmetric(const Rules& rules, Symmetry symmetry);

}  // namespace tafl
