#include "simulation/impulse_watch.h"

#include <fmt/format.h>

namespace app {

void ImpulseWatch::start(const fmm::Elements& elements, const std::optional<fmm::GroundPlane>& ground) {
  normal_ = ground ? (1 / fmm::norm(ground->normal)) * ground->normal : fmm::Vec3{};
  start_ = fmm::invariants(elements).linearImpulse;
  scale_ = fmm::absoluteImpulse(elements);
}

void ImpulseWatch::join(const fmm::Elements& added, const fmm::Elements& all) {
  start_ = start_ + fmm::invariants(added).linearImpulse;
  scale_ = fmm::absoluteImpulse(all);
}

double ImpulseWatch::drift(const fmm::Invariants& now) const {
  const fmm::Vec3 change = now.linearImpulse - start_;
  return scale_ > 0 ? fmm::norm(change - fmm::dot(change, normal_) * normal_) / scale_ : 0;
}

std::string ImpulseWatch::describe(double drift) {
  const std::string off = drift < 10 ? fmt::format("{:.0f} %", 100 * drift) : fmt::format("{:.1e} times", drift);
  return fmt::format(
      "the rings have broken up into structures finer than the elements (the impulse is off by {}); "
      "redistribution, viscosity with relaxation, splitting (minimum_overlap) or classical stretching last longer",
      off);
}

}  // namespace app
