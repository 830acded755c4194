#pragma once

#include <array>

#include "core/math.h"

namespace fmm {

/// Elements as sources: arrays of the same length.
template <class Real>
struct SourceArrays {
  const Real *x, *y, *z;     ///< position [L]
  const Real *ax, *ay, *az;  ///< strength [L^3/T]
  const Real* sigma;         ///< core radius [L]
};

/// Half-open range of particles in their sorted order.
struct IndexRange {
  Index begin, end;
  FMM_HD Index count() const { return end - begin; }
};

/// Targets and where their results are added to. `gradient[0]` null: velocity only.
template <class Real>
struct TargetArrays {
  const Real *x, *y, *z;
  Real *ux, *uy, *uz;  ///< velocity [L/T]
  Real* gradient[9];   ///< J_ij = du_i/dy_j [1/T], row-major

  TargetArrays from(Index first) const {
    TargetArrays moved = {x + first, y + first, z + first, ux + first, uy + first, uz + first, {}};
    for (int k = 0; k < 9; ++k) moved.gradient[k] = gradient[k] ? gradient[k] + first : nullptr;
    return moved;
  }
};

/// Three or nine arrays of one quantity; null pointers where it is not wanted.
template <class Real>
using VectorArrays = std::array<Real*, 3>;
template <class Real>
using MatrixArrays = std::array<Real*, 9>;

/// What a solver is asked for: velocities (and gradients where the pointers are set) that `elements` induce at the
/// elements themselves and at the tracers. All arrays are in the caller's order and in the solver's memory space.
template <class Real>
struct FieldTask {
  SourceArrays<Real> elements = {};
  Index elementCount = 0;
  VectorArrays<Real> elementVelocity = {};  ///< [0] null: elements are sources only
  MatrixArrays<Real> elementGradient = {};
  std::array<const Real*, 3> tracers = {};
  Index tracerCount = 0;
  VectorArrays<Real> tracerVelocity = {};
  MatrixArrays<Real> tracerGradient = {};

  bool elementsAreTargets() const { return elementVelocity[0] != nullptr; }
};

}  // namespace fmm
