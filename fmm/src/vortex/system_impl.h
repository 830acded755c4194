#pragma once

#include <cmath>
#include <cstdio>
#include <string>
#include <utility>

#include "fmm/error.h"
#include "measures/flow_measures.h"
#include "measures/ring_sums.h"
#include "solver/direct_sum.h"
#include "solver/energy_solver.h"
#include "solver/fmm_solver.h"
#include "solver/stage_timer.h"
#include "vortex/lattice_motion.h"
#include "vortex/particle_state.h"
#include "vortex/system_base.h"
#include "vortex/vorticity_rows.h"

namespace fmm {

/// Elements and tracers in an execution space, moved by Runge-Kutta stages whose velocities a solver supplies.
template <class Exec, class Real>
class SystemImpl final : public SystemBase {
 public:
  SystemImpl(const Settings& settings, const ParticleViews& particles)
      : settings_(settings), exec_(settings.threads), state_(exec_) {
    state_.load(particles);
    refinement_.given = particles.elements.size();
    settleBudget();
  }

  void configure(const Settings& settings) override {
    refinement_ = carriedOn(refinement_, settings_, settings);
    settings_ = settings;
    settleBudget();
  }

  void evaluate() override {
    requireWhole();
    report_ = {};
    evaluateStage(true);
  }

  double step(double time, std::int64_t steps) override {
    requireWhole();
    report_ = {};
    const RungeKutta scheme = rungeKutta(settings_.integrator);
    double dt = settings_.timeStep;
    int stage = 0;
    const RefinementReport before = refinement_;
    bool onNodes = false;
    try {
      if (LatticeMotion<Exec, Real>::due(settings_, refinement_.lattice, steps)) redistribute(steps, onNodes);
      const bool others = before.lattice.spacing != refinement_.lattice.spacing;  // counts and cores are
      const bool check = others || (steps > 0 && steps % kStepsBetweenChecks == 0);
      for (; stage < scheme.stages; ++stage) {
        evaluateStage(stage + 1 == scheme.stages, stage == 0 && check);
        if (stage == 0) dt = stepLength();
        StageTimer timer(report_);
        state_.advance(scheme, stage, dt);
        timer.finish("advance");
      }
      relax(dt);
      const Inspection seen = inspect();
      if (!seen.sound()) throw NumericalError(whatFailed(seen, time, dt));
      settleStep(seen.largest, dt, steps);
    } catch (...) {
      takeBack(stage > 0, onNodes);  // an earlier stage has moved the particles
      lattice_.forget();
      forgetFields();
      report_.cells = 0;  // the tree may be half built
      refinement_ = before;
      throw;
    }
    return dt;
  }

  std::size_t elementCount() const override { return static_cast<std::size_t>(state_.elementCount()); }
  std::size_t tracerCount() const override { return static_cast<std::size_t>(state_.tracerCount()); }

  Elements elements() const override { return requireWhole(), state_.elements(); }
  Tracers tracers() const override { return requireWhole(), state_.tracers(); }
  std::vector<std::int32_t> elementRings() const override { return state_.elementRing(); }
  void read(const ElementResults& results) const override { requireWhole(), state_.read(results); }
  void read(const TracerResults& results) const override { requireWhole(), state_.read(results); }
  std::vector<Vec3> elementVelocities() const override { return state_.elementVelocities(); }
  std::vector<Vec3> tracerVelocities() const override { return state_.tracerVelocities(); }
  std::vector<Vec3> strengthRates() const override { return state_.strengthRates(); }

  Vec3 centroid() const override { return state_.centroid(); }
  FlowMeasures measure(bool withEnergy, bool withVorticity) override {
    const Rows<Exec, Real, kElementRows>&x = state_.element, &rates = state_.elementRate;
    const Index count = state_.elementCount();
    std::array<const Real*, 3> vorticity = {};
    if (withVorticity) vorticity = vorticity_.ofElementsNow(exec_, sourceTask(), settings_);
    MeasuredRows<Real> rows = {{x.vector(0), x.vector(3), rates.vector(0), vorticity, x[6], x[7]}, count, {}};
    if (hasGradient_) rows.gradient = std::as_const(gradient_).all();
    FlowMeasures m = measureFlow(exec_, rows, settings_.regularisation);
    if (!withEnergy) return m;
    const FlowEnergy flow = energy_.evaluate(exec_, sourceTask(), settings_);
    const double half = settings_.ground ? 0.5 : 1;  // of elements and images
    m.energy = half * flow.energy;
    if (!std::isnan(flow.enstrophy)) m.enstrophy = half * flow.enstrophy;
    return m;
  }
  std::vector<RingMeasures> measureRings() override {
    const Rows<Exec, Real, kElementRows>&x = state_.element, &rates = state_.elementRate;
    const RingElementRows<Real> rows = {x.vector(0), x.vector(3), rates.vector(0), rates.vector(3), x[kCoreRow]};
    return fmm::measureRings(exec_, state_.elementRing(), state_.elementCount(), rows);
  }
  void keepVorticity(bool atElements, bool atTracers) override { vorticity_.keep(atElements, atTracers); }
  std::vector<Vec3> elementVorticities() override {
    return exec_.template download<Real>(vorticity_.ofElements(exec_, sourceTask(), settings_), state_.elementCount());
  }
  std::vector<Vec3> tracerVorticities() override {
    return exec_.template download<Real>(vorticity_.ofTracers(exec_, sourceTask(), settings_), state_.tracerCount());
  }

