// Plane flows: point vortices against formulas, patches against Kirchhoff, Lamb and Oseen, and viscous vortices that
// merge or roll up against a spectral simulation: docs/physics.md.

#include "fmm/plane_vortices.h"

#include <array>
#include <cmath>
#include <complex>
#include <cstdio>

#include "fmm/diagnostics.h"
#include "fmm/vortex_system.h"
#include "verification/experiments.h"

namespace fmm::verification {
namespace {

using Number = std::complex<double>;

PlaneVortex vortexAt(double x, double y, double circulation = 1, double core = 0.1) {
  PlaneVortex vortex;
  vortex.centre = {x, y, 0};
  vortex.circulation = circulation;
  vortex.halfAxes = {core, core};
  return vortex;
}

Elements pointsOf(const std::vector<Number>& places, const std::vector<double>& circulations) {
  Elements elements;
  for (std::size_t i = 0; i < places.size(); ++i) {
    elements.position.push_back({places[i].real(), places[i].imag(), 0});
    elements.strength.push_back({0, 0, circulations[i]});
    elements.coreRadius.push_back(0);
    elements.ring.push_back(static_cast<std::int32_t>(i));
  }
  return elements;
}

Settings exactInPlane(const Settings& machine) {
  Settings settings = directDouble(machine);
  settings.space = Space::plane;
  settings.regularisation = Regularisation::cutoff;
  return settings;
}

/// Largest distance of an element from its expected position.
double farthest(const VortexSystem& system, const std::vector<Number>& places) {
  double most = 0;
  const Elements now = system.elements();
  for (std::size_t i = 0; i < places.size(); ++i)
    most = std::max(most, std::abs(Number(now.position[i].x, now.position[i].y) - places[i]));
  return most;
}

void advance(VortexSystem& system, double until) {
  while (system.time() < until - system.settings().timeStep / 2) system.step();
}

/// A pair of opposite vortices moves straight on; N equal ones on a circle rotate about its centre.
std::vector<Measurement> pointsMove(const Settings& machine) {
  constexpr double kDistance = 0.7, kUntil = 1;
  Settings settings = exactInPlane(machine);
  settings.timeStep = 0.005;
  std::vector<Measurement> rows;
  {
    const std::vector<Number> start = {{-kDistance / 2, 0}, {kDistance / 2, 0}};
    VortexSystem pair(settings, pointsOf(start, {1, -1}), {});
    advance(pair, kUntil);
    // The left one turns counter-clockwise: the pair flies upwards.
    const Number way = {0, kUntil / (2 * kPi * kDistance)};
    rows.push_back(vanishing("pair/distance", farthest(pair, {start[0] + way, start[1] + way}), 1e-9, "L"));
  }
  for (const int n : {2, 3, 6}) {
    std::vector<Number> start, then;
    const double turn = (n - 1) / (4 * kPi) * kUntil;
    for (int k = 0; k < n; ++k) {
      start.push_back(std::polar(1.0, 2 * kPi * k / n));
      then.push_back(std::polar(1.0, 2 * kPi * k / n + turn));
    }
    VortexSystem circle(settings, pointsOf(start, std::vector<double>(start.size(), 1)), {});
    advance(circle, kUntil);
    rows.push_back(vanishing("circle-" + std::to_string(n) + "/distance", farthest(circle, then), 1e-9, "L"));
  }
  return rows;
}

/// Two leapfrogging pairs (Love 1894), against the four equations in steps a tenth as long.
std::vector<Measurement> pairsLeapfrog(const Settings& machine) {
  constexpr double kUntil = 6, kStep = 0.005;
  constexpr int kFiner = 10;
  std::vector<Number> z = {{0, 0.5}, {0, -0.5}, {0, 1.2}, {0, -1.2}};
  const std::vector<double> gamma = {-1, 1, -1, 1};
  const auto rates = [&](const std::vector<Number>& at) {
    std::vector<Number> rate(at.size());
    for (std::size_t i = 0; i < at.size(); ++i)
      for (std::size_t j = 0; j < at.size(); ++j)
        if (i != j) rate[i] += std::conj(Number(0, -1) * gamma[j] / (2 * kPi) / (at[i] - at[j]));
    return rate;
  };
  const auto moved = [](std::vector<Number> at, const std::vector<Number>& rate, double by) {
    for (std::size_t i = 0; i < at.size(); ++i) at[i] += by * rate[i];
    return at;
  };
  Settings settings = exactInPlane(machine);
  settings.timeStep = kStep;
  VortexSystem system(settings, pointsOf(z, gamma), {});
  advance(system, kUntil);
  const double h = kStep / kFiner;
  for (int k = 0; k < static_cast<int>(std::lround(kUntil / h)); ++k) {
    const auto a = rates(z), b = rates(moved(z, a, h / 2)), c = rates(moved(z, b, h / 2)), d = rates(moved(z, c, h));
    for (std::size_t i = 0; i < z.size(); ++i) z[i] += h / 6 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]);
  }
  return {vanishing("love/distance", farthest(system, z), 1e-8, "L")};
}

