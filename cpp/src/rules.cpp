#include "tafl/rules.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <initializer_list>
#include <utility>

#include "tafl/text.hpp"

namespace tafl {

namespace {

using Strings = std::vector<std::string>;
using Groups = std::vector<Strings>;

// Writes a value as TOML has it.
struct Writer {
    std::string operator()(bool flag) const { return flag ? "true" : "false"; }
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(const std::string& words) const { return quoted(words); }
    std::string operator()(const Strings& list) const { return join(list); }
    std::string operator()(const Groups& list) const { return join(list); }

    template <typename List>
    std::string join(const List& list) const {
        std::string result = "[";
        for (const auto& each : list) {
            if (result.size() > 1) result += ", ";
            result += (*this)(each);
        }
        return result + "]";
    }
};

// A rule key: how it is written, how it is read, and in words what it may be.
struct Key {
    std::string_view name;
    std::string expected;
    std::function<RuleValue(const Rules&)> get;
    std::function<void(Rules&, const RuleValue&)> set;
};

[[noreturn]] void refuse(std::string_view key, const RuleValue& found,
                         const std::string& expected) {
    throw RulesError(std::string(key),
                     "found " + shortened(to_text(found)) + ", expected " + expected);
}

// A choice of the files: the written value and the enumerator it stands for.
template <typename T>
using Choices = std::vector<std::pair<RuleValue, T>>;

const char* const true_or_false = "true or false";

template <typename Access>
Key flag(std::string_view name, Access access) {
    return {name, true_or_false, [=](const Rules& rules) -> RuleValue { return access(rules); },
            [=](Rules& rules, const RuleValue& value) {
                const bool* flag = std::get_if<bool>(&value);
                if (flag == nullptr) refuse(name, value, true_or_false);
                access(rules) = *flag;
            }};
}

template <typename Access>
Key number(std::string_view name, std::int64_t least, std::int64_t most,
           const std::string& expected, Access access) {
    return {name, expected,
            [=](const Rules& rules) -> RuleValue { return std::int64_t{access(rules)}; },
            [=](Rules& rules, const RuleValue& value) {
                const std::int64_t* number = std::get_if<std::int64_t>(&value);
                if (number == nullptr || *number < least || *number > most)
                    refuse(name, value, expected);
                access(rules) = static_cast<int>(*number);
            }};
}

template <typename T, typename Access>
Key choice(std::string_view name, const Choices<T>& choices, Access access) {
    std::string expected;
    for (const auto& [text, unused] : choices)
        expected += (expected.empty() ? "one of " : ", ") + to_text(text);
    return {name, expected,
            [=](const Rules& rules) -> RuleValue {
                const auto found =
                    std::find_if(choices.begin(), choices.end(),
                                 [&](const auto& each) { return each.second == access(rules); });
                if (found == choices.end())
                    throw RulesError(std::string(name),
                                     "found no value that it can have, expected " + expected);
                return found->first;
            },
            [=](Rules& rules, const RuleValue& value) {
                const auto found =
                    std::find_if(choices.begin(), choices.end(),
                                 [&](const auto& each) { return each.first == value; });
                if (found == choices.end()) refuse(name, value, expected);
                access(rules) = found->second;
            }};
}

RuleValue text(const char* value) {
    return std::string(value);
}

constexpr std::array<std::pair<const char*, Piece>, piece_kinds> kind_names{
    {{"attacker", Piece::attacker}, {"defender", Piece::defender}, {"king", Piece::king}}};

// An empty list fits every kind of list.
const Strings* as_strings(const RuleValue& value) {
    static const Strings empty;
    if (const auto* groups = std::get_if<Groups>(&value); groups != nullptr && groups->empty())
        return &empty;
    return std::get_if<Strings>(&value);
}

template <typename Access>
Key kinds(std::string_view name, Access access) {
    const std::string expected =
        R"(a list of piece kinds, each once: "attacker", "defender", "king")";
    return {name, expected,
            [=](const Rules& rules) -> RuleValue {
                Strings names;
                for (const auto& [kind_name, kind] : kind_names)
                    if (access(rules).has(kind)) names.emplace_back(kind_name);
                return names;
            },
            [=](Rules& rules, const RuleValue& value) {
                const Strings* names = as_strings(value);
                if (names == nullptr) refuse(name, value, expected);
                Kinds set;
                for (const std::string& each : *names) {
                    const auto found =
                        std::find_if(kind_names.begin(), kind_names.end(),
                                     [&](const auto& pair) { return each == pair.first; });
                    if (found == kind_names.end() || set.has(found->second))
                        refuse(name, value, expected);
                    set.add(found->second);
                }
                access(rules) = set;
            }};
}

std::vector<Square> parse_squares(std::string_view key, const Strings& names,
                                  const RuleValue& value, const std::string& expected) {
    std::vector<Square> squares;
    for (const std::string& each : names) {
        const std::optional<Square> square = try_parse_square(each);
        if (!square || to_text(*square) != each) refuse(key, value, expected);
        squares.push_back(*square);
    }
    return squares;
}

Strings names_of(const std::vector<Square>& squares) {
    Strings names;
    for (const Square square : squares) names.push_back(to_text(square));
    return names;
}

// A list of squares, read and written by two functions of the rules.
Key square_list(std::string_view name, std::vector<Square> (*get)(const Rules&),
                void (*set)(Rules&, std::vector<Square>)) {
    const std::string expected = R"(a list of squares such as ["a1", "a9", "i1", "i9"])";
    return {name, expected, [=](const Rules& rules) -> RuleValue { return names_of(get(rules)); },
            [=](Rules& rules, const RuleValue& value) {
                const Strings* names = as_strings(value);
                if (names == nullptr) refuse(name, value, expected);
                set(rules, parse_squares(name, *names, value, expected));
            }};
}

Key camp_list(std::string_view name) {
    const std::string expected =
        R"(a list of camps, each a list of squares such as ["d1", "e1", "f1", "e2"])";
    return {name, expected,
            [](const Rules& rules) -> RuleValue {
                Groups groups;
                for (const auto& camp : rules.camps.groups) groups.push_back(names_of(camp));
                return groups;
            },
            [=](Rules& rules, const RuleValue& value) {
                std::vector<std::vector<Square>> camps;
                if (const auto* groups = std::get_if<Groups>(&value)) {
                    for (const Strings& names : *groups)
                        camps.push_back(parse_squares(name, names, value, expected));
                } else if (const Strings* names = as_strings(value);
                           names == nullptr || !names->empty()) {
                    refuse(name, value, expected);
                }
                rules.camps.groups = std::move(camps);
            }};
}

Key start_record(std::string_view name) {
    const std::string expected = "a position record such as \"/3ttt3/4t4/...\"";
    return {name, expected, [](const Rules& rules) -> RuleValue { return rules.board.start; },
            [=](Rules& rules, const RuleValue& value) {
                const auto* record = std::get_if<std::string>(&value);
                if (record == nullptr) refuse(name, value, expected);
                rules.board.start = *record;
            }};
}

// A member of Rules, readable and writable by one lambda.
#define TAFL_MEMBER(member) ([](auto& rules) -> auto& { return (rules.member); })

std::vector<Key> make_keys() {
    const Choices<Side> sides{{text("attackers"), Side::attackers},
                              {text("defenders"), Side::defenders}};
    const Choices<Escape> escapes{{text("edge"), Escape::edge}, {text("corner"), Escape::corner}};
    const Choices<Armed> armed{{true, Armed::yes},
                               {false, Armed::no},
                               {text("hammer"), Armed::hammer},
                               {text("anvil"), Armed::anvil}};
    const Choices<KingCapture> king_captures{
        {text("four"), KingCapture::four},
        {text("two"), KingCapture::two},
        {text("four-near-throne"), KingCapture::four_near_throne}};
    const Choices<CampMovement> movements{{text("own-camp"), CampMovement::own_camp},
                                          {text("closed"), CampMovement::closed}};
    const Choices<Encirclement> encirclements{{false, Encirclement::no},
                                              {true, Encirclement::yes},
                                              {text("king"), Encirclement::king},
                                              {text("both"), Encirclement::both}};
    const Choices<Shieldwall> shieldwalls{{text("none"), Shieldwall::none},
                                          {text("weak"), Shieldwall::weak},
                                          {text("strong"), Shieldwall::strong}};
    const Choices<ShieldwallTrigger> triggers{{text("bracket"), ShieldwallTrigger::bracket},
                                              {text("any"), ShieldwallTrigger::any}};
    const Choices<DrawFort> draw_forts{{false, DrawFort::no},
                                       {text("draw"), DrawFort::draw},
                                       {text("forbidden"), DrawFort::forbidden}};
    const Choices<NoMoves> no_moves{{text("loses"), NoMoves::loses}, {text("draw"), NoMoves::draw}};
    const Choices<Repetition> repetitions{
        {text("draw"), Repetition::draw},
        {text("none"), Repetition::none},
        {text("mover-wins"), Repetition::mover_wins},
        {text("mover-loses"), Repetition::mover_loses},
        {text("attackers-win"), Repetition::attackers_win},
        {text("forbidden"), Repetition::forbidden},
        {text("aggressor-loses"), Repetition::aggressor_loses},
        {text("aggressor-forbidden"), Repetition::aggressor_forbidden},
        {text("same-moves"), Repetition::same_moves}};
    const std::string steps = "a number of squares up to 1000, 0 for no limit";
    constexpr int most_steps = 1000;
    constexpr int most_repetitions = 1000;

    std::vector<Key> keys;
    keys.push_back(number("board.size", min_size, max_size, "an odd number from 5 to 19",
                          TAFL_MEMBER(board.size)));
    keys.push_back(start_record("board.start"));
    keys.push_back(choice("board.first", sides, TAFL_MEMBER(board.first)));
    keys.push_back(choice("king.escape", escapes, TAFL_MEMBER(king.escape)));
    keys.push_back(choice("king.armed", armed, TAFL_MEMBER(king.armed)));
    keys.push_back(choice("king.capture", king_captures, TAFL_MEMBER(king.capture)));
    keys.push_back(flag("king.edge_hostile", TAFL_MEMBER(king.edge_hostile)));
    keys.push_back(number("king.max_steps", 0, most_steps, steps, TAFL_MEMBER(king.max_steps)));
    keys.push_back(
        number("soldiers.max_steps", 0, most_steps, steps, TAFL_MEMBER(soldiers.max_steps)));
    keys.push_back(flag("throne.exists", TAFL_MEMBER(throne.exists)));
    keys.push_back(flag("throne.king_may_occupy", TAFL_MEMBER(throne.king_may_occupy)));
    keys.push_back(flag("throne.king_may_pass", TAFL_MEMBER(throne.king_may_pass)));
    keys.push_back(flag("throne.soldiers_may_occupy", TAFL_MEMBER(throne.soldiers_may_occupy)));
    keys.push_back(flag("throne.soldiers_may_pass", TAFL_MEMBER(throne.soldiers_may_pass)));
    keys.push_back(kinds("throne.hostile_empty", TAFL_MEMBER(throne.hostile_empty)));
    keys.push_back(kinds("throne.hostile_occupied", TAFL_MEMBER(throne.hostile_occupied)));
    keys.push_back(flag("throne.linnaean_capture", TAFL_MEMBER(throne.linnaean_capture)));
    keys.push_back(flag("corners.exist", TAFL_MEMBER(corners.exist)));
    keys.push_back(square_list(
        "corners.squares", [](const Rules& rules) { return rules.corner_squares(); },
        [](Rules& rules, std::vector<Square> squares) {
            rules.corners.squares = std::move(squares);
        }));
    keys.push_back(kinds("corners.hostile", TAFL_MEMBER(corners.hostile)));
    keys.push_back(camp_list("camps.groups"));
    keys.push_back(kinds("camps.hostile", TAFL_MEMBER(camps.hostile)));
    keys.push_back(kinds("camps.hostile_occupied", TAFL_MEMBER(camps.hostile_occupied)));
    keys.push_back(square_list(
        "camps.inert", [](const Rules& rules) { return rules.camps.inert; },
        [](Rules& rules, std::vector<Square> squares) { rules.camps.inert = std::move(squares); }));
    keys.push_back(flag("camps.shelter_attackers", TAFL_MEMBER(camps.shelter_attackers)));
    keys.push_back(choice("camps.movement", movements, TAFL_MEMBER(camps.movement)));
    keys.push_back(choice("capture.shieldwall", shieldwalls, TAFL_MEMBER(capture.shieldwall)));
    keys.push_back(
        choice("capture.shieldwall_trigger", triggers, TAFL_MEMBER(capture.shieldwall_trigger)));
    keys.push_back(choice("end.encirclement", encirclements, TAFL_MEMBER(end.encirclement)));
    keys.push_back(flag("end.exit_fort", TAFL_MEMBER(end.exit_fort)));
    keys.push_back(choice("end.draw_fort", draw_forts, TAFL_MEMBER(end.draw_fort)));
    keys.push_back(choice("end.no_moves", no_moves, TAFL_MEMBER(end.no_moves)));
    keys.push_back(choice("end.repetition", repetitions, TAFL_MEMBER(end.repetition)));
    keys.push_back(number("end.repetition_count", 2, most_repetitions, "a number from 2 to 1000",
                          TAFL_MEMBER(end.repetition_count)));
    return keys;
}

#undef TAFL_MEMBER

const std::vector<Key>& all_keys() {
    static const std::vector<Key> keys = make_keys();
    return keys;
}

// How many letters must change to turn one word into the other.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, changed}));
        }
    }
    return row[b.size()];
}

