// __init__, called at once by several threads on one object that came from __new__ alone.
//
// Each of them would put a value in the object, and pybind11 would find at its end that it does not
// know it. So only one call at a time comes to pybind11, which ignores the later ones.
#include <string>

#include "convert.hpp"

namespace tafl::python {

namespace {

struct Call;

// The __init__ of a class as pybind11 made it, the calls that go on, and the one in its place.
struct Init {
    py::object original;
    std::string doc;
    PyMethodDef definition{};
    Call* first = nullptr;
};

// A call that goes on: it lies on the stack of its thread, so that it costs next to nothing.
struct Call {
    Call(Init& called, py::handle lock, py::handle object)
        : init(called), guard(lock), self(object) {
        const py::scoped_critical_section section(guard);
        for (const Call* each = init.first; each != nullptr; each = each->next)
            if (each->self.is(self))
                throw py::type_error(std::string(Py_TYPE(self.ptr())->tp_name) +
                                     ".__init__() is being called on this object");
        next = init.first;
        init.first = this;
    }
    ~Call() {
        const py::scoped_critical_section section(guard);
        Call** place = &init.first;
        while (*place != this) place = &(*place)->next;
        *place = next;
    }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    Init& init;
    py::handle guard;
    py::handle self;
    Call* next = nullptr;
};

PyObject* call_init(PyObject* capsule, PyObject* const* arguments, Py_ssize_t count,
                    PyObject* names) noexcept {
    auto& init = *static_cast<Init*>(PyCapsule_GetPointer(capsule, nullptr));
    try {
        if (count == 0) return PyObject_Vectorcall(init.original.ptr(), arguments, 0, names);
        const Call call(init, capsule, *arguments);
        return PyObject_Vectorcall(init.original.ptr(), arguments, static_cast<std::size_t>(count),
                                   names);
    } catch (...) {
        py::detail::try_translate_exceptions();
    }
    return nullptr;
}

}  // namespace

void guard_init(py::handle type) {
    const py::object method = type.attr("__init__");
    auto* init =
        new Init{py::reinterpret_borrow<py::object>(PyInstanceMethod_GET_FUNCTION(method.ptr())),
                 {}};  // for ever
    init->doc = py::cast<std::string>(init->original.attr("__doc__"));
    init->definition = {"__init__",
                        reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&call_init)),
                        METH_FASTCALL | METH_KEYWORDS, init->doc.c_str()};
    const auto function = py::reinterpret_steal<py::object>(
        PyCFunction_New(&init->definition, py::capsule(static_cast<void*>(init)).ptr()));
    if (!function) throw py::error_already_set();
    type.attr("__init__") = py::reinterpret_steal<py::object>(PyInstanceMethod_New(function.ptr()));
}

}  // namespace tafl::python
