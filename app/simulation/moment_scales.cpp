#include "simulation/moment_scales.h"

#include <algorithm>
#include <limits>

#include "fmm/diagnostics.h"

namespace app {

MomentScales momentScales(const fmm::Elements& elements, fmm::Precision precision) {
  constexpr double kRoundings = 64;
  const bool single = precision == fmm::Precision::single;
  const double rounding =
      kRoundings * (single ? double{std::numeric_limits<float>::epsilon()} : std::numeric_limits<double>::epsilon());
  const fmm::Vec3 centre = fmm::centroid(elements);
  MomentScales scales, least;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const fmm::Vec3 alpha = elements.strength[i], arm = elements.position[i] - centre;
    const fmm::Vec3 moment = fmm::cross(arm, alpha);
    const double size = fmm::norm(alpha);
    const double core = i < elements.coreRadius.size() ? elements.coreRadius[i] : 0;
    const double reach = core + rounding * fmm::norm(elements.position[i]);
    scales.strength += size;
    scales.impulse += fmm::norm(moment) / 2;
    scales.angular += fmm::norm(fmm::cross(arm, moment)) / 3;
    least.impulse += reach * size / 2;
    least.angular += reach * reach * size / 3;
  }
  scales.impulse = std::max(scales.impulse, least.impulse);
  scales.angular = std::max(scales.angular, least.angular);
  return scales;
}

}  // namespace app
