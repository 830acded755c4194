#include "fmm/ring_theory.h"

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

}  // namespace fmm
