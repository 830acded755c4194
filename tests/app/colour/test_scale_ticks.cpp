#include "colour/scale_ticks.h"

#include "support/test.h"

namespace {

using app::roundTicks;
using app::Ticks;

std::vector<std::string> labels(double low, double high, int most) {
  std::vector<std::string> result;
  for (const app::Tick& tick : roundTicks(low, high, most).marks) result.push_back(tick.label);
  return result;
}
using Labels = std::vector<std::string>;

TEST(ScaleTicks, StandAtRoundValues) {
  EXPECT_EQ(labels(0, 3.47, 7), (Labels{"0.0", "0.5", "1.0", "1.5", "2.0", "2.5", "3.0"}));
  EXPECT_EQ(labels(0, 3.47, 5), (Labels{"0", "1", "2", "3"}));
  EXPECT_EQ(labels(0, 1, 6), (Labels{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
  EXPECT_EQ(labels(0, 0.5, 7), (Labels{"0.0", "0.1", "0.2", "0.3", "0.4", "0.5"}));
  EXPECT_EQ(labels(3.9, 6.1, 5), (Labels{"4.0", "4.5", "5.0", "5.5", "6.0"}));
  EXPECT_EQ(labels(0, 9000, 4), (Labels{"0", "5000"}));
}

TEST(ScaleTicks, EndsThatAreRoundBelongToThem) {
  EXPECT_EQ(labels(0.1, 0.7, 8), (Labels{"0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7"}));
  EXPECT_EQ(labels(-0.3, 0.3, 7), (Labels{"\u22120.3", "\u22120.2", "\u22120.1", "0.0", "0.1", "0.2", "0.3"}));
}

TEST(ScaleTicks, SmallAndLargeNumbersShareAPowerOfTen) {
  const Ticks small = roundTicks(0, 3.2e-6, 4);
  EXPECT_EQ(small.exponent, -6);
  EXPECT_EQ(small.marks.back().label, "3");
  EXPECT_DOUBLE_EQ(small.marks.back().value, 3e-6);
  const Ticks large = roundTicks(0, 25000, 3);
  EXPECT_EQ(large.exponent, 3);
  EXPECT_EQ(large.marks.back().label, "20");
  EXPECT_EQ(roundTicks(0, 0.005, 5).exponent, -3);
  EXPECT_EQ(roundTicks(0, 0.02, 5).exponent, 0);
  EXPECT_EQ(roundTicks(0, 1e30, 5).exponent, 30);
  EXPECT_EQ(app::powerOfTen(-12), "10\u207b\u00b9\u00b2");
  EXPECT_EQ(app::powerOfTen(30), "10\u00b3\u2070");
}

TEST(ScaleTicks, NeverMoreThanAskedForAlwaysOneInRangeAndEven) {
  for (const double scale : {1e-9, 0.037, 1.0, 42.0, 7.7e12}) {
    for (int i = 1; i < 200; ++i) {
      const double low = scale * (i % 7 - 3), high = low + scale * 0.013 * i * i;
      for (int most = 1; most < 9; ++most) {
        const Ticks ticks = roundTicks(low, high, most);
        ASSERT_GE(ticks.marks.size(), 1U);
        ASSERT_LE(ticks.marks.size(), static_cast<std::size_t>(most));
        EXPECT_GE(ticks.marks.size(), most >= 5 ? 2U : 1U) << low << " to " << high;
        for (std::size_t k = 0; k < ticks.marks.size(); ++k) {
          const double value = ticks.marks[k].value;
          EXPECT_GE(value, low - 1e-8 * (high - low));
          EXPECT_LE(value, high + 1e-8 * (high - low));
          if (k < 2) continue;
          const double step = ticks.marks[1].value - ticks.marks[0].value;
          EXPECT_NEAR(value - ticks.marks[k - 1].value, step, 1e-6 * (high - low));
        }
      }
    }
  }
}

TEST(ScaleTicks, AnEmptyRangeHasOneMark) {
  EXPECT_EQ(labels(0, 0, 5), (Labels{"0"}));
  EXPECT_EQ(labels(2.5, 2.5, 5), (Labels{"2.5"}));
}

}  // namespace
