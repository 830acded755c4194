#include <cmath>
#include <limits>

#include "fmm/error.h"
#include "verification/experiments.h"

namespace fmm {

bool Measurement::pass() const {
  return std::abs(measured - expected) <= tolerance;  // false for what is not a number
}

Settings usualSettings() {
  Settings settings;
  settings.regularisation = Regularisation::gaussian8;
  settings.redistribution.steps = Redistribution::kAutomatic;
  return settings;
}

const std::vector<Check>& checks() {
  static const std::vector<Check> all = [] {
    using namespace verification;
    std::vector<Check> list;
    append(ringSpeedChecks(), list);
    append(leapfrogChecks(), list);
    append(viscousLeapfrogChecks(), list);
    append(headOnChecks(), list);
    append(invariantChecks(), list);
    append(linkChecks(), list);
    append(accuracyChecks(), list);
    append(viscosityChecks(), list);
    append(timeReversalChecks(), list);
    append(redistributedRingChecks(), list);
    append(collisionChecks(), list);
    return list;
  }();
  return all;
}

std::vector<Measurement> measure(const Check& check, const Settings& machine) {
  try {
    std::vector<Measurement> results = check.experiment(machine);
    for (Measurement& result : results) result.name = result.name.empty() ? check.name : check.name + '/' + result.name;
    return results;
  } catch (const NumericalError& error) {
    return {{check.name, std::numeric_limits<double>::quiet_NaN(), 0, 0, "", error.what()}};
  }
}

}  // namespace fmm