  void writeTracers(const ParticleTarget& target) override {
    requireRoom(target, state_.tracerCount());
    const auto with = [&](std::array<const Real*, 3> vector) {
      write(target, std::as_const(state_.tracer).vector(), vector, state_.tracerCount());
    };
    switch (target.scalar) {
      case ParticleScalar::speed:
        return with(std::as_const(state_.tracerRate).vector());
      case ParticleScalar::vorticity:
        return with(vorticity_.ofTracers(exec_, sourceTask(), settings_));
    }
  }
  void writeElements(const ParticleTarget& target) override {
    write(target, std::as_const(state_.element).vector(0), std::as_const(state_.elementRate).vector(0),
          state_.elementCount());
  }
  void writeElementStrengths(const ParticleTarget& target) override {
    requireRoom(target, state_.elementCount());
    const auto& rows = std::as_const(state_.element);
    exec_.writeParticles(WriteStrengths<Real>{rows.vector(3), rows[kCoreRow], target.positions}, state_.elementCount(),
                         target.device);
  }

  std::vector<TreeCell> treeCells() override { return hasTree() ? fmm_.treeCells(exec_) : std::vector<TreeCell>(); }
  std::vector<std::size_t> nearCells(std::size_t leaf) override {
    return hasTree() ? fmm_.nearCells(exec_, leaf) : std::vector<std::size_t>();
  }
  const EvaluationReport& report() const override { return report_; }
  const RefinementReport& refinement() const override { return refinement_; }
  void setRefinement(const RefinementReport& refinement) override {
    refinement_ = refinement;
    settleBudget();
  }
  Tuning tuning() const override {
    return settings_.solver == SolverKind::fmm ? fmm_.tuning(settings_, wantsGradient()) : Tuning{};
  }
  void setTuning(const Tuning& tuning) override { fmm_.adopt(tuning, settings_); }
  bool lost() const override { return broken_ || !exec_.alive(); }

 private:
  static constexpr std::int64_t kStepsBetweenChecks = 128;  // of the solver's parameters

  bool stretches() const { return settings_.stretching != Stretching::off; }
  bool wantsGradient() const { return needsGradient(settings_); }
  bool diffuses(Diffusion scheme) const { return settings_.viscosity > 0 && settings_.diffusion == scheme; }

  /// What induces the flow: the elements, and over a ground plane their images behind them.
  SourceArrays<Real> sources() const {
    return settings_.ground ? sourcesIn(mirrored_) : sourcesIn(std::as_const(state_.element));
  }
  template <std::size_t N>
  static SourceArrays<Real> sourcesIn(const Rows<Exec, Real, N>& s) {
    return {s[0], s[1], s[2], s[3], s[4], s[5], s[6]};
  }
  Index sourceCount() const { return settings_.ground ? 2 * state_.elementCount() : state_.elementCount(); }

  void mirror() {
    mirrored_.resize(sourceCount());
    mirroredVelocity_.resize(sourceCount());
    const auto& x = std::as_const(state_.element);
    exec_.forEach("fmm::mirror", state_.elementCount(),
                  MirrorElements<Real>(*settings_.ground, {x[0], x[1], x[2], x[3], x[4], x[5], x[6]}, mirrored_.all(),
                                       state_.elementCount()));
  }

  /// The present sources and tracers; no result is asked for yet.
  FieldTask<Real> sourceTask() {
    if (settings_.ground) mirror();
    FieldTask<Real> task;
    task.elements = sources();
    task.elementCount = sourceCount();
    task.tracers = std::as_const(state_.tracer).vector();
    task.tracerCount = state_.tracerCount();
    return task;
  }

