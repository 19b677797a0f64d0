// Perft, section 12 of the rules: how many sequences of legal moves there are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "tafl/outcome.hpp"
#include "tafl/position.hpp"

namespace tafl {

struct PerftOptions {
    unsigned threads = 1;
    // Size of a table of counts already made, 0 for none. A position and its images under the
    // symmetries of the board are one there. A wrong count would need two positions of one search
    // to agree in two independent hashes, 121 bits together.
    std::size_t hash_mb = 0;
    // Counts the last two plies without making most of their moves. Where false, every leaf is
    // made, asked whether it ends the game, and taken back; the count is the same.
    bool bulk = true;
    // Called some times a second from the calling thread with the share of the work that is done,
    // from 0 to 1; where it returns true, the count is given up and Interrupted thrown.
    std::function<bool(double)> poll;
};

// Deeper counts are refused (Error): they could never be finished.
inline constexpr int max_perft_depth = 100;
// So are larger tables.
inline constexpr std::size_t max_perft_hash_mb = std::size_t{1024} * 1024;

class Interrupted : public std::exception {
public:
    const char* what() const noexcept override { return "interrupted"; }
};

// A finished position has no moves; a move that finishes the game is a leaf at its own depth.
std::uint64_t perft(const Position& position, int depth, const PerftOptions& options = {});

// The same total by the first move, in the order of legal_moves.
std::vector<std::pair<Move, std::uint64_t>> divide(const Position& position, int depth,
                                                   const PerftOptions& options = {});

// Of the moves at the last ply.
struct PerftStats {
    std::uint64_t nodes = 0;
    std::uint64_t captures = 0;         // moves that capture
    std::uint64_t pieces_captured = 0;  // by them; the king counts
    // Moves that end the game, by Termination.
    std::uint64_t king_captures = 0;
    std::uint64_t escapes = 0;
    std::uint64_t encirclements = 0;
    std::uint64_t exit_forts = 0;
    std::uint64_t draw_forts = 0;
    std::uint64_t no_legal_moves = 0;
    friend bool operator==(const PerftStats&, const PerftStats&) = default;
};
PerftStats perft_stats(const Position& position, int depth, const PerftOptions& options = {});

}  // namespace tafl
