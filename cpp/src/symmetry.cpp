#include "tafl/symmetry.hpp"

#include <algorithm>
#include <vector>

namespace tafl {

bool is_symmetric(const Rules& rules, Symmetry symmetry) {
    const auto image = [&](std::vector<Square> squares) {
        for (Square& square : squares) square = transformed(square, symmetry, rules.board.size);
        std::sort(squares.begin(), squares.end());
        return squares;
    };
    std::vector<std::vector<Square>> camps;
    camps.reserve(rules.camps.groups.size());
    for (const auto& camp : rules.camps.groups) camps.push_back(image(camp));
    std::sort(camps.begin(), camps.end());
    return camps == rules.camps.groups && image(rules.camps.inert) == rules.camps.inert &&
           (!rules.corners.exist || image(rules.corner_squares()) == rules.corner_squares());
}

}  // namespace tafl
