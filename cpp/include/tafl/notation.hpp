// Moves as game records state them. One grammar reads the moves of all notations: an optional
// piece letter, two squares of either case with or without a dash between them, the captured
// squares (xe7/e9, xe7xe9, repeats allowed, each with a piece letter or without) and a mark.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tafl/board.hpp"

namespace tafl {

enum class Mark : std::uint8_t { none, plus, minus, double_plus, double_minus };

// What marks mean. OpenTafl Notation: + the king could be captured, - he has a way out, ++ he is
// captured, -- he has escaped. Walker: + the mover threatens to win, ++ he has won, -- he has lost
// by his own move. Where the notation is not known, what either of them says is right.
enum class MarkStyle : std::uint8_t { any, otn, walker };

struct StatedCapture {
    Square square;
    std::optional<Piece> piece;
};

struct StatedMove {
    Move move;
    std::optional<Piece> piece;
    std::vector<StatedCapture> captures;  // as stated: repeats are still there
    Mark mark = Mark::none;
};

// Throws InvalidMoveError.
StatedMove parse_stated_move(std::string_view text);

std::string to_text(Mark mark);

// Whether a mark is right for the last move of a game.
bool is_right(Mark mark, const Board& after, MarkStyle style);

// The mark to write for the last move of a game. Where the king could be captured and could
// escape, what the side to move can do counts.
Mark mark_of(const Board& after, MarkStyle style);

}  // namespace tafl
