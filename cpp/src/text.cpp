#include "tafl/text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace tafl {

namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

char piece_letter(Piece piece) {
    return std::array{'t', 'T', 'K'}[index(piece)];
}

std::optional<Piece> piece_of(char letter) {
    switch (letter) {
        case 't': return Piece::attacker;
        case 'T': return Piece::defender;
        case 'K': return Piece::king;
        default: return std::nullopt;
    }
}

// The character at a place, whole even where it takes several bytes, as a message shows it.
std::string shown_at(std::string_view text, std::size_t at) {
    std::size_t end = at + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) ++end;
    return quoted(text.substr(at, end - at));
}

// Reads the rows of a record; knows where in the text it is, for the messages.
class RecordReader {
public:
    RecordReader(std::string_view text, int size) : text_(text), size_(size) {}

    std::vector<Placement> read() {
        if (text_.empty() || text_[0] != '/')
            fail("found " + (text_.empty() ? "nothing" : shown_at(text_, 0)) +
                 ", expected '/' before the first row");
        ++at_;
        for (int rank = 0; rank < size_; ++rank) read_row(rank);
        if (at_ < text_.size())
            fail("found " + shown_at(text_, at_) + " after row " + std::to_string(size_) +
                 ", expected the record to end there: " + std::to_string(size_) + " rows");
        return std::move(pieces_);
    }

private:
    [[noreturn]] void fail(const std::string& message) const { fail(message, at_); }
    [[noreturn]] void fail(const std::string& message, std::size_t at) const {
        throw FenError("position record, character " + std::to_string(at + 1) + ": " + message, at);
    }

    void read_row(int rank) {
        const std::size_t start = at_;
        if (at_ == text_.size())
            fail("found " + std::to_string(rank) + (rank == 1 ? " row" : " rows") + ", expected " +
                 std::to_string(size_));
        int file = 0;
        for (; at_ < text_.size() && text_[at_] != '/'; ++at_) {
            if (is_digit(text_[at_])) {
                file += read_number();
            } else {
                read_piece(Square(std::min(file, size_), rank), file);
                ++file;
            }
            if (file > max_file) fail_row(rank, "more than " + std::to_string(size_), start);
        }
        if (file != size_) fail_row(rank, std::to_string(file), start);
        if (at_ == text_.size())
            fail("found the end, expected '/' after row " + std::to_string(rank + 1));
        ++at_;
    }

    [[noreturn]] void fail_row(int rank, const std::string& found, std::size_t start) const {
        fail("row " + std::to_string(rank + 1) + " has " + found + " squares, expected " +
                 std::to_string(size_),
             start);
    }

    // Leaves at_ on the last digit.
    int read_number() {
        const std::size_t start = at_;
        int number = text_[at_] - '0';
        if (number == 0)
            fail("found a number that begins with 0, expected 1 or more empty squares");
        while (at_ + 1 < text_.size() && is_digit(text_[at_ + 1])) {
            number = number * 10 + (text_[++at_] - '0');
            if (number > max_file)
                fail("found too large a number of empty squares, expected at most " +
                         std::to_string(size_),
                     start);
        }
        return number;
    }

    void read_piece(Square square, int file) {
        const std::optional<Piece> piece = piece_of(text_[at_]);
        if (!piece)
            fail("found " + shown_at(text_, at_) +
                 ", expected a number, a piece (t attacker, T defender, K king) or '/'");
        if (piece == Piece::king) {
            if (king_) fail("found two kings, expected one at most");
            king_ = true;
        }
        if (file < size_) pieces_.push_back({square, *piece});
    }

    static constexpr int max_file = 1000;  // well before a sum of numbers could overflow
    std::string_view text_;
    int size_;
    std::size_t at_ = 0;
    bool king_ = false;
    std::vector<Placement> pieces_;
};

}  // namespace

std::string to_text(Square square) {
    if (!square.exists()) return "-";
    return static_cast<char>('a' + square.file()) + std::to_string(square.rank() + 1);
}

