// Pairs of fitted cores: the GPU's own form against the body that all backends share, and both against the core
// functions.

#include "pairs/pair_cores-inl.h"

#include "fmm/support/support.h"
#include "support/test.h"

namespace fmm {
namespace HWY_NAMESPACE {
namespace {

constexpr double kSigmas[] = {1e-4, 0.3, 1, 7, 100};  // in a frame's unit

/// Calls use(core, quality) with every fitted core and the qualities that serve in float, as constants.
template <class Use>
void forEachFloatFit(const Use& use) {
  forEachCore([&](auto core) {
    if constexpr (core.kFitted) {
      use(core, std::integral_constant<FitQuality, FitQuality::fast>());
      use(core, std::integral_constant<FitQuality, FitQuality::fine>());
    }
  });
}
/// The same with all qualities.
template <class Use>
void forEachFit(const Use& use) {
  forEachFloatFit(use);
  forEachCore([&](auto core) {
    if constexpr (core.kFitted) use(core, std::integral_constant<FitQuality, FitQuality::exact>());
  });
}

PairSource<float> sourceOf(float sigma) {
  PairSource<float> s = {};
  s.s2 = sigma * sigma;
  s.inverseS2 = 1 / s.s2;
  s.peak = bellPeak(s.s2, s.inverseS2, kHugeInverse<float>);
  return s;
}

/// f of a pair, and 2 r^2 f' and 4 pi zeta_sigma over f.
struct PairNumbers {
  double f, slope, density;
};

template <class Core, class Real, int kDegree>
PairNumbers shared(FitQuality quality, Real sigma, Real r2) {
  const FittedBody<Core, Real, kDegree> body = {coreFit<Core, Real>(quality)};
  const Real s2 = sigma * sigma, inverseS2 = 1 / s2, peak = bellPeak(s2, inverseS2, kHugeInverse<Real>);
  const auto value = body.gradient(r2, s2, inverseS2, peak);
  const double f = body.velocity(r2, s2, inverseS2, peak);
  EXPECT_NEAR(value.f / f, 1, sizeof(Real) == sizeof(float) ? 5e-7 : 1e-14);
  return {f, 2.0 * r2 * value.slope * value.inverse * value.inverse / f, body.density(r2, s2, inverseS2, peak) / f};
}

template <class Core, int kDegree>
PairNumbers ofGpu(FitQuality quality, float sigma, float r2) {
  const FittedPairs<Core, kDegree> pairs = {coreFit<Core, float>(quality), 0};
  const PairSource<float> s = sourceOf(sigma);
  const double f = pairs.template velocity<Coincidence::bounded>(r2, s);
  const PairValue<float> value = pairs.template gradient<Coincidence::zero>(r2, s);
  EXPECT_EQ(value.f, static_cast<float>(f));
  const double density = pairs.template density<Coincidence::zero>(r2, s);
  return {f, double(r2) * value.weight * value.inverse / f, density / f};
}

/// Calls use(r2) over all rho that matter, and some far beyond.
template <class Use>
void overAllDistances(double sigma, const Use& use) {
  for (double rho = 0.001; rho < 16; rho += 0.0137) use(static_cast<float>(rho * rho * sigma * sigma));
  for (const double rho : {30.0, 300.0, 3e4}) use(static_cast<float>(rho * rho * sigma * sigma));
}

TEST(PairCores, TheFormOfTheGpuGivesWhatTheSharedBodyDoes) {
  forEachFloatFit([](auto core, auto quality) {
    using Core = decltype(core);
    constexpr int kDegree = fitPlan<Core>(quality).degree, kBest = fitPlan<Core>(FitQuality::exact).degree;
    // The shared body takes the slope from the fit's derivative; the GPU's form takes it from f, with three times its
    // error.
    const double slopeBound = quality == FitQuality::fast ? 2e-5 : 4e-6;
    for (const double sigma : kSigmas) {
      double f = 0, slope = 0, density = 0;
      overAllDistances(sigma, [&](float r2) {
        const auto width = static_cast<float>(sigma);
        const PairNumbers gpu = ofGpu<Core, kDegree>(quality, width, r2);
        f = std::max(f, std::abs(gpu.f / shared<Core, float, kDegree>(quality, width, r2).f - 1));
        const PairNumbers exact = shared<Core, double, kBest>(FitQuality::exact, width, r2);
        slope = std::max(slope, std::abs(gpu.slope - exact.slope));
        density = std::max(density, std::abs(gpu.density - exact.density));
      });
      EXPECT_LT(f, 1e-6) << toString(core.kKind) << " at degree " << kDegree << ", sigma " << sigma;
      EXPECT_LT(slope, slopeBound) << toString(core.kKind) << " at degree " << kDegree << ", sigma " << sigma;
      EXPECT_LT(density, slopeBound) << toString(core.kKind) << " at degree " << kDegree << ", sigma " << sigma;
    }
  });
}

/// Largest relative error of f of a body against the core function.
template <class Core, class Real, int kDegree>
double errorOfBody(FitQuality quality) {
  double worst = 0;
  overAllDistances(1, [&](float r2) {
    const double exact = fmm_test::coreFunction(Core::kKind, r2).q;
    worst = std::max(worst, std::abs(shared<Core, Real, kDegree>(quality, 1, r2).f / exact - 1));
  });
  return worst;
}

TEST(PairCores, FitsOfEveryCoreAreAsExactAsThoseOfTheGaussian) {
  forEachFit([](auto core, auto quality) {
    using Core = decltype(core);
    constexpr int kDegree = fitPlan<Core>(quality).degree;
    constexpr double kBounds[kFitQualities] = {1.6e-5, 9e-7, 3e-12};  // just beyond the fit's range, core_fit.h
    const double bound = kBounds[static_cast<std::size_t>(quality.value)];
    EXPECT_LT((errorOfBody<Core, double, kDegree>(quality)), bound) << toString(core.kKind);
    if (quality != FitQuality::exact) {
      constexpr double kRoundOff = 2e-7;
      EXPECT_LT((errorOfBody<Core, float, kDegree>(quality)), bound + kRoundOff) << toString(core.kKind);
    }
  });
}

TEST(PairCores, ReachIsWhereTheCoreIsBareToTheFitsAccuracy) {
  forEachFit([](auto core, auto quality) {
    constexpr double kBounds[kFitQualities] = {1.7e-5, 1e-6, 4e-12};
    const double reach = fitPlan<decltype(core)>(quality).reach,
                 bound = kBounds[static_cast<std::size_t>(quality.value)];
    const double lack = core.tail(std::sqrt(reach)).lack;
    EXPECT_LT(lack, bound) << toString(core.kKind);
    EXPECT_GT(lack, bound / 4) << toString(core.kKind) << ": it could be shorter";
    if (quality == FitQuality::fine) {
      EXPECT_LT(core.tail(std::sqrt(core.kBellReach)).slope, 3e-5) << toString(core.kKind);
    }
  });
}

TEST(PairCores, SingularElementsAreBareInBothForms) {
  forEachFloatFit([](auto core, auto quality) {
    using Core = decltype(core);
    constexpr int kDegree = fitPlan<Core>(quality).degree;
    PairSource<float> s = {};
    s.inverseS2 = kHugeInverse<float>;
    const FittedPairs<Core, kDegree> pairs = {coreFit<Core, float>(quality), 0};
    const FittedBody<Core, float, kDegree> body = {coreFit<Core, float>(quality)};
    for (const float r2 : {1e-8f, 1.0f, 4e6f}) {
      const float bare = 1 / (r2 * std::sqrt(r2));
      EXPECT_NEAR((pairs.template velocity<Coincidence::zero>(r2, s) / bare), 1, 5e-7f) << toString(core.kKind) << r2;
      EXPECT_NEAR(body.velocity(r2, s.s2, s.inverseS2, s.peak) / bare, 1, 5e-7f) << toString(core.kKind) << r2;
      const PairValue<float> value = pairs.template gradient<Coincidence::zero>(r2, s);
      EXPECT_NEAR(value.weight * value.inverse * r2 / bare, -3, 2e-6f) << toString(core.kKind) << r2;
      const auto slope = body.gradient(r2, s.s2, s.inverseS2, s.peak);
      EXPECT_NEAR(2 * slope.slope * slope.inverse * slope.inverse * r2 / bare, -3, 2e-6f) << toString(core.kKind) << r2;
    }
  });
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace fmm
