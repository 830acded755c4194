#pragma once

#include "fmm/settings.h"
#include "fmm/types.h"

namespace app {

/// What changes of the flow's strength and impulses are held against.
struct MomentScales {
  double strength = 0;  ///< sum |alpha|                     [L^3/T]
  double impulse = 0;   ///< 1/2 sum |r x alpha|             [L^4/T]
  double angular = 0;   ///< 1/3 sum |r x (r x alpha)|       [L^5/T]
};

/// With r = x - fmm::centroid(). The impulses are at least those of arms as long as the cores and as what positions are
/// rounded to: 1/2 sum h |alpha| and 1/3 sum h^2 |alpha|, h = sigma + 64 eps |x|, eps being that of the precision.
/// Elements in one place have a scale, too, and far from the origin round-off is no drift.
MomentScales momentScales(const fmm::Elements& elements, fmm::Precision precision);

}  // namespace app
