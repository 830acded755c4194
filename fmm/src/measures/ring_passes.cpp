#include "fmm/ring_passes.h"

#include <cmath>

namespace fmm {

void RingPasses::add(double time, double distance, double radius) {
  if (time < time_) {
    while (!times_.empty() && times_.back() > time) times_.pop_back();
    side_ = 0;
  } else if (distance * distance_ < 0 || (distance == 0 && distance_ != 0)) {
    crossed_ = time_ + (time - time_) * distance_ / (distance_ - distance);
  }
  time_ = time;
  distance_ = distance;
  if (!(std::abs(distance) > kApart * radius)) return;
  if (distance * side_ < 0) times_.push_back(crossed_);
  side_ = std::copysign(1.0, distance);
}

}  // namespace fmm
