#include "commands/bench_search.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "commands/bench_measure.h"
#include "film/interrupt.h"
#include "fmm/vortex_system.h"

namespace app {
namespace {

constexpr std::array<int, 6> kOrders = {8, 6, 10, 5, 12, 4};                    // what is likely first
constexpr std::array<double, 7> kAngles = {0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3};  // widest first
constexpr std::array<int, 7> kLeafElements = {8, 16, 32, 64, 128, 256, 512};
constexpr std::array<int, 7> kLeafPoints = {32, 64, 128, 256, 512, 1024, 2048};
constexpr std::size_t kSamples = 256;  // of elements and targets, for each of many errors

struct Candidate {
  fmm::Tuning tuning;
  double seconds = INFINITY;
};

class Search {
 public:
  Search(const BenchCase& given, double seconds)
      : given_(given),
        tracers_(given.work.tracers()),
        chosen_(expansionsOf(given.settings), given.work.elements, tracers_),
        tried_(expansionsOf(given.settings), given.work.elements, tracers_),
        end_(Clock::now() + toDuration(seconds)) {}

  TuningSearch run() {
    chosen_.evaluate();
    const double once = timed(chosen_);
    found_.chosen = tuningOf(chosen_.report());
    found_.predicted = chosen_.report().predicted.total();
    found_.chosenError = chosen_.measureError(kSamples);
    best_ = once;
    if (chosen_.report().order > 0) sweep();
    settle();
    return found_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static Clock::duration toDuration(double seconds) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }
  /// It is parameters of expansions that are looked for.
  static fmm::Settings expansionsOf(fmm::Settings settings) {
    settings.mesh = fmm::MeshUse::never;
    return settings;
  }
  static fmm::Tuning tuningOf(const fmm::EvaluationReport& report) {
    return {report.order, report.theta, report.leafElements, report.leafPoints};
  }
  static double timed(fmm::VortexSystem& system) {
    return secondsOf([&] {
      system.evaluate();
      system.report();
    });
  }
  bool isOver() {
    if (InterruptGuard::caught() == 0 && Clock::now() < end_) return false;
    found_.complete = false;
    return true;
  }

  void use(const fmm::Tuning& tuning) {
    fmm::Settings settings = expansionsOf(given_.settings);
    settings.order = tuning.order;
    settings.theta = tuning.theta;
    settings.leafElements = tuning.leafElements;
    settings.leafPoints = tuning.leafPoints;
    tried_.apply(settings);
  }
  bool keeps(const fmm::MeasuredError& error) const { return error.relativeL2 <= given_.settings.tolerance; }

  /// The first run makes buffers; another one counts where the first says that it may be among the best.
  double timeOf(const fmm::Tuning& tuning) {
    constexpr double kFarSlower = 1.6;
    ++found_.tried;
    use(tuning);
    double seconds = timed(tried_);
    if (seconds < kFarSlower * best_) seconds = std::min(seconds, timed(tried_));
    return seconds;
  }

  void sweep() {
    found_.grid = kOrders.size() * kAngles.size() * kLeafElements.size() * kLeafPoints.size();
    for (const int order : kOrders) angles(order);
  }

  /// The widest angles that keep the tolerance with this order, each with all leaves. Narrower ones take longer.
  void angles(int order) {
    constexpr std::size_t kWidest = 2;
    constexpr double kHopeless = 1.8;
    std::size_t kept = 0;
    for (std::size_t i = widestPossible(order); i < kAngles.size() && kept < kWidest; ++i) {
      if (isOver()) return;
      fmm::Tuning tuning = found_.chosen;
      tuning.order = order;
      tuning.theta = kAngles[i];
      const double seconds = timeOf(tuning);
      if (seconds > kHopeless * best_) return;
      if (!keeps(tried_.measureError(kSamples))) continue;
      if (kept++ == 0) widest_.push_back({order, i});
      note({tuning, seconds});
      leaves(tuning);
    }
  }

  /// No angle that is wider than what a higher order keeps.
  std::size_t widestPossible(int order) const {
    std::size_t widest = 0;
    for (const auto& [other, angle] : widest_)
      if (other > order) widest = std::max(widest, angle);
    return widest;
  }

