#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <optional>
#include <utility>

#include "exec/stage_timer.h"
#include "expansion/cores/core_reach.h"
#include "fmm/error.h"
#include "mesh/mesh_sum.h"
#include "solver/fmm_solver.h"
#include "tuning/cost_model.h"

namespace fmm {

/// Whether there is a mesh changes nothing of the expansions' parameters.
inline FieldSettings withoutMesh(FieldSettings settings) {
  settings.mesh = MeshUse::never;
  return settings;
}
/// A task's part at the elements.
template <class Real>
FieldTask<Real> elementsOf(FieldTask<Real> task) {
  task.tracers = {};
  task.tracerCount = 0;
  task.tracerVelocity = task.tracerVorticity = {};
  task.tracerGradient = {};
  return task;
}
/// And at the tracers.
template <class Real>
FieldTask<Real> tracersOf(FieldTask<Real> task) {
  task.elementVelocity = task.elementVorticity = {};
  task.elementGradient = {};
  return task;
}

/// Sums over a mesh where cores of one radius overlap so much that it takes less than trees. Which depends on particles
/// and settings alone: a mesh is taken where it costs less than the pairs within the cores' reach, which any tree has
/// to sum, or where that leaves it open, less than a tree's counted work.
template <class Exec, class Real>
class MeshMethod {
 public:
  /// `fmm`: what sums where no mesh does, and counts what that would take.
  explicit MeshMethod(FmmSolver<Exec, Real>& fmm) : fmm_(fmm) {}

  /// Is there a mesh for this task? The next call, evaluate() or evaluateTracers() of the same task, goes by the
  /// answer. Without a mesh only this part of the elements' results were to be summed here. What looking and laying
  /// take is the stage "mesh".
  bool chooses(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, bool check,
               EvaluationReport& report, double elementPart = 1) {
    chosen_ = false;
    if (!suits(task)) return false;
    elementPart_ = elementPart;
    choose(exec, task, settings, check, report);
    return chosen_ = mesh_.isReady();
  }
  /// Would there be one? Nothing is laid.
  bool wouldChoose(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, double elementPart) {
    elementPart_ = elementPart;
    return suits(task) && mayServe(task, settings) && tries(settings, exec, [&] {
             return plan(exec, task, settings) && (settings.mesh == MeshUse::always || pays(exec, task, settings));
           });
  }
  /// False where trees are to sum the task: there is no mesh for it, or none any more. With `check` the choice is
  /// looked at again. Trees may sum at the elements even so.
  bool evaluate(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, EvaluationReport& report,
                bool check, bool wait) {
    if (!std::exchange(chosen_, false) && !chooses(exec, task, settings, check, report)) return false;
    chosen_ = false;
    if (!wantsDifference(task)) return sumOverMesh(exec, task, task, settings, report, wait);
    if (!paysAtTracers(task, settings, decided_->perTarget)) return false;
    fmm_.evaluate(exec, elementsOf(task), withoutMesh(settings), report, check, true);
    return sumOverMesh(exec, task, tracersOf(task), settings, report, wait);
  }
  /// The same at the tracers alone, of a task that chooses() has found a mesh for.
  bool evaluateTracers(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings,
                       EvaluationReport& report) {
    chosen_ = false;
    return paysAtTracers(task, settings, decided_->perTarget) &&
           sumOverMesh(exec, task, tracersOf(task), settings, report, true);
  }
  /// After exec.synchronize(), of all that was begun without a wait: false where a mesh did not hold the points any
  /// more.
  bool settle(EvaluationReport& report) {
    clock_.read(report);
    const bool lost = std::exchange(lost_, false), held = mesh_.settle();
    if (!held) {
      layNext_ = kStages;
      radiusMoves_ = radiusMoves_ || mesh_.hasOtherRadius();
      mesh_.forget();
    }
    return held && !lost;
  }
  void drop() {
    chosen_ = lost_ = false;
    mesh_.drop();
    clock_.forget();
  }

