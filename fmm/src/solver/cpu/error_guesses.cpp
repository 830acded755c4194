#include "solver/cpu/error_guesses.h"

#include <algorithm>
#include <cmath>

#include "expansion/coefficients.h"
#include "solver/cost_model.h"
#include "solver/cpu/loaded_particles.h"
#include "solver/cpu/passes.h"
#include "solver/fmm_pipeline.h"
#include "solver/outside_targets.h"
#include "tree/cpu/build_octree.h"
#include "tree/interaction_lists.h"

namespace fmm {
namespace {

/// What an evaluation worked with.
FmmParameters parametersOf(const FieldSettings& settings, const EvaluationReport& report, Index elements,
                           Index targets) {
  FieldSettings chosen = settings;
  chosen.order = report.order;
  chosen.theta = report.theta;
  chosen.leafElements = report.leafElements;
  chosen.leafPoints = report.leafPoints;
  FmmParameters p = chooseParameters(chosen, elements, targets, false);
  const bool gpu = report.backend == "cuda", exact = p.accuracy == PairAccuracy::exact;
  p.directPairs = costModel(gpu, settings.precision).directPairs(settings.regularisation, exact, p.order);
  return p;
}

/// What is cut off the expansions of the sources that a cell met, and off its own, which lacks the degrees that grow
/// with the distance from its middle.
struct CutOff {
  double source = 0, target = 0;
};

/// |M_n| of the moments of degree n in units that make it the sum of |alpha| at most: with the radius as the length,
/// and the harmonics of (4.1) normalised on the sphere.
double momentOf(const double* expansion, int n) {
  double sum = 0;
  for (int m = 0; m <= n; ++m) {
    const double norm = std::tgamma(n + m + 1) * std::tgamma(n - m + 1) * (m == 0 ? 1 : 2);
    for (int k = 0; k < kComponentStride; ++k) {
      const double real = expansion[kComponentStride * re(n, m) + k];
      const double imaginary = m == 0 ? 0 : expansion[kComponentStride * im(n, m) + k];
      sum += norm * (real * real + imaginary * imaginary);
    }
  }
  return std::sqrt(sum);
}

/// The tree of some elements and targets, and what its expansions leave at the targets.
class ErrorTree {
 public:
  ErrorTree(const Elements& elements, const std::vector<Vec3>& targets, const FieldSettings& settings,
            const EvaluationReport& report)
      : exec_(settings.threads),
        parameters_(
            parametersOf(settings, report, static_cast<Index>(elements.size()), static_cast<Index>(targets.size()))),
        rule_(acceptanceRule<double>(parameters_)) {
    build(elements, targets);
    addStrengths();
    addMoments();
    addCells();
  }

  ErrorGuesses atTargets(const FieldSettings& settings) {
    const bool rounds = settings.precision == Precision::single;
    return {atTargets(most_), atTargets(likely_),
            rounds ? roundedAtTargets(settings.regularisation) : std::vector<double>()};
  }

 private:
  static constexpr int kMoreDegrees = 3;
  static constexpr std::size_t kMostCoefficients = std::size_t{1} << 24;
  static constexpr std::uint64_t kMostPairs = std::uint64_t{1} << 25;  // near; for more, those of the own leaf stand

  void build(const Elements& elements, const std::vector<Vec3>& targets) {
    const LoadedParticles particles(exec_, elements, targets);  // the tree has copies of its own
    targetCount_ = particles.task.tracerCount;
    OctreeBuilder<CpuExec, double>().build(exec_, particles.task, parameters_.limits, tree_);
    lists_.build(exec_, tree_, rule_);
  }

  /// strength_[i]: the sum of |alpha| of the first i sorted elements.
  void addStrengths() {
    const SourceArrays<double> s = tree_.sources();
    const std::size_t count = tree_.element[0].size();
    strength_.assign(count + 1, 0);
    for (std::size_t i = 0; i < count; ++i) strength_[i + 1] = strength_[i] + std::hypot(s.ax[i], s.ay[i], s.az[i]);
  }
  double strengthOf(IndexRange range) const {
    return strength_[static_cast<std::size_t>(range.end)] - strength_[static_cast<std::size_t>(range.begin)];
  }

