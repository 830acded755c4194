// The formulas of ring theory against their published numbers, against each other, and against rings of elements.

#include "fmm/fmm.h"
#include "fmm/support/support.h"
#include "measures/core_functions.h"
#include "support/test.h"
#include "verification/leapfrog.h"

namespace {

using fmm::CoaxialRings;
using fmm::CoreProfile;
using fmm::Regularisation;
using fmm::RingCore;
using fmm::ringSpeed;
using fmm::Vec3;
using fmm::verification::circle;
using fmm::verification::Leapfrog;
using fmm::verification::leapfrogOfRings;
using fmm_test::kPi;

constexpr double kSigma = 0.1;
const std::vector<Regularisation> kAll = fmm::allCores();

// ---- core functions -------------------------------------------------------------------------------------------------

TEST(CoreFunctions, ShareMeetsTheIndependentOne) {
  for (const Regularisation kind : kAll) {
    for (const double rho : {1e-6, 0.01, 0.3, 0.69, 0.71, 0.999, 1.001, 2.5, 8.9, 9.1, 1e3, 1e12}) {
      const double expected = fmm_test::coreProfile(kind, rho);
      EXPECT_NEAR(fmm::coreShare(kind, rho), expected, 1e-13 * expected) << toString(kind) << ", rho = " << rho;
    }
  }
}

TEST(CoreFunctions, PotentialHasTheShareAsItsSlope) {
  const double h = 1e-4;
  for (const Regularisation kind : kAll) {
    const auto potential = [&](double rho) {
      return fmm::withCore(kind, [&](auto core) { return core.potential(rho); });
    };
    for (const double rho : {0.2, 0.9, 1.7, 4.0, 12.0}) {
      const double slope = (potential(rho + h) - potential(rho - h)) / (2 * h);
      EXPECT_NEAR(slope, -fmm::coreShare(kind, rho) / (rho * rho), 1e-8) << toString(kind) << ", rho = " << rho;
    }
    EXPECT_NEAR(1e4 * potential(1e4), 1, 1e-7) << toString(kind);
  }
}

/// e(rho) as the integral along the filament, z = rho tan(t): e = 1/2 int g(rho/cos t) cos t dt.
double shareByIntegral(Regularisation kind, double rho) {
  constexpr int kNodes = 20000;
  double sum = 0;
  for (int k = 0; k < kNodes; ++k) {
    const double c = std::sin(kPi * (k + 0.5) / kNodes);
    sum += fmm_test::coreProfile(kind, rho / c) * c;
  }
  return 0.5 * sum * kPi / kNodes;
}

TEST(CoreFunctions, FilamentTurnsAsItsElementsDo) {
  const double h = 1e-4;
  for (const Regularisation kind : kAll) {
    for (const double rho : {0.05, 0.5, 0.98, 1.5, 5.0}) {
      const double share = fmm::filamentShare(kind, rho);
      EXPECT_NEAR(share, shareByIntegral(kind, rho), 2e-6) << toString(kind) << ", rho = " << rho;
      const double slope = (fmm::filamentLogarithm(kind, rho + h) - fmm::filamentLogarithm(kind, rho - h)) / (2 * h);
      EXPECT_NEAR(slope, share / rho, 1e-6) << toString(kind) << ", rho = " << rho;
    }
    EXPECT_NEAR(fmm::filamentLogarithm(kind, 1e5), std::log(1e5), 1e-9) << toString(kind);
    EXPECT_NEAR(fmm::filamentLogarithm(kind, 1e-5), fmm::filamentLogarithm(kind, 0), 1e-9) << toString(kind);
  }
}

// ---- speed of one ring ----------------------------------------------------------------------------------------------

TEST(RingTheory, ClosedFormulaHasThePublishedValues) {
  EXPECT_NEAR(ringSpeed(Regularisation::rosenhead, kSigma, 2000), 0.2686792915, 5e-11);
  EXPECT_NEAR(ringSpeed(Regularisation::winckelmans, kSigma, 2000), 0.3088463852, 5e-11);
  EXPECT_NEAR(ringSpeed(Regularisation::gaussian, kSigma, 2000), 0.2643704458, 5e-11);
}

TEST(RingTheory, ClosedFormulaConvergesAtThePublishedCounts) {
  struct Row {
    Regularisation kind;
    std::size_t coarse, fine;
  };
  for (const Row& row : {Row{Regularisation::rosenhead, 101, 200}, Row{Regularisation::winckelmans, 120, 256},
                         Row{Regularisation::gaussian, 45, 64}}) {
    const double limit = ringSpeed(row.kind, kSigma, 4000);
    EXPECT_LT(std::abs(ringSpeed(row.kind, kSigma, row.coarse) / limit - 1), 1e-4) << toString(row.kind);
    EXPECT_GT(std::abs(ringSpeed(row.kind, kSigma, row.coarse * 9 / 10) / limit - 1), 1e-4) << toString(row.kind);
    EXPECT_LT(std::abs(ringSpeed(row.kind, kSigma, row.fine) / limit - 1), 1e-8) << toString(row.kind);
  }
}

TEST(RingTheory, ContinuousFilamentIsTheLimitOfManyElements) {
  for (const Regularisation kind : kAll) {
    if (!fmm::coreFacts(kind).finiteCentre) continue;  // this core is not smooth enough
    const RingCore core = {CoreProfile::filament, 0, kSigma, 0};
    EXPECT_NEAR(fmm::selfInducedSpeed(kind, core, 1, 1), ringSpeed(kind, kSigma, 4000), 1e-11) << toString(kind);
    const RingCore few = {CoreProfile::filament, 0, kSigma, 40};
    EXPECT_EQ(fmm::selfInducedSpeed(kind, few, 1, 1), ringSpeed(kind, kSigma, 40)) << toString(kind);
  }
}

TEST(RingTheory, SpeedScalesWithCirculationOverRadius) {
  for (const CoreProfile profile : {CoreProfile::filament, CoreProfile::uniform, CoreProfile::gaussian}) {
    const RingCore core = {profile, 0.1, 0.05, 100}, large = {profile, 3e5, 1.5e5, 100};
    const double speed = fmm::selfInducedSpeed(Regularisation::gaussian, core, 1, 1);
    EXPECT_NEAR(fmm::selfInducedSpeed(Regularisation::gaussian, large, 3e6, -6e6), -2 * speed, 1e-9 * speed);
  }
}

TEST(RingTheory, ThinCoresHaveThePublishedConstants) {
  const double euler = 0.57721566490153286;
  const auto constant = [](Regularisation kind, CoreProfile profile, double a, double sigma) {
    return fmm::thinRingConstant(kind, {profile, a, sigma, 0});
  };
  EXPECT_NEAR(constant(Regularisation::rosenhead, CoreProfile::filament, 0, 0.1), 1, 1e-15);
  EXPECT_NEAR(constant(Regularisation::winckelmans, CoreProfile::filament, 0, 0.1), 0.5, 1e-15);
  EXPECT_NEAR(constant(Regularisation::gaussian, CoreProfile::filament, 0, 0.1), 1 + std::log(2) / 2 - euler / 2,
              1e-15);
  EXPECT_NEAR(constant(Regularisation::gaussian8, CoreProfile::filament, 0, 0.1), 0.141299, 1e-6);
  for (const Regularisation kind : kAll) {
    EXPECT_NEAR(constant(kind, CoreProfile::uniform, 0.1, 0), 0.25, 1e-6) << "Saffman";
    EXPECT_NEAR(constant(kind, CoreProfile::gaussian, 0.1, 0), 0.557966, 1e-6) << "Saffman";
    // With a core radius far above the radius of its section, a filled core acts as a filament.
    const double filament = constant(kind, CoreProfile::filament, 0, 1);
    EXPECT_NEAR(constant(kind, CoreProfile::uniform, 1e-4, 1) + std::log(1e-4), filament, 1e-3) << toString(kind);
    EXPECT_NEAR(constant(kind, CoreProfile::gaussian, 1e-4, 1) + std::log(1e-4), filament, 1e-3) << toString(kind);
  }
}

TEST(RingTheory, FilledCoresOfElementsMoveAsItSays) {
  for (const Regularisation kind : kAll) {
    if (!fmm::coreFacts(kind).farField) continue;
    for (const CoreProfile profile : {CoreProfile::uniform, CoreProfile::gaussian}) {
      fmm::Ring ring;
      ring.profile = profile;
      ring.coreRadius = profile == CoreProfile::uniform ? 0.1 : 0.06;
      fmm::Elements elements;
      fmm_test::add(ring, 4000, 0.05, elements);
      fmm::Settings settings = fmm_test::fmmFloat();
      settings.regularisation = kind;
      fmm::VortexSystem system(settings, elements, {});
      system.evaluate();
      const auto seen =
          fmm::measureRings(system.elements(), system.elementVelocities(), system.strengthRates()).front();
      const double expected =
          fmm::selfInducedSpeed(kind, {profile, ring.coreRadius, 0.05, 0}, seen.radius, seen.circulation);
      EXPECT_NEAR(seen.speed, expected, 0.003 * expected) << toString(kind);
    }
  }
}

// ---- coaxial rings --------------------------------------------------------------------------------------------------

TEST(CoaxialRingEquations, FarCircleInducesADipole) {
  // On the axis u_z = Gamma R^2/(2 (R^2 + z^2)^(3/2)), far outside the smoothing.
  const fmm::MeridionalVelocity axis = circleVelocity(Regularisation::gaussian, 0.1, {0.5, 1, 2, {}}, 0, 3);
  EXPECT_NEAR(axis.axial, 2 * 0.25 / (2 * std::pow(0.25 + 4, 1.5)), 1e-14);
  EXPECT_NEAR(axis.radial, 0, 1e-14);
}

TEST(CoaxialRingEquations, GiveThePublishedHeadOnCollision) {
  struct Row {
    Regularisation kind;
    double radius2, height2, radius4, height4;
  };
  for (const Row& row : {Row{Regularisation::gaussian, 1.0827, 0.5734, 1.3754, 0.2881},
                         Row{Regularisation::winckelmans, 1.0973, 0.4976, 1.5372, 0.1903}}) {
    CoaxialRings pair(row.kind, {circle(-1), circle(1, -1)});
    pair.advance(2);
    EXPECT_NEAR(pair.rings()[1].radius, row.radius2, 5.1e-5);
    EXPECT_NEAR(pair.rings()[1].height, row.height2, 5.1e-5);
    pair.advance(2);
    EXPECT_NEAR(pair.rings()[1].radius, row.radius4, 5.1e-5);
    EXPECT_NEAR(pair.rings()[1].height, row.height4, 5.1e-5);
  }
}

TEST(CoaxialRingEquations, AreSpectrallyConvergedAndKeepTheImpulse) {
  const Leapfrog coarse = leapfrogOfRings(Regularisation::gaussian, 0.5, 0.02);
  const Leapfrog fine = leapfrogOfRings(Regularisation::gaussian, 0.5, 0.01);
  EXPECT_NEAR(coarse.firstPass, fine.firstPass, 1e-7);
  EXPECT_NEAR(fine.smallest * fine.smallest + fine.largest * fine.largest, 2, 1e-9);
}

TEST(CoaxialRingEquations, CoresKeepTheirVolume) {
  CoaxialRings pair(Regularisation::gaussian, {{1, 0, 1, {CoreProfile::uniform, 0.1, 0.05, 0}},
                                               {1.2, 0.5, 1, {CoreProfile::gaussian, 0.05, 0.05, 0}}});
  const auto volume = [&](std::size_t i) {
    const fmm::CoaxialRing& ring = pair.rings()[i];
    return ring.radius * ring.core.radius * ring.core.radius;
  };
  pair.advance(1);
  EXPECT_GT(std::abs(pair.rings()[0].radius - 1), 0.1);
  EXPECT_NEAR(volume(0), 0.01, 1e-9);
  EXPECT_NEAR(volume(1), 0.003, 1e-9);
}

TEST(CoaxialRingEquations, BackwardStepsUndoForwardSteps) {
  CoaxialRings pair(Regularisation::winckelmans, {circle(0), circle(0.5, 0.7)});
  pair.advance(1);
  EXPECT_GT(pair.rings()[0].height, 0.2);
  pair.advance(-1);
  EXPECT_NEAR(pair.rings()[0].height, 0, 1e-6);
  EXPECT_NEAR(pair.rings()[1].radius, 1, 1e-6);
}

TEST(CoaxialRingEquations, RingsThatAreLostStayLost) {
  const double nan = std::nan("");
  CoaxialRings pair(Regularisation::gaussian, {circle(0), {nan, 0.5, 1, {}}});
  pair.advance(0.1);
  EXPECT_TRUE(std::isnan(pair.rings()[1].radius));
}

TEST(CoaxialRingEquations, KnowWhichRingsTheyAreFor) {
  std::vector<fmm::RingMeasures> rings(2);
  rings[0].radius = 1;
  rings[1].radius = 0.5;
  rings[0].axis = {0, 0.6, 0.8};
  rings[1].axis = {0, -0.6, -0.8};
  rings[0].centre = {1, 2, 3};
  rings[1].centre = Vec3{1, 2, 3} + 2. * Vec3{0, 0.6, 0.8};
  rings[0].circulation = rings[1].circulation = 1.5;
  EXPECT_TRUE(areCoaxial(rings)) << "head-on";
  const std::vector<fmm::CoaxialRing> coaxial = asCoaxial(rings, std::vector<RingCore>(2));
  EXPECT_NEAR(coaxial[1].height, 2, 1e-12);
  EXPECT_EQ(coaxial[0].circulation, 1.5);
  EXPECT_EQ(coaxial[1].circulation, -1.5);
  rings[1].centre = rings[1].centre + Vec3{0.051, 0, 0};
  EXPECT_FALSE(areCoaxial(rings)) << "beside each other";
  rings[1].centre = rings[0].centre;
  rings[1].axis = {0, 0, 1};
  EXPECT_FALSE(areCoaxial(rings)) << "tilted";
  rings.resize(1);
  EXPECT_TRUE(areCoaxial(rings));
}

}  // namespace