const Key& find_key(std::string_view name) {
    const std::vector<Key>& keys = all_keys();
    const auto found =
        std::find_if(keys.begin(), keys.end(), [&](const Key& key) { return key.name == name; });
    if (found != keys.end()) return *found;
    const std::string shown = shortened(escaped(name));
    const auto nearest =
        std::min_element(keys.begin(), keys.end(), [&](const Key& a, const Key& b) {
            return edit_distance(shown, a.name) < edit_distance(shown, b.name);
        });
    throw RulesError(shown,
                     "unknown rule key; expected one of the keys of the rules, did you mean " +
                         std::string(nearest->name) + "?");
}

void check_squares(const Rules& rules, const char* key, const std::vector<Square>& squares) {
    for (const Square square : squares)
        if (!square.on_board(rules.board.size))
            throw RulesError(key, "found " + to_text(square) +
                                      ", which is off the board, expected squares up to " +
                                      to_text(Square(rules.board.size - 1, rules.board.size - 1)));
}

void check_start(const Rules& rules) {
    constexpr const char* key = "board.start";
    if (rules.board.start.empty())
        throw RulesError(key, "found nothing, expected a position record of " +
                                  std::to_string(rules.board.size) + " rows");
    std::vector<Placement> pieces;
    try {
        pieces = parse_record(rules.board.start, rules.board.size);
    } catch (const FenError& error) {
        throw RulesError(key, error.what());
    }
    const auto kings = std::count_if(pieces.begin(), pieces.end(),
                                     [](const Placement& p) { return p.piece == Piece::king; });
    if (kings != 1) throw RulesError(key, "found no king, expected one king");
    if (!rules.corners.exist) return;
    const std::vector<Square> corners = rules.corner_squares();
    for (const Placement& placement : pieces)
        if (placement.piece != Piece::king &&
            std::find(corners.begin(), corners.end(), placement.square) != corners.end())
            throw RulesError(key, "found a soldier on the corner square " +
                                      to_text(placement.square) +
                                      ", expected none, since only the king may stop there");
}

