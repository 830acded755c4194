#include "scene/floor.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace app {
namespace {

constexpr double kGap = 0.04;  // between the lowest particle and the plane, as a fraction of the scene's size

/// The floor of a scene that is empty until this ring joins.
void standUnder(const fmm::Ring& ring, Floor& floor) {
  floor.middle = ring.centre;
  floor.size = 2 * ring.radius;
  floor.height = fmm::dot(floor.up, ring.centre) - floor.size;
}

}  // namespace

Floor floorWithoutGround(const Scene& scene, const fmm::Elements& elements) {
  Floor floor;
  const fmm::Vec3 up = scene.camera.up;
  const double length = fmm::norm(up);
  if (length > 0 && std::isfinite(length)) floor.up = (1 / length) * up;
  if (elements.size() > 0) {
    fmm::Vec3 middle;
    for (const fmm::Vec3& x : elements.position) middle = middle + (1 / static_cast<double>(elements.size())) * x;
    double lowest = std::numeric_limits<double>::infinity(), farthest = 0;
    for (const fmm::Vec3& x : elements.position) {
      lowest = std::min(lowest, fmm::dot(floor.up, x));
      farthest = std::max(farthest, fmm::norm(x - middle));
    }
    floor.middle = middle;
    // Tracers extend beyond elements by about the radius of their tube.
    const double reach = farthest + scene.tracerTube;
    floor.size = reach > 0 ? reach : 1;
    floor.height = lowest - scene.tracerTube - kGap * floor.size;
  } else if (!scene.launches.empty()) {
    standUnder(scene.launches.front().ring, floor);
  }
  return floor;
}

Floor withGround(Floor bare, const fmm::Settings& settings) {
  bare.sticks = settings.wall == fmm::Wall::noSlip;
  if (!settings.ground) return bare;
  const double length = fmm::norm(settings.ground->normal);
  if (length > 0 && std::isfinite(length)) bare.up = (1 / length) * settings.ground->normal;
  bare.height = fmm::dot(bare.up, settings.ground->point);
  return bare;
}

}  // namespace app
