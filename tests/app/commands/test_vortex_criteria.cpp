// Q, lambda_2 and the pressure of exports on grids.

#include <cmath>
#include <vector>

#include "fmm/field.h"
#include "scene/saved/buoyancy.h"
#include "scene/saved/grid_file.h"
#include "scene/saved/pressure.h"
#include "scene/saved/quantity_grid.h"
#include "support/test.h"

namespace {

constexpr double kPi = 3.14159265358979323846;

fmm::Settings exactly(fmm::Space space) {
  fmm::Settings settings;
  settings.space = space;
  settings.regularisation = fmm::Regularisation::gaussian;
  settings.solver = fmm::SolverKind::direct;
  settings.precision = fmm::Precision::real64;
  settings.backend = fmm::Backend::cpu;
  return settings;
}

fmm::Elements vorticesAt(const std::vector<fmm::Vec3>& places, double circulation, double core) {
  fmm::Elements elements;
  elements.position = places;
  elements.strength.assign(places.size(), {0, 0, circulation});
  elements.coreRadius.assign(places.size(), core);
  return elements;
}

/// The gradient that these vortices of the plane induce at a point, by direct sums.
fmm::Mat3 gradientAt(const std::vector<fmm::Vec3>& vortices, double circulation, double core, fmm::Vec3 point) {
  const fmm::Elements elements = vorticesAt(vortices, circulation, core);
  return fmm::evaluateField(exactly(fmm::Space::plane), elements, {point}, true).gradient.at(0);
}

std::vector<double> pressureAt(const fmm::Settings& settings, const fmm::Elements& elements,
                               const std::vector<fmm::Vec3>& points) {
  const app::Pressure pressure(settings, elements);
  EXPECT_TRUE(pressure.isKnown());
  return pressure.at(points, fmm::evaluateField(settings, elements, points, false).velocity);
}

TEST(VortexCriteria, AreThoseOfALambOseenVortex) {
  constexpr double kCirculation = 2, kCore = 0.3;
  for (const double r : {0.05, 0.2, 0.3, 0.45, 0.8}) {
    const double rest = std::exp(-r * r / (2 * kCore * kCore));
    const double turn = kCirculation / (2 * kPi * r * r) * (1 - rest);              // u/r
    const double slope = kCirculation / (2 * kPi) * rest / (kCore * kCore) - turn;  // du/dr
    const app::VortexCriteria criteria =
        app::vortexCriteria(gradientAt({{0, 0, 0}}, kCirculation, kCore, {r * std::cos(0.7), r * std::sin(0.7), 0}));
    EXPECT_NEAR(criteria.q / (turn * slope), 1, 0.01) << r;
    EXPECT_NEAR(criteria.lambda2 / (-turn * slope), 1, 0.01) << r;
  }
}

TEST(VortexCriteria, AreThoseOfAStagnationPointAndOfARotation) {
  constexpr double kCirculation = 2, kDistance = 0.5;
  const app::VortexCriteria between =
      app::vortexCriteria(gradientAt({{kDistance, 0, 0}, {-kDistance, 0, 0}}, kCirculation, 0.02, {0, 0, 0}));
  const double strain = kCirculation / (kPi * kDistance * kDistance);
  EXPECT_NEAR(between.q / -(strain * strain), 1, 0.01);
  EXPECT_NEAR(between.lambda2 / (strain * strain), 1, 0.01);
  const app::VortexCriteria turning = app::vortexCriteria({{0, -3, 0, 3, 0, 0, 0, 0, 0}});
  EXPECT_NEAR(turning.q, 9, 1e-12);
  EXPECT_NEAR(turning.lambda2, -9, 1e-6);
  const app::VortexCriteria strained = app::vortexCriteria({{2, 0, 0, 0, -1, 0, 0, 0, -1}});
  EXPECT_NEAR(strained.q, -3, 1e-12);
  EXPECT_NEAR(strained.lambda2, 1, 1e-6);
}

/// p = -integral of u^2/r from r outwards.
double lambOseenPressure(double circulation, double core, double r) {
  constexpr int kSteps = 20000;
  constexpr double kFar = 200;  // core radii
  double sum = 0;
  const double ratio = std::pow(kFar * core / r, 1. / kSteps);
  for (int i = 0; i < kSteps; ++i) {
    const double x = r * std::pow(ratio, i + 0.5),
                 u = circulation / (2 * kPi * x) * (1 - std::exp(-x * x / (2 * core * core)));
    sum += u * u * std::log(ratio);
  }
  return -sum;
}

TEST(Pressure, IsThatOfALambOseenVortex) {
  constexpr double kCirculation = 2, kCore = 0.3;
  const fmm::Elements vortex = vorticesAt({{0.1, 0.2, 0}}, kCirculation, kCore);
  for (const double r : {0.01, 0.2, 0.3, 0.45, 0.8, 2.}) {
    const double p =
        pressureAt(exactly(fmm::Space::plane), vortex, {{0.1 + r * std::cos(0.7), 0.2 + r * std::sin(0.7), 0}}).at(0);
    EXPECT_NEAR(p / lambOseenPressure(kCirculation, kCore, r), 1, 0.01) << r;
  }
}

/// Nodes a third of the width apart carry the vortex, and are the places where the pressure's sources are sampled.
TEST(Pressure, OfAVortexOnALatticeIsTheSame) {
  constexpr double kCirculation = 2, kCore = 0.3, kSpacing = 0.1;
  fmm::Settings settings = exactly(fmm::Space::plane);
  settings.redistribution.steps = 1;
  settings.spacing = kSpacing;
  for (const auto core : {fmm::Regularisation::gaussian, fmm::Regularisation::gaussian8}) {
    const double own = core == fmm::Regularisation::gaussian ? kSpacing : 0;  // by which cores of order 2 widen it
    const double square = kCore * kCore - own * own;
    fmm::Elements vortex;
    for (int i = -18; i <= 18; ++i) {
      for (int j = -18; j <= 18; ++j) {
        vortex.position.push_back({i * kSpacing, j * kSpacing, 0});
        const double r = kSpacing * kSpacing * (i * i + j * j);
        vortex.strength.push_back(
            {0, 0, kCirculation * kSpacing * kSpacing / (2 * kPi * square) * std::exp(-r / (2 * square))});
      }
    }
    vortex.coreRadius.assign(vortex.size(), kSpacing);
    settings.regularisation = core;
    for (const double r : {0.02, 0.3, 0.8})
      EXPECT_NEAR(pressureAt(settings, vortex, {{r, 0, 0}}).at(0) / lambOseenPressure(kCirculation, kCore, r), 1, 0.01)
          << toString(core) << r;
  }
}

/// Between two vortices, which turn about each other, the potential changes: p = -d(phi)/dt, and lap p = 2 strain^2.
TEST(Pressure, IsThatOfAStagnationPoint) {
  constexpr double kCirculation = 2, kDistance = 0.5, kStep = 0.05;
  const fmm::Elements pair = vorticesAt({{kDistance, 0, 0}, {-kDistance, 0, 0}}, kCirculation, 0.02);
  const std::vector<double> p = pressureAt(exactly(fmm::Space::plane), pair,
                                           {{0, 0, 0}, {kStep, 0, 0}, {-kStep, 0, 0}, {0, kStep, 0}, {0, -kStep, 0}});
  const double speed = kCirculation / (2 * kPi * kDistance), strain = kCirculation / (kPi * kDistance * kDistance);
  EXPECT_NEAR(p[0] / -(speed * speed), 1, 0.01);
  EXPECT_NEAR((p[1] + p[2] + p[3] + p[4] - 4 * p[0]) / (kStep * kStep) / (-2 * strain * strain), 1, 0.01);
}

/// A ring of Gaussian cores about the z axis.
fmm::Elements ringOfElements() {
  constexpr int kCount = 120;
  fmm::Elements ring;
  for (int i = 0; i < kCount; ++i) {
    const double angle = 2 * kPi * i / kCount;
    ring.position.push_back({std::cos(angle), std::sin(angle), 0.4});
    ring.strength.push_back(2 * kPi / kCount * fmm::Vec3{-std::sin(angle), std::cos(angle), 0});
    ring.coreRadius.push_back(0.2);
  }
  return ring;
}

TEST(Pressure, OfARingHasTheLaplacianOfItsStrain) {
  const fmm::Elements ring = ringOfElements();
  const fmm::Settings settings = exactly(fmm::Space::space);
  for (const fmm::Vec3& x : {fmm::Vec3{1, 0, 0.4}, {0.7, 0.1, 0.5}, {0.1, 1.2, 0.3}, {0, 0, 0.4}}) {
    constexpr double kStep = 0.03;
    std::vector<fmm::Vec3> points = {x};
    for (const fmm::Vec3& d : {fmm::Vec3{kStep, 0, 0}, {0, kStep, 0}, {0, 0, kStep}})
      for (const double way : {-1., 1.}) points.push_back(x + way * d);
    const std::vector<double> p = pressureAt(settings, ring, points);
    double sum = -6 * p[0];
    for (std::size_t i = 1; i < points.size(); ++i) sum += p[i];
    const double q = app::vortexCriteria(fmm::evaluateField(settings, ring, {x}, true).gradient.at(0)).q;
    EXPECT_NEAR(sum / (kStep * kStep), 2 * q, 0.02 * 2 * std::abs(q) + 0.01) << x.x << " " << x.y;
  }
}

/// What a free-slip ground mirrors is a flow without a ground.
TEST(Pressure, OverAGroundIsThatOfTheFlowAndItsImage) {
  fmm::Settings over = exactly(fmm::Space::space), alone = over;
  over.ground = fmm::GroundPlane{};
  alone.solver = over.solver;
  const std::vector<fmm::Vec3> points = {{0.5, 0, 0.3}, {0, 0, 0}};
  const std::vector<double> p = pressureAt(over, ringOfElements(), points),
                            same = pressureAt(alone, fmm::mirrored(ringOfElements(), {}), points);
  for (std::size_t i = 0; i < points.size(); ++i) EXPECT_NEAR(p[i], same[i], 1e-9);
}

TEST(Pressure, IsNotToldWhereTheFluidSticks) {
  fmm::Settings settings = exactly(fmm::Space::space);
  settings.ground = fmm::GroundPlane{};
  settings.wall = fmm::Wall::noSlip;
  const app::Pressure unknown(settings, ringOfElements());
  EXPECT_FALSE(unknown.isKnown());
  EXPECT_EQ(unknown.whyUnknown(), "where the fluid sticks to a wall");
  settings = exactly(fmm::Space::space);
  settings.regularisation = fmm::Regularisation::winckelmans;
  EXPECT_EQ(app::Pressure(settings, ringOfElements()).whyUnknown(), "with cores that are not Gaussian");
  const app::QuantityGrid grid = app::quantityOnGrid(settings, ringOfElements(), {app::VortexQuantity::pressure});
  EXPECT_TRUE(grid.values.empty());
  EXPECT_EQ(grid.unknown, "pressure not known with cores that are not Gaussian");
}

/// One element at rest with heat of 2, whose blob is a Gaussian spot; up is another direction than an axis.
struct WarmSpot {
  explicit WarmSpot(fmm::Space space) : settings(exactly(space)) {
    const bool plane = space == fmm::Space::plane;
    settings.heat = true;
    settings.redistribution.steps = fmm::Redistribution::kAutomatic;
    settings.up = {0.6, 0.8, plane ? 0 : 0.5};
    element = vorticesAt({{0.1, 0, 0}}, 0, kCore);
    element.heat = {kHeat};
  }
  static constexpr double kHeat = 2, kCore = 0.3;
  fmm::Settings settings;
  fmm::Elements element;
};

TEST(Buoyancy, IsTheSumOfTheBlobs) {
  for (const fmm::Space space : {fmm::Space::plane, fmm::Space::space}) {
    const WarmSpot spot(space);
    const double width = std::sqrt(2 * kPi) * WarmSpot::kCore;
    const std::vector<fmm::Vec3> points = {{0.1, 0, 0}, {0.3, 0.2, 0}, {2.5, 0, 0}};
    const std::vector<double> b = app::buoyancyAt(spot.settings, spot.element, points);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double r = fmm::norm(points[i] - spot.element.position[0]) / WarmSpot::kCore;
      const double exact = WarmSpot::kHeat / std::pow(width, space == fmm::Space::plane ? 2 : 3) * std::exp(-r * r / 2);
      EXPECT_NEAR(b[i], exact, 1e-6);
    }
    fmm::Elements cold = spot.element;
    cold.heat.clear();
    EXPECT_EQ(app::buoyancyAt(spot.settings, cold, points), std::vector<double>(points.size()));
  }
}

