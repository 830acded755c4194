#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "colour/scale_ticks.h"

namespace app {

/// Maps the values of an axis to positions between its ends.
struct PlotScale {
  double low = 0, high = 1;
  bool logarithmic = false;  ///< both ends are positive

  /// 0 at the low end, 1 at the high end; NaN for values that are not finite, and on a logarithmic axis for values of 0
  /// and below.
  double part(double value) const;
  /// The value at a position; the inverse of part().
  double at(double part) const;
};

/// Collects the values that an axis has to hold.
class PlotRange {
 public:
  /// Adds a finite value; values <= 0 only if `all`.
  void add(double value, bool all = true);
  bool empty() const { return !(low_ <= high_); }

  /// A linear axis for the values with a margin at its ends, containing 0 if `fromZero`. It spans at least `least`
  /// times the largest value, so that the noise of a constant does not fill the plot. [0, 1] without values.
  PlotScale linear(bool fromZero, double least) const;
  /// An axis without margins, for time.
  PlotScale tight() const;
  /// An axis of whole powers of ten, two to `most` decades; lower values are cut off. Values must be positive.
  PlotScale decades(int most) const;

 private:
  double low_ = 1, high_ = 0;
};

/// Marks of a scale: roundTicks(), or powers of ten, labelled "10" with exponent, on a logarithmic scale. About `most`,
/// but at least two if the scale has a length.
Ticks plotTicks(const PlotScale& scale, int most);

/// A point of a curve, in the units of its axes.
struct PlotPoint {
  double x = 0, y = 0;
};

/// Index from `first` on of the x nearest to `value`; x.size() if there is none.
std::size_t nearestIndex(const std::vector<double>& x, std::size_t first, double value);

/// Reduces a growing curve to as many points as a plot has pixels, by combining rows in runs of 1, 2, 4, ... each. The
/// cost of an update is that of the rows added since the last one.
class CurveReducer {
 public:
  /// Source of a curve: rows (x[i], y[i]) from `first` on.
  struct Source {
    const std::vector<double>& x;
    const std::vector<double>& y;
    std::size_t first = 0;
    std::uint64_t epoch = 0;  ///< a different epoch is a different curve
  };

  /// Reads the rows into at most most/2 runs. Rows known under the same epoch must not have changed, except for the
  /// last kTail.
  void update(const Source& source, std::size_t most);

  /// The lowest and highest finite value of each run, in the order of the rows, so that no peak is lost.
  std::vector<PlotPoint> extremes() const;
  /// The mean of each run; values that are not finite count as 0.
  std::vector<PlotPoint> means() const;

  static constexpr std::size_t kTail = 32;

 private:
  struct Run {
    PlotPoint lowest, highest;
    bool any = false;           ///< the run has a finite point
    bool lowestFirst = true;    ///< in the order of the rows
    double start = 0, sum = 0;  ///< x of the first row; sum of the finite values
    std::size_t rows = 0;
  };

  static Run reduce(const Source& source, std::size_t begin, std::size_t end);

  std::vector<Run> runs_;
  std::size_t length_ = 1, first_ = 0, rows_ = 0;  ///< rows of a run; first row of the curve, and its end
  std::uint64_t epoch_ = 0;
};

/// Reduced curves that plots keep from frame to frame, by name.
using PlotMemory = std::map<std::string, CurveReducer>;

}  // namespace app
