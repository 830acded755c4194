#include "tuning/parameter_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace fmm {
namespace {

class Search {
 public:
  Search(Trials& trials, const SearchTask& task, const CostModel& costs)
      : trials_(trials), task_(task), costs_(costs), limits_(task.start.limits) {}

  FoundParameters run() {
    chooseLeaves(task_.start);
    tryPairs();
    while (!keeps(bestMeasured()) && hasLargerLeaves()) {
      // Large leaves lose digits of float coordinates, which no order regains.
      std::vector<Measured> inLargeLeaves = std::exchange(measured_, {});
      const TreeLimits& start = task_.start.limits;
      const Index shrink = task_.maySumAll ? kShrink : std::numeric_limits<Index>::max();
      limits_ = {std::max(limits_.leafElements / shrink, start.leafElements),
                 std::max(limits_.leafPoints / shrink, start.leafPoints)};
      tryPairs();
      measured_.insert(measured_.end(), inLargeLeaves.begin(), inLargeLeaves.end());
    }
    tryOtherLeaves();
    tryLeavesBetween();
    const Measured& best = bestMeasured();
    return {best.parameters, best.work, best.error};
  }

 private:
  static constexpr int kMostTries = 8;
  static constexpr Index kShrink = 8;  // factor by which leaves that proved too large shrink
  // Distances from the table's pair of order and angle; the order's is exceeded if no pair within keeps the tolerance.
  // At angles far above the table's most of the error lies at few targets, which samples miss.
  static constexpr int kOrderReach = 3;
  static constexpr double kAngleReach = 0.035;
  static constexpr double kLeastAngle = 0.3, kMostAngle = 0.9, kAngleStep = 0.05, kFineAngleStep = 0.025;

  double angleStep() const { return task_.manySamples ? kFineAngleStep : kAngleStep; }

  void tryPairs() {
    FmmParameters next = with(task_.start.order, task_.start.theta);
    for (int tries = 0; tries < kMostTries; ++tries) {
      measure(next);
      if (atRoundOff()) break;
      if (tries == 0) countAngles(measured_.back().work);
      if (!findNext(next)) break;
    }
  }
  /// Chooses the leaves again for the best pair if it costs many times as much as the first pair, for which they were
  /// chosen: at a smaller angle more of the large cells are near each other.
  void tryOtherLeaves() {
    constexpr double kManyTimes = 3;
    const Measured best = bestMeasured();
    if (!keeps(best) || !(best.seconds > kManyTimes * measured_.front().seconds)) return;
    chooseLeaves(best.parameters);
    if (limits_ == best.parameters.limits) return;
    measure(with(best.parameters.order, best.parameters.theta));
  }
  /// Tries intermediate leaf sizes with the best pair where particles are few; smaller leaves have larger errors.
  void tryLeavesBetween() {
    constexpr double kFewPoints = 1 << 14;  // a trial and two counts of so many take no time
    const Measured best = bestMeasured();
    const OpenLimits open = openLimits();
    if (!open.elements && !open.points) return;
    if (!keeps(best) || !(best.work.elements + best.work.targets <= kFewPoints)) return;
    limits_ = cheapestBetween(best.parameters.limits, best.seconds, open,
                              [&](const TreeLimits& limits) { return costOfLeaves(limits, best.parameters); });
    if (!(limits_ == best.parameters.limits)) measure(with(best.parameters.order, best.parameters.theta));
  }
  bool hasLargerLeaves() const {
    const TreeLimits& start = task_.start.limits;
    return limits_.leafElements > start.leafElements || limits_.leafPoints > start.leafPoints;
  }

  struct Measured {
    FmmParameters parameters;
    WorkCounts work;
    double error, seconds;
  };

  FmmParameters with(int order, double theta) const {
    FmmParameters p = task_.start;
    p.limits = limits_;
    p.order = order;
    p.theta = theta;
    p.directPairs = costs_.directPairs(task_.core, p.accuracy == PairAccuracy::exact, order);
    return p;
  }
  CostParts partsOf(const WorkCounts& work, int order) const {
    return costs_.parts(work, task_.core, task_.start.accuracy == PairAccuracy::exact, order);
  }
  double secondsOf(const WorkCounts& work, int order) const { return partsOf(work, order).total(); }

  /// The work with these parameters; reuses the last count if they are the same.
  const WorkCounts& count(const FmmParameters& p) {
    const bool again = last_ && last_->order == p.order && last_->theta == p.theta && last_->limits == p.limits;
    if (!again) lastWork_ = trials_.count(p);
    last_ = p;
    return lastWork_;
  }

