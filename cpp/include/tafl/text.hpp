// Squares, moves and position records as text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tafl/error.hpp"
#include "tafl/square.hpp"

namespace tafl {

std::string to_text(Square square);  // "e5"
std::string to_text(Move move);      // "e5-e8"
std::string to_text(Piece piece);    // "attacker"
std::string to_text(Side side);      // "attackers"

// A file letter of either case and a rank from 1 to 19; nothing if the text is anything else.
std::optional<Square> try_parse_square(std::string_view text);

// The same, but throws InvalidMoveError.
Square parse_square(std::string_view text);

// "e5-e8"; throws InvalidMoveError.
Move parse_move(std::string_view text);

// A text with control characters (and quotes) escaped as TOML has it.
std::string escaped(std::string_view text);

// A text between double quotes, control characters escaped as TOML has it.
std::string quoted(std::string_view text);

// A text for use in a message: not longer than a line.
std::string shortened(std::string_view text);

struct Placement {
    Square square;
    Piece piece = Piece::attacker;
    friend constexpr auto operator<=>(const Placement&, const Placement&) = default;
};

// A position record ("/3ttt3/4t4/.../", rank 1 first): its pieces in ascending order of squares,
// at most one king. Throws FenError.
std::vector<Placement> parse_record(std::string_view record, int size);
std::string write_record(std::vector<Placement> pieces, int size);

// A record, followed by a space and the side to move ("a" or "d"), if it is there.
struct PositionText {
    std::vector<Placement> pieces;
    std::optional<Side> turn;
};
PositionText parse_position_text(std::string_view text, int size);

}  // namespace tafl
