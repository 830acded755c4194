#pragma once

// The core functions in full double precision, in the forms that theory needs; the solver's fast ones are in
// expansion/cores/pair_body-inl.h. rho = distance/sigma.

#include "expansion/cores/with_core.h"

namespace fmm {

/// g(rho), relative accuracy 1e-13.
inline double coreShare(Regularisation kind, double rho) {
  return withCore(kind, [&](auto core) { return core.share(rho); });
}

/// e(rho), share of the circulation of a straight filament within rho: u = Gamma/(2 pi d) e(d/sigma).
///   e = rho^2/2 int g(r)/r^3 dz,  r^2 = rho^2 + z^2
inline double filamentShare(Regularisation kind, double rho) {
  return withCore(kind, [&](auto core) { return core.filamentShare(rho); });
}

/// l(rho) with l' = e/rho and l -> ln(rho): the regularised logarithm of a distance, less ln(sigma).
inline double filamentLogarithm(Regularisation kind, double rho) {
  return withCore(kind, [&](auto core) { return core.filamentLogarithm(rho); });
}

}  // namespace fmm
