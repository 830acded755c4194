#pragma once

// Sets that may fool an error estimate by samples: strengths that cancel, single targets close to strong fields,
// lattices in step with the samples, and all orders of magnitude.

#include <string>
#include <vector>

#include "fmm/settings.h"
#include "fmm/support/support.h"

namespace fmm_test {

struct AdversarialSet {
  std::string name;
  Elements elements;
  std::vector<Vec3> targets;
  fmm::Settings settings;
};

/// Ten sets of each of ten kinds, the same every time.
std::vector<AdversarialSet> adversarialSets();

}  // namespace fmm_test
