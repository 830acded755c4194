#include "panel/plots/plot_scale.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace app {

CurveReducer::Run CurveReducer::reduce(const Source& source, std::size_t begin, std::size_t end) {
  const std::vector<double>&x = source.x, &y = source.y;
  Run run;
  run.start = x[begin];
  run.rows = end - begin;
  for (std::size_t i = begin; i < end; ++i) {
    if (!std::isfinite(x[i]) || !std::isfinite(y[i])) continue;
    const PlotPoint point{x[i], y[i]};
    run.sum += y[i];
    if (!run.any || point.y < run.lowest.y) {
      run.lowest = point;
      run.lowestFirst = !run.any;
    }
    if (!run.any || point.y > run.highest.y) {
      run.highest = point;
      run.lowestFirst = true;
    }
    run.any = true;
  }
  return run;
}

void CurveReducer::update(const Source& source, std::size_t most) {
  const std::size_t rows = std::min(source.x.size(), source.y.size());
  const std::size_t first = std::min(source.first, rows);
  std::size_t length = 1;
  while (rows - first > length * std::max<std::size_t>(1, most / 2)) length *= 2;
  if (source.epoch != epoch_ || length != length_ || first != first_ || rows < rows_) runs_.clear();
  const std::size_t whole = rows_ > first + kTail ? (rows_ - first - kTail) / length : 0;  // runs before the tail
  runs_.resize(std::min(runs_.size(), whole));
  for (std::size_t begin = first + runs_.size() * length; begin < rows; begin += length)
    runs_.push_back(reduce(source, begin, std::min(begin + length, rows)));
  length_ = length;
  first_ = first;
  rows_ = rows;
  epoch_ = source.epoch;
}

std::vector<PlotPoint> CurveReducer::extremes() const {
  std::vector<PlotPoint> points;
  for (const Run& run : runs_) {
    if (!run.any) continue;
    points.push_back(run.lowestFirst ? run.lowest : run.highest);
    if (run.lowest.y != run.highest.y) points.push_back(run.lowestFirst ? run.highest : run.lowest);
  }
  return points;
}

std::vector<PlotPoint> CurveReducer::means() const {
  std::vector<PlotPoint> points;
  for (const Run& run : runs_) points.push_back({run.start, run.sum / static_cast<double>(run.rows)});
  return points;
}

double PlotScale::part(double value) const {
  if (!std::isfinite(value) || (logarithmic && value <= 0)) return std::numeric_limits<double>::quiet_NaN();
  if (logarithmic) return std::log(value / low) / std::log(high / low);
  return (value - low) / (high - low);
}

double PlotScale::at(double part) const {
  return logarithmic ? low * std::pow(high / low, part) : low + part * (high - low);
}

void PlotRange::add(double value, bool all) {
  if (!std::isfinite(value) || (!all && value <= 0)) return;
  const bool first = empty();
  low_ = first ? value : std::min(low_, value);
  high_ = first ? value : std::max(high_, value);
}

PlotScale PlotRange::linear(bool fromZero, double least) const {
  constexpr double kAir = 0.06;  // margin at each end, as a share of the span
  if (empty()) return {0, 1, false};
  double low = fromZero ? std::min(low_, 0.) : low_;
  double high = fromZero ? std::max(high_, 0.) : high_;
  const double magnitude = std::max(std::abs(low), std::abs(high));
  const double smallest = magnitude > 0 ? least * magnitude : 1;
  if (high - low < smallest) {
    const double middle = low + (high - low) / 2;
    low = middle - smallest / 2;
    high = middle + smallest / 2;
  }
  const double air = kAir * (high - low);
  return {fromZero && low == 0 ? 0 : low - air, fromZero && high == 0 ? 0 : high + air, false};
}

PlotScale PlotRange::tight() const {
  if (empty()) return {0, 1, false};
  if (high_ > low_) return {low_, high_, false};
  const double half = low_ != 0 ? 0.5 * std::abs(low_) : 0.5;
  return {low_ - half, low_ + half, false};
}

PlotScale PlotRange::decades(int most) const {
  constexpr double kWhole = 1e-9;  // tolerance for rounding errors, in decades
  if (empty()) return {1e-6, 1, true};
  const double high = std::ceil(std::log10(high_) - kWhole);
  const double low = std::clamp(std::floor(std::log10(low_) + kWhole), high - most, high - 2);
  return {std::pow(10, low), std::pow(10, high), true};
}

Ticks plotTicks(const PlotScale& scale, int most) {
  if (!scale.logarithmic) {
    constexpr std::size_t kFewest = 2;  // a single mark does not show the scale
    constexpr int kMore = 5;            // this many more always yield two marks
    Ticks ticks = roundTicks(scale.low, scale.high, most);
    for (int more = 1; ticks.marks.size() < kFewest && more <= kMore; ++more)
      ticks = roundTicks(scale.low, scale.high, most + more);
    return ticks;
  }
  constexpr double kWhole = 1e-9;  // tolerance for rounding errors, in decades
  const int low = static_cast<int>(std::ceil(std::log10(scale.low) - kWhole));
  const int high = static_cast<int>(std::floor(std::log10(scale.high) + kWhole));
  const int step = std::max(1, (high - low + most - 1) / std::max(most, 1));
  Ticks ticks;
  for (int power = high; power >= low; power -= step)
    ticks.marks.insert(ticks.marks.begin(), {std::pow(10., power), power == 0 ? "1" : powerOfTen(power)});
  return ticks;
}

std::size_t nearestIndex(const std::vector<double>& x, std::size_t first, double value) {
  std::size_t nearest = x.size();
  double distance = std::numeric_limits<double>::infinity();
  for (std::size_t i = first; i < x.size(); ++i) {
    const double d = std::abs(x[i] - value);
    if (d >= distance || std::isnan(d)) continue;
    distance = d;
    nearest = i;
  }
  return nearest;
}

}  // namespace app
