#pragma once

#include <array>

#include "mesh/mesh_accuracy.h"

namespace fmm {

/// The filter between nodes for vorticities, along each axis: the core's filter less that of the windows, as sums over
/// few nodes to either side. The filter of a Gaussian is a product over the axes. The polynomial of a higher order is
/// one in x + y + z, so it is a sum of products of one power of each axis: docs/math.md, section 19.
struct MeshTaps {
  static constexpr int kMostReach = 16, kMostTerms = 4;

  int reach;  ///< nodes to either side; 0: no taps keep the tolerance
  int terms;  ///< CoreFacts::filterOrder of the core
  /// Taps of x^n/n! exp(-x), x = (k sigma)^2/2 of the axis' wave: of the node itself, then 1, 2, ... nodes to either
  /// side.
  std::array<std::array<double, kMostReach + 1>, kMostTerms> taps;

  /// The shortest taps that keep a part of the tolerance, for windows of `accuracy` normalised to integral 1.
  static MeshTaps of(const MeshAccuracy& accuracy, int order, double tolerance);
};

}  // namespace fmm
