#include "tafl/board.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <utility>

#include "tafl/movegen.hpp"
#include "tafl/text.hpp"

namespace tafl {

namespace {

constexpr std::size_t first_slots = 64;
constexpr std::size_t first_entries = 16;

std::string describe(const std::optional<Outcome>& outcome) {
    static constexpr std::array names{"king captured", "king escaped",   "encircled", "exit fort",
                                      "draw fort",     "no legal moves", "repetition"};
    if (!outcome) return "not over";
    const std::string how = names[static_cast<std::size_t>(outcome->termination)];
    return outcome->winner ? "the " + to_text(*outcome->winner) + " won (" + how + ")"
                           : "drawn (" + how + ")";
}

std::string piece_name(const Position& position, Square square) {
    const std::optional<Piece> piece = position.piece_at(square);
    return piece ? "the " + to_text(*piece) : "nothing";
}

// The key after a move, if it captures nothing.
std::uint64_t quiet_key(const Position& position, Move move) {
    const Zobrist& zobrist = position.variant().zobrist();
    const Piece kind = position.turn() == Side::attackers ? Piece::attacker
                       : move.from == position.king()     ? Piece::king
                                                          : Piece::defender;
    return position.key() ^ zobrist(kind, move.from) ^ zobrist(kind, move.to) ^
           zobrist.defenders_to_move;
}

// The sentence that says why a move is illegal.
std::string explain(const Board& board, Move move, const Obstacle& obstacle) {
    const Position& position = board.position();
    const std::string square = to_text(obstacle.square);
    const std::string mover = piece_name(position, move.from);
    const Rules& rules = board.variant().rules();
    switch (obstacle.reason) {
        case Illegal::game_over: return "the game is over: " + describe(board.outcome());
        case Illegal::no_piece: return "there is no piece on " + square;
        case Illegal::not_your_piece:
            return mover + " on " + square + " is not a piece of the " + to_text(position.turn()) +
                   ", who are to move";
        case Illegal::not_in_line:
            return "a piece moves along its rank or its file to another square";
        case Illegal::too_far:
            return mover + " moves at most " +
                   std::to_string(move.from == position.king() ? rules.king.max_steps
                                                               : rules.soldiers.max_steps) +
                   " squares at a time";
        case Illegal::blocked:
            return "blocked by " + piece_name(position, obstacle.square) + " on " + square;
        case Illegal::throne_stop: return mover + " may not stop on the throne (" + square + ")";
        case Illegal::throne_cross: return mover + " may not cross the throne (" + square + ")";
        case Illegal::corner:
            return mover + " may not enter the corner square " + square + ", only the king may";
        case Illegal::camp: return "the camp square " + square + " is closed to " + mover;
        case Illegal::draw_fort:
            return "it leaves a fort that the attackers can never break, which the rules forbid";
        case Illegal::repetition:
            return "the position would have occurred " +
                   std::to_string(rules.end.repetition_count) + " times, which the rules forbid";
    }
    return "it is not a legal move";
}

}  // namespace

// A verdict as a number: unknown, goes on, or a termination and who won, if somebody did.
std::optional<Outcome> Verdict::get() const {
    const std::uint8_t code = load();
    if (code <= goes_on) return std::nullopt;
    const int number = code - goes_on - 1;
    Outcome outcome{std::nullopt, static_cast<Termination>(number / 3)};
    if (number % 3 != 2) outcome.winner = static_cast<Side>(number % 3);
    return outcome;
}

void Verdict::set(const std::optional<Outcome>& outcome) const {
    int code = goes_on;
    if (outcome)
        code += 1 + 3 * static_cast<int>(outcome->termination) +
                (outcome->winner ? static_cast<int>(*outcome->winner) : 2);
    code_.store(static_cast<std::uint8_t>(code), std::memory_order_relaxed);
}

Board::Board(Position start)
    : start_(start),
      position_(std::move(start)),
      snapshot_size_(static_cast<std::size_t>(position_.size()) + 1),
      slots_(first_slots) {
    entries_.reserve(first_entries);
    snapshots_.resize(first_entries * snapshot_size_);
    Entry& entry = entries_.emplace_back();
    entry.key = position_.key();
    entry.near_limit = variant().rules().end.repetition_count <= 2 ? 1 : 0;
    write_snapshot(position_, snapshot(0));
    remember(entry, 0);
}

std::vector<Move> Board::moves() const {
    std::vector<Move> result;
    result.reserve(ply());
    for (std::size_t i = 0; i < ply(); ++i) result.push_back(move(i));
    return result;
}

std::vector<Move> Board::legal_moves() const {
    std::vector<Move> moves;
    visit_legal_moves([&](Move move) { moves.push_back(move); });
    return moves;
}

std::vector<Move> Board::legal_moves_from(Square from) const {
    std::vector<Move> moves = legal_moves();
    moves.erase(
        std::remove_if(moves.begin(), moves.end(), [&](Move move) { return move.from != from; }),
        moves.end());
    return moves;
}

bool Board::is_legal(Move move) const {
    return move.from.on_board(position_.size()) && move.to.on_board(position_.size()) &&
           (is_plainly_legal(move) || !obstacle(move));
}

// The quick answer for most moves: no rule but movement needs to be asked.
bool Board::is_plainly_legal(Move move) const {
    return can_move(position_, move) && !restricts_moves() && !is_over();
}

std::optional<Obstacle> Board::obstacle(Move move) const {
    if (is_over()) return Obstacle{Illegal::game_over, move.from};
    if (const auto found = find_obstacle(position_, move)) return found;
    if (!is_allowed(position_, move)) return Obstacle{Illegal::draw_fort, move.to};
    if (is_forbidden(move)) return Obstacle{Illegal::repetition, move.to};
    return std::nullopt;
}

void Board::require_legal(Move move) const {
    for (const Square square : {move.from, move.to})
        if (!square.on_board(position_.size()))
            throw InvalidMoveError(to_text(move) + ": " + to_text(square) + " is off the board, " +
                                   "expected squares from a1 to " +
                                   to_text(Square(position_.size() - 1, position_.size() - 1)));
    if (const auto found = obstacle(move))
        throw IllegalMoveError(found->reason,
                               to_text(move) + " is illegal: " + explain(*this, move, *found));
}

std::vector<Square> Board::captures(Move move) const {
    require_legal(move);
    Position after = position_;
    Undo undo;
    after.make(move, undo);
    return undo.captured.sorted();
}

void Board::push(Move move) {
    const bool on_board =
        move.from.on_board(position_.size()) && move.to.on_board(position_.size());
    if (!on_board || !is_plainly_legal(move)) require_legal(move);
    apply(move);
}

void Board::push_unchecked(Move move) {
    if (!move.from.on_board(position_.size()) || !move.to.on_board(position_.size()) ||
        !can_move(position_, move))
        require_legal(move);
    apply(move);
}

// Whatever needs memory comes before anything is changed, so that a failure leaves the board as it
// was.
void Board::make_room() {
    constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max() - 1;
    const std::size_t size = entries_.size();
    if (size >= most) throw Error("a game cannot have more moves");
    if (2 * (size + 1) > slots_.size()) grow();
    if (size == entries_.capacity()) entries_.reserve(2 * size);
    if ((size + 1) * snapshot_size_ > snapshots_.size())
        snapshots_.resize(2 * size * snapshot_size_);
}

void Board::apply(Move move) {
    make_room();
    const auto number = static_cast<std::uint32_t>(entries_.size());
    Entry& entry = entries_.emplace_back();
    const Entry& last = entries_[number - 1];
    entry.move = move;
    position_.make(move, entry.undo);
    entry.key = position_.key();
    write_snapshot(position_, snapshot(number));
    remember(entry, number);
    const bool captures = !entry.undo.captured.empty();
    entry.last_capture = captures ? number : last.last_capture;
    const bool repeats_move = number > 4 && entries_[number - 4].move == move;
    entry.shuttle = repeats_move ? last.shuttle + 1 : 0;
    const Rules& rules = variant().rules();
    const auto limit = static_cast<std::uint32_t>(rules.end.repetition_count);
    entry.near_limit = (captures ? 0 : last.near_limit) + (entry.occurrences + 1 >= limit ? 1 : 0);
    entry.last_idle = last.last_idle;
    if (rules.end.repetition == Repetition::aggressor_loses ||
        rules.end.repetition == Repetition::aggressor_forbidden) {
        const Side mover = opponent(position_.turn());
        if (!threatens(position_, mover)) entry.last_idle[index(mover)] = number;
    }
}

Move Board::pop() {
    const Entry& gone = entries_.back();
    const Move move = gone.move;
    slots_[gone.slot] = gone.occurrences > 1 ? gone.previous + 1 : 0;
    position_.take_back(move, gone.undo);
    entries_.pop_back();
    return move;
}

void Board::rewind() {
    for (const Entry& entry : entries_) slots_[entry.slot] = 0;
    entries_.erase(entries_.begin() + 1, entries_.end());
    slots_[entries_[0].slot] = 1;
    position_ = start_;
}

// Section 8, for the present position.
std::optional<Outcome> Board::judge() const {
    if (const auto end = tafl::outcome(position_)) return end;
    if (forbids_repetition() && visit_moves(position_, position_.turn(), [&](Move move) {
            return is_forbidden(move) || !is_allowed(position_, move);
        }))
        return without_moves(position_);
    return judge_repetition(entries_.back());
}

// Section 9.
std::optional<Outcome> Board::judge_repetition(const Entry& entry) const {
    const Rules& rules = variant().rules();
    const auto count = static_cast<std::uint32_t>(rules.end.repetition_count);
    const Side mover = opponent(position_.turn());
    const auto won_by = [](Side side) { return Outcome{side, Termination::repetition}; };
    const Outcome draw{std::nullopt, Termination::repetition};
    if (rules.end.repetition == Repetition::same_moves) {
        const std::uint32_t span = 4 * count - 2;
        const auto number = static_cast<std::uint32_t>(ply());
        if (number >= span && entry.shuttle >= span - 4 && number - entry.last_capture >= span)
            return won_by(mover);
        return std::nullopt;
    }
    if (entry.occurrences < count) return std::nullopt;
    switch (rules.end.repetition) {
        case Repetition::draw: return draw;
        case Repetition::mover_wins: return won_by(mover);
        case Repetition::mover_loses: return won_by(opponent(mover));
        case Repetition::attackers_win: return won_by(Side::attackers);
        case Repetition::aggressor_loses:
            if (const auto side = aggressor(entry.last_idle, entry.previous))
                return won_by(opponent(*side));
            return draw;
        case Repetition::aggressor_forbidden:
            if (aggressor(entry.last_idle, entry.previous)) return std::nullopt;
            return draw;
        case Repetition::none:
        case Repetition::forbidden:
        case Repetition::same_moves: break;
    }
    return std::nullopt;
}

// The one side that has threatened after each of its moves since the entry `previous`.
std::optional<Side> Board::aggressor(const std::array<std::uint32_t, 2>& last_idle,
                                     std::uint32_t previous) const {
    const bool attackers = last_idle[index(Side::attackers)] <= previous;
    const bool defenders = last_idle[index(Side::defenders)] <= previous;
    if (attackers == defenders) return std::nullopt;
    return attackers ? Side::attackers : Side::defenders;
}

// Whether some move may be forbidden now: a rule that forbids, and a position that could recur.
bool Board::forbids_repetition() const {
    const Repetition rule = variant().rules().end.repetition;
    return (rule == Repetition::forbidden || rule == Repetition::aggressor_forbidden) &&
           entries_.back().near_limit > 0;
}

bool Board::is_forbidden(Move move) const {
    if (!forbids_repetition()) return false;
    // The key tells for nearly all moves, without making them. A move that captures is not
    // forbidden, whatever its quiet key.
    if (!has_key(quiet_key(position_, move))) return false;
    const Rules& rules = variant().rules();
    Position after = position_;
    Undo undo;
    after.make(move, undo);
    if (!undo.captured.empty()) return false;
    const auto previous = find(after);
    if (!previous || entries_[*previous].occurrences + 1 <
                         static_cast<std::uint32_t>(rules.end.repetition_count))
        return false;
    if (tafl::outcome(after)) return false;
    if (rules.end.repetition == Repetition::forbidden) return true;
    const Side mover = position_.turn();
    const Entry& last = entries_.back();
    std::array<std::uint32_t, 2> last_idle = last.last_idle;
    if (!threatens(after, mover)) last_idle[index(mover)] = static_cast<std::uint32_t>(ply() + 1);
    return aggressor(last_idle, *previous) == mover;
}

void Board::write_snapshot(const Position& position, std::uint64_t* out) const {
    const Lines& attackers = position.lines(Side::attackers);
    const Lines& defenders = position.lines(Side::defenders);
    const std::size_t ranks = snapshot_size_ - 1;
    for (std::size_t rank = 0; rank < ranks; ++rank)
        out[rank] = forward(attackers[rank]) | defenders[rank] << 32;
    out[ranks] = position.king().index() << 1 | static_cast<std::uint64_t>(position.turn());
}

std::size_t Board::slot_of(std::uint64_t key, const std::uint64_t* pieces) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = static_cast<std::size_t>(key) & mask;
    for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
        const std::uint32_t entry = slots_[slot] - 1;
        if (entries_[entry].key == key &&
            std::equal(pieces, pieces + snapshot_size_, snapshot(entry)))
            break;
    }
    return slot;
}

std::optional<std::uint32_t> Board::find(const Position& position) const {
    Snapshot pieces;
    write_snapshot(position, pieces.data());
    const std::uint32_t found = slots_[slot_of(position.key(), pieces.data())];
    if (found == 0) return std::nullopt;
    return found - 1;
}

bool Board::has_key(std::uint64_t key) const {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t slot = static_cast<std::size_t>(key) & mask; slots_[slot] != 0;
         slot = (slot + 1) & mask)
        if (entries_[slots_[slot] - 1].key == key) return true;
    return false;
}

// Puts the newest entry, whose snapshot is written, in the place of its last occurrence.
void Board::remember(Entry& entry, std::uint32_t number) {
    const std::size_t slot = slot_of(entry.key, snapshot(number));
    if (const std::uint32_t found = slots_[slot]; found != 0) {
        entry.previous = found - 1;
        entry.occurrences = entries_[entry.previous].occurrences + 1;
    }
    entry.slot = static_cast<std::uint32_t>(slot);
    slots_[slot] = number + 1;
}

void Board::grow() {
    slots_.assign(slots_.size() * 2, 0);
    for (std::uint32_t number = 0; number < entries_.size(); ++number)
        remember(entries_[number], number);
}

}  // namespace tafl
