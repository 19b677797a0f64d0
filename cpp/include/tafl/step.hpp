// Steps to the four neighbours of a square. Nothing in these games is diagonal.
#pragma once

#include <array>

#include "tafl/square.hpp"

namespace tafl {

struct Step {
    int file;
    int rank;
};

inline constexpr std::array<Step, 4> steps{{{0, -1}, {-1, 0}, {1, 0}, {0, 1}}};

// The square some steps on; it must be on the board.
constexpr Square moved(Square square, Step step, int distance = 1) {
    return {square.file() + step.file * distance, square.rank() + step.rank * distance};
}

constexpr bool step_stays_on_board(Square square, Step step, int size) {
    const int file = square.file() + step.file;
    const int rank = square.rank() + step.rank;
    return file >= 0 && file < size && rank >= 0 && rank < size;
}

// Whether two squares are so many steps apart, less than half a board, along a rank or file.
constexpr bool are_apart(Square a, Square b, int distance) {
    constexpr auto rank = static_cast<int>(Square(0, 1).index());
    const int way = static_cast<int>(a.index()) - static_cast<int>(b.index());
    return way == distance || way == -distance || way == rank * distance || way == -rank * distance;
}

}  // namespace tafl
