// The checks of `ringlet verify` on the GPU. Skipped by name where there is none; RINGLET_REQUIRE_CUDA=1 makes that a
// failure.

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "fmm/cuda.h"
#include "fmm/verification.h"

namespace {

TEST(CudaPhysics, EveryQuickCheckPassesOnTheGpu) {
  if (!fmm::cudaBackendAvailable()) {
    const char* required = std::getenv("RINGLET_REQUIRE_CUDA");
    if (required && std::string(required) == "1") FAIL() << "RINGLET_REQUIRE_CUDA=1, but " << fmm::cudaDevice().reason;
    GTEST_SKIP() << "no CUDA backend: " << fmm::cudaDevice().reason;
  }
  fmm::Settings machine;
  machine.backend = fmm::Backend::cuda;
  for (const fmm::Check& check : fmm::checks()) {
    if (!check.quick) continue;
    for (const fmm::Measurement& m : measure(check, machine))
      EXPECT_TRUE(m.pass()) << m.name << ": " << m.measured << ", expected " << m.expected << " +- " << m.tolerance
                            << ' ' << m.note;
  }
}

}  // namespace
