// What a line contributes to the count of two plies, remembered by what stands on it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tafl/variant.hpp"

namespace tafl {

// A line as it stands: the pieces of the side to move and of the other side, and which of them is
// the king.
struct LineContent {
    Line own = 0;
    Line other = 0;
    Line king = 0;
    friend bool operator==(const LineContent&, const LineContent&) = default;
};

// All that the count needs to know of a line. Squares are bits of the forward half. "Replies" are
// the moves of the other side along this line, and what is said of one of them is the difference
// from their present number.
struct LineProfile {
    LineContent content{~Line{0}, 0, 0};  // of no line
    std::int32_t replies = 0;
    std::uint32_t captures = 0;  // to-squares of moves that capture a soldier on this line
    std::int32_t way_length = 0;
    std::uint32_t way_out = 0;  // the free squares between a defender and the edge, where
    std::uint32_t scouts = 0;   // these are the defenders who see the edge along the line
    // Replies, if a piece of the side to move came to the empty square or left its own.
    std::array<std::int16_t, max_size> change{};
    // Where the piece of the side to move on a square can go, and the sum, over these moves, of the
    // replies along this line.
    std::array<std::int16_t, max_size> along{};
    std::array<std::uint32_t, max_size> targets{};
};

// The profiles of the lines of a board with a given side to move. The lines of the positions of a
// perft are few and come back all the time.
class LineProfiles {
public:
    LineProfiles(const Variant& variant, Side side);

    // Valid until the next call for the same line.
    const LineProfile& of(std::size_t line, const LineContent& content) {
        const std::size_t number =
            line < max_size ? line : line - max_size + static_cast<std::size_t>(size_);
        LineProfile& profile = profiles_[number << slot_bits | slot(content)];
        if (profile.content != content) make(profile, line, content);
        return profile;
    }

    // By how much a move along a line changes the replies along it.
    std::int32_t change_along(std::size_t line, const LineProfile& profile, int from,
                              int to) const {
        const Line empty = geometry_.whole & ~(profile.content.own | profile.content.other);
        return replies(line, profile.content, empty ^ bit(from) ^ bit(to)) - profile.replies;
    }
    // How many replies there are along a line that has these squares empty.
    std::int32_t replies(std::size_t line, const LineContent& content, Line empty) const;

private:
    static constexpr int slot_bits = 5;
    static std::size_t slot(const LineContent& content) {
        const std::uint64_t pieces =
            std::uint64_t{forward(content.own)} << 32 | forward(content.other);
        return static_cast<std::size_t>((pieces + content.king) * 0x9E3779B97F4A7C15U >>
                                        (64 - slot_bits));
    }

    void make(LineProfile& profile, std::size_t line, const LineContent& content) const;
    void add_moves(LineProfile& profile, std::size_t line, Line empty) const;
    void add_captures(LineProfile& profile, std::size_t line, Line empty) const;
    bool king_backs(std::size_t line, Line king) const;
    void add_way_out(LineProfile& profile, std::size_t line, Line empty) const;
    const Passage& passage(std::size_t line, int place, Piece kind) const;
    Line bit(int i) const { return geometry_.bit[static_cast<std::size_t>(i)]; }
    std::uint32_t squares(Line halves) const;

    const Geometry& geometry_;
    const Rules& rules_;
    Side side_;
    Side other_;
    int size_;
    std::vector<LineProfile> profiles_;
};

}  // namespace tafl
