#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace test {

/// True if VTK's Python package can be imported. Tests that need the package are skipped otherwise.
bool vtkIsThere();

/// Contents of a VTKHDF file by VTK's own reader, as read_vtkhdf.py prints them. Throws std::runtime_error with VTK's
/// message if VTK complains.
nlohmann::json readWithVtk(const std::string& path);

/// The same for NumPy and saved states, as read_state.py prints them.
bool numpyIsThere();
nlohmann::json readWithNumpy(const std::string& path);

}  // namespace test
