// No-slip wall of a plane flow, and bodies above no-slip walls.

#include "exec/cpu/exec.h"
#include "exec/cpu/sort.h"
#include "fmm/fmm.h"
#include "fmm/support/support.h"
#include "lattice/cpu/deposit.h"
#include "lattice/redistributor.h"
#include "support/test.h"
#include "vortex/wall_steps.h"

namespace fmm {
namespace {

constexpr double kSpacing = 0.025;

Settings stickyLine(Vec3 normal = {0, 1, 0}) {
  Settings s;
  s.backend = Backend::cpu;
  s.space = Space::plane;
  s.timeStep = 0.01;
  s.viscosity = 1e-3;
  s.regularisation = Regularisation::gaussian8;
  s.redistribution.steps = 1;
  s.diffusion = Diffusion::lattice;
  s.spacing = kSpacing;
  s.elementBudget = 40000;
  s.ground = GroundPlane{{0, 0, 0}, normal};
  s.wall = Wall::noSlip;
  return s;
}

/// Two vortices of opposite sign that fly against a wall through the origin.
Elements flying(const Settings& settings) {
  const Vec3 up = (1 / norm(settings.ground->normal)) * settings.ground->normal, along = {up.y, -up.x, 0};
  std::vector<PlanePatch> pair;
  for (int side = 0; side < 2; ++side) {
    PlaneVortex vortex;
    vortex.centre = 0.45 * up + (side == 0 ? -0.12 : 0.12) * along;
    vortex.circulation = side == 0 ? -1 : 1;
    vortex.halfAxes = {0.07, 0.07};
    pair.push_back(vortex);
  }
  return planeElements(pair, kSpacing, 1, settings.nodeThreshold);
}

VortexSystem flown(const Settings& settings, int steps) {
  VortexSystem system(settings, flying(settings), {});
  for (int k = 0; k < steps; ++k) system.step();
  return system;
}

double largest(const std::vector<Vec3>& vectors) {
  double most = 0;
  for (const Vec3 v : vectors) most = std::max(most, norm(v));
  return most;
}

TEST(PlaneWall, FrameKeepsThePlane) {
  for (const Vec3 normal : {Vec3{0, 1, 0}, Vec3{2, 0, 0}, Vec3{-0.6, 0.8, 0}}) {
    const WallFrame frame(GroundPlane{{0.1, 0.2, 0}, normal}, true);
    EXPECT_EQ(frame.up, 1);
    EXPECT_NEAR(norm(frame.direction(1) - (1 / norm(normal)) * normal), 0, 1e-15);
    EXPECT_EQ(frame.direction(2), (Vec3{0, 0, 1}));
    EXPECT_NEAR(norm(cross(frame.direction(0), frame.direction(1)) - frame.direction(2)), 0, 1e-15);
  }
}

TEST(PlaneWall, NothingDiffusesThroughIt) {
  fmm_test::Random random(5);
  std::vector<double> row[6], ring;
  for (int i = 0; i < 200; ++i) {
    const Vec3 x = random.inCube(-0.5, 0.5);
    const double values[6] = {x.x, -0.05 + 0.3 * std::abs(x.y), 0, 0, 0, x.z};
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
  const auto& nodes = lattice.run(exec, elements, kH, fit, {}, 0, 0.8, LatticeSides::planeAbove);
  double before[2] = {}, after[2] = {};
  for (std::size_t i = 0; i < ring.size(); ++i) {
    before[0] += row[5][i];
    before[1] += row[0][i] * row[5][i];
  }
  for (Index i = 0; i < nodes.count; ++i) {
    EXPECT_GE(nodes.row[1][i], -1e-12);
    EXPECT_EQ(nodes.row[2][i], 0);
    after[0] += nodes.row[5][i];
    after[1] += nodes.row[0][i] * nodes.row[5][i];
  }
  for (int k = 0; k < 2; ++k) EXPECT_NEAR(after[k], before[k], 1e-10) << k;
}

TEST(PlaneWall, TakesTheSlipAway) {
  Settings settings = stickyLine();
  settings.timeStep = 1e-9;
  settings.precision = Precision::real64;
  settings.solver = SolverKind::direct;
  std::vector<Vec3> points;
  for (int i = -20; i <= 20; ++i) points.push_back({i * kSpacing, 0, 0});
  const auto slip = [&](const Elements& elements) {
    std::vector<Vec3> told = evaluateField(settings, elements, points, false).velocity;
    addHiddenSlip(settings, elements, points, told);
    return largest(told);
  };
  const double most = slip(flying(settings));
  EXPECT_GT(most, 0.2);
  EXPECT_LT(slip(flown(settings, 1).elements()), 0.15 * most);
  EXPECT_LT(slip(flown(settings, 6).elements()), 0.01 * most);
}

TEST(PlaneWall, IsTheSameWhateverTheLine) {
  double energy = 0;
  for (const Vec3 normal : {Vec3{0, 1, 0}, Vec3{1, 0, 0}, Vec3{0, -3, 0}, Vec3{-0.6, 0.8, 0}}) {
    const Settings settings = stickyLine(normal);
    VortexSystem system = flown(settings, 5);
    for (const Vec3 x : system.elements().position) EXPECT_GT(height(*settings.ground, x), 0);
    const double now = system.measure(true).energy;
    if (energy == 0) energy = now;
    EXPECT_NEAR(now, energy, 5e-3 * energy) << normal.x;
  }
}

TEST(PlaneWall, LayersOfBothHalvesAreMirrorImages) {
  const VortexSystem system = flown(stickyLine(), 8);
  double sum = 0, left = 0;
  const Elements now = system.elements();
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (now.ring[i] != kWallRing) continue;
    sum += now.strength[i].z;
    if (now.position[i].x < 0) left += now.strength[i].z;
  }
  EXPECT_GT(left, 0.1) << "of the sign opposite to the vortex above it";
  EXPECT_NEAR(sum, 0, 1e-3 * left);
}

TEST(PlaneWall, AResumedFlowHasTheSameBits) {
  VortexSystem whole(stickyLine(), flying(stickyLine()), {});
  whole.evaluate();
  for (int k = 0; k < 3; ++k) whole.step();
  VortexSystem second = fmm_test::resumed(whole);
  for (int k = 0; k < 4; ++k) {
    whole.step();
    second.step();
  }
  EXPECT_EQ(whole.elements().position, second.elements().position);
  EXPECT_EQ(whole.elements().strength, second.elements().strength);
}

// ---- bodies above walls ---------------------------------------------------------------------------------------------

/// A body that starts at once, along the wall, upwards and turning, at a height [L] above it: what is done to it and to
/// the fluid after some steps, in the wall's frame. Its centre is half-way between layers of nodes, of which those on a
/// sticky wall are half a spacing higher.
struct Push {
  Vec3 force, torque;  ///< along axis 0, upwards, and along the third direction
  double power = 0;
};
Push pushAbove(Settings settings, Body body, double height) {
  const bool plane = settings.space == Space::plane;
  const WallFrame frame(*settings.ground, plane);
  const Vec3 up = frame.direction(frame.up), along = frame.direction(0), aside = cross(along, up);
  settings.viscosity = 0.02;
  settings.timeStep = 0.02;
  settings.spacing = plane ? 1.0 / 24 : 1.0 / 14;
  settings.elementBudget = 60000;
  if (settings.wall == Wall::slip) height += settings.spacing / 2;
  body.centre = height * up;
  body.velocity = along + 0.3 * up;
  body.axis = aside;
  body.rotation = 60;
  settings.bodies = {body};
  VortexSystem system(settings, {}, {});
  Push mean;
  for (int k = 0; k < 8; ++k) {
    system.step();
    if (k < 4) continue;
    const BodyLoad load = system.bodyLoads()[0];
    const auto inFrame = [&](const Vec3& v) { return 0.25 * Vec3{dot(v, along), dot(v, up), dot(v, aside)}; };
    mean.force = mean.force + inFrame(load.force);
    mean.torque = mean.torque + inFrame(load.torque);
    mean.power += 0.25 * load.power;
  }
  return mean;
}

Settings stickySpace(Vec3 normal) {
  Settings s = stickyLine(normal);
  s.space = Space::space;
  s.tolerance = 1e-3;
  return s;
}

Body sphere() {
  Body body;
  body.shape = BodyShape::sphere;
  return body;
}

void expectAlike(const Push& a, const Push& b) {
  EXPECT_LT(norm(a.force - b.force), 0.02 * norm(a.force));
  EXPECT_LT(norm(a.torque - b.torque), 0.03 * norm(a.torque));
  EXPECT_NEAR(a.power, b.power, 0.02 * a.power);
}

TEST(BodiesAboveWalls, FeelTheSameOverAnyPlane) {
  expectAlike(pushAbove(stickyLine(), Body(), 0.9), pushAbove(stickyLine({-0.6, 0.8, 0}), Body(), 0.9));
  const Push upright = pushAbove(stickySpace({0, 0, 1}), sphere(), 0.9);
  EXPECT_LT(upright.force.x, -0.5);
  EXPECT_LT(upright.force.y, -0.1);
  EXPECT_LT(upright.torque.z, -0.02) << "the fluid brakes its turning";
  EXPECT_GT(upright.power, 0.5);
  expectAlike(upright, pushAbove(stickySpace({1, 0, 0}), sphere(), 0.9));
  expectAlike(upright, pushAbove(stickySpace({0, -2, 0}), sphere(), 0.9));
}

TEST(BodiesAboveWalls, DoNotNoticeAFarOne) {
  Settings free = stickyLine();
  free.wall = Wall::slip;
  expectAlike(pushAbove(stickyLine(), Body(), 8), pushAbove(free, Body(), 8));
}

TEST(BodiesAboveWalls, AreHeldBackByANearOne) {
  const Push near = pushAbove(stickyLine(), Body(), 0.625), far = pushAbove(stickyLine(), Body(), 8);
  EXPECT_LT(near.force.x, 1.03 * far.force.x);
}

}  // namespace
}  // namespace fmm
