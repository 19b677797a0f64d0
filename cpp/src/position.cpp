#include "tafl/position.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "tafl/capture.hpp"

namespace tafl {

namespace {

const Geometry* geometry_of(const VariantPtr& variant) {
    if (variant == nullptr) throw Error("found no variant, expected one");
    return &variant->geometry();
}

}  // namespace

bool Captures::contains(Square square) const {
    return std::find(begin(), end(), square) != end();
}

std::vector<Square> Captures::sorted() const {
    std::vector<Square> result(begin(), end());
    std::sort(result.begin(), result.end());
    return result;
}

Position::Position(const VariantPtr& variant)
    : Position(variant, parse_record(variant->rules().board.start, variant->rules().board.size),
               variant->rules().board.first) {}

Position::Position(VariantPtr variant, const std::vector<Placement>& pieces, Side turn)
    : variant_(std::move(variant)), geometry_(geometry_of(variant_)), turn_(turn) {
    for (const auto& [square, piece] : pieces) {
        if (!square.on_board(size()))
            throw FenError("found a piece on " + to_text(square) + ", which is off the board", 0);
        if (!is_empty(square))
            throw FenError("found two pieces on " + to_text(square) + ", expected one", 0);
        if (piece == Piece::king && king_.exists())
            throw FenError("found kings on " + to_text(king_) + " and " + to_text(square) +
                               ", expected one at most",
                           0);
        place(square, piece);
    }
    key_ = computed_key();  // NOLINT(cppcoreguidelines-prefer-member-initializer)
}

Position Position::parse(VariantPtr variant, std::string_view text) {
    const PositionText parsed = parse_position_text(text, variant->rules().board.size);
    const Side turn = parsed.turn.value_or(variant->rules().board.first);
    return {std::move(variant), parsed.pieces, turn};
}

std::string Position::text() const {
    return write_record(pieces(), size()) + (turn_ == Side::attackers ? " a" : " d");
}

void Position::place(Square square, Piece piece) {
    flip(lines_[index(side_of(piece))], square);
    if (piece == Piece::king) king_ = square;
}

std::optional<Piece> Position::piece_at(Square square) const {
    if (!square.on_board(size())) return std::nullopt;
    if (geometry_->has(lines_[0], square)) return Piece::attacker;
    if (!geometry_->has(lines_[1], square)) return std::nullopt;
    return square == king_ ? Piece::king : Piece::defender;
}

std::vector<Placement> Position::pieces() const {
    std::vector<Placement> result;
    for (int rank = 0; rank < size(); ++rank)
        for (int file = 0; file < size(); ++file)
            if (const auto piece = piece_at({file, rank}))
                result.push_back({Square(file, rank), *piece});
    return result;
}

int Position::count(Piece piece) const {
    if (piece == Piece::king) return king_.exists() ? 1 : 0;
    int total = piece == Piece::defender && king_.exists() ? -1 : 0;
    const Lines& lines = lines_[index(side_of(piece))];
    for (int rank = 0; rank < size(); ++rank)
        total += std::popcount(forward(lines[static_cast<std::size_t>(rank)]));
    return total;
}

void Position::capture(Square to, Captures& captured) {
    const Zobrist& zobrist = variant_->zobrist();
    const Piece man = turn_ == Side::attackers ? Piece::attacker : Piece::defender;
    find_captures(*this, opponent(turn_), to, captured);
    for (const Square square : captured) {
        flip(lines_[index(turn_)], square);
        if (square == king_) {
            key_ ^= zobrist(Piece::king, square);
            king_ = Square();
        } else {
            key_ ^= zobrist(man, square);
        }
    }
}

void Position::put_back(const Captures& captured) {
    for (const Square square : captured) flip(lines_[index(turn_)], square);
    // A captured king stands first among the captured.
    if (captured.king()) king_ = *captured.begin();
}

Position Position::with_turn(Side turn) const {
    Position result = *this;
    if (turn != turn_) result.key_ ^= variant_->zobrist().defenders_to_move;
    result.turn_ = turn;
    return result;
}

std::uint64_t Position::computed_key() const {
    const Zobrist& zobrist = variant_->zobrist();
    std::uint64_t key = zobrist.rules;
    for (const auto& [square, piece] : pieces()) key ^= zobrist(piece, square);
    if (turn_ == Side::defenders) key ^= zobrist.defenders_to_move;
    return key;
}

bool operator==(const Position& a, const Position& b) {
    return a.key_ == b.key_ && a.same_pieces(b) && *a.variant_ == *b.variant_;
}

bool Position::same_pieces(const Position& other) const {
    return turn_ == other.turn_ && king_ == other.king_ && lines_ == other.lines_;
}

}  // namespace tafl
