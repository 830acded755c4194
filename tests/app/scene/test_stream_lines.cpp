// Stream lines of plane flows, as pictures show them.

#include <cmath>

#include "fmm/plane_vortices.h"
#include "scene/saved/stream_lines.h"
#include "support/test.h"

namespace app {
namespace {

fmm::Settings planeSettings() {
  fmm::Settings settings;
  settings.space = fmm::Space::plane;
  settings.backend = fmm::Backend::cpu;
  settings.regularisation = fmm::Regularisation::gaussian;
  settings.tolerance = 1e-5;
  return settings;
}

fmm::Elements roundVortex() {
  fmm::PlaneVortex vortex;
  vortex.centre = {0.2, -0.1, 0};
  return fmm::planeElements({vortex}, 0.02, 1, 1e-4);
}

TEST(StreamLines, RunInCirclesAboutAVortex) {
  const StreamLines lines = streamLines(planeSettings(), roundVortex());
  ASSERT_GT(lines.piece.size(), 200u);
  EXPECT_GT(lines.step, 0);
  double shortest = 1e9, longest = 0;
  for (const auto& [from, to] : lines.piece) {
    const double a = std::hypot(from.x - 0.2, from.y + 0.1), b = std::hypot(to.x - 0.2, to.y + 0.1);
    EXPECT_NEAR(a, b, 2e-3);
    shortest = std::min(shortest, a);
    longest = std::max(longest, b);
  }
  EXPECT_LT(shortest, 0.1);
  EXPECT_GT(longest, 0.25);
}

/// psi of the vortex at a point is right from line to line: the flow between neighbours is lines.step.
TEST(StreamLines, HaveTheSameFlowBetweenNeighbours) {
  const StreamLines lines = streamLines(planeSettings(), roundVortex());
  const auto psi = [](double r) {  // -Gamma/(2 pi) (ln r + E1(r^2/2 s^2)/2), by a sum of the speed from r = 1
    constexpr int kSteps = 4000;
    constexpr double kCore = 0.1;
    double sum = 0;
    for (int i = 0; i < kSteps; ++i) {
      const double at = r + (1 - r) * (i + 0.5) / kSteps;
      sum += (1 - std::exp(-at * at / (kCore * kCore))) / at;
    }
    return sum * (1 - r) / kSteps / (2 * 3.14159265358979323846);
  };
  std::vector<double> radii;
  for (const auto& [from, to] : lines.piece) radii.push_back(std::hypot(from.x - 0.2, from.y + 0.1));
  std::sort(radii.begin(), radii.end());
  std::vector<double> distinct;
  for (const double r : radii)
    if (distinct.empty() || r > distinct.back() + 0.01) distinct.push_back(r);
  int checked = 0;
  for (std::size_t k = 1; k < distinct.size(); ++k) {
    if (distinct[k] > 0.25 || distinct[k - 1] < 0.05) continue;
    EXPECT_NEAR(psi(distinct[k - 1]) - psi(distinct[k]), lines.step, 0.1 * lines.step) << distinct[k];
    ++checked;
  }
  EXPECT_GE(checked, 3);
}

TEST(StreamLines, OfAStreamAreParallelFarAway) {
  fmm::Settings settings = planeSettings();
  settings.stream = {100, 0, 0};
  for (const auto& [from, to] : streamLines(settings, roundVortex()).piece)
    EXPECT_NEAR(from.y, to.y, 0.05 * std::abs(from.x - to.x) + 1e-6);
}

TEST(StreamLines, AreNoneWhereNothingFlows) {
  EXPECT_TRUE(streamLines(planeSettings(), {}).piece.empty());
  fmm::Elements still = roundVortex();
  for (fmm::Vec3& a : still.strength) a = {};
  EXPECT_TRUE(streamLines(planeSettings(), still).piece.empty());
}

}  // namespace
}  // namespace app
