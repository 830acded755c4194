#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fmm/settings.h"
#include "fmm/types.h"

namespace fmm {

/// Buoyancy b of a region at a point [L/T^2], before it has moved: buoyancy (1 - erf(d/edge))/2, d the distance from
/// the region's surface, negative inside; up is z, in the plane y.
double buoyancyAt(const HeatSource& source, Space space, Vec3 x);

/// Elements at rest with the heat B = b h^d of the regions that are warm at the start, on the nodes of the lattice
/// through 0 with spacing h above the ground; each has the number of its region, from `firstRing` on, as its ring.
/// Tails below 1e-4 of a region's buoyancy are left out. Throws InvalidInput for more than `most` elements, and for a
/// region without any.
Elements heatElements(const std::vector<HeatSource>& sources, const Settings& settings, double h,
                      std::int32_t firstRing = 0, std::size_t most = std::size_t{1} << 28);

}  // namespace fmm
