#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "fmm/cuda.h"

namespace test {

/// Tests that need a GPU: skipped without one, failed where RINGLET_REQUIRE_CUDA=1 promises it.
class GpuTest : public testing::Test {
 protected:
  void SetUp() override {
    if (fmm::cudaBackendAvailable()) return;
    const char* required = std::getenv("RINGLET_REQUIRE_CUDA");
    if (required != nullptr && std::string(required) == "1") FAIL() << fmm::cudaDevice().reason;
    GTEST_SKIP() << fmm::cudaDevice().reason;
  }
};

}  // namespace test
