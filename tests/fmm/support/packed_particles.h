#pragma once

#include <cstddef>
#include <vector>

#include "fmm/particle_views.h"
#include "fmm/support/support.h"

namespace fmm_test {

/// Elements as one array of structures of `T`, kPackedStride numbers each: x, y, z, sigma, alpha x, y, z and two unused
/// numbers.
constexpr std::size_t kPackedStride = 9;
template <class T>
std::vector<T> packed(const Elements& elements) {
  std::vector<T> numbers;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const Vec3 x = elements.position[i], a = elements.strength[i];
    for (const double v : {x.x, x.y, x.z, elements.coreRadius[i], a.x, a.y, a.z, -7., -7.})
      numbers.push_back(static_cast<T>(v));
  }
  return numbers;
}

/// Views of the array that packed() returns, at `data` in memory of `space`.
template <class T>
fmm::ElementViews packedViews(const T* data, std::size_t count, fmm::MemorySpace space = fmm::MemorySpace::host) {
  constexpr auto kStride = static_cast<std::ptrdiff_t>(kPackedStride);
  fmm::ElementViews views;
  views.position = fmm::interleaved(data, count, kStride, space);
  views.strength = fmm::interleaved(data ? data + 4 : nullptr, count, kStride, space);
  views.coreRadius = fmm::StridedSpan<const T>{data ? data + 3 : nullptr, count, kStride, space};
  return views;
}

/// Vectors as x0, y0, z0, x1, ...
template <class T>
std::vector<T> flat(const std::vector<Vec3>& vectors) {
  std::vector<T> numbers;
  for (const Vec3& v : vectors)
    for (const double c : {v.x, v.y, v.z}) numbers.push_back(static_cast<T>(c));
  return numbers;
}

}  // namespace fmm_test
