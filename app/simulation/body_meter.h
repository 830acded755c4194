#pragma once

#include <vector>

#include "fmm/bodies.h"
#include "fmm/settings.h"
#include "simulation/diagnostics_sample.h"

namespace app {

/// Means of the bodies' loads over the steps between two samples.
class BodyMeter {
 public:
  /// Adds the loads of a step.
  void add(const std::vector<fmm::BodyLoad>& loads);
  /// The means since the last call, with their coefficients; one a body. Values are not a number if no step was added.
  std::vector<BodySample> take(const fmm::Settings& settings, double time);

 private:
  std::vector<fmm::BodyLoad> sums_;
  int steps_ = 0;
};

}  // namespace app
