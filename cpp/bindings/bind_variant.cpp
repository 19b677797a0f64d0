// Variant: rules with a name.
#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include <memory>
#include <utility>

#include "convert.hpp"
#include "tafl/variant.hpp"

namespace tafl::python {

namespace {

using VariantHolder = std::shared_ptr<Variant>;

Rules with_values(Rules rules, const py::dict& values) {
    for (const auto& [key, value] : values) {
        const std::string name = text_of(key, "a rule key");
        set_rule(rules, name, rule_value_of(name, value));
    }
    return rules;
}

py::object rules_of(const Variant& variant) {
    py::dict values;
    for (const std::string_view key : rule_keys())
        values[py::str(key.data(), key.size())] = to_python(get_rule(variant.rules(), key));
    return py::reinterpret_steal<py::object>(PyDictProxy_New(values.ptr()));
}

VariantHolder make(py::handle id, py::handle name, const py::list& aliases, const py::dict& values,
                   py::handle notes) {
    std::vector<std::string> alias_texts;
    for (const py::handle alias : aliases) alias_texts.push_back(text_of(alias, "an alias"));
    return std::make_shared<Variant>(text_of(id, "an id"), text_of(name, "a name"),
                                     std::move(alias_texts), with_values(Rules(), values),
                                     text_of(notes, "notes"));
}

}  // namespace

std::shared_ptr<Variant> variant_of(py::handle variant) {
    py::object found = py::reinterpret_borrow<py::object>(variant);
    if (!is_a<Variant>(found)) {
        found = py::module_::import("tafl.catalogue").attr("load")(variant);
        if (!is_a<Variant>(found)) throw py::type_error("expected a Variant or the id of one");
    }
    found.cast<const Variant&>();  // refuses one without __init__
    return found.cast<VariantHolder>();
}

void bind_variant(py::module_& module) {
    py::class_<Variant, VariantHolder>(module, "Variant",
                                       R"(The rules of a game, with an id, a name and aliases.

``Variant("linnaeus-tablut")`` is a built-in variant by its id or alias (see ``variants()``); an
unknown name raises UnknownVariantError. Variant.from_toml reads one from a file and
Variant.replace makes one from another. Variants are immutable; two with equal rule values are
equal, whatever they are called.

>>> variant = Variant("linnaeus")
>>> variant.id, variant.rules["king.capture"]
('linnaeus-tablut', 'four-near-throne')
)")
        .def(py::init([](py::handle name) {
                 // An object of its own, so that a subclass does not stand for the shared one.
                 return std::make_shared<Variant>(*variant_of(name));
             }),
             py::arg("name"))
        .def_static("_make", &make, py::arg("id"), py::arg("name"), py::arg("aliases"),
                    py::arg("values"), py::arg("notes"))
        .def_property_readonly("id", &Variant::id, R"(The id, such as ``linnaeus-tablut``.

>>> Variant("brainking-tablut").id
'tablut'
)")
        .def_property_readonly("name", &Variant::name, R"(The name, such as ``Linnaeus Tablut``.

>>> Variant("linnaeus").name
'Linnaeus Tablut'
)")
        .def_property_readonly(
            "aliases",
            [](const Variant& variant) { return py::tuple(py::cast(variant.aliases())); },
            R"(Other ids it is known by.

>>> Variant("linnaeus-tablut").aliases
('linnaeus',)
)")
        .def_property_readonly("rules", &rules_of,
                               R"(All rule values by key, defaults too: a read-only mapping.

The keys are those of a variant file, such as ``"king.capture"``.

>>> rules = Variant("brandubh").rules
>>> rules["king.escape"], rules["corners.squares"]
('corner', ['a1', 'g1', 'a7', 'g7'])
)")
        .def_property_readonly(
            "start_fen",
            [](const Variant& variant) {
                return variant.rules().board.start +
                       (variant.rules().board.first == Side::attackers ? " a" : " d");
            },
            R"(The full position string of the start.

>>> Variant("brandubh").start_fen
'/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ a'
)")
        .def_property_readonly(
            "size", [](const Variant& variant) { return variant.rules().board.size; },
            R"(Squares a side of the board.

>>> Variant("brandubh").size
7
)")
        .def_property_readonly("_notes", &Variant::notes)
        .def(
            "_replace",
            [](const Variant& variant, const py::dict& values, py::handle id, py::handle name,
               py::handle notes) {
                return std::make_shared<Variant>(
                    text_of(id, "an id"), text_of(name, "a name"), std::vector<std::string>(),
                    with_values(variant.rules(), values), text_of(notes, "notes"));
            },
            py::arg("values"), py::arg("id"), py::arg("name"), py::arg("notes"))
        .def(py::self == py::self)
        .def("__hash__", [](const Variant& variant) { return variant.zobrist().rules; })
        .def("__repr__",
             [](const Variant& variant) {
                 return "<Variant " + py::repr(py::str(variant.id())).cast<std::string>() + ">";
             })
        .def("__reduce__", [](const py::object& self) {
            const auto& variant = self.cast<const Variant&>();
            return py::make_tuple(
                py::module_::import("tafl.pickling").attr("rebuild_variant"),
                py::make_tuple(variant.id(), variant.name(), py::cast(variant.aliases()),
                               self.attr("rules").attr("copy")(), variant.notes()));
        });
    module.def(
        "rule_keys",
        [] {
            py::list keys;
            for (const std::string_view key : rule_keys())
                keys.append(py::str(key.data(), key.size()));
            return py::tuple(keys);
        },
        "The keys of the rule values, in the order of the specification.");
    module.def(
        "rule_expected", [](py::handle key) { return rule_expected(text_of(key, "a rule key")); },
        py::arg("key"), "In words, what the value of a rule key may be.");
}

}  // namespace tafl::python
