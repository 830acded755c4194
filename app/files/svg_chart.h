#pragma once

#include <string>
#include <utility>
#include <vector>

namespace app {

/// A curve of a chart: x and y of its points, all more than 0.
struct ChartCurve {
  std::string name;
  std::vector<std::pair<double, double>> points;
};

/// A chart with logarithms on both axes.
struct SvgChart {
  std::string title, xLabel, yLabel;
  std::vector<ChartCurve> curves;
  std::vector<int> slopes;  ///< dashed lines y ~ x^slope from the leftmost point of the last curve, to compare with
};

/// The chart as an SVG picture of 640 x 440, which browsers and README pages show. Points that are not finite or not
/// more than 0 are left out.
std::string svgOf(const SvgChart& chart);

}  // namespace app
