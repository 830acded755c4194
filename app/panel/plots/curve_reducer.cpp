#include "panel/plots/curve_reducer.h"

#include <algorithm>
#include <cmath>

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

}  // namespace app
