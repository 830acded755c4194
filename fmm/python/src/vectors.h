#pragma once

#include <pybind11/numpy.h>

#include <cstdint>
#include <string>
#include <vector>

#include "fmm/error.h"
#include "fmm/types.h"

namespace ringlet {

namespace py = pybind11;

/// Copies between NumPy's arrays and the library's own: float64 in rows without gaps.
using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;
using Indices = py::array_t<std::int32_t, py::array::c_style | py::array::forcecast>;

inline Numbers rowsOf(const std::vector<fmm::Vec3>& vectors) {
  return Numbers({static_cast<py::ssize_t>(vectors.size()), py::ssize_t{3}},
                 vectors.empty() ? nullptr : &vectors.front().x);
}
inline Numbers rowsOf(const std::vector<double>& values) {
  return Numbers(static_cast<py::ssize_t>(values.size()), values.data());
}
inline Indices rowsOf(const std::vector<std::int32_t>& values) {
  return Indices(static_cast<py::ssize_t>(values.size()), values.data());
}

/// [N][3]; throws InvalidInput, starting with `name`, for any other shape.
inline std::vector<fmm::Vec3> vectorsOf(const Numbers& rows, const char* name) {
  if (rows.ndim() != 2 || rows.shape(1) != 3) throw fmm::InvalidInput(std::string(name) + ": allowed is (N, 3)");
  std::vector<fmm::Vec3> vectors(static_cast<std::size_t>(rows.shape(0)));
  const double* number = rows.data();
  for (fmm::Vec3& v : vectors) {
    v = {number[0], number[1], number[2]};
    number += 3;
  }
  return vectors;
}
inline std::vector<double> valuesOf(const Numbers& row) {
  return {row.data(), row.data() + row.size()};
}
inline std::vector<std::int32_t> indicesOf(const Indices& row) {
  return {row.data(), row.data() + row.size()};
}

inline fmm::Vec3 vectorOf(const std::array<double, 3>& v) {
  return {v[0], v[1], v[2]};
}

}  // namespace ringlet
