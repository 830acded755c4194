#pragma once

#include <optional>

#include "camera/camera.h"
#include "camera/camera_path.h"

namespace app {

/// A short smooth move of a camera to another pose, so that the user keeps track where a jump would confuse.
class CameraGlide {
 public:
  static constexpr double kSeconds = 0.4;

  void start(const Camera& camera, const CameraPose& to);
  bool active() const { return path_.has_value(); }
  /// Moves the camera by one step; at the end it has exactly the target pose.
  void advance(Camera& camera, double seconds);
  /// Leaves the camera where it is.
  void stop() { path_.reset(); }

 private:
  std::optional<CameraPath> path_;
  double time_ = 0;
  Camera last_;  ///< the camera at the end, with the turntable axis chosen by moveTo()
};

/// Wanted direction of flight; each component from -1 to 1.
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
  /// Increases the speed by `steps` of 15 %; decreases it for negative `steps`.
  void changeSpeed(double steps);
  /// Speed in distances to the target per second.
  double speed() const { return speed_; }
  bool resting() const { return fmm::norm(velocity_) == 0; }
  void halt() { velocity_ = {}; }

 private:
  double speed_ = 0.5;
  fmm::Vec3 velocity_;  ///< right, up, forward [distances to the target per second]
};

}  // namespace app
