#include "solver/parameter_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "expansion/coefficients.h"

namespace fmm {
namespace {

constexpr double kWorthwhile = 0.98;  // of the cost before: smaller gains are not looked at

class Search {
 public:
  Search(Trials& trials, const SearchTask& task, const CostModel& costs)
      : trials_(trials), task_(task), costs_(costs), limits_(task.start.limits) {}

  FoundParameters run() {
    chooseLeaves();
    tryPairs();
    if (!keeps(bestMeasured()) && hasLargerLeaves()) {
      // In large leaves coordinates have fewer digits, which no order brings back.
      const std::vector<Measured> inLargeLeaves = std::exchange(measured_, {});
      limits_ = task_.start.limits;
      tryPairs();
      measured_.insert(measured_.end(), inLargeLeaves.begin(), inLargeLeaves.end());
    }
    const Measured& best = bestMeasured();
    return {best.parameters, best.work};
  }

 private:
  static constexpr int kMostTries = 8;
  // From the table's pair, unless nothing there keeps the tolerance. Angles far above the table's leave most of their
  // error at few targets, which samples miss.
  static constexpr int kOrderReach = 3;
  static constexpr double kAngleReach = 0.035;
  static constexpr double kLeastAngle = 0.3, kAngleStep = 0.05;
  static constexpr int kAngles = 13;

  void tryPairs() {
    countAngles();
    FmmParameters next = with(task_.start.order, task_.start.theta);
    for (int tries = 0; tries < kMostTries; ++tries) {
      measure(next);
      if (atRoundOff() || !findNext(next)) break;
    }
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
  double secondsOf(const WorkCounts& work, int order) const {
    return costs_.seconds(work, task_.core, task_.start.accuracy == PairAccuracy::exact, order);
  }

  // ---- leaves -------------------------------------------------------------------------------------------------------

  /// Twice or half as much in a leaf, as long as it pays; one step that changes nothing is gone on from, since a tree
  /// may not notice it.
  void chooseLeaves() {
    if (!task_.anyLeafElements && !task_.anyLeafPoints) return;
    const auto costWith = [&](const TreeLimits& limits) {
      limits_ = limits;
      const FmmParameters p = with(task_.start.order, task_.start.theta);
      return secondsOf(trials_.count(p), p.order);
    };
    const TreeLimits start = limits_;
    TreeLimits tried[2] = {start, start};
    double cost[2];
    for (const int d : {0, 1}) cost[d] = step(tried[d], d == 0) ? costWith(tried[d]) : INFINITY;
    TreeLimits best = start;
    double least = costWith(start);  // last, since its tree is the one that is kept most often
    for (const int d : {cost[1] < cost[0] ? 1 : 0, cost[1] < cost[0] ? 0 : 1}) {
      TreeLimits limits = tried[d];
      double next = cost[d];
      for (int idle = 0; next <= least * (2 - kWorthwhile);) {
        const bool pays = next < kWorthwhile * least;
        idle = pays ? 0 : idle + 1;
        if (pays) {
          least = next;
          best = limits;
        }
        if (idle > 1 || !step(limits, d == 0)) break;
        next = costWith(limits);
      }
      if (best.leafElements != start.leafElements || best.leafPoints != start.leafPoints) break;
    }
    limits_ = best;
  }
  bool step(TreeLimits& limits, bool larger) const {
    constexpr Index kFewestElements = 8, kMostElements = 4096, kFewestPoints = 16, kMostPoints = 16384;
    const auto change = [larger](Index& limit, Index fewest, Index most) {
      const Index changed = larger ? 2 * limit : limit / 2;
      if (changed < fewest || changed > most) return false;
      limit = changed;
      return true;
    };
    const bool elements = task_.anyLeafElements && change(limits.leafElements, kFewestElements, kMostElements);
    const bool points = task_.anyLeafPoints && change(limits.leafPoints, kFewestPoints, kMostPoints);
    return elements || points;
  }

  // ---- order and angle ----------------------------------------------------------------------------------------------

  /// Counts at three angles; those between follow from a parabola through the logarithms of the times.
  void countAngles() {
    for (std::size_t k = 0; k < counted_.size(); ++k)
      counted_[k] = trials_.count(with(task_.start.order, kCountedAngles[k]));
  }
  double expectedSeconds(int order, double theta) const {
    std::array<double, 3> y;
    for (std::size_t k = 0; k < y.size(); ++k) y[k] = std::log(secondsOf(counted_[k], order));
    const auto& x = kCountedAngles;
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      double weight = y[k];
      for (std::size_t l = 0; l < 3; ++l)
        if (l != k) weight *= (theta - x[l]) / (x[k] - x[l]);
      sum += weight;
    }
    return std::exp(sum);
  }

  /// The error falls like (kConvergence theta)^(p+1): from the measured pair that is nearest by this law.
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
    measured_.push_back({p, trials_.count(p), 0, 0});
    Measured& m = measured_.back();
    m.seconds = secondsOf(m.work, p.order);
    m.error = trials_.error(p);
  }
  bool keeps(const Measured& m) const { return m.error <= kErrorMargin * task_.tolerance; }

  /// The pair that is to be measured next: the cheapest that may do; false if none is cheaper than what was found.
  bool findNext(FmmParameters& next) const {
    const Measured* best = nullptr;
    for (const Measured& m : measured_)
      if (keeps(m) && (!best || m.seconds < best->seconds)) best = &m;
    double least = best ? kWorthwhile * best->seconds : INFINITY, leastError = INFINITY;
    bool found = false;
    FmmParameters strictest = next;
    for (int order = kMinimumOrder; order <= kMaximumOrder; ++order) {
      for (int k = 0; k < kAngles; ++k) {
        const double theta = kLeastAngle + k * kAngleStep;
        if (theta > task_.start.theta + kAngleReach || isMeasured(order, theta) || isRuledOut(order, theta)) continue;
        const double error = expectedError(order, theta);
        if (error < leastError) {
          leastError = error;
          strictest = with(order, theta);
        }
        if (!(error <= kErrorMargin * task_.tolerance) || std::abs(order - task_.start.order) > kOrderReach) continue;
        const double seconds = expectedSeconds(order, theta);
        if (!(seconds < least)) continue;
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
      return m.parameters.order == order && std::abs(m.parameters.theta - theta) < 0.5 * kAngleStep;
    });
  }
  /// No tighter than one that failed.
  bool isRuledOut(int order, double theta) const {
    return std::any_of(measured_.begin(), measured_.end(), [&](const Measured& m) {
      return !keeps(m) && order <= m.parameters.order && theta >= m.parameters.theta;
    });
  }

  /// A tighter pair brought less than half of what it should (in orders of magnitude).
  bool atRoundOff() const {
    if (measured_.size() < 2) return false;
    const Measured &last = measured_.back(), &before = measured_[measured_.size() - 2];
    if (keeps(last) || keeps(before)) return false;
    const double excess = before.error / (kErrorMargin * task_.tolerance);
    return !(last.error < before.error / std::sqrt(std::min(excess, 4.0)));
  }
  /// The cheapest that keeps the tolerance; if none does, of those whose error is near the least.
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
  static constexpr std::array<double, 3> kCountedAngles = {0.5, 0.65, 0.8};
  std::array<WorkCounts, 3> counted_;
  std::vector<Measured> measured_;
};

}  // namespace

FoundParameters cheapestParameters(Trials& trials, const SearchTask& task, const CostModel& costs) {
  return Search(trials, task, costs).run();
}

}  // namespace fmm
