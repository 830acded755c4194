#pragma once

#include <utility>

#include "core/rows.h"
#include "solver/vorticity_solver.h"

namespace fmm {

/// The vorticities at a system's elements and tracers: summed along with its velocities where they are kept, or by
/// themselves, with buffers of their own that leave the tree of the last evaluation alone.
template <class Exec, class Real>
class VorticityRows {
 public:
  void keep(bool atElements, bool atTracers) {
    keepElements_ = atElements;
    keepTracers_ = atTracers;
    if (!atElements) elementsHold_ = false;
    if (!atTracers) tracersHold_ = false;
  }
  /// What is held belongs to other particles.
  void forget() { elementsHold_ = tracersHold_ = false; }

  /// Adds what is kept to a task that asks for velocities.
  void addTo(FieldTask<Real>& task) {
    if (keepElements_) task.elementVorticity = elementRows(task.elementCount);
    if (keepTracers_) task.tracerVorticity = tracerRows(task.tracerCount);
  }
  /// Asks for the elements' this once.
  void request(FieldTask<Real>& task) { task.elementVorticity = elementRows(task.elementCount); }
  /// That task was solved.
  void hold(const FieldTask<Real>& task) {
    elementsHold_ = keepElements_ && task.elementVorticity[0] != nullptr;
    tracersHold_ = task.tracerVorticity[0] != nullptr;
  }

  /// The rows of the last evaluation if they are held, else summed for a task of elements and tracers without results.
  VectorArrays<const Real> ofElements(Exec& exec, FieldTask<Real> task, const FieldSettings& settings) {
    if (!elementsHold_) {
      task.tracerCount = 0;
      task.elementVorticity = elementRows(task.elementCount);
      sum(exec, task, settings);
    }
    return std::as_const(elements_).vector();
  }
  VectorArrays<const Real> ofTracers(Exec& exec, FieldTask<Real> task, const FieldSettings& settings) {
    if (!tracersHold_) {
      task.tracerVorticity = tracerRows(task.tracerCount);
      sum(exec, task, settings);
    }
    return std::as_const(tracers_).vector();
  }

  /// Summed anew into rows of their own, whatever is held: it need not be of the present positions. They are complete
  /// after exec.synchronize() if settle() says so; else anew.
  VectorArrays<const Real> beginElementsNow(Exec& exec, FieldTask<Real> task, const FieldSettings& settings) {
    task.tracerCount = 0;
    present_.resize(task.elementCount);
    task.elementVorticity = present_.vector();
    EvaluationReport unused;
    solver_.begin(exec, task, settings, unused);
    return std::as_const(present_).vector();
  }
  bool settle() {
    EvaluationReport unused;
    return solver_.settle(unused);
  }

  std::size_t bytes() const { return elements_.bytes() + present_.bytes() + tracers_.bytes() + solver_.bytes(); }

 private:
  VectorArrays<Real> elementRows(Index count) {
    elements_.resize(count);
    return elements_.vector();
  }
  VectorArrays<Real> tracerRows(Index count) {
    tracers_.resize(count);
    return tracers_.vector();
  }

  void sum(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings) {
    EvaluationReport unused;
    solver_.evaluate(exec, task, settings, unused);
  }

  bool keepElements_ = false, keepTracers_ = false;
  bool elementsHold_ = false, tracersHold_ = false;
  Rows<Exec, Real, 3> elements_, tracers_, present_;
  VorticitySolver<Exec, Real> solver_;
};

}  // namespace fmm
