#include "tafl/games.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <exception>
#include <limits>
#include <mutex>
#include <numeric>
#include <optional>
#include <string>
#include <system_error>
#include <thread>

#include "tafl/perft.hpp"
#include "tafl/planes.hpp"

namespace tafl {

namespace {

// So many games are worth a thread of their own.
constexpr std::size_t least_share = 64;

// A random number below a limit, of the same chance each but for a 2^-32th of the limit.
std::uint32_t random_below(std::uint64_t& state, std::uint32_t limit) {
    constexpr std::uint64_t increment = 0x9E3779B97F4A7C15U;
    state += increment;
    return static_cast<std::uint32_t>(((mix(state) >> 32) * limit) >> 32);
}

// A number below 4 * size * size stands for a line, a direction on it and a square where a move
// ends; the piece that may be able to go there is the next one before it. Nothing, if it cannot.
std::optional<Move> any_move(const Position& position, std::uint32_t number) {
    const auto size = static_cast<std::uint32_t>(position.size());
    const std::uint32_t to = number % size;
    number /= size;
    const bool up = number % 2 == 0;
    number /= 2;
    const bool on_rank = number < size;
    const std::uint32_t i = on_rank ? number : number - size;
    const std::size_t line = on_rank ? i : max_size + i;
    const Line occupied = position.occupied(line);
    const std::uint32_t before = (up ? forward(occupied) : mirrored(occupied)) & ((1U << to) - 1);
    if (before == 0) return std::nullopt;
    const auto square = [&](std::uint32_t place) {
        const auto along = static_cast<int>(up ? place : size - 1 - place);
        return on_rank ? Square(along, static_cast<int>(i)) : Square(static_cast<int>(i), along);
    };
    const Move move{square(static_cast<std::uint32_t>(std::bit_width(before)) - 1), square(to)};
    if (!can_move(position, move)) return std::nullopt;
    return move;
}

}  // namespace

Games::Games(const VariantPtr& variant, std::size_t count, const GamesOptions& options)
    : variant_(variant), options_(options), actions_(count), moves_(count) {
    const Board start(variant);
    games_.reserve(count);
    for (std::size_t i = 0; i < count; ++i) games_.push_back({start, mix(mix(options.seed) ^ i)});
}

template <typename Work>
void Games::for_each(std::size_t first, std::size_t last, Work&& work) {
    const std::size_t count = last - first;
    const std::size_t parts =
        std::clamp<std::size_t>(count / least_share, 1, std::max(options_.threads, 1U));
    const auto run = [&](std::size_t part) {
        const std::size_t end = first + count * (part + 1) / parts;
        for (std::size_t i = first + count * part / parts; i < end; ++i) work(games_[i], i);
    };
    std::exception_ptr failure;
    std::mutex mutex;
    const auto run_and_keep_failure = [&](std::size_t part) {
        try {
            run(part);
        } catch (...) {
            const std::scoped_lock lock(mutex);
            if (!failure) failure = std::current_exception();
        }
    };
    std::vector<std::thread> threads;
    std::size_t part = 1;
    try {
        for (; part < parts; ++part) threads.emplace_back(run_and_keep_failure, part);
    } catch (const std::exception&) {
        // no more threads are to be had: this one does the rest
    }
    run_and_keep_failure(0);
    for (; part < parts; ++part) run_and_keep_failure(part);
    for (std::thread& thread : threads) thread.join();
    if (failure) std::rethrow_exception(failure);
}

void Games::reset() {
    for_each([](Game& game, std::size_t) { game.board.rewind(); });
}

Ended Games::ended(const Game& game) const {
    if (game.board.is_over()) return Ended::over;
    return options_.max_plies != 0 && game.board.ply() >= options_.max_plies ? Ended::truncated
                                                                             : Ended::no;
}

void Games::legal_action_masks(std::uint8_t* out) {
    for_each([&](const Game& game, std::size_t i) {
        const auto size = static_cast<std::size_t>(action_count(this->size()));
        std::uint8_t* mask = out + i * size;
        if (ended(game) == Ended::no) {
            write_action_mask(game.board, mask);
        } else {
            std::fill(mask, mask + size, std::uint8_t{0});
        }
    });
}

void Games::observe(std::uint8_t* out) {
    for_each([&](const Game& game, std::size_t i) {
        write_planes(game.board, out + i * planes_size(size()));
    });
}

void Games::observe(float* out) {
    for_each([&](const Game& game, std::size_t i) {
        write_planes(game.board, out + i * planes_size(size()));
    });
}

void Games::step(const std::int64_t* actions, const Results& results) {
    std::atomic<std::size_t> wrong = count();
    for_each([&](Game& game, std::size_t i) {
        const int size = this->size();
        if (ended(game) != Ended::no) return;
        if (actions[i] >= 0 && actions[i] < action_count(size) &&
            game.board.is_legal(move_of(static_cast<int>(actions[i]), size))) {
            actions_[i] = static_cast<Action>(actions[i]);
            game.board.make_room();
            return;
        }
        for (std::size_t known = wrong; i < known && !wrong.compare_exchange_weak(known, i);) {
        }
    });
    if (wrong < count()) {
        const Board& board = games_[wrong].board;
        const int size = this->size();
        const std::string where = "game " + std::to_string(wrong) + ": ";
        const std::int64_t action = actions[wrong];
        constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
        if (action < 0 || action >= action_count(size))
            throw InvalidMoveError(where + "found the action " + std::to_string(action) +
                                   (action == most ? " or more" : "") +
                                   ", expected one from 0 to " +
                                   std::to_string(action_count(size) - 1));
        try {
            board.require_legal(move_of(static_cast<int>(action), size));
        } catch (const IllegalMoveError& error) {
            throw IllegalMoveError(error.reason(), where + error.what());
        }
    }
    apply_actions(results);
}

void Games::step_random(const Results& results) {
    // Whatever may fail comes before the first game is stepped, here as in step.
    for_each([&](Game& game, std::size_t i) {
        if (ended(game) != Ended::no) return;
        actions_[i] = action_of(random_move(game), size());
        game.board.make_room();
    });
    apply_actions(results);
}

// Makes the moves of actions_, which are legal.
void Games::apply_actions(const Results& results) {
    for_each([&](Game& game, std::size_t i) {
        if (const Ended before = ended(game); before != Ended::no) {
            results.rewards[i] = 0;
            results.ended[i] = static_cast<std::uint8_t>(before);
            return;
        }
        game.board.push_unchecked(move_of(actions_[i], size()));
        finish(game, i, results);
    });
}

// Notes how a game stands, and begins it anew if that is wanted.
void Games::finish(Game& game, std::size_t i, const Results& results) const {
    const Ended end = ended(game);
    float reward = 0;
    if (const auto outcome = game.board.outcome(); outcome && outcome->winner)
        reward = *outcome->winner == Side::attackers ? 1.0F : -1.0F;
    results.rewards[i] = reward;
    results.ended[i] = static_cast<std::uint8_t>(end);
    if (end != Ended::no && options_.auto_reset) game.board.rewind();
}

std::uint64_t Games::playout(std::uint64_t max_moves, const Results& results,
                             const std::function<bool()>& stop) {
    // Games and moves in portions of some milliseconds, so that `stop` is heard.
    constexpr std::size_t block = 1024;
    constexpr std::uint64_t portion = 64;
    std::fill(moves_.begin(), moves_.end(), 0);
    std::exception_ptr failure;
    try {
        for (std::size_t first = 0; first < count(); first += block) {
            const std::size_t last = std::min(first + block, count());
            std::atomic<bool> more = true;
            for (std::uint64_t made = 0; more && made < max_moves; made += portion) {
                more = false;
                for_each(first, last, [&](Game& game, std::size_t i) {
                    play(game, std::min(portion, max_moves - made), moves_[i]);
                    if (ended(game) == Ended::no) more = true;
                });
                if (stop && stop()) throw Interrupted();
            }
        }
    } catch (...) {
        failure = std::current_exception();
    }
    for_each([&](Game& game, std::size_t i) { finish(game, i, results); });
    if (failure) std::rethrow_exception(failure);
    return std::accumulate(moves_.begin(), moves_.end(), std::uint64_t{0});
}

void Games::play(Game& game, std::uint64_t moves, std::uint64_t& played) const {
    for (std::uint64_t i = 0; i < moves && ended(game) == Ended::no; ++i) {
        game.board.push_unchecked(random_move(game));
        ++played;
    }
}

// One of the legal moves, of which there is at least one. Each of the numbers of any_move stands
// for at most one move and each move for one number, so that all have the same chance. Where moves
// are rare they are listed in the end.
Move Games::random_move(Game& game) {
    constexpr int tries = 50;
    const Position& position = game.board.position();
    const auto numbers = static_cast<std::uint32_t>(4 * position.size() * position.size());
    const bool restricted = game.board.restricts_moves();
    for (int i = 0; i < tries; ++i) {
        const auto move = any_move(position, random_below(game.random, numbers));
        if (move && (!restricted || game.board.is_legal(*move))) return *move;
    }
    const std::vector<Move> moves = game.board.legal_moves();
    return moves[random_below(game.random, static_cast<std::uint32_t>(moves.size()))];
}

}  // namespace tafl
