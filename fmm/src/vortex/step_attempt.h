#pragma once

#include "exec/inspection.h"

namespace fmm {

/// A step as far as it has come.
struct StepAttempt {
  double dt;
  int stage;        ///< that has moved the particles last, counted from 1
  Inspection seen;  ///< after the last one
};

}  // namespace fmm
