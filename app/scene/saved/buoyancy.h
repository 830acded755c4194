#pragma once

#include <vector>

#include "fmm/settings.h"
#include "fmm/types.h"

namespace app {

/// Buoyancy b = sum B zeta_sigma [L/T^2] of the elements' heat at points, with that of their images in a ground,
/// through which no heat flows; 0 where elements have none. Summed as the vorticity is. Throws InvalidInput,
/// EnvironmentError.
std::vector<double> buoyancyAt(const fmm::Settings& settings, const fmm::Elements& elements,
                               const std::vector<fmm::Vec3>& points);

}  // namespace app
