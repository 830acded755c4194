// The facts that a core's file states agree with each other, for every core.

#include "expansion/cores/core_reach.h"
#include "expansion/cores/with_core.h"
#include "fmm/ring_theory.h"
#include "support/test.h"

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
      if (tail.lack == 1) {  // g oscillates about 1 there
        EXPECT_LT(rho, 4) << toString(core.kKind);
        continue;
      }
      EXPECT_NEAR(tail.lack, std::abs(1 - core.share(rho)), 1e-14) << toString(core.kKind) << ", rho = " << rho;
      const double slope = (core.share(rho + kStep) - core.share(rho - kStep)) / (2 * kStep);
      EXPECT_NEAR(tail.slope, rho * std::abs(slope), 1e-7) << toString(core.kKind) << ", rho = " << rho;
    }
  });
}

TEST(Cores, ReachIsWhereTheTailMeetsTheTolerance) {
  for (const Regularisation kind : allCores()) {
    if (!coreFacts(kind).finiteCentre) continue;  // a core of finite extent has no tail
    for (const double tolerance : {1e-2, 1e-4, 1e-6}) {
      const auto tailAt = [&](double rho) { return withCore(kind, [&](auto core) { return core.tail(rho); }); };
      const double velocity = coreReach(kind, tolerance, false), gradient = coreReach(kind, tolerance, true);
      // If the last overshoot of g is within the tolerance, the reach is the radius of that overshoot.
      EXPECT_LE(tailAt(velocity).lack, tolerance * (1 + 1e-9)) << toString(kind);
      EXPECT_GE(tailAt(velocity * (1 - 1e-9)).lack, tolerance * (1 - 1e-6)) << toString(kind);
      EXPECT_GE(gradient, velocity) << toString(kind);
      EXPECT_LE(tailAt(gradient).slope, 10 * tolerance) << toString(kind);
    }
  }
  EXPECT_NEAR(coreReach(Regularisation::cutoff, 1e-4, true), 1, 1e-15);
}

TEST(Cores, NothingBeyondTheReachExceedsTheTolerance) {
  constexpr double kStep = 1e-5;
  forEachCore([](auto core) {
    for (const double tolerance : {1e-1, 3e-2, 1e-2, 1e-3, 1e-5, 1e-7}) {
      for (const bool gradient : {false, true}) {
        const double reach = coreReach(core.kKind, tolerance, gradient);
        for (int k = 1; k < 300; ++k) {
          const double rho = reach * (1 + 0.01 * k);
          ASSERT_LE(std::abs(1 - core.share(rho)), tolerance) << toString(core.kKind) << ", rho = " << rho;
          const double slope = rho * (core.share(rho + kStep) - core.share(rho - kStep)) / (2 * kStep);
          if (gradient) {
            ASSERT_LE(std::abs(slope), 10 * tolerance + 1e-8) << toString(core.kKind) << ", rho = " << rho;
          }
        }
      }
    }
  });
}

TEST(Cores, GaussianOnesReachAsFarAsTheirTailsSay) {
  struct Row {
    Regularisation kind;
    double reaches[4];  // at 1e-3, 1e-4, 1e-5, 1e-6
  };
  for (const Row& row : {Row{Regularisation::gaussian, {4.03, 4.59, 5.09, 5.54}},
                         Row{Regularisation::gaussian8, {5.16, 5.77, 6.27, 6.71}}}) {
    double tolerance = 1e-3;
    for (const double reach : row.reaches) {
      EXPECT_NEAR(coreReach(row.kind, tolerance, false), reach, 0.0051) << toString(row.kind) << tolerance;
      EXPECT_LT(coreReach(row.kind, tolerance, true), reach + 0.26) << toString(row.kind) << tolerance;
      tolerance /= 10;
    }
  }
}

/// Fourier transform of zeta at the wave number k, int g'(rho) sin(k rho)/(k rho) drho with sigma = 1. The mean of the
/// integrals to two ends, half a wave apart, replaces the tail, where 1 - g falls like a power.
template <class Core>
double transform(const Core& core, double k) {
  constexpr double kStep = 2e-3, kPi = 3.14159265358979323846;
  const double half = kPi / k, end = half * std::ceil(60 / half);
  double sum = 0, halfWaveAgo = 0;
  for (double rho = kStep / 2; rho < end + half; rho += kStep) {
    if (rho < end) halfWaveAgo = sum;
    sum += (core.share(rho + kStep / 2) - core.share(rho - kStep / 2)) * std::sin(k * rho) / (k * rho);
  }
  return (sum + halfWaveAgo) / 2;
}

TEST(Cores, FilterIsTheTransformOfTheirVorticity) {
  forEachCore([](auto core) {
    for (const double k : {0.1, 0.5, 1.0, 2.0, 3.0})
      EXPECT_NEAR(core.filter(k), transform(core, k), 1e-5) << toString(core.kKind) << ", k = " << k;
    EXPECT_NEAR(core.filter(0), 1, 1e-12) << toString(core.kKind);
  });
}

/// The filter exp(-x) (1 + x + ...), x = k^2/2, is flat at k = 0 up to its order.
TEST(Cores, GaussianOnesFilterAsTheirOrderSays) {
  forEachCore([](auto core) {
    if constexpr (core.kFilterOrder > 0) {
      constexpr double k = 0.2, x = k * k / 2;
      double lost = 1;  // the first term of 1 - filter, x^m/m!
      for (int n = 1; n <= core.kFilterOrder; ++n) lost *= x / n;
      EXPECT_NEAR((1 - core.filter(k)) / lost, 1, 0.03) << toString(core.kKind);
    }
  });
}

TEST(Cores, GaussianOnesOvershootByTheirOrder) {
  const auto largest = [](Regularisation kind) {
    double most = 0;
    for (double rho = 0; rho < 8; rho += 1e-3)
      most = std::max(most, withCore(kind, [&](auto core) { return core.share(rho); }));
    return most;
  };
  EXPECT_NEAR(largest(Regularisation::gaussian), 1, 1e-12);
  EXPECT_NEAR(largest(Regularisation::gaussian8), 1.38, 0.005);
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
