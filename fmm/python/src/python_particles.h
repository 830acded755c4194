#pragma once

#include <pybind11/numpy.h>

#include <optional>

#include "fmm/particle_views.h"
#include "python_array.h"

namespace ringlet {

/// Views of Python arrays of elements, which are read in place and kept alive by this object.
class PythonElements {
 public:
  /// x and alpha are [N][3], sigma is [N]; `ring` holds whole numbers [N] or is None, `heat` is [N] or None. Throws
  /// InvalidInput.
  PythonElements(const py::object& x, const py::object& alpha, const py::object& sigma, const py::object& ring,
                 const py::object& heat);
  fmm::ElementViews views() const;

 private:
  PythonArray x_, alpha_, sigma_, heat_;
  std::optional<py::array_t<std::int32_t>> ring_;
};

/// Positions [M][3], read in place; no positions for None.
class PythonPoints {
 public:
  PythonPoints(const py::object& x, const char* name) : x_(x, name) {}
  fmm::InputVectors views() const { return x_.vectors(); }

 private:
  PythonArray x_;
};

}  // namespace ringlet
