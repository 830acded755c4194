#include "files/svg_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace app {
namespace {

constexpr double kWidth = 640, kHeight = 440, kLeft = 80, kRight = 24, kTop = 44, kBottom = 56;
constexpr const char* kColours[] = {"#b4552d", "#2d6cb4", "#2d8a57", "#7a4fa3"};
constexpr const char* kFont = "font-family=\"sans-serif\" font-size=\"13\" fill=\"#222\"";

/// Range of logarithms on an axis, and its pixels.
struct Axis {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  double from = 0, to = 0;  ///< pixels

  void include(double value) {
    low = std::min(low, std::log10(value));
    high = std::max(high, std::log10(value));
  }
  void widen() {
    const double margin = std::max(0.06 * (high - low), 0.05);
    low -= margin;
    high += margin;
  }
  double at(double value) const { return from + (std::log10(value) - low) / (high - low) * (to - from); }
  bool shows(double value) const { return std::log10(value) >= low && std::log10(value) <= high; }
};

bool isDrawn(const std::pair<double, double>& point) {
  return std::isfinite(point.first) && std::isfinite(point.second) && point.first > 0 && point.second > 0;
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) result += c == '&' ? "&amp;" : c == '<' ? "&lt;" : std::string(1, c);
  return result;
}

std::string label(double x, double y, const std::string& text, const char* more) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {} {}>{}</text>\n", x, y, kFont, more, escaped(text));
}

std::string line(double x1, double y1, double x2, double y2, const char* style) {
  return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1, y1, x2, y2, style);
}

/// 1, 2 and 5 in each decade that the axis shows.
std::vector<double> ticksOf(const Axis& axis) {
  std::vector<double> ticks;
  for (int decade = static_cast<int>(std::floor(axis.low)); decade <= static_cast<int>(std::ceil(axis.high)); ++decade)
    for (const double digit : {1.0, 2.0, 5.0})
      if (axis.shows(digit * std::pow(10, decade))) ticks.push_back(digit * std::pow(10, decade));
  return ticks;
}

std::string gridOf(const Axis& x, const Axis& y) {
  constexpr const char* kLine = "stroke=\"#ddd\"";
  std::string svg;
  for (const double tick : ticksOf(x))
    svg += line(x.at(tick), y.from, x.at(tick), y.to, kLine) +
           label(x.at(tick), y.from + 20, fmt::format("{:.6g}", tick), "text-anchor=\"middle\"");
  for (const double tick : ticksOf(y))
    svg += line(x.from, y.at(tick), x.to, y.at(tick), kLine) +
           label(x.from - 8, y.at(tick) + 4, fmt::format("{:.6g}", tick), "text-anchor=\"end\"");
  return svg;
}

std::string curveOf(const ChartCurve& curve, const Axis& x, const Axis& y, const char* colour) {
  std::string path, dots;
  for (const auto& point : curve.points) {
    if (!isDrawn(point)) continue;
    const double px = x.at(point.first), py = y.at(point.second);
    path += fmt::format("{}{:.1f},{:.1f}", path.empty() ? "" : " ", px, py);
    dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"{}\"/>\n", px, py, colour);
  }
  return fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n", path, colour) + dots;
}

/// A dashed line of this slope through `from`, as far as the chart reaches to the right or to the top.
std::string slopeOf(int slope, const std::pair<double, double>& from, const Axis& x, const Axis& y) {
  const double reach = std::min(x.high - std::log10(from.first), (y.high - std::log10(from.second)) / slope);
  const double endX = from.first * std::pow(10, reach), endY = from.second * std::pow(10, slope * reach);
  return line(x.at(from.first), y.at(from.second), x.at(endX), y.at(endY), "stroke=\"#888\" stroke-dasharray=\"5 4\"") +
         label(x.at(endX) - 4, y.at(endY) + 14, fmt::format("h^{}", slope), "text-anchor=\"end\"");
}

}  // namespace

std::string svgOf(const SvgChart& chart) {
  Axis x, y;
  for (const ChartCurve& curve : chart.curves)
    for (const auto& point : curve.points)
      if (isDrawn(point)) x.include(point.first), y.include(point.second);
  if (!(x.low <= x.high)) x.low = x.high = y.low = y.high = 0;
  x.widen();
  y.widen();
  x.from = kLeft, x.to = kWidth - kRight, y.from = kHeight - kBottom, y.to = kTop;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\">\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
      kWidth, kHeight);
  svg += label(kWidth / 2, 24, chart.title, "text-anchor=\"middle\" font-weight=\"bold\"") + gridOf(x, y);
  svg += label((x.from + x.to) / 2, kHeight - 12, chart.xLabel, "text-anchor=\"middle\"");
  svg += label(0, 0, chart.yLabel,
               fmt::format("text-anchor=\"middle\" transform=\"translate(20 {:.1f}) rotate(-90)\"", (y.from + y.to) / 2)
                   .c_str());
  if (!chart.curves.empty() && !chart.curves.back().points.empty()) {
    const auto& points = chart.curves.back().points;
    const auto from = *std::min_element(points.begin(), points.end());
    if (isDrawn(from))
      for (const int slope : chart.slopes) svg += slopeOf(slope, from, x, y);
  }
  for (std::size_t i = 0; i < chart.curves.size(); ++i) {
    const char* const colour = kColours[i % std::size(kColours)];
    const double height = kTop + 20 + 20 * static_cast<double>(i);
    svg += curveOf(chart.curves[i], x, y, colour);
    svg += line(x.from + 12, height - 4, x.from + 36, height - 4,
                fmt::format("stroke=\"{}\" stroke-width=\"2\"", colour).c_str());
    svg += label(x.from + 42, height, chart.curves[i].name, "");
  }
  return svg + "</svg>\n";
}

}  // namespace app
