#include "buffer.hpp"

#include <bit>
#include <cstdint>
#include <functional>
#include <string>

namespace tafl::python {

namespace {

// The one letter of a format in the order of bytes of this machine, or 0.
char letter(const char* format) {
    std::string_view text = format == nullptr ? "B" : format;
    constexpr char native = std::endian::native == std::endian::little ? '<' : '>';
    if (!text.empty() && (text[0] == '@' || text[0] == '=' || text[0] == native))
        text.remove_prefix(1);
    return text.size() == 1 ? text[0] : '\0';
}

// What an item of a format takes; 'l' depends on the machine only where nothing stands before it.
std::size_t size_of(char format, const char* text) {
    const bool native = text == nullptr || text[0] == format || text[0] == '@';
    switch (format) {
        case 'h':
        case 'H': return 2;
        case 'i':
        case 'I':
        case 'f': return 4;
        case 'l':
        case 'L': return native ? sizeof(long) : 4;
        case 'q':
        case 'Q': return 8;
        default: return 1;
    }
}

std::string listed(std::string_view letters) {
    std::string result;
    for (const char each : letters) {
        if (!result.empty()) result += each == letters.back() ? " or " : ", ";
        result += std::string("'") + each + "'";
    }
    return result;
}

}  // namespace

Buffer::Buffer(py::handle object, const BufferWish& wish) : name_(wish.name) {
    const std::string start = std::string(name_) + ": found ";
    if (PyObject_CheckBuffer(object.ptr()) == 0)
        throw py::type_error(start + Py_TYPE(object.ptr())->tp_name +
                             ", expected an object with a buffer, such as array.array");
    const int writable = wish.access == Access::write ? PyBUF_WRITABLE : 0;
    if (PyObject_GetBuffer(object.ptr(), &view_, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | writable) !=
        0) {
        // How a refusal is told differs from class to class.
        if (PyErr_ExceptionMatches(PyExc_BufferError) == 0 &&
            PyErr_ExceptionMatches(PyExc_ValueError) == 0)
            throw py::error_already_set();
        PyErr_Clear();
        throw Error(start + "a buffer of " + Py_TYPE(object.ptr())->tp_name +
                    " that is read-only, not contiguous or not to be had, expected a " +
                    (writable != 0 ? "writable " : "") + "C-contiguous one");
    }
    try {
        check(wish);
    } catch (...) {
        PyBuffer_Release(&view_);
        throw;
    }
}

void Buffer::check(const BufferWish& wish) {
    const std::string start = std::string(name_) + ": found ";
    format_ = letter(view_.format);
    if (format_ == '\0' || wish.formats.find(format_) == std::string_view::npos)
        throw Error(start + "items of the format '" + (view_.format ? view_.format : "B") +
                    "', expected " + listed(wish.formats));
    if (item_size() != size_of(format_, view_.format))
        throw Error(start + "items of " + std::to_string(item_size()) + " bytes, which do not go " +
                    "with their format '" + view_.format + "'");
    const auto items = static_cast<std::size_t>(view_.len / view_.itemsize);
    if (items != wish.items)
        throw Error(start + std::to_string(items) + " items, expected " +
                    std::to_string(wish.items));
    if (view_.len != 0 && reinterpret_cast<std::uintptr_t>(view_.buf) % item_size() != 0)
        throw Error(start + "a buffer that is not aligned to its items, expected one that is");
}

bool Buffer::overlaps(const Buffer& other) const {
    const std::less<const char*> before;
    const char* begin = data<const char>();
    const char* other_begin = other.data<const char>();
    return before(begin, other_begin + other.view_.len) && before(other_begin, begin + view_.len);
}

void require_apart(const Buffer& a, const Buffer& b) {
    if (a.overlaps(b))
        throw Error(std::string(a.name()) + " and " + b.name() +
                    ": found buffers that share memory, expected separate ones");
}

}  // namespace tafl::python
