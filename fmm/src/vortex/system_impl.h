#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/equal_runs.h"
#include "exec/stage_timer.h"
#include "fmm/error.h"
#include "solver/accuracy/error_probe.h"
#include "vortex/element_functors.h"
#include "vortex/frame_measurer.h"
#include "vortex/lattice_motion.h"
#include "vortex/particle_state.h"
#include "vortex/shared_solver.h"
#include "vortex/step_failure.h"
#include "vortex/system_base.h"
#include "vortex/vorticity_rows.h"

namespace fmm {

/// Elements and tracers in an execution space, moved by Runge-Kutta stages whose velocities a solver supplies.
template <class Exec, class Real>
class SystemImpl final : public SystemBase {
 public:
  SystemImpl(const Settings& settings, const ParticleViews& particles)
      : settings_(settings), exec_(settings.threads), state_(exec_) {
    state_.setOrigin(frameOf(exec_, particles.elements.position));
    state_.load(particles, settings.heat);
    latticeReport_.origin = state_.origin();
    latticeReport_.given = particles.elements.size();
    updateBudget();
  }

  void configure(const Settings& settings) override {
    latticeReport_ = carriedOn(latticeReport_, settings_, settings);
    settings_ = settings;
    state_.useHeat(settings.heat);
    updateBudget();
  }

  const Settings& settings() const override { return settings_; }

  void evaluate() override {
    requireWhole();
    report_ = {};
    solver_.here().startStep(false);
    if (joined_) followElements();
    do {
      evaluateStage(true, joined_, joined_ || !probe_.isArmed());
      if (probe_.isArmed()) exec_.synchronize();
    } while (!completeEvaluations());
    joined_ = false;
  }

  double step(double time, std::int64_t steps) override {
    requireWhole();
    report_ = {};
    solver_.here().startStep(true);
    StepAttempt attempt = {settings_.timeStep, settings_.courant > 0, 0, 0, {}};
    const LatticeReport before = latticeReport_;
    const bool joined = std::exchange(joined_, false);
    bool onNodes = false;
    try {
      const bool checks = joined || (steps > 0 && steps % kStepsBetweenChecks == 0);
      if (checks) followElements();
      const bool due = LatticeMotion<Exec, Real>::due(settings_, latticeReport_, steps);
      const bool passes = LatticeMotion<Exec, Real>::passes(settings_);
      if (passes && attempt.adapts) chooseLength(attempt, joined);
      if (due || passes) redistribute(steps, {due, attempt.dt, time}, onNodes);
      const bool others = before.spacing != latticeReport_.spacing;  // another lattice
      const bool outgrown = solver_.isOutgrown(settings_, needsGradient(settings_), sourceCount());
      const bool check = checks || others || outgrown;
      const EvaluationReport soFar = report_;
      while (!takeStages(attempt, check)) {
        if (attempt.stage > 0) state_.restore();
        report_ = soFar;
      }
      const std::string failed =
          solver_.agreed(attempt.seen.sound() ? "" : whatFailed(state_, attempt.seen, time, attempt.dt));
      if (!failed.empty()) throw NumericalError(failed);
      state_.finish();
      if (settings_.heat && onNodes)
        LatticeMotion<Exec, Real>::finishHeat(exec_, settings_, attempt.dt, std::as_const(gradient_).all(), state_);
      if (settings_.ground) state_.liftAbove(*settings_.ground);
      if (!settings_.bodies.empty()) lattice_.putOutside(exec_, settings_, time + attempt.dt, state_);
      latticeReport_.origin = state_.origin();
      relaxStrengths(exec_, settings_, gradient_, attempt.dt, state_);
      LatticeMotion<Exec, Real>::count(settings_, attempt.dt, attempt.gradient, latticeReport_);
    } catch (...) {
      dropEvaluations();
      takeBack(attempt.stage > 0, onNodes);  // an earlier stage has moved the particles
      lattice_.forget();
      forgetFields();
      report_.cells = 0;  // the tree may be half built
      latticeReport_ = before;
      latticeReport_.origin = state_.origin();
      joined_ = joined;
      throw;
    }
    return attempt.dt;
  }

  std::size_t elementCount() const override { return static_cast<std::size_t>(state_.elementCount()); }
  std::size_t tracerCount() const override { return static_cast<std::size_t>(state_.tracerCount()); }

