#include "camera/camera_presets.h"

#include <array>
#include <cmath>

#include "camera/camera.h"

namespace app {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kMargin = 1.05;         // factor on the distance from which the ball just fits
constexpr double kParallel = 1e-3;       // sine below which directions count as parallel
constexpr double kVanishing = 1e-3;      // relative size below which the impulses of the rings count as cancelled
constexpr double kCloseUpHeight = 0.62;  // half the height of the close-up, in ring radii
constexpr double kCloseUpOffset = 0.55;  // distance of the close-up's target from the ring's centre, in ring radii

struct Described {
  CameraPreset preset;
  std::string_view label, description;
};
constexpr std::array<Described, 6> kPresets = {{
    {CameraPreset::front, "Front", "From ahead: the rings come towards you"},
    {CameraPreset::side, "Side", "From the side: the rings go to the right"},
    {CameraPreset::top, "Top", "From above: the rings go to the right"},
    {CameraPreset::threeQuarter, "Three-quarter", "From the side, ahead and above"},
    {CameraPreset::axis, "Along the axis", "From behind, along the direction of travel"},
    {CameraPreset::closeUp, "Close-up", "The near side of the first ring"},
}};

const Described& describe(CameraPreset preset) {
  return kPresets[static_cast<std::size_t>(preset)];
}

fmm::Vec3 normalised(fmm::Vec3 a) {
  return (1 / fmm::norm(a)) * a;
}

/// Three orthogonal unit vectors: up; horizontal direction of travel; side from which rings move to the right.
struct Directions {
  fmm::Vec3 up, ahead, aside;

  explicit Directions(const CameraSubject& subject) : up(normalised(subject.up)) {
    fmm::Vec3 across = fmm::cross(subject.travel, up);
    if (fmm::norm(across) < kParallel * fmm::norm(subject.travel)) {  // vertical travel: any direction will do
      across = fmm::cross(std::abs(up.z) < 0.9 ? fmm::Vec3{0, 0, 1} : fmm::Vec3{0, -1, 0}, up);
    }
    aside = normalised(across);
    ahead = fmm::cross(up, aside);
  }
};

/// Direction from a ball's centre to the eye, and to the upper edge of the picture.
struct ViewDirections {
  fmm::Vec3 toEye, up;
};

ViewDirections viewDirections(CameraPreset preset, const CameraSubject& subject) {
  const Directions to(subject);
  switch (preset) {
    case CameraPreset::front:
      return {to.ahead, to.up};
    case CameraPreset::side:
      return {to.aside, to.up};
    case CameraPreset::top:
      return {to.up, -1. * to.aside};
    case CameraPreset::threeQuarter:
    case CameraPreset::closeUp:
      return {normalised(to.aside + 0.8 * to.ahead + 0.42 * to.up), to.up};
    case CameraPreset::axis:
      break;
  }
  const fmm::Vec3 travel = normalised(subject.travel);
  const bool vertical = fmm::norm(fmm::cross(travel, to.up)) < kParallel;
  return {-1. * travel, vertical ? to.ahead : to.up};
}

/// Unit direction from a ring's centre to its side nearest to the eye, for close-ups; zero if seen along the axis.
fmm::Vec3 nearSide(const CameraSubject& subject, fmm::Vec3 toEye) {
  const fmm::Vec3 axis = normalised(subject.travel);
  const fmm::Vec3 across = toEye - fmm::dot(toEye, axis) * axis;
  return fmm::norm(across) < kParallel ? fmm::Vec3{} : normalised(across);
}

}  // namespace

const std::vector<CameraPreset>& cameraPresets() {
  static const std::vector<CameraPreset> all = {CameraPreset::front,        CameraPreset::side, CameraPreset::top,
                                                CameraPreset::threeQuarter, CameraPreset::axis, CameraPreset::closeUp};
  return all;
}

std::string_view label(CameraPreset preset) {
  return describe(preset).label;
}

std::string_view description(CameraPreset preset) {
  return describe(preset).description;
}

CameraPose presetPose(CameraPreset preset, const CameraSubject& subject, double fieldOfView, double aspect) {
  const ViewDirections view = viewDirections(preset, subject);
  CameraPose pose{subject.centre, subject.centre, view.up, fieldOfView};
  double distance = kMargin * Camera::fitDistance(subject.radius, fieldOfView, aspect);
  if (preset == CameraPreset::closeUp) {
    pose.target = subject.ringCentre + kCloseUpOffset * subject.ringRadius * nearSide(subject, view.toEye);
    const double halfHeight = kCloseUpHeight * subject.ringRadius + subject.tubeRadius;
    distance = halfHeight / std::tan(fieldOfView * kPi / 360);
  }
  pose.eye = pose.target + distance * view.toEye;
  return pose;
}

fmm::Vec3 directionOfTravel(fmm::Vec3 linearImpulse, const std::vector<fmm::Ring>& rings) {
  double all = 0;  // sum of the rings' impulses Gamma pi R^2, as if all were parallel
  for (const fmm::Ring& ring : rings) all += std::abs(ring.circulation) * kPi * ring.radius * ring.radius;
  if (fmm::norm(linearImpulse) > kVanishing * all) return normalised(linearImpulse);
  if (rings.empty()) return {0, 0, 1};
  return (rings.front().circulation < 0 ? -1 : 1) * normalised(rings.front().axis);
}

}  // namespace app
