#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "fmm/settings.h"

namespace fmm {

/// A measured number and its expected value, from theory or a contract.
struct Measurement {
  static constexpr double kNoMark = std::numeric_limits<double>::infinity();

  std::string name;     ///< "leapfrog/gaussian-0.5/direct/period"
  double measured = 0;  ///< NaN if the experiment itself failed
  double expected = 0;
  double tolerance = 0;  ///< largest |measured - expected| that passes; kNoMark: reported only
  std::string unit;      ///< of all three: "L/T"; "1": a ratio
  std::string note{};    ///< why the experiment failed; else empty

  bool isMarked() const { return tolerance < kNoMark; }
  bool pass() const;
};

/// An experiment whose outcome is known.
struct Check {
  std::string name;       ///< parts between slashes: "leapfrog/gaussian-0.5/direct"
  std::string statement;  ///< what it shows, in one sentence with its source
  bool quick = true;      ///< part of the quick checks, which together take 3 minutes on two cores
  /// Takes backend and threads from `machine` and chooses everything else itself; checks that redistribute also take
  /// the core function, and collisions all settings of redistribution (usualSettings()). Names in the result are the
  /// last part alone, empty if there is only one number. Throws as VortexSystem does.
  std::function<std::vector<Measurement>(const Settings& machine)> experiment;
};

/// Default settings of checks: the core of the highest order, redistribution before neighbours part. `elementBudget` is
/// the number of elements that a collision may have; 0: 2^17 on a GPU, 2^15 on the CPU.
Settings usualSettings();

/// Every check, quick and long, in the order of reports. Names are unique.
const std::vector<Check>& checks();

/// Performs one check: the same numbers every time on one machine and backend. Measurements have their full names. An
/// experiment that breaks down (NumericalError) yields a single measurement, which does not pass. Throws
/// EnvironmentError if the machine cannot perform the check.
std::vector<Measurement> measure(const Check& check, const Settings& machine);

}  // namespace fmm
