#include "tafl/movegen.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace tafl {

namespace {

// Counts the bits of many lines. Summing within bytes first and multiplying once at the end beats
// counting every line by itself on processors that have no instruction for it.
class BitCounter {
public:
    void add(Line line) {
        line -= line >> 1 & 0x5555555555555555U;
        line = (line & 0x3333333333333333U) + (line >> 2 & 0x3333333333333333U);
        bytes_ += (line + (line >> 4)) & 0x0F0F0F0F0F0F0F0FU;
    }
    // Of at most `max_size` lines: a byte then holds at most 19 times 8.
    std::uint64_t total() const {
        // The bytes of one half must not overflow into each other when they are summed.
        const std::uint64_t pairs = (bytes_ & even_bytes) + (bytes_ >> 8 & even_bytes);
        return pairs * 0x0001000100010001U >> 48;
    }

private:
    static constexpr std::uint64_t even_bytes = 0x00FF00FF00FF00FFU;
    std::uint64_t bytes_ = 0;
};

// How many moves a side has along lines of one direction, `first` being the first of them, if all
// its pieces went like soldiers from outside the camps.
std::uint64_t count_plain(const Position& position, Side side, std::size_t first) {
    const Geometry& geometry = position.geometry();
    const Lines& pieces = position.lines(side);
    const Lines& others = position.lines(opponent(side));
    const Piece kind = side == Side::attackers ? Piece::attacker : Piece::defender;
    const Passage& passage = geometry.passage[index(kind)];
    const int steps = geometry.max_steps[index(kind)];
    const Line whole = geometry.whole;
    BitCounter counter;
    const std::size_t end = first + static_cast<std::size_t>(geometry.size);
    for (std::size_t line = first; line < end; ++line) {
        const Line empty = whole & ~(pieces[line] | others[line]);
        counter.add(reach(pieces[line], empty, passage.pass[line], passage.stop[line], steps));
    }
    return counter.total();
}

// What count_plain counted too much or too little on a line because some pieces on it go by a
// passage of their own; wraps around where it is negative.
std::uint64_t correction(const Position& position, Side side, std::size_t line, Line king = 0) {
    const Geometry& geometry = position.geometry();
    const Piece kind = side == Side::attackers ? Piece::attacker : Piece::defender;
    const Passage& passage = geometry.passage[index(kind)];
    const Line empty = geometry.whole & ~position.occupied(line);
    const Line plain = reach(position.lines(side)[line], empty, passage.pass[line],
                             passage.stop[line], geometry.max_steps[index(kind)]);
    return static_cast<std::uint64_t>(
        count_moves_on(geometry, side, line, position.lines(side)[line], king, empty) -
        count_squares(plain));
}

std::uint64_t king_correction(const Position& position) {
    const Geometry& geometry = position.geometry();
    const Square king = position.king();
    if (!king.exists()) return 0;
    std::uint64_t total = 0;
    for (const std::size_t line : {rank_line(king), file_line(king)})
        if (geometry.king_differs[line] != 0)
            total += correction(position, Side::defenders, line, position.king_on(line));
    return total;
}

// Residents have a passage of their own where a square of their camp is empty.
std::uint64_t camp_correction(const Position& position) {
    const Geometry& geometry = position.geometry();
    std::uint64_t total = 0;
    for (std::size_t line = 0; line < max_lines; ++line)
        if ((geometry.in_camps[line] & ~position.occupied(line)) != 0)
            total += correction(position, Side::attackers, line);
    return total;
}

// Whether a piece of this kind may not stop on, or not cross, an empty square because of what the
// square is.
std::optional<Illegal> forbidden_square(const Position& position, Piece kind, Square from,
                                        Square square, bool stops) {
    const Geometry& geometry = position.geometry();
    const Passage& passage = passage_from(geometry, kind, from);
    if (geometry.has(stops ? passage.stop : passage.pass, square)) return std::nullopt;
    if (square == geometry.throne) return stops ? Illegal::throne_stop : Illegal::throne_cross;
    const std::vector<Square> corners = position.variant().rules().corner_squares();
    if (kind != Piece::king && position.variant().rules().corners.exist &&
        std::find(corners.begin(), corners.end(), square) != corners.end())
        return Illegal::corner;
    return Illegal::camp;
}

}  // namespace

std::vector<Move> list_moves(const Position& position) {
    std::vector<Move> moves;
    visit_moves(position, position.turn(), [&](Move move) {
        moves.push_back(move);
        return true;
    });
    return moves;
}

std::uint64_t count_moves(const Position& position) {
    const Side side = position.turn();
    std::uint64_t total = count_plain(position, side, 0) + count_plain(position, side, max_size);
    if (side == Side::defenders) {
        total += king_correction(position);
    } else if (!position.geometry().camps.empty()) {
        total += camp_correction(position);
    }
    return total;
}

int count_moves_on(const Geometry& geometry, Side side, std::size_t line, Line pieces, Line king,
                   Line empty) {
    const auto count = [&](Line men, const Passage& passage, Piece kind) {
        return count_squares(reach(men, empty, passage.pass[line], passage.stop[line],
                                   geometry.max_steps[index(kind)]));
    };
    int total = 0;
    if (side == Side::defenders) {
        if (king != 0 && geometry.king_differs[line] != 0) {
            total += count(king, geometry.passage[index(Piece::king)], Piece::king);
            pieces &= ~king;
        }
        return total + count(pieces, geometry.passage[index(Piece::defender)], Piece::defender);
    }
    if ((pieces & geometry.in_camps[line]) != 0)
        for (const Camp& camp : geometry.camps) {
            const Line residents = pieces & camp.squares[line];
            total += count(residents, camp.resident, Piece::attacker);
            pieces &= ~residents;
        }
    return total + count(pieces, geometry.passage[index(Piece::attacker)], Piece::attacker);
}

bool has_move(const Position& position) {
    return !visit_moves(position, position.turn(), [](Move) { return false; });
}

std::optional<Obstacle> find_obstacle(const Position& position, Move move) {
    const auto [from, to] = move;
    const std::optional<Piece> piece = position.piece_at(from);
    if (!piece) return Obstacle{Illegal::no_piece, from};
    if (side_of(*piece) != position.turn()) return Obstacle{Illegal::not_your_piece, from};
    if (from == to || (from.file() != to.file() && from.rank() != to.rank()))
        return Obstacle{Illegal::not_in_line, to};
    const int file_step = (to.file() > from.file()) - (to.file() < from.file());
    const int rank_step = (to.rank() > from.rank()) - (to.rank() < from.rank());
    const int distance = std::abs(to.file() - from.file()) + std::abs(to.rank() - from.rank());
    for (int i = 1; i <= distance; ++i) {
        const Square square(from.file() + i * file_step, from.rank() + i * rank_step);
        if (!position.is_empty(square)) return Obstacle{Illegal::blocked, square};
        if (const auto reason = forbidden_square(position, *piece, from, square, square == to))
            return Obstacle{*reason, square};
    }
    if (const int most = position.geometry().max_steps[index(*piece)]; most != 0 && distance > most)
        return Obstacle{Illegal::too_far, to};
    return std::nullopt;
}

}  // namespace tafl
