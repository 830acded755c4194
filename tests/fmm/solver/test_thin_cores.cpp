// Velocities where cores are much thinner than the distance between elements: a pair sum must not lose its digits
// within the cores.

#include "fmm/fmm.h"
#include "fmm/support/cuda_fixture.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace fmm {
namespace {

class ThinCores : public fmm_test::BackendFixture {
 protected:
  Settings settings(Precision precision, double tolerance = 1e-4) const {
    Settings settings;
    settings.backend = GetParam();
    settings.precision = precision;
    settings.tolerance = tolerance;
    return settings;
  }
};

TEST_P(ThinCores, AFilamentMovesAsTheorySays) {
  for (const Precision precision : {Precision::single, Precision::real64}) {
    for (const double sigma : {1e-2, 1e-3, 1e-4, 1e-6}) {
      Elements ring;
      fmm_test::add(fmm_test::filament(), 200, sigma, ring);
      const double exact = ringSpeed(Regularisation::gaussian, sigma, 200);
      Settings of = settings(precision);
      of.stretching = Stretching::off;
      VortexSystem system(of, ring, {});
      system.evaluate();
      for (const auto& velocities :
           {evaluateField(of, ring, ring.position, false).velocity, system.elementVelocities()}) {
        double mean = 0;
        for (const Vec3& u : velocities) mean += u.z / static_cast<double>(velocities.size());
        EXPECT_NEAR(mean, exact, 1e-4 * exact) << toString(precision) << ", sigma " << sigma;
      }
    }
  }
}

/// Isolated elements with cores of all sizes, in clusters of all sizes, and targets in their midst and beside them.
fmm_test::Workload scattered(std::size_t elements, std::uint64_t seed) {
  fmm_test::Random random(seed);
  fmm_test::Workload work;
  work.name = "scattered " + std::to_string(seed);
  Vec3 centre;
  double size = 1;
  for (std::size_t i = 0; i < elements; ++i) {
    if (i % 50 == 0) {
      centre = random.inCube();
      size = std::pow(10, random.uniform(-3, 0));
    }
    const Vec3 x = centre + size * random.inCube(-1, 1);
    work.add(x, random.inCube(-1, 1), 1);
    work.elements.coreRadius.back() = std::pow(10, random.uniform(-6, -1));
    work.targets.push_back(x);
    work.targets.push_back(x + 0.7 * work.elements.coreRadius.back() * random.inCube(-1, 1));
    work.targets.push_back(centre + size * random.inCube(-1, 1));
  }
  return fmm_test::rounded(work);
}

TEST_P(ThinCores, EveryCoreKeepsTheTolerance) {
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    const fmm_test::Workload work = scattered(400 * seed, seed);
    for (const Regularisation kind : allCores()) {
      if (!coreFacts(kind).farField) continue;
      const auto exact = fmm_test::referenceField(work.elements, kind, work.targets);
      for (const Precision precision : {Precision::single, Precision::real64}) {
        for (const double tolerance : {1e-2, 1e-3, 1e-4, 2e-5}) {
          Settings of = settings(precision, tolerance);
          of.regularisation = kind;
          const Field field = evaluateField(of, work.elements, work.targets, false);
          EXPECT_LE(fmm_test::errorOf(field.velocity, exact.velocity).relativeL2, tolerance)
              << work.name << ", " << toString(kind) << ", " << toString(precision);
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Cpu, ThinCores, ::testing::Values(Backend::cpu));
INSTANTIATE_TEST_SUITE_P(Cuda, ThinCores, ::testing::Values(Backend::cuda));

}  // namespace
}  // namespace fmm
