#include "tafl/outcome.hpp"

#include <algorithm>

#include "tafl/flood.hpp"
#include "tafl/fort.hpp"
#include "tafl/movegen.hpp"

namespace tafl {

bool finds_way_out(const Position& position, std::size_t& seen_on) {
    const auto size = static_cast<std::size_t>(position.size());
    const std::uint32_t end = 1U << (size - 1);
    const std::uint32_t whole = forward(position.geometry().whole);
    std::uint32_t reached = 0;
    for (std::size_t rank = 0; rank < size; ++rank) {
        if (sees_edge_on(position, rank)) {
            seen_on = rank;
            return true;
        }
        const std::uint32_t free = whole & ~forward(position.lines(Side::attackers)[rank] |
                                                    position.geometry().wall_lines[rank]);
        reached = (reached | forward(position.lines(Side::defenders)[rank])) & free;
        if (reached == 0) continue;
        reached |= free & ~(free + reached);
        reached |= reached >> 1 & free;
        if ((reached & end) != 0) return true;
    }
    return reached != 0;
}

bool is_encircled(const Position& position, bool king_alone) {
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
    return !reaches_edge(reached, free, geometry.size);
}

bool are_attackers_encircled(const Position& position) {
    const Geometry& geometry = position.geometry();
    Rows attackers{};
    Rows free{};
    bool any = false;
    const auto size = static_cast<std::size_t>(geometry.size);
    for (std::size_t row = 0; row < size; ++row) {
        attackers[row] = forward(position.lines(Side::attackers)[row]);
        free[row] = forward(geometry.whole & ~position.lines(Side::defenders)[row]);
        any = any || attackers[row] != 0;
    }
    return any && !reaches_edge(attackers, free, geometry.size);
}

std::optional<Outcome> decided_by_encirclement(const Position& position) {
    const Encirclement rule = position.variant().rules().end.encirclement;
    if (is_encircled(position, rule == Encirclement::king))
        return Outcome{Side::attackers, Termination::encircled};
    if (rule == Encirclement::both && are_attackers_encircled(position))
        return Outcome{Side::defenders, Termination::encircled};
    return std::nullopt;
}

std::optional<Outcome> decided_by_fort(const Position& position) {
    const auto& rules = position.variant().rules().end;
    if (rules.exit_fort && is_exit_fort(position))
        return Outcome{Side::defenders, Termination::exit_fort};
    if (rules.draw_fort == DrawFort::draw && is_draw_fort(position))
        return Outcome{std::nullopt, Termination::draw_fort};
    return std::nullopt;
}

std::optional<Outcome> decided(const Position& position) {
    const Square king = position.king();
    if (!king.exists()) return Outcome{Side::attackers, Termination::king_captured};
    const Geometry& geometry = position.geometry();
    if (geometry.is_escape(king)) return Outcome{Side::defenders, Termination::king_escaped};
    std::size_t seen_on = 1;
    if (may_encircle(position, Side::attackers, seen_on))
        if (const auto end = decided_by_encirclement(position)) return end;
    if (position.turn() == Side::attackers && geometry.is_fort_ground(king))
        return decided_by_fort(position);
    return std::nullopt;
}

bool has_allowed_move(const Position& position) {
    if (!forbids_moves(position)) return has_move(position);
    return !visit_moves(position, position.turn(),
                        [&](Move move) { return !is_allowed(position, move); });
}

Outcome without_moves(const Position& position) {
    if (position.variant().rules().end.no_moves == NoMoves::draw)
        return {std::nullopt, Termination::no_legal_moves};
    return {opponent(position.turn()), Termination::no_legal_moves};
}

std::optional<Outcome> outcome(const Position& position) {
    if (const auto end = decided(position)) return end;
    if (!has_allowed_move(position)) return without_moves(position);
    return std::nullopt;
}

bool forbids_moves(const Position& position) {
    return position.turn() == Side::defenders &&
           position.variant().rules().end.draw_fort == DrawFort::forbidden;
}

bool is_allowed(const Position& position, Move move) {
    if (!forbids_moves(position)) return true;
    Position after = position;
    Undo undo;
    after.make(move, undo);
    return !is_draw_fort(after);
}

std::vector<Move> allowed_moves(const Position& position) {
    std::vector<Move> moves = list_moves(position);
    if (forbids_moves(position))
        std::erase_if(moves, [&](Move move) { return !is_allowed(position, move); });
    return moves;
}

std::vector<Move> legal_moves(const Position& position) {
    if (decided(position)) return {};
    return allowed_moves(position);
}

std::vector<Move> escape_moves(const Position& position) {
    std::vector<Move> moves;
    if (!position.king().exists()) return moves;
    const Position defenders = position.with_turn(Side::defenders);
    visit_moves_from(position, Piece::king, position.king(), [&](Move move) {
        if (position.geometry().is_escape(move.to) && is_allowed(defenders, move))
            moves.push_back(move);
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
        trial.take_back(move, undo);
        return !captured;
    });
}

}  // namespace tafl
