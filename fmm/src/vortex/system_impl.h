#pragma once

#include <cmath>
#include <string>
#include <utility>

#include "core/rows.h"
#include "fmm/error.h"
#include "solver/direct_sum.h"
#include "solver/fmm_solver.h"
#include "solver/stage_timer.h"
#include "vortex/dynamics.h"
#include "vortex/system_base.h"
#include "vortex/vorticity_rows.h"

namespace fmm {

/// Elements and tracers in an execution space, moved by Runge-Kutta stages whose velocities a solver supplies.
template <class Exec, class Real>
class SystemImpl final : public SystemBase {
 public:
  SystemImpl(const Settings& settings, const Elements& elements, const Tracers& tracers)
      : settings_(settings), exec_(settings.threads) {
    load(elements, tracers);
  }

  void configure(const Settings& settings) override { settings_ = settings; }

  void evaluate() override {
    report_ = {};
    evaluateStage(true);
  }

  double step() override {
    report_ = {};
    const RungeKutta scheme = rungeKutta(settings_.integrator);
    double dt = settings_.timeStep;
    int stage = 0;
    try {
      for (; stage < scheme.stages; ++stage) {
        evaluateStage(stage + 1 == scheme.stages);
        if (stage == 0) dt = stepLength();
        StageTimer timer(report_);
        advance(scheme, stage, dt);
        timer.finish("advance");
      }
    } catch (...) {
      if (stage > 0) restore();  // an earlier stage has moved the particles
      throw;
    }
    if (!isSound()) {
      restore();
      throw NumericalError("a step of " + std::to_string(dt) +
                           " gave values that are not finite; the state before it is kept");
    }
    return dt;
  }

  std::size_t elementCount() const override { return static_cast<std::size_t>(elementCount_); }
  std::size_t tracerCount() const override { return static_cast<std::size_t>(tracerCount_); }

  Elements elements() const override {
    Elements out;
    out.position = exec_.template download<Real>(elements_.vector(0), elementCount_);
    out.strength = exec_.template download<Real>(elements_.vector(3), elementCount_);
    out.coreRadius = exec_.template downloadRow<Real>(elements_[6], elementCount_);
    out.ring = elementRing_;
    out.length = exec_.template downloadRow<Real>(elements_[7], elementCount_);
    for (double& length : out.length) length = std::abs(length);
    out.volume = exec_.template downloadRow<Real>(elementFixed_[0], elementCount_);
    out.referenceRadius = exec_.template downloadRow<Real>(elementFixed_[1], elementCount_);
    return out;
  }
  Tracers tracers() const override {
    return {exec_.template download<Real>(tracers_.vector(), tracerCount_), tracerRing_};
  }
  std::vector<Vec3> elementVelocities() const override {
    return exec_.template download<Real>(elementRates_.vector(0), elementCount_);
  }
  std::vector<Vec3> tracerVelocities() const override {
    return exec_.template download<Real>(tracerRates_.vector(), tracerCount_);
  }
  std::vector<Vec3> strengthRates() const override {
    return exec_.template download<Real>(elementRates_.vector(3), elementCount_);
  }

  void keepVorticity(bool atElements, bool atTracers) override { vorticity_.keep(atElements, atTracers); }
  std::vector<Vec3> elementVorticities() override {
    return exec_.template download<Real>(vorticity_.ofElements(exec_, sourceTask(), settings_), elementCount_);
  }
  std::vector<Vec3> tracerVorticities() override {
    return exec_.template download<Real>(vorticity_.ofTracers(exec_, sourceTask(), settings_), tracerCount_);
  }

  void writeTracers(const ParticleTarget& target) override {
    requireRoom(target, tracerCount_);
    if (target.scalar == ParticleScalar::vorticity) {
      return write(target, std::as_const(tracers_).vector(), vorticity_.ofTracers(exec_, sourceTask(), settings_),
                   tracerCount_);
    }
    write(target, std::as_const(tracers_).vector(), std::as_const(tracerRates_).vector(), tracerCount_);
  }
  void writeElements(const ParticleTarget& target) override {
    write(target, std::as_const(elements_).vector(0), std::as_const(elementRates_).vector(0), elementCount_);
  }
  void writeElementStrengths(const ParticleTarget& target) override {
    requireRoom(target, elementCount_);
    const Rows<Exec, Real, kElementRows>& rows = elements_;
    exec_.writeParticles(WriteStrengths<Real>{rows.vector(3), rows[6], target.positions}, elementCount_, target.device);
  }

