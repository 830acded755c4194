#pragma once

#include "fmm/report.h"

namespace fmm {

/// Times of named stages on an execution space's own clock:
///   void start(Exec&);
///   void finish(Exec&, const char* stage);     what came since the last call was `stage`
///   void read(EvaluationReport&);              after exec.synchronize(): adds all to the report
///   void forget();
template <class Exec>
class StageClock;

}  // namespace fmm
