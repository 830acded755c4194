#pragma once

#include <cstddef>

#include "commands/bench_case.h"
#include "fmm/report.h"

namespace app {

/// What a search among settings found.
struct TuningSearch {
  fmm::Tuning chosen, best;
  double predicted = 0;      ///< [s], by the program's model; 0: it said nothing
  double chosenSeconds = 0;  ///< [s], medians of evaluations in turn
  double bestSeconds = 0;    ///< [s]; at most chosenSeconds, for what was chosen is a candidate, too
  fmm::MeasuredError chosenError, bestError;
  std::size_t tried = 0;  ///< settings that were timed
  std::size_t grid = 0;   ///< settings on the grid
  bool complete = true;   ///< nothing was left out for want of time
};

/// The least time over a fixed grid of order, angle and leaf sizes whose measured error keeps the tolerance, beside
/// that of what the program chooses. Left out are angles that miss the tolerance with an order, and of those that keep
/// it all but the two widest; orders that are far slower with the leaves that the program chose; leaves with fewer
/// points than elements, and those beyond where time rises again. Each is timed once, and again unless it is far slower
/// than the best; the best are measured again in turn with what was chosen, and their errors by direct sums. It ends
/// early after `seconds`, or where the user interrupts.
TuningSearch searchTuning(const BenchCase& given, double seconds);

}  // namespace app
