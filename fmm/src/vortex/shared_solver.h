#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <tuple>
#include <vector>

#include "exec/stage_timer.h"
#include "fmm/ranks.h"
#include "ranks/element_shares.h"
#include "solver/evaluator.h"
#include "vortex/counted_work.h"

namespace fmm {

/// Solves the tasks of a system on several ranks, each with all elements and its share of the tracers. A rank evaluates
/// its share of the elements as targets, then its tracers while all ranks exchange the results at elements. Each rank
/// finds parameters that keep the tolerance at its own targets; all then use the strictest. One rank uses only here_.
template <class Exec, class Real>
class SharedSolver {
 public:
  /// Null: a single process.
  void share(Ranks* ranks) {
    ranks_ = ranks != nullptr && ranks->size() > 1 ? ranks : nullptr;
    if (isShared()) shares_.open(*ranks_);
  }
  bool isShared() const { return ranks_ != nullptr; }
  /// Evaluates everything on one rank; on several this rank's tracers, and over a mesh also the elements.
  Evaluator<Exec, Real>& here() { return here_; }

  /// As Evaluator::evaluate(); several ranks always wait.
  void evaluate(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, EvaluationReport& report,
                bool check, bool wait) {
    if (!isShared()) return here_.evaluate(exec, task, settings, report, check, wait);
    const bool gradient = task.elementGradient[0] != nullptr;
    const bool byFmm = settings.solver == SolverKind::fmm;
    const bool choose = byFmm && (check || tuning(settings, gradient).order == 0);
    const bool overMesh = byFmm && here_.mesh().chooses(exec, task, settings, check, report, 1.0 / ranks_->size());
    if (task.elementCount > 0) {
      StageTimer timer(report);
      shares_.divide(exec, *ranks_, task, elementWork_, check);
      timer.finish("share");
    }
    const Work done = overMesh && !MeshMethod<Exec, Real>::wantsDifference(task)
                          ? sumTogether(exec, task, settings, report)
                          : sumApart(exec, task, settings, report, check, overMesh);
    hasTracers_ = overMesh || task.tracerCount > 0;
    StageTimer timer(report);
    if (task.elementCount > 0) shares_.finish(exec, *ranks_);
    count(done);
    if (choose) agree(task, settings, gradient, overMesh);
    timer.finish("exchange");
  }

  /// The first `text` of all ranks that is not empty.
  std::string agreed(const std::string& text) {
    if (!isShared()) return text;
    std::array<char, 256> own = {};
    std::copy_n(text.begin(), std::min(text.size(), own.size() - 1), own.begin());
    for (const std::array<char, 256>& said : ranks_->gathered(own))
      if (said[0] != 0) return said.data();
    return {};
  }

  /// [ranks] counted work at tracers in the last evaluation; empty before the first.
  const std::vector<double>& tracerWork() const { return tracerWork_; }
  /// The next evaluation divides the elements among the ranks like a system's first one.
  void forgetShares() {
    here_.mesh().forget();
    shares_.forget();
    tracerWork_.clear();
  }

  Tuning tuning(const FieldSettings& settings, bool gradient) const {
    if (!isShared()) return here_.tuning(settings, gradient);
    Tuning tuning = ofElements_.tuning(settings, gradient);
    if (tuning.order == 0) tuning = here_.tuning(settings, false);
    tuning.mesh = {};  // each rank has its own
    return tuning;
  }
  /// True if the number of elements has changed by more than 10 % since the parameters were checked.
  bool isOutgrown(const FieldSettings& settings, bool gradient, std::int64_t elements) const {
    const std::int64_t before = tuning(settings, gradient).elements;
    return before > 0 && 10 * std::abs(elements - before) > before;
  }
  void adopt(Tuning tuning, const FieldSettings& settings) {
    if (isShared()) tuning.mesh = {};
    here_.adopt(tuning, settings);
    if (isShared()) ofElements_.adopt(tuning, settings);
  }

  std::size_t bytes() const { return here_.bytes() + ofElements_.bytes() + shares_.bytes(); }
  /// Trees of the last evaluation; on several ranks those of this rank's tracers, or without any, of its elements.
  FmmPipeline<Exec, Real>& trees() { return (hasTracers_ ? here_ : ofElements_).trees(); }
  std::vector<TreeCell> treeCells(Exec& exec) {
    std::vector<TreeCell> cells = trees().treeCells(exec);
    for (TreeCell& cell : cells) {
      if (hasTracers_) break;
      cell.tracers = 0;  // these are the share of elements, not tracers
      cell.firstTracer = -1;
    }
    return cells;
  }

