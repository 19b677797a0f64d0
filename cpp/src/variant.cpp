#include "tafl/variant.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace tafl {

namespace {

Rules canonical(Rules rules) {
    canonicalise(rules);
    return rules;
}

// Closes a square to a passage.
void close(const Geometry& geometry, Lines& lines, Square square) {
    lines[rank_line(square)] &= ~geometry.bit[static_cast<std::size_t>(square.file())];
    lines[file_line(square)] &= ~geometry.bit[static_cast<std::size_t>(square.rank())];
}

// Rules 4.1 and 4.2: throne and corner squares. Camps come on top.
Passage open_passage(const Geometry& geometry, const Rules& rules, Piece kind) {
    Passage passage;
    for (int rank = 0; rank < geometry.size; ++rank) {
        for (int file = 0; file < geometry.size; ++file) {
            geometry.add(passage.pass, Square(file, rank));
            geometry.add(passage.stop, Square(file, rank));
        }
    }
    const bool king = kind == Piece::king;
    if (rules.throne.exists) {
        if (!(king ? rules.throne.king_may_pass : rules.throne.soldiers_may_pass))
            close(geometry, passage.pass, rules.centre());
        if (!(king ? rules.throne.king_may_occupy : rules.throne.soldiers_may_occupy))
            close(geometry, passage.stop, rules.centre());
    }
    if (rules.corners.exist && !king) {
        for (const Square corner : rules.corner_squares()) {
            close(geometry, passage.pass, corner);
            close(geometry, passage.stop, corner);
        }
    }
    return passage;
}

}  // namespace

Geometry::Geometry(const Rules& rules)
    : size(rules.board.size),
      throne(rules.throne.exists ? rules.centre() : Square()),
      throne_hostile_occupied(rules.throne.hostile_occupied),
      king_strikes(rules.king.armed == Armed::yes || rules.king.armed == Armed::hammer),
      king_backs(rules.king.armed == Armed::yes || rules.king.armed == Armed::anvil) {
    for (int i = 0; i < size; ++i) {
        bit[static_cast<std::size_t>(i)] = line_bit(i, size);
        whole |= line_bit(i, size);
    }
    constexpr std::array kinds{Piece::attacker, Piece::defender, Piece::king};
    for (const Piece kind : kinds) {
        passage[index(kind)] = open_passage(*this, rules, kind);
        max_steps[index(kind)] =
            kind == Piece::king ? rules.king.max_steps : rules.soldiers.max_steps;
        for (int i = 0; i < size; ++i)
            for (int j = 0; j < size; ++j)
                if (max_steps[index(kind)] == 0 || std::abs(i - j) <= max_steps[index(kind)])
                    within_steps[index(kind)][static_cast<std::size_t>(i)] |= 1U << j;
    }

    // Rule 4.3: an empty camp square is closed to all but its own residents.
    const Passage outside_camps = passage[index(Piece::attacker)];
    for (const auto& group : rules.camps.groups)
        for (const Square square : group)
            for (Passage& each : passage) {
                close(*this, each.pass, square);
                close(*this, each.stop, square);
            }
    if (rules.camps.movement == CampMovement::own_camp) {
        for (const auto& group : rules.camps.groups) {
            Camp camp;
            camp.resident = passage[index(Piece::attacker)];
            for (const Square square : group) {
                add(camp.squares, square);
                add(in_camps, square);
            }
            for (std::size_t line = 0; line < max_lines; ++line) {
                camp.resident.pass[line] |= camp.squares[line] & outside_camps.pass[line];
                camp.resident.stop[line] |= camp.squares[line] & outside_camps.stop[line];
            }
            camps.push_back(camp);
        }
    }

    for (const Piece kind : kinds) {
        Lines& hostile = hostile_empty[index(kind)] = {};
        if (rules.throne.exists && rules.throne.hostile_empty.has(kind)) add(hostile, throne);
        if (rules.corners.exist && rules.corners.hostile.has(kind))
            for (const Square corner : rules.corner_squares()) add(hostile, corner);
        if (kind == Piece::attacker) hostile_empty_to_sheltered = hostile;
    }
    add_camp_hostility(rules);
    add_backing(rules);

    const Passage& king = passage[index(Piece::king)];
    const Passage& man = passage[index(Piece::defender)];
    const bool other_steps = max_steps[index(Piece::king)] != max_steps[index(Piece::defender)];
    for (std::size_t line = 0; line < max_lines; ++line)
        if (king.pass[line] != man.pass[line] || king.stop[line] != man.stop[line] || other_steps)
            king_differs[line] = 1;

    // Section 8, encirclement: what no defender and no king may ever stop on or cross. For the
    // throne the four flags alone decide.
    for (const auto& group : rules.camps.groups)
        for (const Square square : group) add(wall_lines, square);
    if (rules.throne.exists && !rules.throne.king_may_occupy && !rules.throne.king_may_pass &&
        !rules.throne.soldiers_may_occupy && !rules.throne.soldiers_may_pass)
        add(wall_lines, throne);
    add_ends(rules);
}