  /// Leaves of all sizes for one order and angle, from the smallest on: time falls with their size, then rises.
  void leaves(fmm::Tuning tuning) {
    constexpr double kRises = 1.3;
    double least = INFINITY;
    for (const int elements : kLeafElements) {
      tuning.leafElements = elements;
      const double here = leastOverPoints(tuning, kRises);
      if (isOver() || here > kRises * least) return;
      least = std::min(least, here);
    }
  }
  double leastOverPoints(fmm::Tuning tuning, double rises) {
    double least = INFINITY;
    for (const int points : kLeafPoints) {
      if (points < tuning.leafElements) continue;
      if (isOver()) break;
      tuning.leafPoints = points;
      const double seconds = timeOf(tuning);
      note({tuning, seconds});
      if (seconds > rises * least) break;
      least = std::min(least, seconds);
    }
    return least;
  }

  void note(const Candidate& candidate) {
    candidates_.push_back(candidate);
    best_ = std::min(best_, candidate.seconds);
  }

  /// The fastest that keep the tolerance, measured in turn with what was chosen.
  void settle() {
    constexpr std::size_t kFinalists = 3, kMostChecked = 12;
    std::sort(candidates_.begin(), candidates_.end(),
              [](const Candidate& a, const Candidate& b) { return a.seconds < b.seconds; });
    found_.best = found_.chosen;
    found_.bestError = found_.chosenError;
    found_.chosenSeconds = found_.bestSeconds = medianInTurn(std::nullopt).first;
    std::size_t finalists = 0;
    for (std::size_t i = 0; i < std::min(kMostChecked, candidates_.size()) && finalists < kFinalists; ++i) {
      use(candidates_[i].tuning);
      const fmm::MeasuredError error = tried_.measureError(kSamples);
      if (!keeps(error)) continue;
      ++finalists;
      const auto [chosen, other] = medianInTurn(candidates_[i].tuning);
      const double ratio = other / chosen;
      if (ratio >= found_.bestSeconds / found_.chosenSeconds) continue;
      found_.chosenSeconds = chosen;
      found_.bestSeconds = other;
      found_.best = tuningOf(tried_.report());
      found_.bestError = error;
    }
    if (found_.bestSeconds < found_.chosenSeconds) confirm();
  }

  /// The least of several noisy ratios flatters the best: it counts what another measurement finds.
  void confirm() {
    std::tie(found_.chosenSeconds, found_.bestSeconds) = medianInTurn(found_.best);
    if (found_.bestSeconds <= found_.chosenSeconds) return;
    found_.best = found_.chosen;
    found_.bestError = found_.chosenError;
    found_.bestSeconds = found_.chosenSeconds;
  }

  /// Evaluations with what was chosen and with another one, one after the other: noise of the machine hits both.
  std::pair<double, double> medianInTurn(const std::optional<fmm::Tuning>& other) {
    constexpr double kBudget = 0.5;
    if (other) use(*other);
    const double first = timed(chosen_) + (other ? timed(tried_) : 0);
    const int rounds = std::clamp(static_cast<int>(kBudget / std::max(first, 1e-6)), 5, 41);
    std::vector<double> ofChosen, ofOther;
    for (int i = 0; i < rounds; ++i) {
      ofChosen.push_back(timed(chosen_));
      if (other) ofOther.push_back(timed(tried_));
    }
    return {timesOf(ofChosen).median, timesOf(ofOther).median};
  }

  const BenchCase& given_;
  const fmm::Tracers tracers_;
  fmm::VortexSystem chosen_, tried_;  // the first keeps the program's own choice
  const Clock::time_point end_;
  TuningSearch found_;
  std::vector<Candidate> candidates_;
  std::vector<std::pair<int, std::size_t>> widest_;  // orders, and the first of kAngles that each keeps
  double best_ = INFINITY;                           // [s]
};

}  // namespace

TuningSearch searchTuning(const BenchCase& given, double seconds) {
  return Search(given, seconds).run();
}

}  // namespace app
