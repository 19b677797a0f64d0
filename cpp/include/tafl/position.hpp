// A position: the pieces and the side to move, under the rules of a variant. Moves are made and
// taken back here; what may be moved, captured and won is in the headers beside this one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tafl/line.hpp"
#include "tafl/square.hpp"
#include "tafl/text.hpp"
#include "tafl/variant.hpp"

namespace tafl {

// The pieces that one move captures, in the order in which they were found; a captured king is
// always the first.
class Captures {
public:
    void add(Square square) { squares_[size_++] = square; }
    void add_king(Square square) {
        squares_[size_++] = squares_[0];
        squares_[0] = square;
        king_ = true;
    }
    void clear() {
        size_ = 0;
        king_ = false;
    }
    bool king() const { return king_; }
    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    bool contains(Square square) const;
    const Square* begin() const { return squares_.data(); }
    const Square* end() const { return squares_.data() + size_; }
    std::vector<Square> sorted() const;

private:
    // Room for two full rows along two edges and the neighbours of the destination.
    static constexpr std::size_t capacity = std::size_t{2} * max_size + 4;
    std::array<Square, capacity> squares_;
    std::uint8_t size_ = 0;
    bool king_ = false;
};

// What is needed, beside the move, to take it back.
struct Undo {
    std::uint64_t key = 0;
    Captures captured;
};

class Position {
public:
    // The start of the variant.
    explicit Position(const VariantPtr& variant);

    // A position set up by hand: any pieces on any squares of the board, each square once, at
    // most one king. Throws FenError.
    Position(VariantPtr variant, const std::vector<Placement>& pieces, Side turn);

    // A position record, with the side to move or without (then the variant's first side moves).
    static Position parse(VariantPtr variant, std::string_view text);

    // The full position string.
    std::string text() const;

    const Variant& variant() const { return *variant_; }
    const VariantPtr& variant_ptr() const { return variant_; }
    const Geometry& geometry() const { return *geometry_; }
    int size() const { return geometry_->size; }
    Side turn() const { return turn_; }
    Square king() const { return king_; }  // does not exist once he is captured
    std::uint64_t key() const { return key_; }

    std::optional<Piece> piece_at(Square square) const;
    std::vector<Placement> pieces() const;  // in ascending order of squares
    int count(Piece piece) const;

    // The lines of a side; those of the defenders include the king.
    const Lines& lines(Side side) const { return lines_[index(side)]; }
    Line occupied(std::size_t line) const { return lines_[0][line] | lines_[1][line]; }
    bool is_empty(Square square) const {
        return (forward(occupied(rank_line(square))) >> square.file() & 1U) == 0;
    }

    // The king's square on a line, if he stands there.
    Line king_on(std::size_t line) const {
        if (line == rank_line(king_)) return bit(king_.file());
        if (line == file_line(king_)) return bit(king_.rank());
        return 0;
    }
    // Makes a move that is legal but for repetition; any other move gives a meaningless position.
    // Returns what was captured, in undo.
    void make(Move move, Undo& undo);
    void take_back(Move move, const Undo& undo);
    // The same where it is known what kind of piece moves.
    template <Piece kind>
    void make(Move move, Undo& undo);
    template <Piece kind>
    void take_back(Move move, const Undo& undo);

    // The same position with the other side to move.
    Position with_turn(Side turn) const;

    // The key computed from nothing but the pieces, to check the one kept along.
    std::uint64_t computed_key() const;

    // Same rules, same pieces, same side to move.
    friend bool operator==(const Position& a, const Position& b);
    bool same_pieces(const Position& other) const;

private:
    Line bit(int i) const { return geometry_->bit[static_cast<std::size_t>(i)]; }
    void flip(Lines& lines, Square square) const {
        lines[rank_line(square)] ^= bit(square.file());
        lines[file_line(square)] ^= bit(square.rank());
    }
    void place(Square square, Piece piece);
    // Takes off what the piece that has arrived on `to` captures, and puts it back.
    void capture(Square to, Captures& captured);
    void put_back(const Captures& captured);

    VariantPtr variant_;
    const Geometry* geometry_;  // of the variant
    std::array<Lines, 2> lines_{};
    Square king_;
    Side turn_;
    std::uint64_t key_ = 0;
};

// Made and taken back millions of times a second, so these are here for the compiler to see.

template <Piece kind>
inline void Position::make(Move move, Undo& undo) {
    constexpr Side side = side_of(kind);
    const Zobrist& zobrist = variant_->zobrist();
    Lines& own = lines_[index(side)];
    const Lines& others = lines_[index(opponent(side))];
    undo.key = key_;
    undo.captured.clear();
    if (kind == Piece::king) king_ = move.to;
    key_ ^= zobrist(kind, move.from) ^ zobrist(kind, move.to) ^ zobrist.defenders_to_move;
    turn_ = opponent(side);
    flip(own, move.from);
    const Line on_rank = bit(move.to.file());
    const Line on_file = bit(move.to.rank());
    own[rank_line(move.to)] ^= on_rank;
    own[file_line(move.to)] ^= on_file;
    // Every capture takes an enemy beside the piece, with something behind him.
    const Lines& backing = geometry_->backing[index(side)];
    const auto threatened = [&](std::size_t line, Line hammer) {
        return sandwiched(hammer, others[line], own[line] | backing[line]);
    };
    if ((threatened(rank_line(move.to), on_rank) | threatened(file_line(move.to), on_file)) != 0)
        capture(move.to, undo.captured);
}

inline void Position::make(Move move, Undo& undo) {
    if (turn_ == Side::attackers) return make<Piece::attacker>(move, undo);
    move.from == king_ ? make<Piece::king>(move, undo) : make<Piece::defender>(move, undo);
}

template <Piece kind>
inline void Position::take_back(Move move, const Undo& undo) {
    constexpr Side side = side_of(kind);
    if (!undo.captured.empty()) put_back(undo.captured);
    if (kind == Piece::king) king_ = move.from;
    turn_ = side;
    flip(lines_[index(side)], move.to);
    flip(lines_[index(side)], move.from);
    key_ = undo.key;
}

inline void Position::take_back(Move move, const Undo& undo) {
    if (turn_ == Side::defenders) return take_back<Piece::attacker>(move, undo);
    move.to == king_ ? take_back<Piece::king>(move, undo) : take_back<Piece::defender>(move, undo);
}

}  // namespace tafl
