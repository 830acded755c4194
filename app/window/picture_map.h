#pragma once

#include <cmath>
#include <optional>

#include "camera/camera.h"

namespace app {

/// A place in the window, in screen coordinates: x to the right, y downwards.
struct ScreenPoint {
  double x = 0, y = 0;
};

inline double distance(ScreenPoint a, ScreenPoint b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

/// Part of the window that shows a picture, in screen coordinates.
struct ScreenArea {
  double x = 0, y = 0, width = 1, height = 1;

  bool contains(ScreenPoint p) const { return p.x >= x && p.x < x + width && p.y >= y && p.y < y + height; }
};

/// Between places in the window and points in space, as a camera sees them.
class PictureMap {
 public:
  PictureMap(const Camera& camera, const ScreenArea& area);

  /// Where the line of sight through `at` meets the plane through `through` that faces the camera.
  fmm::Vec3 onPlane(ScreenPoint at, fmm::Vec3 through) const;
  /// Where a point is seen; empty behind the camera.
  std::optional<ScreenPoint> project(fmm::Vec3 point) const;
  /// Screen coordinates that a unit of length takes at this point; 0 behind the camera.
  double scaleAt(fmm::Vec3 point) const;
  /// Distance from the camera along its line of sight [L].
  double depth(fmm::Vec3 point) const { return fmm::dot(point - eye_, forward_); }
  /// The camera's line of sight, a unit vector.
  fmm::Vec3 forward() const { return forward_; }
  const ScreenArea& area() const { return area_; }

 private:
  fmm::Vec3 eye_, right_, up_, forward_;  // the latter three unit vectors
  double focus_ = 1;                      // distance of a picture plane with one unit of length a screen coordinate
  ScreenArea area_;
};

}  // namespace app
