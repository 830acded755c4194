#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace test {

/// Can VTK's Python package be imported? A test that needs it is skipped where it cannot.
bool vtkIsThere();

/// What VTK's own reader finds in a VTKHDF file, as read_vtkhdf.py prints it. Throws std::runtime_error with what VTK
/// said where it reads nothing.
nlohmann::json readWithVtk(const std::string& path);

/// The same of NumPy and a saved state, as read_state.py prints it.
bool numpyIsThere();
nlohmann::json readWithNumpy(const std::string& path);

}  // namespace test
