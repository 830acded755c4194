#pragma once

#include <chrono>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "camera/camera.h"
#include "gl/draw_timer.h"
#include "gl/gl_objects.h"
#include "render/quality_control.h"
#include "render/scene_renderer.h"
#include "scene/view_settings.h"
#include "state/flow_picture.h"

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

/// Where the picture lies in the window [pixels]: all of it, or what the panel leaves free.
struct PictureArea {
  int x = 0;
  int width = 0;
  int height = 0;
  int bottom = 0;  ///< rows below it

  double aspect() const { return height > 0 ? static_cast<double>(width) / height : 1; }
};

/// The picture in the window: the newest state in OpenGL's memory, and a renderer that draws it again only where
/// something has changed, as finely as the time allows.
class PictureDesk {
 public:
  /// A display of this many seconds between two pictures [s]. Needs the window's OpenGL context.
  explicit PictureDesk(double refreshInterval);

  /// Takes over a state that was just published and stays as it is until the next call. Why its particles do not come
  /// straight from the solver's memory any more, one line; empty where nothing has changed in that.
  std::string take(const FlowState& state);
  /// Before the state that was taken last goes back to its writer; another one is taken next.
  void giveBack() { flow_.giveBack(); }
  /// What a picture in this view shows.
  PictureContents contents(const ViewSettings& view);
  /// Draws for this area unless the last picture shows the same. What stands still is drawn once more at full quality;
  /// while the view is `turning`, and the processor draws, with as few tracers and pixels as the time wants. With
  /// `groundLeftOut` squares show in the place of the ground. Throws what SceneRenderer::draw() does.
  void draw(const Camera& camera, const ViewSettings& view, const PictureArea& area, bool turning, bool groundLeftOut);
  /// Puts the picture into framebuffer 0.
  void present(const PictureArea& area) const;
  /// Keeps the picture as it is now.
  void hold();
  /// GL name of the texture of the picture that was held last, opaque, the first row is the lowest; 0: none yet.
  unsigned held() const { return held_.name(); }
  /// The same at full quality and of this size, as pixels.
  Image picture(const Camera& camera, const ViewSettings& view, std::pair<int, int> size);

 private:
  using Clock = std::chrono::steady_clock;

  /// What the picture was last drawn from, besides the particles.
  struct Drawn {
    std::uint64_t updates = 0;
    CameraPose camera;
    ViewSettings view;
    std::pair<int, int> size;
    bool groundLeftOut = false;

    bool operator==(const Drawn& other) const {
      return updates == other.updates && camera == other.camera && view == other.view && size == other.size &&
             groundLeftOut == other.groundLeftOut;
    }
  };

  /// How a picture is drawn.
  struct Effort {
    RenderQuality quality;
    std::uint32_t stride = 1;  ///< one tracer out of so many
    double scale = 1;          ///< sides of the picture as part of the area's
    bool ofTurn = false;       ///< as little as Thinning says
    bool groundLeftOut = false;
  };

  Effort effort(bool turning) const;
  bool isFull(const Effort& effort) const { return effort.quality == full_ && !effort.ofTurn; }
  void render(const Camera& camera, const ViewSettings& view, std::pair<int, int> size, const Effort& effort);

  SceneRenderer renderer_;
  Texture held_;
  FlowPicture flow_;
  bool onCpu_ = false;  ///< does the processor draw?
  RenderQuality full_;
  QualityControl quality_;
  Thinning thinning_;
  DrawTimer timer_;
  std::uint64_t updates_ = 0;  // states taken
  std::optional<Drawn> drawn_;
  Clock::time_point lastDrawn_ = Clock::now();
  bool reduced_ = false;  // was that less than full quality?
};

}  // namespace app