/// Orientation and size of a patch, from moments of the vorticity.
struct Moments {
  double angle, square;  ///< of the principal axis [rad], J = sum Gamma |z|^2

  explicit Moments(const Elements& elements) {
    double sum = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const double w = elements.strength[i].z, px = elements.position[i].x, py = elements.position[i].y;
      sum += w;
      x += w * px;
      y += w * py;
      xx += w * px * px;
      xy += w * px * py;
      yy += w * py * py;
    }
    square = xx + yy;
    angle = 0.5 * std::atan2(2 * (xy - x * y / sum), xx - x * x / sum - (yy - y * y / sum));
  }
};

/// Smallest difference between the angles of two axes.
double axesApart(double a, double b) {
  return std::remainder(a - b, kPi);
}

Settings onLattice(const Settings& machine, const std::vector<PlanePatch>& patches, double threshold) {
  Settings settings = fmmFloat(machine);
  settings.space = Space::plane;
  settings.integrator = Integrator::rk4;
  settings.regularisation = Regularisation::gaussian8;
  settings.redistribution.steps = Redistribution::kAutomatic;
  settings.nodeThreshold = threshold;
  settings.elementBudget = machine.elementBudget > 0 ? machine.elementBudget : std::size_t{1} << 14;
  settings.spacing = planeSpacing(patches, settings.elementBudget / 2, threshold);
  return settings;
}
VortexSystem systemOf(const Settings& settings, const std::vector<PlanePatch>& patches) {
  return {settings, planeElements(patches, settings.spacing, settings.latticeOverlap, settings.nodeThreshold), {}};
}

/// Kirchhoff's ellipse of uniform vorticity rotates without deformation at omega a b/(a + b)^2.
std::vector<Measurement> ellipseTurns(const Settings& machine) {
  constexpr double kA = 0.4, kB = 0.2, kUntil = 1;
  PlaneVortex ellipse;
  ellipse.halfAxes = {kA, kB};
  ellipse.profile = PlaneProfile::uniform;
  Settings settings = fmmFloat(machine);
  settings.space = Space::plane;
  settings.integrator = Integrator::rk4;
  settings.regularisation = Regularisation::gaussian8;
  settings.timeStep = 0.02;
  const std::vector<PlanePatch> patches = {ellipse};
  settings.spacing = planeSpacing(patches, 4000, 0);
  VortexSystem system(settings, planeElements(patches, settings.spacing, 1, 0), {});
  advance(system, kUntil);
  const double omega = 1 / (kPi * kA * kB);
  return {{"kirchhoff/angle", Moments(system.elements()).angle, omega * kA * kB / ((kA + kB) * (kA + kB)) * kUntil,
           2e-3, "1"}};
}

/// The Lamb-Oseen vortex spreads as omega = Gamma/(pi (a^2 + 4 nu t)) exp(-r^2/(a^2 + 4 nu t)).
std::vector<Measurement> vortexSpreads(const Settings& machine) {
  constexpr double kCore = 0.1, kUntil = 2, kViscosity = 1e-3;
  const std::vector<PlanePatch> patches = {vortexAt(0, 0, 1, kCore)};
  Settings settings = onLattice(machine, patches, 1e-5);
  settings.viscosity = kViscosity;
  settings.diffusion = Diffusion::lattice;
  settings.redistribution.steps = 2;
  settings.timeStep = 0.04;
  VortexSystem system = systemOf(settings, patches);
  advance(system, kUntil);
  system.evaluate();
  const double square = kCore * kCore + 4 * kViscosity * kUntil;
  const FlowMeasures flow = system.measure(true);
  return {relative("lamb-oseen/largest-vorticity", flow.largestVorticity, 1 / (kPi * square), 4e-3, "1/T"),
          relative("lamb-oseen/enstrophy", flow.enstrophy, 1 / (4 * kPi * square), 4e-3, "L^2/T^2")};
}

/// J = sum Gamma |z|^2 grows by 4 nu Gamma a unit of time, whatever the elements, their cores, and the passes. Weak
/// nodes are dropped as in a scene that says nothing of them.
std::vector<Measurement> vortexWidens(const Settings& machine) {
  constexpr double kUntil = 2, kViscosity = 1e-3, kStep = 0.02;
  const std::vector<PlanePatch> patches = {vortexAt(0, 0, 1, 0.1)};
  std::vector<Measurement> rows;
  const auto add = [&](std::size_t elements, Regularisation core, int every) {
    Settings settings = onLattice(machine, patches, Settings().nodeThreshold);
    settings.regularisation = core;
    settings.redistribution.steps = every;
    settings.elementBudget = 4 * elements;
    settings.spacing = planeSpacing(patches, elements, settings.nodeThreshold);
    settings.viscosity = kViscosity;
    settings.diffusion = Diffusion::lattice;
    settings.timeStep = kStep;
    VortexSystem system = systemOf(settings, patches);
    const double before = Moments(system.elements()).square;
    advance(system, kUntil);
    const double growth = (Moments(system.elements()).square - before) / (4 * kViscosity * kUntil);
    const std::string name = std::string(toString(core)) + "-" + std::to_string(elements) + "-" +
                             redistributionText(settings.redistribution) + "/growth";
    rows.push_back({name, growth, 1, 2e-3, "1"});
  };
  for (const Regularisation core : {Regularisation::gaussian, Regularisation::gaussian8})
    for (const int every : {1, 5, Redistribution::kAutomatic}) add(3000, core, every);
  add(12000, Regularisation::gaussian8, Redistribution::kAutomatic);
  return rows;
}

