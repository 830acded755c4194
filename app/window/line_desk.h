#pragma once

#include <optional>

#include "document/line_edit.h"
#include "scene/view_settings.h"
#include "window/line_gizmo.h"
#include "window/window.h"

namespace app {

/// The handles of the line that is chosen in the list, over the picture. `map` sees the scene as it begins.
class LineDesk {
 public:
  bool dragging() const { return gizmo_.dragging(); }
  /// What was dragged is as before.
  void cancel(Scene& scene) { gizmo_.cancel(scene); }

  /// What the mouse did; `covered`: over the user interface. True: the view is not to be moved by it.
  bool hear(const PointerEvent& event, const PictureMap& map, bool covered, Scene& scene,
            const std::optional<LinePlace>& chosen, double scale);
  /// Was a handle let go since the last call, with the line in another place than before?
  bool takeDropped();
  /// In the current ImGui frame, over the picture and below the user interface.
  void draw(const Scene& scene, const std::optional<LinePlace>& chosen, const PictureMap& map, Background background,
            float scale) const;

 private:
  LineGizmo gizmo_;
  std::optional<LineHandle> pointed_;
  bool moved_ = false, dropped_ = false;
};

}  // namespace app
