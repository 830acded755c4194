// Elements beyond the ground, and their images.

#include "fmm/fmm.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace {

using fmm::Elements;
using fmm::Vec3;

TEST(GroundPlane, FoldingElementsAboveItLeavesTheFlow) {
  const fmm::GroundPlane plane = {{0.1, -0.2, 0.05}, {0.3, -0.4, 2}};
  Elements elements;
  fmm_test::Random random(7);
  for (int i = 0; i < 60; ++i) {
    elements.position.push_back(random.inCube(-0.5, 0.5));
    elements.strength.push_back(random.inCube(-1, 1));
  }
  elements.coreRadius.assign(elements.size(), 0.1);
  Elements folded = elements;
  fmm::foldAbove(plane, folded);
  std::vector<Vec3> points;
  for (int i = 0; i < 20; ++i) points.push_back(random.inCube(-0.5, 0.5));
  fmm::Settings settings = fmm_test::directDouble();
  const auto before = evaluateField(settings, mirrored(elements, plane), points, false).velocity;
  const auto after = evaluateField(settings, mirrored(folded, plane), points, false).velocity;
  for (std::size_t i = 0; i < points.size(); ++i) EXPECT_LT(norm(after[i] - before[i]), 1e-12);
  int moved = 0;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    EXPECT_GE(height(plane, folded.position[i]), -1e-15);
    moved += folded.position[i] == elements.position[i] ? 0 : 1;
  }
  EXPECT_TRUE(moved > 10 && moved < 50) << moved;
}

// The velocity at the plane is along it only to the tolerance, so that steps carry particles through.
TEST(GroundPlane, StepsLeaveAllParticlesAboveIt) {
  const fmm::GroundPlane plane = {{0.1, -0.2, -0.05}, {0.3, -0.4, 2}};
  const Vec3 n = (1 / norm(plane.normal)) * plane.normal;
  fmm_test::Random random(8);
  Elements elements;
  fmm::Tracers tracers;
  const auto nearBy = [&](double least) {
    Vec3 x = random.inCube(-0.5, 0.5);
    return x + (least - height(plane, x)) * n;
  };
  for (int i = 0; i < 400; ++i) {
    elements.position.push_back(nearBy(i < 20 ? 1e-9 : 0.3));
    elements.strength.push_back(random.inCube(-1, 1));
    tracers.position.push_back(nearBy(1e-9));
  }
  elements.coreRadius.assign(elements.size(), 0.1);
  tracers.ring.assign(tracers.position.size(), 0);
  fmm::Settings settings;
  settings.backend = fmm::Backend::cpu;
  settings.solver = fmm::SolverKind::fmm;
  settings.tolerance = 1e-2;
  settings.timeStep = 1e-3;
  settings.ground = plane;
  fmm::VortexSystem system(settings, elements, tracers);
  for (int k = 0; k < 10; ++k) system.step();
  double least = HUGE_VAL;
  for (const auto& positions : {system.elements().position, system.tracers().position})
    for (const Vec3& x : positions) least = std::min(least, height(plane, x));
  EXPECT_GT(least, 0);
  EXPECT_LT(least, 1e-5) << "they are still beside it";
  EXPECT_NO_THROW(fmm::VortexSystem(settings, system.elements(), system.tracers())) << "a state can be resumed";
}

}  // namespace
