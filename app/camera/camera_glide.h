#pragma once

#include <optional>

#include "camera/camera.h"
#include "camera/camera_path.h"

namespace app {

/// A short smooth flight of a camera to another pose, so that the eye is not lost in a jump.
class CameraGlide {
 public:
  static constexpr double kSeconds = 0.4;

  void start(const Camera& camera, const CameraPose& to);
  bool active() const { return path_.has_value(); }
  /// Moves the camera on; at the end it is in the pose that was asked for.
  void advance(Camera& camera, double seconds);
  /// Leaves the camera where it is.
  void stop() { path_.reset(); }

 private:
  std::optional<CameraPath> path_;
  double time_ = 0;
  Camera last_;  ///< at the end; its axis is the one from the start
};

}  // namespace app
