#include "scene/saved/buoyancy.h"

#include "fmm/field.h"

namespace app {

/// Strengths along the normal of a ground have images alike.
std::vector<double> buoyancyAt(const fmm::Settings& settings, const fmm::Elements& elements,
                               const std::vector<fmm::Vec3>& points) {
  std::vector<double> buoyancy(points.size());
  if (elements.heat.empty()) return buoyancy;
  fmm::Vec3 along = {0, 0, 1};
  if (settings.ground) along = (1 / fmm::norm(settings.ground->normal)) * settings.ground->normal;
  fmm::Elements warm;
  warm.position = elements.position;
  warm.coreRadius = elements.coreRadius;
  for (const double heat : elements.heat) warm.strength.push_back(heat * along);
  const std::vector<fmm::Vec3> sums = fmm::evaluateVorticity(settings, warm, points).vorticity;
  for (std::size_t i = 0; i < points.size(); ++i) buoyancy[i] = fmm::dot(sums[i], along);
  return buoyancy;
}

}  // namespace app