void check_camps(Rules& rules) {
    constexpr const char* key = "camps.groups";
    std::vector<Square> seen;
    for (auto& camp : rules.camps.groups) {
        if (camp.empty()) throw RulesError(key, "found a camp without squares, expected squares");
        check_squares(rules, key, camp);
        std::sort(camp.begin(), camp.end());
        seen.insert(seen.end(), camp.begin(), camp.end());
    }
    std::sort(seen.begin(), seen.end());
    const auto twice = std::adjacent_find(seen.begin(), seen.end());
    if (twice != seen.end())
        throw RulesError(key, "found " + to_text(*twice) + " twice, expected it in one camp, once");
    std::vector<Square>& inert = rules.camps.inert;
    std::sort(inert.begin(), inert.end());
    inert.erase(std::unique(inert.begin(), inert.end()), inert.end());
    for (const Square square : inert)
        if (!std::binary_search(seen.begin(), seen.end(), square))
            throw RulesError("camps.inert",
                             "found " + to_text(square) + ", expected squares of camps.groups");
    std::sort(rules.camps.groups.begin(), rules.camps.groups.end());
}

void check_corners(Rules& rules) {
    constexpr const char* key = "corners.squares";
    if (rules.corners.squares) {
        std::vector<Square>& squares = *rules.corners.squares;
        check_squares(rules, key, squares);
        std::sort(squares.begin(), squares.end());
        const auto twice = std::adjacent_find(squares.begin(), squares.end());
        if (twice != squares.end())
            throw RulesError(key, "found " + to_text(*twice) + " twice, expected each square once");
        Rules defaults;
        defaults.board.size = rules.board.size;
        if (squares == defaults.corner_squares()) rules.corners.squares.reset();
    }
    if (rules.king.escape == Escape::corner &&
        (!rules.corners.exist || rules.corner_squares().empty()))
        throw RulesError("king.escape",
                         "found \"corner\" without corner squares, expected "
                         "corners.exist = true and squares in corners.squares");
}

}  // namespace

