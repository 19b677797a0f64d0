#include "tafl/notation.hpp"

#include <array>

#include "tafl/outcome.hpp"
#include "tafl/text.hpp"

namespace tafl {

namespace {

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

class MoveReader {
public:
    explicit MoveReader(std::string_view text) : text_(text) {}

    StatedMove read() {
        StatedMove stated;
        stated.piece = read_piece();
        stated.move.from = read_square();
        refuse_jumps();
        if (peek() == '-') ++at_;
        stated.move.to = read_square();
        while (peek() == 'x' || peek() == 'X') {
            do {
                ++at_;
                StatedCapture capture;
                capture.piece = read_piece();
                capture.square = read_square();
                stated.captures.push_back(capture);
            } while (peek() == '/');
        }
        stated.mark = read_mark();
        if (at_ != text_.size()) fail();
        return stated;
    }

private:
    char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }

    [[noreturn]] void fail(const std::string& what = "") const {
        throw InvalidMoveError("found " + shortened(quoted(text_)) + what +
                               ", expected a move such as e5-e8 or e5-e8xe9/d8");
    }

    // A letter before a square; alone it is the letter of the square.
    std::optional<Piece> read_piece() {
        if (!is_letter(peek()) || !is_letter(peek(1))) return std::nullopt;
        const char letter = text_[at_];
        ++at_;
        switch (letter) {
            case 't': return Piece::attacker;
            case 'T': return Piece::defender;
            case 'K': return Piece::king;
            default: break;
        }
        fail(" with the piece letter " + std::string(1, letter) +
             (std::string_view("cnmgCNMG").find(letter) != std::string_view::npos
                  ? ", a piece of OpenTafl's that is not supported"
                  : ", which is none (they are t, T and K)"));
    }

    Square read_square() {
        const char c = peek();
        const int file = c >= 'a' ? c - 'a' : c - 'A';
        const char digit = peek(1);
        if (!is_letter(c) || file >= max_size || digit < '1' || digit > '9') fail();
        at_ += 2;
        int rank = digit - '0';
        if (rank == 1 && peek() >= '0' && peek() <= '9') rank = 10 + (text_[at_++] - '0');
        return {file, rank - 1};
    }

    void refuse_jumps() const {
        if (peek() == '^' || peek() == '=')
            fail(": jumps and berserk moves (^, =) are not supported");
    }

    Mark read_mark() {
        const char sign = peek();
        if (sign != '+' && sign != '-') return Mark::none;
        ++at_;
        const bool twice = peek() == sign;
        if (twice) ++at_;
        if (sign == '+') return twice ? Mark::double_plus : Mark::plus;
        return twice ? Mark::double_minus : Mark::minus;
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

Side mover(const Board& after) {
    return opponent(after.position().turn());
}

bool ends_as(const Board& after, Termination termination) {
    return after.outcome() && after.outcome()->termination == termination;
}

bool wins(const Board& after, Side side) {
    return after.outcome() && after.outcome()->winner == side;
}

bool is_right_in_otn(Mark mark, const Board& after) {
    switch (mark) {
        case Mark::none: return true;
        case Mark::plus: return threatens(after.position(), Side::attackers);
        case Mark::minus: return threatens(after.position(), Side::defenders);
        case Mark::double_plus: return ends_as(after, Termination::king_captured);
        case Mark::double_minus: return ends_as(after, Termination::king_escaped);
    }
    return false;
}

bool is_right_in_walker(Mark mark, const Board& after) {
    switch (mark) {
        case Mark::none: return true;
        case Mark::plus: return threatens(after.position(), mover(after));
        case Mark::minus: return false;
        case Mark::double_plus: return wins(after, mover(after));
        case Mark::double_minus: return wins(after, opponent(mover(after)));
    }
    return false;
}

}  // namespace

StatedMove parse_stated_move(std::string_view text) {
    return MoveReader(text).read();
}

std::string to_text(Mark mark) {
    return std::array{"", "+", "-", "++", "--"}[static_cast<std::size_t>(mark)];
}

bool is_right(Mark mark, const Board& after, MarkStyle style) {
    if (mark == Mark::none) return true;
    return (style != MarkStyle::walker && is_right_in_otn(mark, after)) ||
           (style != MarkStyle::otn && is_right_in_walker(mark, after));
}

Mark mark_of(const Board& after, MarkStyle style) {
    for (const Mark mark : {Mark::double_plus, Mark::double_minus})
        if (is_right(mark, after, style)) return mark;
    if (style == MarkStyle::walker && after.outcome()) return Mark::none;
    const bool attackers = after.position().turn() == Side::attackers;
    for (const Mark mark :
         {attackers ? Mark::plus : Mark::minus, attackers ? Mark::minus : Mark::plus})
        if (is_right(mark, after, style)) return mark;
    return Mark::none;
}

}  // namespace tafl