/// Nothing flows through a ground: what is warm near it has an image that is as warm, whatever its direction.
TEST(Buoyancy, OverAGroundIsThatOfTheHeatAndItsImage) {
  WarmSpot spot(fmm::Space::space);
  spot.settings.ground = fmm::GroundPlane{{0, 0, -0.2}, {0.3, -0.2, 1}};
  fmm::Settings alone = spot.settings;
  alone.ground.reset();
  const std::vector<fmm::Vec3> points = {{0.1, 0, 0}, {0.3, 0.2, -0.1}};
  const std::vector<double> b = app::buoyancyAt(spot.settings, spot.element, points),
                            both = app::buoyancyAt(alone, fmm::mirrored(spot.element, *spot.settings.ground), points),
                            one = app::buoyancyAt(alone, spot.element, points);
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_NEAR(b[i], both[i], 1e-9);
    EXPECT_GT(b[i], 1.2 * one[i]);
  }
}

/// Fluid at rest that is warm in a spot: lap p = e . grad b, so that p = e . grad of what has b as its Laplacian.
TEST(Pressure, OfAWarmSpotAtRestPushesItsSurroundings) {
  for (const fmm::Space space : {fmm::Space::plane, fmm::Space::space}) {
    const WarmSpot spot(space);
    const fmm::Vec3 up = fmm::upOf(spot.settings);
    const std::vector<fmm::Vec3> points = {{0.3, 0.2, 0}, {-0.1, -0.4, 0}, {0.1, 1.5, 0}, {0.9, 0.1, 0}};
    const std::vector<double> p = pressureAt(spot.settings, spot.element, points);
    double most = 0, error = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const fmm::Vec3 x = points[i] - spot.element.position[0];
      const double r = fmm::norm(x), s = r / WarmSpot::kCore, rest = std::exp(-s * s / 2);
      const double within = space == fmm::Space::plane
                                ? (1 - rest) / (2 * r)
                                : (std::erf(s / std::sqrt(2)) - std::sqrt(2 / kPi) * s * rest) / (4 * r * r);
      const double exact = WarmSpot::kHeat / kPi * within * fmm::dot(x, up) / r;
      most = std::max(most, std::abs(exact));
      error = std::max(error, std::abs(p[i] - exact));
    }
    EXPECT_LT(error, 1e-4 * most);
  }
}