  /// The expansions' with what is known of the mesh.
  Tuning tuning(Tuning tuning, const FieldSettings& settings, bool gradient) const {
    if (tuning.elements > 0 && mesh_.isReady() && decided_) tuning.elements = decided_->elements;  // of the last look
    tuning.mesh = tuningOfMesh(settings, gradient);
    return tuning;
  }
  void adopt(const MeshTuning& tuning, const FieldSettings& settings) {
    decided_.reset();
    adopted_.reset();
    if (tuning.use != 0) adopted_ = Adopted{tuning, settings};
  }
  /// The next evaluation lays its mesh about the points as they are then, before any leaves the one that is there:
  /// where others wait for what is measured anyway.
  void layAnew() { layNext_ = larger(layNext_, 1); }
  /// The next evaluation chooses, and lays its mesh, as the first one of a system would.
  void forget() {
    decided_.reset();
    adopted_.reset();
    chosen_ = false;
    mesh_.forget();
    layNext_ = 0;
  }
  /// MeshSum::follow().
  void startStep(bool follows) {
    inStep_ = follows;
    mesh_.follow(follows);
  }

  /// What is made of curl u and omega together, their small difference, needs digits of both that near pairs have: the
  /// elements' own fields are left to expansions then.
  static bool wantsDifference(const FieldTask<Real>& task) {
    return task.elementGradient[0] && task.elementVorticity[0];
  }

  std::size_t bytes() const { return mesh_.bytes(); }

 private:
  /// What a choice was made for.
  struct Decided {
    FieldSettings settings;
    bool gradient;
    Index elements, tracers;
    bool mesh;
    double perTarget;  ///< a tracer's by expansions, at least or as it was counted [s]
  };
  static constexpr const char* kMesh = "mesh";  // stage
  static constexpr Index kFewest = 4096;        // elements: below, sums take no time
  static constexpr int kStages = 8;             // evaluations of a step, and of one that is taken anew, at most

  static bool wantsGradient(const FieldTask<Real>& task) { return task.elementGradient[0] || task.tracerGradient[0]; }
  /// Of the mesh.
  static bool wantsVorticity(const FieldTask<Real>& task) {
    return task.tracerVorticity[0] || (task.elementVorticity[0] && !wantsDifference(task));
  }
  bool isDecided(const FieldTask<Real>& task, const FieldSettings& settings) const {
    return decided_ && decided_->settings == settings && decided_->gradient == wantsGradient(task) &&
           (!decided_->mesh || mesh_.isReady()) && isAbout(task.elementCount, decided_->elements) &&
           isAbout(task.tracerCount, decided_->tracers);
  }
  static bool isAbout(std::int64_t now, std::int64_t before) { return 10 * std::abs(now - before) <= before; }
  static bool suits(const FieldTask<Real>& task) {
    return !task.elementPotential && !task.wantsVorticityAlone() && !(wantsDifference(task) && task.tracerCount == 0);
  }
  static bool mayServe(const FieldTask<Real>& task, const FieldSettings& settings) {
    if (settings.space == Space::plane) return false;
    if (settings.mesh == MeshUse::always) return true;
    const bool chosen =
        settings.order > 0 || settings.theta > 0 || settings.leafElements > 0 || settings.leafPoints > 0;
    return settings.mesh == MeshUse::automatic && !chosen && task.elementCount >= kFewest;
  }

