#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "document/scene_document.h"
#include "panel/control_panel.h"
#include "scene/scene.h"
#include "simulation/simulation.h"

namespace app {

/// Command-line options of the window.
struct ApplicationOptions {
  bool vsync = true;
  std::optional<std::pair<int, int>> size;  ///< window size [screen coordinates], as in WindowSettings
  bool fullScreen = false;                  ///< start in full screen
  std::optional<int> exitAfterFrames;       ///< leave after this many displayed frames (smoke tests, demos)
  std::optional<double> exitAfterSeconds;   ///< leave after pictures have been shown for so long [s]
  std::string screenshotPath;     ///< if set: PNG of the last picture, without the panel; the file must not exist
  bool paused = false;            ///< start without playing
  bool rememberLayout = false;    ///< keep the layout of window and panel in the user's configuration
  bool resetLayout = false;       ///< start with the default layout instead of the saved one
  std::vector<std::string> loop;  ///< names or paths of scenes to show in an endless loop
  LoopChoice show;                ///< how the loop is shown
  std::optional<std::vector<Action>> kiosk;  ///< for visitors: full screen without panel, pointer and messages, and
                                             ///< only with the keys of these actions; needs `loop`
  std::function<void(Scene&)> overrides;     ///< changes by the command line to each scene of the loop; may be empty
};

/// The interactive program: window, panel, simulation, camera and film, one displayed frame after the other.
/// At most one at a time, on the main thread.
class Application {
 public:
  /// Opens the window and starts the simulation, which does not hold on to the particles of a checkpoint. Throws
  /// WindowError if there is no display or no OpenGL 4.5, and what the renderer throws (GlError, FileError).
  Application(const FlowStart& start, const ApplicationOptions& options);
  /// Finishes a running film.
  ~Application();

  /// Handles the user's input, draws and shows one picture; never waits for a step of the simulation. Where the
  /// processor draws, the interface goes on over the last picture until this one is finished. False once the
  /// user has left. Errors of simulation, files or film become a message in the panel; OpenGL errors, and errors when
  /// writing options.screenshotPath, are thrown.
  bool frame();
  /// Closes the window; frame() returns false from then on.
  void close();
  /// Closes a running film, waits until it is complete, and returns why it failed; empty on success or without a film.
  std::string finishFilm();

  const PanelState& panel() const;
  const SceneDocument& document() const;
  const Simulation& simulation() const;
  CameraPose cameraPose() const;
  /// How often the window has been shown. Where the processor draws, it is shown many times during a slow picture.
  std::uint64_t timesShown() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Runs an Application until the user leaves or SIGINT, SIGTERM or SIGHUP arrives; finishes a running film. Returns the
/// exit code: 0, 1 if the flow has failed and was not reset since, or 128 + the signal. Errors shown in the panel also
/// go to stderr. Throws as Application does; UserError and FileError if options.screenshotPath cannot be written,
/// before anything is opened; RecorderError if the film could not be finished.
int runApplication(const FlowStart& start, const ApplicationOptions& options = {});

}  // namespace app
