#include "solver/accuracy/cpu/error_guesses.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "expansion/coefficients.h"
#include "pairs/cpu/loaded_particles.h"
#include "pairs/reference.h"
#include "solver/accuracy/cpu/rounding_guesses.h"
#include "solver/cpu/passes.h"
#include "solver/fmm_pipeline.h"
#include "solver/outside_targets.h"
#include "tree/cpu/build_octree.h"
#include "tree/interaction_lists.h"
#include "tuning/cost_model.h"

namespace fmm {
namespace {

/// The parameters of an evaluation.
FmmParameters parametersOf(const FieldSettings& settings, const EvaluationReport& report, Index elements,
                           Index targets) {
  FieldSettings chosen = settings;
  chosen.order = report.order;
  chosen.theta = report.theta;
  chosen.leafElements = report.leafElements;
  chosen.leafPoints = report.leafPoints;
  FmmParameters p = chooseParameters(chosen, elements, targets, false);
  const bool gpu = report.backend == "cuda", exact = p.accuracy == PairAccuracy::exact;
  p.directPairs =
      costModel(gpu, settings.precision, settings.space).directPairs(settings.regularisation, exact, p.order);
  return p;
}

double squareOf(double x) {
  return x * x;
}
double powerOf(double x, int n) {
  double power = 1;
  for (; n > 0; n /= 2, x *= x)
    if (n % 2 == 1) power *= x;
  return power;
}

/// The terms of (9.2) for a target cell and a source cell, squared, at the place y from the middle of the target cell.
/// Members hold the factors that do not depend on y.
struct PairLoss {
  int order;
  Vector3<double> towards;                           ///< unit vector from the target cell to the source cell
  double apart, target;                              ///< |D|; first term of (9.2) at |Y| = |D|, squared, without e
  std::array<double, 3> source;                      ///< summands of the second term at |Y - D| = |D|, by degree
  double angle = 0.63661977236758134 / (order + 1);  ///< 2/pi

  double squaredAt(const Vector3<double>& y) const {
    const double length = dotProduct(y, y), along = dotProduct(y, towards);
    const double x = length / (apart * apart), nearer = 1 / std::max(1e-9, 1 - 2 * along / apart + x);
    const double sine = length > 0 ? std::sqrt(std::max(0., 1 - along * along / length)) : 0;
    const double facing = angle < sine ? angle / sine : 1;
    const double root = std::sqrt(nearer);
    const double lost = powerOf(root, order + 3) * (source[0] + root * (source[1] + root * source[2]));
    return target * powerOf(x, order) * facing * nearer + lost * lost;
  }
};

/// |M_n| of the moments of degree n, with the radius as the unit of length and the harmonics of (4.1) normalised on the
/// sphere: at most the sum of |alpha|.
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

/// The tree of some elements and targets, and the errors that its expansions may leave at the targets.
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
  }

  ErrorGuesses atTargets(const FieldSettings& settings) {
    const bool rounds = settings.precision == Precision::single;
    ErrorGuesses guesses;
    guesses.expanded = moments_.empty() ? mostAtTargets() : likelyAtTargets();
    if (rounds)
      guesses.rounded =
          RoundingGuesses(tree_, lists_, rule_, parameters_.order, settings.regularisation).atTargets(exec_);
    return guesses;
  }

 private:
  static constexpr int kMoreDegrees = 3;
  static constexpr std::size_t kMostCoefficients = std::size_t{1} << 24;
  /// Most pairs of a target and a cell. If there are more, a target stands for its neighbours.
  static constexpr std::uint64_t kMostPairs = std::uint64_t{1} << 25;

