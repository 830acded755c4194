#include "fmm/diagnostics.h"

#include <cassert>

namespace fmm {

Invariants invariants(const Elements& elements, Vec3 about) {
  assert(elements.strength.size() == elements.position.size());
  Vec3 total, moment, doubleMoment;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const Vec3 x = elements.position[i] - about;
    const Vec3 alpha = elements.strength[i];
    const Vec3 xCrossAlpha = cross(x, alpha);
    total = total + alpha;
    moment = moment + xCrossAlpha;
    doubleMoment = doubleMoment + cross(x, xCrossAlpha);
  }
  return {total, 0.5 * moment, (1.0 / 3.0) * doubleMoment};
}

Vec3 centroid(const Elements& elements) {
  Vec3 weighted, plain;
  double size = 0;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const double part = norm(elements.strength[i]);
    weighted = weighted + part * elements.position[i];
    plain = plain + elements.position[i];
    size += part;
  }
  if (size > 0) return (1 / size) * weighted;
  return elements.size() > 0 ? (1 / static_cast<double>(elements.size())) * plain : Vec3{};
}

double absoluteImpulse(const Elements& elements) {
  const Vec3 centre = centroid(elements);
  double sum = 0;
  for (std::size_t i = 0; i < elements.size(); ++i)
    sum += norm(cross(elements.position[i] - centre, elements.strength[i]));
  return sum / 2;
}

double helicity(const Elements& elements, const std::vector<Vec3>& velocities) {
  assert(velocities.size() == elements.size());
  double sum = 0;
  for (std::size_t i = 0; i < elements.size(); ++i) sum += dot(elements.strength[i], velocities[i]);
  return sum;
}

}  // namespace fmm
