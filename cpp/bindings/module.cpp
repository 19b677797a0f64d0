#include "convert.hpp"

namespace {

// The classes are complete once the package has added its methods. From then on nobody can
// exchange them: neither their methods nor, by assigning __class__, one for another.
void seal(const pybind11::list& types) {
    for (const pybind11::handle type : types)
        reinterpret_cast<PyTypeObject*>(type.ptr())->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
}

}  // namespace

PYBIND11_MODULE(_core, module) {
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
