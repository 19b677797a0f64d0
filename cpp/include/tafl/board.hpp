// A game: a position with its history, which repetition (section 9) needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "tafl/error.hpp"
#include "tafl/movegen.hpp"
#include "tafl/outcome.hpp"
#include "tafl/position.hpp"

namespace tafl {

class Board {
public:
    explicit Board(const VariantPtr& variant) : Board(Position(variant)) {}
    explicit Board(Position start);

    const Position& position() const { return position_; }
    const Position& start() const { return start_; }
    const Variant& variant() const { return position_.variant(); }

    std::size_t ply() const { return entries_.size() - 1; }
    // The i-th move of the game, from 0.
    Move move(std::size_t i) const { return entries_[i + 1].undo.move; }
    std::vector<Move> moves() const;
    // What the last move captured; nothing before the first.
    const Captures& last_captures() const { return entries_.back().undo.captured; }

    // How often the present position has occurred in this game.
    std::uint32_t repetitions() const { return entries_.back().occurrences; }
    const std::optional<Outcome>& outcome() const { return entries_.back().outcome; }

    // In ascending order, less the moves that repetition forbids; none once the game is over.
    std::vector<Move> legal_moves() const;
    std::vector<Move> legal_moves_from(Square from) const;
    bool is_legal(Move move) const;

    // Throws InvalidMoveError for a square off the board, else IllegalMoveError, unless the move
    // is legal.
    void require_legal(Move move) const;

    // The squares that a legal move captures, in ascending order; throws like require_legal.
    std::vector<Square> captures(Move move) const;

    void push(Move move);
    // For a move out of legal_moves. Throws like require_legal where a piece of the side to move
    // cannot go there at all, and does not look at repetition or the end of the game.
    void push_unchecked(Move move);
    // Takes the last move back and returns it; there must be one.
    Move pop();

private:
    // A position of the game and the move that led to it (none for the first).
    struct Entry {
        Undo undo;
        std::uint64_t key = 0;
        std::optional<Outcome> outcome;
        std::uint32_t occurrences = 1;
        std::uint32_t previous = 0;      // entry of the previous occurrence, if there is one
        std::uint32_t last_capture = 0;  // ply of the last capture, 0: none
        std::uint32_t shuttle = 0;       // how many moves on end equal the ones four plies before
        std::uint32_t near_limit = 0;    // entries since the last capture one short of the limit
        std::uint32_t last_idle[2] = {0, 0};  // last ply of a side that threatened nothing
    };

    // The entry of the last occurrence of a position in this game, or nothing.
    std::optional<std::uint32_t> find(const Position& position) const;
    std::size_t slot_of(std::uint64_t key, const std::uint32_t* snapshot) const;
    void remember(std::uint32_t entry);
    void forget(std::uint32_t entry);
    void grow();
    void write_snapshot(const Position& position, std::uint32_t* out) const;
    const std::uint32_t* snapshot(std::uint32_t entry) const {
        return snapshots_.data() + std::size_t{entry} * snapshot_size_;
    }

    void apply(Move move);
    void judge(Entry& entry) const;
    std::optional<Outcome> judge_repetition(const Entry& entry) const;
    std::optional<Side> aggressor(const std::uint32_t (&last_idle)[2],
                                  std::uint32_t previous) const;
    bool forbids_repetition() const;
    bool is_forbidden(Move move) const;
    std::optional<Obstacle> obstacle(Move move) const;

    Position start_;
    Position position_;
    std::vector<Entry> entries_;
    // The pieces of every entry, so that equal keys alone never pass for equal positions.
    std::vector<std::uint32_t> snapshots_;
    std::size_t snapshot_size_;
    // Open addressing: entry + 1 of the last occurrence of each position, 0 where free. Entries
    // leave in the reverse order of their coming, so that a slot can simply be freed.
    std::vector<std::uint32_t> slots_;
};

}  // namespace tafl
