#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "fmm/settings.h"

namespace fmm_test {

/// For SetUp(): skips the test where there is no GPU; RINGLET_REQUIRE_CUDA=1 makes that a failure.
inline void requireCuda() {
  const fmm::BackendInfo info = fmm::availableBackends().back();
  ASSERT_EQ(info.backend, fmm::Backend::cuda);
  if (info.available) return;
  const char* required = std::getenv("RINGLET_REQUIRE_CUDA");
  if (required && std::string(required) == "1") FAIL() << "RINGLET_REQUIRE_CUDA=1, but " << info.description;
  GTEST_SKIP() << "no CUDA backend: " << info.description;
}

/// A test that needs a GPU.
class CudaFixture : public testing::Test {
 protected:
  void SetUp() override { requireCuda(); }
};

/// A test of each backend.
class BackendFixture : public testing::TestWithParam<fmm::Backend> {
 protected:
  void SetUp() override {
    if (GetParam() == fmm::Backend::cuda) requireCuda();
  }
};

}  // namespace fmm_test