  Elements elements() const override { return requireWhole(), state_.elements(); }
  Tracers tracers() const override { return requireWhole(), state_.tracers(); }
  std::vector<std::int32_t> elementRings() const override { return state_.elementRing(); }
  std::size_t elementsOfRing(std::int32_t ring) const override { return itemsOfNumber(ring, state_.elementRuns()); }
  void read(const ElementResults& results) const override { requireWhole(), state_.read(results); }
  void read(const TracerResults& results) const override { requireWhole(), state_.read(results); }
  std::vector<Vec3> elementVelocities() const override { return state_.elementVelocities(); }
  std::vector<Vec3> tracerVelocities() const override { return state_.tracerVelocities(); }
  std::vector<Vec3> strengthRates() const override { return state_.strengthRates(); }

  Vec3 centroid() const override { return state_.centroid(); }
  FrameMeasures measureFrame(const FrameParts& parts) override {
    MeasuredFields<Exec, Real> fields = {sourceTask(), {}, {}, vorticity_};
    if (settings_.wall == Wall::noSlip && parts.energy) fields.vorticitySources = withoutFlux();
    if (hasGradient_) fields.gradient = std::as_const(gradient_).all();
    return measurer_.measure(exec_, state_, fields, settings_, parts);
  }
  std::vector<RingMeasures> measureRings() override { return measurer_.measureRings(exec_, state_); }
  void probeError(std::size_t samples) override { probe_.arm(samples); }
  std::optional<MeasuredError> takeError() override {
    std::optional<MeasuredError> error = probe_.take();
    if (error) error->tolerance = promisedTolerance(settings_);
    return error;
  }
  void append(const ParticleViews& added) override {
    state_.append(added);
    latticeReport_.given += added.elements.size();
    updateBudget();
    lattice_.forget();
    forgetFields();
    joined_ = true;
  }
  void placeTracers(std::size_t first, const TracerViews& tracers) override {
    state_.placeTracers(static_cast<Index>(first), tracers);
    vorticity_.forget();
  }
  void keepParticles() override { state_.keep(); }
  std::optional<KeptParticles> keptParticles() override { return state_.kept(); }
  void keepVorticity(bool atElements, bool atTracers) override { vorticity_.keep(atElements, atTracers); }
  std::vector<Vec3> elementVorticities() override {
    return exec_.template download<Real>(vorticity_.ofElements(exec_, sourceTask(), settings_), state_.elementCount());
  }
  std::vector<Vec3> tracerVorticities() override {
    return exec_.template download<Real>(vorticity_.ofTracers(exec_, sourceTask(), settings_), state_.tracerCount());
  }
  void writeTracers(const ParticleTarget& target) override {
    requireRoom(target, state_.tracerCount());
    const std::array<const Real*, 3> vector = needsVorticity(target.scalar)
                                                  ? vorticity_.ofTracers(exec_, sourceTask(), settings_)
                                                  : std::as_const(state_.tracerRate).vector();
    writePositions(exec_, target, std::as_const(state_.exactTracer).vector(), vector, state_.tracerCount());
  }
  void writeElements(const ParticleTarget& target) override {
    const auto position = std::as_const(state_.exactElement).vector(0);
    if (target.scalar == ParticleScalar::ring)
      return writeStrengths(exec_, target, position, std::as_const(state_.fixed)[kRingRow], state_.elementCount());
    writePositions(exec_, target, position, std::as_const(state_.elementRate).vector(0), state_.elementCount());
  }
  void writeElementStrengths(const ParticleTarget& target) override {
    writeStrengths(exec_, target, std::as_const(state_.exactElement).vector(3), std::as_const(state_.element)[kCoreRow],
                   state_.elementCount());
  }
  void writeElementHeat(const ParticleTarget& target) override {
    requireRoom(target, state_.elementCount());
    exec_.writeParticles(WriteHeatOfElements<Real>{std::as_const(state_.fixed).heat(),
                                                   std::as_const(state_.element)[kCoreRow], target.positions},
                         state_.elementCount(), target);
  }

  std::vector<TreeCell> treeCells() override {
    std::vector<TreeCell> cells;
    if (hasTree()) cells = solver_.treeCells(exec_);
    for (TreeCell& cell : cells)
      for (Vec3* x : {&cell.centre, &cell.low, &cell.high}) *x = *x + state_.origin();
    return cells;
  }
  std::vector<std::size_t> nearCells(std::size_t leaf) override {
    return hasTree() ? solver_.trees().nearCells(exec_, leaf) : std::vector<std::size_t>();
  }
  const EvaluationReport& report() const override { return report_; }
  const LatticeReport& lattice() const override { return latticeReport_; }
  const std::vector<BodyLoad>& bodyLoads() const override { return lattice_.bodyLoads(); }
  void setLattice(const LatticeReport& lattice) override {
    latticeReport_ = lattice;
    state_.setOrigin(lattice.origin);
    updateBudget();
  }
  Tuning tuning() const override {
    return settings_.solver == SolverKind::fmm ? solver_.tuning(settings_, needsGradient(settings_)) : Tuning{};
  }
  void setTuning(const Tuning& tuning) override { solver_.adopt(tuning, settings_); }
  bool lost() const override { return broken_ || !exec_.alive(); }
  void share(Ranks* ranks) override { solver_.share(ranks); }
  void takeTracers(const TracerViews& tracers, const std::vector<Vec3>& velocity) override {
    state_.loadTracers(tracers);
    exec_.template upload<Real>(velocity, state_.tracerRate.vector());
    forgetFields();
  }
  const std::vector<double>& tracerWork() const override { return solver_.tracerWork(); }
  void forgetShares() override { solver_.forgetShares(); }