  void build(const Elements& elements, const std::vector<Vec3>& targets) {
    // Guesses hold up to a factor, so scaled units may keep the squares of errors within the range of double.
    const double widest = *std::max_element(elements.coreRadius.begin(), elements.coreRadius.end());
    const LoadedParticles::Units units = {std::max(unitOf(elements.position), unitOf({{widest, 0, 0}})),
                                          unitOf(elements.strength)};
    const LoadedParticles particles(exec_, elements, targets, units);  // only for this call: the tree copies them
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

  /// Computes the moments of each cell up to kMoreDegrees beyond the evaluation's order. Those above kMaximumOrder are
  /// taken to be as large as the last ones. Without memory for the moments, leaves moments_ empty.
  void addMoments() {
    degrees_ = parameters_.order + kMoreDegrees;
    const int computed = std::min(kMaximumOrder, degrees_);
    const auto length = static_cast<std::size_t>(vectorLength(computed));
    const auto cells = static_cast<std::size_t>(tree_.cellCount);
    if (cells * length > kMostCoefficients) return;
    CpuBuffer<double> multipoles(cells * length);
    FmmView<double> view = {};
    view.tree = tree_.view();
    view.sources = tree_.sources();
    view.order = view.multipoleOrder = computed;
    view.multipoles = multipoles.data();
    moments_.assign(cells * static_cast<std::size_t>(degrees_ + 1), 0);
    for (int level = tree_.levels() - 1; level >= 0; --level) {
      const Index begin = tree_.levelStart[static_cast<std::size_t>(level)];
      const Index count = tree_.levelStart[static_cast<std::size_t>(level) + 1] - begin;
      const auto add = [&](Index i) {
        const Index c = begin + i;
        if (view.tree.cells[c].elements.count() == 0) return;
        upwardCell(view, c);
        for (int n = 0; n <= computed; ++n)
          moments_[momentAt(c, n)] = momentOf(view.multipoles + static_cast<std::size_t>(c) * length, n);
        const double last = std::max(moments_[momentAt(c, computed - 1)], moments_[momentAt(c, computed)]);
        for (int n = computed + 1; n <= degrees_; ++n) moments_[momentAt(c, n)] = last;
      };
      exec_.forEach("fmm::moments", count, add, 4);
    }
  }
  std::size_t momentAt(Index cell, int n) const {
    return static_cast<std::size_t>(cell) * static_cast<std::size_t>(degrees_ + 1) + static_cast<std::size_t>(n);
  }

  // ---- errors of expansions -----------------------------------------------------------------------------------------

  /// The guess (9.3), which holds for any moments of the cells.
  std::vector<double> mostAtTargets() {
    std::vector<double> ofCells(static_cast<std::size_t>(tree_.cellCount), 0);  // sums over their own far lists
    const ListsView<Index> far = lists_.far();
    const auto add = [&](Index c) {
      for (std::int64_t k = far.start[c]; k < far.start[c + 1]; ++k)
        ofCells[static_cast<std::size_t>(c)] += mostOf(c, far.items[k]);
    };
    exec_.forEach("fmm::errorsOfLists", tree_.cellCount, add, 16);
    std::vector<double> errors(static_cast<std::size_t>(tree_.insideTracers), 0);
    const auto fill = [&](Index leaf) {
      const Cell& cell = tree_.cells.data()[leaf];
      if (!cell.isLeaf()) return;
      double sum = 0;
      for (Index c = leaf; c >= 0; c = tree_.cells.data()[c].parent) sum += ofCells[static_cast<std::size_t>(c)];
      std::fill(errors.begin() + cell.tracers.begin, errors.begin() + cell.tracers.end, sum);
    };
    exec_.forEach("fmm::errorsOfLeaves", tree_.cellCount, fill, 16);
    return inCallersOrder(errors, 1, [this](Index t) {
      double sum = 0;
      walkFar(t, [&](double d, Index b) {
        const double radius = tree_.bounds.data()[b].sourceRadius;
        sum += strengthOf(tree_.cells.data()[b].elements) * cutOff(radius / d) / squareOf(d - radius);
      });
      return sum;
    });
  }
  double mostOf(Index a, Index b) const {
    const CellBounds<double>&target = tree_.bounds.data()[a], &source = tree_.bounds.data()[b];
    const Vector3<double> apart = target.targets.middle() - source.sources.middle();
    const double d = std::sqrt(dotProduct(apart, apart)), ra = target.targetRadius, rb = source.sourceRadius;
    return strengthOf(tree_.cells.data()[b].elements) * cutOff(std::max(rb / (d - ra), ra / (d - rb))) /
           squareOf(d - ra - rb);
  }
  double cutOff(double ratio) const { return (parameters_.order + 1) * std::pow(ratio, parameters_.order + 1); }

  /// The guess (9.2) by the moments, at every `stride`-th target for itself and its next neighbours.
  std::vector<double> likelyAtTargets() {
    const ListsView<Index> far = lists_.far();
    std::uint64_t pairs = 0;
    for (Index c = 0; c < tree_.cellCount; ++c)
      pairs += static_cast<std::uint64_t>(tree_.cells.data()[c].tracers.count()) *
               static_cast<std::uint64_t>(far.start[c + 1] - far.start[c]);
    const auto stride = static_cast<Index>(1 + pairs / kMostPairs);
    std::vector<double> squares(static_cast<std::size_t>(tree_.insideTracers / stride + 1), 0);
    for (int level = 0; level < tree_.levels(); ++level) {  // levels in turn, as cells of one level share no targets
      const Index begin = tree_.levelStart[static_cast<std::size_t>(level)];
      const auto add = [&](Index i) {
        const IndexRange targets = tree_.cells.data()[begin + i].tracers;
        const Index first = (targets.begin + stride - 1) / stride;
        for (std::int64_t k = far.start[begin + i]; k < far.start[begin + i + 1]; ++k) {
          const PairLoss loss = lossOf(begin + i, far.items[k]);
          const Vector3<double> origin = tree_.bounds.data()[begin + i].targets.middle();
          for (Index at = first; at * stride < targets.end; ++at)
            squares[static_cast<std::size_t>(at)] += loss.squaredAt(tracer(at * stride) - origin);
        }
      };
      exec_.forEach("fmm::likelyErrors", tree_.levelStart[static_cast<std::size_t>(level) + 1] - begin, add, 1);
    }
    for (double& square : squares) square = std::sqrt(square);
    return inCallersOrder(squares, stride, [this](Index t) {
      double sum = 0;
      walkFar(t, [&](double d, Index b) { sum += squareOf(sourceLoss(b, d)); });
      return std::sqrt(sum);
    });
  }
  /// Field of the moments beyond the order at a distance.
  double sourceLoss(Index b, double distance) const {
    const double ratio = tree_.bounds.data()[b].sourceRadius / distance;
    double sum = 0;
    for (int n = parameters_.order + 1; n <= degrees_; ++n)
      sum += (n + 1) * moments_[momentAt(b, n)] * powerOf(ratio, n);
    return sum / squareOf(distance);
  }
  PairLoss lossOf(Index a, Index b) const {
    const CellBounds<double>&target = tree_.bounds.data()[a], &source = tree_.bounds.data()[b];
    const Vector3<double> apart = source.sources.middle() - target.targets.middle();
    const int p = parameters_.order;
    const double d = std::sqrt(dotProduct(apart, apart)), squared = d * d;
    double given = 0, power = 1, binomial = 1;  // (Rb/d)^n, and C(n + p + 1, n)
    PairLoss loss = {p, {apart.x / d, apart.y / d, apart.z / d}, d, 0, {}};
    for (int n = 0; n <= degrees_; ++n) {
      const double moment = power * moments_[momentAt(b, n)];
      if (n <= p) given += std::sqrt(binomial) * moment;
      if (n > p) loss.source[static_cast<std::size_t>(n - p - 1)] = (n + 1) * moment / squared;
      power *= source.sourceRadius / d;
      binomial *= static_cast<double>(n + p + 2) / (n + 1);
    }
    loss.target = squareOf((p + 1) * given / squared);
    return loss;
  }

  /// Guesses in the caller's order, from those at every `stride`-th target inside the root, in sorted order, and
  /// outsideOf(t) at those outside.
  template <class Outside>
  std::vector<double> inCallersOrder(const std::vector<double>& sorted, Index stride, const Outside& outsideOf) {
    const Index* order = tree_.tracerOrder.data();
    std::vector<double> errors(static_cast<std::size_t>(targetCount_));
    exec_.forEach("fmm::errorsAtTargets", targetCount_, [&](Index t) {
      errors[static_cast<std::size_t>(order[t])] =
          t < tree_.insideTracers ? sorted[static_cast<std::size_t>(t / stride)] : outsideOf(t);
    });
    return errors;
  }
  /// Calls far(distance, cell) for the cells whose multipoles act on a target outside the root.
  template <class Far>
  void walkFar(Index t, const Far& far) const {
    const auto visit = [&](Index b) {
      const Vector3<double> apart = tracer(t) - tree_.bounds.data()[b].sources.middle();
      far(std::sqrt(dotProduct(apart, apart)), b);
    };
    walkTree(tree_.view(), 0, OutsideWalk<double>::of(rule_, Space::space, parameters_.order), tracer(t), visit,
             [](IndexRange) {});
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
  int degrees_ = 0;              ///< highest degree of moments_
  std::vector<double> moments_;  ///< [cells][degrees + 1]; empty where they would take too much memory
};

}  // namespace

ErrorGuesses guessErrors(const Elements& elements, const std::vector<Vec3>& targets, const FieldSettings& settings,
                         const EvaluationReport& report) {
  // For plane flows there are no guesses: samples are drawn evenly and by velocity.
  if (report.order == 0 || settings.space == Space::plane || elements.size() == 0 || targets.empty()) return {};
  return ErrorTree(elements, targets, settings, report).atTargets(settings);
}

}  // namespace fmm
