#pragma once

#include <functional>
#include <optional>

#include "scene/scene.h"
#include "scene/view_settings.h"
#include "window/picture_desk.h"

namespace app {

/// What the picture shows of a ring that is about to be launched.
struct RingGhost {
  const RingLaunch& launch;
  fmm::Vec3 tip;     ///< tip of the arrow, where the ring alone would be after the time `way`
  double way = 0;    ///< [T]
  double speed = 0;  ///< [L/T]
  bool pulling = false;
};

/// Draws the ring's line, its core and the arrow over the picture, behind all windows of the current ImGui frame, and
/// the hint on the mouse at the picture's lower edge, whose room it returns. `scale` is that of the user interface.
float drawGhost(const RingGhost& ghost, const PictureMap& map, Background background, float scale);

/// Draws only the hint on the mouse, while the tool is armed and the pointer elsewhere.
float drawAimHint(const PictureMap& map, Background background, float scale, bool pulling);

/// Places and aims a vortex ring with the mouse: a press sets the centre, and the pull from there the direction and, by
/// its length, the speed; release launches. The wheel sets the radius, with Shift the circulation, with Ctrl the core.
/// A press without a pull launches with the present direction and circulation. Pure geometry: no window, no OpenGL.
class RingTool {
 public:
  /// Self-induced speed of a ring [L/T]; proportional to its circulation.
  using SpeedOf = std::function<double(const RingLaunch&)>;

  /// Begins to aim `launch`, which the calls below change. Centres lie on the plane through `depth` that faces the
  /// camera. At the ring's present speed the arrow is as long as the ring's radius.
  void arm(RingLaunch& launch, fmm::Vec3 depth, SpeedOf speedOf);
  /// Ends without launching; undoes the changes of a pull.
  void cancel();
  bool armed() const { return launch_ != nullptr; }
  bool pulling() const { return pressed_.has_value(); }
  /// True if there is something to show: the tool is armed, and the pointer has been on the picture.
  bool visible() const { return armed() && pointer_.has_value(); }

  /// The pointer is at `at`; also to be called when only the camera has moved.
  void move(const PictureMap& map, ScreenPoint at);
  /// The pointer has left the picture; a pull continues.
  void leave();
  void press(const PictureMap& map, ScreenPoint at);
  /// The ring to launch, if a press came before. With `again` the tool stays armed.
  std::optional<RingLaunch> release(bool again);
  /// Wheel steps away from the user, with the keys that are down.
  void wheel(double steps, bool shift, bool control);
  /// Moves the ring along with a camera that has moved by `shift` [L].
  void carry(fmm::Vec3 shift);

  /// Time in which the ring travels from its centre to the arrow's tip [T].
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