 private:
  static constexpr std::int64_t kStepsBetweenChecks = 128;  // between checks of the solver's parameters

  /// Sources of the flow: the elements, and over a ground plane their images after them.
  SourceArrays<Real> sources() const {
    return settings_.ground ? sourcesIn(mirrored_) : sourcesIn(std::as_const(state_.element));
  }
  Index sourceCount() const { return settings_.ground ? 2 * state_.elementCount() : state_.elementCount(); }

  /// Over a no-slip wall: the elements and their images without flux, so that the vorticity has no jump at the wall.
  FieldTask<Real> withoutFlux() {
    mirrorElements(exec_, settings_, state_, MirrorImage::withoutFlux, withoutFlux_);
    FieldTask<Real> task;
    task.elements = sourcesIn(std::as_const(withoutFlux_));
    task.elementCount = sourceCount();
    return task;
  }

  /// A task of the present sources and tracers, without results.
  FieldTask<Real> sourceTask() {
    if (settings_.ground) {
      mirroredVelocity_.resize(sourceCount());
      mirrorElements(exec_, settings_, state_, MirrorImage::ofVelocity, mirrored_);
    }
    FieldTask<Real> task;
    task.elements = sources();
    task.elementCount = sourceCount();
    task.tracers = std::as_const(state_.tracer).vector();
    task.tracerCount = state_.tracerCount();
    return task;
  }

  /// Takes all stages of a step and inspects the result, with one synchronisation at the end unless evaluations check
  /// parameters, change strengths or set the step's length. False if an evaluation outgrew its buffers: take it again.
  bool takeStages(StepAttempt& attempt, bool check) {
    const RungeKutta scheme = rungeKutta(settings_.integrator);
    const bool wait = check || lattice_.isDivergent();
    attempt.stage = 0;
    while (attempt.stage < scheme.stages) {
      const int stage = attempt.stage;
      evaluateStage(stage + 1 == scheme.stages, stage == 0 && check, wait);
      if (stage == 0 && attempt.adapts) {
        const Later<float> gradient = largestGradient();
        exec_.synchronize();
        if (!completeEvaluations()) return false;
        attempt.dt = stepLength(settings_, gradient.value());
      }
      StageTimer timer(report_);
      state_.advance({scheme, stage, attempt.dt, attempt.dt * settings_.stream});
      timer.finish("advance");
      ++attempt.stage;
    }
    const Later<Inspection> seen =
        exec_.inspect(state_.elementCount(), ElementIsSound<Real>{std::as_const(state_.element).all()},
                      state_.tracerCount(), RowsAreFinite<Real, 3>{std::as_const(state_.tracer).all()});
    const Later<float> gradient = settings_.redistribution.isOn() ? largestGradient() : Later<float>(0);
    exec_.synchronize();
    attempt.gradient = gradient.value();
    attempt.seen = seen.value();
    return completeEvaluations();
  }

  Later<float> largestGradient() {
    return exec_.largestLater("fmm::courant", state_.elementCount(),
                              GradientNorm<Real>{std::as_const(gradient_).all()});
  }
  /// Chooses the length of a step before it begins, as diffusion ahead needs it: by an evaluation of its own.
  void chooseLength(StepAttempt& attempt, bool check) {
    Later<float> gradient;
    do {
      evaluateStage(false, check);
      gradient = largestGradient();
      exec_.synchronize();
    } while (!completeEvaluations());
    attempt.dt = stepLength(settings_, gradient.value());
    constexpr double kMost = LatticeReport::kMostBuoyancyPerStep;
    if (latticeReport_.buoyancyPerStep(attempt.dt) > kMost)
      attempt.dt *= kMost / latticeReport_.buoyancyPerStep(attempt.dt);
    attempt.adapts = false;
    solver_.here().startStep(true);
  }

  /// After a synchronisation: completes the evaluations begun without a wait. False if they must be repeated.
  bool completeEvaluations() {
    const bool whole = solver_.here().complete(report_);
    whole ? probe_.complete() : probe_.drop();
    return whole;
  }
  void dropEvaluations() {
    solver_.here().drop();
    probe_.drop();
  }

