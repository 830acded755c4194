// Sums over nearby nodes in place of Fourier transforms: together with the windows for spreading and interpolation they
// equal the core's filter.

#include <gtest/gtest.h>

#include <cmath>

#include "mesh/mesh_core.h"
#include "mesh/mesh_taps.h"

namespace fmm {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// Gain of a wave along an axis: both windows times the taps of a term.
double along(const MeshAccuracy& accuracy, const MeshTaps& taps, int term, double wave) {
  const auto& of = taps.taps[static_cast<std::size_t>(term)];
  double sum = of[0];
  for (int d = 1; d <= taps.reach; ++d) sum += 2 * of[static_cast<std::size_t>(d)] * std::cos(d * wave);
  const double window = accuracy.window.transform(wave) / accuracy.window.transform(0);
  return window * window * sum;
}

/// Gain of a wave in space: the terms x^n/n! of x + y + z from the powers along each axis.
double filterOf(const MeshAccuracy& accuracy, const MeshTaps& taps, const double (&wave)[3]) {
  double sum = 0;
  for (int a = 0; a < taps.terms; ++a)
    for (int b = 0; a + b < taps.terms; ++b)
      for (int c = 0; a + b + c < taps.terms; ++c)
        sum +=
            along(accuracy, taps, a, wave[0]) * along(accuracy, taps, b, wave[1]) * along(accuracy, taps, c, wave[2]);
  return sum;
}

TEST(MeshTaps, AreTheFilterOfTheCore) {
  for (int order = 1; order <= 3; ++order) {
    for (const double tolerance : {1e-2, 1e-3, 1e-4, 1e-6, 1e-8}) {
      for (const double part : {1.0, 0.2}) {  // share of the tolerance: windows are finer with gradients
        const MeshAccuracy accuracy = MeshAccuracy::ofTolerance(part * tolerance, order, MeshAccuracy::kMostWidth);
        const MeshTaps taps = MeshTaps::of(accuracy, order, tolerance);
        ASSERT_GT(taps.reach, 0) << order << " at " << tolerance;
        const MeshCore core = {1 / accuracy.spacing, 1, order};
        for (double x = 0.01; x < kPi; x += 0.31)
          for (double y = 0.02; y < kPi; y += 0.41) {
            const double wave[3] = {x, y, 0.5 * (x + y)};
            const double k2 = wave[0] * wave[0] + wave[1] * wave[1] + wave[2] * wave[2];
            EXPECT_NEAR(filterOf(accuracy, taps, wave), core.filter(k2), tolerance / 3) << order << " at " << tolerance;
          }
      }
    }
  }
}

TEST(MeshTaps, ReachFewNodes) {
  const auto reachOf = [](int order, double tolerance) {
    return MeshTaps::of(MeshAccuracy::ofTolerance(tolerance / 5, order, 9), order, tolerance).reach;
  };
  EXPECT_LE(reachOf(1, 1e-4), 5);
  EXPECT_LE(reachOf(3, 1e-4), 8);
}

TEST(MeshTaps, SayWhereTheyDoNotServe) {
  const MeshAccuracy accuracy = MeshAccuracy::ofTolerance(1e-10, 3, MeshAccuracy::kMostWidth);
  EXPECT_EQ(MeshTaps::of(accuracy, 3, 1e-14).reach, 0);
}

}  // namespace
}  // namespace fmm
