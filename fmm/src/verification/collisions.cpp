// Colliding rings, against a spectral simulation: docs/physics.md, which describes it.

#include <array>
#include <cmath>
#include <cstdio>

#include "fmm/initial_conditions.h"
#include "verification/experiments.h"
#include "verification/flow_sample.h"

namespace fmm::verification {
namespace {

/// The flow at one time by the spectral simulation, Gamma = 1; the energy is that of a periodic box.
struct Reference {
  double time, energy, enstrophy, largestVorticity, crossing;
};
using References = std::array<Reference, 12>;

constexpr References kOblique = {{{0, 0.3955, 46.87, 49.7, 0.012},
                                  {0.2, 0.3772, 45.22, 55.1, 0.017},
                                  {0.3, 0.3682, 44.44, 61.2, 0.028},
                                  {0.4, 0.3594, 44.23, 77.1, 0.109},
                                  {0.5, 0.3506, 43.39, 92.6, 0.295},
                                  {0.6, 0.3421, 40.49, 86.2, 0.496},
                                  {0.7, 0.3344, 37.06, 69.9, 0.645},
                                  {0.8, 0.3273, 34.18, 81.0, 0.745},
                                  {1.0, 0.3147, 29.06, 63.5, 0.857},
                                  {1.2, 0.3038, 25.76, 42.2, 0.911},
                                  {1.4, 0.2939, 23.80, 38.2, 0.939},
                                  {1.6, 0.2846, 22.53, 34.1, 0.954}}};
constexpr References kHeadOn = {{{0, 0.2842, 61.11, 88.4, 0},
                                 {0.2, 0.2578, 77.33, 92.2, 0},
                                 {0.3, 0.2396, 108.55, 103.3, 0},
                                 {0.4, 0.2136, 149.33, 115.6, 0},
                                 {0.5, 0.1815, 166.94, 115.9, 0},
                                 {0.6, 0.1489, 154.96, 112.1, 0},
                                 {0.7, 0.1204, 128.90, 100.9, 0},
                                 {0.8, 0.0974, 101.44, 85.9, 0},
                                 {1.0, 0.0658, 59.93, 59.0, 0},
                                 {1.2, 0.0471, 36.24, 41.6, 0},
                                 {1.4, 0.0354, 23.11, 29.9, 0},
                                 {1.6, 0.0278, 15.57, 22.1, 0}}};

struct Collision {
  const char* name;
  const char* statement;
  std::vector<Ring> rings;
  double timeStep;
  bool joins;  ///< true if halves of the rings join across the plane x = 0
  const References& references;
};

constexpr double kViscosity = 1e-3;

Ring ringOf(Vec3 centre, Vec3 axis, double radius, double a) {
  Ring ring;
  ring.centre = centre;
  ring.axis = axis;
  ring.radius = radius;
  ring.coreRadius = a;
  ring.profile = CoreProfile::gaussian;
  return ring;
}

Collision oblique() {
  return {"oblique",
          "Two rings that lean towards each other at Gamma/nu = 1000 join to one: enstrophy, the circulation that has "
          "joined, impulse, and energy lost over what viscosity takes, as a spectral simulation has them.",
          {ringOf({-0.42, 0, 0}, {0.4, 0, 1}, 0.3, 0.08), ringOf({0.42, 0, 0}, {-0.4, 0, 1}, 0.3, 0.08)},
          0.01,
          true,
          kOblique};
}

Collision headOn() {
  Collision flow = {"head-on",
                    "Two rings head-on at Gamma/nu = 1000, with a wave of 0.5 % and mode 8, press together and "
                    "spread: enstrophy, impulse, and energy lost over what viscosity takes, as a spectral simulation "
                    "has them.",
                    {ringOf({0, 0, -0.25}, {0, 0, 1}, 0.22, 0.06), ringOf({0, 0, 0.25}, {0, 0, -1}, 0.22, 0.06)},
                    0.005,
                    false,
                    kHeadOn};
  for (Ring& ring : flow.rings) {
    ring.waveAmplitude = 0.005;
    ring.waveMode = 8;
  }
  return flow;
}

/// Tolerances: relative for the enstrophy, in units of Gamma = 1 for `crossing`, relative to its scale for the impulse.
struct Marks {
  double enstrophy, crossing, impulse;
};

constexpr std::size_t kMany = std::size_t{1} << 17, kSome = std::size_t{1} << 15;

Marks marksFor(std::size_t count) {
  const double wide = count >= kMany ? 1 : count >= kSome ? 2 : Measurement::kNoMark;
  return {0.04 * wide, 0.06 * wide, 0.01 * wide};
}

std::size_t mostElements(const Settings& machine) {
  return machine.elementBudget > 0 ? machine.elementBudget : runsOnGpu(machine.backend) ? kMany : kSome;
}

std::vector<SeededLine> linesOf(const Collision& flow) {
  std::vector<SeededLine> lines;
  for (const Ring& ring : flow.rings) lines.push_back({ring, static_cast<std::int32_t>(lines.size())});
  return lines;
}

/// The flow's settings. It starts with half of the allowed elements, since stretching makes more of them.
Settings settingsFor(const Collision& flow, const Settings& machine) {
  Settings settings = fmmFloat(machine);
  settings.timeStep = flow.timeStep;
  settings.viscosity = kViscosity;
  settings.regularisation = machine.regularisation;
  settings.redistribution = machine.redistribution;
  settings.latticeOverlap = machine.latticeOverlap;
  settings.nodeThreshold = machine.nodeThreshold;
  settings.divergenceRemoval = machine.divergenceRemoval;
  if (settings.redistribution.isOn()) settings.diffusion = Diffusion::lattice;
  settings.elementBudget = mostElements(machine);
  const LatticePlan plan = {0, settings.latticeOverlap, settings.nodeThreshold};
  settings.spacing = spacingFor(linesOf(flow), settings.elementBudget / 2, plan);
  return settings;
}

/// Steps to `time`, a whole number of steps away.
void stepTo(VortexSystem& system, double time) {
  const auto last = static_cast<std::int64_t>(std::llround(time / system.settings().timeStep));
  while (system.steps() < last) system.step();
}

/// Adds the measurements at one time.
void addRow(const Collision& flow, const Reference& reference, const FlowSample& start, const FlowSample& now,
            const Marks& marks, std::vector<Measurement>& rows) {
  constexpr double kNone = Measurement::kNoMark;
  char prefix[16];
  std::snprintf(prefix, sizeof prefix, "%.1f/", reference.time);
  const auto add = [&](const char* name, double measured, double expected, double mark, const char* unit) {
    rows.push_back({std::string(prefix) + name, measured, expected, mark, unit});
  };
  add("enstrophy", now.enstrophy, reference.enstrophy, marks.enstrophy * reference.enstrophy, "L^3/T^2");
  add("vorticity", now.largestVorticity, reference.largestVorticity, kNone, "1/T");
  add("energy", now.energy, reference.energy, kNone, "L^5/T^2");
  if (flow.joins) add("joined", std::abs(now.crossing), reference.crossing, marks.crossing, "L^2/T");
  add("impulse", norm(now.impulse - start.impulse) / start.impulseScale, 0, marks.impulse, "1");
}

/// -dE/dt over 2 nu Z between two rows, by Simpson's rule for Z.
Measurement dissipation(const FlowSample& from, const FlowSample& middle, const FlowSample& to) {
  constexpr double kMark = 0.05;
  const double expected =
      2 * kViscosity * (to.time - from.time) / 6 * (from.pairEnstrophy + 4 * middle.pairEnstrophy + to.pairEnstrophy);
  char name[32];
  std::snprintf(name, sizeof name, "%.1f/dissipation", to.time);
  return {name, (from.energy - to.energy) / expected, 1, kMark, "1"};
}

std::vector<Measurement> followed(const Collision& flow, const Settings& machine) {
  const Settings settings = settingsFor(flow, machine);
  const LatticePlan plan = {settings.spacing, settings.latticeOverlap, settings.nodeThreshold};
  VortexSystem system(settings, latticeElements(linesOf(flow), plan, settings.regularisation), {});
  const Marks marks = marksFor(settings.elementBudget);
  const bool marked = std::isfinite(marks.enstrophy);
  const FlowSample start = sampleFlow(system);
  std::vector<Measurement> rows = {{"spacing", start.spacing, start.spacing, Measurement::kNoMark, "L"}};
  FlowSample before = start;
  for (const Reference& reference : flow.references) {
    const FlowSample* now = &start;
    FlowSample sample;
    if (reference.time > 0) {
      stepTo(system, (before.time + reference.time) / 2);
      const FlowSample middle = sampleFlow(system);
      stepTo(system, reference.time);
      sample = sampleFlow(system);
      rows.push_back(dissipation(before, middle, sample));
      if (!marked) rows.back().tolerance = Measurement::kNoMark;
      now = &sample;
    }
    addRow(flow, reference, start, *now, marks, rows);
    before = *now;
  }
  rows.push_back({"elements", static_cast<double>(before.elements), static_cast<double>(settings.elementBudget),
                  Measurement::kNoMark, "1"});
  return rows;
}

Check checkOf(const Collision& flow) {
  return {std::string("collisions/") + flow.name, flow.statement, false,
          [flow](const Settings& machine) { return followed(flow, machine); }};
}

}  // namespace

std::vector<Check> collisionChecks() {
  return {checkOf(oblique()), checkOf(headOn())};
}

}  // namespace fmm::verification
