#pragma once

#include <array>

#include "core/math.h"
#include "solver/pair_sums.h"

namespace fmm {

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
