#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fmm/types.h"

namespace fmm {

/// Redistribution of a system's elements since its start.
struct LatticeReport {
  static constexpr double kMet = 0.1;
  static constexpr std::size_t kBudgetFactor = 2;
  static constexpr std::size_t kLeastBudget = 4096;       ///< because a few elements spread to hundreds of nodes each
  static constexpr std::size_t kMostBudget = 1000000000;  ///< largest allowed Settings::elementBudget
  /// The budget of a system that was given so many elements, if Settings::elementBudget is 0.
  static constexpr std::size_t budgetFor(std::size_t given) {
    return std::min(std::max(kBudgetFactor * given, kLeastBudget), kMostBudget);
  }

  std::size_t given = 0;   ///< elements that came from outside: at the start and by append()
  std::size_t budget = 0;  ///< most nodes: Settings::elementBudget, or budgetFor() where that is 0
  std::uint64_t passes = 0;
  double spacing = 0;             ///< h of the last pass [L]; 0: there was none
  double spread = 0;              ///< nu t since the last pass that was due, for a no-slip wall [L^2]
  double turned = 0;              ///< time integral of max |grad u| since then, the criterion of `auto`
  std::int64_t atStep = 0;        ///< steps done by then
  std::uint64_t coarsenings = 0;  ///< how often h had to grow to keep the budget
  /// Node threshold of the last pass, relative to the strongest node's strength; 0: there was none.
  double threshold = 0;
  /// Most that a node got from any ring but its main one, relative to the strongest node's strength.
  double foreignShare = 0;
  /// Largest |grad b| at the nodes of the last pass [1/T^2]; 0: no heat. A step should keep buoyancyPerStep().
  double buoyancyGradient = 0;
  Vec3 heatImpulse;            ///< that buoyancy has given the flow, sum dt (sum B) up [L^4/T]; plane [L^3/T]
  double heatImpulseSize = 0;  ///< the same with sum |B|, a scale of it
  Vec3 centroidShift;          ///< sum of the jumps of the elements' centroid by redistribution [L]
  /// From this point, near the elements, positions count where they are rounded to the solver's precision, and nodes of
  /// the lattice [L]. It follows the flow.
  Vec3 origin;

  /// Most that dt sqrt(max |grad b|) may be: a stratified fluid swings at that rate.
  static constexpr double kMostBuoyancyPerStep = 0.5;
  /// dt sqrt(max |grad b|) of a step of length dt [T].
  double buoyancyPerStep(double dt) const { return std::abs(dt) * std::sqrt(buoyancyGradient); }

  /// True if rings have come so close that nodes belong to two. Elements then stand for more than one ring.
  bool ringsHaveMet() const { return foreignShare >= kMet; }

  friend bool operator==(const LatticeReport& a, const LatticeReport& b) {
    return a.given == b.given && a.budget == b.budget && a.passes == b.passes && a.spacing == b.spacing &&
           a.spread == b.spread && a.turned == b.turned && a.atStep == b.atStep && a.coarsenings == b.coarsenings &&
           a.threshold == b.threshold && a.foreignShare == b.foreignShare && a.buoyancyGradient == b.buoyancyGradient &&
           a.heatImpulse == b.heatImpulse && a.heatImpulseSize == b.heatImpulseSize &&
           a.centroidShift == b.centroidShift && a.origin == b.origin;
  }
};

/// Times of the parts of an evaluation by the fast multipole method [s].
struct CostParts {
  double pairs = 0;         ///< direct sums over elements and targets: the stage "near"
  double translations = 0;  ///< expansions from cell to cell: "transfer"
  double expansions = 0;    ///< expansions of elements, of cells, and at targets: "upward", "downward"
  double points = 0;        ///< sorting of points into a tree, and its lists: "sort", "tree", "lists", "scatter"

  double total() const { return pairs + translations + expansions + points; }
};

/// Relative error of velocities against a double-precision direct sum at sampled targets: docs/math.md, (9.1). The
/// percentile, the maximum and the histogram come from an unbiased sample.
struct MeasuredError {
  static constexpr int kLowestDecade = -12;  ///< the histogram starts at 1e-12
  static constexpr int kDecades = 14;        ///< and ends at 100
  static constexpr int kBinsPerDecade = 4;
  static constexpr int kBins = kDecades * kBinsPerDecade;

