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

/// The settings for expansions: their parameters do not depend on Settings::mesh.
inline FieldSettings withoutMesh(FieldSettings settings) {
  settings.mesh = MeshUse::never;
  return settings;
}
/// The task with the elements as its only targets.
template <class Real>
FieldTask<Real> elementsOf(FieldTask<Real> task) {
  task.tracers = {};
  task.tracerCount = 0;
  task.tracerVelocity = task.tracerVorticity = {};
  task.tracerGradient = {};
  return task;
}
/// The task with the tracers as its only targets.
template <class Real>
FieldTask<Real> tracersOf(FieldTask<Real> task) {
  task.elementVelocity = task.elementVorticity = {};
  task.elementGradient = {};
  return task;
}

/// Sums over a mesh, where cores of one radius overlap so much that a mesh is cheaper than trees. The choice depends
/// only on particles and settings: a mesh is chosen if it costs less than the pairs within the cores' reach, which any
/// tree has to sum, or, where that comparison leaves the choice open, less than a tree's counted work.
template <class Exec, class Real>
class MeshMethod {
 public:
  /// `fmm` sums where there is no mesh, and estimates the cost of trees.
  explicit MeshMethod(FmmSolver<Exec, Real>& fmm) : fmm_(fmm) {}

  /// True if there is a mesh for this task; the next call, evaluate() or evaluateTracers() of the same task, uses the
  /// answer. `elementPart` is the fraction of the elements' results that expansions would have to sum here. The time of
  /// choosing and laying a mesh is the stage "mesh".
  bool chooses(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, bool check,
               EvaluationReport& report, double elementPart = 1) {
    chosen_ = false;
    if (!suits(task)) return false;
    elementPart_ = elementPart;
    choose(exec, task, settings, check, report);
    return chosen_ = mesh_.isReady();
  }
  /// True if chooses() would find a mesh; lays none.
  bool wouldChoose(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, double elementPart) {
    elementPart_ = elementPart;
    return suits(task) && mayServe(task, settings) && tries(settings, exec, [&] {
             return plan(exec, task, settings) && (settings.mesh == MeshUse::always || pays(exec, task, settings));
           });
  }
  /// Sums the task, with trees at the elements if wantsDifference(). False if trees have to sum the whole task: there
  /// is no mesh for it, or the mesh was lost. With `check` the choice is reconsidered.
  bool evaluate(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, EvaluationReport& report,
                bool check, bool wait) {
    if (!std::exchange(chosen_, false) && !chooses(exec, task, settings, check, report)) return false;
    chosen_ = false;
    if (!wantsDifference(task)) return sumOverMesh(exec, task, task, settings, report, wait);
    if (!paysAtTracers(task, settings, decided_->perTarget)) return false;
    fmm_.evaluate(exec, elementsOf(task), withoutMesh(settings), report, check, true);
    return sumOverMesh(exec, task, tracersOf(task), settings, report, wait);
  }
  /// The same at the tracers only, for a task for which chooses() has found a mesh.
  bool evaluateTracers(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings,
                       EvaluationReport& report) {
    chosen_ = false;
    return paysAtTracers(task, settings, decided_->perTarget) &&
           sumOverMesh(exec, task, tracersOf(task), settings, report, true);
  }
  /// Completes all evaluations begun without a wait; call it after exec.synchronize(). False if points have left the
  /// mesh.
  bool complete(EvaluationReport& report) {
    clock_.read(report);
    const bool lost = std::exchange(lost_, false), held = mesh_.complete();
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

  /// The expansions' `tuning` with the mesh's parameters added.
  Tuning tuning(Tuning tuning, const FieldSettings& settings, bool gradient) const {
    if (tuning.elements > 0 && mesh_.isReady() && decided_) tuning.elements = decided_->elements;  // the latest check
    tuning.mesh = tuningOfMesh(settings, gradient);
    return tuning;
  }
  void adopt(const MeshTuning& tuning, const FieldSettings& settings) {
    decided_.reset();
    adopted_.reset();
    if (tuning.use != 0) adopted_ = Adopted{tuning, settings};
  }
  /// The next evaluation lays a new mesh about its points, before any point leaves the present one. Called where the
  /// host waits for the GPU in any case.
  void layAnew() { layNext_ = larger(layNext_, 1); }
  /// The next evaluation chooses and lays a mesh as a system's first evaluation does.
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

  /// True if the task wants the small difference of curl u and omega at the elements. It needs digits that near pairs
  /// have but a mesh has not, so expansions sum the elements' own fields (docs/math.md, section 19).
  static bool wantsDifference(const FieldTask<Real>& task) {
    return task.elementGradient[0] && task.elementVorticity[0];
  }

  std::size_t bytes() const { return mesh_.bytes(); }

 private:
  /// A choice and the task that it was made for.
  struct Decided {
    FieldSettings settings;
    bool gradient;
    Index elements, tracers;
    bool mesh;
    double perTarget;  ///< cost of a tracer by expansions, a lower bound or by counted work [s]
  };
  static constexpr const char* kMesh = "mesh";  // stage
  static constexpr Index kFewest = 4096;        // elements: sums over fewer take no time
  static constexpr int kStages = 8;             // most evaluations of a step and its repetition

  static bool wantsGradient(const FieldTask<Real>& task) { return task.elementGradient[0] || task.tracerGradient[0]; }
  /// True if the mesh has to sum vorticities.
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

  /// Decides for the task where that is due, and lays a mesh where one is chosen or has to move.
  void choose(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, bool check,
              EvaluationReport& report) {
    StageTimer timer(report);
    if (adopted_) restore(exec, task, settings);
    const bool roomier = !vorticity_ && wantsVorticity(task);  // in a step's later stages, where nothing is counted
    const bool moves = radiusMoves_ || layNext_ > 0 || roomier;
    vorticity_ = vorticity_ || roomier;
    if (layNext_ > 0 && inStep_) --layNext_;  // evaluations between steps do not advance the flow
    if (!isDecided(task, settings) || check) {
      decide(exec, task, settings);
      if (!mayServe(task, settings)) return;
      if (mesh_.isReady()) exec.synchronize();  // so that the stage includes the launches
    } else if (moves && mesh_.isReady()) {
      lay(exec, task, settings);
    } else {
      return;
    }
    timer.finish(kMesh);
  }
  /// The decision for the present particles, with the place of the mesh.
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
  /// Restores the adopted decision, unless it has other settings or its mesh cannot be laid here.
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
  /// Sums `wanted` over the mesh; false if the mesh was lost. If points have left the mesh, it is laid anew for `task`.
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
      const bool held = complete(report);
      if (fmm_.pipeline().complete(report) && held) return true;
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
  /// False if there is no memory for a mesh: expansions need less.
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
  /// True if the mesh costs less than trees: than the pairs that any tree has to sum or, where that leaves the choice
  /// open, than a tree's work counted at samples.
  bool pays(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings) {
    const CostModel fmm = costModel(!Exec::kHostMemory, settings.precision);
    const double elements = task.elementsAreTargets() ? task.elementCount : 0;
    const double mesh = meshSeconds(task, settings, task.tracerCount + elements);
    // Measured on rings and cubes: trees' pairs over pairs within reach; trees' highest cost over the bound by pairs.
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
  /// The same at the tracers only, where trees sum at the elements in any case.
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
  /// The decision that a resumed run starts from.
  struct Adopted {
    MeshTuning mesh;
    FieldSettings settings;
  };
  std::optional<Decided> decided_;
  std::optional<Adopted> adopted_;
  double perTarget_ = 0;      ///< Decided::perTarget of the last comparison
  double elementPart_ = 1;    ///< fraction of the elements at which expansions would sum
  bool chosen_ = false;       ///< chooses() found a mesh for the task of the next call
  bool lost_ = false;         ///< the mesh was released for lack of memory before its begun evaluations were settled
  bool inStep_ = false;       ///< the next evaluation belongs to a step
  bool vorticity_ = false;    ///< the mesh has memory for vorticities, which were wanted before
  bool radiusMoves_ = false;  ///< cores spread from step to step: each step lays a new mesh
  int layNext_ = 0;           ///< further evaluations that lay a new mesh, since points have left one or may leave it
};

}  // namespace fmm
