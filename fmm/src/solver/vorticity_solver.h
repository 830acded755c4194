#pragma once

#include "exec/stage_timer.h"
#include "pairs/direct_sum.h"
#include "solver/fmm_pipeline.h"
#include "solver/gauss_transform.h"
#include "tuning/tuning.h"

namespace fmm {

/// Measured cost of a multiply-add of the fast Gauss transform, as a fraction of a pair's in a truncated sum. Ratios
/// instead of times make the choice the same in every run.
template <class Exec>
struct GaussCosts {
  static constexpr double kTranslation = Exec::kHostMemory ? 0.45 : 1;
  static constexpr double kSeries = Exec::kHostMemory ? 0.85 : 1.5;
};

/// Vorticities without velocities: by direct sums, by near pairs, or by the fast Gauss transform where its counted work
/// is less. The choice depends only on particles and settings.
template <class Exec, class Real>
class VorticitySolver {
 public:
  /// The task asks for vorticities only. The error is within settings.tolerance times the norm of the unsmoothed field.
  void evaluate(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, EvaluationReport& report) {
    do {
      begin(exec, task, settings, report);
      exec.synchronize();
    } while (!complete(report));
  }
  /// begin() and complete() as in FmmPipeline; the transform waits for its results in begin().
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
  bool complete(EvaluationReport& report) {
    direct_.complete(report);
    return pipeline_.complete(report);
  }

  std::size_t bytes() const { return pipeline_.bytes() + transform_.bytes(); }

 private:
  bool transformServes(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings) {
    constexpr Index kFewest = 4096;  // elements: sums over fewer take no time
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
