#include "tafl/replay.hpp"

#include <algorithm>

#include "tafl/fort.hpp"
#include "tafl/text.hpp"

namespace tafl {

namespace {

GivingUp giving_up(const std::string& word) {
    if (word == "---" || word == "resigned") return GivingUp::resigned;
    return word == "timeout" ? GivingUp::timeout : GivingUp::no;
}

std::string described(std::optional<Piece> piece) {
    return piece ? "the " + to_text(*piece) : "nothing";
}

void check_piece(std::optional<Piece> stated, std::optional<Piece> standing, Square square) {
    if (!stated || standing == stated) return;
    throw InvalidMoveError("found the letter of the " + to_text(*stated) + ", but on " +
                           to_text(square) + " stands " + described(standing));
}

// The letters of the moved and of the captured pieces; the king stood on a square before the move.
void check_pieces(const Board& after, const StatedMove& stated, Square king) {
    check_piece(stated.piece, after.position().piece_at(stated.move.to), stated.move.from);
    const Piece enemy =
        after.position().turn() == Side::attackers ? Piece::attacker : Piece::defender;
    for (const StatedCapture& capture : stated.captures) {
        std::optional<Piece> standing;
        if (after.last_captures().contains(capture.square))
            standing = capture.square == king ? Piece::king : enemy;
        else if (capture.square.on_board(after.position().size()))
            standing = after.position().piece_at(capture.square);
        check_piece(capture.piece, standing, capture.square);
    }
}

// Stated captures are compared as sets, the king left out.
std::vector<Square> stated_squares(const StatedMove& stated, Square king) {
    std::vector<Square> squares;
    for (const StatedCapture& capture : stated.captures)
        if (capture.square != king) squares.push_back(capture.square);
    std::sort(squares.begin(), squares.end());
    squares.erase(std::unique(squares.begin(), squares.end()), squares.end());
    return squares;
}

std::string names(const std::vector<Square>& squares) {
    std::string text;
    for (const Square square : squares) {
        if (!text.empty()) text += '/';
        text += to_text(square);
    }
    return text.empty() ? "nothing" : text;
}

std::optional<std::string> difference_of_captures(const StatedMove& stated,
                                                  const Captures& captured, Square king) {
    if (stated.captures.empty() && captured.empty()) return std::nullopt;
    std::vector<Square> made = captured.sorted();
    made.erase(std::remove(made.begin(), made.end(), king), made.end());
    const std::vector<Square> squares = stated_squares(stated, king);
    if (squares == made) return std::nullopt;
    return "found captures of " + names(squares) + ", but the move captures " + names(made);
}

std::string wrong_mark(const Board& after, Mark mark, MarkStyle style) {
    const std::string right = to_text(mark_of(after, style));
    return "found the mark " + to_text(mark) + ", but the rules give " +
           (right.empty() ? "none" : right);
}

bool repeats(const StatedMove& stated) {
    for (auto i = stated.captures.begin(); i != stated.captures.end(); ++i)
        for (auto j = stated.captures.begin(); j != i; ++j)
            if (i->square == j->square) return true;
    return false;
}

// The king is gone, or free: whatever a site enforced, nobody moves after that.
bool is_final(const Board& board) {
    return board.outcome() && (board.outcome()->termination == Termination::king_captured ||
                               board.outcome()->termination == Termination::king_escaped);
}

// The end that the rules give to the present position, the one a forbidding rule prevents included.
std::optional<Outcome> end_of(const Board& board) {
    if (board.outcome()) return board.outcome();
    const auto& rules = board.variant().rules().end;
    if ((rules.repetition == Repetition::forbidden ||
         rules.repetition == Repetition::aggressor_forbidden) &&
        board.repetitions() >= static_cast<std::uint32_t>(rules.repetition_count))
        return Outcome{std::nullopt, Termination::repetition};
    if (rules.draw_fort == DrawFort::forbidden && is_draw_fort(board.position()))
        return Outcome{std::nullopt, Termination::draw_fort};
    return std::nullopt;
}

class Replayer {
public:
    Replayer(Board& board, const ReplayOptions& options) : board_(board), options_(options) {}

    Replay run(std::span<const std::string> words) {
        for (std::size_t i = 0; i < words.size(); ++i) {
            word_ = i;
            try {
                if (result_.giving_up != GivingUp::no)
                    throw InvalidMoveError("found " + shortened(quoted(words[i])) + " after " +
                                           words[i - 1] + ", expected the end of the moves");
                result_.giving_up = giving_up(words[i]);
                if (result_.giving_up != GivingUp::no) continue;
                make(words[i], parse_stated_move(words[i]));
            } catch (const IllegalMoveError& error) {
                result_.fault = Replay::Fault{i, error.what(), error.reason()};
                break;
            } catch (const Error& error) {
                result_.fault = Replay::Fault{i, error.what(), std::nullopt};
                break;
            }
        }
        return std::move(result_);
    }

private:
    void make(const std::string& word, const StatedMove& stated) {
        const Square king = board_.position().king();
        if (options_.strict || is_final(board_)) {
            board_.push(stated.move);
        } else {
            board_.push_unchecked(stated.move);
        }
        try {
            check_pieces(board_, stated, king);
            check_mark(stated.mark);
        } catch (const InvalidMoveError& error) {
            board_.pop();
            throw InvalidMoveError(shortened(word) + ": " + error.what());
        }
        result_.moves.push_back(stated.move);
        if (!stated.captures.empty()) result_.states_captures = true;
        if (!result_.differing)
            if (auto message = difference_of_captures(stated, board_.last_captures(), king))
                result_.differing =
                    Replay::Fault{word_, shortened(word) + ": " + *message, std::nullopt};
        if (stated.captures.size() > 1 && repeats(stated))
            remark(shortened(word) + ": found a capture that is stated twice");
        note_end();
    }

    void check_mark(Mark mark) {
        if (is_right(mark, board_, options_.marks)) return;
        const std::string message = wrong_mark(board_, mark, options_.marks);
        if (mark != Mark::plus && mark != Mark::minus) throw InvalidMoveError(message);
        remark(to_text(board_.move(board_.ply() - 1)) + ": " + message);
    }

    void remark(std::string message) { result_.remarks.push_back({word_, std::move(message)}); }

    void note_end() {
        const std::optional<Outcome> end = end_of(board_);
        const bool goes_on = last_end_ && end && last_end_->termination == end->termination;
        if (end && !goes_on) result_.ends.push_back({board_.ply(), *end});
        last_end_ = end;
    }

    Board& board_;
    const ReplayOptions& options_;
    Replay result_;
    std::size_t word_ = 0;
    std::optional<Outcome> last_end_;
};

}  // namespace

Replay replay(Board& board, std::span<const std::string> words, const ReplayOptions& options) {
    return Replayer(board, options).run(words);
}

Move checked_move(Board& board, const StatedMove& stated, MarkStyle style) {
    const Square king = board.position().king();
    board.push(stated.move);
    std::optional<std::string> wrong;
    try {
        check_pieces(board, stated, king);
        if (!stated.captures.empty())
            wrong = difference_of_captures(stated, board.last_captures(), king);
        if (!wrong && !is_right(stated.mark, board, style))
            wrong = wrong_mark(board, stated.mark, style);
    } catch (const InvalidMoveError& error) {
        wrong = error.what();
    }
    board.pop();
    if (wrong) throw InvalidMoveError(to_text(stated.move) + ": " + *wrong);
    return stated.move;
}

}  // namespace tafl
