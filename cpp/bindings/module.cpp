#include "convert.hpp"

PYBIND11_MODULE(_core, module) {
    module.doc() = "The engine of tafl, in C++.";
    module.attr("__version__") = TAFL_VERSION;
    tafl::python::translate_errors(module);
    tafl::python::bind_vocabulary(module);
    tafl::python::bind_variant(module);
    tafl::python::bind_board(module);
    tafl::python::bind_perft(module);
}
