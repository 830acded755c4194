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

/// A layer with b = N^2 z, N = 1, that ends far away, and a Gaussian spot of heat at rest in it. Returns the spot's
/// part of what is left of it after each step, over the first: half the difference of runs with it and with its
/// opposite.
std::vector<double> swings(const Settings& settings, double width, int steps) {
  const bool plane = settings.space == Space::plane;
  // The layer's sides collapse and strain its middle by some 0.2 (high/wide)^3 t^2.
  const double kHigh = plane ? 1.2 : 1.5, kWide = plane ? 8 : 5.6, kPart = 0.02;
  const double h = settings.spacing, volume = plane ? h * h : h * h * h;
  const double wide = (plane ? 6 : 3) * h;
  const auto taper = [wide](double x, double end) { return 0.5 * std::erfc((std::fabs(x) - end) / wide); };
  const auto spot = [width](double square) { return std::exp(-square / (2 * width * width)); };
  std::array<std::vector<double>, 2> found;
  for (int run = 0; run < 2; ++run) {
    Elements all;
    const int far = static_cast<int>((kWide + 12 * h) / h);
    for (int k = plane ? 0 : -far; k <= (plane ? 0 : far); ++k)
      for (int j = -far; j <= far; ++j)
        for (int i = -far; i <= far; ++i) {
          const Vec3 x = {i * h, j * h, k * h};
          const double height = dot(x, upOf(settings)), square = dot(x, x);
          const double across = std::sqrt(std::max(0.0, square - height * height));
          const double edge = taper(across, kWide) * taper(height, kHigh);
          if (edge < 1e-4) continue;
          all.position.push_back(x);
          all.heat.push_back(volume * (edge * height + (run == 0 ? 1 : -1) * kPart * spot(square)));
        }
    all.strength.resize(all.size());
    all.coreRadius.assign(all.size(), h);
    VortexSystem system(settings, all, {});
    for (int step = 0;; ++step) {
      const Elements now = system.elements();
      double sum = 0;
      for (std::size_t i = 0; i < now.size(); ++i) sum += now.heat[i] * spot(dot(now.position[i], now.position[i]));
      found[static_cast<std::size_t>(run)].push_back(sum);
      if (step == steps) break;
      system.step();
    }
  }
  std::vector<double> part;
  for (std::size_t k = 0; k < found[0].size(); ++k)
    part.push_back((found[0][k] - found[1][k]) / (found[0][0] - found[1][0]));
  return part;
}

/// Each wave of the spot swings with N k_h/k: in the plane, over all directions, the spot's part is J_0(N t), and in
/// space the mean of cos(N t sin(theta)) over the sphere.
double swingOf(double t, Space space) {
  constexpr int kParts = 2000;
  double sum = 0;
  for (int k = 0; k < kParts; ++k) {
    const double part = (k + 0.5) / kParts;
    sum += space == Space::plane ? std::cos(t * std::cos(kPi * part)) : std::cos(t * std::sqrt(1 - part * part));
  }
  return sum / kParts;
}

/// The time at which a quarter of the spot's part is gone: later the layer's ends tell.
Measurement waves(const Settings& machine, Space space) {
  const bool plane = space == Space::plane;
  constexpr double kDt = 0.1, kLeft = 0.75;
  Settings settings = withHeat(machine, space, plane ? 0.06 : 0.14, kDt);
  settings.viscosity = 0;
  const auto timeOfLeft = [](const auto& at) {
    int k = 0;
    while (at(k + 1) > kLeft) ++k;
    return kDt * (k + (at(k) - kLeft) / (at(k) - at(k + 1)));
  };
  constexpr int kSteps = 13;
  const std::vector<double> part = swings(settings, plane ? 0.2 : 0.35, kSteps);
  const double found = timeOfLeft([&](int k) { return k <= kSteps ? part[static_cast<std::size_t>(k)] : 0.0; });
  const double exact = timeOfLeft([&](int k) { return swingOf(kDt * k, space); });
  return relative("", found, exact, 0.01, "T");
}

std::vector<Measurement> wavesInPlane(const Settings& machine) {
  return {waves(machine, Space::plane)};
}
std::vector<Measurement> wavesInSpace(const Settings& machine) {
  return {waves(machine, Space::space)};
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
      {"heat/waves/plane",
       "A spot of heat at rest in a stable layer swings with N k_h/k in all its waves: the time when a quarter of it "
       "is "
       "gone (linear theory, exact).",
       true, wavesInPlane},
      {"heat/waves/space", "The same of a spot in space, over a sphere of directions: linear theory.", false,
       wavesInSpace},
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
