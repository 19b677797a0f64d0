// The self-check of the engine: it needs no Python and is made to run under sanitizers. It plays
// random games under random rules and looks after every move whether what must agree agrees.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tafl/action.hpp"
#include "tafl/board.hpp"
#include "tafl/games.hpp"
#include "tafl/movegen.hpp"
#include "tafl/perft.hpp"
#include "tafl/planes.hpp"
#include "tafl/symmetry.hpp"
#include "tafl/text.hpp"
#include "tafl/variant.hpp"

using namespace tafl;

namespace {

using Random = std::mt19937_64;

int failures = 0;
std::string context;

void check(bool holds, const char* what) {
    if (holds) return;
    ++failures;
    std::printf("FAILED: %s\n  in %s\n", what, context.c_str());
}

std::size_t below(Random& random, std::size_t limit) {
    return static_cast<std::size_t>(random() % limit);
}

Square random_square(Random& random, int size) {
    const auto side = static_cast<std::size_t>(size);
    return {static_cast<int>(below(random, side)), static_cast<int>(below(random, side))};
}

VariantPtr make_variant(const Rules& rules) {
    return std::make_shared<const Variant>("check", "check", std::vector<std::string>(), rules);
}

const char* const tablut_start = "/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/";

struct Known {
    const char* name;
    std::vector<std::pair<const char*, RuleValue>> values;
    std::array<std::uint64_t, 4> perft;
    std::uint64_t key;
};

RuleValue text(const char* value) {
    return std::string(value);
}

RuleValue list(std::vector<std::string> values) {
    return values;
}

// Counts of the specification.
void check_known_counts() {
    const RuleValue camps = std::vector<std::vector<std::string>>{{"d1", "e1", "f1", "e2"},
                                                                  {"a4", "a5", "a6", "b5"},
                                                                  {"i4", "i5", "i6", "h5"},
                                                                  {"d9", "e9", "f9", "e8"}};
    const std::vector<Known> known{
        {"linnaeus",
         {{"king.capture", text("four-near-throne")},
          {"throne.hostile_occupied", list({"attacker"})},
          {"throne.linnaean_capture", true},
          {"end.encirclement", true}},
         {80, 4400, 353200, 19913864},
         0x96D6B977E8F08D65U},
        {"foteviken",
         {{"board.first", text("defenders")},
          {"throne.king_may_occupy", false},
          {"throne.king_may_pass", false},
          {"throne.soldiers_may_pass", false},
          {"throne.hostile_empty", list({"king"})},
          {"camps.groups", camps},
          {"end.encirclement", true}},
         {56, 4408, 248616, 19160008},
         0x1B1FDFC9FC5DAE97U},
        {"corners",
         {{"board.first", text("defenders")},
          {"king.escape", text("corner")},
          {"king.armed", false},
          {"throne.king_may_occupy", false},
          {"throne.hostile_empty", list({"king"})},
          {"corners.exist", true},
          {"corners.hostile", list({})}},
         {56, 3968, 225224, 16175208},
         0xD79EAB5E7FC1BB22U},
    };
    for (const Known& each : known) {
        context = each.name;
        Rules rules;
        rules.board.size = 9;
        rules.board.start = tablut_start;
        for (const auto& [key, value] : each.values) set_rule(rules, key, value);
        const Position position(make_variant(rules));
        check(position.key() == each.key, "the key that is the same on every machine");
        for (std::size_t depth = 1; depth <= each.perft.size(); ++depth) {
            const int plies = static_cast<int>(depth);
            PerftOptions options;
            check(perft(position, plies) == each.perft[depth - 1], "known perft");
            options.threads = 3;
            options.hash_mb = 1;
            check(perft(position, plies, options) == each.perft[depth - 1],
                  "known perft with threads and table");
        }
    }
}

// A value for a key, tried until the key takes it.
void set_random_value(Random& random, Rules& rules, std::string_view key) {
    static const std::vector<RuleValue> words{text("attackers"),
                                              text("defenders"),
                                              text("edge"),
                                              text("corner"),
                                              text("hammer"),
                                              text("anvil"),
                                              text("four"),
                                              text("two"),
                                              text("closed"),
                                              text("own-camp"),
                                              text("loses"),
                                              text("draw"),
                                              text("none"),
                                              text("mover-wins"),
                                              text("mover-loses"),
                                              text("attackers-win"),
                                              text("forbidden"),
                                              text("king"),
                                              text("aggressor-loses"),
                                              text("same-moves"),
                                              text("four-near-throne"),
                                              text("weak"),
                                              text("strong"),
                                              text("bracket"),
                                              text("any"),
                                              text("both"),
                                              text("aggressor-forbidden"),
                                              true,
                                              false,
                                              std::int64_t{0},
                                              std::int64_t{1},
                                              std::int64_t{2},
                                              std::int64_t{3},
                                              list({}),
                                              list({"attacker"}),
                                              list({"defender", "king"}),
                                              list({"king", "attacker"})};
    for (int tries = 0; tries < 60; ++tries) {
        try {
            set_rule(rules, key, words[below(random, words.size())]);
            return;
        } catch (const RulesError&) {
            // another key's value
        }
    }
}

std::string random_record(Random& random, int size, bool with_king, double density) {
    std::vector<Placement> pieces;
    const Square king = random_square(random, size);
    for (int rank = 0; rank < size; ++rank) {
        for (int file = 0; file < size; ++file) {
            const Square square(file, rank);
            if (with_king && square == king) {
                pieces.push_back({square, Piece::king});
            } else if (static_cast<double>(below(random, 1000)) < 1000 * density) {
                pieces.push_back(
                    {square, below(random, 3) == 0 ? Piece::defender : Piece::attacker});
            }
        }
    }
    return write_record(pieces, size);
}

// Pieces crowded around the king, near the throne, a camp or the rim, where the rules live: heaps
// of men, rings of attackers around him, or rows on the edge with men in front. Elsewhere few.
std::string crowded_record(Random& random, int size) {
    const int form = static_cast<int>(below(random, 3));
    const bool at_rim = below(random, 2) == 0;
    const Square king =
        at_rim ? Square(static_cast<int>(below(random, 3)),
                        static_cast<int>(below(random, static_cast<std::size_t>(size))))
               : Square(size / 2, size / 2 + static_cast<int>(below(random, 2)));
    const int radius = 2 + static_cast<int>(below(random, 2));
    std::vector<Placement> pieces;
    for (int rank = 0; rank < size; ++rank) {
        for (int file = 0; file < size; ++file) {
            const Square square(file, rank);
            const int distance = std::abs(file - king.file()) + std::abs(rank - king.rank());
            const auto chance = [&](std::size_t percent) { return below(random, 100) < percent; };
            const Piece any = below(random, 2) == 0 ? Piece::defender : Piece::attacker;
            if (square == king) {
                pieces.push_back({square, Piece::king});
            } else if (form == 0 && distance <= radius) {
                if (chance(60)) pieces.push_back({square, any});
            } else if (form == 1 && distance == radius) {
                if (chance(92)) pieces.push_back({square, Piece::attacker});
            } else if (form == 1 && distance < radius) {
                if (chance(40)) pieces.push_back({square, Piece::defender});
            } else if (form == 2 && file < 2) {
                if (chance(75)) pieces.push_back({square, file == 0 ? Piece::defender : any});
            } else if (chance(7)) {
                pieces.push_back({square, any});
            }
        }
    }
    return write_record(pieces, size);
}

Rules random_rules(Random& random) {
    Rules rules;
    rules.board.size = min_size + 2 * static_cast<int>(below(random, 8));
    for (const std::string_view key : rule_keys())
        if (key != "board.size" && key != "board.start" && key != "camps.groups" &&
            key != "corners.squares" && below(random, 2) == 0)
            set_random_value(random, rules, key);
    if (below(random, 2) == 0) {
        std::vector<std::vector<Square>> camps(1 + below(random, 3));
        std::vector<Square> used;
        for (auto& camp : camps)
            for (int i = 0; i < 4; ++i) {
                const Square square = random_square(random, rules.board.size);
                if (std::find(used.begin(), used.end(), square) != used.end()) continue;
                used.push_back(square);
                camp.push_back(square);
            }
        rules.camps.groups = std::move(camps);
    }
    rules.board.start = random_record(random, rules.board.size, true, 0.15);
    return rules;
}

void check_position(const Position& position) {
    check(position.key() == position.computed_key(), "kept key equals computed key");
    const std::vector<Move> moves = list_moves(position);
    check(moves.size() == count_moves(position), "counter agrees with list");
    check(has_move(position) == !moves.empty(), "has_move agrees with list");
    check(std::is_sorted(moves.begin(), moves.end()), "moves are in order");
    for (const Move move : moves) {
        check(!find_obstacle(position, move) && can_move(position, move), "listed moves are legal");
        check(move_of(action_of(move, position.size()), position.size()) == move,
              "actions stand for moves");
    }
    const Position again = Position::parse(position.variant_ptr(), position.text());
    check(again == position, "text round trip");
    if (decided(position)) return;
    Position trial = position;
    std::size_t seen_on = 0;
    for (const Move move : moves) {
        Undo undo;
        trial.make(move, undo);
        check(has_decided(trial, move, undo, seen_on) == decided(trial).has_value(),
              "what a move decides is what the position says");
        trial.take_back(move, undo);
    }
    check(trial == position && trial.king() == position.king(), "all moves taken back");
}

// Every pair of squares: find_obstacle against the list.
void check_all_pairs(const Position& position) {
    const std::vector<Move> moves = list_moves(position);
    std::size_t allowed = 0;
    const int squares = position.size() * position.size();
    const auto square = [&](int i) { return Square(i % position.size(), i / position.size()); };
    for (int from = 0; from < squares; ++from) {
        for (int to = 0; to < squares; ++to) {
            const Move move{square(from), square(to)};
            const bool is_allowed = !find_obstacle(position, move);
            if (is_allowed) ++allowed;
            check(can_move(position, move) == is_allowed, "can_move agrees with find_obstacle");
        }
    }
    check(allowed == moves.size(), "find_obstacle agrees with list");
}

void play_game(Random& random, const VariantPtr& variant, std::size_t plies) {
    Board board(variant);
    for (std::size_t i = 0; i < plies && !board.outcome(); ++i) {
        context = canonical_text(variant->rules()) + board.position().text();
        check_position(board.position());
        const std::vector<Move> moves = board.legal_moves();
        check(!moves.empty(), "a game that goes on has a move");
        if (moves.empty()) return;
        Move move = moves[below(random, moves.size())];
        // Going back and forth makes repetitions.
        if (board.ply() >= 2 && below(random, 2) == 0) {
            const Move last = board.move(board.ply() - 2);
            if (board.is_legal({last.to, last.from})) move = {last.to, last.from};
        }
        const Position before = board.position();
        const std::uint32_t repetitions = board.repetitions();
        board.push(move);
        board.pop();
        check(board.position() == before && board.repetitions() == repetitions &&
                  board.position().key() == before.key() &&
                  board.position().king() == before.king(),
              "pop restores everything");
        check(board.legal_moves() == moves, "pop restores the legal moves");
        board.push_unchecked(move);
    }
    Board again = board;
    again.rewind();
    check(again.position() == board.start() && again.repetitions() == 1 && again.ply() == 0,
          "rewound to the start");
    for (std::size_t i = 0; i < board.ply(); ++i) again.push_unchecked(board.move(i));
    check(again.repetitions() == board.repetitions() && again.outcome() == board.outcome() &&
              again.legal_moves() == board.legal_moves(),
          "played again after rewinding");
    while (board.ply() > 0) board.pop();
    check(board.position() == board.start() && board.repetitions() == 1, "popped to the start");
}

// The count that makes no move at the last two plies against the one that makes them all.
void check_counts(const Position& position) {
    constexpr std::uint64_t few = 5000;
    const std::uint64_t two = perft(position, 2);
    check(perft_stats(position, 2).nodes == two, "perft 2 agrees with its details");
    if (two >= few) return;
    const std::uint64_t three = perft(position, 3);
    check(perft_stats(position, 3).nodes == three, "perft 3 agrees with its details");
    PerftOptions options;
    options.hash_mb = 1;
    check(perft(position, 3, options) == three, "perft 3 agrees with the table");
    options.bulk = false;
    options.threads = 2;
    check(perft(position, 3, options) == three, "perft 3 agrees with all moves made");
}

void check_placement(const VariantPtr& variant, const std::string& record) {
    for (const char* turn : {" a", " d"}) {
        const Position placed = Position::parse(variant, record + turn);
        context = canonical_text(variant->rules()) + placed.text();
        check_position(placed);
        if (placed.size() <= 9) {
            check_all_pairs(placed);
            check_counts(placed);
        }
    }
}

void check_random_games(Random& random, int games) {
    int refused = 0;
    for (int i = 0; i < games; ++i) {
        VariantPtr variant;
        try {
            variant = make_variant(random_rules(random));
        } catch (const RulesError&) {
            ++refused;  // a contradiction, such as an escape to corners that do not exist
            continue;
        }
        play_game(random, variant, 60);
        const int size = variant->rules().board.size;
        check_placement(variant, random_record(random, size, below(random, 8) != 0, 0.3));
        for (int k = 0; k < 4; ++k) check_placement(variant, crowded_record(random, size));
    }
    std::printf("%d random games, %d rule sets refused\n", games - refused, refused);
    check(refused < games / 2, "most random rule sets are accepted");
}

// Many games at once: what the threads make of them is what one thread makes, and every game can be
// played again.
void check_games(Random& random, int rounds) {
    constexpr std::size_t count = 200;
    std::uint64_t moves = 0;
    for (int round = 0; round < rounds; ++round) {
        VariantPtr variant;
        try {
            variant = make_variant(random_rules(random));
        } catch (const RulesError&) {
            continue;
        }
        context = canonical_text(variant->rules());
        GamesOptions options;
        options.seed = random();
        options.auto_reset = round % 2 == 0;
        options.max_plies = 10 + below(random, 30);
        Games one(variant, count, options);
        options.threads = 3;
        Games many(variant, count, options);
        const std::size_t planes = planes_size(one.size()) * count;
        const std::size_t masks = static_cast<std::size_t>(action_count(one.size())) * count;
        struct Memory {
            std::vector<float> rewards, planes;
            std::vector<std::uint8_t> ended, masks;
            bool operator==(const Memory&) const = default;
        };
        const Memory empty{std::vector<float>(count), std::vector<float>(planes),
                           std::vector<std::uint8_t>(count), std::vector<std::uint8_t>(masks)};
        Memory ones = empty;
        Memory manys = empty;
        const auto play = [&](Games& games, Memory& memory) {
            const Results results{memory.rewards.data(), memory.ended.data()};
            for (int i = 0; i < 8; ++i) games.step_random(results);
            moves += games.playout(5, results);
            games.legal_action_masks(memory.masks.data());
            games.observe(memory.planes.data());
            std::vector<std::int64_t> actions(count);
            for (std::size_t i = 0; i < count; ++i) {
                const auto legal = games.board(i).legal_moves();
                if (!legal.empty()) actions[i] = action_of(legal[i % legal.size()], games.size());
            }
            games.step(actions.data(), results);
        };
        play(one, ones);
        play(many, manys);
        check(ones == manys, "the number of threads changes nothing");
        for (std::size_t i = 0; i < count; ++i) {
            const Board& board = many.board(i);
            check(board.moves() == one.board(i).moves(), "the moves of all threads are the same");
            Board again(variant);
            for (const Move move : board.moves()) again.push(move);
            check(again.position() == board.position() && again.outcome() == board.outcome(),
                  "random games are legal");
        }
    }
    std::printf("%llu moves in playouts\n", static_cast<unsigned long long>(moves));
}

// Random bytes and mutated records through the parsers: an error or a value, never more.
void check_parsers(Random& random, int rounds) {
    int valid = 0;
    for (int i = 0; i < rounds; ++i) {
        const int size = min_size + 2 * static_cast<int>(below(random, 8));
        std::string input = random_record(random, size, true, 0.2) + " a";
        for (std::size_t changes = below(random, 3); changes > 0; --changes) {
            const std::size_t at = below(random, input.size());
            if (below(random, 2) == 0) {
                input[at] = static_cast<char>(below(random, 256));
            } else {
                input.erase(at, 1);
            }
        }
        context = input;
        try {
            parse_position_text(input, size);
            ++valid;
        } catch (const FenError& error) {
            check(error.position() <= input.size(), "the place of an error is in the text");
        }
        try {
            parse_move(input.substr(0, below(random, 8)));
        } catch (const InvalidMoveError&) {
        }
    }
    check(valid > rounds / 4 && valid < rounds, "some inputs are valid, some are not");
}

VariantPtr plain_variant() {
    Rules rules;
    rules.board.size = 9;
    rules.board.start = tablut_start;
    return make_variant(rules);
}

template <typename Refusal, typename Call>
void check_refused(const Call& call, const char* what) {
    try {
        call();
        check(false, what);
    } catch (const Refusal& refusal) {
        check(*refusal.what() != '\0', "a refusal says something");
    }
}

// What Python never asks for, since its bindings have looked at it before.
void check_refusals() {
    context = "refusals";
    const Position start(plain_variant());
    const auto place = [&](const std::vector<Placement>& pieces) {
        return Position(start.variant_ptr(), pieces, Side::attackers);
    };
    const Square corner(0, 0);
    check_refused<FenError>([&] { place({{{start.size(), 0}, Piece::attacker}}); },
                            "a piece off the board is refused");
    check_refused<FenError>([&] { place({{corner, Piece::king}, {corner, Piece::defender}}); },
                            "two pieces on a square are refused");
    check_refused<FenError>([&] { place({{corner, Piece::king}, {{1, 0}, Piece::king}}); },
                            "two kings are refused");
    check_refused<Error>([] { parse_record("/", max_size + 1); }, "a huge board is refused");
    check_refused<Error>([&] { perft(start, -1); }, "a negative depth is refused");
    check_refused<Error>([&] { perft(start, max_perft_depth + 1); }, "a huge depth is refused");
    PerftOptions options;
    options.hash_mb = max_perft_hash_mb + 1;
    check_refused<Error>([&] { divide(start, 1, options); }, "a huge table is refused");
    check_refused<Error>([&] { perft(start, 1, options); }, "a huge table is refused at once");
    options = {};
    options.poll = [](double) { return true; };
    check_refused<Interrupted>([&] { perft(start, 30, options); }, "a count can be given up");
}

// A board that was given another game, and what becomes of the two afterwards.
void check_assignment() {
    const VariantPtr variant = plain_variant();
    Board board(variant);
    for (int i = 0; i < 6; ++i) board.push(board.legal_moves().front());
    Board other(variant);
    for (int i = 0; i < 9; ++i) other.push(other.legal_moves().back());
    other = board;
    context = "assignment";
    check(other.moves() == board.moves() && other.position() == board.position() &&
              other.outcome() == board.outcome() && other.repetitions() == board.repetitions(),
          "a board is what it was assigned");
    const Position before = board.position();
    const Move last = board.pop();
    check(other.position() == before, "boards share nothing");
    board.push(last);
    check(other.legal_moves() == board.legal_moves(), "a board goes on as what it was assigned");
}

}  // namespace

int main(int argc, const char* const* argv) {
    const unsigned long seed = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1;
    const int games = argc > 2 ? static_cast<int>(std::strtol(argv[2], nullptr, 10)) : 300;
    std::printf("seed %lu\n", seed);
    Random random(seed);
    check_known_counts();
    check_refusals();
    check_assignment();
    check_random_games(random, games);
    check_games(random, games / 10);
    check_parsers(random, 20 * games);
    std::printf("%s\n", failures == 0 ? "self-check passed" : "self-check FAILED");
    return failures == 0 ? 0 : 1;
}
