#include "fmm/ring_theory.h"

#include "expansion/cores/core_reach.h"
#include "expansion/cores/with_core.h"

namespace fmm {

CoreFacts coreFacts(Regularisation kind) {
  return withCore(kind, [](auto core) {
    return CoreFacts{core.kFiniteCentre, core.kFarField, core.kHeatKernel, core.kFilterOrder};
  });
}

double coreFilter(Regularisation kind, double kSigma) {
  return withCore(kind, [&](auto core) { return core.filter(kSigma); });
}

double filterSpread(Regularisation kind) {
  constexpr double kSmall = 1e-3;
  const double spread = 2 * (1 - coreFilter(kind, kSmall)) / (kSmall * kSmall);
  return spread > kSmall ? spread : 0;
}

std::vector<Regularisation> allCores() {
  std::vector<Regularisation> all;
  forEachCore([&](auto core) { all.push_back(core.kKind); });
  return all;
}

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
