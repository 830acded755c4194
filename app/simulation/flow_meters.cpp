#include "simulation/flow_meters.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "fmm/diagnostics.h"
#include "fmm/plane_vortices.h"
#include "simulation/inspection.h"

namespace app {

MomentScales momentScales(const fmm::Elements& elements, fmm::Space space) {
  constexpr double kRounding = 64 * std::numeric_limits<double>::epsilon();
  const fmm::Vec3 centre = fmm::centroid(elements);
  MomentScales scales, least;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const fmm::Vec3 alpha = elements.strength[i], arm = elements.position[i] - centre;
    const fmm::Vec3 moment = fmm::cross(arm, alpha);
    const double size = fmm::norm(alpha);
    const double core = i < elements.coreRadius.size() ? elements.coreRadius[i] : 0;
    const double reach = core + kRounding * fmm::norm(elements.position[i]);
    scales.strength += size;
    scales.impulse += fmm::norm(moment) / 2;
    scales.angular += fmm::norm(fmm::cross(arm, moment)) / 3;
    least.impulse += reach * size / 2;
    least.angular += reach * reach * size / 3;
  }
  scales.impulse = std::max(scales.impulse, least.impulse);
  scales.angular = std::max(scales.angular, least.angular);
  const fmm::Invariants factors = fmm::invariantsIn(space, {{1, 0, 0}, {1, 0, 0}, {1, 0, 0}});
  scales.impulse *= factors.linearImpulse.x;
  scales.angular *= factors.angularImpulse.x;
  return scales;
}

ReynoldsNumbers reynoldsNumbers(double circulation, double viscosity, double vorticity, double spacing) {
  ReynoldsNumbers numbers;
  const double gamma = std::abs(circulation), turning = vorticity * spacing * spacing;
  if (viscosity > 0 && gamma > 0) numbers.flow = gamma / viscosity;
  if (!(turning > 0)) return numbers;  // also if not a number
  if (viscosity > 0) numbers.cell = turning / viscosity;
  if (gamma > 0) numbers.resolved = ReynoldsNumbers::kMostResolved * gamma / turning;
  return numbers;
}

void DissipationMeter::restart() {
  window_.clear();
  value_ = kNone;
}

void DissipationMeter::add(double kinetic, double enstrophy, double diffused, std::optional<double> potential,
                           double work) {
  const double energy = kinetic + potential.value_or(0) - work;
  if (!std::isfinite(energy) || !std::isfinite(enstrophy)) return;
  if (!window_.empty() && diffused < diffused_) restart();
  const double due =
      window_.empty() ? 0 : window_.back().due + (diffused - diffused_) * (enstrophy_ + enstrophy);  // 2 Z: trapezoid
  enstrophy_ = enstrophy;
  diffused_ = diffused;
  // Samples between which viscosity took nothing count as one: the window's first keeps its energy, others take the
  // newest.
  if (window_.size() > 1 && due <= window_.back().due) {
    window_.back().energy = energy;
  } else {
    window_.push_back({energy, due});
  }
  const double least = (potential || work != 0 ? kLeastFallOfMore : kLeastFall) * std::abs(kinetic);
  while (window_.size() > 2 && due - window_[1].due >= least) window_.pop_front();
  const Sample& first = window_.front();
  if (!(due - first.due >= least) || due == first.due) return;
  value_ = (first.energy - energy) / (due - first.due);
  least_ = std::fmin(least_, value_);
  greatest_ = std::fmax(greatest_, value_);
}

std::string DissipationMeter::warning() const {
  const bool low = least_<kLeastSound, high = greatest_> kMostSound;
  if (!low && !high) return {};
  const double worst = !high || (low && 1 - least_ > greatest_ - 1) ? least_ : greatest_;
  const std::string how = worst < 0 ? fmt::format("the flow gains energy, {:.2g} times what viscosity takes", -worst)
                                    : fmt::format("energy falls {:.2f} times as fast as viscosity takes it", worst);
  return "Under-resolved: add elements or raise viscosity (" + how + ")";
}

void ImpulseWatch::start(const fmm::Elements& elements, fmm::Vec3 centre, const Frame& frame) {
  normal_ = frame.ground ? (1 / fmm::norm(frame.ground->normal)) * frame.ground->normal : fmm::Vec3{};
  sticks_ = frame.sticks;
  space_ = frame.space;
  start_ = fmm::invariantsIn(space_, fmm::invariants(elements, centre)).linearImpulse;
  scale_ = momentScales(elements, space_).impulse;
}

void ImpulseWatch::join(const fmm::Elements& added, const fmm::Elements& all, fmm::Vec3 centre) {
  start_ = start_ + fmm::invariantsIn(space_, fmm::invariants(added, centre)).linearImpulse;
  scale_ = momentScales(all, space_).impulse;
}

double ImpulseWatch::drift(const fmm::Invariants& now) const {
  const fmm::Vec3 change = now.linearImpulse - start_;
  if (sticks_) return kNotMeasured;  // a wall or a body takes up impulse
  return scale_ > 0 ? fmm::norm(change - fmm::dot(change, normal_) * normal_) / scale_ : 0;
}

