#pragma once

#include <functional>
#include <optional>

#include "scene/scene.h"
#include "scene/view_settings.h"
#include "window/picture_desk.h"

namespace app {

/// What the picture says of a ring that is about to be launched.
struct RingGhost {
  const RingLaunch& launch;
  fmm::Vec3 tip;     ///< of the arrow, where the ring would be after `way` if it were alone
  double way = 0;    ///< [T]
  double speed = 0;  ///< [L/T]
  bool pulling = false;
};

/// Draws the ring's line, its core and the arrow over the picture, behind all windows of the current ImGui frame, and
/// below the picture's middle what the mouse does. `scale` is that of the user interface.
void drawGhost(const RingGhost& ghost, const PictureMap& map, Background background, float scale);

/// Only what the mouse does: the tool is armed, and the pointer elsewhere.
void drawAimHint(const PictureMap& map, Background background, float scale, bool pulling);

/// Places and aims a vortex ring with the mouse: a press sets the centre, a pull away from it the direction and, by its
/// length, the speed; letting go launches. The wheel sets the radius, with Shift the circulation, with Ctrl the core.
/// A press without a pull launches with the direction and circulation as they are. Pure geometry: no window, no OpenGL.
class RingTool {
 public:
  /// Speed [L/T] that a ring gives itself; proportional to its circulation.
  using SpeedOf = std::function<double(const RingLaunch&)>;

  /// Begins to aim `launch`, whose numbers the calls below change. Centres lie on the plane through `depth` that faces
  /// the camera. The ring's own speed draws an arrow as long as its radius.
  void arm(RingLaunch& launch, fmm::Vec3 depth, SpeedOf speedOf);
  /// Leaves without launching; what a pull has changed is as it was before the press.
  void cancel();
  bool armed() const { return launch_ != nullptr; }
  bool pulling() const { return pressed_.has_value(); }
  /// Is there anything to show: armed, and the pointer has been on the picture?
  bool visible() const { return armed() && pointer_.has_value(); }

  /// The pointer is at `at`; also called where only the camera has moved.
  void move(const PictureMap& map, ScreenPoint at);
  /// The pointer has left the picture; a pull goes on.
  void leave();
  void press(const PictureMap& map, ScreenPoint at);
  /// The ring to launch, if a press came before. The tool stays armed with `again`.
  std::optional<RingLaunch> release(bool again);
  /// Wheel steps away from the user, with the keys that are down.
  void wheel(double steps, bool shift, bool control);
  /// The camera has moved along with something by `shift` [L], and the ring with it.
  void carry(fmm::Vec3 shift);

  /// Time [T] in which the ring gets from its centre to the arrow's tip.
  double way() const { return way_; }
  /// Tip of the arrow.
  fmm::Vec3 tip() const;

 private:
  void pull();

  struct Before {
    fmm::Vec3 axis;
    double circulation;
  };

  RingLaunch* launch_ = nullptr;
  SpeedOf speedOf_;
  fmm::Vec3 depth_;
  double way_ = 1;
  std::optional<ScreenPoint> pointer_, pressed_;
  fmm::Vec3 pulledTo_;
  bool pulledFar_ = false;
  Before before_;
};

}  // namespace app
