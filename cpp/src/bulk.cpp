#include "bulk.hpp"

#include <array>
#include <bit>
#include <cstddef>

#include "tafl/flood.hpp"
#include "tafl/movegen.hpp"
#include "tafl/outcome.hpp"
#include "tafl/step.hpp"

namespace tafl {

namespace {

// Most moves capture nothing and end nothing. Such a quiet move changes what the other side can do
// on three lines only: the one it goes along, and the ones that cross it where it starts and where
// it ends. The replies to it are those to the present position and three differences. All other
// moves are made.
class TwoPlies {
public:
    explicit TwoPlies(Position& position)
        : position_(position),
          geometry_(position.geometry()),
          rules_(position.variant().rules()),
          side_(position.turn()),
          other_(opponent(side_)),
          size_(position.size()) {
        prepare_replies();
        prepare_captures();
        if (side_ == Side::attackers) prepare_king_captures();
        if (rules_.capture.shieldwall != Shieldwall::none) prepare_shieldwalls();
        prepare_ends();
    }

    std::uint64_t count() {
        std::uint64_t total = 0;
        for (int rank = 0; rank < size_; ++rank) {
            std::uint32_t bits = forward(position_.lines(side_)[static_cast<std::size_t>(rank)]);
            for (; bits != 0; bits &= bits - 1)
                total += count_from(Square(std::countr_zero(bits), rank));
        }
        return total;
    }

private:
    Line bit(int i) const { return geometry_.bit[static_cast<std::size_t>(i)]; }

    // Where the other side can go along a line that has these squares empty.
    Line replies(std::size_t line, Line empty) const {
        return reach(other_lines_[line], empty, other_passage_->pass[line],
                     other_passage_->stop[line], other_steps_);
    }
    // How many replies there are along a line, also where some pieces have a passage of their own.
    std::uint64_t count_replies(std::size_t line, Line empty) const {
        if (special_[line]) return count_moves_on(position_, other_, line, empty);
        return static_cast<std::uint64_t>(std::popcount(replies(line, empty)));
    }
    Line empty(std::size_t line) const { return geometry_.whole & ~position_.occupied(line); }

    template <typename Use>
    void for_each_line(Use&& use) const {
        for (int i = 0; i < size_; ++i) {
            use(static_cast<std::size_t>(i), i, true);
            use(static_cast<std::size_t>(max_size + i), i, false);
        }
    }

    void prepare_replies() {
        const Piece man = other_ == Side::attackers ? Piece::attacker : Piece::defender;
        other_lines_ = position_.lines(other_).data();
        other_passage_ = &geometry_.passage[index(man)];
        other_steps_ = geometry_.max_steps[index(man)];
        const Square king = position_.king();
        for_each_line([&](std::size_t line, int, bool) {
            special_[line] = other_ == Side::attackers
                                 ? (geometry_.in_camps[line] & other_lines_[line]) != 0
                                 : king.exists() && geometry_.king_differs[line] != 0 &&
                                       (line == rank_line(king) || line == file_line(king));
            replies_[line] = count_replies(line, empty(line));
            all_replies_ += replies_[line];
        });
    }

    void mark_slow(Square square) {
        slow_[static_cast<std::size_t>(square.rank())] |= 1U << square.file();
    }
    bool is_slow(Square square) const {
        return (slow_[static_cast<std::size_t>(square.rank())] >> square.file() & 1U) != 0;
    }

    // Squares next to an enemy with something hostile behind him; rather too many than too few.
    void prepare_captures() {
        const Piece victim = side_ == Side::attackers ? Piece::defender : Piece::attacker;
        for_each_line([&](std::size_t line, int i, bool is_rank) {
            const Line anvils = position_.lines(side_)[line] | hostile_king(line) |
                                geometry_.hostile_empty[index(victim)][line] |
                                geometry_.hostile_occupied_camps[index(victim)][line];
            const Line hammers = ((other_lines_[line] & (anvils >> 1)) >> 1) & empty(line);
            for (std::uint32_t up = forward(hammers); up != 0; up &= up - 1)
                mark_slow(on_line(i, std::countr_zero(up), is_rank));
            for (std::uint32_t down = mirrored(hammers); down != 0; down &= down - 1)
                mark_slow(on_line(i, size_ - 1 - std::countr_zero(down), is_rank));
        });
    }
    static Square on_line(int line, int i, bool is_rank) {
        return is_rank ? Square(i, line) : Square(line, i);
    }
    // The king's square, which backs captures by the occupied throne and the Linnaean capture.
    Line hostile_king(std::size_t line) const {
        const Square king = position_.king();
        if (!king.exists()) return 0;
        if (line == rank_line(king)) return bit(king.file());
        return line == file_line(king) ? bit(king.rank()) : 0;
    }

    // Next to the king.
    void prepare_king_captures() {
        const Square king = position_.king();
        for (const Step step : steps) {
            if (!step_stays_on_board(king, step, size_)) continue;
            mark_slow(moved(king, step));
        }
    }

    // On the edge beside an enemy, and before him.
    void prepare_shieldwalls() {
        const int last = size_ - 1;
        for (int i = 0; i < size_; ++i)
            for (const Square square :
                 {Square(i, 0), Square(i, last), Square(0, i), Square(last, i)})
                if (geometry_.has(position_.lines(other_), square))
                    for (const Step step : steps)
                        if (step_stays_on_board(square, step, size_))
                            mark_slow(moved(square, step));
    }

