#pragma once

#include <functional>
#include <optional>

#include "document/ring_launcher.h"
#include "scene/scene.h"
#include "window/picture_map.h"
#include "window/ring_tool.h"
#include "window/window.h"

namespace app {

/// Aims rings with the mouse: hands what it does to the ring tool, carries the ring along with the view, and draws it.
class RingDesk {
 public:
  bool armed() const { return tool_.armed(); }
  void cancel() { tool_.cancel(); }
  /// Begins to aim `next` on the plane through `depth`.
  void arm(RingLaunch& next, const Scene& built, fmm::Vec3 depth);
  /// Where the mouse is; empty before it has moved.
  const std::optional<ScreenPoint>& pointer() const { return pointer_; }

  /// What the mouse did; `covered`: over the user interface. True: the view is not to be moved by it. A ring that was
  /// let go goes to `launch`.
  bool hear(const PointerEvent& event, const PictureMap& map, bool covered,
            const std::function<void(const RingLaunch&)>& launch);
  /// The ring keeps its place in the picture while the camera moves along with the flow, which is at `shift` [L].
  void carry(fmm::Vec3 shift, const PictureMap& map);
  /// Over the picture, in the current ImGui frame; nothing unless armed.
  void draw(const RingLaunch& next, const Scene& built, const PictureMap& map, Background background, float scale);

 private:
  RingTool tool_;
  std::optional<ScreenPoint> pointer_;
  fmm::Vec3 shift_;  // of the camera, as the ring has it
};

}  // namespace app
