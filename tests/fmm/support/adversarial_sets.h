#pragma once

// Sets that an estimate of the error by samples may be fooled by: strengths that cancel, targets that alone see what
// does not, lattices in step with the samples, and all orders of magnitude.

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

/// Ten kinds of ten each, the same every time.
std::vector<AdversarialSet> adversarialSets();

}  // namespace fmm_test
