#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "commands/commands.h"
#include "panel/key_bindings.h"

namespace app {

/// ringlet [SCENE]
struct WindowOptions : MachineOptions {
  std::string scene = "leapfrog";
  SceneOverrides overrides;
  std::optional<std::pair<int, int>> size;
  bool vsync = true;
  std::optional<int> exitAfterFrames;  ///< for tests and demonstrations
  std::optional<double> exitAfterSeconds;
  bool fullScreen = false;                   ///< from the start; F11 leaves it
  bool resetLayout = false;                  ///< window and panel as at first
  bool loop = false;                         ///< without end; `scene` may be several with commas between
  double eachSeconds = 0;                    ///< of the loop, by the clock; 0: the length of the scene's film
  double orbitSeconds = 0;                   ///< the camera takes for a turn in a loop; 0: it stands
  bool captions = false;                     ///< of the scenes of a loop
  std::optional<std::vector<Action>> kiosk;  ///< what keys may do, with nothing but the picture to see
  std::string screenshot;                    ///< PNG written just before the window closes; empty: none
};

/// Text that was asked for (--help, --version, man, completion); it goes to stdout and the program ends with 0.
struct PrintText {
  std::string text;
};

/// What the command line asks for.
using Command = std::variant<PrintText, WindowOptions, RunOptions, EvalOptions, VerifyOptions, ConvergeOptions,
                             BenchOptions, InfoOptions>;

/// Understands the arguments after the program's name. Opens none of the files that they name. Throws UsageError.
Command parseCommandLine(const std::vector<std::string>& arguments);

}  // namespace app
