#include "camera/camera_motion.h"

#include <algorithm>
#include <cmath>

namespace app {

void CameraGlide::start(const Camera& camera, const CameraPose& to) {
  last_ = camera;
  last_.moveTo(to);
  path_.emplace(CameraFlight{{{0, camera.pose()}, {kSeconds, last_.pose()}}, {}, true, {}});
  time_ = 0;
}

void CameraGlide::advance(Camera& camera, double seconds) {
  if (!active()) return;
  time_ += seconds;
  if (time_ < kSeconds) {
    camera.moveTo(path_->at(time_));
  } else {
    camera = last_;
    stop();
  }
}

namespace {

constexpr double kSlowest = 0.01, kFastest = 20;  // [distances to the target per second]
constexpr double kSpeedStep = 1.15;
constexpr double kRest = 1e-4;  // fraction of the speed below which the camera halts

}  // namespace

void FlyControl::step(Camera& camera, const FlyInput& input, double seconds) {
  fmm::Vec3 wanted = {input.right, input.up, input.forward};
  const double most = std::max(1.0, fmm::norm(wanted));  // two keys at once must not be faster than one
  wanted = (speed_ * (input.fast ? kFast : 1) / most) * wanted;
  if (resting() && !input.any()) return;
  const double decay = std::exp(-seconds / kTau);
  const fmm::Vec3 way = seconds * wanted + (kTau * (1 - decay)) * (velocity_ - wanted);
  velocity_ = wanted + decay * (velocity_ - wanted);
  if (!input.any() && fmm::norm(velocity_) < kRest * speed_) halt();
  const double unit = camera.distance();
  camera.walk(unit * way.x, unit * way.y, unit * way.z);
}

void FlyControl::changeSpeed(double steps) {
  speed_ = std::clamp(speed_ * std::pow(kSpeedStep, std::clamp(steps, -100.0, 100.0)), kSlowest, kFastest);
}

}  // namespace app
