#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace app {

/// True if the value is zero or a normal 32-bit float: the last 29 bits of the fraction are 0. A comparison with the
/// value converted there and back would be simpler, but g++ 12 has been seen to drop such a pair of conversions at -O2.
inline bool fitsSingle(double value) {
  std::uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  const double size = std::abs(value);
  return value == 0 || ((bits & ((std::uint64_t{1} << 29) - 1)) == 0 &&
                        size >= static_cast<double>(std::numeric_limits<float>::min()) &&
                        size <= static_cast<double>(std::numeric_limits<float>::max()));
}

}  // namespace app
