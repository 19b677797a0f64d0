#include "convert.hpp"

namespace {

// The classes are complete once the package has added its methods. From then on nobody can
// exchange them: neither their methods nor, by assigning __class__, one for another.
void seal(const pybind11::list& types) {
    for (const pybind11::handle type : types) {
        tafl::python::guard_init(type);
        reinterpret_cast<PyTypeObject*>(type.ptr())->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
    }
}

// A subinterpreter would get the classes, enum members and error classes of the first interpreter.
// Python itself refuses only from 3.12 on, and there only where the interpreter asks for it.
const char* const no_subinterpreters =
    "tafl does not support subinterpreters; expected the main interpreter of a process";

bool in_subinterpreter() {
    return PyInterpreterState_Get() != PyInterpreterState_Main();
}

}  // namespace

// A free-threaded Python goes on without the GIL: BoardObject, Claim (of Games) and Kept are what
// keeps threads apart that share an object, and everything else never changes.
PYBIND11_MODULE(engine, module, pybind11::mod_gil_not_used(),
                pybind11::multiple_interpreters::not_supported()) {
    // Python 3.13 and later call the function below in the main interpreter first.
    if (in_subinterpreter()) throw pybind11::import_error(no_subinterpreters);
    module.doc() = "The engine of tafl, in C++.";
    module.attr("__version__") = TAFL_VERSION;
    // The classes are known, shown and pickled as members of the package.
    const pybind11::object name = module.attr("__name__");
    module.attr("__name__") = "tafl";
    tafl::python::translate_errors(module);
    tafl::python::bind_vocabulary(module);
    tafl::python::bind_variant(module);
    tafl::python::bind_board(module);
    tafl::python::bind_fast_calls();
    tafl::python::bind_games(module);
    tafl::python::bind_perft(module);
    tafl::python::bind_record(module);
    module.attr("__name__") = name;
    module.def("_seal", &seal, pybind11::arg("types"));
}

// What Python calls. It asks before pybind11 does anything, for which 3.11 would wait for ever.
extern "C" PYBIND11_EXPORT PyObject* PyInit__core() {
    if (!in_subinterpreter()) return PyInit_engine();
    PyErr_SetString(PyExc_ImportError, no_subinterpreters);
    return nullptr;
}
