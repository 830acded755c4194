#pragma once

#include <functional>
#include <optional>
#include <string>

#include "camera/camera.h"
#include "camera/camera_rays.h"
#include "document/line_edit.h"
#include "document/ring_launcher.h"
#include "film/film_session.h"
#include "fmm/settings.h"
#include "panel/sections/overlay_section.h"
#include "scene/scene.h"
#include "scene/view_settings.h"
#include "simulation/simulation.h"
#include "state/picture_contents.h"
#include "window/line_gizmo.h"
#include "window/picture_desk.h"
#include "window/ring_tool.h"
#include "window/window.h"

namespace app {

/// Films what the window shows, under the name in the panel.
class FilmDesk {
 public:
  bool recording() const { return session_.recording(); }
  bool finishing() const { return session_.finishing(); }
  const FilmProgress& progress() const { return session_.progress(); }
  /// Does the film go by simulated time of its own, so that nobody else may set the steps?
  bool hasClock() const { return session_.clock().has_value(); }

  /// Starts a film of the scene under a name that is free, or ends the one that runs and looks for the next free name.
  /// True if the steps to go by are others now. Throws UserError where the name is taken or the last film is still
  /// being finished, and what FilmSession::start() does.
  bool toggle(std::string& name, const Scene& scene);
  /// Hands over the picture of a state unless the film has it. True once the film is as long as it is to be. Throws as
  /// FilmSession::capture() does; the film is then closed.
  /// With `still` the film takes the same state again and again.
  bool capture(const SimulationState& state, PictureContents contents, const Camera& camera, const ViewSettings& view,
               bool still);
  /// One picture as a film of these settings has it. Throws GlError, FileError.
  static Image still(const PictureContents& contents, const Camera& camera, const ViewSettings& view,
                     const FilmSettings& film);
  /// The settings and steps a frame that the film's clock asks for in the place of these.
  void setClock(fmm::Settings& settings, int& stepsPerFrame) const;

  /// What became of a film that was closed; the next free name is looked for.
  std::optional<FilmSession::Outcome> takeOutcome(std::string& name);
  /// Closes a running film, waits until it is whole, and returns why it is not; empty if it is, or if there was none.
  std::string finish();

 private:
  FilmSession session_;
};

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

/// The box of the solver's tree whose near list is shown.
class CellDesk {
 public:
  /// A particle of the picked leaf, by which the tree of a later state finds it; empty: none is picked.
  const std::optional<ParticleName>& picked() const { return picked_; }
  void clear() { picked_.reset(); }
  /// Picks the leaf that is seen at a place in the window, from this camera; none where there is none.
  void pickAt(ScreenPoint at, const PictureMap& map, const Camera& camera, const TreePicture& tree);
  /// Picks the leaf after the picked one.
  void pickNext(const TreePicture& tree);

 private:
  void pick(std::optional<std::size_t> leaf, const TreePicture& tree);

  std::optional<ParticleName> picked_;
};

/// What the panel says of the tree and of the grid; `shown`: the view shows the tree.
CellReadout cellReadout(const SimulationState& state, bool shown);

}  // namespace app
