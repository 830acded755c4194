#include "fmm/ground_plane.h"

namespace fmm {
namespace {

Vec3 unitNormal(const GroundPlane& plane) {
  return (1 / norm(plane.normal)) * plane.normal;
}

}  // namespace

double height(const GroundPlane& plane, Vec3 x) {
  return dot(x - plane.point, unitNormal(plane));
}

Elements mirrored(const Elements& elements, const GroundPlane& plane) {
  const Vec3 n = unitNormal(plane);
  Elements all = elements;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const Vec3 alpha = elements.strength[i];
    all.position.push_back(elements.position[i] - (2 * height(plane, elements.position[i])) * n);
    all.strength.push_back((2 * dot(alpha, n)) * n - alpha);
  }
  all.coreRadius.insert(all.coreRadius.end(), elements.coreRadius.begin(), elements.coreRadius.end());
  all.ring.insert(all.ring.end(), elements.ring.begin(), elements.ring.end());
  all.length.insert(all.length.end(), elements.length.begin(), elements.length.end());
  all.volume.insert(all.volume.end(), elements.volume.begin(), elements.volume.end());
  all.referenceRadius.insert(all.referenceRadius.end(), elements.referenceRadius.begin(),
                             elements.referenceRadius.end());
  return all;
}

}  // namespace fmm
