#include "simulation/flow_diagnostics.h"

#include <algorithm>
#include <cmath>

#include "fmm/ground_plane.h"

namespace app {
namespace {

/// Energy of the flow; over a ground that of its half of the space that elements and images make. Not a number for
/// singular elements, which have no finite one.
double energyOf(const fmm::Elements& elements, const fmm::Settings& settings) {
  const bool ground = settings.ground.has_value();
  const double energy = fmm::energy(ground ? fmm::mirrored(elements, *settings.ground) : elements,
                                    settings.regularisation, settings.threads);
  if (!std::isfinite(energy)) return kNotMeasured;
  return ground ? energy / 2 : energy;
}

}  // namespace

void FlowDiagnostics::start(const std::vector<fmm::Ring>& rings) {
  rings_.start(rings);
  last_ = {};
}

void FlowDiagnostics::restart() {
  rings_.restart();
  last_ = {};
}

DiagnosticsSample FlowDiagnostics::look(const fmm::VortexSystem& system, bool withEnergy) {
  const fmm::Settings& settings = system.settings();
  const fmm::Elements elements = system.elements();
  const std::vector<fmm::Vec3> velocities = system.elementVelocities();
  DiagnosticsSample sample = unlookedSample(system);
  sample.looked = true;
  sample.invariants = fmm::invariants(elements);
  sample.helicity = fmm::helicity(elements, velocities);
  if (withEnergy && elements.size() <= kMostEnergyElements) sample.energy = energyOf(elements, settings);
  const bool joined = rings_.look(fmm::measureRings(elements, velocities, system.strengthRates()), settings, sample);
  if (!last_.looked) {
    drift_.start(sample, elements, velocities, settings.ground);
  } else if (joined) {
    drift_.join(last_, sample, elements, velocities);
  }
  sample.drift = drift_.drift(sample);
  last_ = sample;
  return sample;
}

std::vector<fmm::Ring> ringsUntil(const Scene& scene, double time) {
  std::vector<RingLaunch> launches = scene.launches;
  std::stable_sort(launches.begin(), launches.end(),
                   [](const RingLaunch& a, const RingLaunch& b) { return a.time < b.time; });
  std::vector<fmm::Ring> rings = scene.rings;
  for (const RingLaunch& launch : launches)
    if (launch.time <= time) rings.push_back(launch.ring);
  return rings;
}

DiagnosticsSample unlookedSample(const fmm::VortexSystem& system) {
  DiagnosticsSample sample;
  sample.time = system.time();
  sample.steps = system.steps();
  sample.elements = system.elementCount();
  return sample;
}

}  // namespace app