  /// The moments of each cell, to some degrees more than the evaluation's.
  void addMoments() {
    degrees_ = std::min(kMaximumOrder, parameters_.order + kMoreDegrees);
    const auto length = static_cast<std::size_t>(vectorLength(degrees_));
    const auto cells = static_cast<std::size_t>(tree_.cellCount);
    if (cells * length > kMostCoefficients) return;
    CpuBuffer<double> multipoles(cells * length);
    FmmView<double> view = {};
    view.tree = tree_.view();
    view.sources = tree_.sources();
    view.order = view.multipoleOrder = degrees_;
    view.multipoles = multipoles.data();
    moments_.assign(cells * static_cast<std::size_t>(degrees_ + 1), 0);
    for (int level = tree_.levels() - 1; level >= 0; --level) {
      const Index begin = tree_.levelStart[static_cast<std::size_t>(level)];
      const Index count = tree_.levelStart[static_cast<std::size_t>(level) + 1] - begin;
      const auto add = [&](Index i) {
        const Index c = begin + i;
        if (view.tree.cells[c].elements.count() == 0) return;
        view.tree.cells[c].isLeaf() ? p2mLeaf(view, c) : m2mCell(view, c);
        for (int n = 0; n <= degrees_; ++n)
          moments_[momentAt(c, n)] = momentOf(view.multipoles + static_cast<std::size_t>(c) * length, n);
      };
      exec_.forEach("fmm::moments", count, add, 4);
    }
  }
  std::size_t momentAt(Index cell, int n) const {
    return static_cast<std::size_t>(cell) * static_cast<std::size_t>(degrees_ + 1) + static_cast<std::size_t>(n);
  }

  /// What each cell's own far list leaves.
  void addCells() {
    most_.assign(static_cast<std::size_t>(tree_.cellCount), {});
    likely_ = most_;
    const ListsView<Index> far = lists_.far();
    const auto add = [&](Index c) {
      for (std::int64_t k = far.start[c]; k < far.start[c + 1]; ++k) addPair(c, far.items[k]);
    };
    exec_.forEach("fmm::errorsOfLists", tree_.cellCount, add, 16);
  }

  void addPair(Index a, Index b) {
    const CellBounds<double>&target = tree_.bounds.data()[a], &source = tree_.bounds.data()[b];
    const Vector3<double> apart = target.targets.middle() - source.sources.middle();
    const double d = std::sqrt(dotProduct(apart, apart)), ra = target.targetRadius, rb = source.sourceRadius;
    const double gap = d - ra - rb;
    CutOff &most = most_[static_cast<std::size_t>(a)], &likely = likely_[static_cast<std::size_t>(a)];
    most.source +=
        strengthOf(tree_.cells.data()[b].elements) * cutOff(std::max(rb / (d - ra), ra / (d - rb))) / (gap * gap);
    if (moments_.empty()) return;
    const CutOff lost = cutOffMoments(b, ra / d, rb / d, rb / (d - ra));
    likely.source += lost.source / (gap * gap);
    likely.target += lost.target / (gap * gap);
  }
  double cutOff(double ratio) const { return (parameters_.order + 1) * std::pow(ratio, parameters_.order + 1); }

  /// From the source's moments: those beyond the order, and what the others give to the first degree that the target's
  /// expansion lacks.
  CutOff cutOffMoments(Index b, double target, double source, double ratio) const {
    const int p = parameters_.order;
    double lost = 0, given = 0, ofSource = 1, binomial = 1, ofRatio = 1;
    for (int n = 0; n <= degrees_; ++n) {
      const double moment = moments_[momentAt(b, n)];
      if (n <= p) given += moment * ofSource * binomial;
      if (n > p) lost += (n + 1) * moment * ofRatio;
      ofSource *= source;
      ofRatio *= ratio;
      binomial *= static_cast<double>(n + p + 2) / (n + 1);
    }
    return {lost, (p + 1) * given * std::pow(target, p + 1)};
  }

  std::vector<double> atTargets(const std::vector<CutOff>& ofCells) {
    const Index* order = tree_.tracerOrder.data();
    std::vector<double> errors(static_cast<std::size_t>(targetCount_), 0);
    const auto fill = [&](Index c) {
      const Cell& cell = tree_.cells.data()[c];
      for (Index t = cell.tracers.begin; cell.isLeaf() && t < cell.tracers.end; ++t)
        errors[static_cast<std::size_t>(order[t])] = atTarget(ofCells, c, t);
    };
    exec_.forEach("fmm::errorsAtTargets", tree_.cellCount, fill, 16);
    for (Index t = tree_.insideTracers; t < targetCount_; ++t)
      errors[static_cast<std::size_t>(order[t])] = outsideError(t);
    return errors;
  }

