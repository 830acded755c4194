#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace app {

/// What a key, a button or the mouse can ask of the program.
enum class Action {
  playPause,
  step,
  reset,
  fit,
  toggleSolver,
  toggleBackend,
  togglePrecision,
  record,
  screenshot,
  panel,
  help,
  fullScreen,
  quit
};

/// One line of the help overlay.
struct KeyBinding {
  int key = 0;             ///< GLFW_KEY_...
  char symbol = 0;         ///< what the key types on the user's layout, lower case; 0: the key counts wherever it is
  const char* label = "";  ///< as people call it
  Action action{};
  const char* description = "";
};

/// Every key of the program, in the order of the help overlay.
const std::vector<KeyBinding>& keyBindings();

/// What a pressed key asks for; empty for other keys. `typed` is the key's name on the user's keyboard layout
/// (glfwGetKeyName), empty where it has none.
std::optional<Action> actionFor(int key, std::string_view typed);

}  // namespace app