  /// Velocities and the elements' other rates at the present positions, and the vorticities that are kept if
  /// `withVorticity`; with `check` the solver asks whether its parameters are still right.
  void evaluateStage(bool withVorticity, bool check = false) {
    forgetFields();  // which would be half of this evaluation should it fail
    FieldTask<Real> task = sourceTask();
    task.elementVelocity = settings_.ground ? mirroredVelocity_.vector() : state_.elementRate.vector(0);
    if (wantsGradient()) {
      gradient_.resize(sourceCount());
      task.elementGradient = gradient_.all();
    }
    task.tracerVelocity = state_.tracerRate.vector();
    if (withVorticity) vorticity_.addTo(task);
    if (lattice_.isDivergent()) vorticity_.request(task);
    solve(task, check);
    vorticity_.hold(task);
    hasGradient_ = task.elementGradient[0] != nullptr;
    for (std::size_t k = 0; settings_.ground && k < 3; ++k)
      exec_.copy(mirroredVelocity_[k], state_.elementCount(), state_.elementRate[k]);
    stretch();
    if (diffuses(Diffusion::strengthExchange)) exchange();
    if (lattice_.isDivergent())  // after the rates, which are those of the strengths that the gradients are of
      lattice_.removeDivergence(exec_, std::as_const(gradient_).all(),
                                {task.elementVorticity[0], task.elementVorticity[1], task.elementVorticity[2]},
                                refinement_.lattice.spacing, state_);
  }

  void stretch() {
    const Index count = state_.elementCount();
    const auto spreading = static_cast<Real>(diffuses(Diffusion::coreSpreading) ? 2 * settings_.viscosity : 0);
    if (stretches()) {
      exec_.forEach(
          "fmm::stretch", count,
          StretchElements<Real>{settings_.stretching, settings_.formulation, spreading, std::as_const(gradient_).all(),
                                std::as_const(state_.element).all(), state_.elementRate.all()});
      return;
    }
    for (std::size_t k = 3; k < kElementRows; ++k)
      exec_.fill(state_.elementRate[k], count, k == kCoreRow ? spreading : Real(0));
  }

  void exchange() {
    StageTimer timer(report_);
    exec_.forEach(
        "fmm::exchange", state_.elementCount(),
        ExchangeStrengths<Real>{sources(), sourceCount(), state_.elementCount(), std::as_const(state_.fixed)[0],
                                static_cast<Real>(settings_.viscosity), state_.elementRate.vector(3)},
        16);
    timer.finish("exchange");
  }

  /// After the step's last evaluation.
  void relax(double dt) {
    if (settings_.relaxation == 0) return;
    const double part = std::min(1.0, settings_.relaxation * std::abs(dt));
    exec_.forEach(
        "fmm::relax", state_.elementCount(),
        RelaxStrengths<Real>{std::as_const(gradient_).all(), state_.element.vector(3), static_cast<Real>(part)});
  }

  /// After the step's first evaluation.
  double stepLength() {
    const double most = settings_.timeStep;
    if (settings_.courant == 0) return most;
    const double gradient =
        exec_.largest("fmm::courant", state_.elementCount(), GradientNorm<Real>{std::as_const(gradient_).all()});
    if (gradient * std::abs(most) <= settings_.courant) return most;
    const double dt = std::copysign(settings_.courant / gradient, most);
    if (dt == 0) throw NumericalError("the velocity gradient is not finite; the state before the step is kept");
    return dt;
  }

  void solve(const FieldTask<Real>& task, bool check) {
    report_.backend = Exec::kName;
    ++report_.evaluations;
    if (settings_.solver == SolverKind::fmm) {
      fmm_.evaluate(exec_, task, settings_, report_, check);
    } else {
      direct_.evaluate(exec_, task, settings_, report_);
    }
    report_.bytes = fmm_.bytes() + state_.bytes() + mirrored_.bytes() + mirroredVelocity_.bytes() + gradient_.bytes() +
                    vorticity_.bytes() + energy_.bytes() + lattice_.bytes();
  }

  /// What was evaluated belongs to other elements.
  void forgetFields() {
    vorticity_.forget();
    hasGradient_ = false;
  }

  // ---- before a step ------------------------------------------------------------------------------------------------

  /// `changed`: there are other elements now.
  void redistribute(std::int64_t steps, bool& changed) {
    StageTimer timer(report_);
    changed = lattice_.run(exec_, settings_, steps, state_, refinement_);
    forgetFields();
    exec_.synchronize();
    timer.finish("redistribute");
  }

  // ---- after a step -------------------------------------------------------------------------------------------------

