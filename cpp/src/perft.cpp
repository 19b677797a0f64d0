#include "tafl/perft.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <thread>

#include "bulk.hpp"
#include "count_table.hpp"
#include "tafl/movegen.hpp"

namespace tafl {

namespace {

// A sum that says so where it does not fit, rather than to be wrong.
void add(std::uint64_t& total, std::uint64_t count) {
    total += count;
    if (total < count) throw Error("the count does not fit in 64 bits; expected a smaller depth");
}

std::uint64_t count_allowed(const Position& position) {
    return forbids_moves(position) ? allowed_moves(position).size() : count_moves(position);
}

// What the threads of a count share: how much of it is done, and whether to give it up.
struct Progress {
    explicit Progress(const PerftOptions& chosen) : options(chosen) {}

    const PerftOptions& options;
    std::size_t tasks = 1;
    std::atomic<std::size_t> done{0};
    std::atomic<bool> stopped{false};
};

// Gives a count up: the calling thread asks its caller now and then, the others look at a flag.
// Each thread has its own, for what one writes all the time must not share a cache line with what
// the others read.
class Watch {
public:
    Watch(Progress& progress, bool calling_thread)
        : progress_(progress), asks_(calling_thread && progress.options.poll) {}

    void check() {
        if (progress_.stopped.load(std::memory_order_relaxed)) throw Interrupted();
        if (!asks_) return;
        constexpr unsigned seldom = 8;  // a look at the clock takes as long as many moves
        if (calls_++ % seldom != 0) return;
        const auto now = std::chrono::steady_clock::now();
        if (now < next_) return;
        next_ = now + std::chrono::milliseconds(20);
        const auto done = static_cast<double>(progress_.done.load());
        if (progress_.options.poll(done / static_cast<double>(progress_.tasks))) {
            progress_.stopped = true;
            throw Interrupted();
        }
    }

private:
    Progress& progress_;
    bool asks_;
    unsigned calls_ = 0;
    std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now();
};

class Counter {
public:
    Counter(Progress& progress, CountTable* table, bool bulk, bool calling_thread)
        : progress_(progress), watch_(progress, calling_thread), table_(table), bulk_(bulk) {}

    // Of a position that is not finished, or only for want of moves.
    std::uint64_t count(Position& position, int depth) {
        if (depth == 0) return 1;
        if (depth == 1 && bulk_) return count_allowed(position);
        watch_.check();
        if (depth == 1) return count_leaves(position);
        if (table_ == nullptr) return count_below(position, depth);
        const CountTable::Key key = table_->key_of(position, depth);
        if (const auto known = table_->find(key)) return *known;
        const std::uint64_t total = count_below(position, depth);
        table_->store(key, total);
        return total;
    }

    std::uint64_t count_after(Position& position, Move move, int depth, Undo& undo) {
        if (depth == 0) return 1;
        position.make(move, undo);
        const std::uint64_t total =
            has_decided(position, move, undo, seen_on_) ? 0 : count(position, depth);
        position.take_back(move, undo);
        return total;
    }

    // The root, where the share of the work that is done can be told.
    void stats_by_move(Position& position, int depth, PerftStats& stats) {
        const std::vector<Move> moves = allowed_moves(position);
        progress_.tasks = std::max<std::size_t>(moves.size(), 1);
        Undo undo;
        for (const Move move : moves) {
            stats_after(position, move, depth, stats, undo);
            ++progress_.done;
        }
    }

private:
    std::uint64_t count_below(Position& position, int depth) {
        const bool forbids = position.variant().rules().end.draw_fort == DrawFort::forbidden;
        if (depth == 2 && bulk_ && !forbids) {
            if (!two_plies_) two_plies_.emplace(position.variant(), position.turn());
            return two_plies_->count(position);
        }
        std::uint64_t total = 0;
        Undo undo;
        visit_moves(position, position.turn(), [&](Move move) {
            if (!forbids || is_allowed(position, move))
                add(total, count_after(position, move, depth - 1, undo));
            return true;
        });
        return total;
    }

