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
inline bool sees_edge_on(const Position& position, std::size_t rank) {
    return position.lines(Side::defenders)[rank] >
           (position.lines(Side::attackers)[rank] | position.geometry().wall_lines[rank]);
}

// A longer look, which spares the flood in nearly every position: the same on all ranks (it says on
// which), and a sweep from the first rank to the last that goes as far as it can to one side only.
bool finds_way_out(const Position& position, std::size_t& seen_on);

// Items 1 to 4: the ends that do not depend on the moves that are left.
std::optional<Outcome> decided(const Position& position);

// Whether a move may have led to an encirclement, after a look at it. Whoever asks this of many
// positions keeps the rank where a defender saw the edge: it is looked at first, for mostly he
// still does.
inline bool may_encircle(const Position& position, Side mover, std::size_t& seen_on) {
    const Encircles encircles = position.geometry().encircles[index(mover)];
    if (encircles == Encircles::never) return false;
    return encircles == Encircles::maybe ||
           !(sees_edge_on(position, seen_on) || finds_way_out(position, seen_on));
}

// Whether the move that has led to this position decided the game, which it had not been before.
// `seen_on` is a rank of the board, kept by the caller for may_encircle.
template <Piece mover>
inline bool has_decided(const Position& position, Move move, const Undo& undo,
                        std::size_t& seen_on) {
    const Geometry& geometry = position.geometry();
    if (mover == Piece::attacker && undo.captured.king()) return true;
    if (mover == Piece::king && geometry.is_escape(move.to)) return true;
    if (may_encircle(position, side_of(mover), seen_on) && decided_by_encirclement(position))
        return true;
    return mover != Piece::attacker && geometry.is_fort_ground(position.king()) &&
           decided_by_fort(position);
}
inline bool has_decided(const Position& position, Move move, const Undo& undo,
                        std::size_t& seen_on) {
    if (position.turn() == Side::defenders)
        return has_decided<Piece::attacker>(position, move, undo, seen_on);
    return move.to == position.king() ? has_decided<Piece::king>(position, move, undo, seen_on)
                                      : has_decided<Piece::defender>(position, move, undo, seen_on);
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
