// Positions of tracers are exact to round-off, and the same on any number of threads.

#include <tbb/global_control.h>

#include "fmm/tracer_regions.h"
#include "seeding/centre_line.h"
#include "seeding/closed_spline.h"
#include "seeding/tube.h"
#include "support/test.h"

namespace {

using fmm::Tracers;
using fmm::Vec3;

constexpr double kPi = 3.14159265358979323846;

TEST(TracerPlaces, ArcLengthIsInvertedToRoundOff) {
  const fmm::ArcLength arc([](double t) { return 1 + 0.9 * std::cos(3 * t); }, 256);
  EXPECT_NEAR(arc.total(), 2 * kPi, 1e-13);
  for (int i = 0; i <= 1000; ++i) {
    const double t = 2 * kPi * i / 1000, slowest = 1 - 0.9;
    ASSERT_NEAR(arc.parameterAt(t + 0.3 * std::sin(3 * t)), t, 1e-13 / slowest) << i;
  }
}

TEST(TracerPlaces, AnglesSolveKeplersEquationToRoundOff) {
  fmm::Ring ring;
  const auto line = fmm::lineOf(ring);
  for (const double tube : {1e-3, 0.06, 0.3, 0.7, 0.95, 0.999}) {
    for (int i = 0; i < 500; ++i) {
      const double part = (i + 0.5) / 500;
      const Vec3 x = shellPoint(*line, tube, 0, part);
      double theta = std::atan2(x.z, std::hypot(x.x, x.y) - 1);
      if (theta < 0) theta += 2 * kPi;
      ASSERT_NEAR(theta + tube * std::sin(theta), 2 * kPi * part, 1e-12) << tube << " " << i;
    }
  }
}

TEST(TracerPlaces, AreTheSameOnAnyNumberOfThreads) {
  const auto made = [](std::size_t threads) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    fmm::TorusKnot knot;
    Tracers tracers;
    fmm::addTracersAround({knot, 0}, 0.05, 20000, 0, 3, tracers, {0.5, 0.1});
    fmm::addTracersOnSheet({knot, 0}, {0.05, 0.3, 0.01}, 20000, 0, 3, tracers, {0.5, 0.1});
    return tracers.position;
  };
  const std::vector<Vec3> one = made(1);
  EXPECT_TRUE(made(2) == one);
  EXPECT_TRUE(made(7) == one);
}

}  // namespace
