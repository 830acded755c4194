#include "expansion/cores/core_reach.h"

#include "expansion/cores/with_core.h"

namespace fmm {

double coreReach(Regularisation kind, double tolerance, bool gradient) {
  return withCore(kind, [&](auto core) {
    const auto small = [&](double rho) {
      const CoreTail tail = core.tail(rho);
      return tail.lack <= tolerance && (!gradient || tail.slope <= 10 * tolerance);
    };
    double low = 0, high = 1;
    while (!small(high)) high *= 2;
    for (int k = 0; k < 60; ++k) {
      const double middle = (low + high) / 2;
      (small(middle) ? high : low) = middle;
    }
    return high;
  });
}

}  // namespace fmm
