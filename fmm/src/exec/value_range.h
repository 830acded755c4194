#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "core/math.h"

namespace fmm {

/// Replaces each of n counts in an execution space by the sum of those before it; keeps its buffers between calls:
///   void before(Exec&, Index* counts, Index n);
///   std::size_t bytes() const;
template <class Exec>
class RunningSums;

/// The smallest and the largest of some floats: low > high if there are none, both infinite if one is NaN.
struct ValueRange {
  float low = INFINITY, high = -INFINITY;
};

/// Unsigned integers with the order of floats, for atomic maxima; 0 is below every float.
FMM_HD inline std::uint32_t orderOf(float value) {
  std::uint32_t bits = 0;
  memcpy(&bits, &value, sizeof bits);
  return (bits & 0x80000000U) != 0 ? ~bits : bits | 0x80000000U;
}
inline float ofOrder(std::uint32_t order) {
  const std::uint32_t bits = (order & 0x80000000U) != 0 ? order & 0x7fffffffU : ~order;
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

}  // namespace fmm
