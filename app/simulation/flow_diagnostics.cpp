#include "simulation/flow_diagnostics.h"

#include <algorithm>
#include <cmath>

#include "scene/scene_lines.h"

namespace app {
namespace {

/// Not a number for singular elements, which have no finite energy.
double finite(double value) {
  return std::isfinite(value) ? value : kNotMeasured;
}

}  // namespace

void FlowDiagnostics::start(const std::vector<fmm::Ring>& rings, bool circles) {
  rings_.start(rings, circles);
  last_ = {};
}

void FlowDiagnostics::restart() {
  rings_.restart();
  last_ = {};
}

DiagnosticsSample FlowDiagnostics::look(fmm::VortexSystem& system, bool withEnergy, bool withVorticity) {
  const fmm::Settings& settings = system.settings();
  DiagnosticsSample sample;
  sample.time = system.time();
  sample.steps = system.steps();
  sample.elements = system.elementCount();
  sample.looked = true;
  const bool affordable = sample.elements <= kMostEnergyElements;
  const fmm::FlowMeasures flow = system.measure(withEnergy && affordable, withVorticity);
  sample.invariants = flow.invariants;
  sample.helicity = flow.helicity;
  sample.energy = finite(flow.energy);
  sample.enstrophy = flow.enstrophy;
  sample.divergence = flow.divergence;
  sample.leastOverlap = finite(flow.leastOverlap);
  sample.meanOverlap = finite(flow.meanOverlap);
  sample.largestGradient = flow.largestGradient;
  const bool joined = rings_.look(system.measureRings(), settings, sample);
  if (!last_.looked) {
    drift_.start(sample, system.elements(), system.elementVelocities(), settings.ground);
  } else if (joined) {
    drift_.join(last_, sample, system.elements(), system.elementVelocities());
  }
  sample.drift = drift_.drift(sample);
  last_ = sample;
  return sample;
}

std::vector<fmm::Ring> ringsUntil(const Scene& scene, double time) {
  std::vector<RingLaunch> launches = scene.launches;
  std::stable_sort(launches.begin(), launches.end(),
                   [](const RingLaunch& a, const RingLaunch& b) { return a.time < b.time; });
  std::vector<fmm::Ring> rings;
  for (const VortexLine& line : linesOf(scene)) rings.push_back(asRing(line));
  for (const RingLaunch& launch : launches)
    if (launch.time <= time) rings.push_back(launch.ring);
  return rings;
}

}  // namespace app
