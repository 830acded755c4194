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
  fmm::Settings settings;
  settings.backend = fmm::Backend::cpu;
  settings.solver = fmm::SolverKind::direct;
  settings.precision = fmm::Precision::real64;
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

}  // namespace
