#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fmm/crew.h"
#include "fmm/error.h"
#include "ranks/crew_call.h"
#include "ranks/host_rows.h"
#include "ranks/tracer_scatter.h"
#include "vortex/shared_solver.h"

namespace fmm {

/// Solves the tasks of a system: with a crew, as its rank 0, which alone has the system and hands each evaluation out;
/// without one it is the SharedSolver.
template <class Exec, class Real>
class CrewSolver {
 public:
  void share(Ranks* ranks) { solver_->share(ranks); }
  /// From now on; null: there is no crew.
  void employ(Crew* crew) {
    crew_ = crew;
    if (crew_ != nullptr) caller_ = crew_->newCaller();
  }

  /// As SharedSolver has it; with a crew always with a wait. Throws RankFailure where the crew waits in vain from then
  /// on.
  void evaluate(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, EvaluationReport& report,
                bool check, bool wait) {
    if (crew_ == nullptr) return solver_->evaluate(exec, task, settings, report, check, wait);
    Ranks& ranks = crew_->ranks();
    StageTimer timer(report);
    tracers_.settle(exec, ranks.size(), task, solver_->tracerWork());
    tracers_.pack(exec, task);
    pack(exec, task);
    CrewCall call = callFor(task, settings, check);
    try {
      send(ranks, call);
      timer.finish("hand out");
      const EvaluationReport before = report;
      solver_->evaluate(exec, tracers_.own(task), settings, report, check, true);
      StageTimer after(report);
      tracers_.collect(exec, ranks, task);
      countAll(ranks, before, report);
      after.finish("collect");
    } catch (const std::bad_alloc&) {
      throw RankFailure("out of memory");
    } catch (const std::exception& error) {
      throw RankFailure(error.what());
    }
  }
  bool settle(EvaluationReport& report) { return solver_->settle(report); }
  void drop() { solver_->drop(); }

  /// Rank 0 alone has a crew's system.
  std::string agreed(const std::string& text) { return crew_ != nullptr ? text : solver_->agreed(text); }
  const std::vector<double>& tracerWork() const { return solver_->tracerWork(); }
  void forgetShares() { solver_->forgetShares(); }
  void layAnew() { solver_->layAnew(); }
  void startStep(bool follows) { solver_->startStep(follows); }

  Tuning tuning(const FieldSettings& settings, bool gradient) const { return solver_->tuning(settings, gradient); }
  bool isOutgrown(const FieldSettings& settings, bool gradient, std::int64_t elements) const {
    return solver_->isOutgrown(settings, gradient, elements);
  }
  void adopt(const Tuning& tuning, const FieldSettings& settings) {
    solver_->adopt(tuning, settings);
    called_.reset();
  }

  std::size_t bytes() const { return solver_->bytes() + tracers_.bytes(); }
  std::vector<TreeCell> treeCells(Exec& exec) {
    std::vector<TreeCell> cells = solver_->treeCells(exec);
    if (crew_ != nullptr) tracers_.nameAsGiven(exec, cells);
    return cells;
  }
  std::vector<std::size_t> nearCells(Exec& exec, std::size_t leaf) { return solver_->nearCells(exec, leaf); }

 private:
  using Shared = SharedSolver<Exec, Real>;

  /// All ranks have new solvers where another one has called meanwhile, and forget what theirs know with other
  /// settings: what each of them keeps from call to call is alike then.
  CrewCall callFor(const FieldTask<Real>& task, const FieldSettings& settings, bool check) {
    CrewCall call;
    call.settings = settings;
    call.settings.backend = Exec::kHostMemory ? Backend::cpu : Backend::cuda;
    call.check = check;
    call.elements = task.elementCount;
    call.elementGradient = task.elementGradient[0] != nullptr;
    call.elementVorticity = task.elementVorticity[0] != nullptr;
    call.tracerVorticity = task.tracerVorticity[0] != nullptr;
    call.begin = crew_->lastCaller() != caller_;
    call.anew = call.begin || !called_ || called_->settings != call.settings ||
                called_->elementGradient != call.elementGradient;
    if (!call.anew) return call;
    call.tuning = solver_->tuning(settings, call.elementGradient);
    call.costs = costsInUse(call.settings.backend, settings.precision);
    if (call.begin) {
      solver_ = std::make_unique<Shared>();
      solver_->share(&crew_->ranks());
    }
    solver_->forgetShares();
    solver_->adopt(call.tuning, settings);
    return call;
  }

  void pack(Exec& exec, const FieldTask<Real>& task) {
    const SourceArrays<Real>& e = task.elements;
    host_.resize(7 * static_cast<std::size_t>(task.elementCount));
    toHost<7, Exec, Real>(exec, {e.x, e.y, e.z, e.ax, e.ay, e.az, e.sigma}, task.elementCount, host_.data());
  }

  void send(Ranks& ranks, CrewCall& call) {
    ranks.broadcastToSleepers(&call, sizeof call, {});
    crew_->isCalledBy(caller_);
    called_ = call;
    std::vector<std::size_t> cuts = tracers_.cuts();
    ranks.broadcast(cuts.data(), cuts.size() * sizeof cuts[0]);
    ranks.broadcast(host_.data(), host_.size() * sizeof(Real));
    tracers_.send(ranks);
  }

  /// The work of all ranks in the place of this one's.
  static void countAll(Ranks& ranks, const EvaluationReport& before, EvaluationReport& report) {
    const CrewWork then = CrewWork::of(before), now = CrewWork::of(report);
    const CrewWork all =
        CrewWork{now.nearPairs - then.nearPairs, now.correctedPairs - then.correctedPairs, now.farPairs - then.farPairs}
            .ofAll(ranks);
    report.nearPairs = then.nearPairs + all.nearPairs;
    report.correctedPairs = then.correctedPairs + all.correctedPairs;
    report.farPairs = static_cast<std::size_t>(then.farPairs + all.farPairs);
  }

  Crew* crew_ = nullptr;
  std::uint64_t caller_ = 0;
  std::unique_ptr<Shared> solver_ = std::make_unique<Shared>();
  TracerScatter<Exec, Real> tracers_;
  std::vector<Real> host_;          ///< [elements][7]
  std::optional<CrewCall> called_;  ///< the last one
};

}  // namespace fmm
