#include "window/ring_tool.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "document/ring_launcher.h"

namespace app {
namespace {

constexpr double kWheelStep = 1.1;
constexpr double kShortestPull = 8;  // screen coordinates; less is a click

}  // namespace

void RingTool::arm(RingLaunch& launch, fmm::Vec3 depth, SpeedOf speedOf) {
  launch_ = &launch;
  speedOf_ = std::move(speedOf);
  depth_ = depth;
  pointer_.reset();
  pressed_.reset();
  launch.ring.axis = (1 / fmm::norm(launch.ring.axis)) * launch.ring.axis;
  const double speed = std::abs(speedOf_(launch));
  way_ = speed > 0 && std::isfinite(speed) ? launch.ring.radius / speed : 1;
}

void RingTool::cancel() {
  if (pulling()) {
    launch_->ring.axis = before_.axis;
    launch_->ring.circulation = before_.circulation;
  }
  pressed_.reset();
  launch_ = nullptr;
}

void RingTool::move(const PictureMap& map, ScreenPoint at) {
  if (!armed()) return;
  pointer_ = at;
  if (!pulling()) {
    launch_->ring.centre = map.onPlane(at, depth_);
    return;
  }
  pulledTo_ = map.onPlane(at, launch_->ring.centre);
  pulledFar_ = distance(*pressed_, at) >= kShortestPull;
  pull();
}

void RingTool::leave() {
  if (!pulling()) pointer_.reset();
}

void RingTool::press(const PictureMap& map, ScreenPoint at) {
  if (!armed()) return;
  move(map, at);
  before_ = {launch_->ring.axis, launch_->ring.circulation};
  pressed_ = at;
  pulledFar_ = false;
}

std::optional<RingLaunch> RingTool::release(bool again) {
  if (!armed() || !pulling()) return std::nullopt;
  const RingLaunch launched = *launch_;
  pressed_.reset();
  if (!again) launch_ = nullptr;
  return launched;
}

/// Direction and circulation from the pull: the arrow's tip is where the pointer is.
void RingTool::pull() {
  fmm::Ring& ring = launch_->ring;
  ring.axis = before_.axis;
  ring.circulation = before_.circulation;
  if (!pulledFar_) return;
  const fmm::Vec3 along = pulledTo_ - ring.centre;
  const double length = fmm::norm(along);
  const double speed = std::abs(speedOf_(*launch_)) / ring.circulation;
  if (!(length > 0 && speed > 0 && std::isfinite(speed))) return;
  ring.axis = (1 / length) * along;
  ring.circulation = length / way_ / speed;
}

void RingTool::wheel(double steps, bool shift, bool control) {
  if (!armed()) return;
  const double factor = std::pow(kWheelStep, std::clamp(steps, -50., 50.));
  fmm::Ring& ring = launch_->ring;
  if (control) {
    setCoreRadius(*launch_, factor * ring.coreRadius);
  } else if (!shift) {
    setRadius(*launch_, factor * ring.radius);
  } else if (pulling() && pulledFar_) {
    way_ /= factor;  // the arrow stays under the pointer
  } else {
    ring.circulation *= factor;
    before_.circulation = ring.circulation;
  }
  if (pulling()) pull();
}

void RingTool::carry(fmm::Vec3 shift) {
  depth_ = depth_ + shift;
  pulledTo_ = pulledTo_ + shift;
  if (armed()) launch_->ring.centre = launch_->ring.centre + shift;
}

fmm::Vec3 RingTool::tip() const {
  const fmm::Ring& ring = launch_->ring;
  return ring.centre + (way_ * std::abs(speedOf_(*launch_)) / fmm::norm(ring.axis)) * ring.axis;
}

}  // namespace app
