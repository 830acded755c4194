// No-slip wall: the vorticity that its slip sheds, and where this vorticity is placed.

#include "exec/cpu/exec.h"
#include "exec/cpu/sort.h"
#include "fmm/fmm.h"
#include "fmm/support/support.h"
#include "lattice/cpu/deposit.h"
#include "lattice/redistributor.h"
#include "measures/core_functions.h"
#include "support/test.h"
#include "vortex/wall_steps.h"

namespace fmm {
namespace {

using testing::HasSubstr;

constexpr Regularisation kGaussians[] = {Regularisation::gaussian, Regularisation::gaussian8};

// ---- formulas -------------------------------------------------------------------------------------------------------

/// Slip under a sheet of blobs and its image, relative to that of the sheet: y int_y^inf g(R)/R^2 dR, y and R in sigma.
double slipBySum(Regularisation core, double y) {
  constexpr int kSteps = 20000;
  double sum = 0;  // over 1/R, from 0 to 1/y, by the midpoints
  for (int i = 0; i < kSteps; ++i) sum += coreShare(core, kSteps * y / (i + 0.5));
  return sum / kSteps;
}

TEST(Wall, BlobsMakeThePartOfTheSlipThatTheirSumHas) {
  for (const Regularisation core : kGaussians)
    for (const double rho : {0.05, 0.3, 0.5, 1.0, 1.7, 2.5, 4.0})
      EXPECT_NEAR(slipOfBlobs(coreFacts(core).filterOrder, rho), slipBySum(core, rho), 1e-6)
          << toString(core) << " " << rho;
}

TEST(Wall, ASheetIsSharedOutWholeAndAsWideAsViscosityMakesIt) {
  for (const double spread : {0.0, 0.01, 0.05, 0.3, 1.0, 7.0, 40.0}) {
    const WallLayers layers = WallLayers::ofSheet(spread);
    double sum = 0, square = 0;
    for (int k = 0; k < layers.count; ++k) {
      sum += layers.part[k];
      square += layers.part[k] * (k + 0.5) * (k + 0.5);
    }
    EXPECT_NEAR(sum, 1, 1e-14) << spread;
    EXPECT_NEAR(square, spread, 1e-12 * (1 + spread)) << spread;
  }
}

TEST(Wall, FrameStandsOnAnyPlane) {
  for (const Vec3 normal : {Vec3{0, 0, 1}, Vec3{0, 2, 0}, Vec3{-1, 0, 0}, Vec3{0.3, -0.2, 1}, Vec3{1, 1, 1}}) {
    const WallFrame frame(GroundPlane{{0.1, 0.2, 0.3}, normal}, false);
    const auto vec = [&](int k) { return Vec3{frame.axis[k].x, frame.axis[k].y, frame.axis[k].z}; };
    EXPECT_NEAR(norm(vec(2) - (1 / norm(normal)) * normal), 0, 1e-15);
    EXPECT_NEAR(norm(cross(vec(0), vec(1)) - vec(2)), 0, 1e-14);
    EXPECT_NEAR(norm(vec(0)), 1, 1e-15);
  }
}

// ---- the lattice on the wall ----------------------------------------------------------------------------------------

TEST(Wall, NothingDiffusesThroughIt) {
  fmm_test::Random random(3);
  std::vector<double> row[6], ring;
  for (int i = 0; i < 200; ++i) {
    const Vec3 x = random.inCube(-0.5, 0.5), a = random.inCube(-1, 1);
    const double values[6] = {x.x, x.y, -0.05 + 0.3 * std::abs(x.z), a.x, a.y, a.z};
    for (std::size_t k = 0; k < 6; ++k) row[k].push_back(values[k]);
    ring.push_back(0);
  }
  LatticeElements<double> elements = {{}, ring.data(), static_cast<Index>(ring.size())};
  for (std::size_t k = 0; k < 6; ++k) elements.row[k] = row[k].data();
  constexpr double kH = 0.1;
  CpuExec exec(1);
  using Lattice = Redistributor<CpuExec, double>;
  Lattice lattice;
  const LatticeFit fit = Lattice::fit(exec, elements, kH);
  const LatticeNodes<CpuExec, double>& nodes = lattice.run(exec, elements, kH, fit, {}, 0, 0.8, LatticeSides::above);
  double before[3] = {}, after[3] = {};
  for (std::size_t i = 0; i < ring.size(); ++i) {
    before[0] += row[3][i];
    before[1] += row[4][i];
    before[2] += row[0][i] * row[4][i] - row[1][i] * row[3][i];  // impulse normal to the wall
  }
  for (Index i = 0; i < nodes.count; ++i) {
    EXPECT_GE(nodes.row[2][i], -1e-12);
    after[0] += nodes.row[3][i];
    after[1] += nodes.row[4][i];
    after[2] += nodes.row[0][i] * nodes.row[4][i] - nodes.row[1][i] * nodes.row[3][i];
  }
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(after[k], before[k], 1e-10) << k;
}

// ---- flows ----------------------------------------------------------------------------------------------------------

constexpr double kSpacing = 0.04;

Settings stickyWall(Vec3 normal = {0, 0, 1}) {
  Settings s;
  s.backend = Backend::cpu;
  s.timeStep = 0.01;
  s.viscosity = 2e-3;
  s.regularisation = Regularisation::gaussian8;
  s.redistribution.steps = 1;
  s.diffusion = Diffusion::lattice;
  s.spacing = kSpacing;
  s.elementBudget = 40000;
  s.ground = GroundPlane{{0, 0, 0}, normal};
  s.wall = Wall::noSlip;
  return s;
}

/// A ring that comes down on a wall through the origin.
Elements falling(const Settings& settings, double height = 0.3) {
  const Vec3 up = (1 / norm(settings.ground->normal)) * settings.ground->normal;
  Ring ring;
  ring.centre = height * up;
  ring.axis = -1 * up;
  ring.radius = 0.25;
  ring.coreRadius = 0.08;
  ring.profile = CoreProfile::gaussian;
  return latticeElements({{ring, 0}}, {kSpacing, 1, 1e-3}, settings.regularisation);
}

/// That ring after some steps.
VortexSystem fallen(const Settings& settings, int steps) {
  VortexSystem system(settings, falling(settings), {});
  for (int k = 0; k < steps; ++k) system.step();
  return system;
}

Settings exactly(Settings settings) {
  settings.solver = SolverKind::direct;
  settings.precision = Precision::real64;
  return settings;
}

/// Slip at points of the wall z = 0 that lie under columns of nodes, from elements at nodes.
std::vector<Vec3> trueSlip(const Settings& settings, const Elements& elements, const std::vector<Vec3>& points) {
  std::vector<Vec3> slip = evaluateField(exactly(settings), elements, points, false).velocity;
  const int m = coreFacts(settings.regularisation).filterOrder;
  for (std::size_t p = 0; p < points.size(); ++p) {
    slip[p].z = 0;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const Vec3 x = elements.position[i], a = elements.strength[i];
      if (std::hypot(x.x - points[p].x, x.y - points[p].y) > 0.1 * kSpacing) continue;
      const double hidden = (1 - slipOfBlobs(m, x.z / elements.coreRadius[i])) / (kSpacing * kSpacing);
      slip[p] = slip[p] + hidden * Vec3{-a.y, a.x, 0};
    }
  }
  return slip;
}

double largest(const std::vector<Vec3>& vectors) {
  double most = 0;
  for (const Vec3 v : vectors) most = std::max(most, norm(v));
  return most;
}

std::vector<Vec3> wallNodes(double reach) {
  std::vector<Vec3> points;
  for (int i = -12; i <= 12; ++i)
    for (int j = -12; j <= 12; ++j)
      if (std::hypot(i, j) * kSpacing < reach) points.push_back({i * kSpacing, j * kSpacing, 0});
  return points;
}

TEST(Wall, TakesTheSlipAway) {
  Settings settings = stickyWall();
  settings.timeStep = 1e-9;
  VortexSystem system = fallen(settings, 1);
  const std::vector<Vec3> points = wallNodes(0.45);
  const double most = largest(trueSlip(settings, falling(settings), points));
  EXPECT_GT(most, 0.4);
  // The sheet is above the wall: the slip that it induces farther along the wall remains for the next steps.
  EXPECT_LT(largest(trueSlip(settings, system.elements(), points)), 0.12 * most);
  for (int k = 0; k < 5; ++k) system.step();
  EXPECT_LT(largest(trueSlip(settings, system.elements(), points)), 0.003 * most);
}

TEST(Wall, VelocitiesThatAreToldDoNotSlip) {
  Settings settings = stickyWall();
  settings.timeStep = 1e-9;
  const Elements elements = fallen(settings, 6).elements();
  std::vector<Vec3> points = wallNodes(0.45);
  const std::vector<Vec3> ofBlobs = evaluateField(exactly(settings), elements, points, false).velocity;
  std::vector<Vec3> told = ofBlobs;
  addHiddenSlip(settings, elements, points, told);
  EXPECT_GT(largest(ofBlobs), 0.1);
  EXPECT_LT(largest(told), 0.01 * largest(ofBlobs));

  for (Vec3& x : points) x.z = 5 * kSpacing;
  std::vector<Vec3> above(points.size());
  addHiddenSlip(settings, elements, points, above);
  EXPECT_EQ(largest(above), 0) << "beyond the cores of the layer";
  settings.wall = Wall::slip;
  addHiddenSlip(settings, elements, wallNodes(0.45), above);
  EXPECT_EQ(largest(above), 0);
}

/// A wide layer as of a plate that starts to move, u = U erfc(z/d): near the wall the blobs have it wrong by up to 17
/// %.
TEST(Wall, VelocitiesThatAreToldAreThoseOfTheLayer) {
  constexpr double kDepth = 2 * kSpacing, kPi = 3.14159265358979323846;
  Settings settings = stickyWall();
  settings.regularisation = Regularisation::gaussian8;
  Elements elements;
  for (int i = -50; i <= 50; ++i)
    for (int j = -50; j <= 50; ++j)
      for (int k = 0; k < 8; ++k) {
        const double z = (k + 0.5) * kSpacing,
                     omega = 2 / (std::sqrt(kPi) * kDepth) * std::exp(-z * z / kDepth / kDepth);
        elements.position.push_back({i * kSpacing, j * kSpacing, z});
        elements.strength.push_back({0, -omega * kSpacing * kSpacing * kSpacing, 0});
        elements.coreRadius.push_back(kSpacing);
      }
  const std::vector<Vec3> points = {{0, 0, 0}, {0.3 * kSpacing, 0, 0.25 * kSpacing}, {0, 0.4 * kSpacing, 2 * kSpacing}};
  std::vector<Vec3> told = evaluateField(exactly(settings), elements, points, false).velocity;
  const double slip = told[0].x;
  addHiddenSlip(settings, elements, points, told);
  EXPECT_LT(std::abs(slip), 0.92);
  // What the layer beyond the edges would add: a square of half width W misses 2 sqrt(2) y/(pi W) of a sheet at y.
  const double edge = 2 * std::sqrt(2.) / kPi * (kDepth / std::sqrt(kPi)) / (50.5 * kSpacing);
  for (std::size_t p = 0; p < points.size(); ++p)
    EXPECT_NEAR(std::abs(told[p].x), std::erfc(points[p].z / kDepth) - edge, p == 0 ? 0.002 : 0.05) << p;
}

TEST(Wall, KeepsItAwayWhileTheRingComesDown) {
  const Settings settings = stickyWall();
  const VortexSystem system = fallen(settings, 10);
  Settings still = settings;  // puts elements onto nodes again
  still.timeStep = 1e-9;
  VortexSystem now(still, system.elements(), {});
  now.setClock(system.time(), system.steps());
  now.setLattice(system.lattice());
  now.step();
  Settings slipping = settings;
  slipping.wall = Wall::slip;
  const std::vector<Vec3> points = wallNodes(0.45);
  const auto slip = evaluateField(exactly(slipping), fallen(slipping, 10).elements(), points, false).velocity;
  EXPECT_LT(largest(trueSlip(settings, now.elements(), points)), 0.05 * largest(slip));
}

TEST(Wall, GivesOffVorticityOfTheOtherSign) {
  VortexSystem system = fallen(stickyWall(), 5);
  const std::vector<RingMeasures> rings = system.measureRings();
  ASSERT_EQ(rings.size(), 2u);
  const auto wall = std::find_if(rings.begin(), rings.end(), [](const RingMeasures& r) { return r.ring == kWallRing; });
  ASSERT_NE(wall, rings.end());
  EXPECT_GT(std::abs(wall->circulation), 0.1);
  EXPECT_LT(wall->centre.z, 2 * kSpacing);
  const Invariants sums = invariants(system.elements());
  double size = 0;
  for (const Vec3 a : system.elements().strength) size += norm(a);
  EXPECT_LT(norm(sums.totalStrength), 1e-3 * size) << "a round flow stays round";
}

TEST(Wall, RemovalOfDivergenceLeavesARoundFlowItsEnergy) {
  const auto energy = [](bool removes) {
    Settings settings = stickyWall();
    settings.viscosity = 1e-3;
    settings.spacing = 0.035;
    settings.divergenceRemoval = removes;  // a round flow has none
    Ring ring;
    ring.centre = {0, 0, 0.6};
    ring.axis = {0, 0, -1};
    ring.radius = 0.25;
    ring.coreRadius = 0.06;
    ring.profile = CoreProfile::gaussian;
    const LatticePlan plan = {settings.spacing, 1, settings.nodeThreshold};
    VortexSystem system(settings, latticeElements({{ring, 0}}, plan, settings.regularisation), {});
    for (int k = 0; k < 10; ++k) system.step();
    return system.measure(true).energy;
  };
  const double kept = energy(false);
  EXPECT_NEAR(energy(true), kept, 1e-3 * kept);  // 2.8e-3 where the ring takes what the layer's edge loses
}

TEST(Wall, IsTheSameWhateverThePlane) {
  double energy = 0;
  std::size_t count = 0;
  for (const Vec3 normal : {Vec3{0, 0, 1}, Vec3{0, 1, 0}, Vec3{-2, 0, 0}, Vec3{0.3, -0.2, 1}}) {
    const Settings settings = stickyWall(normal);
    VortexSystem system = fallen(settings, 5);
    for (const Vec3 x : system.elements().position) EXPECT_GT(height(*settings.ground, x), 0);
    const double now = system.measure(true).energy;
    if (energy == 0) {
      energy = now;
      count = system.elementCount();
    }
    EXPECT_NEAR(now, energy, 5e-3 * energy) << normal.x;
    EXPECT_NEAR(static_cast<double>(system.elementCount()), static_cast<double>(count),
                0.1 * static_cast<double>(count));
  }
}

TEST(Wall, AFluidAtRestStaysAtRest) {
  const Settings settings = stickyWall();
  Elements still = falling(settings);
  for (Vec3& a : still.strength) a = {};
  VortexSystem system(settings, still, {});
  for (int k = 0; k < 3; ++k) system.step();
  EXPECT_EQ(system.elementCount(), still.size());
  EXPECT_EQ(largest(system.elementVelocities()), 0);
}

TEST(Wall, AResumedFlowHasTheSameBits) {
  for (const MeshUse mesh : {MeshUse::automatic, MeshUse::never}) {
    Settings settings = stickyWall();
    settings.mesh = mesh;
    settings.redistribution.steps = 2;
    VortexSystem whole(settings, falling(settings), {});
    whole.evaluate();
    for (int k = 0; k < 3; ++k) whole.step();
    VortexSystem second = fmm_test::resumed(whole);
    for (int k = 0; k < 5; ++k) {
      whole.step();
      second.step();
    }
    EXPECT_EQ(whole.elements().position, second.elements().position);
    EXPECT_EQ(whole.elements().strength, second.elements().strength);
    EXPECT_EQ(whole.elementRings(), second.elementRings());
  }
}

TEST(Wall, GivesTheSameBitsWithAnyNumberOfThreads) {
  Settings settings = stickyWall();
  settings.threads = 1;
  const VortexSystem one = fallen(settings, 3);
  settings.threads = 3;
  EXPECT_EQ(one.elements().strength, fallen(settings, 3).elements().strength);
}

TEST(Wall, TakesEnergyAsViscosityDoes) {
  Settings settings = stickyWall();
  settings.viscosity = 5e-3;  // a layer several nodes thick
  settings.timeStep = 0.005;
  VortexSystem system(settings, falling(settings, 0.35), {});
  for (int k = 0; k < 20; ++k) system.step();
  const FlowMeasures first = system.measure(true);
  double due = 0;
  FlowMeasures before = first, now;
  for (int k = 0; k < 20; ++k) {
    system.step();
    now = system.measure(true);
    due += settings.viscosity * settings.timeStep * (before.enstrophy + now.enstrophy);
    before = now;
  }
  EXPECT_NEAR((first.energy - now.energy) / due, 1, 0.08);
}

// ---- what it needs --------------------------------------------------------------------------------------------------

TEST(Wall, SaysWhatItNeeds) {
  const auto complaint = [](const auto& change) { return fmm_test::complaint(change, stickyWall()); };
  EXPECT_EQ(complaint([](Settings&) {}), "accepted");
  EXPECT_THAT(complaint([](Settings& s) { s.ground.reset(); }), HasSubstr("wall = no-slip needs a ground"));
  EXPECT_THAT(complaint([](Settings& s) { s.viscosity = 0; }), HasSubstr("needs viscosity, which is 0"));
  EXPECT_THAT(complaint([](Settings& s) { s.redistribution.steps = 0; }),
              HasSubstr("wall = no-slip needs redistribution"));
  EXPECT_THAT(complaint([](Settings& s) { s.regularisation = Regularisation::winckelmans; }),
              HasSubstr("needs a Gaussian core, but regularisation = winckelmans"));
  EXPECT_THAT(complaint([](Settings& s) { s.stream = {0.1, 0, 0}; }), HasSubstr("there is a stream"));
}

TEST(Wall, ChoicesGiveWayToTheLaterOne) {
  Settings before = stickyWall(), edited = before;
  edited.viscosity = 0;
  reconcile(before, edited);
  EXPECT_EQ(edited.wall, Wall::slip);
  before.wall = Wall::slip;
  before.redistribution.steps = 0;
  before.diffusion = Diffusion::coreSpreading;
  before.regularisation = Regularisation::gaussian;
  edited = before;
  edited.wall = Wall::noSlip;
  reconcile(before, edited);
  EXPECT_EQ(edited.wall, Wall::noSlip);
  EXPECT_EQ(brokenRule(edited), nullptr);
  EXPECT_TRUE(edited.redistribution.isOn());
}

}  // namespace
}  // namespace fmm
