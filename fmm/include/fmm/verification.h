#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "fmm/settings.h"

namespace fmm {

/// A number that was measured, and what theory or a contract says it should be.
struct Measurement {
  static constexpr double kNoMark = std::numeric_limits<double>::infinity();

  std::string name;     ///< "leapfrog/gaussian-0.5/direct/period"
  double measured = 0;  ///< not a number where the experiment itself failed
  double expected = 0;
  double tolerance = 0;  ///< largest |measured - expected| that passes; kNoMark: it is only told
  std::string unit;      ///< of all three: "L/T"; "1": a ratio
  std::string note{};    ///< why the experiment failed; else empty

  bool isMarked() const { return tolerance < kNoMark; }
  bool pass() const;
};

/// An experiment whose outcome is known.
struct Check {
  std::string name;       ///< parts between slashes: "leapfrog/gaussian-0.5/direct"
  std::string statement;  ///< what it shows, in one sentence, with its source
  bool quick = true;      ///< one of those that take 3 minutes on two cores, all together
  /// Takes backend and threads from `machine` and chooses everything else itself; what redistributes takes the core
  /// function, too, and collisions all that redistribution goes by (usualSettings()). The names of what it returns are
  /// the last part alone, empty where one number says it all. Throws as VortexSystem does.
  std::function<std::vector<Measurement>(const Settings& machine)> experiment;
};

/// What checks are given where nobody asks for something else: the core of the highest order, redistribution before
/// neighbours part. `elementBudget` is the number of elements that a collision may have; 0: 2^17 on a GPU, 2^15 on the
/// CPU.
Settings usualSettings();

/// Every check, quick and long, in the order in which they are told. Names are different.
const std::vector<Check>& checks();

/// Performs one check: the same numbers every time on one machine and backend. Measurements have their full names. An
/// experiment that breaks down (NumericalError) yields a single one, which does not pass.
/// Throws EnvironmentError where the machine cannot perform it.
std::vector<Measurement> measure(const Check& check, const Settings& machine);

}  // namespace fmm
