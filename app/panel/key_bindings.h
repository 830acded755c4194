#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace app {

/// Actions that keys, buttons and the mouse can trigger.
enum class Action {
  playPause,
  playBackwards,
  step,
  reset,
  goOn,
  stepBack,
  undo,
  redo,
  newRing,
  dropBody,
  toggleSolver,
  toggleBackend,
  togglePrecision,
  fit,
  frontView,  // the views in the order of CameraPreset
  sideView,
  topView,
  threeQuarterView,
  axisView,
  closeUpView,
  fly,
  timeline,
  addKey,
  nextLook,
  nextView,
  record,
  screenshot,
  still,
  saveState,
  colourBy,
  legend,
  diagnostics,
  arrows,
  cells,
  nextCell,
  noCell,
  grid,
  axes,
  gallery,
  nextScene,
  previousScene,
  panel,
  help,
  larger,  ///< larger interface
  smaller,
  usualSize,
  fullScreen,
  escape,  ///< closes or ends whatever is in front; quits if there is nothing
  quit     ///< must stay the last one
};
constexpr int kActions = static_cast<int>(Action::quit) + 1;

/// What the mouse does in the picture.
enum class MouseAction { orbit, pan, zoom, lens, pick };

/// Headings of the help overlay.
enum class KeyGroup { flow, camera, picture, program };
const char* toString(KeyGroup group);

/// A key with its modifiers.
struct KeyChord {
  int key = 0;      ///< GLFW_KEY_...
  char symbol = 0;  ///< lower-case sign that the key types on the user's layout; 0: the key is identified by position
  const char* name = "";  ///< name for people
  bool control = false;
  bool shift = false;

  std::string label() const;
};

/// Name and keys of an action; an action without keys has only a button.
struct KeyBinding {
  Action action{};
  KeyGroup group{};
  const char* description = "";
  std::vector<KeyChord> chords;

  /// All its keys: "Ctrl+Shift+Z, Ctrl+Y".
  std::string label() const;
};

/// A mouse gesture. Button -1: the wheel.
struct MouseBinding {
  int button = -1;  ///< GLFW_MOUSE_BUTTON_...
  bool shift = false;
  MouseAction action{};
  const char* label = "";
  const char* description = "";
  bool control = false;
};

/// A line of the help overlay about the panel's controls.
struct GestureHelp {
  const char* label = "";
  const char* description = "";
};

/// Every action of the program once, in the order of the help overlay.
const std::vector<KeyBinding>& keyBindings();
const std::vector<MouseBinding>& mouseBindings();
const std::vector<GestureHelp>& panelGestures();

/// A key that went down.
struct KeyPress {
  int key = 0;             ///< GLFW_KEY_...
  std::string_view typed;  ///< its name on the user's keyboard layout (glfwGetKeyName), empty if it types nothing
  bool control = false, shift = false, other = false;  ///< modifiers; `other`: Alt or Super
  bool latin = true;                                   ///< the layout types Latin letters without modifiers
};

/// The action of a pressed key. Keys are matched by the sign that they type without Shift; by position if they type
/// none, and for letters if the layout has no Latin ones. Empty if nothing matches. Shift is ignored unless a binding
/// needs it.
std::optional<Action> actionFor(const KeyPress& press);
/// The action of a sign as typed with all modifiers, for keys that type it only with Shift, such as the full stop of
/// French keyboards.
std::optional<Action> actionForSign(char32_t sign);
/// The same for a mouse button pressed in the picture, or the wheel (button -1).
std::optional<MouseAction> actionFor(int button, bool shift, bool control = false);

/// The action of the key with this label ("Space", "Ctrl+S"), in upper or lower case.
std::optional<Action> actionOfKey(std::string_view name);

/// The keys of an action: "Ctrl+Shift+Z, Ctrl+Y"; empty if it has none.
std::string keysOf(Action action);

}  // namespace app
