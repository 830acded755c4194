#include "simulation/dissipation_meter.h"

#include <fmt/format.h>

#include <cmath>

namespace app {

void DissipationMeter::restart() {
  window_.clear();
  value_ = kNone;
}

void DissipationMeter::add(double energy, double enstrophy, double diffused) {
  if (!std::isfinite(energy) || !std::isfinite(enstrophy)) return;
  if (!window_.empty() && diffused < diffused_) restart();
  const double due =
      window_.empty() ? 0 : window_.back().due + (diffused - diffused_) * (enstrophy_ + enstrophy);  // 2 Z: trapezoid
  enstrophy_ = enstrophy;
  diffused_ = diffused;
  // Samples between which viscosity took nothing are one: the beginning of a window keeps its energy, later ones the
  // newest.
  if (window_.size() > 1 && due <= window_.back().due) {
    window_.back().energy = energy;
  } else {
    window_.push_back({energy, due});
  }
  const double least = kLeastFall * std::abs(energy);
  while (window_.size() > 2 && due - window_[1].due >= least) window_.pop_front();
  const Sample& first = window_.front();
  if (!(due - first.due >= least) || due == first.due) return;
  value_ = (first.energy - energy) / (due - first.due);
  least_ = std::fmin(least_, value_);
  greatest_ = std::fmax(greatest_, value_);
}

std::string DissipationMeter::warning() const {
  const bool low = least_<kLeastSound, high = greatest_> kMostSound;
  if (!low && !high) return {};
  const double worst = !high || (low && 1 - least_ > greatest_ - 1) ? least_ : greatest_;
  const std::string how = worst < 0 ? fmt::format("the flow gains energy, {:.2g} times what viscosity takes", -worst)
                                    : fmt::format("energy falls {:.2f} times as fast as viscosity takes it", worst);
  return "Under-resolved: add elements or raise viscosity (" + how + ")";
}

}  // namespace app
