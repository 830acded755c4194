#pragma once

#include "pairs/direct_sum.h"
#include "solver/fmm_solver.h"
#include "solver/mesh_method.h"

namespace fmm {

/// Biot-Savart sums on one machine by the method of the settings: direct sums, expansions, or a mesh where a mesh is
/// cheaper. trees() and mesh() give access to what only one method offers.
template <class Exec, class Real>
class Evaluator {
 public:
  Evaluator() = default;
  Evaluator(const Evaluator&) = delete;  // mesh_ refers to fmm_
  Evaluator& operator=(const Evaluator&) = delete;

  /// FmmSolver::evaluate() by any method. With `check` the choice of a mesh is reconsidered, too.
  void evaluate(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, EvaluationReport& report,
                bool check = false, bool wait = true) {
    if (settings.solver == SolverKind::direct) {
      wait ? direct_.evaluate(exec, task, settings, report) : direct_.begin(exec, task, settings, report);
    } else if (!mesh_.evaluate(exec, task, settings, report, check, wait)) {
      report.mesh = {};
      fmm_.evaluate(exec, task, withoutMesh(settings), report, check, wait);
    }
  }
  /// The same at the tracers only, for a task for which mesh() has chosen a mesh.
  void evaluateTracers(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, EvaluationReport& report,
                       bool check) {
    if (mesh_.evaluateTracers(exec, task, settings, report)) return;
    report.mesh = {};
    fmm_.evaluate(exec, tracersOf(task), withoutMesh(settings), report, check, true);
  }
  /// Completes all evaluations begun without a wait; call it after exec.synchronize(). False if points have left the
  /// mesh or a buffer was too small: the caller then begins the evaluations again.
  bool complete(EvaluationReport& report) {
    direct_.complete(report);
    const bool held = mesh_.complete(report);
    return trees().complete(report) && held;
  }
  void drop() {
    direct_.drop();
    mesh_.drop();
    trees().drop();
  }
  /// FmmPipeline::startStep(), and MeshMethod::startStep().
  void startStep(bool follows) {
    trees().startStep();
    mesh_.startStep(follows);
  }

  Tuning tuning(const FieldSettings& settings, bool gradient) const {
    return mesh_.tuning(fmm_.tuning(withoutMesh(settings), gradient), settings, gradient);
  }
  void adopt(const Tuning& tuning, const FieldSettings& settings) {
    fmm_.adopt(tuning, withoutMesh(settings));
    mesh_.adopt(tuning.mesh, settings);
  }

  /// Holds the tree of the last evaluation by expansions, for display.
  FmmPipeline<Exec, Real>& trees() { return fmm_.pipeline(); }
  MeshMethod<Exec, Real>& mesh() { return mesh_; }
  std::size_t bytes() const { return fmm_.pipeline().bytes() + mesh_.bytes(); }

 private:
  DirectSum<Exec, Real> direct_;
  FmmSolver<Exec, Real> fmm_;
  MeshMethod<Exec, Real> mesh_{fmm_};
};

}  // namespace fmm
