// The vocabulary of the engine: sides, kinds of pieces, squares and moves.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace tafl {

inline constexpr int min_size = 5;
inline constexpr int max_size = 19;

enum class Side : std::uint8_t { attackers = 0, defenders = 1 };

constexpr Side opponent(Side side) {
    return side == Side::attackers ? Side::defenders : Side::attackers;
}

// The kind of a piece; the numbers index tables.
enum class Piece : std::uint8_t { attacker = 0, defender = 1, king = 2 };
inline constexpr int piece_kinds = 3;

constexpr Side side_of(Piece piece) {
    return piece == Piece::attacker ? Side::attackers : Side::defenders;
}

constexpr std::size_t index(Side side) {
    return static_cast<std::size_t>(side);
}
constexpr std::size_t index(Piece piece) {
    return static_cast<std::size_t>(piece);
}

// A square is its file and rank, both from 0, whatever the size of the board: squares of
// different boards compare and hash alike, and the order is a1, b1, ..., a2, b2, ...
// Files and ranks are below 32.
class Square {
public:
    constexpr Square() = default;  // no square
    constexpr Square(int file, int rank)
        : value_(static_cast<std::uint16_t>((rank << shift) | file)) {}

    constexpr int file() const { return value_ & mask; }
    constexpr int rank() const { return value_ >> shift; }
    constexpr bool exists() const { return value_ != none; }
    constexpr bool on_board(int size) const { return file() < size && rank() < size; }

    // A number below `index_range`, for tables.
    constexpr std::size_t index() const { return value_; }
    static constexpr Square at(std::size_t index) {
        Square square;
        square.value_ = static_cast<std::uint16_t>(index);
        return square;
    }
    static constexpr std::size_t index_range = std::size_t{max_size} << 5;

    friend constexpr auto operator<=>(Square, Square) = default;

private:
    static constexpr int shift = 5;
    static constexpr std::uint16_t mask = 31;
    static constexpr std::uint16_t none = 0xFFFF;
    std::uint16_t value_ = none;
};

struct Move {
    Square from;
    Square to;
    friend constexpr auto operator<=>(const Move&, const Move&) = default;
};

}  // namespace tafl

template <>
struct std::hash<tafl::Square> {
    std::size_t operator()(tafl::Square square) const noexcept { return square.index(); }
};

template <>
struct std::hash<tafl::Move> {
    std::size_t operator()(const tafl::Move& move) const noexcept {
        return move.from.index() << 16 | move.to.index();
    }
};
