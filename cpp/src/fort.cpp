#include "tafl/fort.hpp"

#include <array>
#include <cstdint>
#include <optional>

#include "tafl/flood.hpp"
#include "tafl/step.hpp"

namespace tafl {

namespace {

// Squares that are hostile to defenders by what they are, on the present board.
Rows hostile_squares(const Position& position) {
    const Geometry& geometry = position.geometry();
    const std::size_t defender = index(Piece::defender);
    Rows rows{};
    const auto size = static_cast<std::size_t>(geometry.size);
    for (std::size_t row = 0; row < size; ++row) {
        const Line occupied = position.occupied(row);
        rows[row] = forward((geometry.hostile_empty[defender][row] & ~occupied) |
                            (geometry.hostile_occupied_camps[defender][row] & occupied));
    }
    if (const Square king = position.king(); king.exists() && king == geometry.throne &&
                                             geometry.throne_hostile_occupied.has(Piece::defender))
        rows[static_cast<std::size_t>(king.rank())] |= 1U << king.file();
    return rows;
}

// The walls W and what the attackers can reach, A, of the text on unbreakable walls.
class Fort {
public:
    explicit Fort(const Position& position) : size_(position.size()), walls_(), reached_() {
        const auto size = static_cast<std::size_t>(size_);
        const Square king = position.king();
        for (std::size_t row = 0; row < size; ++row) {
            attackers_[row] = forward(position.lines(Side::attackers)[row]);
            walls_[row] = forward(position.lines(Side::defenders)[row]);
            whole_ = forward(position.geometry().whole);
        }
        king_[static_cast<std::size_t>(king.rank())] = 1U << king.file();
        walls_[static_cast<std::size_t>(king.rank())] &= ~(1U << king.file());
    }

    // Whether the flood from the king within the walls as they stand meets no attacker's ground.
    // Fewer walls can only make it meet more, so a fort that fails before any wall has fallen
    // fails for good.
    bool closed() {
        inside_ = flooded(king_, without(walls_), size_);
        return !meets(inside_, reached_);
    }

    bool holds(const Position& position) {
        reached_ = attackers_;
        if (!closed()) return false;
        const Rows hostile = hostile_squares(position);
        do {
            Rows closed_to_attackers = walls_;
            for (std::size_t row = 0; row < closed_to_attackers.size(); ++row)
                closed_to_attackers[row] |= king_[row];
            reached_ = flooded(attackers_, without(closed_to_attackers), size_);
        } while (break_walls(hostile));
        return closed();
    }

    bool inside_touches_edge() const { return touches_edge(inside_, size_); }

private:
    static bool meets(const Rows& a, const Rows& b) {
        for (std::size_t row = 0; row < a.size(); ++row)
            if ((a[row] & b[row]) != 0) return true;
        return false;
    }

    Rows without(const Rows& taken) const {
        Rows rows{};
        const auto size = static_cast<std::size_t>(size_);
        for (std::size_t row = 0; row < size; ++row) rows[row] = whole_ & ~taken[row];
        return rows;
    }

    // Takes out every wall that can be sandwiched, all judged on the same walls. Says whether
    // there was one.
    bool break_walls(const Rows& hostile) {
        bool broken = false;
        Rows left = walls_;
        const auto size = static_cast<std::size_t>(size_);
        for (std::size_t row = 0; row < size; ++row) {
            const std::uint32_t reach = reached_[row];
            const std::uint32_t bad = reach | hostile[row];
            // On the rank: both neighbours bad, one of them reached.
            std::uint32_t breakable = (bad << 1) & (bad >> 1) & ((reach << 1) | (reach >> 1));
            if (row > 0 && row + 1 < size) {
                const std::uint32_t below = reached_[row - 1];
                const std::uint32_t above = reached_[row + 1];
                breakable |=
                    (below | hostile[row - 1]) & (above | hostile[row + 1]) & (below | above);
            }
            left[row] &= ~breakable;
            broken = broken || left[row] != walls_[row];
        }
        walls_ = left;
        return broken;
    }

    int size_;
    std::uint32_t whole_ = 0;
    Rows attackers_{};
    Rows king_{};
    Rows walls_;
    Rows reached_;
    Rows inside_{};
};

// An empty square next to the king on which he may stop.
bool king_can_step(const Position& position) {
    const Geometry& geometry = position.geometry();
    const Square king = position.king();
    for (const Step step : steps) {
        if (!step_stays_on_board(king, step, geometry.size)) continue;
        const Square square = moved(king, step);
        if (position.is_empty(square) &&
            geometry.has(geometry.passage[index(Piece::king)].stop, square))
            return true;
    }
    return false;
}

}  // namespace

bool is_exit_fort(const Position& position) {
    if (!position.king().exists() || !position.variant().rules().on_edge(position.king()) ||
        !king_can_step(position))
        return false;
    return Fort(position).holds(position);
}

bool is_draw_fort(const Position& position) {
    if (!position.king().exists() || !king_can_step(position)) return false;
    Fort fort(position);
    return fort.holds(position) && !fort.inside_touches_edge();
}

}  // namespace tafl
