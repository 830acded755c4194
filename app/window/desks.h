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

/// Films what the window shows, into the file named in the panel.
class FilmDesk {
 public:
  bool recording() const { return session_.recording(); }
  bool finishing() const { return session_.finishing(); }
  const FilmProgress& progress() const { return session_.progress(); }
  /// True if the film has its own clock of simulated time, so that nobody else may set the steps.
  bool hasClock() const { return session_.clock().has_value(); }

  /// Starts a film of the scene, under the next free name if the file is there, or ends the running one and finds the
  /// next free name. True if the steps to take have changed. Throws UserError if no name is free or the last film is
  /// still being finished, and what FilmSession::start() throws.
  bool toggle(std::string& name, const Scene& scene);
  /// Hands over the picture of a state unless the film has it; with `still`, the film takes the same state repeatedly.
  /// True once the film has its full length. Throws as FilmSession::capture() does; the film is then closed.
  bool capture(const SimulationState& state, PictureContents contents, const Camera& camera, const ViewSettings& view,
               bool still);
  /// One picture as in a film with these settings. Throws GlError, FileError.
  static Image still(const PictureContents& contents, const Camera& camera, const ViewSettings& view,
                     const FilmSettings& film);
  /// Replaces settings and steps per frame by those of the film's clock, if it has one.
  void setClock(fmm::Settings& settings, int& stepsPerFrame) const;

  /// The outcome of a film that was closed; then finds the next free name.
  std::optional<FilmSession::Outcome> takeOutcome(std::string& name);
  /// Closes a running film, waits until it is complete, and returns why it failed; empty on success or without a film.
  std::string finish();

 private:
  FilmSession session_;
};

/// The handles, over the picture, of the line or patch of a plane flow chosen in the list. `map` shows the scene as it
/// begins.
class LineDesk {
 public:
  bool dragging() const { return gizmo_.dragging(); }
  /// Ends the drag and restores the line.
  void cancel(Scene& scene) { gizmo_.cancel(scene); }

  /// Handles a mouse event; `covered`: over the user interface. True if the event must not move the view.
  bool onPointer(const PointerEvent& event, const PictureMap& map, bool covered, Scene& scene,
                 const std::optional<LinePlace>& chosen, double scale);
  /// True if a handle was released since the last call, after the line was moved.
  bool takeDropped();
  /// The line was moved in another way than by a handle.
  void drop() { dropped_ = true; }
  /// Draws in the current ImGui frame, over the picture and below the user interface. Returns the room of the hint at
  /// the lower edge; 0 without one.
  float draw(const Scene& scene, const std::optional<LinePlace>& chosen, const PictureMap& map, Background background,
             float scale) const;

 private:
  LineGizmo gizmo_;
  std::optional<LineHandle> pointed_;
  bool moved_ = false, dropped_ = false;
};

/// Aims rings with the mouse: hands mouse events to the ring tool, moves the ring along with the view, and draws it.
class RingDesk {
 public:
  bool armed() const { return tool_.armed(); }
  void cancel() { tool_.cancel(); }
  /// Begins to aim `next` on the plane through `depth`.
  void arm(RingLaunch& next, const Scene& built, fmm::Vec3 depth);
  /// Place of the mouse; empty before it has moved.
  const std::optional<ScreenPoint>& pointer() const { return pointer_; }

  /// Handles a mouse event; `covered`: over the user interface. True if the event must not move the view. A ring that
  /// is released is passed to `launch`.
  bool onPointer(const PointerEvent& event, const PictureMap& map, bool covered,
                 const std::function<void(const RingLaunch&)>& launch);
  /// Keeps the ring's place in the picture while the camera moves along with the flow, to `shift` [L].
  void carry(fmm::Vec3 shift, const PictureMap& map);
  /// Draws over the picture, in the current ImGui frame; nothing unless armed. Returns the room of the hint at the
  /// lower edge; 0 without one.
  float draw(const RingLaunch& next, const Scene& built, const PictureMap& map, Background background, float scale);

 private:
  RingTool tool_;
  std::optional<ScreenPoint> pointer_;
  fmm::Vec3 shift_;  // shift of the camera already applied to the ring
};

/// The box of the solver's tree whose near list is shown.
class CellDesk {
 public:
  /// A particle of the picked leaf, which identifies the leaf in trees of later states; empty: none is picked.
  const std::optional<ParticleName>& picked() const { return picked_; }
  void clear() { picked_.reset(); }
  /// Picks the leaf seen at a point of the window from this camera, or none if there is none.
  void pickAt(ScreenPoint at, const PictureMap& map, const Camera& camera, const TreePicture& tree);
  /// Picks the leaf after the picked one.
  void pickNext(const TreePicture& tree);

 private:
  void pick(std::optional<std::size_t> leaf, const TreePicture& tree);

  std::optional<ParticleName> picked_;
};

/// Values of tree and grid for the panel; `shown`: the view shows the tree.
CellReadout cellReadout(const SimulationState& state, bool shown);

}  // namespace app
