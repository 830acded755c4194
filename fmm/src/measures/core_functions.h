#pragma once

// The core functions in full double precision and in the forms that theory and diagnostics need; the solver's fast ones
// are in expansion/regularisation-inl.h. rho = distance/sigma.

#include "fmm/settings.h"

namespace fmm {

/// g(rho), relative accuracy 1e-13.
double coreShare(Regularisation kind, double rho);

/// G(rho), potential of the core: G' = -g/rho^2, G -> 1/rho: docs/math.md, section 3.
double corePotential(Regularisation kind, double rho);

/// e(rho), share of the circulation of a straight filament that turns within rho: u = Gamma/(2 pi d) e(d/sigma).
///   e = rho^2/2 int g(r)/r^3 dz,  r^2 = rho^2 + z^2
double filamentShare(Regularisation kind, double rho);

/// l(rho) with l' = e/rho and l -> ln(rho): the logarithm of a distance as the core leaves it, over ln(sigma).
double filamentLogarithm(Regularisation kind, double rho);

}  // namespace fmm
