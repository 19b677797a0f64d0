// A line of a game record, made on a board move by move and compared with what the record states.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tafl/notation.hpp"

namespace tafl {

struct ReplayOptions {
    // Whether a repetition, an encirclement or a fort ends the game. Sites have not always enforced
    // them; if not, the line may run on past them, and the ends are reported.
    bool strict = true;
    MarkStyle marks = MarkStyle::any;
};

// The last word of a line that is no move: the side to move loses.
enum class GivingUp : std::uint8_t { no, resigned, timeout };

struct Replay {
    // Something that is not so, at a word of the line.
    struct Fault {
        std::size_t word = 0;
        std::string message;
        std::optional<Illegal> reason;  // of an illegal move
    };
    struct Remark {
        std::size_t word = 0;
        std::string message;
    };
    // An end of the game that the rules give after so many plies of the whole game; only the first
    // of several that follow each other at once.
    struct End {
        std::size_t ply = 0;
        Outcome outcome;
    };

    std::vector<Move> moves;     // those made: all before the fault
    std::optional<Fault> fault;  // the line stops here
    // Whether any move states what it captures; whether a record does is known at its end. The
    // first move whose captures differ, one that states none included.
    bool states_captures = false;
    std::optional<Fault> differing;
    GivingUp giving_up = GivingUp::no;
    std::vector<Remark> remarks;
    std::vector<End> ends;
};

// Makes the moves of a line as far as they are right. The board is left where the line stops.
Replay replay(Board& board, std::span<const std::string> words, const ReplayOptions& options);

// The legal move that is stated. Throws InvalidMoveError where the rules give another piece, other
// captures or another mark than are stated, and like Board::require_legal. Makes and takes back
// the move, so that the board is as it was.
Move checked_move(Board& board, const StatedMove& stated, MarkStyle style);

}  // namespace tafl
