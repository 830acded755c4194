#pragma once

#include <pybind11/pybind11.h>

#include "fmm/vortex_system.h"

namespace ringlet {

namespace py = pybind11;

/// Complete state of a system, to resume it, as a dictionary of numbers, names and float64 arrays.
py::dict stateOf(const fmm::VortexSystem& system);

/// A system that resumes from the state, with the same bits on the same backend. Throws InvalidInput if an entry is
/// missing or invalid, EnvironmentError.
fmm::VortexSystem systemFrom(const py::dict& state);

/// Elements from NumPy arrays; `ring` and `heat` may be None.
fmm::Elements elementsFrom(const py::object& x, const py::object& alpha, const py::object& sigma,
                           const py::object& ring, const py::object& heat);

}  // namespace ringlet
