// One rank or file of the board as bits, the representation on which all rules are computed.
//
// A Line holds the squares of a rank (or file) twice: in the low half square i is bit i, in the
// high half the same squares stand mirrored, square i being bit 32 + size - 1 - i. "One step
// onwards" is a shift by one in both halves, upwards in the one and downwards in the other, so
// that a single expression treats both directions of a rook's move at once.
#pragma once

#include <bit>
#include <cstdint>

namespace tafl {

using Line = std::uint64_t;

constexpr Line line_bit(int i, int size) {
    return Line{1} << i | Line{1} << (32 + size - 1 - i);
}

// The low half: square i is bit i.
constexpr std::uint32_t forward(Line line) {
    return static_cast<std::uint32_t>(line);
}
// The high half: square i is bit size - 1 - i.
constexpr std::uint32_t mirrored(Line line) {
    return static_cast<std::uint32_t>(line >> 32);
}

// How many bits are set. Not std::popcount, which is a call into a library where the processor is
// not known to have an instruction for it.
constexpr int count_squares(Line line) {
    line -= line >> 1 & 0x5555555555555555U;
    line = (line & 0x3333333333333333U) + (line >> 2 & 0x3333333333333333U);
    line = (line + (line >> 4)) & 0x0F0F0F0F0F0F0F0FU;
    return static_cast<int>(line * 0x0101010101010101U >> 56);
}

// The squares of `free` that can be reached from `pieces` over squares of `free` only; a square
// reached upwards is set in the low half, one reached downwards in the high half. The pieces
// themselves do not stand on free squares.
//
// Adding the lowest square of a run of ones turns the run into zeros; the carry lands on the
// square after the run, which is not free, so that runs do not disturb each other.
constexpr Line slide(Line pieces, Line free) {
    const Line starts = (pieces << 1) & free;
    return free & ~(free + starts);
}

// The same, at most `steps` squares far.
constexpr Line slide(Line pieces, Line free, int steps) {
    Line reached = 0;
    Line front = pieces;
    for (int i = 0; i < steps && front != 0; ++i) {
        front = (front << 1) & free;
        reached |= front;
    }
    return reached;
}

// Squares of `victims` next to `hammer` with an `anvil` on their far side: in the low half those
// above the hammer, in the high half those below it.
constexpr Line sandwiched(Line hammer, Line victims, Line anvil) {
    return victims & (hammer << 1) & (anvil >> 1);
}

}  // namespace tafl
