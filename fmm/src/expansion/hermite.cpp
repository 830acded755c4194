#include "expansion/hermite.h"

#include <cmath>

namespace fmm {

std::vector<double> hermiteShifts(int p, int reach, double width) {
  std::vector<double> shifts;
  for (int d = -reach; d <= reach; ++d) {
    const double t = d * width;
    std::vector<double> h = {std::exp(-t * t), 2 * t * std::exp(-t * t)};
    for (int n = 1; n + 1 <= 2 * (p - 1); ++n)
      h.push_back(2 * t * h[static_cast<std::size_t>(n)] - 2 * n * h[static_cast<std::size_t>(n - 1)]);
    double factor = 1;  // (-1)^m/m!
    for (int m = 0; m < p; ++m) {
      for (int n = 0; n < p; ++n) shifts.push_back(factor * h[static_cast<std::size_t>(n + m)]);
      factor *= -1.0 / (m + 1);
    }
  }
  return shifts;
}

}  // namespace fmm
