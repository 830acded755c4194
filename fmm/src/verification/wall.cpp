// A ring that falls onto a no-slip wall, against axisymmetric finite differences: docs/physics.md.

#include <array>
#include <cmath>
#include <cstdio>

#include "fmm/diagnostics.h"
#include "fmm/initial_conditions.h"
#include "fmm/vortex_system.h"
#include "verification/experiments.h"

namespace fmm::verification {
namespace {

constexpr double kViscosity = 1e-3;

/// The flow at one time, Gamma = 1: circulation of the ring's sign and of the other, centroid of the ring's, energy and
/// enstrophy. On a grid of 768 x 768; the wall's circulation on 384 x 384, with half the weight for nodes on the wall.
struct Reference {
  double time, ring, wall, radius, height, energy, enstrophy;
};
constexpr std::array<Reference, 6> kReference = {{{0.2, 1.000, 0.150, 0.2520, 0.4262, 0.1721, 31.7},
                                                  {0.4, 1.000, 0.307, 0.2589, 0.2708, 0.1597, 32.6},
                                                  {0.6, 0.993, 0.578, 0.2954, 0.1547, 0.1437, 57.7},
                                                  {0.8, 0.892, 0.691, 0.3841, 0.1178, 0.1148, 85.6},
                                                  {1.0, 0.707, 0.582, 0.4302, 0.1433, 0.0875, 54.8},
                                                  {1.2, 0.625, 0.551, 0.4397, 0.1385, 0.0695, 40.7}}};

constexpr std::size_t kMany = std::size_t{1} << 18, kFewer = std::size_t{1} << 17, kSome = std::size_t{1} << 15;
constexpr double kSomeUntil = 0.8;  // later the layer has separated, and kSome elements cannot resolve it

/// Factor by which tolerances are wider for a flow of so many elements.
double widthOfMarks(std::size_t elements, double time) {
  if (elements >= kMany) return 1;
  return elements >= kFewer || (elements >= kSome && time <= kSomeUntil) ? 2 : Measurement::kNoMark;
}

Settings settingsFor(const Settings& machine, const std::vector<SeededLine>& lines) {
  Settings s = fmmFloat(machine);
  s.timeStep = 0.005;
  s.tolerance = 3e-4;
  s.viscosity = kViscosity;
  s.regularisation = machine.regularisation;
  s.redistribution.steps = Redistribution::kAutomatic;
  s.latticeOverlap = machine.latticeOverlap;
  s.nodeThreshold = machine.nodeThreshold;
  s.diffusion = Diffusion::lattice;
  s.ground = GroundPlane{{0, 0, 0}, {0, 0, 1}};
  s.wall = Wall::noSlip;
  s.elementBudget = machine.elementBudget > 0 ? machine.elementBudget : runsOnGpu(machine.backend) ? kMany : kSome;
  s.spacing = spacingFor(lines, s.elementBudget / 4, {0, s.latticeOverlap, s.nodeThreshold});
  return s;
}

/// Sums over elements by the sign of the flow's vorticity about the ring's axis.
struct Signs {
  double ring = 0, wall = 0, radius = 0, height = 0;

