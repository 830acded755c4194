#pragma once

#include <algorithm>

#include "exec/cpu/exec.h"
#include "exec/stage_timer.h"
#include "pairs/direct_sum.h"
#include "pairs/pair_sums.h"

namespace fmm {

/// Direct sums on CPU threads, in blocks of targets over tiles of sources.
template <class Real>
class DirectSum<CpuExec, Real> {
 public:
  void evaluate(CpuExec& exec, const FieldTask<Real>& task, const FieldSettings& settings, EvaluationReport& report) {
    StageTimer timer(report);
    if (task.elementsAreTargets()) sum(exec, task, elementResults(task), task.elementCount, settings);
    sum(exec, task, tracerResults(task), task.tracerCount, settings);
    timer.finish("direct");
    report.nearPairs += pairsOf(task);
  }
  void begin(CpuExec& exec, const FieldTask<Real>& task, const FieldSettings& settings, EvaluationReport& report) {
    evaluate(exec, task, settings, report);
  }
  void complete(EvaluationReport& /*report*/) {}
  void drop() {}

 private:
  static constexpr Index kBlock = 512, kFewest = 64;  // most and fewest targets of a block

  void sum(CpuExec& exec, const FieldTask<Real>& task, const TargetArrays<Real>& targets, Index count,
           const FieldSettings& settings) {
    const IndexRange all = {0, task.elementCount};
    const Index size = std::clamp((count / (2 * exec.threads()) + kFewest - 1) / kFewest * kFewest, kFewest, kBlock);
    exec.forEachTeam("fmm::direct", (count + size - 1) / size, [&](const CpuTeam&, Index b) {
      const Index first = b * size, n = std::min(size, count - first);
      const TargetArrays<Real> block = targets.from(first);
      const auto clear = [n](Real* row) {
        if (row) std::fill_n(row, n, Real(0));
      };
      for (Real* row : {block.ux, block.uy, block.uz}) clear(row);
      for (Real* row : block.gradient) clear(row);
      for (Real* row : block.vorticity) clear(row);
      // Targets adjacent in memory may be far apart, where the factored form would lose digits: exact takes cross
      // products.
      sumPairs(PairTask<Real>{task.elements,
                              &all,
                              1,
                              block,
                              n,
                              {},
                              settings.regularisation,
                              PairAccuracy::exact,
                              false,
                              0,
                              settings.space});
    });
  }
};

}  // namespace fmm
