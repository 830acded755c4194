// Plane flows in motion: the lattice keeps the invariants, energy by trees equals that by pairs and falls as viscosity
// demands, and resumed runs have the same bits.

#include "fmm/fmm.h"
#include "fmm/support/cuda_fixture.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace fmm {
namespace {

std::vector<PlanePatch> twoVortices() {
  PlaneVortex left, right;
  left.centre = {-0.25, 0.02, 0};
  left.halfAxes = {0.13, 0.1};
  left.angle = 0.4;
  right.centre = {0.25, 0, 0};
  right.circulation = 0.7;
  return {left, right};
}

Settings viscous(Backend backend, double spacing) {
  Settings settings = fmm_test::fmmFloat();
  settings.backend = backend;
  settings.space = Space::plane;
  settings.regularisation = Regularisation::gaussian8;
  settings.viscosity = 5e-4;
  settings.diffusion = Diffusion::lattice;
  settings.redistribution.steps = 2;
  settings.timeStep = 0.02;
  settings.spacing = spacing;
  settings.nodeThreshold = 1e-3;
  settings.integrator = Integrator::rk4;
  return settings;
}

struct PlaneMoments {
  double circulation = 0, x = 0, y = 0, square = 0;

  explicit PlaneMoments(const Elements& elements) {
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const double w = elements.strength[i].z;
      const Vec3 at = elements.position[i];
      circulation += w;
      x += w * at.x;
      y += w * at.y;
      square += w * (at.x * at.x + at.y * at.y);
      EXPECT_EQ(at.z, 0);
      EXPECT_EQ(elements.strength[i].x, 0);
      EXPECT_EQ(elements.strength[i].y, 0);
    }
  }
};

class PlaneFlowOn : public fmm_test::BackendFixture {};

TEST_P(PlaneFlowOn, PicturesGetCirculations) {
  const double h = planeSpacing(twoVortices(), 500, 1e-3);
  const Elements elements = planeElements(twoVortices(), h, 1, 1e-3);
  VortexSystem system(viscous(GetParam(), h), elements, {});
  std::vector<float> values(4 * elements.size());
  system.writeElementStrengths({values.data(), elements.size(), false});
  for (std::size_t i = 0; i < elements.size(); ++i) {
    EXPECT_EQ(values[4 * i + 2], static_cast<float>(elements.strength[i].z)) << i;
    EXPECT_EQ(values[4 * i + 3], static_cast<float>(elements.coreRadius[i])) << i;
  }
}

TEST_P(PlaneFlowOn, KeepsCirculationAndCentreAndSpreadsAsViscosityHasIt) {
  for (const auto& [every, courant] : {std::pair{1, 0.0}, std::pair{3, 0.0}, std::pair{3, 0.25}}) {
    const double h = planeSpacing(twoVortices(), 3000, 1e-3);
    Settings settings = viscous(GetParam(), h);
    settings.redistribution.steps = every;
    settings.courant = courant;
    VortexSystem system(settings, planeElements(twoVortices(), h, 1, 1e-3), {});
    const PlaneMoments before(system.elements());
    constexpr int kSteps = 20;
    for (int k = 0; k < kSteps; ++k) system.step();
    const PlaneMoments after(system.elements());
    EXPECT_EQ(system.lattice().passes, kSteps) << "no diffusion waits";
    EXPECT_NEAR(after.circulation, before.circulation, 1e-5);
    EXPECT_NEAR(after.x, before.x, 2e-5);
    EXPECT_NEAR(after.y, before.y, 2e-5);
    const double spread = 4 * settings.viscosity * before.circulation * system.time();
    EXPECT_NEAR(after.square - before.square, spread, 2e-3 * spread) << every << " " << courant;
    for (const Invariants& sums : {system.invariants(), system.measure(false).invariants}) {
      EXPECT_NEAR(sums.totalStrength.z, after.circulation, 1e-6);
      EXPECT_NEAR(sums.linearImpulse.x, after.y, 1e-6) << "sum Gamma y";
      EXPECT_NEAR(sums.linearImpulse.y, -after.x, 1e-6);
      EXPECT_NEAR(sums.angularImpulse.z, -after.square / 2, 1e-6);
    }
  }
}

