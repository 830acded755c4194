// The library's own functions of SIMD registers.

#include "exec/cpu/simd_pack-inl.h"

#include "support/test.h"

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

template <class Real>
void expectInverseCubes(double bound) {
  using V = PackGroup<Real, 2>;
  HWY_ALIGN Real lanes[V::kLanes];
  for (double x = 1e-20; x < 1e20; x *= 1.0007) {
    const auto rounded = static_cast<Real>(x);
    inverseCube(V(rounded)).store(lanes);
    for (const Real lane : lanes) ASSERT_NEAR(lane * std::pow(static_cast<double>(rounded), 1.5), 1, bound) << x;
  }
  inverseCube(V(Real(0))).store(lanes);
  for (const Real lane : lanes) EXPECT_EQ(lane, 0);
}

TEST(SimdPack, InverseCubeIsExactToRoundOffAndNothingForZero) {
  expectInverseCubes<float>(5e-7);
  expectInverseCubes<double>(2e-15);
}

TEST(SimdPack, GroupComputesEveryLaneForItself) {
  using V = PackGroup<float, 3>;
  HWY_ALIGN float a[V::kLanes], b[V::kLanes], result[V::kLanes];
  for (int i = 0; i < V::kLanes; ++i) a[i] = 0.5f + static_cast<float>(i), b[i] = 20.25f - static_cast<float>(i);
  const V x = V::load(a), y = V::load(b), two(2.0f);
  (selectLess(x, y, mulAdd(x, y, two), negMulAdd(x, y, two)) - minimum(x, y) * (x + y)).store(result);
  for (int i = 0; i < V::kLanes; ++i) {
    const float product = a[i] < b[i] ? a[i] * b[i] + 2 : 2 - a[i] * b[i];
    EXPECT_EQ(result[i], product - std::min(a[i], b[i]) * (a[i] + b[i])) << i;
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace fmm
