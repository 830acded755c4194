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
    evaluateStage();
  }

  void step() override {
    report_ = {};
    const RungeKutta scheme = rungeKutta(settings_.integrator);
    int stage = 0;
    try {
      for (; stage < scheme.stages; ++stage) {
        evaluateStage();
        StageTimer timer(report_);
        advance(scheme, stage);
        timer.finish("advance");
      }
    } catch (...) {
      if (stage > 0) restore();  // an earlier stage has moved the particles
      throw;
    }
    if (!isFinite()) {
      restore();
      throw NumericalError("a step of " + std::to_string(settings_.timeStep) +
                           " gave values that are not finite; the state before it is kept");
    }
  }

  std::size_t elementCount() const override { return static_cast<std::size_t>(elementCount_); }
  std::size_t tracerCount() const override { return static_cast<std::size_t>(tracerCount_); }

  Elements elements() const override {
    Elements out;
    out.position = exec_.template download<Real>(elements_.vector(0), elementCount_);
    out.strength = exec_.template download<Real>(elements_.vector(3), elementCount_);
    out.coreRadius = exec_.template downloadRow<Real>(sigma_[0], elementCount_);
    out.ring = elementRing_;
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

  void writeTracers(const ParticleTarget& target) override {
    write(target, std::as_const(tracers_).vector(), std::as_const(tracerRates_).vector(), tracerCount_);
  }
  void writeElements(const ParticleTarget& target) override {
    write(target, std::as_const(elements_).vector(0), std::as_const(elementRates_).vector(0), elementCount_);
  }
  const EvaluationReport& report() const override { return report_; }

 private:
  void load(const Elements& elements, const Tracers& tracers) {
    elementCount_ = static_cast<Index>(elements.size());
    tracerCount_ = static_cast<Index>(tracers.size());
    elementRing_ = elements.ring;
    tracerRing_ = tracers.ring;
    elements_.resize(elementCount_);
    elementRates_.resize(elementCount_);
    sigma_.resize(elementCount_);
    tracers_.resize(tracerCount_);
    tracerRates_.resize(tracerCount_);
    exec_.template upload<Real>(elements.position, elements_.vector(0));
    exec_.template upload<Real>(elements.strength, elements_.vector(3));
    exec_.template uploadRow<Real>(elements.coreRadius, sigma_[0]);
    exec_.template upload<Real>(tracers.position, tracers_.vector());
    zero(elementRates_, elementCount_);
    zero(tracerRates_, tracerCount_);
  }

  template <std::size_t N>
  void zero(Rows<Exec, Real, N>& rows, Index n) {
    for (std::size_t k = 0; k < N; ++k) exec_.fill(rows[k], n, Real(0));
  }

  SourceArrays<Real> sources() const {
    return {elements_[0], elements_[1], elements_[2], elements_[3], elements_[4], elements_[5], sigma_[0]};
  }

  /// Velocities and strength rates at the present positions.
  void evaluateStage() {
    const bool stretching = settings_.stretching != Stretching::off;
    FieldTask<Real> task;
    task.elements = sources();
    task.elementCount = elementCount_;
    task.elementVelocity = elementRates_.vector(0);
    if (stretching) {
      gradient_.resize(elementCount_);
      task.elementGradient = gradient_.all();
    }
    task.tracers = std::as_const(tracers_).vector();
    task.tracerCount = tracerCount_;
    task.tracerVelocity = tracerRates_.vector();
    solve(task);
    if (stretching) {
      std::array<const Real*, 9> gradient;
      for (std::size_t k = 0; k < 9; ++k) gradient[k] = gradient_[k];
      exec_.forEach("fmm::stretch", elementCount_,
                    StretchElements<Real>{settings_.stretching, gradient, std::as_const(elements_).vector(3),
                                          elementRates_.vector(3)});
    } else {
      for (std::size_t k = 3; k < 6; ++k) exec_.fill(elementRates_[k], elementCount_, Real(0));
    }
  }

  void solve(const FieldTask<Real>& task) {
    report_.backend = Exec::kName;
    ++report_.evaluations;
    if (settings_.solver == SolverKind::fmm) {
      fmm_.evaluate(exec_, task, settings_, report_);
    } else {
      direct_.evaluate(exec_, task, settings_, report_);
    }
    report_.bytes = fmm_.bytes() + elements_.bytes() + sigma_.bytes() + tracers_.bytes() + elementRates_.bytes() +
                    tracerRates_.bytes() + gradient_.bytes() + elementStart_.bytes() + elementSum_.bytes() +
                    tracerStart_.bytes() + tracerSum_.bytes();
  }

  void advance(const RungeKutta& scheme, int stage) {
    elementStart_.resize(elementCount_);
    elementSum_.resize(elementCount_);
    tracerStart_.resize(tracerCount_);
    tracerSum_.resize(tracerCount_);
    advanceRows(scheme, stage, elements_, elementStart_, elementSum_, elementRates_, elementCount_);
    advanceRows(scheme, stage, tracers_, tracerStart_, tracerSum_, tracerRates_, tracerCount_);
  }

  template <std::size_t N>
  void advanceRows(const RungeKutta& scheme, int stage, Rows<Exec, Real, N>& y, Rows<Exec, Real, N>& y0,
                   Rows<Exec, Real, N>& sum, Rows<Exec, Real, N>& k, Index n) {
    const auto s = static_cast<std::size_t>(stage);
    const bool last = stage + 1 == scheme.stages;
    const double next = last ? 0 : scheme.a[s + 1];
    exec_.forEach(
        "fmm::advance", n,
        AdvanceRows<Real, N>{y.all(), y0.all(), sum.all(), k.all(), static_cast<Real>(settings_.timeStep * scheme.b[s]),
                             static_cast<Real>(settings_.timeStep * next), stage == 0, last});
  }

  bool isFinite() {
    return exec_.all(elementCount_, RowsAreFinite<Real, 6>{elements_.all()}, tracerCount_,
                     RowsAreFinite<Real, 3>{tracers_.all()});
  }

  void restore() {
    for (std::size_t k = 0; k < 6; ++k) exec_.copy(elementStart_[k], elementCount_, elements_[k]);
    for (std::size_t k = 0; k < 3; ++k) exec_.copy(tracerStart_[k], tracerCount_, tracers_[k]);
    zero(elementRates_, elementCount_);
    zero(tracerRates_, tracerCount_);
  }

  void write(const ParticleTarget& target, std::array<const Real*, 3> position, std::array<const Real*, 3> velocity,
             Index count) {
    if (target.capacity < static_cast<std::size_t>(count)) {
      throw InvalidInput("particle buffer: capacity " + std::to_string(target.capacity) + " is less than the " +
                         std::to_string(count) + " particles to write");
    }
    exec_.writeParticles(WriteParticles<Real>{position, velocity, target.positions}, count, target.device);
  }

  Settings settings_;
  mutable Exec exec_;
  Index elementCount_ = 0, tracerCount_ = 0;
  std::vector<std::int32_t> elementRing_, tracerRing_;
  Rows<Exec, Real, 6> elements_, elementRates_, elementStart_, elementSum_;  // position, strength
  Rows<Exec, Real, 1> sigma_;
  Rows<Exec, Real, 9> gradient_;
  Rows<Exec, Real, 3> tracers_, tracerRates_, tracerStart_, tracerSum_;
  DirectSum<Exec, Real> direct_;
  FmmSolver<Exec, Real> fmm_;
  EvaluationReport report_;
};

}  // namespace fmm
