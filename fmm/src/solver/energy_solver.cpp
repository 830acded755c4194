#include "solver/energy_solver.h"

#include <cmath>

#include "expansion/cores/energy_kernel-inl.h"
#include "expansion/cores/with_core.h"

namespace fmm {

double energyReach(Regularisation kind, double tolerance) {
  using namespace HWY_NAMESPACE;  // NOLINT(google-build-using-namespace): the portable bodies, plainly
  // From outside inwards, since G* of high order oscillates about 1/r closer in.
  constexpr double kMost = 64, kStep = 1.0 / 64;
  return withCore(kind, [&](auto core) {
    double rho = kMost;
    while (rho > kStep) {
      const double next = rho - kStep;
      if (std::abs(next * EnergyKernel<decltype(core)>::at(next * next).potential - 1) > tolerance) break;
      rho = next;
    }
    return rho;
  });
}

}  // namespace fmm
