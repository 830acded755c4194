#include <array>
#include <mutex>
#include <string>

#include "fmm/costs.h"
#include "fmm/cuda.h"
#include "fmm/error.h"

namespace fmm {
namespace {

/// Of the process: systems come and go, the machine stays.
struct InUse {
  std::mutex mutex;
  std::array<CostParts, 4> factors;

  InUse() { factors.fill({1, 1, 1, 1}); }
};
InUse& inUse() {
  static InUse factors;
  return factors;
}

std::size_t placeOf(Backend backend, Precision precision) {
  const bool gpu = backend != Backend::cpu && (backend == Backend::cuda || cudaBackendAvailable());
  return (gpu ? 2 : 0) + (precision == Precision::real64 ? 1 : 0);
}

}  // namespace

void useCosts(Backend backend, Precision precision, const CostParts& factors) {
  for (const double factor : {factors.pairs, factors.translations, factors.expansions, factors.points})
    if (!(factor >= kLeastCostFactor && factor <= kMostCostFactor))
      throw InvalidInput("cost factor " + std::to_string(factor) + "; allowed: 0.02 to 50");
  const std::size_t place = placeOf(backend, precision);
  InUse& all = inUse();
  const std::lock_guard lock(all.mutex);
  all.factors[place] = factors;
}

CostParts costsInUse(Backend backend, Precision precision) {
  const std::size_t place = placeOf(backend, precision);
  InUse& all = inUse();
  const std::lock_guard lock(all.mutex);
  return all.factors[place];
}

}  // namespace fmm
