// Many games of one variant that are stepped together, for programs that learn.
//
// What comes of it is the same for a seed whatever the number of threads: each game has its own
// random numbers. A Games object is for one caller at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "tafl/action.hpp"
#include "tafl/board.hpp"

namespace tafl {

struct GamesOptions {
    unsigned threads = 1;
    std::uint64_t seed = 0;
    bool auto_reset = true;     // begin a game anew in the step that ends it
    std::size_t max_plies = 0;  // give a game up after so many, 0: never
};

enum class Ended : std::uint8_t {
    no,
    over,       // by the rules
    truncated,  // by max_plies
};

// What a step has brought, for every game.
struct Results {
    float* rewards;       // 1 if the attackers have just won, -1 if the defenders, else 0
    std::uint8_t* ended;  // as Ended
};

class Games {
public:
    Games(const VariantPtr& variant, std::size_t count, const GamesOptions& options = {});

    const VariantPtr& variant() const { return variant_; }
    int size() const { return variant_->rules().board.size; }  // squares a side
    std::size_t count() const { return games_.size(); }
    const GamesOptions& options() const { return options_; }
    const Board& board(std::size_t i) const { return games_[i].board; }

    void reset();
    void reset(std::size_t i) { games_[i].board.rewind(); }

    // One mask (planes.hpp) after the other; all 0 for a game that has ended.
    void legal_action_masks(std::uint8_t* out);
    // The planes of one game after the other.
    void observe(std::uint8_t* out);
    void observe(float* out);

    // Makes one move in every game. A game that had ended before, which is only so without
    // auto_reset, is passed over, whatever its action, and brings no reward again. Throws
    // InvalidMoveError or IllegalMoveError for the first wrong action; no game is stepped then.
    void step(const std::int64_t* actions, const Results& results);
    // The same with random moves, each legal one with the same chance.
    void step_random(const Results& results);
    // Plays every game on with random moves until it ends, at most so many moves, and returns how
    // many moves that were. The results are those of the games as they then stand. `stop` is called
    // many times a second from the calling thread; where it returns true, Interrupted (perft.hpp)
    // is thrown, with the results as they stand by then.
    std::uint64_t playout(std::uint64_t max_moves, const Results& results,
                          const std::function<bool()>& stop = {});

private:
    struct Game {
        Board board;
        std::uint64_t random;  // the state of its random numbers
    };

    // Calls work(game, i) for the games from `first` up to `last`, shared out to the threads.
    template <typename Work>
    void for_each(std::size_t first, std::size_t last, Work&& work);
    template <typename Work>
    void for_each(Work&& work) {
        for_each(0, games_.size(), work);
    }
    Ended ended(const Game& game) const;
    static Move random_move(Game& game);
    void play(Game& game, std::uint64_t moves, std::uint64_t& played) const;
    void apply_actions(const Results& results);
    void finish(Game& game, std::size_t i, const Results& results) const;

    VariantPtr variant_;
    GamesOptions options_;
    std::vector<Game> games_;
    std::vector<Action> actions_;       // of the present step
    std::vector<std::uint64_t> moves_;  // made by the present playout
};

}  // namespace tafl