  OpenLimits openLimits() const {
    return {task_.anyLeafElements, task_.anyLeafPoints, std::max(task_.start.limits.leafPoints, task_.mostLeafPoints)};
  }
  /// Sets limits_ to the cheapest leaves for the order and angle of `pair`.
  void chooseLeaves(const FmmParameters& pair) {
    const OpenLimits open = openLimits();
    if (!open.elements && !open.points) return;
    double least = INFINITY;
    const auto costOf = [&](const TreeLimits& limits) {
      const CostParts cost = costOfLeaves(limits, pair);
      least = std::min(least, cost.total());
      return cost;
    };
    limits_ = cheapestLeaves(task_.start.limits, open, costOf);
    if (levelsMatter(least, pair.order)) {
      limits_ = cheapestLarger(limits_, least, open, costOf);
      limits_ = cheapestApart(limits_, least, open, costOf);
    }
    if (task_.maySumAll) tryOneLeaf(open, least, pair);
  }
  /// True if the tree's depth is a large part of the cost, as on a GPU that few particles do not fill.
  bool levelsMatter(double least, int order) const {
    constexpr double kGoodPart = 0.1;
    return lastWork_.levels * costs_.level.at(order) > kGoodPart * least;
  }
  CostParts costOfLeaves(const TreeLimits& limits, const FmmParameters& pair) {
    limits_ = limits;
    const FmmParameters p = with(pair.order, pair.theta);
    return partsOf(count(p), p.order);
  }
  /// Tries one leaf for all particles, which walks by doubling miss, since sizes in between cost more. It is counted
  /// only if its pairs (on ranks a part of them, as work is a mean) cost less than `least`, as of few particles.
  void tryOneLeaf(OpenLimits open, double least, const FmmParameters& pair) {
    const TreeLimits found = limits_;
    const std::optional<TreeLimits> whole =
        oneLeaf(task_.start.limits, open, lastWork_.elements, lastWork_.elements + lastWork_.targets);
    WorkCounts pairs;
    pairs.velocityPairs = lastWork_.elements * (lastWork_.targets - lastWork_.gradientTargets);
    pairs.gradientPairs = lastWork_.elements * lastWork_.gradientTargets;
    if (!whole || !(secondsOf(pairs, pair.order) < kWorthwhile * least)) return;
    if (!(costOfLeaves(*whole, pair).total() < kWorthwhile * least)) limits_ = found;
  }

  // ---- order and angle ----------------------------------------------------------------------------------------------

  /// Counts the work at three angles, of which the nearest to the table's is replaced by it, with its count `start`.
  /// expectedSeconds() interpolates log(time) by a parabola through them, limited to the values at the neighbouring
  /// angles, and beyond the outermost to no less (below) or no more (above): with few cells times fall in steps.
  void countAngles(const WorkCounts& start) {
    angles_ = {0.5, 0.65, 0.8};
    std::size_t nearest = 0;
    for (std::size_t k = 1; k < angles_.size(); ++k)
      if (std::abs(angles_[k] - task_.start.theta) < std::abs(angles_[nearest] - task_.start.theta)) nearest = k;
    angles_[nearest] = task_.start.theta;
    for (std::size_t k = 0; k < angles_.size(); ++k)
      counted_[k] = k == nearest ? start : count(with(task_.start.order, angles_[k]));
  }
  double expectedSeconds(int order, double theta) const {
    std::array<double, 3> y;
    for (std::size_t k = 0; k < y.size(); ++k) y[k] = std::log(secondsOf(counted_[k], order));
    const auto& x = angles_;
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      double weight = y[k];
      for (std::size_t l = 0; l < 3; ++l)
        if (l != k) weight *= (theta - x[l]) / (x[k] - x[l]);
      sum += weight;
    }
    if (theta < x[0]) {  // at least the power law through the first two
      const double power = std::max(0.0, (y[0] - y[1]) / std::log(x[1] / x[0]));
      return std::exp(std::max(sum, y[0] + power * std::log(x[0] / theta)));
    }
    if (theta > x[2]) return std::exp(std::min(sum, y[2]));
    const auto [least, most] = theta < x[1] ? std::minmax(y[0], y[1]) : std::minmax(y[1], y[2]);
    return std::exp(std::clamp(sum, least, most));
  }

  /// The error by the law (kConvergence theta)^(p+1), from the measured pair that is nearest by this law.
  double expectedError(int order, double theta) const {
    constexpr double kConvergence = 0.54;
    const auto exponent = [](int p, double angle) { return (p + 1) * std::log(kConvergence * angle); };
    double nearest = INFINITY, expected = 0;
    for (const Measured& m : measured_) {
      const double change = exponent(order, theta) - exponent(m.parameters.order, m.parameters.theta);
      if (!(std::abs(change) < nearest)) continue;
      nearest = std::abs(change);
      expected = m.error * std::exp(change);
    }
    return expected;
  }

