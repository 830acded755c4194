#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/rows.h"
#include "fmm/settings.h"
#include "solver/vorticity_solver.h"
#include "vortex/element_functors.h"
#include "vortex/particle_state.h"

namespace fmm {

/// Vorticities at a system's elements and tracers: summed along with the velocities if keep() asked for it, otherwise
/// separately, with buffers of their own that leave the tree of the last evaluation alone.
template <class Exec, class Real>
class VorticityRows {
 public:
  void keep(bool atElements, bool atTracers) {
    keepElements_ = atElements;
    keepTracers_ = atTracers;
    if (!atElements) elementsHold_ = false;
    if (!atTracers) tracersHold_ = false;
  }
  /// Discards the held rows, which belong to other particles.
  void forget() { elementsHold_ = tracersHold_ = false; }

  /// Adds the vorticities to keep to a task for velocities.
  void addTo(FieldTask<Real>& task) {
    if (keepElements_) task.elementVorticity = elementRows(task.elementCount);
    if (keepTracers_) task.tracerVorticity = tracerRows(task.tracerCount);
  }
  /// Adds the vorticities at elements to one task.
  void request(FieldTask<Real>& task) { task.elementVorticity = elementRows(task.elementCount); }
  /// To call when the task is solved.
  void hold(const FieldTask<Real>& task) {
    elementsHold_ = keepElements_ && task.elementVorticity[0] != nullptr;
    tracersHold_ = task.tracerVorticity[0] != nullptr;
  }

  /// The rows of the last evaluation if they are held, otherwise summed now, for a task without results.
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

  /// Starts a new sum into separate rows, as held rows may belong to other positions. The rows are complete after
  /// exec.synchronize() if complete() then returns true; otherwise begin again.
  VectorArrays<const Real> beginElementsNow(Exec& exec, FieldTask<Real> task, const FieldSettings& settings) {
    task.tracerCount = 0;
    present_.resize(task.elementCount);
    task.elementVorticity = present_.vector();
    EvaluationReport unused;
    solver_.begin(exec, task, settings, unused);
    return std::as_const(present_).vector();
  }
  bool complete() {
    EvaluationReport unused;
    return solver_.complete(unused);
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

/// The first seven rows of elements, or of elements and their images.
template <class Exec, class Real, std::size_t N>
SourceArrays<Real> sourcesIn(const Rows<Exec, Real, N>& s) {
  return {s[0], s[1], s[2], s[3], s[4], s[5], s[6]};
}

/// Elements and their images in the ground.
template <class Exec, class Real>
void mirrorElements(Exec& exec, const FieldSettings& settings, const ParticleState<Exec, Real>& state,
                    MirrorImage image, Rows<Exec, Real, 7>& rows) {
  const GroundPlane plane = *groundFrom(settings, state.origin());
  const auto& x = state.element;
  rows.resize(2 * state.elementCount());
  exec.forEach(
      "fmm::mirror", state.elementCount(),
      MirrorElements<Real>(plane, {x[0], x[1], x[2], x[3], x[4], x[5], x[6]}, rows.all(), state.elementCount(), image));
}

/// Rates of the elements' strengths and core radii, by the velocity gradient at them (MotionSettings::stretching) and
/// by core spreading, d(sigma^2)/dt = 2 nu.
template <class Exec, class Real>
void stretchElements(Exec& exec, const Settings& settings, const Rows<Exec, Real, 9>& gradient,
                     ParticleState<Exec, Real>& state) {
  const bool spreads = settings.viscosity > 0 && settings.diffusion == Diffusion::coreSpreading;
  const auto spreading = static_cast<Real>(spreads ? 2 * settings.viscosity : 0);
  const Index count = state.elementCount();
  if (stretches(settings)) {
    exec.forEach("fmm::stretch", count,
                 StretchElements<Real>{settings.stretching, settings.formulation, spreading, gradient.all(),
                                       std::as_const(state.element).all(), state.elementRate.all()});
    return;
  }
  for (std::size_t k = 3; k < kElementRows; ++k)
    exec.fill(state.elementRate[k], count, k == kCoreRow ? spreading : Real(0));
}

/// Turns strengths towards the vorticity after a step's last evaluation: MotionSettings::relaxation.
template <class Exec, class Real>
void relaxStrengths(Exec& exec, const Settings& settings, const Rows<Exec, Real, 9>& gradient, double dt,
                    ParticleState<Exec, Real>& state) {
  if (settings.relaxation == 0) return;
  const double part = std::min(1.0, settings.relaxation * std::abs(dt));
  exec.forEach("fmm::relax", state.elementCount(),
               RelaxStrengths<Real>{gradient.all(), state.exactElement.vector(3), part});
  state.roundElements();
}

}  // namespace fmm
