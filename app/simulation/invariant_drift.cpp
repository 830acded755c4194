#include "simulation/invariant_drift.h"

#include <cmath>

#include "simulation/element_sample.h"

namespace app {
namespace {

double relative(double change, double scale) {
  return scale > 0 ? std::abs(change) / scale : 0;
}

}  // namespace

void DriftWatch::start(const DiagnosticsSample& sample, const fmm::Elements& elements,
                       const std::vector<fmm::Vec3>& velocities, const fmm::Settings& settings) {
  const std::optional<fmm::GroundPlane>& ground = settings.ground;
  precision_ = settings.precision;
  normal_ = ground ? (1 / fmm::norm(ground->normal)) * ground->normal : fmm::Vec3{};
  invariants_ = sample.flow.invariants;
  energy_ = sample.flow.energy;
  helicity_ = sample.flow.helicity;
  setScales(elements, velocities);
}

void DriftWatch::setScales(const fmm::Elements& elements, const std::vector<fmm::Vec3>& velocities) {
  scales_ = momentScales(elements, precision_);
  helicityScale_ = 0;
  for (std::size_t i = 0; i < elements.size(); ++i)
    helicityScale_ += fmm::norm(elements.strength[i]) * fmm::norm(velocities[i]);
}

void DriftWatch::join(const DiagnosticsSample& before, const DiagnosticsSample& now, const fmm::Elements& elements,
                      const std::vector<fmm::Vec3>& velocities) {
  const auto shift = [](fmm::Vec3& start, fmm::Vec3 from, fmm::Vec3 to) { start = start + (to - from); };
  shift(invariants_.totalStrength, before.flow.invariants.totalStrength, now.flow.invariants.totalStrength);
  shift(invariants_.linearImpulse, before.flow.invariants.linearImpulse, now.flow.invariants.linearImpulse);
  shift(invariants_.angularImpulse, before.flow.invariants.angularImpulse, now.flow.invariants.angularImpulse);
  energy_ = now.flow.energy;  // the one before may be long ago
  helicity_ += now.flow.helicity - before.flow.helicity;
  setScales(elements, velocities);
}

InvariantDrift DriftWatch::drift(const DiagnosticsSample& sample) {
  if (std::isnan(energy_)) energy_ = sample.flow.energy;
  const fmm::Invariants& now = sample.flow.invariants;
  const fmm::Vec3 impulse = now.linearImpulse - invariants_.linearImpulse;
  const fmm::Vec3 angular = now.angularImpulse - invariants_.angularImpulse;
  const bool free = fmm::norm(normal_) == 0;
  InvariantDrift drift;
  drift.strength = relative(fmm::norm(now.totalStrength - invariants_.totalStrength), scales_.strength);
  drift.impulse = relative(fmm::norm(impulse - fmm::dot(impulse, normal_) * normal_), scales_.impulse);
  drift.angularImpulse = relative(free ? fmm::norm(angular) : fmm::dot(angular, normal_), scales_.angular);
  drift.energy = std::abs(sample.flow.energy - energy_) / std::abs(energy_);
  drift.helicity = relative(sample.flow.helicity - helicity_, helicityScale_);
  return drift;
}

}  // namespace app
