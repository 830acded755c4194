#pragma once

#include <cstddef>
#include <optional>
#include <utility>

#include "core/math.h"
#include "core/particles.h"
#include "core/rows.h"
#include "exec/stage_timer.h"
#include "exec/unit_lengths.h"
#include "solver/evaluator.h"
#include "solver/vorticity_solver.h"
#include "vortex/element_functors.h"
#include "vortex/particle_rows.h"
#include "vortex/system_base.h"

namespace fmm {

/// A caller's elements and targets in rows of an execution space, in the precision Real.
template <class Exec, class Real>
class FieldInputs {
 public:
  /// Loads elements and targets; returns a task without results.
  FieldTask<Real> load(Exec& exec, const ElementViews& elements, const InputVectors& targets) {
    const auto elementCount = static_cast<Index>(elements.size()), targetCount = static_cast<Index>(targets.size());
    const Vec3 origin = frameOf(exec, elements.position);
    sources_.resize(elementCount);
    positions_.resize(targetCount);
    exec.template load<Real, 3>(arraysOf(elements.position), {origin.x, origin.y, origin.z}, sources_.vector(0));
    exec.template load<Real, 3>(arraysOf(elements.strength), {}, sources_.vector(3));
    exec.template load<Real, 1>({elements.coreRadius}, {}, {sources_[6]});
    exec.template load<Real, 3>(arraysOf(targets), {origin.x, origin.y, origin.z}, positions_.vector());
    FieldTask<Real> task;
    task.elements = {sources_[0], sources_[1], sources_[2], sources_[3], sources_[4], sources_[5], sources_[6]};
    task.elementCount = elementCount;
    task.tracers = std::as_const(positions_).vector();
    task.tracerCount = targetCount;
    return task;
  }
  std::size_t bytes() const { return sources_.bytes() + positions_.bytes(); }

 private:
  Rows<Exec, Real, 7> sources_;
  Rows<Exec, Real, 3> positions_;
};

/// Elements and their images in a plane, in double precision in rows of an execution space.
template <class Exec>
ElementViews mirroredInto(Rows<Exec, double, 7>& rows, Exec& exec, const GroundPlane& plane,
                          const ElementViews& elements) {
  const auto count = static_cast<Index>(elements.size());
  rows.resize(2 * count);
  exec.template load<double, 3>(arraysOf(elements.position), {}, rows.vector(0));
  exec.template load<double, 3>(arraysOf(elements.strength), {}, rows.vector(3));
  exec.template load<double, 1>({elements.coreRadius}, {}, {rows[6]});
  exec.forEach("fmm::mirror", count, MirrorElements<double>(plane, std::as_const(rows).all(), rows.all(), count));
  exec.synchronize();
  const auto row = [&](std::size_t k) {
    return StridedSpan<const double>{rows[k], 2 * elements.size(), 1,
                                     Exec::kHostMemory ? MemorySpace::host : MemorySpace::device};
  };
  ElementViews all;
  all.position = {row(0), row(1), row(2)};
  all.strength = {row(3), row(4), row(5)};
  all.coreRadius = row(6);
  return all;
}

/// Fields at given points in an execution space, by solvers that keep their buffers and their tuning.
template <class Exec, class Real>
class FieldImpl final : public FieldBase {
 public:
  explicit FieldImpl(const FieldSettings& settings)
      : whole_(start_), exec_(settings.threads), settings_(settings), ground_(settings.ground) {
    whole_.finish("start");
    settings_.ground.reset();  // images are elements like others
  }

