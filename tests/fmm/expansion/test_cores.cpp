// What a core's file says of it agrees with itself, for every core.

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "expansion/cores/core_reach.h"
#include "expansion/cores/with_core.h"
#include "fmm/core_facts.h"

namespace fmm {
namespace {

TEST(Cores, StandInTheOrderOfTheEnumerationWithTheirNames) {
  const std::vector<Regularisation> all = allCores();
  ASSERT_EQ(all.size(), kCoreCount);
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(all[i]), i);
    EXPECT_EQ(parse<Regularisation>(toString(all[i])), std::optional(all[i]));
  }
}

TEST(Cores, OneAloneSpreadsAsHeatDoes) {
  for (const Regularisation kind : allCores())
    EXPECT_EQ(coreFacts(kind).heatKernel, kind == Regularisation::gaussian) << toString(kind);
}

TEST(Cores, TailIsWhatTheShareLacks) {
  constexpr double kStep = 1e-4;
  forEachCore([](auto core) {
    for (const double rho : {2.5, 3.0, 4.5, 8.0, 30.0}) {
      const CoreTail tail = core.tail(rho);
      EXPECT_NEAR(tail.lack, std::abs(1 - core.share(rho)), 1e-14) << toString(core.kKind) << ", rho = " << rho;
      const double slope = (core.share(rho + kStep) - core.share(rho - kStep)) / (2 * kStep);
      EXPECT_NEAR(tail.slope, rho * std::abs(slope), 1e-7) << toString(core.kKind) << ", rho = " << rho;
    }
  });
}

TEST(Cores, ReachIsWhereTheTailMeetsTheTolerance) {
  for (const Regularisation kind : allCores()) {
    if (!coreFacts(kind).finiteCentre) continue;  // a core that ends has no tail
    for (const double tolerance : {1e-2, 1e-4, 1e-6}) {
      const auto tailAt = [&](double rho) { return withCore(kind, [&](auto core) { return core.tail(rho); }); };
      const double velocity = coreReach(kind, tolerance, false), gradient = coreReach(kind, tolerance, true);
      EXPECT_NEAR(tailAt(velocity).lack, tolerance, 1e-9 * tolerance) << toString(kind);
      EXPECT_GE(gradient, velocity) << toString(kind);
      EXPECT_LE(tailAt(gradient).slope, 10 * tolerance) << toString(kind);
    }
  }
  EXPECT_NEAR(coreReach(Regularisation::cutoff, 1e-4, true), 1, 1e-15);
}

TEST(Cores, FittedPotentialHasItsSlope) {
  constexpr double kStep = 1e-4;
  forEachCore([](auto core) {
    if constexpr (core.kFitted) {
      for (const double s : {0.5, 2.0, 7.0, 30.0}) {
        const double slope =
            (core.potential(std::sqrt(s + kStep)) - core.potential(std::sqrt(s - kStep))) / (2 * kStep);
        EXPECT_NEAR(core.potentialSlope(s), slope, 1e-9) << toString(core.kKind) << ", s = " << s;
      }
      EXPECT_NEAR(core.potentialSlope(0), core.potentialSlope(1e-6), 1e-6) << toString(core.kKind);
      EXPECT_NEAR(core.potential(std::sqrt(core.kPotentialEnd)) * std::sqrt(core.kPotentialEnd), 1, 1e-10);
    }
  });
}

}  // namespace
}  // namespace fmm
