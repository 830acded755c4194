#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fmm/types.h"
#include "fmm/vortex_line.h"
#include "scene/scene.h"

namespace app {

// Warm and cold regions of a scene ([[heat]]). They count as rings after its lines and patches.

/// The spacing of a lattice [L] on which the regions that are warm at the start, or else the places that get heat, have
/// half the scene's elements: what rises spreads to several times as many. 0 without any.
double heatSpacing(const Scene& scene);
/// Elements of the regions that are warm at the start; `scene` as onLattice() gives it. Throws fmm::InvalidInput.
fmm::Elements warmElements(const Scene& scene);
/// `count` tracers evenly in region number `source`, with this ring index.
void addTracersInHeat(const Scene& scene, std::size_t source, std::size_t count, std::int32_t ring, std::uint64_t seed,
                      fmm::Tracers& tracers);
/// A circle about each region, as a ring, for estimates: its circulation is that of fluid that falls through the
/// region.
std::vector<fmm::Ring> heatRings(const Scene& scene);

}  // namespace app
