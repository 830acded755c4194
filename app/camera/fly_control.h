#pragma once

#include "camera/camera.h"

namespace app {

/// Which way the user wants to fly, each from -1 to 1.
struct FlyInput {
  double right = 0, up = 0, forward = 0;
  bool fast = false;

  bool any() const { return right != 0 || up != 0 || forward != 0; }
};

/// Flies a camera at a speed in units of the distance to its target. The velocity v approaches the wanted one w as
///   dv/dt = (w - v)/tau,  so  x = w t + tau (v0 - w)(1 - exp(-t/tau)),
/// which each step integrates exactly: ten steps of 0.1 s lead as far as a hundred of 0.01 s.
class FlyControl {
 public:
  static constexpr double kTau = 0.15;  ///< seconds
  static constexpr double kFast = 4;    ///< factor of FlyInput::fast

  void step(Camera& camera, const FlyInput& input, double seconds);
  /// Faster by `steps` of 15 %, or slower.
  void changeSpeed(double steps);
  /// Distances to the target a second.
  double speed() const { return speed_; }
  /// Has it come to rest?
  bool resting() const { return fmm::norm(velocity_) == 0; }
  void halt() { velocity_ = {}; }

 private:
  double speed_ = 0.5;
  fmm::Vec3 velocity_;  ///< right, up, forward; distances to the target a second
};

}  // namespace app
