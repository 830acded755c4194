#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace app {

/// What a key, a button or the mouse can ask of the program.
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
  larger,  ///< the interface
  smaller,
  usualSize,
  fullScreen,
  escape,  ///< ends or closes what is in front, and leaves where there is nothing
  quit     ///< the last one
};
constexpr int kActions = static_cast<int>(Action::quit) + 1;

/// What the mouse does in the picture.
enum class MouseAction { orbit, pan, zoom, lens, pick };

/// Headings of the help overlay.
enum class KeyGroup { flow, camera, picture, program };
const char* toString(KeyGroup group);

/// A key with the modifiers that it is pressed with.
struct KeyChord {
  int key = 0;            ///< GLFW_KEY_...
  char symbol = 0;        ///< what the key types on the user's layout, lower case; 0: the key counts wherever it is
  const char* name = "";  ///< as people call it
  bool control = false;
  bool shift = false;

  std::string label() const;
};

/// What an action is called and which keys ask for it; without keys it has a button alone.
struct KeyBinding {
  Action action{};
  KeyGroup group{};
  const char* description = "";
  std::vector<KeyChord> chords;

  /// All its keys: "Ctrl+Shift+Z, Ctrl+Y".
  std::string label() const;
};

/// A way to hold the mouse. Button -1: the wheel.
struct MouseBinding {
  int button = -1;  ///< GLFW_MOUSE_BUTTON_...
  bool shift = false;
  MouseAction action{};
  const char* label = "";
  const char* description = "";
  bool control = false;
};

/// What else the help overlay tells: of the panel's controls.
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
  bool latin = true;                                   ///< does the layout type Latin letters without modifiers?
};

/// What a pressed key asks for, by the sign that it types without Shift; by its place where it types none, and for
/// letters where the layout has no Latin ones. Empty for other keys. Shift that no binding of that key wants is
/// ignored.
std::optional<Action> actionFor(const KeyPress& press);
/// What a sign asks for that was typed with all its modifiers: of keys that type it with Shift alone, as the full stop
/// of French keyboards.
std::optional<Action> actionForSign(char32_t sign);
/// The same for a mouse button that goes down in the picture, or the wheel.
std::optional<MouseAction> actionFor(int button, bool shift, bool control = false);

/// What the key of this name asks for, as labels have it ("Space", "Ctrl+S"), in either case.
std::optional<Action> actionOfKey(std::string_view name);

/// The keys of an action: "Ctrl+Shift+Z, Ctrl+Y"; empty if it has none.
std::string keysOf(Action action);

}  // namespace app