  /// One look at all particles: are they sound, and are the elements fine enough? Those that are redistributed: how
  /// much do they turn?
  Inspection inspect() {
    const ElementIsSound<Real> sound = {std::as_const(state_.element).all()};
    const RowsAreFinite<Real, 3> finite = {std::as_const(state_.tracer).all()};
    const Index elements = state_.elementCount(), tracers = state_.tracerCount();
    if (settings_.redistribution.isOn())
      return exec_.inspect(elements, sound, tracers, finite, GradientNorm<Real>{std::as_const(gradient_).all()});
    return exec_.inspect(
        elements, sound, tracers, finite,
        ElementBreach<Real>{static_cast<Real>(settings_.minimumOverlap), static_cast<Real>(coreGrowth()),
                            std::as_const(state_.element).all(), std::as_const(state_.fixed)[1]});
  }
  void settleStep(double largest, double dt, std::int64_t steps) {
    if (settings_.redistribution.isOn()) {
      LatticeMotion<Exec, Real>::count(settings_, dt, largest, refinement_.lattice);
    } else {
      keepResolved(largest, steps);
    }
  }

  std::string whatFailed(const Inspection& seen, double time, double dt) const {
    const bool element = seen.first >= 0;
    const Index i = element ? seen.first : seen.second;
    const Vec3 x = element ? state_.elementStart(i) : state_.tracerStart(i);
    char text[256];
    std::snprintf(text, sizeof text,
                  "a step of %.6g from t = %.6g gave values that are not finite; first for %s %lld, which was at "
                  "(%.6g, %.6g, %.6g); the state before it is kept",
                  dt, time, element ? "element" : "tracer", static_cast<long long>(i), x.x, x.y, x.z);
    return text;
  }

  double coreGrowth() const { return diffuses(Diffusion::coreSpreading) ? settings_.coreGrowth : 0; }

  void settleBudget() {
    const std::size_t chosen = RefinementReport::budgetFor(refinement_.given, settings_.redistribution.isOn());
    refinement_.budget = settings_.elementBudget > 0 ? settings_.elementBudget : chosen;
  }

  /// Splits and merges elements on the host where the rules are broken by more than 1. Where they cannot be kept, only
  /// every so many steps: it would be in vain.
  void keepResolved(double worst, std::int64_t steps) {
    constexpr std::int64_t kRetry = 16;
    if (!(worst > 1)) {
      refinement_.full = false;
      return;
    }
    if (refinement_.full && steps % kRetry != 0) return;
    StageTimer timer(report_);
    const Elements before = state_.elements();
    const bool exchanges = diffuses(Diffusion::strengthExchange);  // by elements that have their place
    const Refinement refined =
        refine(before, {settings_.minimumOverlap, coreGrowth(), exchanges ? 0 : settings_.mergeTolerance,
                        refinement_.budget, settings_.ground});
    refinement_.split += refined.split;
    refinement_.merged += refined.merged;
    refinement_.removed += refined.removed;
    refinement_.impulseDrift += refined.impulse;
    refinement_.centroidShift = refinement_.centroidShift + (fmm::centroid(refined.elements) - fmm::centroid(before));
    refinement_.full = refined.full;
    if (refined.changed()) forgetFields();
    timer.finish("refine");
    if (refined.changed()) state_.replaceElements(refined);  // last: there is no way back behind it
  }

  // ---- to buffers of others -----------------------------------------------------------------------------------------

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

  // ---- after a failure ----------------------------------------------------------------------------------------------

  /// Back to the state before a step. A machine that cannot do even that has lost the particles.
  void takeBack(bool moved, bool onNodes) {
    try {
      if (moved) state_.restore();
      if (onNodes) state_.takeBackNodes();
      exec_.synchronize();
    } catch (...) {
      broken_ = true;
    }
  }
  void requireWhole() const {
    if (broken_) throw EnvironmentError("a step has failed, and the particles before it could not be brought back");
  }

  Settings settings_;
  mutable Exec exec_;
  ParticleState<Exec, Real> state_;
  Rows<Exec, Real, 7> mirrored_;  // over a ground plane only; without lengths, which sources need not have
  Rows<Exec, Real, 3> mirroredVelocity_;
  Rows<Exec, Real, 9> gradient_;
  DirectSum<Exec, Real> direct_;
  FmmSolver<Exec, Real> fmm_;
  VorticityRows<Exec, Real> vorticity_;
  LatticeMotion<Exec, Real> lattice_;
  EnergySolver<Exec, Real> energy_;
  EvaluationReport report_;
  RefinementReport refinement_;
  bool hasGradient_ = false;  // gradient_ is that of the last evaluation
  bool broken_ = false;       // the particles are partly those before a step
};

}  // namespace fmm
