// The vorticity of the elements' blobs: every core, fused and alone, against sums from the formulas.

#include "fmm/fmm.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace fmm {
namespace {

using fmm_test::Workload;

constexpr Regularisation kWithFarField[] = {Regularisation::cutoff, Regularisation::gaussian, Regularisation::gaussian8,
                                            Regularisation::winckelmans};

Settings withCore(Settings settings, Regularisation kind, double tolerance) {
  settings.regularisation = kind;
  settings.tolerance = tolerance;
  return settings;
}

/// zeta_sigma(r), docs/math.md, (2.4); 0 where there is none.
double blob(Regularisation kind, double sigma, double r2) {
  if (sigma == 0 || (kind == Regularisation::cutoff && r2 == 0)) return 0;
  return fmm_test::coreDensity(kind, r2 / (sigma * sigma)) / (4 * fmm_test::kPi * sigma * sigma * sigma);
}

std::vector<Vec3> referenceVorticity(const Elements& elements, Regularisation kind, const std::vector<Vec3>& targets) {
  std::vector<Vec3> sums;
  for (const Vec3& y : targets) {
    Vec3 sum;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const Vec3 r = y - elements.position[i];
      sum = sum + blob(kind, elements.coreRadius[i], dot(r, r)) * elements.strength[i];
    }
    sums.push_back(sum);
  }
  return sums;
}

/// Error of a sample of the vorticities.
double errorAt(const std::vector<Vec3>& got, const Elements& elements, Regularisation kind,
               const std::vector<Vec3>& targets) {
  const auto exact = referenceVorticity(elements, kind, fmm_test::sample(targets, 200));
  return fmm_test::errorOf(fmm_test::sample(got, 200), exact).relativeL2;
}

TEST(Vorticity, OfGaussianCoresIsTheDerivativeOfTheirVelocity) {
  for (const Regularisation kind : {Regularisation::gaussian, Regularisation::gaussian8}) {
    for (const double rho : {0.5, 1.0, 2.0, 3.0}) {
      const auto core = fmm_test::coreFunction(kind, rho * rho);
      const double zeta = (3 * core.q + 2 * rho * rho * core.slope) / (4 * fmm_test::kPi);
      EXPECT_NEAR(blob(kind, 1, rho * rho), zeta, 1e-11) << toString(kind) << rho;
    }
  }
}

TEST(Vorticity, DirectSumsMatchTheFormulas) {
  Workload work = fmm_test::overlapped(fmm_test::cube(900, 300));
  work.elements.coreRadius[3] = 0;                    // a singular element has no blob of vorticity
  work.targets.push_back(work.elements.position[5]);  // a target on an element
  for (const Regularisation kind : allCores()) {
    Settings settings = withCore(fmm_test::directDouble(), kind, 1e-4);
    const auto exact = referenceVorticity(work.elements, kind, work.targets);
    const Field field = evaluateVorticity(settings, work.elements, work.targets, work.targets.size());
    EXPECT_LT(fmm_test::errorOf(field.vorticity, exact).maximum, 1e-13) << toString(kind);
    EXPECT_LT(field.error.relativeL2, 1e-14) << toString(kind);
    EXPECT_TRUE(field.velocity.empty());
    settings.precision = Precision::single;
    const Workload floats = fmm_test::rounded(work);
    const auto exactFloats = referenceVorticity(floats.elements, kind, floats.targets);
    EXPECT_LT(fmm_test::errorOf(evaluateVorticity(settings, floats.elements, floats.targets).vorticity, exactFloats)
                  .relativeL2,
              2e-6)
        << toString(kind);
  }
}

// Near lists omit blobs beyond the radius at which 1 - g, the share of a blob's strength outside, is the tolerance. By
// Young's inequality the error is below the tolerance times the norm of the unsmoothed field. Targets outside the
// elements' cube are summed separately.
TEST(Vorticity, TruncatedSumsKeepTheTolerance) {
  for (const Regularisation kind : kWithFarField) {
    for (const double tolerance : {1e-3, 1e-4, 1e-6}) {
      Workload work = fmm_test::overlapped(fmm_test::rings(5000, 3000));
      for (std::size_t i = 0; i < work.elements.size(); i += 7) work.elements.coreRadius[i] *= 2;
      for (std::size_t i = 0; i < 30; ++i) work.targets[100 * i] = 1.03 * work.elements.position[150 * i];
      Settings settings = withCore(fmm_test::fmmFloat(), kind, tolerance);
      if (tolerance < 1e-5) settings.precision = Precision::real64;
      const Field field = evaluateVorticity(settings, work.elements, work.targets);
      EXPECT_LT(errorAt(field.vorticity, work.elements, kind, work.targets), tolerance)
          << toString(kind) << " at " << tolerance;
      const auto pairs = static_cast<std::uint64_t>(work.elements.size() * work.targets.size());
      EXPECT_LE(field.report.nearPairs, pairs / (kind == Regularisation::winckelmans ? 1 : 2))
          << toString(kind) << " at " << tolerance;
    }
  }
}

