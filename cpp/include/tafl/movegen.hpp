// Movement, section 4 of the rules. There is one generator, a visitor; the list, the counter and
// the tests for a single move are made of it or of the same masks.
//
// The functions here know movement only: whether the game is over is asked in outcome.hpp.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "tafl/error.hpp"
#include "tafl/position.hpp"

namespace tafl {

// Squares of a line that can be reached from `pieces` on it, in the halves as `slide` has it.
inline Line reach(Line pieces, Line empty, Line pass, Line stop, int max_steps) {
    const Line crossed =
        max_steps == 0 ? slide(pieces, empty & pass) : slide(pieces, empty & pass, max_steps - 1);
    return ((crossed | pieces) << 1) & empty & stop;
}

// The masks for a piece of a kind that stands on a square.
inline const Passage& passage_from(const Geometry& geometry, Piece kind, Square from) {
    if (kind == Piece::attacker && geometry.has(geometry.in_camps, from))
        for (const Camp& camp : geometry.camps)
            if (geometry.has(camp.squares, from)) return camp.resident;
    return geometry.passage[index(kind)];
}

// Whether movement allows a move between two squares of the board: the short answer where
// find_obstacle gives the long one.
inline bool can_move(const Position& position, Move move) {
    const auto [from, to] = move;
    const Geometry& geometry = position.geometry();
    const Side side = position.turn();
    const bool on_rank = from.rank() == to.rank();
    if (!geometry.has(position.lines(side), from) || (!on_rank && from.file() != to.file()))
        return false;
    const Piece kind = side == Side::attackers   ? Piece::attacker
                       : from == position.king() ? Piece::king
                                                 : Piece::defender;
    const Passage& passage = passage_from(geometry, kind, from);
    const std::size_t line = on_rank ? rank_line(from) : file_line(from);
    const auto bit = [&](Square square) {
        return geometry.bit[static_cast<std::size_t>(on_rank ? square.file() : square.rank())];
    };
    const Line empty = geometry.whole & ~position.occupied(line);
    const Line reached = reach(bit(from), empty, passage.pass[line], passage.stop[line],
                               geometry.max_steps[index(kind)]);
    return (reached & bit(to)) != 0;
}

// Calls visit(Move) for every move of a piece on `from`, in ascending order of the to-square,
// until it returns false. Returns false if it did.
template <typename Visit>
bool visit_moves_from(const Position& position, Piece kind, Square from, Visit&& visit) {
    const Geometry& geometry = position.geometry();
    const Passage& passage = passage_from(geometry, kind, from);
    const int steps = geometry.max_steps[index(kind)];
    const int last = geometry.size - 1;
    const auto reach_on = [&](std::size_t line, int i) {
        return reach(geometry.bit[static_cast<std::size_t>(i)],
                     geometry.whole & ~position.occupied(line), passage.pass[line],
                     passage.stop[line], steps);
    };
    // In the mirrored half the highest bit is the lowest square.
    const auto below = [&](Line reached, auto&& square) {
        for (std::uint32_t bits = mirrored(reached); bits != 0;) {
            const int bit = static_cast<int>(std::bit_width(bits)) - 1;
            bits ^= 1U << bit;
            if (!visit(Move{from, square(last - bit)})) return false;
        }
        return true;
    };
    const auto above = [&](Line reached, auto&& square) {
        for (std::uint32_t bits = forward(reached); bits != 0; bits &= bits - 1)
            if (!visit(Move{from, square(std::countr_zero(bits))})) return false;
        return true;
    };
    const auto on_file = [&](int rank) { return Square(from.file(), rank); };
    const auto on_rank = [&](int file) { return Square(file, from.rank()); };
    const Line files = reach_on(file_line(from), from.rank());
    const Line ranks = reach_on(rank_line(from), from.file());
    return below(files, on_file) && below(ranks, on_rank) && above(ranks, on_rank) &&
           above(files, on_file);
}

// The same for all pieces of a side, in ascending order of the from-square.
template <typename Visit>
bool visit_moves(const Position& position, Side side, Visit&& visit) {
    for (int rank = 0; rank < position.size(); ++rank) {
        std::uint32_t bits = forward(position.lines(side)[static_cast<std::size_t>(rank)]);
        for (; bits != 0; bits &= bits - 1) {
            const Square from(std::countr_zero(bits), rank);
            const Piece kind = side == Side::attackers   ? Piece::attacker
                               : from == position.king() ? Piece::king
                                                         : Piece::defender;
            if (!visit_moves_from(position, kind, from, visit)) return false;
        }
    }
    return true;
}

std::vector<Move> list_moves(const Position& position);
std::uint64_t count_moves(const Position& position);
bool has_move(const Position& position);
// The moves of the pieces of a side along one line on which the squares of `empty` are empty;
// `king` is the king's square among the pieces, if he is there.
int count_moves_on(const Geometry& geometry, Side side, std::size_t line, Line pieces, Line king,
                   Line empty);

// Why movement forbids a move, with the square in question, or nothing if it may be made.
struct Obstacle {
    Illegal reason;
    Square square;
};
std::optional<Obstacle> find_obstacle(const Position& position, Move move);

}  // namespace tafl
