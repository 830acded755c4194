#pragma once

#include <cstddef>
#include <vector>

#include "fmm/types.h"
#include "scene/scene.h"
#include "scene/scene_lines.h"

namespace app {

/// Appends `count` tracers in region number `number` (from 0) of a scene with these lines. Throws fmm::InvalidInput.
void addRegion(const Scene& scene, const std::vector<fmm::LineComponent>& lines, std::size_t number, std::size_t count,
               fmm::Tracers& tracers);

/// `total` shared out in proportion to the weights, by running rounded sums: adds up exactly.
std::vector<std::size_t> shares(const std::vector<double>& weights, std::size_t total);

}  // namespace app
