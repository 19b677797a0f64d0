// A table of counts already made, shared by the threads of one perft.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <vector>

#include "tafl/position.hpp"
#include "tafl/symmetry.hpp"

namespace tafl {

// A count is kept under two 64-bit hashes of the pieces that have nothing in common; the side to
// move follows from the depth, which is part of the second. Both are taken of that image of the
// position, under the symmetries that keep the special squares of the board, whose ranks are the
// least numbers.
//
// Threads write without locks; an entry that two of them wrote at once does not fit either hash and
// is not found.
class CountTable {
public:
    // Throws std::bad_alloc.
    CountTable(const Variant& variant, std::size_t megabytes);

    struct Key {
        std::uint64_t first;
        std::uint64_t second;  // its lowest bits are the depth
    };
    Key key_of(const Position& position, int depth) const;

    std::optional<std::uint64_t> find(const Key& key) const {
        const Entry& entry = entries_[slot(key)];
        const std::uint64_t count = entry.count.load(std::memory_order_relaxed);
        if ((entry.first.load(std::memory_order_relaxed) ^ count) == key.first &&
            (entry.second.load(std::memory_order_relaxed) ^ count) == key.second)
            return count;
        return std::nullopt;
    }

    // Greater depths stay, for they took longer.
    void store(const Key& key, std::uint64_t count) {
        Entry& entry = entries_[slot(key)];
        const std::uint64_t present = entry.second.load(std::memory_order_relaxed) ^
                                      entry.count.load(std::memory_order_relaxed);
        if ((present & depth_mask) > (key.second & depth_mask)) return;
        entry.count.store(count, std::memory_order_relaxed);
        entry.first.store(key.first ^ count, std::memory_order_relaxed);
        entry.second.store(key.second ^ count, std::memory_order_relaxed);
    }

private:
    std::size_t slot(const Key& key) const { return static_cast<std::size_t>(key.first % size_); }

    struct Entry {
        std::atomic<std::uint64_t> count{0};
        std::atomic<std::uint64_t> first{0};
        std::atomic<std::uint64_t> second{0};
    };
    struct Free {
        void operator()(Entry* entries) const { std::free(entries); }
    };
    // How the ranks of an image are read off the lines: from which line on, up or down, and from
    // which half.
    struct Image {
        std::size_t first;
        std::ptrdiff_t step;
        bool mirrored;
    };
    static constexpr std::uint64_t depth_mask = 127;

    static Image image_of(Symmetry symmetry, int size);

    std::vector<Image> images_;
    std::size_t size_;
    std::unique_ptr<Entry[], Free> entries_;
};

}  // namespace tafl