    // Makes every leaf, asks whether it ends the game, and takes it back, as a search would do.
    std::uint64_t count_leaves(Position& position) {
        std::uint64_t total = 0;
        Undo undo;
        if (forbids_moves(position)) {
            for (const Move move : allowed_moves(position)) {
                position.make(move, undo);
                if (has_decided(position, move, undo, seen_on_)) ++ended_;
                position.take_back(move, undo);
                ++total;
            }
            return total;
        }
        visit_pieces(position, position.turn(), [&](Piece kind, Square from) {
            switch (kind) {
                case Piece::attacker:
                    total += count_leaves_from<Piece::attacker>(position, from);
                    break;
                case Piece::defender:
                    total += count_leaves_from<Piece::defender>(position, from);
                    break;
                case Piece::king: total += count_leaves_from<Piece::king>(position, from); break;
            }
            return true;
        });
        return total;
    }

    template <Piece kind>
    std::uint64_t count_leaves_from(Position& position, Square from) {
        std::uint64_t total = 0;
        std::uint64_t ended = 0;
        std::size_t seen_on = seen_on_;
        Undo undo;
        visit_moves_from(position, kind, from, [&](const Move& move) {
            position.make<kind>(move, undo);
            if (has_decided<kind>(position, move, undo, seen_on)) ++ended;
            position.take_back<kind>(move, undo);
            ++total;
            return true;
        });
        ended_ += ended;
        seen_on_ = seen_on;
        return total;
    }

    void stats(Position& position, int depth, PerftStats& stats) {
        watch_.check();
        const bool forbids = forbids_moves(position);
        Undo undo;
        visit_moves(position, position.turn(), [&](Move move) {
            if (!forbids || is_allowed(position, move))
                stats_after(position, move, depth, stats, undo);
            return true;
        });
    }

    void stats_after(Position& position, Move move, int depth, PerftStats& stats, Undo& undo) {
        position.make(move, undo);
        if (depth == 1) {
            add_leaf(position, undo, stats);
        } else if (!has_decided(position, move, undo, seen_on_)) {
            this->stats(position, depth - 1, stats);
        }
        position.take_back(move, undo);
    }

    static void add_leaf(const Position& position, const Undo& undo, PerftStats& stats) {
        ++stats.nodes;
        stats.captures += undo.captured.empty() ? 0U : 1U;
        stats.pieces_captured += undo.captured.size();
        const auto end = outcome(position);
        if (!end) return;
        switch (end->termination) {
            case Termination::king_captured: ++stats.king_captures; break;
            case Termination::king_escaped: ++stats.escapes; break;
            case Termination::encircled: ++stats.encirclements; break;
            case Termination::exit_fort: ++stats.exit_forts; break;
            case Termination::draw_fort: ++stats.draw_forts; break;
            case Termination::no_legal_moves: ++stats.no_legal_moves; break;
            case Termination::repetition: break;  // a position knows no history
        }
    }

    Progress& progress_;
    Watch watch_;
    CountTable* table_;
    bool bulk_;
    std::uint64_t ended_ = 0;  // leaves; nobody reads it, but the question must not be left out
    std::size_t seen_on_ = 1;  // for has_decided
    std::optional<TwoPlies> two_plies_;
};

// A share of the work: the moves that lead to it, and which first move it counts for.
struct Task {
    std::size_t first;
    Move move;
    std::optional<Move> reply;
};

std::vector<Task> split(const Position& position, const std::vector<Move>& moves, int depth) {
    constexpr int fine_depth = 4;  // from here on the replies are tasks of their own
    std::vector<Task> tasks;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (depth < fine_depth) {
            tasks.push_back({i, moves[i], std::nullopt});
            continue;
        }
        Position after = position;
        Undo undo;
        after.make(moves[i], undo);
        if (decided(after)) continue;
        for (const Move reply : allowed_moves(after)) tasks.push_back({i, moves[i], reply});
    }
    return tasks;
}

std::uint64_t run(Counter& counter, Position& position, const Task& task, int depth) {
    Undo undo;
    if (!task.reply) return counter.count_after(position, task.move, depth - 1, undo);
    Undo reply_undo;
    position.make(task.move, undo);
    const std::uint64_t total = counter.count_after(position, *task.reply, depth - 2, reply_undo);
    position.take_back(task.move, undo);
    return total;
}

bool failed(const std::exception_ptr& failure, std::mutex& mutex) {
    const std::scoped_lock lock(mutex);
    return failure != nullptr;
}

void require_options(const PerftOptions& options) {
    if (options.hash_mb > max_perft_hash_mb)
        throw Error("found " + std::to_string(options.hash_mb) + " megabytes of table, expected " +
                    "at most " + std::to_string(max_perft_hash_mb));
}

void require_depth(int depth) {
    if (depth < 0 || depth > max_perft_depth)
        throw Error("found depth " + std::to_string(depth) + ", expected 0 to " +
                    std::to_string(max_perft_depth));
}

}  // namespace