  /// Is there a mesh for this task then?
  void choose(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, bool check,
              EvaluationReport& report) {
    StageTimer timer(report);
    if (adopted_) restore(exec, task, settings);
    const bool roomier = !vorticity_ && wantsVorticity(task);  // in a later stage of a step: nothing is counted there
    const bool moves = radiusMoves_ || layNext_ > 0 || roomier;
    vorticity_ = vorticity_ || roomier;
    if (layNext_ > 0 && inStep_) --layNext_;  // evaluations between steps are none of the flow
    if (!isDecided(task, settings) || check) {
      decide(exec, task, settings);
      if (!mayServe(task, settings)) return;
      if (mesh_.isReady()) exec.synchronize();  // what was launched counts here
    } else if (moves && mesh_.isReady()) {
      lay(exec, task, settings);
    } else {
      return;
    }
    timer.finish(kMesh);
  }
  /// What was decided for the particles as they are, and where the mesh lay.
  MeshTuning tuningOfMesh(const FieldSettings& settings, bool gradient) const {
    if (adopted_ && adopted_->settings == settings) return adopted_->mesh;
    if (!decided_ || decided_->settings != settings || decided_->gradient != gradient) return {};
    if (decided_->mesh && !mesh_.isReady()) return {};
    MeshTuning mesh = {
        decided_->mesh ? 1 : -1, {},       {},           0,         decided_->perTarget, decided_->elements,
        decided_->tracers,       layNext_, radiusMoves_, vorticity_};
    if (!decided_->mesh) return mesh;
    const MeshGrid& grid = mesh_.grid();
    mesh.low = {grid.low.x, grid.low.y, grid.low.z};
    mesh.size = {grid.size[0], grid.size[1], grid.size[2]};
    mesh.coreRadius = mesh_.coreRadius();
    return mesh;
  }
  /// That decision again, unless it is of other settings or its mesh cannot be laid here.
  void restore(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings) {
    const Adopted adopted = *std::exchange(adopted_, std::nullopt);
    const MeshTuning& mesh = adopted.mesh;
    if (adopted.settings != settings) return;
    vorticity_ = mesh.vorticity;
    if (mesh.use > 0 && !(mayServe(task, settings) && tries(settings, exec, [&] {
                            return mesh_.planAs(mesh, task, settings, costs(settings).mostValues) && laid(exec);
                          })))
      return;
    layNext_ = mesh.layNext;
    radiusMoves_ = mesh.radiusMoves;
    decided_ =
        Decided{settings,     wantsGradient(task), static_cast<Index>(mesh.elements), static_cast<Index>(mesh.tracers),
                mesh.use > 0, mesh.perTarget};
  }
  void decide(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings) {
    mesh_.forget();
    if (!decided_ || decided_->settings != settings) radiusMoves_ = false;
    const bool mesh = mayServe(task, settings) && tries(settings, exec, [&] {
                        return plan(exec, task, settings) &&
                               (settings.mesh == MeshUse::always || pays(exec, task, settings)) && laid(exec);
                      });
    if (!mesh) mesh_.release();
    decided_ = Decided{settings, wantsGradient(task), task.elementCount, task.tracerCount, mesh, perTarget_};
  }
  bool lay(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings) {
    return tries(settings, exec, [&] { return plan(exec, task, settings) && laid(exec); });
  }
  bool plan(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings) {
    return mesh_.plan(exec, task, settings, costs(settings).mostValues);
  }
  /// False where there is no mesh any more. `task` is what it is laid for, should the points have left it.
  bool sumOverMesh(Exec& exec, const FieldTask<Real>& task, const FieldTask<Real>& wanted,
                   const FieldSettings& settings, EvaluationReport& report, bool wait) {
    while (mesh_.isReady()) {
      try {
        begin(exec, wanted, report);
        if (!wait) return true;
        exec.synchronize();
      } catch (...) {
        drop();
        fmm_.pipeline().drop();
        throw;
      }
      const bool held = settle(report);
      if (fmm_.pipeline().settle(report) && held) return true;
      StageTimer timer(report);
      const bool laid = lay(exec, task, settings);
      timer.finish(kMesh);
      if (!laid) break;
    }
    return false;
  }
  bool laid(Exec& exec) {
    mesh_.lay(exec, vorticity_);
    return true;
  }
  /// Expansions need less memory: where there is none for a mesh, they serve.
  template <class Attempt>
  bool tries(const FieldSettings& settings, Exec& exec, const Attempt& attempt) {
    try {
      return attempt();
    } catch (const EnvironmentError&) {
      if (settings.mesh == MeshUse::always || !exec.alive()) throw;
    } catch (const std::bad_alloc&) {
      if (settings.mesh == MeshUse::always) throw;
    }
    lost_ = lost_ || mesh_.hasBegun();
    mesh_.release();
    fmm_.pipeline().drop();
    return false;
  }
  /// By less than the pairs that any tree has to sum; where that leaves it open, by a tree's work as it is counted at
  /// samples.
  bool pays(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings) {
    const CostModel fmm = costModel(!Exec::kHostMemory, settings.precision);
    const double elements = task.elementsAreTargets() ? task.elementCount : 0;
    const double mesh = meshSeconds(task, settings, task.tracerCount + elements);
    // Of what trees add to the pairs within reach, and of expansions at targets, as measured on rings and cubes.
    constexpr double kMorePairs = 2.2, kMostTimes = 4;
    constexpr int kOrder = 6, kLevels = 6;
    const double fixed = fmm.evaluation + kLevels * fmm.level.at(kOrder);
    const double pair = kMorePairs * fmm.pairOf(settings.regularisation, false, settings.tolerance < 2e-5);
    const double asTracers = elements * (task.elementGradient[0] && !task.tracerGradient[0] ? fmm.gradientFactor : 1);
    const auto paysAt = [&](double perTarget) {
      return mesh < (task.tracerCount + elementPart_ * asTracers) * perTarget + fixed;
    };
    const auto isOpen = [&](const auto& pays) { return !pays(perTarget_) && pays(kMostTimes * perTarget_); };
    const auto tracersOpen = [&] {
      return wantsDifference(task) &&
             isOpen([&](double perTarget) { return paysAtTracers(task, settings, perTarget); });
    };
    perTarget_ = fmm.target.at(kOrder) + fmm.point;
    if (paysAt(perTarget_) && !wantsDifference(task)) return true;
    perTarget_ += pair * mesh_.neighbours(exec, task, coreReach(settings.regularisation, settings.tolerance, false));
    if (isOpen(paysAt) || tracersOpen()) {
      const double seconds = fmm_.expectedSeconds(exec, task, withoutMesh(settings));
      perTarget_ = std::max(0.0, seconds - fixed) / (task.tracerCount + asTracers);
    }
    return paysAt(perTarget_);
  }
  /// Where trees sum at the elements in any case.
  bool paysAtTracers(const FieldTask<Real>& task, const FieldSettings& settings, double perTarget) const {
    return settings.mesh == MeshUse::always ||
           meshSeconds(task, settings, task.tracerCount) < task.tracerCount * perTarget;
  }
  double meshSeconds(const FieldTask<Real>& task, const FieldSettings& settings, double targets) const {
    const double elements = task.elementCount;
    return costs(settings).seconds(mesh_.grid(), mesh_.width(), elements, targets, elements + task.tracerCount);
  }
  static MeshCosts costs(const FieldSettings& settings) { return meshCosts(!Exec::kHostMemory, settings.precision); }

