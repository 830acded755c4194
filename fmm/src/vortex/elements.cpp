#include <algorithm>

#include "fmm/settings.h"
#include "fmm/types.h"
#include "vortex/element_functors.h"

namespace fmm {
namespace {

template <class T>
void extend(std::vector<T>& all, const std::vector<T>& added) {
  all.insert(all.end(), added.begin(), added.end());
}

bool hasExtents(const Elements& elements) {
  return !elements.length.empty() || !elements.volume.empty();
}

}  // namespace

void fillExtents(Elements& elements) {
  if (elements.length.empty()) {
    elements.length.resize(elements.size());
    std::transform(elements.coreRadius.begin(), elements.coreRadius.end(), elements.length.begin(),
                   [](double sigma) { return sigma / kStandardOverlap; });
  }
  if (elements.volume.empty()) elements.volume.resize(elements.size(), 0);
}

void append(Elements& all, const Elements& added) {
  if (added.size() == 0) return;
  if (all.size() == 0) {
    all = added;
    return;
  }
  const std::size_t before = all.size();
  Elements more = added;
  if (!all.ring.empty() || !more.ring.empty()) {
    all.ring.resize(before, 0);
    more.ring.resize(more.size(), 0);
  }
  if (!all.heat.empty() || !more.heat.empty()) {
    all.heat.resize(before, 0);
    more.heat.resize(more.size(), 0);
  }
  if (hasExtents(all) || hasExtents(more)) {
    fillExtents(all);
    fillExtents(more);
  }
  extend(all.position, more.position);
  extend(all.strength, more.strength);
  extend(all.coreRadius, more.coreRadius);
  extend(all.ring, more.ring);
  extend(all.length, more.length);
  extend(all.volume, more.volume);
  extend(all.heat, more.heat);
}

namespace {

Vec3 unitNormal(const GroundPlane& plane) {
  return (1 / norm(plane.normal)) * plane.normal;
}

/// Position and strength of an element's image.
struct Image {
  Vec3 position, strength;
};
Image imageOf(const GroundPlane& plane, Vec3 n, Vec3 position, Vec3 strength) {
  return {position - (2 * height(plane, position)) * n, (2 * dot(strength, n)) * n - strength};
}

}  // namespace

double height(const GroundPlane& plane, Vec3 x) {
  return dot(x - plane.point, unitNormal(plane));
}

Elements mirrored(const Elements& elements, const GroundPlane& plane) {
  const Vec3 n = unitNormal(plane);
  Elements all = elements;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const Image image = imageOf(plane, n, elements.position[i], elements.strength[i]);
    all.position.push_back(image.position);
    all.strength.push_back(image.strength);
  }
  all.coreRadius.insert(all.coreRadius.end(), elements.coreRadius.begin(), elements.coreRadius.end());
  all.ring.insert(all.ring.end(), elements.ring.begin(), elements.ring.end());
  all.length.insert(all.length.end(), elements.length.begin(), elements.length.end());
  all.volume.insert(all.volume.end(), elements.volume.begin(), elements.volume.end());
  all.heat.insert(all.heat.end(), elements.heat.begin(), elements.heat.end());
  return all;
}

void foldAbove(const GroundPlane& plane, Elements& elements) {
  const Vec3 n = unitNormal(plane);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (height(plane, elements.position[i]) >= 0) continue;
    const Image image = imageOf(plane, n, elements.position[i], elements.strength[i]);
    elements.position[i] = image.position;
    elements.strength[i] = image.strength;
  }
}

}  // namespace fmm
