// Counting the last two plies of a perft without making them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "line_profile.hpp"
#include "tafl/position.hpp"

namespace tafl {

// Most moves capture nothing and end nothing. Such a quiet move changes what the other side can do
// on three lines only: the one it goes along, and the ones that cross it where it starts and where
// it ends. The replies to it are those to the present position and three differences, which the
// profiles of the lines hold. All other moves are made.
class TwoPlies {
public:
    TwoPlies(const Variant& variant, Side side);

    // How many sequences of two moves there are. The position must not be finished, its side to
    // move must be `side`, and no move of either side may be forbidden by a rule beyond movement
    // (forbids_moves).
    std::uint64_t count(Position& position);

private:
    using Squares = std::array<std::uint32_t, max_lines>;  // of every line, as bits
    // A piece on a line: the line, its place there, and where the lines that cross it begin.
    struct Track {
        std::size_t line;
        int place;
        std::size_t cross;
        int cross_place;
        std::size_t crossing;
    };

    void look_at_lines(const Position& position);
    void look_for_way_out(const Position& position);
    void mark_king_captures(const Position& position);
    void mark_shieldwalls(const Position& position);
    static void mark(Squares& squares, Square square);
    std::uint64_t count_from(Position& position, Square from);
    std::int64_t count_along(Position& position, Square from, const Track& track,
                             std::uint32_t slow);
    std::int64_t count_made(Position& position, Move move);
    std::int64_t replies_after(const Position& position, Move move, const Undo& undo) const;

    const Geometry& geometry_;
    const Rules& rules_;
    Side side_;
    int size_;
    LineProfiles profiles_;
    std::array<const LineProfile*, max_lines> lines_{};
    std::int64_t replies_ = 0;
    Squares slow_{};           // to-squares of moves that are made
    Squares slow_for_king_{};  // those where his arrival may end the game
    bool all_slow_ = false;
    std::size_t seen_on_ = 1;  // for has_decided
    Square guard_;             // from-square of moves that are made
};

}  // namespace tafl
