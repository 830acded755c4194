#include "panel/key_bindings.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cctype>

namespace app {

const std::vector<KeyBinding>& keyBindings() {
  static const std::vector<KeyBinding> bindings = {
      {GLFW_KEY_SPACE, 0, "Space", Action::playPause, "Play or pause"},
      {GLFW_KEY_PERIOD, '.', ".", Action::step, "One frame, then pause"},
      {GLFW_KEY_R, 'r', "R", Action::reset, "Reset: build the scene anew"},
      {GLFW_KEY_F, 'f', "F", Action::fit, "Fit the rings into the picture"},
      {GLFW_KEY_D, 'd', "D", Action::toggleSolver, "Fast multipole method or direct sum"},
      {GLFW_KEY_B, 'b', "B", Action::toggleBackend, "Compute on the GPU or on the CPU"},
      {GLFW_KEY_P, 'p', "P", Action::togglePrecision, "Single or double precision"},
      {GLFW_KEY_V, 'v', "V", Action::record, "Start or stop the film"},
      {GLFW_KEY_S, 's', "S", Action::screenshot, "Save the picture as PNG"},
      {GLFW_KEY_TAB, 0, "Tab", Action::panel, "Show or hide the panel"},
      {GLFW_KEY_H, 'h', "H", Action::help, "Show or hide this help"},
      {GLFW_KEY_F11, 0, "F11", Action::fullScreen, "Full screen"},
      {GLFW_KEY_ESCAPE, 0, "Esc", Action::quit, "Close a list or this help, or leave"},
  };
  return bindings;
}

std::optional<Action> actionFor(int key, std::string_view typed) {
  const std::vector<KeyBinding>& all = keyBindings();
  const auto found = std::find_if(all.begin(), all.end(), [&](const KeyBinding& binding) {
    if (binding.symbol == 0 || typed.size() != 1) return binding.key == key;
    return std::tolower(static_cast<unsigned char>(typed.front())) == binding.symbol;
  });
  if (found == all.end()) return std::nullopt;
  return found->action;
}

}  // namespace app