  /// The report's time includes two more stages: "start" of the threads or the device, in the first evaluation, and
  /// "convert", the copies between the caller's arrays and the solver's.
  EvaluationReport evaluate(const ElementViews& elements, const InputVectors& targets, FieldParts parts,
                            const FieldResults& results) override {
    EvaluationReport report = std::exchange(start_, {});
    StageTimer whole(report);
    const FieldTask<Real> task = load(elements, targets, parts);
    exec_.synchronize();
    whole.finish("convert");
    const bool chooses = task.elementCount != elementCount_ || task.tracerCount != targetCount_;
    if (chooses) evaluator_.adopt({}, settings_);  // empty: the evaluator chooses again
    elementCount_ = task.elementCount;
    targetCount_ = task.tracerCount;
    report.backend = Exec::kName;
    report.evaluations = 1;
    const double before = report.seconds;
    if (parts.vorticity && !parts.velocity && !parts.gradient) {
      vorticity_.evaluate(exec_, task, settings_, report);
    } else {
      evaluator_.evaluate(exec_, task, settings_, report);
    }
    if (!chooses) report.toleranceKept.reset(), report.warning.clear();  // what is known is of other particles
    report.seconds = before + whole.lap();                               // stages timed by a GPU's clock have gaps
    report.bytes = withImages_.bytes() + scaled_.bytes() + inputs_.bytes() + velocities_.bytes() + gradients_.bytes() +
                   vorticities_.bytes() + evaluator_.bytes() + vorticity_.bytes();
    store(parts, results);
    exec_.synchronize();
    whole.finish("convert");
    return report;
  }

 private:
  FieldTask<Real> load(const ElementViews& elements, const InputVectors& targets, FieldParts parts) {
    const ElementViews from = ground_ ? mirroredInto(withImages_, exec_, *ground_, elements) : elements;
    unit_ = lengthUnitOf(exec_, from, targets);
    if (!unit_.isOne()) scaled_.load(exec_, unit_, from, targets);
    FieldTask<Real> task =
        unit_.isOne() ? inputs_.load(exec_, from, targets) : inputs_.load(exec_, scaled_.elements(), scaled_.targets());
    const Index targetCount = task.tracerCount;
    if (parts.velocity || parts.gradient) {
      velocities_.resize(targetCount);
      task.tracerVelocity = velocities_.vector();
    }
    if (parts.gradient) {
      gradients_.resize(targetCount);
      task.tracerGradient = gradients_.all();
    }
    if (parts.vorticity) {
      vorticities_.resize(targetCount);
      task.tracerVorticity = vorticities_.vector();
    }
    return task;
  }

  void store(FieldParts parts, const FieldResults& results) {
    const LengthPowers powers = lengthPowers(settings_.space);
    if (parts.velocity)
      store<3>(std::as_const(velocities_).vector(), powers.velocity, arraysOf(results.velocity), "velocity");
    if (parts.gradient)
      store<9>(std::as_const(gradients_).all(), powers.gradient, results.gradient.m, "velocity gradient");
    if (parts.vorticity)
      store<3>(std::as_const(vorticities_).vector(), powers.vorticity, arraysOf(results.vorticity), "vorticity");
  }
  template <std::size_t N>
  void store(const std::array<const Real*, N>& rows, int power, const std::array<OutputArray, N>& to,
             const char* what) {
    if (unit_.isOne()) return exec_.template store<Real, N>(rows, targetCount_, to);
    storeInLengths<Real, N>(exec_, unit_, power, rows, targetCount_, to, what);
  }

  EvaluationReport start_;  // first part of the first evaluation's report
  StageTimer whole_;        // times start_
  Exec exec_;
  FieldSettings settings_;  // without the ground
  const std::optional<GroundPlane> ground_;
  Rows<Exec, double, 7> withImages_;
  LengthUnit unit_;           // of the last evaluation
  UnitLengths<Exec> scaled_;  // empty while the unit is 1
  FieldInputs<Exec, Real> inputs_;
  Rows<Exec, Real, 3> velocities_, vorticities_;
  Rows<Exec, Real, 9> gradients_;
  Evaluator<Exec, Real> evaluator_;
  VorticitySolver<Exec, Real> vorticity_;
  Index elementCount_ = 0, targetCount_ = 0;  // of the last evaluation
};

}  // namespace fmm