/// Exact for a Gaussian: J = Gamma a^2, and its energy but for a constant, -Gamma^2 ln(a^2)/(8 pi).
TEST_P(PlaneFlowOn, StartsWithTheEnergyAndMomentsOfTheWholeVortex) {
  PlaneVortex vortex;
  vortex.halfAxes = {0.1, 0.1};
  const auto made = [&](double threshold) {
    Settings settings = viscous(GetParam(), planeSpacing({vortex}, 3000, threshold));
    settings.precision = Precision::real64;
    VortexSystem system(settings, planeElements({vortex}, settings.spacing, 1, threshold), {});
    system.evaluate();
    return std::pair{PlaneMoments(system.elements()).square, system.measure(true).energy};
  };
  const auto [square, energy] = made(1e-3);
  const auto [exactSquare, exactEnergy] = made(1e-9);
  EXPECT_NEAR(exactSquare, 0.01, 1e-8);
  EXPECT_NEAR(square, exactSquare, 1e-4 * exactSquare);
  EXPECT_NEAR(energy, exactEnergy, 1e-4 * exactEnergy);
}

TEST_P(PlaneFlowOn, EnergyByTreesIsThatOfAllPairs) {
  const std::vector<PlanePatch> patches = twoVortices();
  const double h = planeSpacing(patches, 6000, 1e-4);
  for (const Regularisation kind : {Regularisation::gaussian, Regularisation::gaussian8, Regularisation::winckelmans}) {
    const Elements elements = planeElements(patches, h, 1.2, 1e-4);
    const auto measured = [&](SolverKind solver, Precision precision, Backend backend) {
      Settings settings = fmm_test::fmmFloat();
      settings.space = Space::plane;
      settings.backend = backend;
      settings.solver = solver;
      settings.precision = precision;
      settings.regularisation = kind;
      VortexSystem system(settings, elements, {});
      system.evaluate();
      return system.measure(true);
    };
    const FlowMeasures exact = measured(SolverKind::direct, Precision::real64, Backend::cpu);
    for (const Precision precision : {Precision::single, Precision::real64}) {
      const FlowMeasures tree = measured(SolverKind::fmm, precision, GetParam());
      const std::string how = std::string(toString(kind)) + " " + std::string(toString(precision));
      EXPECT_NEAR(tree.energy, exact.energy, 2e-6 * std::abs(exact.energy)) << how;
      if (coreFacts(kind).filterOrder > 0) {
        EXPECT_NEAR(tree.enstrophy, exact.enstrophy, 2e-6 * exact.enstrophy) << how;
      }
    }
    // Nearly the same: 1/2 integral of omega psi by the elements' own stream function, with one factor smoothed.
    if (kind != Regularisation::gaussian8) continue;
    double sum = 0;
    for (std::size_t i = 0; i < elements.size(); i += 7)
      for (std::size_t j = 0; j < elements.size(); ++j) {
        const Vec3 r = elements.position[i] - elements.position[j];
        const double square = dot(r, r) + 0.25 * h * h;
        sum -= 7 * elements.strength[i].z * elements.strength[j].z * std::log(square) / (8 * fmm_test::kPi);
      }
    EXPECT_NEAR(exact.energy, sum, 0.01 * std::abs(sum));
  }
}

TEST_P(PlaneFlowOn, EnergyFallsAsViscosityHasIt) {
  const double h = planeSpacing(twoVortices(), 3000, 1e-3);
  const Settings settings = viscous(GetParam(), h);
  VortexSystem system(settings, planeElements(twoVortices(), h, 1, 1e-3), {});
  for (int k = 0; k < 4; ++k) system.step();
  system.evaluate();
  const FlowMeasures first = system.measure(true);
  constexpr int kSteps = 10;
  for (int k = 0; k < kSteps; ++k) system.step();
  system.evaluate();
  const FlowMeasures last = system.measure(true);
  const double fall = (first.energy - last.energy) / (kSteps * settings.timeStep);
  EXPECT_NEAR(fall / (2 * settings.viscosity * 0.5 * (first.enstrophy + last.enstrophy)), 1, 0.05);
}

