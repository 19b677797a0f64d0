#include "tafl/capture.hpp"

#include <cstdlib>

#include "tafl/shieldwall.hpp"
#include "tafl/step.hpp"

namespace tafl {

namespace {

// Section 5, custodial capture of soldiers around the square `to`.
class Custodial {
public:
    Custodial(const Position& position, Side mover)
        : position_(position),
          geometry_(position.geometry()),
          mover_(mover),
          hostile_empty_(geometry_.hostile_empty[index(victim(mover))]),
          hostile_occupied_(geometry_.hostile_occupied_camps[index(victim(mover))]),
          king_hostile_(king_hostile(position, mover)) {}

    // The captured squares of a line, in the halves as `sandwiched` has it; may hold the king.
    Line on(std::size_t line, Line hammer, Line king) const {
        const Line occupied = position_.occupied(line);
        const Line victims = position_.lines(opponent(mover_))[line];
        Line pieces = position_.lines(mover_)[line];
        pieces = king_hostile_ ? pieces | king : pieces & ~king;
        const Line anvils =
            pieces | (hostile_empty_[line] & ~occupied) | (hostile_occupied_[line] & occupied);
        const Line captured = sandwiched(hammer, victims, anvils);
        const Line sheltered = geometry_.sheltered[line];
        if (mover_ == Side::attackers || (captured & sheltered) == 0) return captured;
        const Line few = pieces | (geometry_.hostile_empty_to_sheltered[line] & ~occupied);
        return (captured & ~sheltered) | sandwiched(hammer, victims & sheltered, few);
    }

private:
    static Piece victim(Side mover) {
        return mover == Side::attackers ? Piece::defender : Piece::attacker;
    }
    // Whether the king's square backs a capture, as a piece of the mover or as the occupied throne.
    static bool king_hostile(const Position& position, Side mover) {
        const Geometry& geometry = position.geometry();
        if (mover == Side::defenders && geometry.king_backs) return true;
        return position.king().exists() && position.king() == geometry.throne &&
               geometry.throne_hostile_occupied.has(victim(mover));
    }

    const Position& position_;
    const Geometry& geometry_;
    Side mover_;
    const Lines& hostile_empty_;
    const Lines& hostile_occupied_;
    bool king_hostile_;
};

void find_custodial(const Position& position, Side mover, Square to, Captures& captured) {
    const Geometry& geometry = position.geometry();
    const Square king = position.king();
    const auto bit = [&](int i) { return geometry.bit[static_cast<std::size_t>(i)]; };
    const bool king_on_rank = king.exists() && king.rank() == to.rank();
    const bool king_on_file = king.exists() && king.file() == to.file();
    const Custodial custodial(position, mover);
    const Line rank =
        custodial.on(rank_line(to), bit(to.file()), king_on_rank ? bit(king.file()) : 0);
    const Line file =
        custodial.on(file_line(to), bit(to.rank()), king_on_file ? bit(king.rank()) : 0);
    if ((rank | file) == 0) return;
    const auto add = [&](bool found, int file_step, int rank_step) {
        if (!found) return;
        const Square square(to.file() + file_step, to.rank() + rank_step);
        if (square != king) captured.add(square);  // the king has rules of his own
    };
    add(mirrored(file) != 0, 0, -1);
    add(mirrored(rank) != 0, -1, 0);
    add(forward(rank) != 0, 1, 0);
    add(forward(file) != 0, 0, 1);
}

// Section 6: whether the side of the king in one direction is hostile to him.
bool side_hostile(const Position& position, Step step, bool rim_hostile) {
    const Geometry& geometry = position.geometry();
    if (!step_stays_on_board(position.king(), step, geometry.size)) return rim_hostile;
    const Square square = moved(position.king(), step);
    if (geometry.has(position.lines(Side::attackers), square)) return true;
    const auto& hostile =
        position.is_empty(square) ? geometry.hostile_empty : geometry.hostile_occupied_camps;
    return geometry.has(hostile[index(Piece::king)], square);
}

// Section 6, for an attacker that has just arrived on `to`.
bool king_captured(const Position& position, Square to) {
    const Square king = position.king();
    if (!king.exists()) return false;
    const Step toward{to.file() - king.file(), to.rank() - king.rank()};
    if (std::abs(toward.file) + std::abs(toward.rank) != 1) return false;
    const Geometry& geometry = position.geometry();
    const KingCapture rule = position.variant().rules().king.capture;
    const bool four =
        rule == KingCapture::four || (rule == KingCapture::four_near_throne &&
                                      (king == geometry.throne || geometry.beside_throne(king)));
    if (!four) return side_hostile(position, {-toward.file, -toward.rank}, false);
    const bool rim_hostile = position.variant().rules().king.edge_hostile;
    for (const Step step : steps)
        if (!side_hostile(position, step, rim_hostile)) return false;
    return true;
}

// Section 7: the man on the fourth side of a king who has three attackers around his throne.
void find_linnaean(const Position& position, Square to, Captures& captured) {
    const Geometry& geometry = position.geometry();
    const Square throne = geometry.throne;
    if (!position.king().exists() || position.king() != throne) return;
    for (const Step step : steps) {
        if (moved(throne, step, 2) != to) continue;
        const Square man = moved(throne, step);
        if (!geometry.has(position.lines(Side::defenders), man) || captured.contains(man)) return;
        for (const Step other : steps)
            if (moved(throne, other) != man &&
                !geometry.has(position.lines(Side::attackers), moved(throne, other)))
                return;
        captured.add(man);
    }
}

}  // namespace

void find_captures(const Position& position, Side mover, Square to, Captures& captured) {
    const Rules& rules = position.variant().rules();
    if (mover == Side::defenders && to == position.king() && !position.geometry().king_strikes)
        return;
    find_custodial(position, mover, to, captured);
    if (rules.capture.shieldwall != Shieldwall::none)
        find_shieldwalls(position, mover, to, captured);
    if (mover == Side::defenders) return;
    if (rules.throne.linnaean_capture) find_linnaean(position, to, captured);
    if (king_captured(position, to)) captured.add_king(position.king());
}

}  // namespace tafl
