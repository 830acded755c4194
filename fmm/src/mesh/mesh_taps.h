#pragma once

#include <array>

#include "mesh/mesh_accuracy.h"

namespace fmm {

/// What stands between the nodes of a mesh where vorticities are summed, along each axis: the core's filter less what
/// the windows have of it, as sums over few nodes to either side. That of a Gaussian is a product over the axes; the
/// polynomial beside it, in x + y + z, one of each axis' powers: docs/math.md, section 19.
struct MeshTaps {
  static constexpr int kMostReach = 16, kMostTerms = 4;

  int reach;  ///< nodes to either side; 0: none keeps the tolerance
  int terms;  ///< meshOrder() of the core
  /// Of x^n/n! exp(-x), x = (k sigma)^2/2 of the axis' wave: the node itself, and those at 1, 2, ... to either side.
  std::array<std::array<double, kMostReach + 1>, kMostTerms> taps;

  /// For windows that give and take as `accuracy` has them, of integral 1; the shortest that keep a part of the
  /// tolerance.
  static MeshTaps of(const MeshAccuracy& accuracy, int order, double tolerance);
};

}  // namespace fmm
