// Functions of SIMD registers that are not those of the standard library.

#include "exec/cpu/simd_pack-inl.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace fmm {
namespace HWY_NAMESPACE {
namespace {

float quickExpOf(float x) {
  HWY_ALIGN float lanes[Pack<float>::kLanes];
  quickFallingExp(Pack<float>(x)).store(lanes);
  return lanes[0];
}

TEST(SimdPack, QuickExpKeepsSixDigitsAndFallsToNothing) {
  for (float x = 0; x > -80; x -= 0.00137f) {
    const double bound = 4e-7 * (1 - x / 4.0);
    ASSERT_NEAR(quickExpOf(x) / std::exp(static_cast<double>(x)), 1, bound) << x;
  }
  for (const float x : {-86.0f, -1e3f, -1e30f, -std::numeric_limits<float>::infinity()}) {
    EXPECT_GE(quickExpOf(x), 0) << x;
    EXPECT_LT(quickExpOf(x), 1e-37) << x;
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace fmm
