#include "render/quality_control.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace app {
namespace {

// Levels from a processor's full quality down, each taking about two thirds of the time of the level before. Averaging
// over time makes up for fewer rays.
constexpr double kPerTracer = RenderQuality{}.cellsPerTracer;
constexpr std::size_t streaksTo(int power) {
  return std::size_t{1} << power;
}
constexpr std::array<RenderQuality, 6> kLevels = {
    {{},
     {0.8, 2. / 3, std::size_t{1} << 21, kPerTracer, false, true, streaksTo(15)},
     {0.75, 0.6, std::size_t{1} << 19, kPerTracer, false, true, streaksTo(14)},
     {0.6, 0.55, std::size_t{1} << 18, kPerTracer, false, true, streaksTo(13), true},
     {0.55, 0.5, std::size_t{1} << 17, kPerTracer, false, true, streaksTo(12), true},
     {0.5, 0.45, std::size_t{3} << 14, kPerTracer, false, true, streaksTo(12), true}}};

/// Level between a GPU's and a processor's full quality.
constexpr RenderQuality kBetween = {0.85, 2. / 3, std::size_t{1} << 24, 1.4 * kPerTracer, true, true, streaksTo(17)};

constexpr int kInFlight = 4;          // pictures whose times may belong to the level before
constexpr std::size_t kJudged = 7;    // pictures in the median
constexpr double kFarTooSlow = 3;     // times the target: two such pictures suffice to react
constexpr double kLevelTime = 0.67;   // time of a level over that of the level before
constexpr double kTooSlow = 1.15;     // times the target
constexpr double kFastEnough = 0.55;  // the next better level takes up to 1.7 times as long
constexpr int kMostPatience = 3600;   // pictures

constexpr double kMuchTooFast = 0.4;              // times the target; twice the work takes up to twice as long
constexpr std::uint32_t kMostPixels = 4;          // factor beyond the tracers': down to a quarter of the pixels
constexpr int kSlowInARow = 2, kFastInARow = 12;  // pictures of a turn

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

double drawingTime(double refreshInterval, bool onCpu) {
  constexpr double kUnhurried = 0.03, kFastest = 1. / 120, kShare = 0.75;
  if (onCpu) return kUnhurried;
  return std::min(kUnhurried, kShare * std::max(refreshInterval, kFastest));
}

QualityControl::QualityControl(double target, const RenderQuality& full) : target_(target), levels_{full} {
  if (kBetween.cells < full.cells) levels_.push_back(kBetween);
  for (const RenderQuality& level : kLevels)
    if (level.cells < full.cells) levels_.push_back(level);
}

RenderQuality QualityControl::turning() {
  RenderQuality quality = kLevels.back();
  quality.plainDetail = true;
  return quality;
}

void Thinning::add(double seconds, bool ofTurn) {
  if (ofTurn) return judgeTurn(seconds);
  const double typical = lastOfAll_ > 0 ? std::min(seconds, lastOfAll_) : seconds;  // a single one may be delayed
  lastOfAll_ = seconds;
  steps_ = 1;
  while (steps_ < std::max(most_, 2U) && typical > kTooSlow * target_ * steps_) steps_ *= 2;
  slow_ = fast_ = 0;
}

void Thinning::setMost(std::uint32_t stride) {
  most_ = std::min(stride, kMost);
  steps_ = std::min(steps_, kMostPixels * most_);
}

void Thinning::judgeTurn(double seconds) {
  slow_ = seconds > kTooSlow * target_ ? slow_ + 1 : 0;
  fast_ = seconds < kMuchTooFast * target_ ? fast_ + 1 : 0;
  if (slow_ >= kSlowInARow && steps_ < kMostPixels * most_) {
    steps_ *= 2;
    slow_ = 0;
  } else if (fast_ >= kFastInARow && steps_ > 2) {
    steps_ /= 2;
    fast_ = 0;
  }
}

void QualityControl::add(double seconds) {
  if (++sinceChange_ <= kInFlight && changed_) return;
  if (times_.size() == kJudged) times_.erase(times_.begin());
  times_.push_back(seconds);
  const double least = *std::min_element(times_.begin(), times_.end());
  if (times_.size() > 1 && least > kFarTooSlow * target_) return lower(least);
  if (times_.size() < kJudged || sinceChange_ <= kInFlight) return;
  const double typical = median(times_);
  if (typical > kTooSlow * target_) {
    lower(typical);
  } else if (typical < kFastEnough * target_ && level_ > 0 && sinceChange_ > patience_) {
    rising_ = true;
    changeTo(level_ - 1);
  }
}

/// Changes to the level that promises the target, given the time of the current one.
void QualityControl::lower(double seconds) {
  if (level_ + 1 == levels_.size()) return;
  // A better quality that was too slow is retried later.
  patience_ = rising_ && sinceChange_ < 4 * kPatience ? std::min(4 * patience_, kMostPatience) : kPatience;
  rising_ = false;
  const auto steps = static_cast<std::size_t>(std::log(target_ / seconds) / std::log(kLevelTime));
  changeTo(std::min(level_ + std::max<std::size_t>(steps, 1), levels_.size() - 1));
}

void QualityControl::changeTo(std::size_t level) {
  level_ = level;
  changed_ = true;
  times_.clear();
  sinceChange_ = 0;
}

}  // namespace app
