#pragma once

#include <array>

namespace app {

/// What three values of one quantity say of its limit, as v = limit + C w^order of a width w: a spacing or a time step.
struct Extrapolation {
  double order = 0;  ///< observed; not a number where the values do not approach a limit like a power of the width
  double limit = 0;  ///< where there is no order the value at the smallest width
  double error =
      0;  ///< of the limit: 1.25 of its distance to that value (Roache 1997), without order what the last two differ by
};

/// Widths fall: width[0] > width[1] > width[2] > 0. Not a number where a value is none.
Extrapolation extrapolate(const std::array<double, 3>& width, const std::array<double, 3>& value);

}  // namespace app