/// Lamb and Oseen's vortex: cores that widen, without redistribution and without gradients.
TEST_P(PlaneFlowOn, CoresWidenAsLambAndOseenHaveIt) {
  PlaneVortex point;
  point.profile = PlaneProfile::point;
  point.halfAxes = {0.1, 0.1};
  Settings settings = fmm_test::fmmFloat();
  settings.backend = GetParam();
  settings.space = Space::plane;
  settings.regularisation = Regularisation::gaussian;
  settings.viscosity = 1e-3;
  settings.timeStep = 0.1;
  settings.integrator = Integrator::rk4;
  VortexSystem system(settings, planeElements({point}, 0.1, 1, 0), Tracers{{{0.2, 0, 0}}, {0}});
  for (int k = 0; k < 100; ++k) system.step();
  const Elements now = system.elements();
  ASSERT_EQ(now.size(), 1u);
  EXPECT_NEAR(now.coreRadius[0], std::sqrt(0.01 + 2 * 1e-3 * 10), 1e-5);
  EXPECT_EQ(system.tracers().position[0].z, 0);
  EXPECT_NEAR(norm(system.tracers().position[0]), 0.2, 1e-3);
}

TEST_P(PlaneFlowOn, AWallOnThePlaneIsAnImage) {
  PlaneVortex vortex;
  vortex.profile = PlaneProfile::point;
  vortex.centre = {0, 0.5, 0};
  vortex.halfAxes = {0.01, 0.01};
  Settings settings = fmm_test::fmmFloat();
  settings.backend = GetParam();
  settings.space = Space::plane;
  settings.solver = SolverKind::direct;
  settings.precision = Precision::real64;
  settings.ground = GroundPlane{{0, 0, 0}, {0, 1, 0}};
  settings.timeStep = 0.1;
  VortexSystem system(settings, planeElements({vortex}, 0.01, 1, 0), {});
  for (int k = 0; k < 10; ++k) system.step();
  const Vec3 at = system.elements().position[0];
  EXPECT_NEAR(at.x, 1 / (4 * fmm_test::kPi * 0.5), 1e-9) << "by its image, at Gamma/(4 pi height)";
  EXPECT_NEAR(at.y, 0.5, 1e-9);
}

TEST_P(PlaneFlowOn, RepeatsBitForBit) {
  const double h = planeSpacing(twoVortices(), 2000, 1e-4);
  const auto run = [&] {
    VortexSystem system(viscous(GetParam(), h), planeElements(twoVortices(), h, 1, 1e-4), {});
    for (int k = 0; k < 8; ++k) system.step();
    return system.elements();
  };
  const Elements a = run(), b = run();
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a.position[i], b.position[i]);
    EXPECT_EQ(a.strength[i], b.strength[i]);
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, PlaneFlowOn, testing::Values(Backend::cpu, Backend::cuda),
                         [](const auto& parameter) { return std::string(toString(parameter.param)); });

TEST(PlaneFlow, TakesElementsOfThePlaneAlone) {
  Settings settings;
  settings.space = Space::plane;
  settings.backend = Backend::cpu;
  PlaneVortex point;
  point.profile = PlaneProfile::point;
  Elements elements = planeElements({point}, 0.1, 1, 0);
  elements.strength[0].x = 1;
  EXPECT_THROW(VortexSystem(settings, elements, {}), InvalidInput);
  elements.strength[0].x = 0;
  elements.position[0].z = 1;
  EXPECT_THROW(VortexSystem(settings, elements, {}), InvalidInput);
  elements.position[0].z = 0;
  VortexSystem system(settings, elements, {});
  Settings other = settings;
  other.space = Space::space;
  EXPECT_THROW(system.apply(other), InvalidInput);
}

