#include "line_profile.hpp"

#include <bit>

#include "tafl/movegen.hpp"

namespace tafl {

LineProfiles::LineProfiles(const Variant& variant, Side side)
    : geometry_(variant.geometry()),
      rules_(variant.rules()),
      side_(side),
      other_(opponent(side)),
      size_(geometry_.size),
      profiles_(2 * static_cast<std::size_t>(size_) << slot_bits) {}

std::int32_t LineProfiles::replies(std::size_t line, const LineContent& content, Line empty) const {
    return count_moves_on(geometry_, other_, line, content.other,
                          other_ == Side::defenders ? content.king : 0, empty);
}

void LineProfiles::make(LineProfile& profile, std::size_t line, const LineContent& content) const {
    profile = LineProfile{};
    profile.content = content;
    const Line empty = geometry_.whole & ~(content.own | content.other);
    profile.replies = replies(line, content, empty);
    for (int i = 0; i < size_; ++i)
        if ((content.other & bit(i)) == 0)
            profile.change[static_cast<std::size_t>(i)] =
                static_cast<std::int16_t>(replies(line, content, empty ^ bit(i)) - profile.replies);
    add_moves(profile, line, empty);
    add_captures(profile, line, empty);
    add_way_out(profile, line, empty);
}

// Both halves of a set that may differ in them, as one set of squares.
std::uint32_t LineProfiles::squares(Line halves) const {
    std::uint32_t result = forward(halves);
    for (std::uint32_t bits = mirrored(halves); bits != 0; bits &= bits - 1)
        result |= 1U << (size_ - 1 - std::countr_zero(bits));
    return result;
}

const Passage& LineProfiles::passage(std::size_t line, int place, Piece kind) const {
    const bool is_rank = line < max_size;
    const int number = static_cast<int>(is_rank ? line : line - max_size);
    return passage_from(geometry_, kind, is_rank ? Square(place, number) : Square(number, place));
}

void LineProfiles::add_moves(LineProfile& profile, std::size_t line, Line empty) const {
    for (std::uint32_t men = forward(profile.content.own); men != 0; men &= men - 1) {
        const int place = std::countr_zero(men);
        const Piece kind = (profile.content.king & bit(place)) != 0 ? Piece::king
                           : side_ == Side::attackers               ? Piece::attacker
                                                                    : Piece::defender;
        const Passage& open = passage(line, place, kind);
        const std::uint32_t targets = reach_from(geometry_, kind, open, line, place, empty);
        std::int32_t sum = 0;
        for (std::uint32_t to = targets; to != 0; to &= to - 1)
            sum += change_along(line, profile, place, std::countr_zero(to));
        profile.targets[static_cast<std::size_t>(place)] = targets;
        profile.along[static_cast<std::size_t>(place)] = static_cast<std::int16_t>(sum);
    }
}

// Squares next to a soldier with something hostile behind him. Whether a camp shelters him is left
// to the capture itself.
void LineProfiles::add_captures(LineProfile& profile, std::size_t line, Line empty) const {
    const auto& [own, other, king] = profile.content;
    const std::size_t victim = index(side_ == Side::attackers ? Piece::defender : Piece::attacker);
    const Line anvils = (own & ~king) | (king_backs(line, king) ? king : 0) |
                        (geometry_.hostile_empty[victim][line] & empty) |
                        (geometry_.hostile_occupied_camps[victim][line] & ~empty);
    profile.captures = squares((((other & ~king) & (anvils >> 1)) >> 1) & empty);
}

// Whether the king's square does: as an armed piece, as the occupied throne, or, in the Linnaean
// capture, as what it is.
bool LineProfiles::king_backs(std::size_t line, Line king) const {
    if (side_ == Side::defenders && geometry_.king_backs) return true;
    const Square throne = geometry_.throne;
    if (!throne.exists()) return false;
    const Line here = (line == rank_line(throne) ? bit(throne.file()) : 0) |
                      (line == file_line(throne) ? bit(throne.rank()) : 0);
    if ((king & here) == 0) return false;
    return side_ == Side::attackers ? geometry_.throne_hostile_occupied.has(Piece::defender) ||
                                          rules_.throne.linnaean_capture
                                    : geometry_.throne_hostile_occupied.has(Piece::attacker);
}

// Free ways from a defender to the edge, along the line.
void LineProfiles::add_way_out(LineProfile& profile, std::size_t line, Line empty) const {
    const auto& [own, other, king] = profile.content;
    Line men = side_ == Side::defenders ? own : other;
    if (rules_.end.encirclement == Encirclement::king) men = king;
    const Line reached = men | slide(men, empty & ~geometry_.wall_lines[line]);
    const std::uint32_t whole = forward(geometry_.whole);
    profile.way_length = size_;
    const auto look = [&](std::uint32_t half_men, std::uint32_t half_reached, bool up) {
        const auto places = [&](std::uint32_t half) {
            return up ? half : squares(Line{half} << 32);
        };
        if ((half_reached & (whole ^ whole >> 1)) == 0) return;  // not the last square
        const int taken = static_cast<int>(std::bit_width(half_men));
        profile.scouts |= places(std::bit_floor(half_men));
        if (size_ - taken >= profile.way_length) return;
        profile.way_length = size_ - taken;
        profile.way_out = places(whole >> taken << taken);
    };
    look(forward(men), forward(reached), true);
    look(mirrored(men), mirrored(reached), false);
}

}  // namespace tafl
