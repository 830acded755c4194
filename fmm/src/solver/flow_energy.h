#pragma once

#include <array>
#include <cmath>

#include "core/math.h"
#include "exec/later.h"

namespace fmm {

/// The members of FlowEnergy, as they are added up.
using FlowSum = std::array<double, 2>;

/// Energy E [L^5/T^2] and enstrophy Z* [L^3/T^2] of the flow itself, both factors smoothed: docs/math.md, (15.5).
struct FlowEnergy {
  double energy = 0, enstrophy = 0;
};

/// Share of an element: 1/2 alpha . sum G* alpha_q and 1/2 alpha . sum zeta* alpha_q, from sums[0..2] = 4 pi times the
/// first sum and sums[3..5] the second. A singular element's energy is infinite, and it has no enstrophy.
FMM_HD inline FlowEnergy energyOfElement(Vector3<double> alpha, double sigma, const double* sums) {
  if (!(sigma > 0)) return {INFINITY, NAN};
  return {0.5 * kInverse4Pi * dotProduct(alpha, {sums[0], sums[1], sums[2]}),
          0.5 * dotProduct(alpha, {sums[3], sums[4], sums[5]})};
}

/// E and Z* by every pair, or by a tree: the near pairs of the elements' lists, and the rest from the local expansions
/// of the vector potential. Specialised for each execution space: pairs and expansions have one body, the schedules
/// differ.
///   Later<FlowSum> ofAllPairs(Exec&, const SourceArrays<Real>&, Index count, Regularisation)
///   Later<FlowSum> ofTree(Exec&, const view&)              view: FmmView, CudaFmmView
template <class Exec, class Real>
class EnergyPass;

}  // namespace fmm
