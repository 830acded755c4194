#pragma once

#include "pairs/direct_sum.h"
#include "solver/fmm_solver.h"
#include "solver/mesh_method.h"

namespace fmm {

/// Biot-Savart sums of a machine by the method of the settings: every pair, or expansions, or a mesh where that takes
/// less. Who needs what one of them alone knows asks trees() or mesh().
template <class Exec, class Real>
class Evaluator {
 public:
  Evaluator() = default;
  Evaluator(const Evaluator&) = delete;  // its parts know each other
  Evaluator& operator=(const Evaluator&) = delete;

  /// As FmmSolver has it, whatever the method; with `check` the choice of a mesh is looked at again, too.
  void evaluate(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, EvaluationReport& report,
                bool check = false, bool wait = true) {
    if (settings.solver == SolverKind::direct) {
      wait ? direct_.evaluate(exec, task, settings, report) : direct_.begin(exec, task, settings, report);
    } else if (!mesh_.evaluate(exec, task, settings, report, check, wait)) {
      report.mesh = {};
      fmm_.evaluate(exec, task, withoutMesh(settings), report, check, wait);
    }
  }
  /// At the tracers alone, of a task that mesh() has chosen a mesh for.
  void evaluateTracers(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, EvaluationReport& report,
                       bool check) {
    if (mesh_.evaluateTracers(exec, task, settings, report)) return;
    report.mesh = {};
    fmm_.evaluate(exec, tracersOf(task), withoutMesh(settings), report, check, true);
  }
  /// After exec.synchronize(), of all that was begun without a wait: false where a mesh did not hold the points any
  /// more, or something outgrew its buffers; it is to be begun anew then.
  bool settle(EvaluationReport& report) {
    direct_.settle(report);
    const bool held = mesh_.settle(report);
    return trees().settle(report) && held;
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

  /// With the tree of the last evaluation by expansions, to look at.
  FmmPipeline<Exec, Real>& trees() { return fmm_.pipeline(); }
  MeshMethod<Exec, Real>& mesh() { return mesh_; }
  std::size_t bytes() const { return fmm_.pipeline().bytes() + mesh_.bytes(); }

 private:
  DirectSum<Exec, Real> direct_;
  FmmSolver<Exec, Real> fmm_;
  MeshMethod<Exec, Real> mesh_{fmm_};
};

}  // namespace fmm
