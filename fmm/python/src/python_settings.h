#pragma once

#include <pybind11/pybind11.h>

#include "fmm/settings.h"

namespace ringlet {

namespace py = pybind11;

/// Settings with the values of a dictionary, by the keys of the library's tables ("tolerance", "dt", ...); the others
/// have the library's defaults. Throws InvalidInput for an unknown key, a value of another type and whatever validate()
/// of the settings refuses.
fmm::Settings settingsFrom(const py::dict& given);

/// All settings by their keys: numbers, truth values, names of enumerations, and None or ((x, y, z), (x, y, z)) for the
/// point and the normal of a ground plane.
py::dict asDict(const fmm::Settings& settings);

/// Table of the settings: [(key, unit, range, help), ...]; unit and range are empty where there is none.
py::list settingDescriptions();

}  // namespace ringlet