  std::vector<TreeCell> treeCells() override { return hasTree() ? fmm_.treeCells(exec_) : std::vector<TreeCell>(); }
  std::vector<std::size_t> nearCells(std::size_t leaf) override {
    return hasTree() ? fmm_.nearCells(exec_, leaf) : std::vector<std::size_t>();
  }
  const EvaluationReport& report() const override { return report_; }

 private:
  void load(const Elements& given, const Tracers& tracers) {
    Elements elements = given;
    fillExtents(elements);
    elementCount_ = static_cast<Index>(elements.size());
    tracerCount_ = static_cast<Index>(tracers.size());
    elementRing_ = elements.ring;
    tracerRing_ = tracers.ring;
    elements_.resize(elementCount_);
    elementRates_.resize(elementCount_);
    tracers_.resize(tracerCount_);
    tracerRates_.resize(tracerCount_);
    exec_.template upload<Real>(elements.position, elements_.vector(0));
    exec_.template upload<Real>(elements.strength, elements_.vector(3));
    exec_.template uploadRow<Real>(elements.coreRadius, elements_[6]);
    exec_.template uploadRow<Real>(elements.length, elements_[7]);
    elementFixed_.resize(elementCount_);
    exec_.template uploadRow<Real>(elements.volume, elementFixed_[0]);
    exec_.template uploadRow<Real>(elements.referenceRadius, elementFixed_[1]);
    exec_.template upload<Real>(tracers.position, tracers_.vector());
    zero(elementRates_, elementCount_);
    zero(tracerRates_, tracerCount_);
  }

  template <std::size_t N>
  void zero(Rows<Exec, Real, N>& rows, Index n) {
    for (std::size_t k = 0; k < N; ++k) exec_.fill(rows[k], n, Real(0));
  }

  /// What induces the flow: the elements, and over a ground plane their images behind them.
  SourceArrays<Real> sources() const { return settings_.ground ? sourcesIn(mirrored_) : sourcesIn(elements_); }
  template <std::size_t N>
  static SourceArrays<Real> sourcesIn(const Rows<Exec, Real, N>& s) {
    return {s[0], s[1], s[2], s[3], s[4], s[5], s[6]};
  }
  Index sourceCount() const { return settings_.ground ? 2 * elementCount_ : elementCount_; }

  void mirror() {
    const GroundPlane& plane = *settings_.ground;
    const double length = norm(plane.normal);
    const auto vector = [](Vec3 v) {
      return Vector3<Real>{static_cast<Real>(v.x), static_cast<Real>(v.y), static_cast<Real>(v.z)};
    };
    mirrored_.resize(2 * elementCount_);
    mirroredVelocity_.resize(2 * elementCount_);
    exec_.forEach("fmm::mirror", elementCount_,
                  MirrorElements<Real>{vector(plane.point), vector((1 / length) * plane.normal),
                                       std::as_const(elements_).all(), mirrored_.all(), elementCount_});
  }

  /// The present sources and tracers; no result is asked for yet.
  FieldTask<Real> sourceTask() {
    if (settings_.ground) mirror();
    FieldTask<Real> task;
    task.elements = sources();
    task.elementCount = sourceCount();
    task.tracers = std::as_const(tracers_).vector();
    task.tracerCount = tracerCount_;
    return task;
  }

  /// Velocities and strength rates at the present positions, and the vorticities that are kept if `withVorticity`.
  void evaluateStage(bool withVorticity) {
    const bool stretching = settings_.stretching != Stretching::off;
    FieldTask<Real> task = sourceTask();
    task.elementVelocity = settings_.ground ? mirroredVelocity_.vector() : elementRates_.vector(0);
    if (stretching || settings_.courant > 0) {
      gradient_.resize(sourceCount());
      task.elementGradient = gradient_.all();
    }
    task.tracerVelocity = tracerRates_.vector();
    if (withVorticity) vorticity_.addTo(task);
    solve(task);
    vorticity_.hold(task);
    for (std::size_t k = 0; settings_.ground && k < 3; ++k)
      exec_.copy(mirroredVelocity_[k], elementCount_, elementRates_[k]);
    if (stretching) {
      exec_.forEach("fmm::stretch", elementCount_,
                    StretchElements<Real>{settings_.stretching, settings_.formulation, std::as_const(gradient_).all(),
                                          std::as_const(elements_).all(), elementRates_.all()});
    } else {
      for (std::size_t k = 3; k < kElementRows; ++k) exec_.fill(elementRates_[k], elementCount_, Real(0));
    }
  }

