#pragma once

#include "fmm/settings.h"

namespace fmm {

/// Radius, in sigma' = sqrt(sigma_p^2 + sigma_q^2) of a pair, beyond which 4 pi G* is 1/r to the relative tolerance:
/// for expansions of the vector potential.
double energyReach(Regularisation kind, double tolerance);

}  // namespace fmm
