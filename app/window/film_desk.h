#pragma once

#include <optional>
#include <string>

#include "camera/camera.h"
#include "film/film_session.h"
#include "fmm/settings.h"
#include "particles/picture_contents.h"
#include "scene/scene.h"
#include "simulation/simulation.h"

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

}  // namespace app
