#pragma once

#include <pybind11/pybind11.h>

#include "fmm/vortex_system.h"

namespace ringlet {

namespace py = pybind11;

/// All that a system is, to go on from, as a dictionary of numbers, names and float64 arrays.
py::dict stateOf(const fmm::VortexSystem& system);

/// A system that goes on from there, in the same bits on the same backend. Throws InvalidInput where something is
/// missing or is not what it must be, EnvironmentError.
fmm::VortexSystem systemFrom(const py::dict& state);

/// Elements of NumPy's arrays; `ring` may be None.
fmm::Elements elementsFrom(const py::object& x, const py::object& alpha, const py::object& sigma,
                           const py::object& ring);

}  // namespace ringlet
