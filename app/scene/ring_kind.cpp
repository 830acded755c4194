// What scenes and the panel know of vortex rings.

#include <fmt/format.h>

#include <cmath>

#include "scene/line_keys.h"
#include "scene/toml_reader.h"

namespace app {
namespace {

static_assert(fmm::memberCount<fmm::Ring>() == 1, "a member of rings has no key");

void requireThinCore(const TomlTable& table, fmm::Ring& ring) {
  if (ring.profile != fmm::CoreProfile::filament && ring.coreRadius >= ring.radius)
    table.fail("core_radius", fmt::format("= {} is out of range; allowed: more than 0, less than the ring's radius {}",
                                          ring.coreRadius, ring.radius));
}

double ringReach(const fmm::Ring& ring, fmm::Vec3 n) {
  const fmm::Vec3 axis = (1 / fmm::norm(ring.axis)) * ring.axis;
  return ring.radius * ((1 + ring.waveAmplitude) * fmm::norm(fmm::cross(axis, n)) +
                        ring.axialAmplitude * std::abs(fmm::dot(axis, n)));
}

}  // namespace

template <>
const LineKind<fmm::Ring>& lineKind() {
  using Ring = fmm::Ring;
  static const LineKind<Ring> kind = {
      1000, joinKeys<Ring>(kPlaceKeys<Ring>, kCoreKeys<Ring>, waveKeys<Ring>(1000)), requireThinCore, ringReach, {}};
  return kind;
}

}  // namespace app