  void begin(Exec& exec, const FieldTask<Real>& task, EvaluationReport& report) {
    clock_.start(exec);
    mesh_.begin(exec, task, [&](const char* stage) { clock_.finish(exec, stage); });
    report.mesh = {mesh_.grid().size[0], mesh_.grid().size[1], mesh_.grid().size[2]};
    report.order = report.leafElements = report.leafPoints = report.levels = 0;
    report.cells = report.leaves = 0;
    report.theta = 0;
    report.predicted = {};
  }

  FmmSolver<Exec, Real>& fmm_;
  MeshSum<Exec, Real> mesh_;
  StageClock<Exec> clock_;
  /// What a resumed run begins with.
  struct Adopted {
    MeshTuning mesh;
    FieldSettings settings;
  };
  std::optional<Decided> decided_;
  std::optional<Adopted> adopted_;
  double perTarget_ = 0;      ///< of the last look
  double elementPart_ = 1;    ///< that expansions would sum at
  bool chosen_ = false;       ///< a mesh, for the task of the next call
  bool lost_ = false;         ///< what was begun over a mesh, which later had no memory: who knows whether it held all
  bool inStep_ = false;       ///< the next evaluation is one of a step
  bool vorticity_ = false;    ///< has been wanted of a mesh: there is room for it
  bool radiusMoves_ = false;  ///< cores spread from step to step: each has its mesh
  int layNext_ = 0;           ///< so many evaluations have a mesh of their own: points have left one, or may
};

}  // namespace fmm
