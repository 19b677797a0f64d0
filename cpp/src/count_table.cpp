#include "count_table.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <new>

#include "tafl/perft.hpp"

namespace tafl {

CountTable::CountTable(const Variant& variant, std::size_t megabytes)
    : size_(std::max<std::size_t>(megabytes * 1024 * 1024 / sizeof(Entry), 1)) {
    static_assert(max_perft_depth <= depth_mask);
    // What a machine of 32 bits cannot address.
    if (megabytes > std::numeric_limits<std::size_t>::max() >> 20) throw std::bad_alloc();
    for (int i = 0; i < symmetries; ++i)
        if (const auto symmetry = static_cast<Symmetry>(i); is_symmetric(variant.rules(), symmetry))
            images_.push_back(image_of(symmetry, variant.geometry().size));
    // Pages that are never written never take memory.
    entries_.reset(static_cast<Entry*>(std::calloc(size_, sizeof(Entry))));
    if (entries_ == nullptr) throw std::bad_alloc();
}

CountTable::Image CountTable::image_of(Symmetry symmetry, int size) {
    const auto last = static_cast<std::size_t>(size - 1);
    switch (symmetry) {
        case Symmetry::identity: return {0, 1, false};
        case Symmetry::rotate_90: return {max_size + last, -1, false};
        case Symmetry::rotate_180: return {last, -1, true};
        case Symmetry::rotate_270: return {max_size, 1, true};
        case Symmetry::flip_files: return {0, 1, true};
        case Symmetry::flip_ranks: return {last, -1, false};
        case Symmetry::flip_diagonal: return {max_size, 1, false};
        case Symmetry::flip_anti_diagonal: return {max_size + last, -1, true};
    }
    return {0, 1, false};
}

CountTable::Key CountTable::key_of(const Position& position, int depth) const {
    const Lines& attackers = position.lines(Side::attackers);
    const Lines& defenders = position.lines(Side::defenders);
    // The pieces on the rank of an image, as one number.
    const auto pieces = [&](const Image& image, int rank) {
        const std::size_t line = image.first + static_cast<std::size_t>(rank * image.step);
        const int half = image.mirrored ? 32 : 0;
        const auto squares = [&](Line each) {
            return std::uint64_t{static_cast<std::uint32_t>(each >> half)};
        };
        static_assert(3 * max_size <= 64);
        return squares(attackers[line]) << 2 * max_size | squares(defenders[line]) << max_size |
               squares(position.king_on(line));
    };

    // Rank by rank, the images that are the least so far.
    std::array<const Image*, symmetries> least{};
    std::size_t count = 0;
    for (const Image& image : images_) least[count++] = &image;
    for (int rank = 0; rank < position.size() && count > 1; ++rank) {
        std::uint64_t smallest = ~std::uint64_t{0};
        std::size_t kept = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const Image* const image = least[i];
            const std::uint64_t number = pieces(*image, rank);
            if (number > smallest) continue;
            if (number < smallest) kept = 0;
            smallest = number;
            least[kept++] = image;
        }
        count = kept;
    }

    std::uint64_t first = 0x8E5D3CA8F1B64D27U;
    std::uint64_t second = 0x243F6A8885A308D3U;
    for (int rank = 0; rank < position.size(); ++rank) {
        const std::uint64_t number = pieces(*least[0], rank);
        first = (first ^ number) * 0x9FB21C651E98DF25U;
        first ^= first >> 32;
        second = (second + number) * 0xD6E8FEB86659FD93U;
        second ^= second >> 29;
    }
    const auto plies = static_cast<std::uint64_t>(depth);
    return {mix(first ^ plies), (mix(second) & ~depth_mask) | plies};
}

}  // namespace tafl
