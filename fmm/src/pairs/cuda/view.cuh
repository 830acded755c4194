#pragma once

#include "expansion/coefficients.h"
#include "expansion/cores/core_fit.h"
#include "expansion/operator_tables.h"
#include "pairs/pair_sums.h"
#include "tree/cuda/lists.cuh"

namespace fmm {

template <class Real>
struct PlaneTables;

/// Targets of one kind: sorted positions, and rows for the results of expansions. `vorticity`, which expansions do not
/// give, only tells whether it is wanted.
template <class Real>
struct CudaTargets : TargetArrays<Real> {
  const Index* order;      ///< sorted position -> caller's index
  TargetArrays<Real> out;  ///< the caller's rows for complete results; x, y, z are not used
};

/// Everything that the passes of one evaluation read and write on the device. Particles are sorted along the Morton
/// curve; cells of a level are contiguous, root first.
template <class Real>
struct CudaFmmView : CudaTreeView<Real> {
  Index elementCount, tracerCount;
  bool elementsAreTargets;
  bool sharesMultipoles;  ///< other ranks need multipoles of this rank, known before there are lists

  Space space;
  int order;         ///< p
  Real* multipoles;  ///< [cells][expansionLength(space, p)], a coefficient's components adjacent; cells with elements
  Real* locals;      ///< [cells][expansionLength(space, p)]; cells with targets
  const OperatorTables<Real>* tables;    ///< device copy
  const PlaneTables<Real>* planeTables;  ///< device copy
  const CoreFit<Real>* fits;             ///< device copies of the core's fits, by FitQuality

  CudaTargets<Real> elementResults;  ///< ux null where elements are sources only, gradient null if not wanted
  CudaTargets<Real> tracerResults;
  Regularisation regularisation;
  PairAccuracy accuracy;
  Real coreReachSquared;  ///< reach of a source's core as r^2/sigma^2: the square of AcceptanceRule::cutoff

  /// True if multipoles are used; false where the particles are so few that all cells meet directly.
  __device__ bool readsMultipoles() const {
    return sharesMultipoles || *this->farPairs > 0 || this->counts->insideTracers < tracerCount;
  }
};

}  // namespace fmm
