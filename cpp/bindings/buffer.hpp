// Memory of the caller's that implements the buffer protocol (NumPy's arrays, array.array,
// bytearray, memoryview), while a call reads or writes it.
#pragma once

#include <pybind11/pybind11.h>

#include <cstddef>
#include <string_view>

#include "tafl/error.hpp"

namespace tafl::python {

namespace py = pybind11;

enum class Access { read, write };

// What a call wants of a buffer.
struct BufferWish {
    const char* name;          // of the argument, for messages
    std::string_view formats;  // of the items, as in the module struct
    std::size_t items;
    Access access;
};

class Buffer {
public:
    // Throws TypeError for an object without buffer, Error for one that is not contiguous,
    // read-only where it is to be written, not aligned, or of another format or size.
    Buffer(py::handle object, const BufferWish& wish);
    ~Buffer() { PyBuffer_Release(&view_); }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    char format() const { return format_; }  // one of those wished for
    std::size_t item_size() const { return static_cast<std::size_t>(view_.itemsize); }
    template <typename T>
    T* data() const {
        return static_cast<T*>(view_.buf);
    }
    const char* name() const { return name_; }
    bool overlaps(const Buffer& other) const;

private:
    void check(const BufferWish& wish);

    const char* name_;
    char format_ = 0;
    Py_buffer view_{};
};

// Throws Error if two buffers share memory.
void require_apart(const Buffer& a, const Buffer& b);

}  // namespace tafl::python
