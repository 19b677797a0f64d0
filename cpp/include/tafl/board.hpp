// A game: a position with its history, which repetition (section 9) needs.
#pragma once

#include <array>
#include <atomic>
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

// An outcome that is worked out when somebody asks for it first: making a move does not need it.
// Asking is const, so several threads may do it at once; all of them would note the same.
class Verdict {
public:
    Verdict() = default;
    Verdict(const Verdict& other) : code_(other.load()) {}
    Verdict& operator=(const Verdict& other) {
        if (this != &other) code_.store(other.load(), std::memory_order_relaxed);
        return *this;
    }
    ~Verdict() = default;

    bool is_known() const { return load() != unknown; }
    bool is_over() const { return load() > goes_on; }
    std::optional<Outcome> get() const;
    void set(const std::optional<Outcome>& outcome) const;

private:
    static constexpr std::uint8_t unknown = 0;
    static constexpr std::uint8_t goes_on = 1;
    std::uint8_t load() const { return code_.load(std::memory_order_relaxed); }
    mutable std::atomic<std::uint8_t> code_ = unknown;
};

class Board {
public:
    explicit Board(const VariantPtr& variant) : Board(Position(variant)) {}
    explicit Board(Position start);

    const Position& position() const { return position_; }
    const Position& start() const { return start_; }
    const Variant& variant() const { return position_.variant(); }

    std::size_t ply() const { return entries_.size() - 1; }
    // The i-th move of the game, from 0.
    Move move(std::size_t i) const { return entries_[i + 1].move; }
    std::vector<Move> moves() const;
    // What the last move captured; nothing before the first.
    const Captures& last_captures() const { return entries_.back().undo.captured; }

    // How often the present position has occurred in this game.
    std::uint32_t repetitions() const { return entries_.back().occurrences; }
    std::optional<Outcome> outcome() const { return verdict().get(); }
    bool is_over() const { return verdict().is_over(); }

    // In ascending order, less the moves that repetition forbids; none once the game is over.
    std::vector<Move> legal_moves() const;
    // Whether a rule beyond movement may forbid moves now. Where not, and while the game goes on,
    // every move of movegen.hpp is legal.
    bool restricts_moves() const { return forbids_repetition() || forbids_moves(position_); }
    // Calls visit(Move) for each legal move.
    template <typename Visit>
    void visit_legal_moves(Visit&& visit) const {
        if (is_over()) return;
        const bool restricted = restricts_moves();
        visit_moves(position_, position_.turn(), [&](Move move) {
            if (!restricted || (is_allowed(position_, move) && !is_forbidden(move))) visit(move);
            return true;
        });
    }
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
    // Takes all moves back. It needs no memory.
    void rewind();
    // Gets the memory that the next push may need, which then cannot fail for want of it.
    void make_room();

private:
    // A position of the game and the move that led to it (none for the first).
    struct Entry {
        Entry() {}  // NOLINT(modernize-use-equals-default): that would fill it with zeros first
        Move move;
        Undo undo;
        std::uint64_t key = 0;
        Verdict verdict;
        std::uint32_t slot = 0;  // where the table has it
        std::uint32_t occurrences = 1;
        std::uint32_t previous = 0;      // entry of the previous occurrence, if there is one
        std::uint32_t last_capture = 0;  // ply of the last capture, 0: none
        std::uint32_t shuttle = 0;       // how many moves on end equal the ones four plies before
        std::uint32_t near_limit = 0;    // entries since the last capture one short of the limit
        std::array<std::uint32_t, 2> last_idle{};  // last ply of a side that threatened nothing
    };

    const Verdict& verdict() const {
        const Verdict& verdict = entries_.back().verdict;
        if (!verdict.is_known()) verdict.set(judge());
        return verdict;
    }

    // The pieces and the side to move: a word a rank and one more.
    using Snapshot = std::array<std::uint64_t, max_size + 1>;
    void write_snapshot(const Position& position, std::uint64_t* out) const;
    std::uint64_t* snapshot(std::size_t entry) {
        return snapshots_.data() + entry * snapshot_size_;
    }
    const std::uint64_t* snapshot(std::size_t entry) const {
        return snapshots_.data() + entry * snapshot_size_;
    }
    // The slot that holds this position, or the free one where it would be put.
    std::size_t slot_of(std::uint64_t key, const std::uint64_t* pieces) const;
    // The entry of the last occurrence of a position in this game, or nothing.
    std::optional<std::uint32_t> find(const Position& position) const;
    bool has_key(std::uint64_t key) const;
    void remember(Entry& entry, std::uint32_t number);
    void grow();

    void apply(Move move);
    std::optional<Outcome> judge() const;
    std::optional<Outcome> judge_repetition(const Entry& entry) const;
    std::optional<Side> aggressor(const std::array<std::uint32_t, 2>& last_idle,
                                  std::uint32_t previous) const;
    bool forbids_repetition() const;
    bool is_forbidden(Move move) const;
    bool is_plainly_legal(Move move) const;
    std::optional<Obstacle> obstacle(Move move) const;

    Position start_;
    Position position_;
    std::vector<Entry> entries_;
    // The pieces of every entry, so that equal keys alone never pass for equal positions. It has
    // room for more entries than there are.
    std::vector<std::uint64_t> snapshots_;
    std::size_t snapshot_size_;
    // Open addressing: entry + 1 of the last occurrence of each position, 0 where free. Entries
    // leave in the reverse order of their coming, so that a slot can simply be freed.
    std::vector<std::uint32_t> slots_;
};

}  // namespace tafl
