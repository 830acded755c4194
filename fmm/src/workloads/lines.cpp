#include <cmath>
#include <utility>

#include "fmm/initial_conditions.h"
#include "fmm/redistribution.h"
#include "fmm/tracer_regions.h"
#include "fmm/workloads.h"

namespace fmm::workloads {

// Sets along vortex lines: a thin curve, a knot, a ring on a lattice.

namespace {

constexpr double kRadius = 0.3;  // R of all these lines

/// Adds targets around a line to the elements that fill it.
Workload around(const char* name, const VortexLine& line, Elements elements, double spacing, double tube,
                std::size_t targetCount, std::uint64_t seed) {
  Workload work;
  work.name = name;
  work.spacing.assign(elements.size(), spacing);
  elements.coreRadius.assign(elements.size(), 0);
  elements.length.clear();
  elements.volume.clear();
  work.elements = std::move(elements);
  Tracers tracers;
  std::visit([&](const auto& kind) { addTracersAround(kind, tube, targetCount, 0, seed, tracers); }, line);
  work.targets = std::move(tracers.position);
  return work;
}

}  // namespace

Workload thinCurve(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed) {
  constexpr double kScatter = 1e-3, kTube = 0.02;
  Ring ring;
  ring.radius = kRadius;
  ring.profile = CoreProfile::filament;
  ring.waveMode = 5;
  ring.waveAmplitude = ring.axialAmplitude = 0.1;
  const double spacing = meanSpacing(ring, elementCount);
  Elements elements;
  addLine(ring, {elementCount, spacing, 0, seed}, elements);
  Random random(seed);
  for (Vec3& x : elements.position) x = x + kScatter * random.inBall();
  return around("filament", ring, std::move(elements), spacing, kTube, targetCount, seed);
}

Workload trefoil(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed) {
  constexpr double kCore = 0.03, kTube = 0.06;
  TorusKnot knot;
  knot.radius = kRadius;
  knot.minorRadius = 0.12;
  knot.coreRadius = kCore;
  const double spacing = meanSpacing(knot, elementCount);
  Elements elements;
  addLine(knot, {elementCount, spacing, 0, seed}, elements);
  return around("knot", knot, std::move(elements), spacing, kTube, targetCount, seed);
}

Workload latticeRing(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed) {
  constexpr double kCore = 0.05, kTube = 0.1;
  Ring ring;
  ring.radius = kRadius;
  ring.coreRadius = kCore;
  ring.profile = CoreProfile::gaussian;
  const std::vector<SeededLine> lines = {{ring, 0, seed}};
  LatticePlan plan;
  plan.spacing = spacingFor(lines, elementCount, plan);
  return around("lattice", ring, latticeElements(lines, plan, Regularisation::gaussian), plan.spacing, kTube,
                targetCount, seed);
}

// The names of all sets.

const std::vector<NamedWorkload>& named() {
  static const std::vector<NamedWorkload> all = {
      {"rings", "two coaxial rings whose cores are filled at random, tracers about them", rings},
      {"cube", "uniform at random in a cube",
       [](std::size_t ns, std::size_t nt, std::uint64_t seed) { return cube(ns, nt, seed); }},
      {"sphere", "on the surface of a sphere", sphereSurface},
      {"plummer", "a Plummer sphere, strongly graded", plummer},
      {"filament", "along one thin curve", thinCurve},
      {"knot", "a trefoil whose core is filled at random", trefoil},
      {"lattice", "a ring on the lattice of its redistribution", latticeRing},
      {"normal", "a normal distribution within a cube", normalCloud},
      {"layer", "a cube, normally distributed along z", layer},
      {"plane-uniform", "a plane flow, uniform at random in a square", planeUniform},
      {"plane-normal", "a plane flow, a normal distribution within a square", planeNormal},
      {"plane-layer", "a plane flow, normally distributed along y", planeLayer}};
  return all;
}

}  // namespace fmm::workloads
