#pragma once

#include <vector>

#include "fmm/settings.h"

namespace fmm {

/// What a core function allows.
struct CoreFacts {
  bool finiteCentre;  ///< the vorticity has a limit at an element's centre
  bool farField;      ///< the fast multipole method can sum it; else it needs SolverKind::direct
  bool heatKernel;    ///< spreads as viscosity would have it: allows Diffusion::coreSpreading
  /// m of a Gaussian of order 2 m, else 0. Of Gaussians measured energies and enstrophies are those of the flow itself,
  /// and come together; a straight line of them has m times the largest vorticity of that of order 2.
  int filterOrder;
};

CoreFacts coreFacts(Regularisation kind);

/// What blobs leave of a wave of the vorticity: the transform of zeta_sigma at the wave number k, `kSigma` = k sigma. 1
/// at 0.
double coreFilter(Regularisation kind, double kSigma);

/// By how much a blob widens a section, d^2 + b sigma^2 for the mean square d^2 along one direction: b is 1 for a
/// Gaussian of order 2, 0 for cores of higher order.
double filterSpread(Regularisation kind);

/// All core functions, in the order of the enumeration.
std::vector<Regularisation> allCores();

}  // namespace fmm
