#pragma once

#include <array>
#include <optional>
#include <vector>

#include "document/line_edit.h"
#include "window/picture_desk.h"

namespace app {

/// The handles of a vortex line in the picture: its middle moves it across the line of sight; three arrows move it
/// along x, y and z; the tip of its axis turns it; its circle resizes it. In the plane nothing turns or leaves along z.
enum class LineHandle { middle, alongX, alongY, alongZ, axis, circle };

/// Positions of a line's handles.
struct LineHandles {
  static constexpr int kSides = 96;  ///< of the circle, for drawing and hit tests

  fmm::Vec3 middle;
  std::array<fmm::Vec3, 3> arrows;  ///< tips of the arrows
  fmm::Vec3 axis;                   ///< tip of the axis
  std::vector<fmm::Vec3> circle;    ///< closed polygon
  bool plane = false;               ///< of a patch of a plane flow: no axis, no arrow along z
};

/// The handles of a scene's line as seen through `map`. Arrows have the same length on every picture, proportional to
/// `scale`.
LineHandles handlesOf(const Scene& scene, LinePlace place, const PictureMap& map, double scale);

/// The handle at a point of the picture; empty where there is none.
std::optional<LineHandle> handleAt(const LineHandles& handles, const PictureMap& map, ScreenPoint at, double scale);

/// Drags a handle of one of a scene's lines. The result depends on the scene at the press and on the pointer's
/// position, not on the pointer's path. Pure geometry: no window, no OpenGL.
class LineGizmo {
 public:
  bool dragging() const { return handle_.has_value(); }
  const std::optional<LineHandle>& handle() const { return handle_; }

  void press(LineHandle handle, const Scene& scene, LinePlace place, const PictureMap& map, ScreenPoint at,
             double scale);
  /// Moves the line of `scene` to fit the pointer's position.
  void drag(Scene& scene, const PictureMap& map, ScreenPoint at);
  void release() { handle_.reset(); }
  /// Restores the line as it was at the press.
  void cancel(Scene& scene);

 private:
  void putBack(Scene& scene) const;
  double alongArrow(const PictureMap& map, ScreenPoint at) const;
  fmm::Vec3 turnedAxis(const PictureMap& map, ScreenPoint at) const;

  std::optional<LineHandle> handle_;
  LinePlace place_;
  Scene before_;
  fmm::LineBase line_;   // before
  LineHandles handles_;  // before
  ScreenPoint pressed_;
};

}  // namespace app
