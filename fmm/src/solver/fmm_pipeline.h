#pragma once

#include <array>

#include "core/particles.h"
#include "fmm/report.h"
#include "fmm/settings.h"
#include "pairs/pair_sums.h"
#include "tree/interaction_lists.h"
#include "tuning/tuning.h"

namespace fmm {

/// Pointers to everything that the passes of one evaluation read and write. Particles are sorted.
template <class Real>
struct FmmView {
  OctreeView<Real> tree;
  const Index* roots;  ///< [rootCount] roots of the source trees; this rank's own first, if it has cells
  Index rootCount;
  SourceArrays<Real> sources;
  std::array<const Real*, 3> tracer;
  bool elementsAreTargets;
  ListsView<Index> far;
  ListsView<IndexRange> near;
  ListsView<IndexRange> corrected;
  Real coreReach;  ///< in core radii: AcceptanceRule::cutoff

  int order;           ///< p
  int multipoleOrder;  ///< at least p: a multipole's lower degrees are the multipole of a lower order
  Real* multipoles;    ///< [cells][expansionLength(space, multipoleOrder)], valid for cells with elements
  Real* locals;        ///< [cells][expansionLength(space, p)], valid for cells with targets

  TargetArrays<Real> elementTargets;  ///< positions and results; ux null where elements are sources only
  TargetArrays<Real> tracerTargets;

  Space space;
  Regularisation regularisation;
  PairAccuracy accuracy;
};

/// The acceptance rule that belongs to these parameters.
template <class Real>
AcceptanceRule<Real> acceptanceRule(const FmmParameters& parameters) {
  auto rule = AcceptanceRule<Real>::fromAngle(parameters.theta, parameters.cutoff, parameters.directPairs);
  rule.bothCores = parameters.bothCores;
  rule.expandFrom = static_cast<Real>(parameters.expandFrom);
  return rule;
}

/// One FMM evaluation with given parameters, from unsorted positions to results in the caller's order. Specialised for
/// each execution space: the steps and their mathematics are the same, the schedules differ. Keeps its buffers from one
/// evaluation to the next.
///
/// A whole evaluation, with a wait:
///   void run(Exec&, const FieldTask<Real>&, const FieldSettings&, const FmmParameters&, EvaluationReport&);
/// The same in two parts, so that the host can work in between. repair() follows exec.synchronize() and covers all
/// evaluations begun. It is false if a buffer was too small: results are incomplete, and the caller begins again
/// everything computed from them; the buffers have grown by then. drop() discards what was begun:
///   void begin(Exec&, const FieldTask<Real>&, const FieldSettings&, const FmmParameters&, EvaluationReport&);
///   bool repair(EvaluationReport&);
///   void drop();
/// Evaluations until the next call belong to one time step, which the caller repeats as a whole if repair() fails:
///   void startStep();
/// For a task with `elementPotential`, without results: calls visit(view) with the sorted elements, their near lists
/// and the leaves' local expansions of 4 pi times the vector potential, which visit() may change. repair() follows:
///   void withPotential(Exec&, const FieldTask<Real>&, const FieldSettings&, const FmmParameters&, const Visit&);
/// Trials on a sample of the targets, called in this order. sort() draws about `samples` elements (sampledElements()
/// of them) and as many tracers; count() estimates the work of an evaluation; tryOut() returns the sample's velocities,
/// elements first, with the parameters of the last count():
///   void sort(Exec&, const FieldTask<Real>&, TreeLimits least, std::size_t samples);
///   std::size_t sampledElements() const;
///   std::vector<Vec3> sampledPositions(Exec&);
///   WorkCounts count(Exec&, const FieldTask<Real>&, const FmmParameters&, const WorkGrain&);
///   std::vector<Vec3> tryOut(Exec&, const FieldTask<Real>&, const FieldSettings&, const FmmParameters&);
/// The results of run(), reusing sorted particles, tree and multipoles where they are still valid:
///   void complete(Exec&, const FieldTask<Real>&, const FieldSettings&, const FmmParameters&, EvaluationReport&);
/// The tree of the last evaluation with elements, for display (VortexSystem::treeCells(), nearCells()):
///   std::vector<TreeCell> treeCells(Exec&);
///   std::vector<std::size_t> nearCells(Exec&, std::size_t leaf);
/// Memory held:
///   std::size_t bytes() const;
template <class Exec, class Real>
class FmmPipeline;

}  // namespace fmm