// Where and by whose moves a game may end.
void Geometry::add_ends(const Rules& rules) {
    for (int rank = 0; rank < size; ++rank)
        for (int file = 0; file < size; ++file) {
            const bool edge = rules.on_edge({file, rank});
            const auto row = static_cast<std::size_t>(rank);
            if (edge && rules.king.escape == Escape::edge) escape[row] |= 1U << file;
            if ((edge && rules.end.exit_fort) || rules.end.draw_fort == DrawFort::draw)
                fort_ground[row] |= 1U << file;
        }
    if (rules.king.escape == Escape::corner)
        for (const Square corner : rules.corner_squares())
            escape[static_cast<std::size_t>(corner.rank())] |= 1U << corner.file();

    if (rules.end.encirclement == Encirclement::no) return;
    encircles.fill(rules.end.encirclement == Encirclement::yes ? Encircles::unless_edge_seen
                                                               : Encircles::maybe);
    // A defender remains in touch with whatever he could reach, so that his moves shut nobody in,
    // but where a wall closes behind him, or where attackers can be encircled.
    const bool walls = std::any_of(wall_lines.begin(), wall_lines.end(),
                                   [](Line squares) { return squares != 0; });
    if (rules.end.encirclement != Encirclement::both && !walls)
        encircles[index(Side::defenders)] = Encircles::never;
}

// What camp squares do, with the special cases of the wider family.
void Geometry::add_camp_hostility(const Rules& rules) {
    hostile_occupied_camps = {};
    for (const auto& group : rules.camps.groups) {
        for (const Square square : group) {
            if (rules.camps.shelter_attackers) add(sheltered, square);
            if (std::find(rules.camps.inert.begin(), rules.camps.inert.end(), square) !=
                rules.camps.inert.end())
                continue;
            for (const Piece kind : {Piece::attacker, Piece::defender, Piece::king}) {
                if (rules.camps.hostile.has(kind)) add(hostile_empty[index(kind)], square);
                if (rules.camps.hostile_occupied.has(kind))
                    add(hostile_occupied_camps[index(kind)], square);
            }
        }
    }
}

// What backs a capture of a soldier or the king besides pieces: hostile squares, the throne with
// the king on it, the rim where it is hostile to him, and anything in a shieldwall, which runs
// along the edge and is closed from before it.
void Geometry::add_backing(const Rules& rules) {
    const bool shieldwalls = rules.capture.shieldwall != Shieldwall::none;
    const Line rim = Line{1} << size | Line{1} << (32 + size);
    for (const Side mover : {Side::attackers, Side::defenders}) {
        Lines& lines = backing[index(mover)];
        for (std::size_t line = 0; line < max_lines; ++line) {
            for (const Piece victim : {Piece::attacker, Piece::defender, Piece::king})
                if (side_of(victim) != mover)
                    lines[line] |= hostile_empty[index(victim)][line] |
                                   hostile_occupied_camps[index(victim)][line];
            if (shieldwalls || rules.king.edge_hostile) lines[line] |= rim;
        }
        if (throne.exists()) add(lines, throne);
        if (!shieldwalls) continue;
        const auto last = static_cast<std::size_t>(size - 1);
        for (const std::size_t edge :
             {std::size_t{0}, last, max_size + std::size_t{0}, max_size + last})
            lines[edge] |= whole;
    }
}

bool Geometry::beside_throne(Square square) const {
    return throne.exists() &&
           std::abs(square.file() - throne.file()) + std::abs(square.rank() - throne.rank()) == 1;
}

Variant::Variant(std::string id, std::string name, std::vector<std::string> aliases, Rules rules,
                 std::string notes)
    : id_(std::move(id)),
      name_(std::move(name)),
      aliases_(std::move(aliases)),
      rules_(canonical(std::move(rules))),
      notes_(std::move(notes)),
      canonical_text_(canonical_text(rules_)),
      geometry_(rules_),
      zobrist_(canonical_text_) {}

}  // namespace tafl
