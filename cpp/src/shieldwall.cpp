#include "tafl/shieldwall.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "tafl/step.hpp"

namespace tafl {

namespace {

// One edge of the board, as the squares on it and the step towards the inside.
struct Edge {
    bool is_rank;
    int index;    // of the rank or file
    Step inside;  // from a square of the edge to the one in front

    Square at(int i) const { return is_rank ? Square(i, index) : Square(index, i); }
    int place(Square square) const { return is_rank ? square.file() : square.rank(); }
    int distance(Square square) const {
        return std::abs((is_rank ? square.rank() : square.file()) - index);
    }
};

class Shieldwalls {
public:
    Shieldwalls(const Position& position, Side mover, Square to, Captures& captured)
        : position_(position),
          rules_(position.variant().rules()),
          mover_(mover),
          to_(to),
          captured_(captured) {}

    void find() {
        const int last = position_.size() - 1;
        const std::array<Edge, 4> edges{
            {{true, 0, {0, 1}}, {true, last, {0, -1}}, {false, 0, {1, 0}}, {false, last, {-1, 0}}}};
        for (const Edge& edge : edges) {
            const int place = edge.place(to_);
            if (edge.distance(to_) == 0) {
                take_row(edge, place, 1);
                take_row(edge, place, -1);
            } else if (edge.distance(to_) == 1 &&
                       rules_.capture.shieldwall_trigger == ShieldwallTrigger::any &&
                       is_enemy(edge.at(place))) {
                // The man in front: go to an end of the row that he has closed.
                int start = place;
                while (start >= 0 && is_enemy(edge.at(start))) --start;
                if (start >= 0) take_row(edge, start, 1);
            }
        }
    }

private:
    bool is_enemy(Square square) const {
        return position_.geometry().has(position_.lines(opponent(mover_)), square);
    }

    // A piece that takes part: the king only as far as he is armed for his part in it.
    bool is_ours(Square square) const {
        const Geometry& geometry = position_.geometry();
        if (!geometry.has(position_.lines(mover_), square)) return false;
        if (square != position_.king()) return true;
        return square == to_ ? geometry.king_strikes : geometry.king_backs;
    }

    bool is_corner(Square square) const {
        if (rules_.capture.shieldwall != Shieldwall::strong || !rules_.corners.exist) return false;
        const std::vector<Square> corners = rules_.corner_squares();
        return position_.is_empty(square) &&
               std::find(corners.begin(), corners.end(), square) != corners.end();
    }

    // Captures the row that begins beside the bracket at `start`, if it is closed on all sides.
    void take_row(const Edge& edge, int start, int direction) {
        const int size = position_.size();
        int end = start + direction;
        for (; end >= 0 && end < size && is_enemy(edge.at(end)); end += direction)
            if (!is_ours(moved(edge.at(end), edge.inside))) return;
        constexpr int shortest = 2;
        if (std::abs(end - start) - 1 < shortest || end < 0 || end >= size) return;
        const bool starts = is_ours(edge.at(start));
        const bool ends = is_ours(edge.at(end));
        if (!starts && !ends) return;  // one of them may be a corner, not both
        if (!(starts || is_corner(edge.at(start))) || !(ends || is_corner(edge.at(end)))) return;
        for (int i = start + direction; i != end; i += direction)
            if (const Square square = edge.at(i);
                square != position_.king() && !captured_.contains(square))
                captured_.add(square);
    }

    const Position& position_;
    const Rules& rules_;
    Side mover_;
    Square to_;
    Captures& captured_;
};

}  // namespace

void find_shieldwalls(const Position& position, Side mover, Square to, Captures& captured) {
    Shieldwalls(position, mover, to, captured).find();
}

}  // namespace tafl