  Signs(const Elements& elements, const std::vector<Vec3>& vorticity) {
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const Vec3 x = elements.position[i], a = elements.strength[i], w = vorticity[i];
      const double r = std::hypot(x.x, x.y);
      if (r == 0) continue;
      const double part = (a.y * x.x - a.x * x.y) / (2 * kPi * r * r);
      if (w.y * x.x - w.x * x.y > 0) {
        wall += part;
        continue;
      }
      ring -= part;
      radius -= part * r;
      height -= part * x.z;
    }
    radius /= ring;
    height /= ring;
  }
};

std::vector<Measurement> fallen(const Settings& machine) {
  Ring ring;
  ring.centre = {0, 0, 0.6};
  ring.axis = {0, 0, -1};
  ring.radius = 0.25;
  ring.coreRadius = 0.06;
  ring.profile = CoreProfile::gaussian;
  const std::vector<SeededLine> lines = {{ring, 0}};
  const Settings settings = settingsFor(machine, lines);
  const LatticePlan plan = {settings.spacing, settings.latticeOverlap, settings.nodeThreshold};
  VortexSystem system(settings, latticeElements(lines, plan, settings.regularisation), {});
  std::vector<Measurement> rows;
  for (const Reference& reference : kReference) {
    while (system.time() < reference.time - settings.timeStep / 2) system.step();
    system.evaluate();
    const double wide = widthOfMarks(settings.elementBudget, reference.time);
    const FlowMeasures flow = system.measure(true);
    const Signs signs(system.elements(), system.elementVorticities());
    char prefix[16];
    std::snprintf(prefix, sizeof prefix, "%.1f/", reference.time);
    const auto add = [&](const char* name, double measured, double expected, double mark, const char* unit) {
      rows.push_back({std::string(prefix) + name, measured, expected, wide * mark, unit});
    };
    add("radius", signs.radius, reference.radius, 0.012, "L");
    add("height", signs.height, reference.height, 0.012, "L");
    add("ring", signs.ring, reference.ring, 0.03, "L^2/T");
    add("wall", signs.wall, reference.wall, 0.08 * reference.wall, "L^2/T");
    add("energy", flow.energy, reference.energy, 0.04 * reference.energy, "L^5/T^2");
    add("enstrophy", flow.enstrophy, reference.enstrophy, 0.1 * reference.enstrophy, "L^3/T^2");
  }
  rows.push_back({"spacing", system.lattice().spacing, settings.spacing, Measurement::kNoMark, "L"});
  rows.push_back({"elements", static_cast<double>(system.elementCount()), static_cast<double>(settings.elementBudget),
                  Measurement::kNoMark, "1"});
  return rows;
}

/// The layer at a wall under a ring so weak that vorticity only diffuses: that of a plate set into motion (Stokes
/// 1851), omega ~ exp(-z^2/4 nu t).
std::vector<Measurement> started(const Settings& machine) {
  constexpr double kH = 0.05, kRadius = 16 * kH, kHeight = 22 * kH, kSpread = 0.3;  // nu dt/h^2
  constexpr int kSteps = 5;
  Ring ring;
  ring.centre = {0, 0, kHeight};
  ring.axis = {0, 0, -1};
  ring.radius = kRadius;
  ring.coreRadius = 4 * kH;
  ring.profile = CoreProfile::gaussian;
  ring.circulation = 1e-3;
  Settings s = fmmFloat(machine);
  s.regularisation = Regularisation::gaussian8;
  s.viscosity = 1;
  s.timeStep = kSpread * kH * kH;
  s.integrator = Integrator::euler;
  s.redistribution.steps = 1;
  s.diffusion = Diffusion::lattice;
  s.ground = GroundPlane{{0, 0, 0}, {0, 0, 1}};
  s.wall = Wall::noSlip;
  s.spacing = kH;
  s.elementBudget = std::size_t{1} << 18;
  VortexSystem system(s, latticeElements({{ring, 0}}, {kH, 1, s.nodeThreshold}, s.regularisation), {});
  for (int k = 0; k < kSteps; ++k) system.step();
  const Elements now = system.elements();
  double sum = 0, first = 0, second = 0;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const Vec3 x = now.position[i], a = now.strength[i];
    const double r = std::hypot(x.x, x.y);
    if (now.ring[i] != kWallRing || std::abs(r - kRadius) > 5 * kH) continue;
    const double part = (a.y * x.x - a.x * x.y) / r;
    sum += part;
    first += part * x.z;
    second += part * x.z * x.z;
  }
  const double spread = kSteps * s.timeStep;  // nu t; the layer is curved: sqrt(nu t)/R = 0.08
  return {relative("mean-height", first / sum, std::sqrt(4 * spread / kPi), 0.04, "L"),
          relative("mean-square-height", second / sum, 2 * spread, 0.06, "L^2")};
}

