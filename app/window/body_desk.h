#pragma once

#include <optional>
#include <vector>

#include "fmm/bodies.h"
#include "simulation/simulation.h"
#include "window/picture_desk.h"
#include "window/window.h"

namespace app {

/// Moves bodies by hand while the flow runs: a body that is held follows the pointer along a path (fmm::Body::path),
/// which stays in the scene. In space it moves in the plane through where its centre was that faces the camera.
class BodyDesk {
 public:
  bool holds() const { return held_.has_value(); }
  /// Handles a mouse event over a picture of `flow`; `covered`: over the user interface. True if the event must not
  /// move the view.
  bool onPointer(const PointerEvent& event, const PictureMap& map, bool covered, const FlowState& flow);
  /// Lets the held body of `bodies` follow the pointer from this state on. True if its path has changed.
  bool follow(const SimulationState& state, std::vector<fmm::Body>& bodies);

 private:
  void point(ScreenPoint at, const PictureMap& map, bool plane);

  std::optional<std::size_t> held_;
  fmm::Vec3 through_;              ///< a point of the plane in which the pointer moves [L]
  fmm::Vec3 pointer_, pressed_;    ///< now and at the press [L]
  std::optional<fmm::Vec3> grip_;  ///< from the body's centre to where it is held [L]
  double time_ = 0;                ///< of the last change of the path [T]
};

}  // namespace app
