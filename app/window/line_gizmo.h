#pragma once

#include <array>
#include <optional>
#include <vector>

#include "document/line_edit.h"
#include "window/picture_desk.h"

namespace app {

/// What of a vortex line can be taken hold of in the picture: its middle, which moves it across the line of sight;
/// three arrows, which move it along x, y and z; the tip of its axis, which turns it; its circle, which makes it
/// larger.
enum class LineHandle { middle, alongX, alongY, alongZ, axis, circle };

/// Where the handles of a line are.
struct LineHandles {
  static constexpr int kSides = 96;  ///< of the circle as it is drawn and met

  fmm::Vec3 middle;
  std::array<fmm::Vec3, 3> arrows;  ///< tips
  fmm::Vec3 axis;                   ///< tip
  std::vector<fmm::Vec3> circle;    ///< closed
};

/// As seen through `map`: arrows are as long on every picture, `scale` times a number of screen coordinates.
LineHandles handlesOf(const fmm::LineBase& line, const PictureMap& map, double scale);

/// The handle at a point of the picture; empty where there is none.
std::optional<LineHandle> handleAt(const LineHandles& handles, const PictureMap& map, ScreenPoint at, double scale);

/// Drags a handle of one of a scene's lines. What is dragged goes by the scene as it was at the press, so that the way
/// that the pointer took does not matter. Pure geometry: no window, no OpenGL.
class LineGizmo {
 public:
  bool dragging() const { return handle_.has_value(); }
  const std::optional<LineHandle>& handle() const { return handle_; }

  void press(LineHandle handle, const Scene& scene, LinePlace place, const PictureMap& map, ScreenPoint at,
             double scale);
  /// The pointer has gone there: the line of `scene` follows.
  void drag(Scene& scene, const PictureMap& map, ScreenPoint at);
  void release() { handle_.reset(); }
  /// The line as it was at the press.
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
