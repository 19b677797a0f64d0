// Keys of positions: a random number a piece and square, combined by exclusive or. They depend on
// nothing but the rules and the position, so they are the same in every process everywhere.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "tafl/square.hpp"

namespace tafl {

// The mixing step of Steele, Lea and Flood's SplitMix64 generator.
constexpr std::uint64_t mix(std::uint64_t x) {
    x += 0x9E3779B97F4A7C15U;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
    return x ^ (x >> 31);
}

struct Zobrist {
    explicit constexpr Zobrist(std::string_view rules_text) {
        for (std::size_t kind = 0; kind < piece_kinds; ++kind)
            for (std::size_t square = 0; square < Square::index_range; ++square)
                piece[kind][square] = mix(std::uint64_t{kind} << 32 | square);
        rules = 0;
        for (const char c : rules_text) rules = mix(rules ^ static_cast<unsigned char>(c));
    }

    std::uint64_t operator()(Piece kind, Square square) const {
        return piece[index(kind)][square.index()];
    }

    std::array<std::array<std::uint64_t, Square::index_range>, piece_kinds> piece{};
    std::uint64_t defenders_to_move = mix(std::uint64_t{1} << 40);
    std::uint64_t rules = 0;
};

}  // namespace tafl
