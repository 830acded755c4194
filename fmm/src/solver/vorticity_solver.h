#pragma once

#include "exec/stage_timer.h"
#include "pairs/direct_sum.h"
#include "solver/fmm_pipeline.h"
#include "solver/gauss_transform.h"
#include "tuning/tuning.h"

namespace fmm {

/// Time of a multiply-add of the fast Gauss transform in pairs of a truncated sum, as measured: a share of a machine's
/// pair, not a time, so that the choice is the same in every run.
template <class Exec>
struct GaussCosts {
  static constexpr double kTranslation = Exec::kHostMemory ? 0.45 : 1;
  static constexpr double kSeries = Exec::kHostMemory ? 0.85 : 1.5;
};

/// Vorticities without velocities: by every pair, by near pairs, or by the fast Gauss transform where the work that its
/// counts promise is less. Depends on the particles and settings alone.
template <class Exec, class Real>
class VorticitySolver {
 public:
  /// The task asks for vorticities alone. Results within settings.tolerance of the unsmoothed field's norm.
  void evaluate(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, EvaluationReport& report) {
    do {
      begin(exec, task, settings, report);
      exec.synchronize();
    } while (!settle(report));
  }
  /// As FmmPipeline has them; the transform waits for its own counts.
  void begin(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, EvaluationReport& report) {
    if (settings.solver == SolverKind::direct) return direct_.begin(exec, task, settings, report);
    if (transformServes(exec, task, settings)) {
      StageTimer timer(report);
      transform_.evaluate(exec, task);
      exec.synchronize();
      timer.finish("gauss");
      report.order = transform_.order();
      return;
    }
    pipeline_.begin(exec, task, settings, chooseNearParameters(settings, task.elementCount, task.tracerCount), report);
  }
  bool settle(EvaluationReport& report) {
    direct_.settle(report);
    return pipeline_.settle(report);
  }

  std::size_t bytes() const { return pipeline_.bytes() + transform_.bytes(); }

 private:
  bool transformServes(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings) {
    constexpr Index kFewest = 4096;  // elements: below, a sum takes no time
    if (task.elementCount < kFewest || !transform_.prepare(exec, task, settings)) return false;
    using Costs = GaussCosts<Exec>;
    const GaussWork work = transform_.work(exec);
    return Costs::kTranslation * work.translations + Costs::kSeries * work.series < work.pairs;
  }

  DirectSum<Exec, Real> direct_;
  FmmPipeline<Exec, Real> pipeline_;
  GaussTransform<Exec, Real> transform_;
};

}  // namespace fmm
