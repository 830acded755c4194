// Charts as SVG pictures.

#include "files/svg_chart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace app {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::size_t countOf(const std::string& part, const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(SvgChart, HasEveryPointCurveAndSlope) {
  SvgChart chart;
  chart.title = "a < b";
  chart.curves = {{"order 2", {{0.1, 0.01}, {0.2, 0.04}}}, {"order 4", {{0.1, 1e-4}, {0.2, 1.6e-3}}}};
  chart.slopes = {2, 4};
  const std::string svg = svgOf(chart);
  EXPECT_EQ(countOf("<circle", svg), 4u);
  EXPECT_EQ(countOf("<polyline", svg), 2u);
  EXPECT_THAT(svg, HasSubstr("a &lt; b"));
  EXPECT_THAT(svg, HasSubstr(">order 4<"));
  EXPECT_THAT(svg, HasSubstr(">h^4<"));
  EXPECT_EQ(svg.substr(svg.size() - 7), "</svg>\n");
}

TEST(SvgChart, LeavesOutWhatHasNoLogarithm) {
  SvgChart chart;
  chart.curves = {{"a", {{0, 1}, {1, std::numeric_limits<double>::quiet_NaN()}, {1, 1}}}};
  EXPECT_EQ(countOf("<circle", svgOf(chart)), 1u);
  for (const SvgChart& empty : {SvgChart{}, SvgChart{"", "", "", {{"a", {{1, -1}}}}, {2}}}) {
    EXPECT_EQ(countOf("<circle", svgOf(empty)), 0u);
    EXPECT_THAT(svgOf(empty), Not(HasSubstr("nan")));
    EXPECT_THAT(svgOf(empty), Not(HasSubstr("inf")));
  }
}

}  // namespace
}  // namespace app