    // What a quiet move might bring about all the same.
    void prepare_ends() {
        const Encirclement rule = rules_.end.encirclement;
        if (rule == Encirclement::both) all_slow_ = true;
        if (rule == Encirclement::yes || rule == Encirclement::king) find_way_out();
        if (side_ == Side::attackers) return;
        if (rules_.end.exit_fort && rules_.on_edge(position_.king())) all_slow_ = true;
        if (rules_.end.draw_fort == DrawFort::draw) all_slow_ = true;
    }

    // With encirclement, a way from a defender along a line to the edge. While a move does not land
    // on it, nor takes away the man it starts from, nobody is encircled.
    void find_way_out() {
        const Square king = position_.king();
        const Line ends = bit(size_ - 1) & 0xFFFFFFFFU;
        const Line both_ends = ends | ends << 32;
        bool found = false;
        for_each_line([&](std::size_t line, int i, bool is_rank) {
            if (found) return;
            Line men = position_.lines(Side::defenders)[line];
            if (rules_.end.encirclement == Encirclement::king) men = hostile_king(line);
            if (men == 0) return;
            const Line free = empty(line) & ~geometry_.wall_lines[line];
            const Line reached = men | slide(men, free);
            if ((reached & both_ends) == 0) return;
            found = true;
            const bool up = (reached & ends) != 0;
            const std::uint32_t half = up ? forward(men) : mirrored(men);
            const int start = static_cast<int>(std::bit_width(half)) - 1;
            const auto square = [&](int k) { return on_line(i, up ? k : size_ - 1 - k, is_rank); };
            if (side_ == Side::attackers) {
                for (int k = start + 1; k < size_; ++k) mark_slow(square(k));
            } else {
                guard_ = square(start);
            }
        });
        if (!found) all_slow_ = true;
        if (rules_.end.encirclement == Encirclement::king && side_ == Side::defenders)
            guard_ = king;  // his moves are made anyway
    }

    std::uint64_t count_from(Square from) {
        const Piece kind = side_ == Side::attackers   ? Piece::attacker
                           : from == position_.king() ? Piece::king
                                                      : Piece::defender;
        if (kind == Piece::king || all_slow_ || from == guard_) {
            std::uint64_t total = 0;
            visit_moves_from(position_, kind, from, [&](Move move) {
                total += count_made(move);
                return true;
            });
            return total;
        }
        const Passage& passage = passage_from(geometry_, kind, from);
        return count_along(from, rank_line(from), from.file(), file_line(from), from.rank(), true,
                           passage, kind) +
               count_along(from, file_line(from), from.rank(), rank_line(from), from.file(), false,
                           passage, kind);
    }

    // The moves from a square along one line; `cross` is the other line through it.
    std::uint64_t count_along(Square from, std::size_t line, int place, std::size_t cross,
                              int cross_place, bool is_rank, const Passage& passage, Piece kind) {
        const Line here = bit(place);
        const Line free = empty(line);
        const Line targets = reach(here, free, passage.pass[line], passage.stop[line],
                                   geometry_.max_steps[index(kind)]);
        if (targets == 0) return 0;
        // Without the piece: the same for all its moves along this line.
        const std::uint64_t left = all_replies_ - replies_[line] - replies_[cross] +
                                   count_replies(cross, empty(cross) | bit(cross_place));
        const Line vacated = free | here;
        const std::size_t crossing = is_rank ? max_size : 0;
        std::uint64_t total = 0;
        const auto add = [&](int i) {
            const Square to = is_rank ? Square(i, from.rank()) : Square(from.file(), i);
            if (is_slow(to)) {
                total += count_made({from, to});
                return;
            }
            const std::size_t across = crossing + static_cast<std::size_t>(i);
            total += left + count_replies(line, vacated & ~bit(i)) - replies_[across] +
                     count_replies(across, empty(across) & ~bit(cross_place));
        };
        for (std::uint32_t up = forward(targets); up != 0; up &= up - 1) add(std::countr_zero(up));
        for (std::uint32_t down = mirrored(targets); down != 0; down &= down - 1)
            add(size_ - 1 - std::countr_zero(down));
        return total;
    }

    std::uint64_t count_made(Move move) {
        Undo undo;
        position_.make(move, undo);
        const std::uint64_t total = decided(position_) ? 0 : count_moves(position_);
        position_.take_back(undo);
        return total;
    }

    Position& position_;
    const Geometry& geometry_;
    const Rules& rules_;
    Side side_;
    Side other_;
    int size_;
    const Line* other_lines_ = nullptr;
    const Passage* other_passage_ = nullptr;
    int other_steps_ = 0;
    std::array<bool, max_lines> special_{};
    std::array<std::uint64_t, max_lines> replies_{};
    std::uint64_t all_replies_ = 0;
    Rows slow_{};   // to-squares of moves that are made
    Square guard_;  // from-square of moves that are made
    bool all_slow_ = false;
};

}  // namespace

std::uint64_t count_two_plies(Position& position) {
    return TwoPlies(position).count();
}

}  // namespace tafl
