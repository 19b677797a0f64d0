// A variant: rules with a name, compiled once into the immutable masks that the engine reads.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tafl/line.hpp"
#include "tafl/rules.hpp"
#include "tafl/square.hpp"
#include "tafl/zobrist.hpp"

namespace tafl {

// The lines of a board: ranks first, then files.
inline constexpr int max_lines = 2 * max_size;
constexpr std::size_t rank_line(Square square) {
    return static_cast<std::size_t>(square.rank());
}
constexpr std::size_t file_line(Square square) {
    return static_cast<std::size_t>(max_size + square.file());
}

using Lines = std::array<Line, max_lines>;

// Where a kind of piece may go, as far as the board alone decides it.
struct Passage {
    Lines pass{};  // squares it may cross and so go on from
    Lines stop{};  // squares it may stop on
};

// A camp: its squares, and where an attacker that starts on one of them may go.
struct Camp {
    Lines squares{};
    Passage resident;
};

// Whether a move can lead to an encirclement.
enum class Encircles : std::uint8_t {
    never,
    unless_edge_seen,  // by a defender
    maybe,
};

// Everything the rules say about single squares, compiled from a Rules.
class Geometry {
public:
    explicit Geometry(const Rules& rules);

    int size;
    std::array<Line, max_size> bit{};          // of the i-th square of a line
    Line whole = 0;                            // all squares of a line
    std::array<Passage, piece_kinds> passage;  // of a kind that starts outside the camps
    std::array<int, piece_kinds> max_steps{};  // 0: no limit
    // The places of a line that are within so many steps of a place of it.
    std::array<std::array<std::uint32_t, max_size>, piece_kinds> within_steps{};
    std::vector<Camp> camps;                       // only those whose residents may come back
    Lines in_camps{};                              // the squares of all of those
    std::array<Lines, piece_kinds> hostile_empty;  // to a kind, while nothing stands there
    std::array<Lines, piece_kinds> hostile_occupied_camps;  // to a kind, while something does
    Lines sheltered{};                   // where no camp square is hostile to an attacker
    Lines hostile_empty_to_sheltered{};  // to an attacker there: hostile_empty less the camps
    // For the mover: squares that may back a capture without a piece of his on them, the rim of the
    // board, one step beyond it, among them. Rather too many than too few, for a quick look.
    std::array<Lines, 2> backing{};
    Square throne;  // does not exist if the variant has none
    Kinds throne_hostile_occupied;
    bool king_strikes;     // as the hammer
    bool king_backs;       // as the anvil
    Lines king_differs{};  // not 0 on lines where the king may go elsewhere than his soldiers
    std::array<std::uint32_t, max_size> escape{};  // squares on which the king wins, by rank
    Lines wall_lines{};                    // squares closed to all defenders while they are empty
    std::array<Encircles, 2> encircles{};  // a move of this side
    std::array<std::uint32_t, max_size> fort_ground{};  // where the king of a fort may be, by rank

    bool has(const Lines& lines, Square square) const {
        return (forward(lines[rank_line(square)]) >> square.file() & 1U) != 0;
    }
    void add(Lines& lines, Square square) const {
        lines[rank_line(square)] |= bit[static_cast<std::size_t>(square.file())];
        lines[file_line(square)] |= bit[static_cast<std::size_t>(square.rank())];
    }
    bool is_escape(Square square) const {
        return (escape[static_cast<std::size_t>(square.rank())] >> square.file() & 1U) != 0;
    }
    bool is_fort_ground(Square square) const {
        return (fort_ground[static_cast<std::size_t>(square.rank())] >> square.file() & 1U) != 0;
    }
    bool beside_throne(Square square) const;

private:
    void add_camp_hostility(const Rules& rules);
    void add_backing(const Rules& rules);
    void add_ends(const Rules& rules);
};

class Variant {
public:
    // Throws RulesError if the rules contradict themselves. The notes are carried along for the
    // caller (the Python package keeps the provenance of the values there); nothing reads them.
    Variant(std::string id, std::string name, std::vector<std::string> aliases, Rules rules,
            std::string notes = {});

    const std::string& id() const { return id_; }
    const std::string& name() const { return name_; }
    const std::vector<std::string>& aliases() const { return aliases_; }
    const Rules& rules() const { return rules_; }
    const std::string& notes() const { return notes_; }
    const Geometry& geometry() const { return geometry_; }
    const Zobrist& zobrist() const { return zobrist_; }

    // Variants with equal rules are equal, whatever they are called.
    friend bool operator==(const Variant& a, const Variant& b) {
        return &a == &b ||
               (a.zobrist_.rules == b.zobrist_.rules && a.canonical_text_ == b.canonical_text_);
    }

private:
    std::string id_;
    std::string name_;
    std::vector<std::string> aliases_;
    Rules rules_;
    std::string notes_;
    std::string canonical_text_;
    Geometry geometry_;
    Zobrist zobrist_;
};

using VariantPtr = std::shared_ptr<const Variant>;

}  // namespace tafl
