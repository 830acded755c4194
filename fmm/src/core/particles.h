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

/// Requested parts of a field at given points.
struct FieldParts {
  bool velocity, gradient, vorticity;
};

/// Targets and the arrays to which results are added. Null `ux`, `gradient[0]` or `vorticity[0]`: not requested; a
/// gradient requires a velocity.
template <class Real>
struct TargetArrays {
  const Real *x, *y, *z;
  Real *ux, *uy, *uz;       ///< velocity [L/T]
  Real* gradient[9];        ///< J_ij = du_i/dy_j [1/T], row-major
  Real* vorticity[3] = {};  ///< sum alpha zeta_sigma [1/T]: docs/math.md, (2.4)

  FieldParts parts() const { return {ux != nullptr, gradient[0] != nullptr, vorticity[0] != nullptr}; }
  TargetArrays from(Index first) const {
    const auto row = [first](Real* r) { return r ? r + first : nullptr; };
    TargetArrays moved = {x + first, y + first, z + first, row(ux), row(uy), row(uz), {}};
    for (int k = 0; k < 9; ++k) moved.gradient[k] = row(gradient[k]);
    for (int k = 0; k < 3; ++k) moved.vorticity[k] = row(vorticity[k]);
    return moved;
  }
};

/// Three or nine arrays of one quantity; null pointers if it is not requested.
template <class Real>
using VectorArrays = std::array<Real*, 3>;
template <class Real>
using MatrixArrays = std::array<Real*, 9>;

/// Task of a solver: velocities (and gradients if the pointers are set) that `elements` induce at the elements
/// themselves and at the tracers, and the vorticity of the elements' blobs there if its pointers are set, with the
/// velocities or alone. All arrays are in the caller's order and in the solver's memory space.
template <class Real>
struct FieldTask {
  SourceArrays<Real> elements = {};
  Index elementCount = 0;
  VectorArrays<Real> elementVelocity = {};
  MatrixArrays<Real> elementGradient = {};
  VectorArrays<Real> elementVorticity = {};
  std::array<const Real*, 3> tracers = {};
  Index tracerCount = 0;
  VectorArrays<Real> tracerVelocity = {};
  MatrixArrays<Real> tracerGradient = {};
  VectorArrays<Real> tracerVorticity = {};
  bool elementPotential = false;  ///< local expansions of the vector potential at the elements, for the energy

  bool elementsAreTargets() const { return elementVelocity[0] || elementVorticity[0] || elementPotential; }
  bool wantsVorticity() const { return elementVorticity[0] || tracerVorticity[0]; }
  /// True if only vorticities are requested, which need near pairs only.
  bool wantsVorticityAlone() const { return wantsVorticity() && !elementVelocity[0] && !tracerVelocity[0]; }
};

/// The same task with velocities only.
template <class Real>
FieldTask<Real> velocitiesOf(FieldTask<Real> task) {
  task.elementGradient = task.tracerGradient = {};
  task.elementVorticity = task.tracerVorticity = {};
  return task;
}

}  // namespace fmm
