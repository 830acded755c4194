#pragma once

#include <algorithm>

#include "exec/cpu_exec.h"
#include "solver/direct_sum.h"
#include "solver/pair_sums.h"
#include "solver/stage_timer.h"

namespace fmm {

/// Every pair on CPU threads, in blocks of targets over tiles of sources.
template <class Real>
class DirectSum<CpuExec, Real> {
 public:
  void evaluate(CpuExec& exec, const FieldTask<Real>& task, const Settings& settings, EvaluationReport& report) {
    StageTimer timer(report);
    if (task.elementsAreTargets()) {
      sum(exec, task, settings, {task.elements.x, task.elements.y, task.elements.z}, task.elementCount,
          task.elementVelocity, task.elementGradient);
    }
    sum(exec, task, settings, task.tracers, task.tracerCount, task.tracerVelocity, task.tracerGradient);
    timer.finish("direct");
    report.nearPairs += pairsOf(task);
  }

 private:
  static constexpr Index kBlock = 512;

  void sum(CpuExec& exec, const FieldTask<Real>& task, const Settings& settings,
           const std::array<const Real*, 3>& positions, Index count, const VectorArrays<Real>& velocity,
           const MatrixArrays<Real>& gradient) {
    TargetArrays<Real> targets = {positions[0], positions[1], positions[2], velocity[0], velocity[1], velocity[2], {}};
    for (int k = 0; k < 9; ++k) targets.gradient[k] = gradient[static_cast<std::size_t>(k)];
    const IndexRange all = {0, task.elementCount};
    exec.forEachTeam("fmm::direct", (count + kBlock - 1) / kBlock, [&](const CpuTeam&, Index b) {
      const Index first = b * kBlock, n = std::min(kBlock, count - first);
      for (const auto& u : velocity) std::fill_n(u + first, n, Real(0));
      for (const auto& j : gradient) {
        if (j) std::fill_n(j + first, n, Real(0));
      }
      // Cross products: targets that are neighbours in memory need not be so in space, and the factored form would lose
      // digits.
      sumPairs(PairTask<Real>{task.elements, &all, 1, targets.from(first), n, Real(0), Real(0), Real(0),
                              settings.regularisation, PairAccuracy::exact});
    });
  }
};

}  // namespace fmm
