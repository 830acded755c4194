#pragma once

#include <memory>
#include <vector>

#include "commands/bench_case.h"
#include "fmm/ranks.h"
#include "fmm/report.h"
#include "fmm/shared_field.h"

namespace app {

/// Evaluations of one case, again and again by the same solver.
class SteadyEvaluation {
 public:
  virtual ~SteadyEvaluation() = default;
  /// Done when it returns, also on a GPU.
  virtual void evaluate() = 0;
  virtual const fmm::EvaluationReport& report() const = 0;  ///< of the last one
  /// Against direct sums in double precision, at so many targets of each kind.
  virtual fmm::MeasuredError error(std::size_t samples) = 0;
  /// What each of several ranks holds; all of them call it. Empty where there is one.
  virtual std::vector<fmm::RankLoad> loads() { return {}; }
};

/// Velocities of elements and targets and the elements' stretching, or where the case has it so velocities at the
/// targets alone; the former by all `ranks` together, each of which makes the same calls, with elements everywhere or
/// shared out. Throws as fmm::VortexSystem, fmm::SharedField and fmm::FieldEvaluator do.
std::unique_ptr<SteadyEvaluation> makeSteady(const BenchCase& given, fmm::Ranks* ranks = nullptr,
                                             fmm::ElementSharing sharing = fmm::ElementSharing::everywhere);

}  // namespace app