  /// What all cells about a target have met.
  double atTarget(const std::vector<CutOff>& ofCells, Index leaf, Index t) const {
    double sum = 0;
    for (Index c = leaf; c >= 0; c = tree_.cells.data()[c].parent) {
      const CutOff& error = ofCells[static_cast<std::size_t>(c)];
      const CellBounds<double>& bounds = tree_.bounds.data()[c];
      const Vector3<double> off = tracer(t) - bounds.targets.middle();
      const double part = bounds.targetRadius > 0 ? std::sqrt(dotProduct(off, off)) / bounds.targetRadius : 1;
      sum += error.source + error.target * std::pow(part, parameters_.order);
    }
    return sum;
  }

  /// Of the pairs in the near lists, or within a leaf where those are too many: each component of an offset is off by
  /// `step`, and the sum by as much of its terms as floats round off.
  std::vector<double> roundedAtTargets(Regularisation core) {
    constexpr double kRounding = 0x1p-24;
    const double step = kRounding * largestCoordinate();
    const SourceArrays<double> s = tree_.sources();
    const auto pair = [&](Vector3<double> y, Index i) {
      const Vector3<double> offset = y - Vector3<double>{s.x[i], s.y[i], s.z[i]};
      const double r = std::max(step, std::sqrt(dotProduct(offset, offset))), sigma = s.sigma[i];
      // The cutoff's factor g/r^3 grows towards its middle, those of the others level off at about sigma.
      const double outer = std::max(r, sigma), squared = r * r + sigma * sigma;
      const double factor = 1 / (core == Regularisation::cutoff ? r * outer * outer : squared * std::sqrt(squared));
      return strengthOf({i, i + 1}) * factor * (step + kRounding * r);
    };
    const ListsView<IndexRange> near = lists_.near();
    const bool few = lists_.nearPairs <= kMostPairs;
    std::vector<double> errors(static_cast<std::size_t>(targetCount_), 0);
    const auto fill = [&](Index c) {
      const Cell& cell = tree_.cells.data()[c];
      if (!cell.isLeaf()) return;
      const IndexRange* first = few ? near.items + near.start[c] : &cell.elements;
      const IndexRange* last = few ? near.items + near.start[c + 1] : first + 1;
      for (Index t = cell.tracers.begin; t < cell.tracers.end; ++t) {
        double& error = errors[static_cast<std::size_t>(tree_.tracerOrder.data()[t])];
        for (const IndexRange* range = first; range != last; ++range)
          for (Index i = range->begin; i < range->end; ++i) error += pair(tracer(t), i);
      }
    };
    exec_.forEach("fmm::roundedAtTargets", tree_.cellCount, fill, 16);
    return errors;
  }

  /// As floats have it: those of a set far off are counted from its middle, as frameOf() does.
  double largestCoordinate() const {
    const RootCube& root = tree_.root;
    const double half = 0.5 * root.edge;
    const Vec3 middle = {root.lowX + half, root.lowY + half, root.lowZ + half};
    if (norm(middle) > 4 * norm({root.edge, root.edge, root.edge})) return half;
    return std::max({std::abs(middle.x), std::abs(middle.y), std::abs(middle.z)}) + half;
  }
  /// As if the root's expansion served at once, or one as near as the rule allows.
  double outsideError(Index t) const {
    const CellBounds<double>& root = tree_.bounds.data()[0];
    const Vector3<double> apart = tracer(t) - root.sources.middle();
    const double squared = dotProduct(apart, apart);
    const double ratio = std::min<double>(outsideRule(rule_).ratio, root.sourceRadius / std::sqrt(squared));
    return strength_.back() * cutOff(ratio) / squared;
  }
  Vector3<double> tracer(Index t) const {
    return {tree_.tracer[0].data()[t], tree_.tracer[1].data()[t], tree_.tracer[2].data()[t]};
  }

  CpuExec exec_;
  FmmParameters parameters_;
  AcceptanceRule<double> rule_;
  Index targetCount_ = 0;
  Octree<CpuExec, double> tree_;
  InteractionLists<CpuExec, double> lists_;
  std::vector<double> strength_;
  int degrees_ = 0;                    ///< of moments_
  std::vector<double> moments_;        ///< [cells][degrees + 1]; empty where they would take too much memory
  std::vector<CutOff> most_, likely_;  ///< [cells], by what each has met itself
};

}  // namespace

ErrorGuesses guessErrors(const Elements& elements, const std::vector<Vec3>& targets, const FieldSettings& settings,
                         const EvaluationReport& report) {
  if (report.order == 0 || elements.size() == 0 || targets.empty()) return {};
  return ErrorTree(elements, targets, settings, report).atTargets(settings);
}

}  // namespace fmm
