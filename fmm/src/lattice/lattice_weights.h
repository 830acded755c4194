#pragma once

#include "core/math.h"

namespace fmm {

/// Nodes that an element's strength goes to along an axis, and the first of them from the one at or below it.
constexpr int kLambdaWidth = 6, kLambdaFirst = -2;

/// What viscosity makes of a node along an axis: c1 and c2 go to the next nodes and to those beyond. By
///   c0 + 2 c1 + 2 c2 = 1,   2 c1 + 8 c2 = 2 l,   2 c1 + 32 c2 = 12 l^2,   l = nu t/h^2,
/// it has the moments 0 to 5 of the heat kernel. It damps every wave while l <= 1/3.
struct SpreadStencil {
  double c0 = 1, c1 = 0, c2 = 0;

  static constexpr double kMost = 1.0 / 3;

  static SpreadStencil of(double l) {
    const double c2 = (6 * l * l - l) / 12, c1 = l - 4 * c2;
    return {1 - 2 * c1 - 2 * c2, c1, c2};
  }
};

/// Lambda_{4,2} at the six nodes about a point, 0 <= f < 1 from the third of them; Cottet, Etancelin, Perignon and
/// Picard 2014, each piece as a polynomial of f, whose digits do not cancel.
struct LambdaWeights {
  double w[kLambdaWidth];

  FMM_HD explicit LambdaWeights(double f) {
    const double g = 1 - f;
    w[0] = outer(f);
    w[1] = middle(f);
    w[2] = inner(f);
    w[3] = inner(g);
    w[4] = middle(g);
    w[5] = outer(g);
  }

 private:
  FMM_HD static double inner(double f) { return (1 - f) * (12 + f * (12 + f * (-3 + f * (-38 + f * 25)))) / 12; }
  FMM_HD static double middle(double f) { return f * (f - 1) * (16 + f * f * (-39 + f * 25)) / 24; }
  FMM_HD static double outer(double f) { return f * (1 - f) * (1 - f) * (1 - f) * (5 * f + 2) / 24; }
};

}  // namespace fmm
