#include "simulation/flow_diagnostics.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "scene/scene_lines.h"
#include "scene/start/scene_heat.h"
#include "scene/start/scene_lattice.h"
#include "scene/start/scene_particles.h"
#include "simulation/arrivals.h"
#include "simulation/flow_meters.h"
#include "simulation/keep_pace.h"

namespace app {
namespace {

/// Not a number for singular elements, which have no finite energy.
double finite(double value) {
  return std::isfinite(value) ? value : kNotMeasured;
}

/// True if heat gets potential energy from a source or where it diffuses against the ground or a body.
bool gainsEnergy(const fmm::Settings& settings) {
  const auto gives = [](const fmm::HeatSource& s) { return s.supply != fmm::HeatSupply::start; };
  const bool given = std::any_of(settings.heatSources.begin(), settings.heatSources.end(), gives);
  return settings.heat && (settings.ground || !settings.bodies.empty() || given);
}

/// Sets the overlap of rings on a lattice: sigma over the lattice's spacing.
void setOverlaps(const fmm::LatticeReport& lattice, DiagnosticsSample& sample) {
  if (lattice.spacing == 0) return;
  for (RingSample& ring : sample.rings) ring.overlap = ring.measured.sigma / lattice.spacing;
}

/// Number of elements of a ring that joins; layers may leave out some of the given number, and on a lattice the spacing
/// determines it.
std::size_t elementsOf(const Scene& scene, RingLaunch launch, std::size_t index) {
  const bool asGiven = launch.ring.layout != fmm::CoreLayout::layers && !scene.settings.redistribution.isOn();
  if (asGiven) return *launch.elements;
  launch.tracers = 0;
  return makeRing(scene, launch, static_cast<std::int32_t>(index)).elements.size();
}

}  // namespace

std::vector<PatchCirculation> patchCirculations(const Scene& scene) {
  std::vector<PatchCirculation> all;
  for (const ScenePatch& patch : scene.patches) all.push_back({circleAbout(patch).circulation, patch.count > 1});
  for (const fmm::Ring& warm : heatRings(scene)) all.push_back({warm.circulation, true});  // an estimate
  return all;
}

void FlowDiagnostics::start(const std::vector<MadeRing>& rings, bool circles,
                            const std::vector<PatchCirculation>& vortices) {
  rings_.start(rings, circles);
  passes_.reset();
  watched_.clear();
  told_ = true;
  vortices_ = vortices;
  circulation_ = 0;
  for (const PatchCirculation& vortex : vortices) circulation_ = std::max(circulation_, std::abs(vortex.circulation));
  for (const MadeRing& ring : rings) noteCirculation(ring);
  forget();
}

void FlowDiagnostics::expect(const MadeRing& ring) {
  rings_.expect(ring);
  noteCirculation(ring);
}

void FlowDiagnostics::noteCirculation(const MadeRing& ring) {
  circulation_ = std::max(circulation_, std::abs(ring.ring.circulation));
}

void FlowDiagnostics::restart() {
  rings_.restart();
  forget();
}

void FlowDiagnostics::forget() {
  meter_.start();
  energyDrift_ = kNotMeasured;
  energies_ = 0;
  work_ = 0;
  began_ = 0;
  known_ = 0;
  last_ = {};
  impulseForce_ = {};
}

void FlowDiagnostics::addStep(const fmm::VortexSystem& system) {
  const std::vector<fmm::BodyLoad>& loads = system.bodyLoads();
  bodies_.add(loads);
  bool starts = std::exchange(known_, loads.size()) != loads.size();
  for (const fmm::BodyLoad& load : loads) {
    work_ += load.power * system.settings().timeStep;
    starts = starts || load.starts;
  }
  if (!starts) return;
  impulseForce_.jump();
  began_ = system.time();
}

/// If both energy and vorticity are wanted, measures them separately to know their costs; the rest is O(N).
fmm::FlowMeasures FlowDiagnostics::measureSums(fmm::VortexSystem& system, bool withEnergy, bool withVorticity,
                                               std::size_t stride, fmm::Vec3 about) {
  const auto secondsFor = [&](const fmm::FrameParts& parts) {
    const auto start = std::chrono::steady_clock::now();
    frame_ = system.measureFrame(parts);
    return secondsSince(start);
  };
  cost_ = {};
  fmm::FlowMeasures before;
  if (withEnergy && withVorticity) {
    cost_.energy = secondsFor({true, false, false, 0, about});
    before = frame_.flow;
  }
  const double seconds = secondsFor({withEnergy && !withVorticity, withVorticity, true, stride, about});
  if (withVorticity) cost_.vorticity = seconds;
  if (withEnergy && !withVorticity) cost_.energy = seconds;
  fmm::FlowMeasures flow = frame_.flow;
  if (withEnergy && withVorticity) flow.energy = before.energy;
  if (std::isnan(flow.enstrophy)) flow.enstrophy = before.enstrophy;
  return flow;
}

DiagnosticsSample FlowDiagnostics::measure(fmm::VortexSystem& system, bool withEnergy, bool withVorticity,
                                           std::size_t stride, fmm::Vec3 about) {
  const fmm::Settings& settings = system.settings();
  DiagnosticsSample sample;
  sample.time = system.time();
  sample.steps = system.steps();
  sample.elements = system.elementCount();
  sample.space = settings.space;
  sample.looked = true;
  fmm::FlowMeasures& flow = sample.flow;
  flow = measureSums(system, withEnergy, withVorticity, stride, about);
  for (double* value : {&flow.energy, &flow.largestVorticity, &flow.leastOverlap, &flow.meanOverlap})
    *value = finite(*value);
  takeHeat(settings, sample);
  takeWall(system, sample);
  sample.bodies = bodies_.sample(settings, sample.time);
  const fmm::LatticeReport& lattice = system.lattice();
  const bool plane = settings.space == fmm::Space::plane;
  const bool joined = plane ? followVortices(lattice, sample) : rings_.follow(frame_.rings, settings, sample);
  if (joined) impulseForce_.jump();
  const fmm::Vec3 force = impulseForce_.sample(settings, sample.time, flow.invariants.linearImpulse);
  if (!sample.bodies.empty()) sample.bodies.front().impulseForce = force;
  if (!plane) {
    setOverlaps(lattice, sample);
    followRings(system, sample);
  }
  if (!last_.looked) {
    drift_.start(sample, system.elements(), system.elementVelocities(), settings);
  } else if (!joined) {
    drift_.give(lattice.heatImpulse - given_.first, lattice.heatImpulseSize - given_.second);
  } else {
    drift_.join(last_, sample, system.elements(), system.elementVelocities());
  }
  given_ = {lattice.heatImpulse, lattice.heatImpulseSize};
  sample.drift = drift_.drift(sample);
  meter(system, joined, sample);
  last_ = sample;
  return sample;
}

/// What heat is, and the impulse that it has given the flow since the last sample.
void FlowDiagnostics::takeHeat(const fmm::Settings& settings, DiagnosticsSample& sample) {
  sample.heat = frame_.heat;
  if (!sample.heat) return;
  constexpr double kPi = 3.14159265358979323846;
  const double area = sample.heat->sum * sample.time / (kPi * sample.heat->circulation);
  const bool alone = settings.space == fmm::Space::space && !settings.heatSources.empty() && !gainsEnergy(settings);
  if (area > 0 && alone) sample.thermalTheory = std::sqrt(area);
}

/// Moves the vorticity that a wall or bodies have given off, which is measured like a ring, from the rings to the
/// sample's values.
void FlowDiagnostics::takeWall(const fmm::VortexSystem& system, DiagnosticsSample& sample) {
  const fmm::Settings& settings = system.settings();
  if (!fmm::sticks(settings)) return;
  std::vector<fmm::RingMeasures>& rings = frame_.rings;
  const auto wall =
      std::find_if(rings.begin(), rings.end(), [](const fmm::RingMeasures& r) { return r.ring == fmm::kWallRing; });
  const double circulation = wall == rings.end() ? 0 : std::abs(wall->circulation);
  if (wall != rings.end()) rings.erase(wall);
  if (settings.wall != fmm::Wall::noSlip) return;  // bodies
  sample.wallCirculation = circulation;
  const double spacing = system.lattice().spacing;
  if (spacing > 0) sample.wallNodes = std::sqrt(settings.viscosity * sample.time) / spacing;
}

/// The vortices of a plane flow, each of one sign, as long as they can be told apart. None ever joins: false.
bool FlowDiagnostics::followVortices(const fmm::LatticeReport& lattice, DiagnosticsSample& sample) {
  constexpr double kMostChange = 0.2;  // as in RingFollower::keepCirculations()
  bool keep = true;
  for (const fmm::RingMeasures& vortex : frame_.rings) {
    const auto index = static_cast<std::size_t>(vortex.ring);
    if (vortex.ring < 0 || index >= vortices_.size() || vortices_[index].several) continue;
    const double made = vortices_[index].circulation;
    keep = keep && std::abs(vortex.strength - std::abs(made)) <= kMostChange * std::abs(made);
    if (sample.rings.size() == DiagnosticsSample::kMostRings) continue;
    RingSample seen;
    seen.measured = vortex;
    seen.circulation = std::copysign(vortex.strength, made);
    seen.speed = fmm::norm(vortex.velocity);
    sample.rings.push_back(seen);
  }
  told_ = told_ && (!lattice.ringsHaveMet() || keep);
  if (!told_) {
    sample.rings.clear();
    sample.theory = RingTheory::met;
  }
  return false;
}

/// Decides if rings can still be told apart, and counts their passes.
void FlowDiagnostics::followRings(const fmm::VortexSystem& system, DiagnosticsSample& sample) {
  watched_.clear();
  if (sample.rings.size() == 2 && sample.theory == RingTheory::coaxial)
    watched_ = {frame_.rings[0].ring, frame_.rings[1].ring};
  if (watches() && !passes_) {
    passes_.emplace();
    passAxis_ = frame_.rings.front().axis;
  }
  told_ = told_ && (!system.lattice().ringsHaveMet() || rings_.keepCirculations(frame_.rings));
  if (watches()) watchPasses(frame_.rings, system);
  if (!told_) {
    sample.rings.clear();
    sample.theory = RingTheory::met;
  }
  if (passes_) sample.passes = static_cast<double>(passes_->times().size());
}

void FlowDiagnostics::watchPasses(const std::vector<fmm::RingMeasures>& rings, const fmm::VortexSystem& system) {
  const bool same = rings.size() == 2 && watched_ == std::vector{rings[0].ring, rings[1].ring};
  if (!same || !fmm::areCoaxial(rings)) return;
  told_ = told_ && (!system.lattice().ringsHaveMet() || rings_.keepCirculations(rings));
  if (!told_) return;
  passes_->add(system.time(), fmm::dot(rings[0].centre - rings[1].centre, passAxis_),
               (rings[0].radius + rings[1].radius) / 2);
}

/// Meters dissipation and Reynolds numbers.
void FlowDiagnostics::meter(const fmm::VortexSystem& system, bool joined, DiagnosticsSample& sample) {
  const fmm::Settings& settings = system.settings();
  const double viscosity = settings.viscosity;
  const fmm::LatticeReport& lattice = system.lattice();
  if (joined) {
    meter_.restart();
    energies_ = 0;
  }
  // A start at once makes a layer that is thinner than a node at first.
  const double h = lattice.spacing;
  const bool thin = !settings.bodies.empty() && !(viscosity * (sample.time - began_) > h * h);
  if (thin || wakeFades(settings, sample.time)) {
    meter_.restart();
  } else if (!std::isnan(sample.flow.energy) && !gainsEnergy(settings)) {
    const std::optional<double> potential = sample.heat ? std::optional(sample.heat->potential) : std::nullopt;
    meter_.add(sample.flow.energy, sample.flow.enstrophy, viscosity * sample.time, potential, work_);
    sample.dissipation = meter_.value();
    energyDrift_ = ++energies_ > 1 ? sample.drift.energy : kNotMeasured;
  }
  const ReynoldsNumbers numbers =
      reynoldsNumbers(circulation_, viscosity, sample.flow.largestVorticity, lattice.spacing);
  sample.reynolds = numbers.flow;
  sample.cellReynolds = numbers.cell;
  sample.resolvedReynolds = numbers.resolved;
}

std::vector<MadeRing> ringsUntil(const Scene& scene, const fmm::Elements& beginning, double time) {
  if (scene.settings.space == fmm::Space::plane) return {};
  std::vector<MadeRing> rings;
  for (const fmm::Ring& ring : beginningRings(scene)) rings.push_back({ring});
  const std::vector<RingLaunch> launches = sceneLaunches(scene);
  for (const RingLaunch& launch : launches)
    if (isDue(launch, std::max(time, 0.0), scene.settings.timeStep)) rings.push_back({launch.ring});
  for (MadeRing& ring : rings) ring.spacing = latticeSpacing(scene);
  const std::size_t warm = madeLineCount(scene) - scene.settings.heatSources.size();
  for (std::size_t i = warm; i < lineCount(scene); ++i) rings[i].guessed = true;
  for (const std::int32_t ring : beginning.ring) ++rings[static_cast<std::size_t>(ring)].elements;
  for (std::size_t i = lineCount(scene); i < rings.size(); ++i)
    if (rings[i].elements == 0) rings[i].elements = elementsOf(scene, launches[i - lineCount(scene)], i);
  for (MadeRing& ring : rings)
    if (!ring.guessed) ring.seededRadius = seededRadius(scene, ring.ring, ring.elements);
  return rings;
}

}  // namespace app
