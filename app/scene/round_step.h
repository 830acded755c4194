#pragma once

#include <cmath>

namespace app {

/// The largest of ..., 0.1, 0.2, 0.5, 1, 2, 5, 10, ... not above `value` > 0.
inline double roundStep(double value) {
  const double decade = std::pow(10, std::floor(std::log10(value)));
  // Tolerance, so that 0.2 stays 0.2.
  for (const double digit : {5.0, 2.0, 1.0}) {
    if (value >= digit * decade * (1 - 1e-9)) return digit * decade;
  }
  return decade;
}

}  // namespace app
