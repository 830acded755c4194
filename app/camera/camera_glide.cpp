#include "camera/camera_glide.h"

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

}  // namespace app