  /// After the step's first evaluation.
  double stepLength() {
    const double most = settings_.timeStep;
    if (settings_.courant == 0) return most;
    const double gradient =
        exec_.largest("fmm::courant", elementCount_, GradientNorm<Real>{std::as_const(gradient_).all()});
    if (gradient * std::abs(most) <= settings_.courant) return most;
    const double dt = std::copysign(settings_.courant / gradient, most);
    if (dt == 0) throw NumericalError("the velocity gradient is not finite; the state before the step is kept");
    return dt;
  }

  void solve(const FieldTask<Real>& task) {
    report_.backend = Exec::kName;
    ++report_.evaluations;
    if (settings_.solver == SolverKind::fmm) {
      fmm_.evaluate(exec_, task, settings_, report_);
    } else {
      direct_.evaluate(exec_, task, settings_, report_);
    }
    report_.bytes = fmm_.bytes() + elements_.bytes() + elementFixed_.bytes() + mirrored_.bytes() +
                    mirroredVelocity_.bytes() + tracers_.bytes() + elementRates_.bytes() + tracerRates_.bytes() +
                    gradient_.bytes() + elementStart_.bytes() + elementSum_.bytes() + tracerStart_.bytes() +
                    tracerSum_.bytes() + vorticity_.bytes();
  }

  void advance(const RungeKutta& scheme, int stage, double dt) {
    elementStart_.resize(elementCount_);
    elementSum_.resize(elementCount_);
    tracerStart_.resize(tracerCount_);
    tracerSum_.resize(tracerCount_);
    advanceRows(scheme, stage, dt, elements_, elementStart_, elementSum_, elementRates_, elementCount_);
    advanceRows(scheme, stage, dt, tracers_, tracerStart_, tracerSum_, tracerRates_, tracerCount_);
  }

  template <std::size_t N>
  void advanceRows(const RungeKutta& scheme, int stage, double dt, Rows<Exec, Real, N>& y, Rows<Exec, Real, N>& y0,
                   Rows<Exec, Real, N>& sum, Rows<Exec, Real, N>& k, Index n) {
    const auto s = static_cast<std::size_t>(stage);
    const bool last = stage + 1 == scheme.stages;
    const double next = last ? 0 : scheme.a[s + 1];
    exec_.forEach("fmm::advance", n,
                  AdvanceRows<Real, N>{y.all(), y0.all(), sum.all(), k.all(), static_cast<Real>(dt * scheme.b[s]),
                                       static_cast<Real>(dt * next), stage == 0, last});
  }

  bool isSound() {
    return exec_.all(elementCount_, ElementIsSound<Real>{elements_.all()}, tracerCount_,
                     RowsAreFinite<Real, 3>{tracers_.all()});
  }

  void restore() {
    for (std::size_t k = 0; k < kElementRows; ++k) exec_.copy(elementStart_[k], elementCount_, elements_[k]);
    for (std::size_t k = 0; k < 3; ++k) exec_.copy(tracerStart_[k], tracerCount_, tracers_[k]);
    zero(elementRates_, elementCount_);
    zero(tracerRates_, tracerCount_);
    vorticity_.forget();
  }

  void write(const ParticleTarget& target, std::array<const Real*, 3> position, std::array<const Real*, 3> velocity,
             Index count) {
    requireRoom(target, count);
    exec_.writeParticles(WriteParticles<Real>{position, velocity, target.positions}, count, target.device);
  }
  static void requireRoom(const ParticleTarget& target, Index count) {
    if (target.capacity >= static_cast<std::size_t>(count)) return;
    throw InvalidInput("particle buffer: capacity " + std::to_string(target.capacity) + " is less than the " +
                       std::to_string(count) + " particles to write");
  }

  /// Did the last evaluation build a tree? Direct sums do not, nor does a flow without elements.
  bool hasTree() const { return report_.cells > 0; }

  Settings settings_;
  mutable Exec exec_;
  Index elementCount_ = 0, tracerCount_ = 0;
  std::vector<std::int32_t> elementRing_, tracerRing_;
  Rows<Exec, Real, kElementRows> elements_, elementRates_, elementStart_, elementSum_;
  Rows<Exec, Real, 2> elementFixed_;  // volume and reference radius, which a step does not change
  Rows<Exec, Real, 7> mirrored_;      // over a ground plane only; without lengths, which sources need not have
  Rows<Exec, Real, 3> mirroredVelocity_;
  Rows<Exec, Real, 9> gradient_;
  Rows<Exec, Real, 3> tracers_, tracerRates_, tracerStart_, tracerSum_;
  DirectSum<Exec, Real> direct_;
  FmmSolver<Exec, Real> fmm_;
  VorticityRows<Exec, Real> vorticity_;
  EvaluationReport report_;
};

}  // namespace fmm