  /// Evaluates velocities and the elements' other rates at the present positions. `withVorticity`, in the last stage of
  /// a step: also what is kept or measured along with it. `check`: the solver checks its parameters. Without `wait`
  /// results are complete after exec_.synchronize() if completeEvaluations() then returns true.
  void evaluateStage(bool withVorticity, bool check = false, bool wait = true) {
    forgetFields();  // a failed evaluation would leave them half written
    FieldTask<Real> task = sourceTask();
    task.elementVelocity = settings_.ground ? mirroredVelocity_.vector() : state_.elementRate.vector(0);
    if (needsGradient(settings_)) {
      gradient_.resize(sourceCount());
      task.elementGradient = gradient_.all();
    }
    task.tracerVelocity = state_.tracerRate.vector();
    if (withVorticity) vorticity_.addTo(task);
    if (lattice_.isDivergent()) vorticity_.request(task);
    solve(task, check, wait);
    if (withVorticity && probe_.isArmed()) probe_.begin(exec_, task, state_.elementCount(), settings_);
    vorticity_.hold(task);
    hasGradient_ = task.elementGradient[0] != nullptr;
    for (std::size_t k = 0; settings_.ground && k < 3; ++k)
      exec_.copy(mirroredVelocity_[k], state_.elementCount(), state_.elementRate[k]);
    stretchElements(exec_, settings_, gradient_, state_);
    if (lattice_.isDivergent())  // after the rates, which belong to the strengths that the gradients come from
      lattice_.removeDivergence(exec_, settings_, std::as_const(gradient_).all(),
                                {task.elementVorticity[0], task.elementVorticity[1], task.elementVorticity[2]},
                                latticeReport_.spacing, state_);
  }

  void solve(const FieldTask<Real>& task, bool check, bool wait) {
    report_.backend = Exec::kName;
    ++report_.evaluations;
    solver_.evaluate(exec_, task, settings_, report_, check, wait);
    report_.bytes = solver_.bytes() + state_.bytes() + mirrored_.bytes() + mirroredVelocity_.bytes() +
                    gradient_.bytes() + vorticity_.bytes() + measurer_.bytes() + probe_.bytes() + lattice_.bytes();
  }

  /// Discards evaluated fields, which belong to other elements.
  void forgetFields() {
    vorticity_.forget();
    hasGradient_ = false;
  }

  // ---- before a step ------------------------------------------------------------------------------------------------

  /// Moves the origin to the elements where they have come far from it, by whole spacings of a lattice.
  void followElements() {
    const Vec3 shift = LatticeMotion<Exec, Real>::shiftTo(state_.box(), settings_, latticeReport_.spacing);
    if (shift == Vec3{} || !(norm(shift) < HUGE_VAL)) return;
    state_.setOrigin(state_.origin() + shift);
    latticeReport_.origin = state_.origin();
    solver_.here().mesh().layAnew();
  }

  /// `changed`: becomes true if the elements are replaced.
  void redistribute(std::int64_t steps, const LatticePass& pass, bool& changed) {
    StageTimer timer(report_);
    changed = lattice_.run(exec_, settings_, steps, pass, state_, latticeReport_, tuning());
    forgetFields();
    solver_.here().mesh().layAnew();
    exec_.synchronize();
    timer.finish("redistribute");
  }

  void updateBudget() {
    latticeReport_.budget =
        settings_.elementBudget > 0 ? settings_.elementBudget : LatticeReport::budgetFor(latticeReport_.given);
  }

  /// True if the last evaluation built a tree. Direct sums and flows without elements do not.
  bool hasTree() const { return report_.cells > 0; }

  // ---- after a failure ----------------------------------------------------------------------------------------------

  /// Restores the state before a step. If even that fails, the particles are lost.
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
  Rows<Exec, Real, 7> mirrored_;     // only over a ground plane; without lengths, which sources do not need
  Rows<Exec, Real, 7> withoutFlux_;  // the same with images of opposite sign, for measures
  Rows<Exec, Real, 3> mirroredVelocity_;
  Rows<Exec, Real, 9> gradient_;
  SharedSolver<Exec, Real> solver_;
  VorticityRows<Exec, Real> vorticity_;
  LatticeMotion<Exec, Real> lattice_;
  FrameMeasurer<Exec, Real> measurer_;
  ErrorProbe<Exec, Real> probe_;
  EvaluationReport report_;
  LatticeReport latticeReport_;
  bool joined_ = false;       // particles were appended since the solver chose its parameters
  bool hasGradient_ = false;  // gradient_ is that of the last evaluation
  bool broken_ = false;       // after a failed restore, particles are from different times
};

}  // namespace fmm
