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

/// What the command line may say about the window.
struct ApplicationOptions {
  bool vsync = true;
  std::optional<std::pair<int, int>> size;  ///< of the window in screen coordinates, as WindowSettings has it
  bool fullScreen = false;                  ///< from the start
  std::optional<int> exitAfterFrames;       ///< leave after that many displayed frames (smoke tests, demos)
  std::optional<double> exitAfterSeconds;   ///< leave when pictures have been shown for so long
  std::string screenshotPath;   ///< with it: the last picture is written there as PNG, without the panel; must be free
  bool paused = false;          ///< start without playing
  bool rememberLayout = false;  ///< of window and panel, in the user's configuration
  bool resetLayout = false;     ///< start as at first, whatever was remembered
  std::vector<std::string> loop;             ///< names or paths of scenes to show in turn, without end
  LoopChoice show;                           ///< how they are shown
  std::optional<std::vector<Action>> kiosk;  ///< for visitors: full screen without panel, pointer and messages, with
                                             ///< the keys of these actions alone; wants `loop`
  std::function<void(Scene&)> overrides;     ///< what the command line changes of each scene of the loop; may be empty
};

/// The interactive program: window, panel, simulation, camera and film, one displayed frame after the other.
/// At most one at a time, on the main thread.
class Application {
 public:
  /// Opens the window and starts the simulation, which keeps nothing of a checkpoint's particles. Throws WindowError if
  /// no display or no OpenGL 4.5 is to be had, and what the renderer throws (GlError, FileError).
  Application(const FlowStart& start, const ApplicationOptions& options);
  /// Finishes a running film.
  ~Application();

  /// Handles what the user did, draws and shows one picture; never waits for a step of the simulation. False once the
  /// user left. Trouble with simulation, files or film becomes a message in the panel; what OpenGL or a full disk do to
  /// options.screenshotPath leaves as an exception.
  bool frame();
  /// Ends the program as Esc does; frame() returns false from then on.
  void close();
  /// Closes a running film, waits until it is whole, and returns why it is not; empty if it is, or if there was none.
  std::string finishFilm();

  const PanelState& panel() const;
  const SceneDocument& document() const;
  const Simulation& simulation() const;
  CameraPose cameraPose() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Runs an Application until the user leaves or SIGINT, SIGTERM or SIGHUP arrives; a running film is finished.
/// Returns the exit code: 0, 1 where the flow has failed and was not reset since, or 128 + the signal. Failures that
/// the panel shows go to stderr as well. Throws as Application does, UserError and FileError where
/// options.screenshotPath cannot be made, before anything is opened, and RecorderError if the film could not be
/// finished.
int runApplication(const FlowStart& start, const ApplicationOptions& options = {});

}  // namespace app