std::string describeWallLayer(double nodes) {
  constexpr double kEnough = 3;
  if (!(nodes < kEnough)) return {};
  return fmt::format(
      "The wall's layer is {:.2g} nodes thick, sqrt(\u03bdt)/h, and {:.0f} resolve it: add elements or raise viscosity",
      nodes, kEnough);
}

std::string StepTurn::describe() const {
  return fmt::format("dt = {:.4g} is too long for this flow: dt max|grad u| is {:.2g}; allowed: up to 1, dt = {:.2g}",
                     step, turn(), 1 / gradient);
}

std::string describeBuoyancyStep(double step, const fmm::LatticeReport& lattice) {
  const double turn = lattice.buoyancyPerStep(step), most = fmm::LatticeReport::kMostBuoyancyPerStep;
  if (!(turn > most)) return {};
  return fmt::format(
      "dt = {:.4g} is too long for this buoyancy: dt sqrt(max|grad b|) is {:.2g}; allowed: up to {}, dt = {:.2g}", step,
      turn, most, step * most / turn);
}

namespace {

/// What makes a flow last longer, other than more elements, if `settings` do not have it yet and may have it.
std::vector<std::string> remediesFor(const fmm::Settings& settings) {
  std::vector<std::string> names;
  const auto offer = [&](const std::string& name, const auto& change) {
    fmm::Settings changed = settings;
    change(changed);
    if (changed != settings && fmm::brokenRule(changed) == nullptr) names.push_back(name);
  };
  const auto set = [](double& value) { value = value > 0 ? value : 1; };
  if (!settings.redistribution.isOn())
    offer("redistribution", [](fmm::Settings& s) {
      s.redistribution.steps = fmm::Redistribution::kAutomatic;
      if (s.viscosity > 0) s.diffusion = fmm::Diffusion::lattice;
      s.relaxation = 0;  // it takes its place
    });
  offer(settings.viscosity > 0    ? "relaxation"
        : settings.relaxation > 0 ? "viscosity"
                                  : "viscosity with relaxation",
        [&](fmm::Settings& s) { set(s.viscosity), set(s.relaxation); });
  if (fmm::stretches(settings))
    offer("classical stretching", [](fmm::Settings& s) { s.stretching = fmm::Stretching::classical; });
  if (names.empty()) names = {"more elements"};
  return names;
}

/// "a, b or c last longer".
std::string lastLonger(const std::vector<std::string>& names) {
  std::string text = names.front();
  for (std::size_t i = 1; i < names.size(); ++i) text += (i + 1 < names.size() ? ", " : " or ") + names[i];
  return text + (names.size() > 1 || names.front() == "more elements" ? " last longer" : " lasts longer");
}

}  // namespace

std::string ImpulseWatch::describe(double drift, const StepTurn& step, const fmm::Settings& settings) {
  const std::string off = drift < 10 ? fmt::format("{:.0f} %", 100 * drift) : fmt::format("{:.1e} times", drift);
  if (step.isTooLong()) return fmt::format("the flow is lost (the impulse is off by {}): {}", off, step.describe());
  return fmt::format("the rings have broken up into structures finer than the elements (the impulse is off by {}); {}",
                     off, lastLonger(remediesFor(settings)));
}

namespace {

double relative(double change, double scale) {
  return scale > 0 ? std::abs(change) / scale : 0;
}

}  // namespace

void DriftWatch::start(const DiagnosticsSample& sample, const fmm::Elements& elements,
                       const std::vector<fmm::Vec3>& velocities, const fmm::Settings& settings) {
  const std::optional<fmm::GroundPlane>& ground = settings.ground;
  sticks_ = fmm::sticks(settings);
  heat_ = settings.heat;
  bodies_ = !settings.bodies.empty();
  given_ = 0;
  space_ = settings.space;
  spreads_ = space_ == fmm::Space::plane && settings.viscosity > 0 && settings.diffusion == fmm::Diffusion::lattice;
  normal_ = ground ? (1 / fmm::norm(ground->normal)) * ground->normal : fmm::Vec3{};
  invariants_ = sample.flow.invariants;
  energy_ = sample.flow.energy;
  helicity_ = sample.flow.helicity;
  setScales(elements, velocities);
}

void DriftWatch::setScales(const fmm::Elements& elements, const std::vector<fmm::Vec3>& velocities) {
  scales_ = momentScales(elements, space_);
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
  energy_ = now.flow.energy;  // the previous energy may be old
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
  if (!heat_ && !bodies_) {
    drift.energy = std::abs(sample.flow.energy - energy_) / std::abs(energy_);
    drift.helicity = relative(sample.flow.helicity - helicity_, helicityScale_);
  }
  if (sticks_) return drift;                     // the wall changes the others
  if (!heat_ || (scales_.strength > 0 && free))  // heat on a wall makes some
    drift.strength = relative(fmm::norm(now.totalStrength - invariants_.totalStrength), scales_.strength);
  drift.impulse = relative(fmm::norm(impulse - fmm::dot(impulse, normal_) * normal_), scales_.impulse + given_);
  if (spreads_ || heat_) return drift;
  drift.angularImpulse = relative(free ? fmm::norm(angular) : fmm::dot(angular, normal_), scales_.angular);
  return drift;
}

}  // namespace app
