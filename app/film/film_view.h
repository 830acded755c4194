#pragma once

#include "camera/camera_path.h"
#include "camera/framing.h"
#include "simulation/flow.h"

namespace app {

/// From where a film looks at its flow.
struct FilmView {
  bool framed = false;              ///< the camera keeps the flow in sight; not where it flies
  CameraPath camera{CameraPose{}};  ///< a single key if the camera is at rest
  double framesPerSecond = 30;      ///< turns frame numbers into the camera path's time
};

/// How the camera of a film frames the flow at time `frame` of the film [frames]; not known unless the view is framed.
/// It moves on from the last whole frame, which the flow remembers for its checkpoints. Call it for every whole frame,
/// in order, also where no picture is drawn: a film that goes on from a checkpoint is then the whole film, whether the
/// run that wrote it made one or not. Shots between two frames are not remembered, so that their number is free, too.
Framing framingAt(Flow& flow, const FilmView& view, double frame);

}  // namespace app