TEST(Pressure, IsNotToldWhereHeatIsOverAGround) {
  WarmSpot spot(fmm::Space::space);
  spot.settings.ground = fmm::GroundPlane{{0, 0, -1}, {0, 0, 1}};
  EXPECT_EQ(app::Pressure(spot.settings, spot.element).whyUnknown(), "with heat over a ground");
}

/// A slice has its own layer of cells; what pictures show is what the field has there.
TEST(QuantityGrid, HasTheFieldAtItsCells) {
  const fmm::Elements ring = ringOfElements();
  const fmm::Settings settings = exactly(fmm::Space::space);
  for (const auto across : {app::SliceAxis::none, app::SliceAxis::x}) {
    for (const auto quantity : {app::VortexQuantity::q, app::VortexQuantity::lambda2, app::VortexQuantity::pressure}) {
      fmm::Settings fast = settings;
      fast.solver = fmm::SolverKind::fmm;
      const app::QuantityGrid grid = app::quantityOnGrid(fast, ring, {quantity, across, 0.1});
      ASSERT_EQ(grid.values.size(), grid.shape.size());
      EXPECT_EQ(grid.shape.cells[0] == 1, across == app::SliceAxis::x);
      for (std::size_t i = 777; i < grid.values.size(); i += grid.values.size() / 5) {
        const std::vector<fmm::Vec3> at = app::cellCentres(grid.shape, i, 1);
        if (across == app::SliceAxis::x) {
          EXPECT_NEAR(at[0].x, 0.1, 1e-12);
        }
        const app::VortexCriteria exact =
            app::vortexCriteria(fmm::evaluateField(settings, ring, at, true).gradient.at(0));
        const double wanted = quantity == app::VortexQuantity::q         ? exact.q
                              : quantity == app::VortexQuantity::lambda2 ? exact.lambda2
                                                                         : pressureAt(settings, ring, at).at(0);
        EXPECT_NEAR(grid.values[i], wanted, 1e-3 * std::abs(wanted) + 2e-4) << fmm::toString(quantity) << i;
      }
    }
  }
}

}  // namespace
