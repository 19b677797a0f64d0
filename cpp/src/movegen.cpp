#include "tafl/movegen.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace tafl {

namespace {

// How many moves the pieces of one side have along one line.
std::uint64_t count_on_line(const Position& position, Side side, std::size_t line, Line king) {
    const Geometry& geometry = position.geometry();
    const Line empty = geometry.whole & ~position.occupied(line);
    const auto count = [&](Line pieces, const Passage& passage, Piece kind) {
        return std::popcount(reach(pieces, empty, passage.pass[line], passage.stop[line],
                                   geometry.max_steps[index(kind)]));
    };
    const auto moves = [&](Line pieces, Piece kind) {
        return count(pieces, geometry.passage[index(kind)], kind);
    };
    Line pieces = position.lines(side)[line];
    int total = 0;
    if (side == Side::defenders) {
        if (king != 0 && geometry.king_differs[line] != 0) {
            total += moves(king, Piece::king);
            pieces &= ~king;
        }
        return static_cast<std::uint64_t>(total + moves(pieces, Piece::defender));
    }
    // Residents have a passage of their own where a square of their camp is empty.
    if ((geometry.in_camps[line] & empty) != 0) {
        for (const Camp& camp : geometry.camps) {
            if (const Line residents = pieces & camp.squares[line]; residents != 0) {
                total += count(residents, camp.resident, Piece::attacker);
                pieces &= ~residents;
            }
        }
    }
    return static_cast<std::uint64_t>(total + moves(pieces, Piece::attacker));
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
    const Geometry& geometry = position.geometry();
    const Side side = position.turn();
    const Square king = position.king();
    std::uint64_t total = 0;
    for (int i = 0; i < geometry.size; ++i) {
        const auto at = [&](int other) { return geometry.bit[static_cast<std::size_t>(other)]; };
        const auto rank = static_cast<std::size_t>(i);
        const Line on_rank = king.exists() && king.rank() == i ? at(king.file()) : 0;
        const Line on_file = king.exists() && king.file() == i ? at(king.rank()) : 0;
        total += count_on_line(position, side, rank, on_rank);
        total += count_on_line(position, side, max_size + rank, on_file);
    }
    return total;
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
