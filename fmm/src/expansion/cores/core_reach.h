#pragma once

#include "fmm/settings.h"

namespace fmm {

/// Radius in core radii beyond which replacing g by 1 costs less than `tolerance` of a pair's velocity and, with
/// `gradient`, less than ten times that of its gradient.
double coreReach(Regularisation kind, double tolerance, bool gradient);

}  // namespace fmm
