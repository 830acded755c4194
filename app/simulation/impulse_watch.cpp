#include "simulation/impulse_watch.h"

#include <fmt/format.h>

#include "simulation/moment_scales.h"

namespace app {

void ImpulseWatch::start(const fmm::Elements& elements, fmm::Vec3 centre, const Frame& frame) {
  normal_ = frame.ground ? (1 / fmm::norm(frame.ground->normal)) * frame.ground->normal : fmm::Vec3{};
  precision_ = frame.precision;
  start_ = fmm::invariants(elements, centre).linearImpulse;
  scale_ = momentScales(elements, precision_).impulse;
}

void ImpulseWatch::join(const fmm::Elements& added, const fmm::Elements& all, fmm::Vec3 centre) {
  start_ = start_ + fmm::invariants(added, centre).linearImpulse;
  scale_ = momentScales(all, precision_).impulse;
}

double ImpulseWatch::drift(const fmm::Invariants& now) const {
  const fmm::Vec3 change = now.linearImpulse - start_;
  return scale_ > 0 ? fmm::norm(change - fmm::dot(change, normal_) * normal_) / scale_ : 0;
}

std::string StepTurn::describe() const {
  return fmt::format("dt = {:.4g} is too long for this flow: dt max|grad u| is {:.2g}; allowed: up to 1, dt = {:.2g}",
                     step, turn(), 1 / gradient);
}

std::string ImpulseWatch::describe(double drift, const StepTurn& step) {
  const std::string off = drift < 10 ? fmt::format("{:.0f} %", 100 * drift) : fmt::format("{:.1e} times", drift);
  if (step.isTooLong()) return fmt::format("the flow is lost (the impulse is off by {}): {}", off, step.describe());
  return fmt::format(
      "the rings have broken up into structures finer than the elements (the impulse is off by {}); "
      "redistribution, viscosity with relaxation, splitting (minimum_overlap) or classical stretching last longer",
      off);
}

}  // namespace app
