#include "tafl/outcome.hpp"

#include <array>

#include "tafl/capture.hpp"
#include "tafl/movegen.hpp"

namespace tafl {

namespace {

using Rows = std::array<std::uint32_t, max_size>;

std::uint32_t widened(std::uint32_t row) {
    return row | row << 1 | row >> 1;
}

// Whether a flood from `reached` over `free`, through neighbours, touches the edge.
bool flood_reaches_edge(Rows reached, const Rows& free, int size) {
    const auto last = static_cast<std::size_t>(size - 1);
    const std::uint32_t ends = 1U | 1U << last;
    for (bool grown = true; grown;) {
        grown = false;
        for (std::size_t row = 0; row <= last; ++row) {
            std::uint32_t next = reached[row];
            if (row > 0) next |= reached[row - 1];
            if (row < last) next |= reached[row + 1];
            next = (widened(next & free[row]) & free[row]) | reached[row];
            if (next == reached[row]) continue;
            reached[row] = next;
            grown = true;
        }
        if (reached[0] != 0 || reached[last] != 0) return true;
        for (std::size_t row = 1; row < last; ++row)
            if ((reached[row] & ends) != 0) return true;
    }
    return false;
}

// A quick look before the flood: whether somebody sees the edge along a free line.
bool sees_edge(const Position& position) {
    const Geometry& geometry = position.geometry();
    const auto size = static_cast<std::size_t>(geometry.size);
    const Line last = Line{1} << (size - 1) | Line{1} << (size - 1 + 32);
    for (std::size_t row = 0; row < size; ++row) {
        const Line pieces = position.lines(Side::defenders)[row];
        const Line empty = geometry.whole & ~position.occupied(row) & ~geometry.wall_lines[row];
        if (((pieces | slide(pieces, empty)) & last) != 0) return true;
    }
    return false;
}

}  // namespace

bool is_encircled(const Position& position, bool king_alone) {
    if (!king_alone && sees_edge(position)) return false;
    const Geometry& geometry = position.geometry();
    Rows reached{};
    Rows free{};
    const auto size = static_cast<std::size_t>(geometry.size);
    for (std::size_t row = 0; row < size; ++row) {
        const std::uint32_t attackers = forward(position.lines(Side::attackers)[row]);
        const std::uint32_t defenders = forward(position.lines(Side::defenders)[row]);
        const std::uint32_t walls = forward(geometry.wall_lines[row]) & ~defenders;
        free[row] = forward(geometry.whole) & ~attackers & ~walls;
        if (!king_alone) reached[row] = defenders;
    }
    if (const Square king = position.king(); king_alone && king.exists())
        reached[static_cast<std::size_t>(king.rank())] = 1U << king.file();
    return !flood_reaches_edge(reached, free, geometry.size);
}

std::optional<Outcome> decided(const Position& position) {
    const Square king = position.king();
    if (!king.exists()) return Outcome{Side::attackers, Termination::king_captured};
    if (position.geometry().is_escape(king))
        return Outcome{Side::defenders, Termination::king_escaped};
    const Encirclement rule = position.variant().rules().end.encirclement;
    if (rule != Encirclement::no && is_encircled(position, rule == Encirclement::king))
        return Outcome{Side::attackers, Termination::encircled};
    return std::nullopt;
}

Outcome without_moves(const Position& position) {
    if (position.variant().rules().end.no_moves == NoMoves::draw)
        return {std::nullopt, Termination::no_legal_moves};
    return {opponent(position.turn()), Termination::no_legal_moves};
}

std::optional<Outcome> outcome(const Position& position) {
    if (const auto end = decided(position)) return end;
    if (!has_move(position)) return without_moves(position);
    return std::nullopt;
}

std::vector<Move> legal_moves(const Position& position) {
    if (decided(position)) return {};
    return list_moves(position);
}

std::vector<Move> escape_moves(const Position& position) {
    std::vector<Move> moves;
    if (!position.king().exists()) return moves;
    visit_moves_from(position, Piece::king, position.king(), [&](Move move) {
        if (position.geometry().is_escape(move.to)) moves.push_back(move);
        return true;
    });
    return moves;
}

bool threatens(const Position& position, Side side) {
    if (side == Side::defenders) return !escape_moves(position).empty();
    if (!position.king().exists()) return false;
    Position trial = position.with_turn(Side::attackers);
    return !visit_moves(position, Side::attackers, [&](Move move) {
        Undo undo;
        trial.make(move, undo);
        const bool captured = undo.captured.king();
        trial.take_back(undo);
        return !captured;
    });
}

}  // namespace tafl
