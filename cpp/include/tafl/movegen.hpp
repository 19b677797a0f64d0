// Movement, section 4 of the rules. There is one generator, a visitor; the list, the counter and
// the tests for a single move are made of it or of the same masks.
//
// The functions here know movement only: whether the game is over is asked in outcome.hpp.
#pragma once

#include <array>
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

// Squares of a line, as bits of its forward half, that one piece on a place of it can reach where
// the squares of `empty` are empty: from the last bar below the piece to the first above it.
inline std::uint32_t reach_from(const Geometry& geometry, Piece kind, const Passage& passage,
                                std::size_t line, int place, Line empty) {
    const auto number = static_cast<std::size_t>(place);
    const std::uint32_t here = forward(geometry.bit[number]);
    const std::uint32_t bars = ~forward(empty & passage.pass[line]);
    const std::uint32_t above = bars & ~(here | (here - 1));  // those beyond the board among them
    const std::uint32_t below = (bars & (here - 1)) | 1;  // the first square bars the way anyhow
    const std::uint32_t first = above & (~above + 1);     // the lowest of them
    const std::uint32_t last = 1U << (31 ^ std::countl_zero(below));
    return (2 * first - last) & forward(empty & passage.stop[line]) &
           geometry.within_steps[index(kind)][number];
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
    const auto place = [&](Square square) { return on_rank ? square.file() : square.rank(); };
    const Line empty = geometry.whole & ~position.occupied(line);
    return (reach_from(geometry, kind, passage, line, place(from), empty) >> place(to) & 1U) != 0;
}

// The square on the file or rank of another that visit_moves_from numbers so.
inline Square target(Square from, int number) {
    struct Way {
        std::uint16_t kept;  // what the squares have in common
        std::uint16_t place;
    };
    static constexpr auto ways = [] {
        constexpr std::size_t size = max_size;
        constexpr std::size_t on_file = Square(31, 0).index();
        std::array<Way, 3 * size> result{};
        for (std::size_t i = 0; i < size; ++i) {
            const std::size_t rank = Square(0, static_cast<int>(i)).index();
            const auto narrow = [](std::size_t bits) { return static_cast<std::uint16_t>(bits); };
            result[i] = result[2 * size + i] = {narrow(on_file), narrow(rank)};
            result[size + i] = {narrow(~on_file), narrow(i)};
        }
        return result;
    }();
    const Way way = ways[static_cast<std::size_t>(number)];
    return Square::at((from.index() & way.kept) | way.place);
}

// Calls visit(Move) for every move of a piece on `from`, in ascending order of the to-square,
// until it returns false. Returns false if it did.
template <typename Visit>
bool visit_moves_from(const Position& position, Piece kind, Square from, Visit&& visit) {
    const Geometry& geometry = position.geometry();
    const Passage& passage = passage_from(geometry, kind, from);
    const auto reach_on = [&](std::size_t line, int place) {
        const Line empty = geometry.whole & ~position.occupied(line);
        return reach_from(geometry, kind, passage, line, place, empty);
    };
    // All of them in ascending order: those below on the file, on the rank, above on the file.
    const std::uint64_t on_file = reach_on(file_line(from), from.rank());
    const std::uint64_t on_rank = reach_on(rank_line(from), from.file());
    const std::uint64_t below = on_file & (forward(geometry.bit[rank_line(from)]) - 1);
    std::uint64_t targets = below | on_rank << max_size | (on_file ^ below) << 2 * max_size;
    for (; targets != 0; targets &= targets - 1)
        if (!visit(Move{from, target(from, std::countr_zero(targets))})) return false;
    return true;
}

// Calls visit(kind, square) for every piece of a side, in ascending order of the squares, until it
// returns false. Returns false if it did.
template <typename Visit>
bool visit_pieces(const Position& position, Side side, Visit&& visit) {
    for (int rank = 0; rank < position.size(); ++rank) {
        std::uint32_t bits = forward(position.lines(side)[static_cast<std::size_t>(rank)]);
        for (; bits != 0; bits &= bits - 1) {
            const Square square(std::countr_zero(bits), rank);
            const Piece kind = side == Side::attackers     ? Piece::attacker
                               : square == position.king() ? Piece::king
                                                           : Piece::defender;
            if (!visit(kind, square)) return false;
        }
    }
    return true;
}

// visit_moves_from for all pieces of a side, in ascending order of the from-square.
template <typename Visit>
bool visit_moves(const Position& position, Side side, Visit&& visit) {
    return visit_pieces(position, side, [&](Piece kind, Square from) {
        return visit_moves_from(position, kind, from, visit);
    });
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
