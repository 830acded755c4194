#include "scene/nozzle.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace app {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr int kAround = 64;
constexpr double kBehind = 1.5;  // core radii from the mouth to the ring

/// Distances from the axis, and places along it, from the middle of the inner end to that of the outer one.
std::vector<std::pair<double, double>> profileOf(double radius, double length) {
  constexpr double kWall = 0.12, kWider = 0.35, kDepth = 0.8;  // wall and widening in radii, depth in lengths
  constexpr int kSteps = 16;
  std::vector<std::pair<double, double>> profile = {{radius, -kDepth * length}, {radius, 0}};
  for (int k = 0; k <= kSteps; ++k) {
    const double part = static_cast<double>(k) / kSteps, smooth = part * part * (3 - 2 * part);
    profile.emplace_back(radius * (1 + kWall + kWider * smooth), -part * length);
  }
  return profile;
}

}  // namespace

fmm::Vec3 nozzleMouth(const RingLaunch& launch) {
  const fmm::Ring& ring = launch.ring;
  return ring.centre - kBehind * ring.coreRadius / fmm::norm(ring.axis) * ring.axis;
}

fmm::BodySurface nozzleSurface(const RingLaunch& launch) {
  const auto profile = profileOf(launch.ring.radius, launch.nozzle);
  fmm::BodySurface surface;
  for (const auto& [r, z] : profile)
    for (int k = 0; k < kAround; ++k)
      surface.corner.push_back({r * std::cos(2 * kPi * k / kAround), r * std::sin(2 * kPi * k / kAround), z});
  surface.corner.push_back({0, 0, profile.front().second});
  surface.corner.push_back({0, 0, profile.back().second});
  const auto outer = static_cast<std::uint32_t>(surface.corner.size() - 1), inner = outer - 1;
  const auto last = static_cast<std::uint32_t>(profile.size() - 1);
  for (std::uint32_t k = 0; k < kAround; ++k) {
    const std::uint32_t next = (k + 1) % kAround;
    surface.triangle.push_back({inner, k, next});
    for (std::uint32_t i = 0; i < last; ++i) {
      const std::uint32_t a = i * kAround + k, b = i * kAround + next;
      surface.triangle.push_back({a, a + kAround, b});
      surface.triangle.push_back({b, a + kAround, b + kAround});
    }
    surface.triangle.push_back({outer, last * kAround + next, last * kAround + k});
  }
  return surface;
}

}  // namespace app
