#pragma once

#include <vector>

#include "fmm/settings.h"
#include "fmm/types.h"

namespace fmm {

/// Takes the slip of blobs off the velocities near a no-slip wall: elements in the layer at the wall overlap their
/// images there, so that their sum slips although the vorticity that they stand for does not. Adds to `velocity` [L/T],
/// which the elements induce at `points` [L], what is missing at the wall and its decay over a few core radii:
/// docs/math.md, (20.4). Does nothing unless `settings` have a wall that the fluid sticks to. O(N + points).
void addHiddenSlip(const Settings& settings, const Elements& elements, const std::vector<Vec3>& points,
                   std::vector<Vec3>& velocity);

}  // namespace fmm
