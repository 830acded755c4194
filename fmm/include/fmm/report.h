#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "fmm/types.h"

namespace fmm {

/// What redistribution has done to the elements of a vortex system since its start.
struct LatticeReport {
  static constexpr double kMet = 0.1;

  std::uint64_t passes = 0;
  double spacing = 0;             ///< h of the last one [L]; 0: there was none
  double spread = 0;              ///< nu t that it still has to account for [L^2]
  double turned = 0;              ///< time integral of max |grad u| since then, what `auto` goes by
  std::int64_t atStep = 0;        ///< steps that were done then
  std::uint64_t coarsenings = 0;  ///< how often h had to grow to keep the budget
  /// Part of the strongest node's strength below which nodes went the last time; 0: there was none.
  double threshold = 0;
  /// Most that a node had from a ring other than the one that gave it most, of the strongest node's strength.
  double met = 0;

  /// Have rings come so close that nodes are as much of one as of another? Elements are of single rings no longer then.
  bool ringsHaveMet() const { return met >= kMet; }

  friend bool operator==(const LatticeReport& a, const LatticeReport& b) {
    return a.passes == b.passes && a.spacing == b.spacing && a.spread == b.spread && a.turned == b.turned &&
           a.atStep == b.atStep && a.coarsenings == b.coarsenings && a.threshold == b.threshold && a.met == b.met;
  }
};

/// What splitting and merging have done to the elements of a vortex system since its start.
struct RefinementReport {
  static constexpr std::size_t kBudgetFactor = 8, kLatticeBudgetFactor = 2;
  static constexpr std::size_t kLeastLatticeBudget = 4096;  ///< a few elements spread to hundreds of nodes each
  static constexpr std::size_t kMostBudget = 1000000000;    ///< as Settings::elementBudget may ask for
  /// The budget of a system that was given so many elements where its settings leave it open.
  static constexpr std::size_t budgetFor(std::size_t given, bool redistributes) {
    const std::size_t wanted =
        redistributes ? std::max(kLatticeBudgetFactor * given, kLeastLatticeBudget) : kBudgetFactor * given;
    return std::min(wanted, kMostBudget);
  }

  std::size_t given = 0;  ///< elements that came from outside: at the start and by append()
  /// Most elements: Settings::elementBudget, or budgetFor() where that is 0.
  std::size_t budget = 0;
  std::uint64_t split = 0;    ///< elements that were split ...
  std::uint64_t merged = 0;   ///< ... that went into a neighbour ...
  std::uint64_t removed = 0;  ///< ... that had next to no strength, which a neighbour took
  /// Sum of |change of linear impulse| by merging over all steps, each relative to 1/2 sum |x - c| |alpha| about the
  /// mean position c. Splitting changes nothing.
  double impulseDrift = 0;
  Vec3 centroidShift;  ///< by which the centroid of the elements was moved, though nothing moved [L]
  LatticeReport lattice;
  bool full = false;  ///< elements that should have been split were not, for want of room or for the ground

  friend bool operator==(const RefinementReport& a, const RefinementReport& b) {
    return a.given == b.given && a.budget == b.budget && a.split == b.split && a.merged == b.merged &&
           a.removed == b.removed && a.impulseDrift == b.impulseDrift && a.centroidShift == b.centroidShift &&
           a.full == b.full && a.lattice == b.lattice;
  }
};

/// Seconds that the parts of an evaluation by the fast multipole method take.
struct CostParts {
  double pairs = 0;         ///< of elements and targets that meet directly: the stage "near"
  double translations = 0;  ///< of expansions between cells: "transfer"
  double expansions = 0;    ///< of elements, cells and targets: "upward", "downward"
  double points = 0;        ///< sorted into a tree and its lists: "sort", "tree", "lists", "scatter"

  double total() const { return pairs + translations + expansions + points; }
};

/// Relative error of velocities against a double-precision direct sum at sampled targets: docs/math.md, (9.1). The
/// percentile, the maximum and the histogram are those of a fair sample.
struct MeasuredError {
  static constexpr int kLowestDecade = -12;  ///< the histogram begins at 1e-12 ...
  static constexpr int kDecades = 14;        ///< ... and ends at 100
  static constexpr int kBinsPerDecade = 4;
  static constexpr int kBins = kDecades * kBinsPerDecade;

  double relativeL2 = 0;    ///< as far as the samples tell
  double bound = 0;         ///< relativeL2 of all targets is at most this, with a confidence of 99 %
  double percentile99 = 0;  ///< of |u - u_exact| / rms |u_exact|
  double maximum = 0;       ///< of the same
  std::size_t samples = 0;  ///< 0: nothing was measured
  /// Targets by the same: bin k counts 10^(kLowestDecade + k/kBinsPerDecade) up to the next bin's; the first and the
  /// last take what lies beyond, exact velocities and values that are not finite among them.
  std::array<std::uint32_t, kBins> histogram = {};
};

/// One named part of an evaluation and the wall time that it took [s].
struct StageTime {
  std::string name;
  double seconds = 0;
};

/// What the last evaluation (or step: then summed over its evaluations) did.
struct EvaluationReport {
  std::string backend;            ///< "cpu" or "cuda"
  std::vector<StageTime> stages;  ///< in order of first use: tree, lists, upward, transfer, downward, near, ...
  double seconds = 0;             ///< wall time of the whole
  CostParts predicted;            ///< of an evaluation, what the cost model expected of it [s]; zeros: nothing
  int evaluations = 0;
  int order = 0;     ///< expansion order p; 0 for direct sums
  double theta = 0;  ///< opening angle; 0 for direct sums
  int leafElements = 0;
  int leafPoints = 0;
  int levels = 0;  ///< depth of the tree
  std::size_t cells = 0;
  std::size_t leaves = 0;
  std::size_t farPairs = 0;     ///< cell pairs that met through expansions
  std::uint64_t nearPairs = 0;  ///< element-target pairs summed directly
  /// Pairs of cells that met through expansions as if their cores did not reach each other: of those the elements that
  /// do reach a block of targets are corrected.
  std::uint64_t correctedPairs = 0;
  std::array<int, 3> mesh = {};  ///< nodes of the periodic mesh that summed the field; zeros: none did
  std::size_t bytes = 0;         ///< memory held by the solver and the particles
};

/// The mesh that sums a field, as it was last decided: a resumed run has its nodes in the same places.
struct MeshTuning {
  int use = 0;                             ///< 1: a mesh sums; -1: none does; 0: nothing was decided
  std::array<double, 3> low = {};          ///< its first node [L]
  std::array<int, 3> size = {};            ///< nodes of the periodic mesh
  double coreRadius = 0;                   ///< of the cores that it was laid for [L]
  double perTarget = 0;                    ///< of a tracer by expansions, as the decision had it [s]
  std::int64_t elements = 0, tracers = 0;  ///< at that decision
  int layNext = 0;                         ///< so many evaluations have a mesh of their own
  bool radiusMoves = false;                ///< each step has a mesh of its own
  bool vorticity = false;                  ///< there is room for vorticities
};

/// What the fast multipole method works with where settings() leave it the choice (0 there).
struct Tuning {
  int order = 0;  ///< 0: nothing was chosen, as before the first evaluation and for direct sums
  double theta = 0;
  int leafElements = 0;
  int leafPoints = 0;
  std::int64_t elements = 0;  ///< that induced the flow when it was last looked at; 0: not known
  MeshTuning mesh = {};
};

}  // namespace fmm
