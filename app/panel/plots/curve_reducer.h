#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "panel/plots/plot_scale.h"

namespace app {

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