std::string to_text(Move move) {
    return to_text(move.from) + "-" + to_text(move.to);
}

std::string to_text(Piece piece) {
    return std::array{"attacker", "defender", "king"}[index(piece)];
}

std::string to_text(Side side) {
    return std::array{"attackers", "defenders"}[index(side)];
}

std::optional<Square> try_parse_square(std::string_view text) {
    if (text.size() < 2 || text.size() > 3) return std::nullopt;
    const char letter =
        text[0] >= 'A' && text[0] <= 'Z' ? static_cast<char>(text[0] - 'A' + 'a') : text[0];
    if (letter < 'a' || letter >= 'a' + max_size || text[1] == '0') return std::nullopt;
    int rank = 0;
    for (const char c : text.substr(1)) {
        if (!is_digit(c)) return std::nullopt;
        rank = rank * 10 + (c - '0');
    }
    if (rank > max_size) return std::nullopt;
    return Square(letter - 'a', rank - 1);
}

Square parse_square(std::string_view text) {
    if (const auto square = try_parse_square(text)) return *square;
    throw InvalidMoveError("found " + shortened(quoted(text)) +
                           ", expected a square from a1 to s19, such as e5");
}

Move parse_move(std::string_view text) {
    const std::size_t dash = text.find('-');
    if (dash != std::string_view::npos) {
        const auto from = try_parse_square(text.substr(0, dash));
        const auto to = try_parse_square(text.substr(dash + 1));
        if (from && to) return {*from, *to};
    }
    throw InvalidMoveError("found " + shortened(quoted(text)) + ", expected a move such as e5-e8");
}

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            result += '\\';
            result += c;
        } else if (c == '\n') {
            result += "\\n";
        } else if (byte < 0x20 || byte == 0x7F) {
            constexpr std::string_view digits = "0123456789ABCDEF";
            result += "\\u00";
            result += digits[byte >> 4];
            result += digits[byte & 15U];
        } else {
            result += c;
        }
    }
    return result;
}

std::string quoted(std::string_view text) {
    return '"' + escaped(text) + '"';
}

std::string shortened(std::string_view text) {
    constexpr std::size_t longest = 80;
    if (text.size() <= longest) return std::string(text);
    std::size_t end = longest;  // not in the middle of a character
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
    return std::string(text.substr(0, end)) + "...";
}

std::vector<Placement> parse_record(std::string_view record, int size) {
    if (size < 1 || size > max_size)
        throw Error("found a board of size " + std::to_string(size) + ", expected 1 to " +
                    std::to_string(max_size));
    return RecordReader(record, size).read();
}

std::string write_record(std::vector<Placement> pieces, int size) {
    std::sort(pieces.begin(), pieces.end());
    std::string result = "/";
    auto next = pieces.begin();
    for (int rank = 0; rank < size; ++rank) {
        int empty = 0;
        for (int file = 0; file < size; ++file) {
            if (next == pieces.end() || next->square != Square(file, rank)) {
                ++empty;
                continue;
            }
            if (empty > 0) result += std::to_string(std::exchange(empty, 0));
            result += piece_letter(next++->piece);
        }
        if (empty > 0) result += std::to_string(empty);
        result += '/';
    }
    return result;
}

PositionText parse_position_text(std::string_view text, int size) {
    const std::size_t end = text.find(' ');
    PositionText result{parse_record(text.substr(0, end), size), std::nullopt};
    if (end == std::string_view::npos) return result;
    const std::string_view side = text.substr(end + 1);
    if (side == "a") {
        result.turn = Side::attackers;
    } else if (side == "d") {
        result.turn = Side::defenders;
    } else {
        throw FenError("position string, character " + std::to_string(end + 2) + ": found " +
                           shortened(quoted(side)) +
                           " as the side to move, expected a (attackers) or d (defenders)",
                       end + 1);
    }
    return result;
}

}  // namespace tafl
