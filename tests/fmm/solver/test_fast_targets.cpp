// Tolerances are kept where a few targets have most of the squared velocity, which even samples miss.

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>

#include "fmm/support/cuda_fixture.h"
#include "fmm/support/support.h"
#include "fmm/vortex_system.h"

namespace {

using namespace fmm;
using fmm_test::Workload;

class FastTargetsTest : public ::testing::TestWithParam<Backend> {
 protected:
  void SetUp() override {
    if (GetParam() == Backend::cuda) fmm_test::requireCuda();
  }
};

/// Elements in a cube and as many in a speck of 1e-3, all of whose strengths add; tracers in the cube,
/// and `near` of them from 2e-3 to 1e-2 about the speck, in no order.
Workload speck(std::size_t elements, std::size_t tracers, std::size_t near) {
  Workload work = fmm_test::cube(elements, tracers);
  fmm_test::Random random(7);
  const Vec3 middle = {0.3, 0.3, 0.3};
  const auto around = [&](double reach) {
    for (;;) {
      const Vec3 x = {2 * random.uniform() - 1, 2 * random.uniform() - 1, 2 * random.uniform() - 1};
      if (norm(x) <= 1 && norm(x) > 0.2) return middle + reach * x;
    }
  };
  const double strength = norm(work.elements.strength[0]);
  for (std::size_t k = 0; k < elements; ++k)
    work.add(around(1e-3), {0, 0.1 * strength * random.uniform(), strength}, 1e-4);
  for (std::size_t k = 0; k < near; ++k) work.targets[(k * 7919 + 11) % tracers] = around(1e-2);
  return fmm_test::thin(work);
}

TEST_P(FastTargetsTest, KeepTheTolerance) {
  const Workload work = fmm_test::rounded(speck(1500, 60000, 12));
  Settings settings = fmm_test::fmmFloat();
  settings.backend = GetParam();
  settings.regularisation = Regularisation::cutoff;
  settings.stretching = Stretching::off;
  VortexSystem system(settings, work.elements, work.tracers());
  system.evaluate();
  Settings precise = fmm_test::directDouble();
  precise.regularisation = settings.regularisation;
  VortexSystem exact(precise, work.elements, work.tracers());
  exact.evaluate();
  const double error = fmm_test::errorOf(system.tracerVelocities(), exact.tracerVelocities()).relativeL2;
  EXPECT_LE(error, settings.tolerance);
}

INSTANTIATE_TEST_SUITE_P(Cpu, FastTargetsTest, ::testing::Values(Backend::cpu));
INSTANTIATE_TEST_SUITE_P(Cuda, FastTargetsTest, ::testing::Values(Backend::cuda));

}  // namespace
