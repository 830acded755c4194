#pragma once

#include "core/math.h"

namespace fmm {

/// What an execution space found in two sets of items.
struct Inspection {
  Index first = -1, second = -1;  ///< the lowest index of each set whose test failed; -1: none did
  float largest = 0;              ///< measure of the first set's items

  bool sound() const { return first < 0 && second < 0; }
};

}  // namespace fmm
