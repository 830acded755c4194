#pragma once

#include <pybind11/pybind11.h>

namespace ringlet {

namespace py = pybind11;

/// Functions and attributes of the module; the package's Python says what they are for users.
void bindField(py::module_& module);
/// Vortex lines as elements.
void bindLines(py::module_& module);
/// The class System.
void bindSystem(py::module_& module);

}  // namespace ringlet
