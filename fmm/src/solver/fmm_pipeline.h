#pragma once

#include <array>

#include "core/particles.h"
#include "fmm/report.h"
#include "fmm/settings.h"
#include "pairs/pair_sums.h"
#include "tree/interaction_lists.h"
#include "tuning/tuning.h"

namespace fmm {

/// Everything that the passes of one evaluation read and write, as pointers. Particles are sorted.
template <class Real>
struct FmmView {
  OctreeView<Real> tree;
  const Index* roots;  ///< [rootCount] of the trees of sources: this one's first, if it has cells
  Index rootCount;
  SourceArrays<Real> sources;
  std::array<const Real*, 3> tracer;
  bool elementsAreTargets;
  ListsView<Index> far;
  ListsView<IndexRange> near;
  ListsView<IndexRange> corrected;
  Real coreReach;  ///< in core radii: AcceptanceRule::cutoff

  int order;           ///< p
  int multipoleOrder;  ///< not below p: of multipoles the first degrees are what lower orders have
  Real* multipoles;    ///< [cells][expansionLength(space, multipoleOrder)], valid for cells with elements
  Real* locals;        ///< [cells][expansionLength(space, p)], valid for cells with targets

  TargetArrays<Real> elementTargets;  ///< positions and results; ux null where elements are sources only
  TargetArrays<Real> tracerTargets;

  Space space;
  Regularisation regularisation;
  PairAccuracy accuracy;
};

/// The rule for cells that these parameters ask for.
template <class Real>
AcceptanceRule<Real> acceptanceRule(const FmmParameters& parameters) {
  auto rule = AcceptanceRule<Real>::fromAngle(parameters.theta, parameters.cutoff, parameters.directPairs);
  rule.bothCores = parameters.bothCores;
  rule.expandFrom = static_cast<Real>(parameters.expandFrom);
  return rule;
}

/// One FMM evaluation with given parameters, from unsorted positions to results in the caller's order:
///   void run(Exec&, const FieldTask<Real>&, const FieldSettings&, const FmmParameters&, EvaluationReport&);
/// in two parts for who goes on meanwhile:
///   void begin(Exec&, const FieldTask<Real>&, const FieldSettings&, const FmmParameters&, EvaluationReport&);
///   bool settle(EvaluationReport&);
/// After exec.synchronize(), of all that was begun: false where something outgrew its buffers. Results are incomplete
/// then, and all that was made of them is to be begun anew, with buffers that are larger now;
///   void drop();
/// Nobody asks for what was begun;
///   void startStep();
/// Until the next call evaluations are of one step, which is begun anew as a whole;
///   void withPotential(Exec&, const FieldTask<Real>&, const FieldSettings&, const FmmParameters&, const Visit&);
/// the same without results, for a task with `elementPotential`: calls visit(view) with sorted elements, their near
/// lists and the local expansions of the vector potential at leaves (which visit() may change), 4 pi times the physical
/// one; to be settled as begin() is;
///   std::size_t bytes() const;
/// to try parameters on a sample of the targets, in this order,
///   void sort(Exec&, const FieldTask<Real>&, TreeLimits least, std::size_t samples);
///   std::size_t sampledElements() const;
///   std::vector<Vec3> sampledPositions(Exec&);
///   WorkCounts count(Exec&, const FieldTask<Real>&, const FmmParameters&, const WorkGrain&);
///   std::vector<Vec3> tryOut(Exec&, const FieldTask<Real>&, const FieldSettings&, const FmmParameters&);
/// where sort() draws about so many elements, sampledElements() of them, and as many tracers, count() says what work an
/// evaluation would be, and tryOut() gives the sample's velocities, those of elements first, with the parameters that
/// were counted last; then
///   void complete(Exec&, const FieldTask<Real>&, const FieldSettings&, const FmmParameters&, EvaluationReport&);
/// does what run() does, with the same results, but for what stands already: sorted particles, tree, multipoles;
/// and, for people to look at, the tree of the last run that had elements (VortexSystem::treeCells(), nearCells()):
///   std::vector<TreeCell> treeCells(Exec&);
///   std::vector<std::size_t> nearCells(Exec&, std::size_t leaf);
/// Keeps its buffers from one evaluation to the next. Specialised for each execution space: the steps and their
/// mathematics are the same, the schedules differ.
template <class Exec, class Real>
class FmmPipeline;

}  // namespace fmm
