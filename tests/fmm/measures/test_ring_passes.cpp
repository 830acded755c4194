// Passes of rings whose distance is known.

#include "fmm/ring_theory.h"
#include "support/test.h"

namespace {

using fmm::RingPasses;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double kPi = 3.14159265358979323846, kRadius = 0.3;

TEST(RingPasses, AreWhereTheSignChanges) {
  RingPasses passes;
  for (int i = 0; i <= 40; ++i) passes.add(0.1 * i, -0.3 * std::cos(0.1 * i * 2 + 0.05), kRadius);
  ASSERT_EQ(passes.times().size(), 3u);
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_NEAR(passes.times()[k], (kPi * (static_cast<double>(k) + 0.5) - 0.05) / 2, 1e-3);
}

TEST(RingPasses, CountOnlyWhereBothPartAfterwards) {
  RingPasses passes;
  passes.add(0, -0.2, kRadius);
  passes.add(1, 0.02, kRadius);
  passes.add(2, -0.02, kRadius);
  passes.add(3, 0.01, kRadius);
  EXPECT_THAT(passes.times(), IsEmpty()) << "they roll about each other";
  passes.add(4, 0.04, kRadius);
  ASSERT_EQ(passes.times().size(), 1u);
  EXPECT_NEAR(passes.times()[0], 2 + 2. / 3, 1e-12) << "the last change before they part";
  passes.add(5, -0.02, kRadius);
  passes.add(6, 0.2, kRadius);
  EXPECT_EQ(passes.times().size(), 1u) << "back where they were";
}

TEST(RingPasses, AreFoundInThePlaneItself) {
  RingPasses passes;
  passes.add(0, -0.3, kRadius);
  passes.add(1, 0, kRadius);
  passes.add(2, 0.3, kRadius);
  EXPECT_THAT(passes.times(), ElementsAre(1)) << "the plane itself";
}

TEST(RingPasses, AreTakenBackWithTime) {
  RingPasses passes;
  for (const double time : {0., 1., 2., 3.}) passes.add(time, time < 1.5 ? -0.3 : 0.3, kRadius);
  EXPECT_THAT(passes.times(), ElementsAre(1.5));
  passes.add(2.5, 0.3, kRadius);
  EXPECT_THAT(passes.times(), ElementsAre(1.5));
  passes.add(1, -0.3, kRadius);
  EXPECT_THAT(passes.times(), IsEmpty());
  passes.add(2, 0.3, kRadius);
  EXPECT_THAT(passes.times(), ElementsAre(1.5));
}

}  // namespace