TEST(Vorticity, ComesAlongWithTheVelocities) {
  for (const Regularisation kind : kWithFarField) {
    for (const Stretching stretching : {Stretching::off, Stretching::transpose}) {
      for (const double tolerance : {1e-4, 1e-6}) {
        const Workload work = fmm_test::overlapped(fmm_test::rings(1500, 1500));
        Settings settings = withCore(fmm_test::fmmFloat(), kind, tolerance);
        settings.precision = tolerance < 1e-5 ? Precision::real64 : Precision::single;
        settings.stretching = stretching;
        VortexSystem plain(settings, work.elements, work.tracers());
        plain.evaluate();
        VortexSystem system(settings, work.elements, work.tracers());
        system.keepVorticity(true, true);
        system.evaluate();
        EXPECT_EQ(system.elementVelocities(), plain.elementVelocities()) << toString(kind);
        EXPECT_EQ(system.tracerVelocities(), plain.tracerVelocities()) << toString(kind);
        EXPECT_EQ(system.strengthRates(), plain.strengthRates()) << toString(kind);
        EXPECT_LT(errorAt(system.elementVorticities(), work.elements, kind, work.elements.position), tolerance)
            << toString(kind) << toString(stretching);
        EXPECT_LT(errorAt(system.tracerVorticities(), work.elements, kind, work.targets), tolerance)
            << toString(kind) << toString(stretching);
        // Vorticities requested afterwards are summed alone.
        EXPECT_LT(fmm_test::errorOf(plain.tracerVorticities(), system.tracerVorticities()).relativeL2, tolerance);
        EXPECT_LT(fmm_test::errorOf(plain.elementVorticities(), system.elementVorticities()).relativeL2, tolerance);
      }
    }
  }
}

// Targets take velocities and vorticities from a mesh in one pass. With stretching, expansions give the elements' own
// vorticities, since their small difference from curl u needs the digits of near pairs.
TEST(Vorticity, ComesAlongOverAMesh) {
  for (const Regularisation kind : {Regularisation::gaussian, Regularisation::gaussian8}) {
    for (const Stretching stretching : {Stretching::off, Stretching::transpose}) {
      for (const double tolerance : {1e-3, 1e-4, 1e-6}) {
        for (const Workload& work :
             {fmm_test::overlapped(fmm_test::rings(4500, 1500)), fmm_test::overlapped(fmm_test::cube(1500, 1000))}) {
          Settings settings = withCore(fmm_test::fmmFloat(), kind, tolerance);
          settings.precision = tolerance < 1e-5 ? Precision::real64 : Precision::single;
          settings.stretching = stretching;
          settings.mesh = MeshUse::always;
          VortexSystem plain(settings, work.elements, work.tracers());
          plain.evaluate();
          VortexSystem system(settings, work.elements, work.tracers());
          system.keepVorticity(false, true);
          for (int times = 0; times < 2; ++times) system.evaluate();
          ASSERT_GT(system.report().mesh[0], 0U);
          EXPECT_EQ(system.tracerVelocities(), plain.tracerVelocities()) << toString(kind);
          EXPECT_EQ(system.strengthRates(), plain.strengthRates()) << toString(kind);
          EXPECT_LT(errorAt(system.tracerVorticities(), work.elements, kind, work.targets), tolerance)
              << toString(kind) << toString(stretching) << work.name << tolerance;
          system.keepVorticity(true, true);
          system.evaluate();
          EXPECT_LT(errorAt(system.tracerVorticities(), work.elements, kind, work.targets), tolerance);
          EXPECT_LT(errorAt(system.elementVorticities(), work.elements, kind, work.elements.position), tolerance);
        }
      }
    }
  }
}