TEST(PlaneFlow, SaysWhatDoesNotGoWithIt) {
  Settings plane;
  plane.space = Space::plane;
  const auto complaint = [&](const auto& change) { return fmm_test::complaint(change, plane); };
  EXPECT_EQ(complaint([](Settings&) {}), "accepted");
  EXPECT_EQ(complaint([](Settings& s) { s.order = 40; }), "accepted");
  EXPECT_EQ(complaint([](Settings& s) { s.relaxation = 1; }),
            "space = plane does not go with relaxation: strengths do not turn");
  EXPECT_EQ(complaint([](Settings& s) { s.mesh = MeshUse::always; }), "space = plane does not go with mesh = always");
  EXPECT_EQ(complaint([](Settings& s) {
              s.space = Space::space;
              s.order = 20;
            }),
            "order = 20 is for space = plane; allowed: 0 or 4 to 16");
  EXPECT_EQ(complaint([](Settings& s) {
              s.space = Space::space;
              s.precision = Precision::real64;
              s.tolerance = 1e-11;
            }),
            "tolerance = 1e-11 is finer than sums in space; allowed: 1e-10 to 0.1");
}

TEST(PlaneFlow, TheWidestSpacingLeavesThePeakWithinOnePercent) {
  PlaneVortex vortex;
  for (const Regularisation kind : {Regularisation::gaussian, Regularisation::gaussian8}) {
    constexpr double kOverlap = 1.2;
    Settings settings = fmm_test::directDouble();
    settings.space = Space::plane;
    settings.regularisation = kind;
    const Elements elements = planeElements({vortex}, widestSpacing(vortex, kOverlap, kind), kOverlap, 1e-8);
    const double peak = vortex.circulation / (fmm_test::kPi * vortex.halfAxes[0] * vortex.halfAxes[1]);
    EXPECT_NEAR(evaluateVorticity(settings, elements, {{0, 0, 0}}).vorticity[0].z / peak, 0.99, 1e-4) << toString(kind);
  }
  vortex.profile = PlaneProfile::point;
  EXPECT_EQ(widestSpacing(vortex, 1, Regularisation::gaussian), INFINITY);
}

TEST(PlaneFlow, PatchesHaveTheirCirculationPlaceAndMoments) {
  PlaneVortex ellipse;
  ellipse.centre = {0.3, -0.2, 0};
  ellipse.circulation = -2;
  ellipse.halfAxes = {0.3, 0.1};
  ellipse.angle = fmm_test::kPi / 2;
  PlaneSheet sheet;
  sheet.from = {0, 1, 0};
  sheet.to = {1, 1, 0};
  sheet.circulation = 3;
  for (const PlaneProfile profile : {PlaneProfile::gaussian, PlaneProfile::uniform}) {
    ellipse.profile = profile;
    const Elements elements = planeElements({ellipse, sheet}, 0.01, 1, 1e-8);
    double sum[2] = {}, x[2] = {}, y[2] = {}, xx = 0, yy = 0;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const auto k = static_cast<std::size_t>(elements.ring[i]);
      const double w = elements.strength[i].z;
      sum[k] += w;
      x[k] += w * elements.position[i].x;
      y[k] += w * elements.position[i].y;
      if (k > 0) continue;
      xx += w * std::pow(elements.position[i].x - 0.3, 2);
      yy += w * std::pow(elements.position[i].y + 0.2, 2);
    }
    EXPECT_NEAR(sum[0], -2, 1e-12);
    EXPECT_NEAR(sum[1], 3, 1e-12);
    EXPECT_NEAR(x[0], -2 * 0.3, 1e-3);
    EXPECT_NEAR(y[0], 2 * 0.2, 1e-3);
    const double share = profile == PlaneProfile::gaussian ? 0.5 : 0.25;
    EXPECT_NEAR(xx, -2 * share * 0.01, 4e-4);
    EXPECT_NEAR(yy, -2 * share * 0.09, 2e-3);
  }
  ellipse.profile = PlaneProfile::point;
  EXPECT_EQ(planeElements({ellipse}, 0.01, 1, 0).size(), 1u);
  EXPECT_THROW(planeElements({ellipse}, 0, 1, 0), InvalidInput);
}

}  // namespace
}  // namespace fmm