std::vector<Square> Rules::corner_squares() const {
    if (corners.squares) return *corners.squares;
    const int last = board.size - 1;
    return {Square(0, 0), Square(last, 0), Square(0, last), Square(last, last)};
}

const std::vector<std::string_view>& rule_keys() {
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> result;
        for (const Key& key : all_keys()) result.push_back(key.name);
        return result;
    }();
    return names;
}

std::string rule_expected(std::string_view key) {
    return find_key(key).expected;
}

RuleValue get_rule(const Rules& rules, std::string_view key) {
    return find_key(key).get(rules);
}

void set_rule(Rules& rules, std::string_view key, const RuleValue& value) {
    find_key(key).set(rules, value);
}

void canonicalise(Rules& rules) {
    if (rules.board.size < min_size || rules.board.size > max_size || rules.board.size % 2 == 0)
        throw RulesError(
            "board.size",
            "found " + (rules.board.size == 0 ? "nothing" : std::to_string(rules.board.size)) +
                ", expected " + rule_expected("board.size"));
    // The members of Rules can be set to anything; the schema says what they may be.
    Rules copy;
    for (const Key& key : all_keys()) key.set(copy, key.get(rules));
    check_corners(rules);
    check_camps(rules);
    check_start(rules);
    // One start has one text, so that equal rules compare equal.
    rules.board.start =
        write_record(parse_record(rules.board.start, rules.board.size), rules.board.size);
    if (rules.throne.linnaean_capture && !rules.throne.exists)
        throw RulesError("throne.linnaean_capture",
                         "found true without a throne, expected throne.exists = true");
}

std::string canonical_text(const Rules& rules) {
    Rules defaults;
    defaults.board.size = rules.board.size;  // the default corners depend on it
    std::string lines = "board.size=" + std::to_string(rules.board.size) + "\n";
    for (const Key& key : all_keys())
        if (const RuleValue value = key.get(rules); value != key.get(defaults))
            lines += std::string(key.name) + "=" + to_text(value) + "\n";
    return lines;
}

std::string to_text(const RuleValue& value) {
    return std::visit(Writer{}, value);
}

}  // namespace tafl
