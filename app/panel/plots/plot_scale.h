#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "colour/scale_ticks.h"

namespace app {

/// Where the values of an axis lie between its ends.
struct PlotScale {
  double low = 0, high = 1;
  bool logarithmic = false;  ///< both ends are positive

  /// 0 at the low end, 1 at the high end; not a number for what has no place: values that are not finite, and on a
  /// logarithmic axis values of 0 and below.
  double part(double value) const;
  /// The value at a part.
  double at(double part) const;
};

/// Collects the values that an axis has to hold.
class PlotRange {
 public:
  /// Takes a finite value; one of 0 or below only if `all`.
  void add(double value, bool all = true);
  bool empty() const { return !(low_ <= high_); }

  /// An axis for the values with some air at its ends, beginning at 0 if `fromZero`. It spans at least the share
  /// `least` of the largest value, so that noise of what is constant does not fill the plot. [0, 1] without values.
  PlotScale linear(bool fromZero, double least) const;
  /// An axis from one end to the other: time.
  PlotScale tight() const;
  /// Whole powers of ten, at least two and at most `most` decades: the lowest are cut off. Values must be positive.
  PlotScale decades(int most) const;

 private:
  double low_ = 1, high_ = 0;
};

/// Marks of a scale: roundTicks(), or powers of ten, labelled "10" with exponent, on a logarithmic one; about `most`,
/// but at least two where the scale has a length.
Ticks plotTicks(const PlotScale& scale, int most);

/// A point of a curve, in the units of its axes.
struct PlotPoint {
  double x = 0, y = 0;
};

/// Index from `first` on whose x is nearest to `value`; x.size() if there is none.
std::size_t nearestIndex(const std::vector<double>& x, std::size_t first, double value);

/// Reduces a growing curve to as many points as a plot has pixels, at a cost of what was added since the last time:
/// rows are taken together in runs of 1, 2, 4, ... each.
class CurveReducer {
 public:
  /// Where a curve comes from: rows (x[i], y[i]) from `first` on.
  struct Source {
    const std::vector<double>& x;
    const std::vector<double>& y;
    std::size_t first = 0;
    std::uint64_t epoch = 0;  ///< another one is another curve
  };

  /// Takes note of the rows, as no more than most/2 runs. Those that were there under the same epoch have not changed
  /// but for the last kTail of them.
  void update(const Source& source, std::size_t most);

  /// The lowest and the highest finite value of each run, in the order of the rows: no peak is lost.
  std::vector<PlotPoint> extremes() const;
  /// The mean of each run, values that are not finite counted as 0.
  std::vector<PlotPoint> means() const;

  static constexpr std::size_t kTail = 32;

 private:
  struct Run {
    PlotPoint lowest, highest;
    bool any = false;           ///< a finite point
    bool lowestFirst = true;    ///< in the order of the rows
    double start = 0, sum = 0;  ///< x of its first row; of its finite values
    std::size_t rows = 0;
  };

  static Run reduce(const Source& source, std::size_t begin, std::size_t end);

  std::vector<Run> runs_;
  std::size_t length_ = 1, first_ = 0, rows_ = 0;  ///< rows of a run; of the curve: first, and one behind the last
  std::uint64_t epoch_ = 0;
};

/// What plots remember of their curves from frame to frame, by name.
using PlotMemory = std::map<std::string, CurveReducer>;

}  // namespace app