/// A flow at one time by pseudo-spectral simulation in free space; grids of 512^2 and 1024^2 agree.
struct Spectral {
  double time, angle, energy, enstrophy, vorticity;
};
constexpr std::array<Spectral, 5> kMerger = {{{1.6, -1.141, 0.41219, 7.5805, 15.526},
                                              {3.2, -0.065, 0.40125, 6.1776, 12.724},
                                              {4.8, 0.724, 0.39207, 5.3900, 11.861},
                                              {8.0, -0.600, 0.37622, 4.5949, 10.798},
                                              {12.8, -1.532, 0.35607, 3.8528, 9.160}}};
constexpr std::array<Spectral, 5> kEllipse = {{{1.2, 0.797, 0.10809, 1.7760, 7.154},
                                               {2.4, 1.425, 0.10725, 1.7074, 6.995},
                                               {4.8, -1.131, 0.10568, 1.5760, 6.706},
                                               {7.2, -0.506, 0.10421, 1.4828, 6.439},
                                               {12.0, 0.455, 0.10150, 1.3499, 5.960}}};

template <std::size_t N>
std::vector<Measurement> follow(const Settings& settings, const std::vector<PlanePatch>& patches,
                                const std::array<Spectral, N>& expected) {
  VortexSystem system = systemOf(settings, patches);
  std::vector<Measurement> rows;
  for (const Spectral& at : expected) {
    advance(system, at.time);
    system.evaluate();
    const FlowMeasures flow = system.measure(true);
    char prefix[16];
    std::snprintf(prefix, sizeof prefix, "%.1f/", at.time);
    const auto name = [&](const char* what) { return std::string(prefix) + what; };
    const double angle = Moments(system.elements()).angle;
    rows.push_back({name("angle"), at.angle + axesApart(angle, at.angle), at.angle, 0.02, "1"});
    rows.push_back({name("energy"), flow.energy, at.energy, 1e-3, "L^4/T^2"});
    rows.push_back(relative(name("enstrophy"), flow.enstrophy, at.enstrophy, 0.01, "L^2/T^2"));
    rows.push_back(relative(name("largest-vorticity"), flow.largestVorticity, at.vorticity, 0.01, "1/T"));
  }
  rows.push_back({"elements", static_cast<double>(system.elementCount()), static_cast<double>(settings.elementBudget),
                  Measurement::kNoMark, "1"});
  return rows;
}

std::vector<Measurement> merges(const Settings& machine) {
  const std::vector<PlanePatch> patches = {vortexAt(-0.25, 0, 1, 0.13), vortexAt(0.25, 0, 1, 0.13)};
  Settings settings = onLattice(machine, patches, 1e-4);
  settings.viscosity = 5e-4;
  settings.diffusion = Diffusion::lattice;
  settings.timeStep = 0.04;
  return follow(settings, patches, kMerger);
}

std::vector<Measurement> ellipseRelaxes(const Settings& machine) {
  PlaneVortex ellipse;
  ellipse.halfAxes = {0.36, 0.12};
  const std::vector<PlanePatch> patches = {ellipse};
  Settings settings = onLattice(machine, patches, 1e-4);
  settings.viscosity = 2e-4;
  settings.diffusion = Diffusion::lattice;
  settings.timeStep = 0.05;
  return follow(settings, patches, kEllipse);
}

}  // namespace

std::vector<Check> planeChecks() {
  return {
      {"plane/points",
       "Point vortices of a plane flow: a pair flies straight at Gamma/(2 pi d), N on a circle turn at Gamma (N - "
       "1)/(4 pi R^2).",
       true, pointsMove},
      {"plane/love", "Two pairs of point vortices leapfrog (Love 1894), against their four equations.", true,
       pairsLeapfrog},
      {"plane/kirchhoff", "An ellipse of uniform vorticity turns at omega a b/(a + b)^2.", true, ellipseTurns},
      {"plane/lamb-oseen", "A viscous vortex spreads as Lamb and Oseen have it.", true, vortexSpreads},
      {"plane/widening", "sum Gamma |z|^2 of a viscous vortex grows by 4 nu Gamma a unit of time.", false,
       vortexWidens},
      {"plane/merger",
       "Two equal vortices at Gamma/nu = 2000 merge: angle, energy, enstrophy and largest vorticity as a spectral "
       "simulation has them.",
       false, merges},
      {"plane/ellipse", "An elliptic vortex at Gamma/nu = 5000 throws off arms and becomes round, against the same.",
       false, ellipseRelaxes}};
}

}  // namespace fmm::verification