std::vector<std::pair<Move, std::uint64_t>> divide(const Position& position, int depth,
                                                   const PerftOptions& options) {
    std::vector<std::pair<Move, std::uint64_t>> result;
    require_depth(depth);
    require_options(options);
    if (depth == 0) return result;
    const std::vector<Move> moves = legal_moves(position);
    for (const Move move : moves) result.emplace_back(move, 0);
    std::unique_ptr<CountTable> table;
    if (options.hash_mb > 0)
        table = std::make_unique<CountTable>(position.variant(), options.hash_mb);
    Progress progress(options);
    const std::vector<Task> tasks = split(position, moves, depth);
    progress.tasks = std::max<std::size_t>(tasks.size(), 1);
    std::vector<std::uint64_t> counts(tasks.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&](bool calling_thread) {
        Counter counter(progress, table.get(), options.bulk, calling_thread);
        Position own = position;
        for (std::size_t i = next++; i < tasks.size(); i = next++) {
            counts[i] = run(counter, own, tasks[i], depth);
            ++progress.done;
        }
    };
    // More threads than processors would only keep the calling thread from its polls.
    const unsigned processors = std::max(std::thread::hardware_concurrency(), 1U);
    const std::size_t helpers = std::min<std::size_t>({options.threads, processors,
                                                       std::max<std::size_t>(tasks.size(), 1)}) -
                                1;
    std::vector<std::thread> threads;
    std::exception_ptr failure;
    std::mutex failure_mutex;
    const auto work_and_keep_failure = [&](bool calling_thread) {
        try {
            work(calling_thread);
        } catch (...) {
            const std::scoped_lock lock(failure_mutex);
            // That the others were stopped is no failure of theirs.
            if (!failure) failure = std::current_exception();
            progress.stopped = true;
        }
    };
    try {
        for (std::size_t i = 0; i < helpers; ++i)
            threads.emplace_back([&] { work_and_keep_failure(false); });
    } catch (const std::system_error&) {
        // no more threads are to be had: those that there are do the work
    }
    work_and_keep_failure(true);
    // The other threads may be long at their last tasks.
    try {
        Watch watch(progress, true);
        while (!failed(failure, failure_mutex) && progress.done.load() < tasks.size()) {
            watch.check();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    } catch (const Interrupted&) {
        const std::scoped_lock lock(failure_mutex);
        if (!failure) failure = std::current_exception();
    }
    for (std::thread& thread : threads) thread.join();
    if (failure) std::rethrow_exception(failure);
    for (std::size_t i = 0; i < tasks.size(); ++i) add(result[tasks[i].first].second, counts[i]);
    return result;
}

std::uint64_t perft(const Position& position, int depth, const PerftOptions& options) {
    require_depth(depth);
    require_options(options);
    if (depth == 0) return 1;
    std::uint64_t total = 0;
    if (depth <= 2) {  // not worth sharing out
        Progress progress(options);
        Position own = position;
        return decided(own) ? 0 : Counter(progress, nullptr, options.bulk, true).count(own, depth);
    }
    for (const auto& [move, count] : divide(position, depth, options)) add(total, count);
    return total;
}

PerftStats perft_stats(const Position& position, int depth, const PerftOptions& options) {
    PerftStats stats;
    require_depth(depth);
    if (depth == 0) {
        stats.nodes = 1;
        return stats;
    }
    if (decided(position)) return stats;
    Progress progress(options);
    Position own = position;
    Counter(progress, nullptr, false, true).stats_by_move(own, depth, stats);
    return stats;
}

}  // namespace tafl