 private:
  /// Counted work, approximately in pairs of an element and a target.
  struct Work {
    double elements = 0, tracers = 0;
  };

  /// Sums all elements and this rank's tracers over its mesh, which takes no longer for all elements than for a share.
  /// A rank still gives the others only the results of its share, since the ranks' meshes differ.
  Work sumTogether(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, EvaluationReport& report) {
    const EvaluationReport before = report;
    here_.evaluate(exec, task, settings, report, false, true);
    if (task.elementCount > 0) {
      shares_.pick(exec, task);
      shares_.begin(exec, *ranks_);
    }
    return {1, countedWork(settings.space, before, report, static_cast<double>(task.tracerCount))};
  }
  /// Sums this rank's share of the elements by expansions, then its tracers while the results of the share are sent.
  Work sumApart(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, EvaluationReport& report,
                bool check, bool overMesh) {
    Work done;
    if (task.elementCount > 0) {
      const FieldTask<Real> part = shares_.part(exec, task);
      done.elements = sumAt(exec, part, withoutMesh(settings), ofElements_, report, check);
      shares_.begin(exec, *ranks_);
    }
    if (overMesh) {
      const EvaluationReport before = report;
      here_.evaluateTracers(exec, task, settings, report, check);
      done.tracers = countedWork(settings.space, before, report, static_cast<double>(task.tracerCount));
    } else {
      done.tracers = sumAt(exec, tracersOf(task), withoutMesh(settings), here_, report, check);
    }
    return done;
  }

  /// Sums at the task's tracers; returns the counted work.
  double sumAt(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, Evaluator<Exec, Real>& evaluator,
               EvaluationReport& report, bool check) {
    if (task.tracerCount == 0) return 0;
    const EvaluationReport before = report;
    evaluator.evaluate(exec, task, settings, report, check, true);
    return countedWork(settings.space, before, report, static_cast<double>(task.tracerCount));
  }

  void count(Work done) {
    elementWork_.clear();
    tracerWork_.clear();
    for (const Work& work : ranks_->gathered(done)) {
      elementWork_.push_back(work.elements);
      tracerWork_.push_back(work.tracers);
    }
  }

  /// All ranks adopt the strictest parameters that were chosen or checked in this evaluation: those with the smallest
  /// error, which goes as theta^(p + 1). A rank without targets has none. Leaf sizes are those of tracers if there are
  /// any, as they are most of the targets; elements alone get leaves as small as suits them.
  void agree(const FieldTask<Real>& task, const FieldSettings& settings, bool gradient, bool overMesh) {
    const auto error = [](const Tuning& t) { return (t.order + 1) * std::log(t.theta); };
    std::array<Tuning, 3> own;  // of tracers; of elements; of tracers again if expansions sum them
    if (hasTracers_) own[0] = here_.tuning(settings, false);  // also after a change from a mesh to expansions
    if (task.elementCount > 0 && shares_.ownCount() > 0) own[1] = ofElements_.tuning(settings, gradient);
    if (!overMesh) own[2] = own[0];
    Tuning all, ofTracers;
    for (const std::array<Tuning, 3>& found : ranks_->gathered(own)) {
      if (ofTracers.order == 0) ofTracers = found[2];
      for (const Tuning& tuning : found)
        if (tuning.order > 0 && (all.order == 0 || error(tuning) < error(all))) all = tuning;
    }
    if (ofTracers.order > 0)
      std::tie(all.leafElements, all.leafPoints) = std::tie(ofTracers.leafElements, ofTracers.leafPoints);
    all.elements = task.elementCount;
    if (all.order > 0) adopt(all, settings);
  }

  Ranks* ranks_ = nullptr;
  Evaluator<Exec, Real> here_;
  Evaluator<Exec, Real> ofElements_;  ///< for this rank's share of the elements; unused on one rank
  ElementShares<Exec, Real> shares_;
  bool hasTracers_ = true;                        ///< here_ has the tree of the last evaluation
  std::vector<double> elementWork_, tracerWork_;  ///< [ranks]
};

}  // namespace fmm
