#include "scene/floor.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "fmm/bodies.h"

namespace app {
namespace {

constexpr double kGap = 0.04;  // between the lowest particle and the plane, as a fraction of the scene's size

/// Corners of the bodies in space at time 0.
std::vector<fmm::Vec3> cornersOf(const std::vector<fmm::Body>& bodies) {
  std::vector<fmm::Vec3> corners;
  for (const fmm::Body& body : bodies) {
    if (fmm::isInPlane(body)) continue;
    const fmm::BodyPose pose = body.poseAt(0);
    const std::array<fmm::Vec3, 3> axes = body.axesAt(pose);
    for (const fmm::Vec3& x : fmm::surfaceOf(body).corner)
      corners.push_back(pose.centre + x.x * axes[0] + x.y * axes[1] + x.z * axes[2]);
  }
  return corners;
}

fmm::Vec3 meanOf(const std::vector<fmm::Vec3>& places) {
  fmm::Vec3 mean;
  for (const fmm::Vec3& x : places) mean = mean + (1 / static_cast<double>(places.size())) * x;
  return mean;
}

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
  const std::vector<fmm::Vec3> corners = cornersOf(scene.settings.bodies);
  if (elements.size() > 0 || !corners.empty()) {
    floor.middle = meanOf(elements.size() > 0 ? elements.position : corners);
    double lowest = std::numeric_limits<double>::infinity(), reach = 0;
    const auto stand = [&](const std::vector<fmm::Vec3>& places, double beyond) {
      for (const fmm::Vec3& x : places) {
        lowest = std::min(lowest, fmm::dot(floor.up, x) - beyond);
        reach = std::max(reach, fmm::norm(x - floor.middle) + beyond);
      }
    };
    stand(elements.position, scene.tracerTube);  // tracers extend beyond elements by about the radius of their tube
    stand(corners, 0);
    floor.size = reach > 0 ? reach : 1;
    floor.height = lowest - kGap * floor.size;
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
