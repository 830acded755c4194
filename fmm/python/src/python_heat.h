#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "fmm/settings.h"

namespace ringlet {

namespace py = pybind11;

/// Sets the member of a region of heat with this key of [[heat]]; false if there is none. Throws InvalidInput, and
/// others of pybind11 for a value of another kind.
bool setHeatMember(fmm::HeatSource& source, const std::string& key, const py::handle& value);

/// What belongs to the region's shape, and what else differs from the standard.
py::dict asDict(const fmm::HeatSource& source);

}  // namespace ringlet
