#pragma once

#include <string>
#include <vector>

#include "commands/bench_progress.h"
#include "commands/commands.h"

namespace app {

/// One set of which the choice of settings is judged.
struct TuningCase {
  std::string workload, core;
  BenchSize size;
  double weight = 1;  ///< its part of the time that there is
};

/// Rings with thin and overlapped cores, a cube, a sphere, a Plummer sphere, a filament, a knot and a lattice, each of
/// several sizes: 2^12 to 2^22 points on a GPU, to 2^18 on the CPU, unless the options say which; all searches together
/// take at most seven minutes.
std::vector<TuningCase> tuningCases(const BenchOptions& options);

/// A row for each case: the time with the settings that the program chooses, and the least time on a fixed grid of
/// orders, angles and leaf sizes among those whose measured error keeps the tolerance.
void measureTuning(const BenchOptions& options, const std::vector<TuningCase>& cases, BenchProgress& progress);

}  // namespace app
