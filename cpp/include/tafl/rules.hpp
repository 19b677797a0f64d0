// The rules of a game as plain data, and the one schema by which every reader and writer of rule
// values (variant files, keyword replacement, tests) sees them.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tafl/error.hpp"
#include "tafl/square.hpp"

namespace tafl {

// A set of piece kinds.
class Kinds {
public:
    constexpr Kinds() = default;
    static constexpr Kinds all() { return Kinds(0b111); }
    static constexpr Kinds only(Piece kind) { return Kinds(1U << index(kind)); }
    constexpr bool has(Piece kind) const { return (bits_ >> index(kind) & 1U) != 0; }
    constexpr void add(Piece kind) { bits_ |= 1U << index(kind); }
    friend constexpr bool operator==(Kinds, Kinds) = default;

private:
    explicit constexpr Kinds(unsigned bits) : bits_(bits) {}
    unsigned bits_ = 0;
};

enum class Escape : std::uint8_t { edge, corner };
enum class Armed : std::uint8_t { yes, no, hammer, anvil };
enum class KingCapture : std::uint8_t { four, two, four_near_throne };
enum class CampMovement : std::uint8_t { own_camp, closed };
enum class Shieldwall : std::uint8_t { none, weak, strong };
enum class ShieldwallTrigger : std::uint8_t { bracket, any };
enum class Encirclement : std::uint8_t { no, yes, king, both };
enum class DrawFort : std::uint8_t { no, draw, forbidden };
enum class NoMoves : std::uint8_t { loses, draw };
enum class Repetition : std::uint8_t {
    draw,
    none,
    mover_wins,
    mover_loses,
    attackers_win,
    forbidden,
    aggressor_loses,
    aggressor_forbidden,
    same_moves,
};

// The values of every rule. The members are named like the keys; the defaults are those of the
// specification, except that a board has no default size and start.
struct Rules {
    struct {
        int size = 0;
        std::string start;
        Side first = Side::attackers;
    } board;
    struct {
        Escape escape = Escape::edge;
        Armed armed = Armed::yes;
        KingCapture capture = KingCapture::four;
        bool edge_hostile = false;
        int max_steps = 0;
    } king;
    struct {
        int max_steps = 0;
    } soldiers;
    struct {
        bool exists = true;
        bool king_may_occupy = true;
        bool king_may_pass = true;
        bool soldiers_may_occupy = false;
        bool soldiers_may_pass = true;
        Kinds hostile_empty = Kinds::all();
        Kinds hostile_occupied;
        bool linnaean_capture = false;
    } throne;
    struct {
        bool exist = false;
        std::optional<std::vector<Square>> squares;  // nothing: the four corners of the board
        Kinds hostile = Kinds::all();
    } corners;
    struct {
        std::vector<std::vector<Square>> groups;
        Kinds hostile = Kinds::only(Piece::king);
        Kinds hostile_occupied;
        std::vector<Square> inert;
        bool shelter_attackers = false;
        CampMovement movement = CampMovement::own_camp;
    } camps;
    struct {
        Shieldwall shieldwall = Shieldwall::none;
        ShieldwallTrigger shieldwall_trigger = ShieldwallTrigger::bracket;
    } capture;
    struct {
        Encirclement encirclement = Encirclement::no;
        bool exit_fort = false;
        DrawFort draw_fort = DrawFort::no;
        NoMoves no_moves = NoMoves::loses;
        Repetition repetition = Repetition::draw;
        int repetition_count = 3;
    } end;

    std::vector<Square> corner_squares() const;
    Square centre() const { return {board.size / 2, board.size / 2}; }
    bool on_edge(Square square) const {
        return square.file() == 0 || square.rank() == 0 || square.file() == board.size - 1 ||
               square.rank() == board.size - 1;
    }
};

// A rule value as a variant file writes it.
using RuleValue = std::variant<bool, std::int64_t, std::string, std::vector<std::string>,
                               std::vector<std::vector<std::string>>>;

// The keys in the order of the specification, e.g. "king.capture".
const std::vector<std::string_view>& rule_keys();

// What may be the value of a key, in words.
std::string rule_expected(std::string_view key);

// The value of a key. Throws RulesError for an unknown key.
RuleValue get_rule(const Rules& rules, std::string_view key);

// Sets the value of a key. Throws RulesError for an unknown key or a value that it cannot have,
// and then leaves the rules as they were.
void set_rule(Rules& rules, std::string_view key, const RuleValue& value);

// Brings the values into their one canonical form (sorted lists, the default corners left out)
// and throws RulesError if they contradict each other.
void canonicalise(Rules& rules);

// The values that differ from the defaults, one "key=value" a line; equal rules have equal texts,
// and a key that a later version adds does not change them.
std::string canonical_text(const Rules& rules);

// A value as a variant file (TOML) writes it.
std::string to_text(const RuleValue& value);

}  // namespace tafl
