// The end of the game as far as it is a function of the position alone: section 8, items 1 to 5,
// and the announcements of section 11.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tafl/position.hpp"

namespace tafl {

enum class Termination : std::uint8_t {
    king_captured,
    king_escaped,
    encircled,
    exit_fort,
    draw_fort,
    no_legal_moves,
    repetition,
};

struct Outcome {
    std::optional<Side> winner;  // nobody: a draw
    Termination termination = Termination::king_captured;
    friend bool operator==(const Outcome&, const Outcome&) = default;
};

// Whether the flood of section 8 from the defenders (or, with `king_alone`, from the king) fails
// to reach the edge, whatever the variant makes of it.
bool is_encircled(const Position& position, bool king_alone = false);

// The same for the attackers: no wall but the defenders and the king.
bool are_attackers_encircled(const Position& position);

// Items 3 and 4, encirclement and the forts of the defenders, who have just moved.
std::optional<Outcome> decided_by_encirclement(const Position& position);
std::optional<Outcome> decided_by_fort(const Position& position);

// A quick look: whether a defender sees the edge along a rank towards the first file, so that
// nobody is encircled. The outermost piece of a line is the highest bit of a half, and so the
// greater number. Walls stop defenders on them here, which is too careful, but does no harm.
inline bool sees_edge(const Position& position) {
    const Lines& men = position.lines(Side::defenders);
    const Lines& others = position.lines(Side::attackers);
    const Lines& walls = position.geometry().wall_lines;
    const auto last = static_cast<std::size_t>(position.size() - 1);
    for (std::size_t row = 1; row < last; ++row)
        if (men[row] > (others[row] | walls[row])) return true;
    return false;
}

// Items 1 to 4: the ends that do not depend on the moves that are left.
inline std::optional<Outcome> decided(const Position& position) {
    const Square king = position.king();
    if (!king.exists()) return Outcome{Side::attackers, Termination::king_captured};
    if (position.geometry().is_escape(king))
        return Outcome{Side::defenders, Termination::king_escaped};
    const auto& rules = position.variant().rules().end;
    if (rules.encirclement != Encirclement::no &&
        (rules.encirclement != Encirclement::yes || !sees_edge(position)))
        if (const auto end = decided_by_encirclement(position)) return end;
    if ((rules.exit_fort || rules.draw_fort == DrawFort::draw) &&
        position.turn() == Side::attackers)
        return decided_by_fort(position);
    return std::nullopt;
}

// Whether a rule beyond movement forbids some moves of the side to move: it may not build a draw
// fort. Where not, every move of movegen.hpp is allowed.
bool forbids_moves(const Position& position);
bool is_allowed(const Position& position, Move move);
std::vector<Move> allowed_moves(const Position& position);
bool has_allowed_move(const Position& position);

// Item 5 for a side without a legal move.
Outcome without_moves(const Position& position);

// Items 1 to 5.
std::optional<Outcome> outcome(const Position& position);

// The legal moves: none once the position is finished.
std::vector<Move> legal_moves(const Position& position);

// The king's moves that would end on an escape square were it the defenders' turn.
std::vector<Move> escape_moves(const Position& position);

// Whether a side, were it its turn, could win at once by escape or by capture of the king.
bool threatens(const Position& position, Side side);

}  // namespace tafl
