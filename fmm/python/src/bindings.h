#pragma once

#include <pybind11/pybind11.h>

namespace ringlet {

namespace py = pybind11;

/// Each adds its part of the module; the package's Python documents it for users.
void bindField(py::module_& module);
void bindHeat(py::module_& module);
void bindLines(py::module_& module);
void bindPlane(py::module_& module);
void bindSystem(py::module_& module);

}  // namespace ringlet