  double relativeL2 = 0;    ///< estimated from the samples
  double bound = 0;         ///< upper bound of relativeL2 over all targets, with a confidence of 99 %
  double percentile99 = 0;  ///< of |u - u_exact| / rms |u_exact|
  double maximum = 0;       ///< of |u - u_exact| / rms |u_exact|
  std::size_t samples = 0;  ///< 0: nothing was measured
  /// Number of targets by |u - u_exact| / rms |u_exact|: bin k starts at 10^(kLowestDecade + k/kBinsPerDecade). The
  /// first and last bin include everything beyond, such as exact velocities and values that are not finite.
  std::array<std::uint32_t, kBins> histogram = {};
  double tolerance = 0;  ///< the tolerance asked for; 0: none, as for direct sums

  /// True if `bound` is within the tolerance; empty if nothing was measured or no tolerance was asked for.
  std::optional<bool> toleranceKept() const {
    if (samples == 0 || tolerance == 0) return std::nullopt;
    return bound <= tolerance;
  }
  /// "the tolerance 1.0e-04 is not kept: measured error ..., at most ... with 99 % confidence"; empty unless it is not.
  std::string warning() const;
};

/// A named part of an evaluation and its wall time [s].
struct StageTime {
  std::string name;
  double seconds = 0;
};

/// Report on the last evaluation, or on the last step, summed over its evaluations.
struct EvaluationReport {
  std::string backend;            ///< "cpu" or "cuda"
  std::vector<StageTime> stages;  ///< in order of first use: tree, lists, upward, transfer, downward, near, ...
  double seconds = 0;             ///< total wall time [s]
  CostParts predicted;            ///< prediction of the cost model for an evaluation [s]; zeros: none
  int evaluations = 0;
  int order = 0;     ///< expansion order p; 0 for direct sums
  double theta = 0;  ///< opening angle; 0 for direct sums
  int leafElements = 0;
  int leafPoints = 0;
  int levels = 0;  ///< depth of the tree
  std::size_t cells = 0;
  std::size_t leaves = 0;
  std::size_t farPairs = 0;     ///< cell pairs evaluated through expansions
  std::uint64_t nearPairs = 0;  ///< element-target pairs summed directly
  /// Cell pairs evaluated through expansions as if their cores did not reach each other. Elements that do reach a block
  /// of targets are then corrected.
  std::uint64_t correctedPairs = 0;
  std::array<int, 3> mesh = {};  ///< nodes of the periodic mesh that summed the field; zeros: no mesh
  std::size_t bytes = 0;         ///< memory held by the solver and the particles
  /// Whether the velocities keep the tolerance. Where their error was measured, MeasuredError::toleranceKept(); else by
  /// the samples on which the solver chose or last checked its parameters. Empty where neither tells, as for direct
  /// sums, prescribed parameters, and other particles in a FieldEvaluator than those it chose for.
  std::optional<bool> toleranceKept;
  std::string warning;  ///< why `toleranceKept` is false; empty unless it is
};

/// The last decision about a mesh, so that a resumed run has its nodes in the same places.
struct MeshTuning {
  int use = 0;                             ///< 1: use a mesh; -1: use none; 0: not decided
  std::array<double, 3> low = {};          ///< its first node [L]
  std::array<int, 3> size = {};            ///< nodes of the periodic mesh
  double coreRadius = 0;                   ///< core radius that the mesh was made for [L]
  double perTarget = 0;                    ///< time of a tracer by expansions, as estimated for the decision [s]
  std::int64_t elements = 0, tracers = 0;  ///< at that decision
  int layNext = 0;                         ///< number of coming evaluations that lay a new mesh
  bool radiusMoves = false;                ///< core radii change, so that each step lays a new mesh
  bool vorticity = false;                  ///< the mesh has room for vorticities
};

/// Parameters of the fast multipole method where settings() leave the choice to the system (0 there).
struct Tuning {
  int order = 0;  ///< 0: not chosen, as before the first evaluation and for direct sums
  double theta = 0;
  int leafElements = 0;
  int leafPoints = 0;
  std::int64_t elements = 0;  ///< sources at the last check of the parameters; 0: not known
  MeshTuning mesh = {};
};

}  // namespace fmm
