#include "scene/scene.h"

#include <algorithm>
#include <cmath>

#include "scene/scene_lines.h"
#include "scene/scene_settings_table.h"
#include "scene/view_settings_table.h"

namespace app {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// Random number k of tracer n, uniform in 0 to 1.
double uniform(std::uint64_t seed, std::int64_t n, std::uint64_t k) {
  return static_cast<double>(seedFor(seed, 3 * static_cast<std::uint64_t>(n) + k) >> 11) * 0x1p-53;
}

}  // namespace

fmm::Vec3 emittedAt(const Emitter& emitter, std::uint64_t seed, std::int64_t n) {
  if (emitter.hasSeeds()) {
    const auto seeds = static_cast<std::int64_t>(emitter.seeds);
    const double part = static_cast<double>(n % seeds) / static_cast<double>(std::max<std::int64_t>(seeds - 1, 1));
    return emitter.centre + part * emitter.along;
  }
  const double angle = 2 * kPi * uniform(seed, n, 0), second = uniform(seed, n, 1), third = uniform(seed, n, 2);
  if (emitter.shape == EmitterShape::ball) {
    const double height = 2 * second - 1, across = std::sqrt(1 - height * height);
    const fmm::Vec3 direction = {across * std::cos(angle), across * std::sin(angle), height};
    return emitter.centre + emitter.radius * std::cbrt(third) * direction;
  }
  const fmm::Vec3 axis = (1 / fmm::norm(emitter.normal)) * emitter.normal;
  const fmm::Vec3 other = std::abs(axis.x) < 0.6 ? fmm::Vec3{1, 0, 0} : fmm::Vec3{0, 1, 0};
  const fmm::Vec3 across = fmm::cross(axis, other);
  const fmm::Vec3 first = (1 / fmm::norm(across)) * across;
  const double away = emitter.radius * std::sqrt(second);
  return emitter.centre + away * (std::cos(angle) * first + std::sin(angle) * fmm::cross(axis, first));
}

std::size_t emittedCount(const std::vector<Emitter>& emitters) {
  std::size_t count = 0;
  for (const Emitter& emitter : emitters) count += emitter.mostTracers();
  return count;
}

bool operator==(const ParticleSettings& a, const ParticleSettings& b) {
  return fmm::sameSettings(a, b);
}
bool operator==(const WidthSettings& a, const WidthSettings& b) {
  return fmm::sameSettings(a, b);
}
bool operator==(const CameraPose& a, const CameraPose& b) {
  return fmm::sameSettings(a, b);
}

bool operator==(const ViewSettings& a, const ViewSettings& b) {
  return fmm::sameSettings(a, b);
}

}  // namespace app
