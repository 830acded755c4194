// Flows with heat: exact budgets, diffusion, the first rise, and a thermal against finite differences: docs/physics.md.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

#include "fmm/heat.h"
#include "fmm/vortex_system.h"
#include "verification/experiments.h"

namespace fmm::verification {
namespace {

Settings withHeat(const Settings& machine, Space space, double spacing, double dt) {
  Settings s = fmmFloat(machine);
  s.space = space;
  s.regularisation = Regularisation::gaussian8;
  s.viscosity = 1.0 / 600;
  s.diffusion = Diffusion::lattice;
  s.redistribution.steps = Redistribution::kAutomatic;
  s.timeStep = dt;
  s.spacing = spacing;
  s.nodeThreshold = 1e-4;
  s.heat = true;
  s.elementBudget = std::size_t{1} << 20;
  return s;
}

/// The thermal of the reference: b = (1 - erf((d - 0.5)/0.1))/2.
HeatSource ball() {
  return {};
}

VortexSystem thermal(const Settings& settings) {
  return VortexSystem(settings, heatElements({ball()}, settings, settings.spacing), {});
}

std::vector<Measurement> budgets(const Settings& machine, Space space) {
  const bool plane = space == Space::plane;
  const Settings settings = withHeat(machine, space, plane ? 0.04 : 0.08, 0.04);
  VortexSystem system = thermal(settings);
  const double heat = system.measureFrame({}).heat->sum;
  double dissipated = 0, last = 0;
  for (int k = 0; k < 25; ++k) {
    system.step();
    const double z = 2 * settings.viscosity * system.measure(true, false).enstrophy * settings.timeStep;
    dissipated += (last + z) / 2;
    last = z;
  }
  FrameParts parts;
  parts.energy = true;
  parts.vorticity = parts.rings = false;
  const FrameMeasures now = system.measureFrame(parts);
  const double given = heat * system.time();
  const char* impulse = plane ? "L^3/T" : "L^4/T";
  const double risen = -now.heat->potential;
  return {relative("sum", now.heat->sum, heat, 1e-6, plane ? "L^3/T^2" : "L^4/T^2"),
          relative("impulse", dot(now.flow.invariants.linearImpulse, upOf(settings)), given, 2e-5, impulse),
          vanishing("vorticity", norm(now.flow.invariants.totalStrength) / given, 2e-5),
          relative("energy", now.flow.energy + dissipated, risen, 0.02, plane ? "L^4/T^2" : "L^5/T^2")};
}

std::vector<Measurement> budgetsInSpace(const Settings& machine) {
  return budgets(machine, Space::space);
}
std::vector<Measurement> budgetsInPlane(const Settings& machine) {
  return budgets(machine, Space::plane);
}

/// A Gaussian spot without weight.
std::vector<Measurement> spreads(const Settings& machine) {
  constexpr double kWidth = 0.3, kH = 0.1;
  Settings settings = withHeat(machine, Space::space, kH, 0.05);
  settings.diffusivity = 0.01;
  Elements spot;
  constexpr int kNodes = 15;
  for (int k = -kNodes; k <= kNodes; ++k)
    for (int j = -kNodes; j <= kNodes; ++j)
      for (int i = -kNodes; i <= kNodes; ++i) {
        const Vec3 x = {i * kH, j * kH, k * kH};
        spot.position.push_back(x);
        spot.heat.push_back(1e-9 * kH * kH * kH * std::exp(-dot(x, x) / (2 * kWidth * kWidth)));
      }
  spot.strength.resize(spot.size());
  spot.coreRadius.assign(spot.size(), kH);
  const auto variance = [](const Elements& all, int axis) {
    double sum = 0, square = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Vec3 x = all.position[i];
      const double c = axis == 0 ? x.x : axis == 1 ? x.y : x.z;
      sum += all.heat[i];
      square += all.heat[i] * c * c;
    }
    return square / sum;
  };
  VortexSystem system(settings, spot, {});
  for (int k = 0; k < 20; ++k) system.step();
  const Elements now = system.elements();
  std::vector<Measurement> rows;
  for (int axis = 0; axis < 3; ++axis)
    rows.push_back(relative(std::string(1, static_cast<char>('x' + axis)), variance(now, axis) - variance(spot, axis),
                            2 * settings.diffusivity * system.time(), 1e-3, "L^2"));
  return rows;
}

/// Pressure takes a third of a ball's weight in space and half in the plane: the first acceleration of its heat is
/// 2/3 or 1/2 of the mean b there.
std::vector<Measurement> begins(const Settings& machine) {
  std::vector<Measurement> rows;
  for (const Space space : {Space::space, Space::plane}) {
    const bool plane = space == Space::plane;
    const Settings settings = withHeat(machine, space, plane ? 0.025 : 0.05, 0.02);
    VortexSystem system = thermal(settings);
    const Elements given = system.elements();
    double sum = 0, square = 0;
    for (const double heat : given.heat) sum += heat, square += heat * heat;
    const double mean = square / sum / std::pow(settings.spacing, plane ? 2 : 3);
    for (int k = 0; k < 5; ++k) system.step();
    const double t = system.time();
    rows.push_back(relative(plane ? "plane" : "space", 2 * system.measureFrame({}).heat->height / (t * t),
                            (plane ? 0.5 : 2.0 / 3) * mean, 0.01, "L/T^2"));
  }
  return rows;
}

struct ThermalRow {
  double time, gamma, radius, riseOfVorticity, riseOfHeat, energy, enstrophy;
};
constexpr std::array<ThermalRow, 5> kThermal = {{{1, 0.979, 0.4025, 0.1860, 0.2399, 0.1293, 3.20},
                                                 {2, 1.767, 0.4222, 0.6829, 0.8373, 0.4386, 10.37},
                                                 {3, 2.182, 0.4607, 1.2688, 1.4391, 0.7295, 14.48},
                                                 {4, 2.413, 0.5021, 1.8229, 1.9554, 0.9672, 14.78},
                                                 {5, 2.578, 0.5407, 2.3270, 2.5272, 1.2319, 17.15}}};

std::vector<Measurement> rises(const Settings& machine, double until) {
  const bool many = runsOnGpu(machine.backend);
  Settings settings = withHeat(machine, Space::space, many ? 0.03 : 0.06, many ? 0.02 : 0.04);
  settings.nodeThreshold = 1e-3;
  const double wide = many ? 1 : 2;  // marks of 2^17 to 2^18 elements; of 2^15 twice
  VortexSystem system = thermal(settings);
  std::vector<Measurement> rows;
  for (const ThermalRow& row : kThermal) {
    if (row.time > until) break;
    while (system.time() < row.time - settings.timeStep / 2) system.step();
    FrameParts parts;
    parts.energy = true;
    parts.vorticity = parts.rings = false;
    const FrameMeasures now = system.measureFrame(parts);
    const auto add = [&](const char* name, double measured, double expected, double tolerance, const char* unit) {
      char full[48];
      std::snprintf(full, sizeof full, "%.0f/%s", row.time, name);
      rows.push_back({full, measured, expected, tolerance, unit});
    };
    add("circulation", now.heat->circulation, row.gamma, wide * 0.03 * row.gamma, "L^2/T");
    add("rise_of_vortex", now.heat->vortexHeight, row.riseOfVorticity, wide * 0.02, "L");
    add("rise_of_heat", now.heat->height, row.riseOfHeat, wide * 0.02, "L");
    add("energy", now.flow.energy, row.energy, wide * 0.03 * row.energy, "L^5/T^2");
    add("enstrophy", now.flow.enstrophy, row.enstrophy, wide * 0.06 * row.enstrophy, "L^3/T^2");
  }
  rows.push_back({"elements", static_cast<double>(system.elementCount()), 0, Measurement::kNoMark, "1"});
  return rows;
}

std::vector<Measurement> risesAtFirst(const Settings& machine) {
  return rises(machine, 1);
}
std::vector<Measurement> risesFar(const Settings& machine) {
  return rises(machine, 5);
}

}  // namespace

std::vector<Check> heatChecks() {
  return {
      {"heat/budgets/space",
       "A warm ball keeps the sum of its heat, gets the impulse sum B t and no total vorticity, and what its potential "
       "energy loses is kinetic or dissipated (exact).",
       true, budgetsInSpace},
      {"heat/budgets/plane", "The same for a warm circle in the plane.", true, budgetsInPlane},
      {"heat/diffusion", "A Gaussian spot of heat without weight widens by 2 kappa t along each axis (exact).", true,
       spreads},
      {"heat/start",
       "Pressure takes a third of the first acceleration of a ball's heat, and half of a circle's (projection of a "
       "round b onto fields without divergence, exact).",
       true, begins},
      {"heat/thermal/start", "A thermal at Re = 600 to t = 1, against axisymmetric finite differences.", true,
       risesAtFirst},
      {"heat/thermal", "The same to t = 5, where it is a ring.", false, risesFar},
  };
}

}  // namespace fmm::verification
