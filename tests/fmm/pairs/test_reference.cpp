// Parts that every measurement uses: the sample, the error norms, buffers that survive a failed growth.

#include <new>

#include "exec/cpu/exec.h"
#include "pairs/reference.h"
#include "solver/accuracy/error_measure.h"
#include "support/test.h"

namespace fmm {
namespace {

TEST(Reference, SamplesSpreadEvenlyOverAllItems) {
  EXPECT_EQ(sampleIndices(2, 300), (std::vector<std::size_t>{0, 1}));
  EXPECT_TRUE(sampleIndices(0, 300).empty());
  EXPECT_TRUE(sampleIndices(5, 0).empty());
}

TEST(Reference, ErrorsAreRelativeToTheRootMeanSquare) {
  const MeasuredError error = compareVelocities({{3, 0, 0}, {0, 4.1, 0}}, {{3, 0, 0}, {0, 4, 0}});
  EXPECT_EQ(error.samples, 2u);
  EXPECT_NEAR(error.relativeL2, 0.1 / 5, 1e-12);
  EXPECT_NEAR(error.maximum, 0.1 / (5 / std::sqrt(2.0)), 1e-12);
  EXPECT_EQ(compareVelocities({{0, 0, 0}}, {{0, 0, 0}}).relativeL2, 0);
  EXPECT_EQ(compareVelocities({{1, 0, 0}}, {{0, 0, 0}}).relativeL2, INFINITY);
  EXPECT_EQ(compareVelocities({}, {}).samples, 0u);
}

TEST(Reference, HistogramCountsEveryTargetByItsDecade) {
  constexpr int kPer = MeasuredError::kBinsPerDecade, kLow = MeasuredError::kLowestDecade;
  const std::vector<Vec3> exact(6, Vec3{1, 0, 0});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const MeasuredError error =
      compareVelocities({{1, 0, 0}, {1, 2e-4, 0}, {1, 2.5e-4, 0}, {1, 0, 0.5}, {1, 1e9, 0}, {1, 0, nan}}, exact);
  EXPECT_EQ(error.histogram[0], 1u) << "exact";
  EXPECT_EQ(error.histogram[static_cast<std::size_t>((-4 - kLow) * kPer + 1)], 2u) << "1.8e-4 to 3.2e-4";
  EXPECT_EQ(error.histogram[static_cast<std::size_t>((-1 - kLow) * kPer + 2)], 1u) << "0.32 to 0.56";
  EXPECT_EQ(error.histogram.back(), 2u) << "beyond all";
  EXPECT_EQ(compareVelocities({{0, 0, 0}, {1, 0, 0}}, {{0, 0, 0}, {0, 0, 0}}).histogram.back(), 1u);
}

TEST(Reference, AVelocityThatIsNotANumberMakesNoErrorSmall) {
  std::vector<Vec3> velocity(100, Vec3{1, 0, 0});
  const std::vector<Vec3> exact = velocity;
  velocity[17].y = std::numeric_limits<double>::quiet_NaN();
  const MeasuredError error = compareVelocities(velocity, exact);
  EXPECT_EQ(error.samples, 100u);
  EXPECT_FALSE(error.relativeL2 <= 1);
  EXPECT_FALSE(error.percentile99 <= 1);
  EXPECT_FALSE(error.maximum <= 1);
}

TEST(CpuBuffer, IsUsableAfterAGrowthThatFailed) {
  CpuBuffer<std::uint64_t> buffer(10);
  volatile std::size_t tooMany = std::numeric_limits<std::size_t>::max() / 8;
  EXPECT_THROW(buffer.resize(tooMany), std::bad_alloc);
  EXPECT_EQ(buffer.size(), 0u);
  EXPECT_EQ(buffer.bytes(), 0u);
  buffer.resize(3);
  ASSERT_NE(buffer.data(), nullptr);
  buffer.data()[2] = 7;
  EXPECT_EQ(buffer.data()[2], 7u);
}

}  // namespace
}  // namespace fmm
