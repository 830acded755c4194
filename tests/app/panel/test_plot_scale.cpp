// Ranges and marks of the plots' axes, and curves of many rows reduced to few points.

#include "panel/plots/plot_scale.h"
#include "support/test.h"

namespace app {
namespace {

const double kNan = std::numeric_limits<double>::quiet_NaN();
const double kInf = std::numeric_limits<double>::infinity();

PlotRange rangeOf(const std::vector<double>& values, bool all = true) {
  PlotRange range;
  for (const double value : values) range.add(value, all);
  return range;
}

TEST(PlotScale, PlacesValuesBetweenItsEnds) {
  const PlotScale linear{-1, 3, false}, decades{1e-6, 1e-2, true};
  EXPECT_EQ(linear.part(-1), 0);
  EXPECT_EQ(linear.part(1), 0.5);
  EXPECT_EQ(linear.at(0.25), 0);
  EXPECT_NEAR(decades.part(1e-4), 0.5, 1e-12);
  EXPECT_NEAR(decades.at(0.75), 1e-3, 1e-15);
  for (const double odd : {kNan, kInf, -kInf}) EXPECT_TRUE(std::isnan(linear.part(odd)));
  for (const double odd : {kNan, 0., -1.}) EXPECT_TRUE(std::isnan(decades.part(odd)));
}

TEST(PlotRange, HoldsFiniteValuesWithAir) {
  const PlotScale scale = rangeOf({2, kNan, 4, kInf, 3}).linear(false, 0);
  EXPECT_LT(scale.low, 2);
  EXPECT_GT(scale.low, 1.8);
  EXPECT_GT(scale.high, 4);
  EXPECT_LT(scale.high, 4.2);
  const PlotScale fromZero = rangeOf({2, 4}).linear(true, 0);
  EXPECT_EQ(fromZero.low, 0);
  EXPECT_GT(fromZero.high, 4);
  EXPECT_LT(rangeOf({-2, 4}).linear(true, 0).low, -2);
}

TEST(PlotRange, NoiseOfAConstantDoesNotFillThePlot) {
  const PlotScale scale = rangeOf({5, 5.0000001}).linear(false, 0.01);
  EXPECT_NEAR(scale.high - scale.low, 0.05, 0.01);
  EXPECT_NEAR((scale.high + scale.low) / 2, 5, 1e-6);
  const PlotScale zero = rangeOf({0, 0}).linear(false, 0.01);
  EXPECT_LT(zero.low, 0);
  EXPECT_GT(zero.high, 0);
}

TEST(PlotRange, IsUsableWithoutValuesAndWithOne) {
  EXPECT_TRUE(rangeOf({kNan}).empty());
  EXPECT_GT(rangeOf({}).linear(false, 0).high, rangeOf({}).linear(false, 0).low);
  EXPECT_GT(rangeOf({}).tight().high, 0);
  EXPECT_GT(rangeOf({}).decades(8).high, rangeOf({}).decades(8).low);
  for (const double only : {0., 3., -3.}) {
    const PlotScale scale = rangeOf({only}).tight();
    EXPECT_NEAR(scale.part(only), 0.5, 1e-12);
  }
  EXPECT_EQ(rangeOf({1, 2}).tight().high, 2);
}

TEST(PlotRange, DecadesAreWholeAndBounded) {
  PlotScale scale = rangeOf({3e-5, 2e-3}, false).decades(8);
  EXPECT_NEAR(scale.low, 1e-5, 1e-17);
  EXPECT_NEAR(scale.high, 1e-2, 1e-14);
  EXPECT_TRUE(scale.logarithmic);
  scale = rangeOf({1e-30, 0, -1, 1e-3}, false).decades(8);
  EXPECT_NEAR(scale.high / scale.low, 1e8, 1) << "the lowest are cut off";
  scale = rangeOf({2e-4}, false).decades(8);
  EXPECT_NEAR(scale.high / scale.low, 100, 1e-9) << "two at least";
}

TEST(PlotTicks, AreRoundInsideAndNotTooMany) {
  for (const PlotScale& scale : {PlotScale{0.213, 0.369, false}, PlotScale{-4e-7, 9e-7, false},
                                 PlotScale{0, 1e9, false}, PlotScale{1e-8, 1e-2, true}, PlotScale{3e-7, 4e-4, true}}) {
    for (const int most : {2, 5, 8}) {
      const Ticks ticks = plotTicks(scale, most);
      ASSERT_FALSE(ticks.marks.empty());
      EXPECT_LE(static_cast<int>(ticks.marks.size()), most + 1);
      for (std::size_t i = 0; i < ticks.marks.size(); ++i) {
        EXPECT_GE(scale.part(ticks.marks[i].value), -1e-9);
        EXPECT_LE(scale.part(ticks.marks[i].value), 1 + 1e-9);
        EXPECT_FALSE(ticks.marks[i].label.empty());
        EXPECT_TRUE(i == 0 || ticks.marks[i].value > ticks.marks[i - 1].value);
      }
    }
  }
  const Ticks decades = plotTicks({1e-3, 10, true}, 8);
  ASSERT_EQ(decades.marks.size(), 5u);
  EXPECT_EQ(decades.marks[0].label, "10\u207b\u00b3");
  EXPECT_EQ(decades.marks[3].label, "1");
}

TEST(PlotTicks, AreAtLeastTwo) {
  for (int most = 1; most < 8; ++most) {
    for (int k = 0; k < 2000; ++k) {
      const double low = std::sin(1.7 * k) * std::pow(10, k % 7 - 3), length = std::pow(10, 0.003 * k - 4);
      const Ticks ticks = plotTicks({low, low + length, false}, most);
      ASSERT_GE(ticks.marks.size(), 2u) << low << " " << length << " " << most;
      EXPECT_LE(ticks.marks.size(), static_cast<std::size_t>(most) + 5);
      EXPECT_GE(ticks.marks.front().value, low - 1e-6 * length);
      EXPECT_LE(ticks.marks.back().value, low + length + 1e-6 * length);
    }
    EXPECT_GE(plotTicks({1e-4, 1e-2, true}, most).marks.size(), 2u);
  }
}

TEST(PlotTicks, NearestRowIsFoundInAnyOrder) {
  const std::vector<double> times = {0, 1, 2, kNan, 1.4, 0.5};
  EXPECT_EQ(nearestIndex(times, 0, 1.5), 4u);
  EXPECT_EQ(nearestIndex(times, 0, -7), 0u);
  EXPECT_EQ(nearestIndex(times, 4, 0.9), 5u);
  EXPECT_EQ(nearestIndex({}, 0, 1), 0u) << "size: there is none";
}

std::vector<double> counting(std::size_t rows) {
  std::vector<double> x;
  for (std::size_t i = 0; i < rows; ++i) x.push_back(static_cast<double>(i));
  return x;
}

TEST(CurveReducer, FewRowsStayAsTheyAre) {
  const std::vector<double> x = {0, 1, 2, 3, 4}, y = {5, kNan, 7, kInf, 6};
  CurveReducer reducer;
  reducer.update({x, y, 0, 1}, 100);
  const std::vector<PlotPoint> points = reducer.extremes();
  ASSERT_EQ(points.size(), 3u);
  EXPECT_EQ(points[1].x, 2);
  EXPECT_EQ(points[1].y, 7);
  reducer.update({x, y, 2, 1}, 100);
  EXPECT_EQ(reducer.extremes().size(), 2u) << "from the third row on";
  reducer.update({x, y, 9, 1}, 100);
  EXPECT_TRUE(reducer.extremes().empty());
}

TEST(CurveReducer, KeepsPeaksInTheirOrder) {
  const std::vector<double> x = counting(100'000);
  std::vector<double> y(x.size(), 0);
  y[41'234] = 9;
  y[41'235] = -9;
  y[77'777] = kNan;
  CurveReducer reducer;
  reducer.update({x, y, 0, 1}, 1000);
  const std::vector<PlotPoint> points = reducer.extremes();
  EXPECT_LE(points.size(), 1000u);
  EXPECT_GE(points.size(), 250u);
  const auto peak = std::find_if(points.begin(), points.end(), [](const PlotPoint& p) { return p.y == 9; });
  ASSERT_NE(peak, points.end());
  EXPECT_EQ(peak->x, 41'234);
  EXPECT_EQ((peak + 1)->y, -9);
  EXPECT_TRUE(std::is_sorted(points.begin(), points.end(), [](auto a, auto b) { return a.x < b.x; }));
}

TEST(CurveReducer, MeansKeepTheSum) {
  const std::vector<double> x = counting(1024);
  std::vector<double> y = x;
  y[3] = kNan;
  CurveReducer reducer;
  reducer.update({x, y, 0, 1}, 64);
  double sum = 0;
  for (const PlotPoint& mean : reducer.means()) sum += 32 * mean.y;
  EXPECT_EQ(reducer.means().size(), 32u);
  EXPECT_NEAR(sum, 1023 * 512 - 3, 1e-6);
}

TEST(CurveReducer, GrowingIsTheSameAsStartingAnew) {
  std::vector<double> x, y;
  CurveReducer growing;
  for (int i = 0; i < 3000; ++i) {
    x.push_back(i);
    y.push_back(std::sin(0.1 * i) * i);
    if (i >= 8) y[y.size() - 8] += 1;  // as when errors arrive late
    growing.update({x, y, 0, 7}, 100);
    if (i % 97 != 0) continue;
    CurveReducer fresh;
    fresh.update({x, y, 0, 7}, 100);
    const std::vector<PlotPoint> a = growing.extremes(), b = fresh.extremes();
    ASSERT_EQ(a.size(), b.size()) << i;
    for (std::size_t k = 0; k < a.size(); ++k) ASSERT_TRUE(a[k].x == b[k].x && a[k].y == b[k].y) << i;
  }
  std::fill(y.begin(), y.end(), 1.);
  growing.update({x, y, 0, 8}, 100);
  EXPECT_EQ(growing.extremes()[5].y, 1) << "another epoch is another curve";
}

TEST(CurveReducer, LooksOnlyAtWhatIsNew) {
  std::vector<double> x = counting(90'000), y(x.size(), 0);
  CurveReducer reducer;
  reducer.update({x, y, 0, 1}, 1000);
  y[10] = 5;  // must not change by contract; unnoticed, as old values are not read again
  x.push_back(90'000);
  y.push_back(3);
  reducer.update({x, y, 0, 1}, 1000);
  double highest = 0;
  for (const PlotPoint& point : reducer.extremes()) highest = std::max(highest, point.y);
  EXPECT_EQ(highest, 3);
}

}  // namespace
}  // namespace app