  void measure(const FmmParameters& p) {
    measured_.push_back({p, count(p), 0, 0});
    Measured& m = measured_.back();
    m.seconds = secondsOf(m.work, p.order);
    m.error = trials_.error(p);
  }
  bool keeps(const Measured& m) const { return m.error <= kErrorMargin * task_.tolerance; }

  /// Sets `next` to the cheapest pair expected to keep the tolerance or, if no pair is expected to, and none has, to
  /// the one with the least expected error. False if no pair is cheaper than the best found.
  bool findNext(FmmParameters& next) const {
    const Measured* best = nullptr;
    for (const Measured& m : measured_)
      if (keeps(m) && (!best || m.seconds < best->seconds)) best = &m;
    double least = best ? kWorthwhile * best->seconds : INFINITY, leastError = INFINITY;
    bool found = false;
    FmmParameters strictest = next;
    for (int order = kMinimumOrder; order <= task_.mostOrder; ++order) {
      for (int k = 0; kLeastAngle + k * angleStep() < kMostAngle + angleStep() / 8; ++k) {
        const double theta = kLeastAngle + k * angleStep();
        if (theta > task_.start.theta + kAngleReach + angleStep() / 8 || isMeasured(order, theta) ||
            isRuledOut(order, theta) || std::pow(theta / (2 - theta), order + 1) > task_.mostLeft)
          continue;
        const double error = expectedError(order, theta);
        if (error < leastError) {
          leastError = error;
          strictest = with(order, theta);
        }
        if (!(error <= kErrorMargin * task_.tolerance) || std::abs(order - task_.start.order) > kOrderReach) continue;
        const double seconds = expectedSeconds(order, theta);
        if (!(seconds <= least)) continue;  // the widest angle of equal times
        least = seconds;
        next = with(order, theta);
        found = true;
      }
    }
    if (found || best) return found;
    next = strictest;
    return leastError < INFINITY;
  }
  bool isMeasured(int order, double theta) const {
    return std::any_of(measured_.begin(), measured_.end(), [&](const Measured& m) {
      return m.parameters.order == order && std::abs(m.parameters.theta - theta) < 0.5 * angleStep();
    });
  }
  /// True if the pair is no tighter than a measured pair that failed.
  bool isRuledOut(int order, double theta) const {
    return std::any_of(measured_.begin(), measured_.end(), [&](const Measured& m) {
      return !keeps(m) && order <= m.parameters.order && theta >= m.parameters.theta;
    });
  }

  /// True if the last two, tighter pairs reduced the error by less than half the orders of magnitude that were needed.
  /// One may have an unlucky sample.
  bool atRoundOff() const {
    constexpr std::size_t kTighter = 2;
    if (measured_.size() <= kTighter) return false;
    const Measured& before = measured_[measured_.size() - 1 - kTighter];
    if (keeps(before)) return false;
    const double excess = before.error / (kErrorMargin * task_.tolerance);
    return std::all_of(measured_.end() - kTighter, measured_.end(), [&](const Measured& m) {
      return !keeps(m) && !(m.error < before.error / std::sqrt(std::min(excess, 4.0)));
    });
  }
  /// The cheapest pair that keeps the tolerance; if none does, the cheapest of those near the least error.
  const Measured& bestMeasured() const {
    double mostError = kErrorMargin * task_.tolerance;
    double least = INFINITY;
    for (const Measured& m : measured_) least = std::min(least, m.error);
    constexpr double kAlike = 1.5;
    if (!(least <= mostError)) mostError = kAlike * least;
    const Measured* best = &measured_.front();
    for (const Measured& m : measured_) {
      if (!(m.error <= mostError)) continue;
      if (!(best->error <= mostError) || m.seconds < best->seconds) best = &m;
    }
    return *best;
  }

  Trials& trials_;
  const SearchTask& task_;
  const CostModel& costs_;
  TreeLimits limits_;
  std::array<double, 3> angles_;
  std::array<WorkCounts, 3> counted_;  ///< [angles_]
  std::optional<FmmParameters> last_;  ///< parameters of lastWork_
  WorkCounts lastWork_;
  std::vector<Measured> measured_;
};

}  // namespace

FoundParameters cheapestParameters(Trials& trials, const SearchTask& task, const CostModel& costs) {
  return Search(trials, task, costs).run();
}

}  // namespace fmm
