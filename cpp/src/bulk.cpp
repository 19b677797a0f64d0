#include "bulk.hpp"

#include <bit>
#include <utility>

#include "tafl/capture.hpp"
#include "tafl/outcome.hpp"
#include "tafl/step.hpp"

namespace tafl {

namespace {

// Calls use(i) for every bit.
template <typename Use>
void for_each_bit(std::uint32_t bits, Use&& use) {
    for (; bits != 0; bits &= bits - 1) use(std::countr_zero(bits));
}

constexpr std::size_t line_of(int i, bool is_rank) {
    return static_cast<std::size_t>(is_rank ? i : max_size + i);
}

}  // namespace

TwoPlies::TwoPlies(const Variant& variant, Side side)
    : geometry_(variant.geometry()),
      rules_(variant.rules()),
      side_(side),
      size_(geometry_.size),
      profiles_(variant, side) {
    for (int rank = 0; rank < size_; ++rank)
        for (int file = 0; file < size_; ++file)
            if (const Square square(file, rank);
                geometry_.is_escape(square) || (rules_.end.exit_fort && rules_.on_edge(square)))
                mark(slow_for_king_, square);
}

std::uint64_t TwoPlies::count(Position& position) {
    look_at_lines(position);
    const auto& end = rules_.end;
    const Square king = position.king();
    guard_ = Square();
    all_slow_ = end.encirclement == Encirclement::both;
    if (end.encirclement != Encirclement::no) look_for_way_out(position);
    if (side_ == Side::attackers) {
        mark_king_captures(position);
    } else if (end.draw_fort == DrawFort::draw || (end.exit_fort && rules_.on_edge(king))) {
        all_slow_ = true;
    }
    if (rules_.capture.shieldwall != Shieldwall::none) mark_shieldwalls(position);

    std::uint64_t total = 0;
    for (int rank = 0; rank < size_; ++rank)
        for_each_bit(forward(lines_[line_of(rank, true)]->content.own),
                     [&](int file) { total += count_from(position, Square(file, rank)); });
    return total;
}

void TwoPlies::look_at_lines(const Position& position) {
    const Lines& own = position.lines(side_);
    const Lines& other = position.lines(opponent(side_));
    const Square king = position.king();
    replies_ = 0;
    slow_ = {};
    for (const bool is_rank : {true, false}) {
        for (int i = 0; i < size_; ++i) {
            const std::size_t line = line_of(i, is_rank);
            const Line king_here = is_rank ? (king.rank() == i ? position.king_on(line) : 0)
                                           : (king.file() == i ? position.king_on(line) : 0);
            const LineProfile& profile =
                profiles_.of(line, LineContent{own[line], other[line], king_here});
            lines_[line] = &profile;
            replies_ += profile.replies;
            slow_[line] |= profile.captures;
            for_each_bit(profile.captures,
                         [&](int place) { slow_[line_of(place, !is_rank)] |= 1U << i; });
        }
    }
}

void TwoPlies::mark(Squares& squares, Square square) {
    squares[rank_line(square)] |= 1U << square.file();
    squares[file_line(square)] |= 1U << square.rank();
}

// With encirclement: while a defender sees the edge, nobody is encircled.
void TwoPlies::look_for_way_out(const Position& position) {
    int shortest = size_;
    std::size_t best = max_lines;
    Square scout;
    bool several = false;
    for (const bool is_rank : {true, false}) {
        for (int i = 0; i < size_; ++i) {
            const std::size_t line = line_of(i, is_rank);
            const LineProfile& profile = *lines_[line];
            if (profile.scouts == 0) continue;
            for_each_bit(profile.scouts, [&](int place) {
                const Square square = is_rank ? Square(place, i) : Square(i, place);
                several = several || (scout.exists() && square != scout);
                scout = square;
            });
            if (profile.way_length >= shortest) continue;
            shortest = profile.way_length;
            best = line;
        }
    }
    if (best == max_lines) {
        all_slow_ = true;
    } else if (side_ == Side::attackers) {
        const bool is_rank = best < max_size;
        const int number = static_cast<int>(is_rank ? best : best - max_size);
        for_each_bit(lines_[best]->way_out, [&](int place) {
            mark(slow_, is_rank ? Square(place, number) : Square(number, place));
        });
    } else if (rules_.end.encirclement == Encirclement::king) {
        guard_ = position.king();
    } else if (!several) {
        guard_ = scout;
    }
}

void TwoPlies::mark_king_captures(const Position& position) {
    const Square king = position.king();
    for (const Step step : steps) {
        if (!step_stays_on_board(king, step, size_)) continue;
        const Square square = moved(king, step);
        if (position.is_empty(square) && captures_king(position, square)) mark(slow_, square);
    }
}

// A row on the edge can only be captured if all its men but one, or none, have an enemy in front of
// them already.
void TwoPlies::mark_shieldwalls(const Position& position) {
    const Lines& own = position.lines(side_);
    const Lines& other = position.lines(opponent(side_));
    const int last = size_ - 1;
    const bool any = rules_.capture.shieldwall_trigger == ShieldwallTrigger::any;
    for (const bool is_rank : {true, false}) {
        for (const auto& [edge, inside] : {std::pair(0, 1), std::pair(last, last - 1)}) {
            const std::uint32_t row = forward(other[line_of(edge, is_rank)]);
            const std::uint32_t closed = row & forward(own[line_of(inside, is_rank)]);
            if ((closed & row << 1) == 0 && (closed & row >> 1) == 0) continue;
            const auto square = [&](int i, int line) {
                return is_rank ? Square(i, line) : Square(line, i);
            };
            for_each_bit((row << 1 | row >> 1) & forward(geometry_.whole),
                         [&](int i) { mark(slow_, square(i, edge)); });
            if (any) for_each_bit(row, [&](int i) { mark(slow_, square(i, inside)); });
        }
    }
}

std::uint64_t TwoPlies::count_from(Position& position, Square from) {
    const bool all = all_slow_ || from == guard_;
    const bool king = from == position.king();
    const auto count = [&](const Track& track) {
        std::uint32_t slow = all ? ~0U : slow_[track.line];
        if (king) slow |= slow_for_king_[track.line];
        return count_along(position, from, track, slow);
    };
    return static_cast<std::uint64_t>(
        count({rank_line(from), from.file(), file_line(from), from.rank(), max_size}) +
        count({file_line(from), from.rank(), rank_line(from), from.file(), 0}));
}

// The sequences that begin with a move of a piece along a line.
std::int64_t TwoPlies::count_along(Position& position, Square from, const Track& track,
                                   std::uint32_t slow) {
    const LineProfile& line = *lines_[track.line];
    const auto place = static_cast<std::size_t>(track.place);
    const auto cross_place = static_cast<std::size_t>(track.cross_place);
    const std::uint32_t targets = line.targets[place];
    if (targets == 0) return 0;
    std::int64_t total = 0;
    if ((targets & ~slow) != 0) {
        // Without the piece: the same for all its moves along this line.
        const std::int64_t left = replies_ + lines_[track.cross]->change[cross_place];
        total = line.along[place];
        for_each_bit(targets & ~slow, [&](int to) {
            total +=
                left + lines_[track.crossing + static_cast<std::size_t>(to)]->change[cross_place];
        });
        for_each_bit(targets & slow, [&](int to) {
            total -= profiles_.change_along(track.line, line, track.place, to);
        });
    }
    for_each_bit(targets & slow, [&](int to) {
        const bool on_rank = track.crossing != 0;
        total += count_made(position,
                            {from, on_rank ? Square(to, from.rank()) : Square(from.file(), to)});
    });
    return total;
}

std::int64_t TwoPlies::count_made(Position& position, Move move) {
    Undo undo;
    position.make(move, undo);
    const std::int64_t total =
        has_decided(position, move, undo, seen_on_) ? 0 : replies_after(position, move, undo);
    position.take_back(move, undo);
    return total;
}

// The replies to a move that has been made: those on the lines that it has touched are counted.
std::int64_t TwoPlies::replies_after(const Position& position, Move move, const Undo& undo) const {
    std::uint64_t touched = 0;
    const auto touch = [&](Square square) {
        touched |= std::uint64_t{1} << rank_line(square) | std::uint64_t{1} << file_line(square);
    };
    touch(move.from);
    touch(move.to);
    for (const Square square : undo.captured) touch(square);
    const Lines& own = position.lines(side_);
    const Lines& other = position.lines(opponent(side_));
    std::int64_t total = replies_;
    for (; touched != 0; touched &= touched - 1) {
        const auto line = static_cast<std::size_t>(std::countr_zero(touched));
        const LineContent content{own[line], other[line], position.king_on(line)};
        const Line empty = geometry_.whole & ~(content.own | content.other);
        total += profiles_.replies(line, content, empty) - lines_[line]->replies;
    }
    return total;
}

}  // namespace tafl
