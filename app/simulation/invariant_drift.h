#pragma once

#include <vector>

#include "fmm/settings.h"
#include "simulation/diagnostics_sample.h"
#include "simulation/moment_scales.h"

namespace app {

/// Follows how far the quantities that the exact flow conserves have moved from what they were.
class DriftWatch {
 public:
  /// The values of `sample` are those to be kept. `elements` and their `velocities` give the scales.
  void start(const DiagnosticsSample& sample, const fmm::Elements& elements, const std::vector<fmm::Vec3>& velocities,
             const fmm::Settings& settings);
  /// Elements joined between the samples `before` and `now`: what changed by them is no drift. What changed otherwise
  /// in that time is forgotten, too.
  void join(const DiagnosticsSample& before, const DiagnosticsSample& now, const fmm::Elements& elements,
            const std::vector<fmm::Vec3>& velocities);
  /// Not a number where the sample has no value, or had none at the start. An energy that came later is its own start.
  InvariantDrift drift(const DiagnosticsSample& sample);

 private:
  void setScales(const fmm::Elements& elements, const std::vector<fmm::Vec3>& velocities);

  fmm::Invariants invariants_;
  double energy_ = kNotMeasured, helicity_ = 0;
  fmm::Vec3 normal_;  // of the ground; 0: there is none
  fmm::Precision precision_ = fmm::Precision::single;
  MomentScales scales_;
  double helicityScale_ = 0;
};

}  // namespace app