TEST(Vorticity, BelongsToTheEvaluationOrToThePresentPositions) {
  const Workload work = fmm_test::overlapped(fmm_test::rings(800, 500));
  Settings settings = fmm_test::directDouble();
  settings.timeStep = 0.02;
  VortexSystem system(settings, work.elements, work.tracers());
  const Elements start = system.elements();
  const auto before = referenceVorticity(start, settings.regularisation, work.targets);
  EXPECT_LT(fmm_test::errorOf(system.tracerVorticities(), before).relativeL2, 1e-10) << "never evaluated";
  system.keepVorticity(false, true);
  settings.integrator = Integrator::euler;
  system.apply(settings);
  system.step();
  EXPECT_LT(fmm_test::errorOf(system.tracerVorticities(), before).relativeL2, 1e-10) << "of the step's evaluation";
  system.keepVorticity(false, false);
  const auto after = referenceVorticity(system.elements(), settings.regularisation, system.tracers().position);
  EXPECT_GT(fmm_test::errorOf(before, after).relativeL2, 1e-4);
  EXPECT_LT(fmm_test::errorOf(system.tracerVorticities(), after).relativeL2, 1e-10) << "of now";
}

TEST(Vorticity, IsWrittenInTheFourthFloat) {
  const Workload work = fmm_test::overlapped(fmm_test::rings(800, 500));
  VortexSystem system(fmm_test::fmmFloat(), work.elements, work.tracers());
  for (const bool kept : {false, true}) {
    system.keepVorticity(false, kept);
    system.evaluate();
    std::vector<float> written(4 * system.tracerCount());
    ParticleTarget target;
    target.positions = written.data();
    target.capacity = system.tracerCount();
    target.scalar = ParticleScalar::vorticity;
    system.writeTracers(target);
    const auto omega = system.tracerVorticities();
    for (std::size_t i = 0; i < omega.size(); i += 50) {
      EXPECT_FLOAT_EQ(written[4 * i], static_cast<float>(work.targets[i].x));
      EXPECT_NEAR(written[4 * i + 3], norm(omega[i]), 1e-5 * norm(omega[i]) + 1e-30);
    }
    target.capacity -= 1;
    EXPECT_THROW(system.writeTracers(target), InvalidInput);
  }
}

TEST(Vorticity, OverAGroundHasTheImagesBlobs) {
  Workload work = fmm_test::overlapped(fmm_test::rings(500, 300));
  Settings settings = fmm_test::directDouble();
  settings.ground = GroundPlane{{0, 0, -0.4}, {0, 0, 1}};
  VortexSystem system(settings, work.elements, work.tracers());
  const auto exact =
      referenceVorticity(mirrored(work.elements, *settings.ground), settings.regularisation, work.targets);
  for (const bool kept : {false, true}) {
    system.keepVorticity(kept, kept);
    system.evaluate();
    EXPECT_LT(fmm_test::errorOf(system.tracerVorticities(), exact).relativeL2, 1e-12);
    EXPECT_EQ(system.elementVorticities().size(), work.elements.size());
  }
  EXPECT_LT(fmm_test::errorOf(evaluateVorticity(settings, work.elements, work.targets).vorticity, exact).relativeL2,
            1e-12);
}

TEST(Vorticity, LeavesTheTreeOfTheEvaluationAlone) {
  const Workload work = fmm_test::overlapped(fmm_test::rings(2000, 2000));
  VortexSystem system(fmm_test::fmmFloat(), work.elements, work.tracers());
  system.evaluate();
  const auto cells = system.treeCells().size();
  const auto pairs = system.report().nearPairs;
  system.elementVorticities();
  EXPECT_EQ(system.treeCells().size(), cells);
  EXPECT_EQ(system.report().nearPairs, pairs);
}

TEST(Vorticity, WorksWithoutParticlesAndInScenesOfEverySize) {
  const Settings settings = withCore(fmm_test::fmmFloat(), Regularisation::gaussian, 1e-4);
  EXPECT_EQ(evaluateVorticity(settings, {}, {{1, 2, 3}}).vorticity.at(0), Vec3());
  EXPECT_TRUE(evaluateVorticity(settings, fmm_test::cube(10, 0).elements, {}).vorticity.empty());
  for (const double size : {1e-6, 1e6}) {
    const Workload work = fmm_test::overlapped(fmm_test::cube(3000, 300, 1, size));
    const Field field = evaluateVorticity(settings, work.elements, work.targets);
    EXPECT_LT(errorAt(field.vorticity, work.elements, Regularisation::gaussian, work.targets), 1e-4) << size;
  }
}

}  // namespace
}  // namespace fmm
