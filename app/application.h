#pragma once

#include <optional>
#include <string>
#include <utility>

#include "scene.h"

namespace app {

/// What the command line may say about the window.
struct ApplicationOptions {
  bool vsync = true;
  std::optional<std::pair<int, int>> size;  ///< of the window in screen coordinates; empty: chosen from the monitor
  std::optional<int> exitAfterFrames;       ///< leave after that many displayed frames (smoke tests, demos)
  std::string screenshotPath;               ///< with it: the last picture is written there as PNG, without the panel
  bool paused = false;                      ///< start without playing
};

/// Opens the window, shows the scene and runs until the user leaves or a SIGINT arrives. Returns the exit code, 0.
/// Throws WindowError if no display or no OpenGL 4.5 is to be had, InvalidInput for a scene that cannot be simulated,
/// and what the renderer throws (missing shaders, no GL memory).
int runApplication(const Scene& scene, const ApplicationOptions& options = {});

}  // namespace app
