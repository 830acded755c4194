#pragma once

#include "fmm/settings.h"

namespace fmm {

/// Deviation of a core from a point's field at a radius: |1 - g| and |rho g'|. Both fall from there outwards; farther
/// in, where g oscillates about 1, `lack` is 1.
struct CoreTail {
  double lack, slope;
};

/// Radius in core radii beyond which replacing g by 1 costs less than `tolerance` of a pair's velocity and, with
/// `gradient`, less than ten times that of its gradient.
double coreReach(Regularisation kind, double tolerance, bool gradient);

}  // namespace fmm
