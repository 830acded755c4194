#pragma once

#include "fmm/settings.h"

namespace fmm {

/// How far a core is from a point's field at a radius: |1 - g| and |rho g'|. Both fall there and outwards; where g
/// swings about 1 closer in, `lack` is 1.
struct CoreTail {
  double lack, slope;
};

/// Radius in core radii beyond which replacing g by 1 costs less than `tolerance` of a pair's velocity and, with
/// `gradient`, less than ten times that of its gradient.
double coreReach(Regularisation kind, double tolerance, bool gradient);

}  // namespace fmm