/// Two shielded vortices of opposite sign fly against a wall: omega = w (1 - s) e^-s, s = (r/0.1)^2, 0.2 apart, at a
/// distance of 1, w such that E = 2 (Clercx and Bruneau 2006, who have three further walls at a distance of 1 and 2).
Elements shieldedDipole(double h) {
  constexpr double kPeak = 299.528385, kRadius = 0.1, kDistance = 1, kReach = 5;  // in kRadius
  Elements elements;
  const int across = static_cast<int>(std::ceil((kReach + 1) * kRadius / h));
  for (int j = -across; j <= across; ++j)
    for (int i = -across; i <= across; ++i) {
      const double y = kDistance + j * h, x = i * h;
      const double height = h * (std::floor(y / h) + 0.5);  // nodes stand half a spacing above the wall
      double vorticity = 0;
      for (const int side : {-1, 1}) {
        const double s = (std::pow(x - side * kRadius, 2) + std::pow(height - kDistance, 2)) / (kRadius * kRadius);
        vorticity += side * kPeak * (1 - s) * std::exp(-s);
      }
      elements.position.push_back({x, height, 0});
      elements.strength.push_back({0, 0, vorticity * h * h});
      elements.coreRadius.push_back(h);
      elements.ring.push_back(x < 0 ? 0 : 1);
    }
  return elements;
}

std::vector<Measurement> dipole(const Settings& machine) {
  struct AtTime {
    double time, energy, enstrophy;
  };
  constexpr std::array<AtTime, 3> kAt = {{{0.25, 1.502, 472.6}, {0.5, 1.013, 380.6}, {0.75, 0.767, 255.2}}};
  constexpr double kFirst = 933.6, kFirstAt = 0.371;
  const bool many = runsOnGpu(machine.backend);
  Settings s = fmmFloat(machine);
  s.space = Space::plane;
  s.regularisation = Regularisation::gaussian8;
  s.viscosity = 1.0 / 625;
  s.redistribution.steps = Redistribution::kAutomatic;
  s.diffusion = Diffusion::lattice;
  s.nodeThreshold = 1e-4;
  s.spacing = many ? 1.0 / 384 : 1.0 / 128;
  s.timeStep = many ? 2.5e-4 : 1e-3;
  s.elementBudget = std::size_t{1} << 19;
  s.ground = GroundPlane{{0, 0, 0}, {0, 1, 0}};
  s.wall = Wall::noSlip;
  VortexSystem system(s, shieldedDipole(s.spacing), {});
  const double wide = many ? 1 : Measurement::kNoMark;  // a coarser lattice is held to no mark
  std::vector<Measurement> rows;
  double peak = 0, peakAt = 0;
  const int every = many ? 8 : 2;
  for (const AtTime& at : kAt) {
    while (system.time() < at.time - s.timeStep / 2) {
      for (int k = 0; k < every && system.time() < at.time - s.timeStep / 2; ++k) system.step();
      const double enstrophy = system.measure(true).enstrophy;
      if (enstrophy > peak) {
        peak = enstrophy;
        peakAt = system.time();
      }
    }
    const FlowMeasures flow = system.measure(true);
    char text[32];
    std::snprintf(text, sizeof text, "%.2f/energy", at.time);
    rows.push_back({text, flow.energy, at.energy, wide * 0.02 * at.energy, "1"});
    std::snprintf(text, sizeof text, "%.2f/enstrophy", at.time);
    rows.push_back({text, flow.enstrophy, at.enstrophy, wide * 0.05 * at.enstrophy, "1"});
  }
  rows.push_back({"peak", peak, kFirst, wide * 0.05 * kFirst, "1"});
  rows.push_back({"peak/time", peakAt, kFirstAt, wide * 0.02 * kFirstAt, "T"});
  rows.push_back({"elements", static_cast<double>(system.elementCount()), 0, Measurement::kNoMark, "1"});
  return rows;
}

}  // namespace

std::vector<Check> wallChecks() {
  return {
      {"wall/plate",
       "Fluid that is dragged along a wall to which it sticks: the wall's layer is that of a plate that starts to move "
       "(Stokes 1851), by its mean height and mean square height.",
       true, started},
      {"wall/ring",
       "A ring at Gamma/nu = 1000 falls on a wall to which the fluid sticks: centroid and circulation of the ring, "
       "circulation that the wall gave off, energy and enstrophy, as finite differences have them.",
       false, fallen},
      {"wall/dipole",
       "Two vortices of opposite sign fly against a wall in the plane, to which the fluid sticks, at Re = 625: energy, "
       "enstrophy and its first peak as spectral methods have them (Clercx and Bruneau 2006).",
       false, dipole}};
}

}  // namespace fmm::verification
