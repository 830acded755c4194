#pragma once

#include <chrono>
#include <cmath>
#include <cstdint>
#include <functional>
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
#include "window/drawing_place.h"

namespace app {

/// A point of the window [screen coordinates]: x to the right, y downwards.
struct ScreenPoint {
  double x = 0, y = 0;
};

inline double distance(ScreenPoint a, ScreenPoint b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

/// The part of the window that shows a picture [screen coordinates].
struct ScreenArea {
  double x = 0, y = 0, width = 1, height = 1;

  bool contains(ScreenPoint p) const { return p.x >= x && p.x < x + width && p.y >= y && p.y < y + height; }
};

/// Maps between points of the window and points in space, as a camera sees them.
class PictureMap {
 public:
  /// `legend`: height of legends at the lower edge.
  PictureMap(const Camera& camera, const ScreenArea& area, double legend = 0);

  /// Where the line of sight through `at` meets the plane through `through` that faces the camera.
  fmm::Vec3 onPlane(ScreenPoint at, fmm::Vec3 through) const;
  /// Where a point appears in the window; empty if it is behind the camera.
  std::optional<ScreenPoint> project(fmm::Vec3 point) const;
  /// Screen coordinates per unit of length at this point; 0 behind the camera.
  double scaleAt(fmm::Vec3 point) const;
  /// Distance from the camera along its line of sight [L].
  double depth(fmm::Vec3 point) const { return fmm::dot(point - eye_, forward_); }
  fmm::Vec3 eye() const { return eye_; }
  /// The camera's line of sight, a unit vector.
  fmm::Vec3 forward() const { return forward_; }
  const ScreenArea& area() const { return area_; }
  /// Height at the lower edge that text leaves to legends where the picture is too narrow for both.
  double legend() const { return legend_; }

 private:
  fmm::Vec3 eye_, right_, up_, forward_;  // right_, up_, forward_: unit vectors
  double focus_ = 1;                      // distance at which one unit of length spans one screen coordinate
  ScreenArea area_;
  double legend_ = 0;
};

/// Where the picture lies in the window [pixels]: all of it, or the part that the panel leaves free.
struct PictureArea {
  int x = 0;
  int width = 0;
  int height = 0;
  int bottom = 0;  ///< rows below it

  double aspect() const { return height > 0 ? static_cast<double>(width) / height : 1; }
};

/// The picture in the window: the newest state in OpenGL's memory, and a renderer that redraws it only after a change,
/// at the best quality that the time allows.
class PictureDesk {
 public:
  /// `refreshInterval`: time between two pictures of the display [s]. Needs the window's OpenGL context; pictures are
  /// drawn in it, or on a thread of their own in the `context` that shares its objects.
  explicit PictureDesk(double refreshInterval, ContextSwitch context = {});
  ~PictureDesk();
  PictureDesk(const PictureDesk&) = delete;
  PictureDesk& operator=(const PictureDesk&) = delete;

  /// Takes over a newly published state, which must not change until the next call. When particles stop coming straight
  /// from the solver's memory, returns the reason in one line; otherwise an empty string.
  std::string adopt(const FlowState& state);
  /// Call it before the state adopted last goes back to its writer. Another adopt() must follow.
  void giveBack() { flow_.giveBack(); }
  /// The contents of a picture in this view.
  PictureContents contents(const ViewSettings& view);
  /// Draws for this area unless the last picture shows the same. A picture at rest is redrawn once at full quality.
  /// While the view is `turning` and the CPU draws, as few tracers and pixels are drawn as the time requires. With
  /// `groundLeftOut`, squares replace the ground. If pictures have a thread of their own, `meanwhile` is called every
  /// few milliseconds until the picture is finished; it may call present() and legendShare(), which know the picture
  /// before, but must change neither camera, view nor state. Throws what SceneRenderer::draw() and `meanwhile` throw.
  void draw(const Camera& camera, const ViewSettings& view, const PictureArea& area, bool turning, bool groundLeftOut,
            const std::function<void()>& meanwhile = {});
  /// Sets how much drawing pictures are worth from the next one on.
  void setFinish(Finish finish);
  /// Height of the legends at the lower edge, as a part of the picture's; 0 without any.
  double legendShare() const { return legendShare_; }
  /// Copies the last finished picture into framebuffer 0.
  void present(const PictureArea& area) const;
  /// Keeps a copy of the present picture.
  void hold();
  /// GL name of the texture of the picture held last, opaque, lowest row first; 0: none.
  unsigned held() const { return held_.name(); }
  /// The picture at full quality and of this size, as pixels.
  Image picture(const Camera& camera, const ViewSettings& view, std::pair<int, int> size);

 private:
  using Clock = std::chrono::steady_clock;

  /// What the last picture was drawn from, besides the particles.
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
    std::uint32_t stride = 1;  ///< one of so many tracers is drawn
    double scale = 1;          ///< sides of the picture, as a fraction of the area's
    bool ofTurn = false;       ///< reduced as Thinning requires
    bool groundLeftOut = false;
  };

  Effort effort(bool turning) const;
  bool isFull(const Effort& effort) const { return effort.quality == full_ && !effort.ofTurn; }
  void render(const Camera& camera, const ViewSettings& view, std::pair<int, int> size, const Effort& effort,
              const std::function<void()>& meanwhile = {});
  void keep();

  DrawingPlace place_;
  std::optional<SceneRenderer> renderer_;  ///< lives in place_
  Texture kept_;                           ///< the last finished picture, if pictures have a thread of their own
  Framebuffer keptFrom_;
  int width_ = 0, height_ = 0;  ///< of the last finished picture
  double legendShare_ = 0;
  Texture held_;
  FlowPicture flow_;
  bool onCpu_ = false;  ///< the CPU draws
  double drawingTime_;
  Finish finish_ = Finish::good;
  RenderQuality full_;
  QualityControl quality_;
  Thinning thinning_;
  DrawTimer timer_;
  std::uint64_t updates_ = 0;  // states taken
  std::optional<Drawn> drawn_;
  Clock::time_point lastDrawn_ = Clock::now();
  bool reduced_ = false;  // the last picture had less than full quality
};

}  // namespace app
