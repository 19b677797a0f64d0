#include "tafl/capture.hpp"

#include "tafl/shieldwall.hpp"
#include "tafl/step.hpp"

namespace tafl {

namespace {

constexpr Piece victim_of(Side mover) {
    return mover == Side::attackers ? Piece::defender : Piece::attacker;
}

// Whether the king's square backs a capture, as a piece of the mover or as the occupied throne.
bool is_king_hostile(const Position& position, Side mover) {
    const Geometry& geometry = position.geometry();
    if (mover == Side::defenders && geometry.king_backs) return true;
    return position.king() == geometry.throne &&
           geometry.throne_hostile_occupied.has(victim_of(mover));
}

// Section 5, custodial capture of soldiers along a line by the piece at `hammer`: the captured
// squares, in the halves as `sandwiched` has it. They may hold the king.
template <Side mover>
inline Line custodial_on(const Position& position, std::size_t line, Line hammer) {
    const Geometry& geometry = position.geometry();
    const Line enemies = position.lines(opponent(mover))[line];
    const Line victims = enemies & hammer << 1;
    if (victims == 0) return 0;
    Line pieces = position.lines(mover)[line];
    const Line occupied = pieces | enemies;
    if (const Line king = position.king_on(line); king != 0)
        pieces = is_king_hostile(position, mover) ? pieces | king : pieces & ~king;
    constexpr std::size_t kind = index(victim_of(mover));
    const Line anvils = pieces | (geometry.hostile_empty[kind][line] & ~occupied) |
                        (geometry.hostile_occupied_camps[kind][line] & occupied);
    const Line captured = sandwiched(hammer, victims, anvils);
    const Line sheltered = geometry.sheltered[line];
    if (mover == Side::attackers || (captured & sheltered) == 0) return captured;
    const Line few = pieces | (geometry.hostile_empty_to_sheltered[line] & ~occupied);
    return (captured & ~sheltered) | sandwiched(hammer, victims & sheltered, few);
}

template <Side mover>
void find_custodial(const Position& position, Square to, Captures& captured) {
    const auto& bit = position.geometry().bit;
    const Line rank =
        custodial_on<mover>(position, rank_line(to), bit[static_cast<std::size_t>(to.file())]);
    const Line file =
        custodial_on<mover>(position, file_line(to), bit[static_cast<std::size_t>(to.rank())]);
    if ((rank | file) == 0) return;
    const Square king = position.king();
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

// Section 7: the man on the fourth side of a king who has three attackers around his throne.
void find_linnaean(const Position& position, Square to, Captures& captured) {
    const Geometry& geometry = position.geometry();
    const Square throne = geometry.throne;
    if (position.king() != throne || !are_apart(throne, to, 2)) return;
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

bool captures_king(const Position& position, Square to) {
    const Square king = position.king();
    if (!king.exists() || !are_apart(king, to, 1)) return false;
    const Step toward{to.file() - king.file(), to.rank() - king.rank()};
    const Geometry& geometry = position.geometry();
    const KingCapture rule = position.variant().rules().king.capture;
    const bool four =
        rule == KingCapture::four || (rule == KingCapture::four_near_throne &&
                                      (king == geometry.throne || geometry.beside_throne(king)));
    if (!four) return side_hostile(position, {-toward.file, -toward.rank}, false);
    const bool rim_hostile = position.variant().rules().king.edge_hostile;
    for (const Step step : steps)
        if (moved(king, step) != to && !side_hostile(position, step, rim_hostile)) return false;
    return true;
}

void find_captures(const Position& position, Side mover, Square to, Captures& captured) {
    const Rules& rules = position.variant().rules();
    if (mover == Side::attackers) {
        find_custodial<Side::attackers>(position, to, captured);
    } else {
        if (to == position.king() && !position.geometry().king_strikes) return;
        find_custodial<Side::defenders>(position, to, captured);
    }
    if (rules.capture.shieldwall != Shieldwall::none)
        find_shieldwalls(position, mover, to, captured);
    if (mover == Side::defenders) return;
    if (rules.throne.linnaean_capture) find_linnaean(position, to, captured);
    if (captures_king(position, to)) captured.add_king(position.king());
}

}  // namespace tafl
