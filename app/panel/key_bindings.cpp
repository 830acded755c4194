#include "panel/key_bindings.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cctype>

#include "scene/colour_quantity.h"

namespace app {
namespace {

constexpr bool kControl = true, kShift = true;

bool matches(const KeyChord& chord, const KeyPress& press) {
  if (chord.control != press.control) return false;
  const bool signless = press.typed.size() != 1;  // it types nothing, or no ASCII
  const bool letter = std::isalpha(static_cast<unsigned char>(chord.symbol)) != 0;
  if (chord.symbol == 0 || signless || (letter && !press.latin)) return chord.key == press.key;
  return std::tolower(static_cast<unsigned char>(press.typed.front())) == chord.symbol;
}

}  // namespace

const char* toString(KeyGroup group) {
  switch (group) {
    case KeyGroup::flow:
      return "Flow and solver";
    case KeyGroup::camera:
      return "Camera";
    case KeyGroup::picture:
      return "Picture and film";
    case KeyGroup::program:
      return "Program";
  }
  return "";
}

std::string KeyChord::label() const {
  return std::string(control ? "Ctrl+" : "") + (shift ? "Shift+" : "") + name;
}

std::string KeyBinding::label() const {
  std::string all;
  for (const KeyChord& chord : chords) all += (all.empty() ? "" : ", ") + chord.label();
  return all;
}

const std::vector<KeyBinding>& keyBindings() {
  static const std::string colours = "Colour by " + fmm::allowedNames<ColourBy>();
  static const std::vector<KeyBinding> bindings = {
      {Action::playPause, KeyGroup::flow, "Play or pause", {{GLFW_KEY_SPACE, 0, "Space"}}},
      {Action::playBackwards,
       KeyGroup::flow,
       "Play backwards, or forwards again",
       {{GLFW_KEY_BACKSPACE, 0, "Backspace"}}},
      {Action::step, KeyGroup::flow, "One frame, then pause", {{GLFW_KEY_PERIOD, '.', "."}}},
      {Action::reset, KeyGroup::flow, "Back to the scene's beginning", {{GLFW_KEY_R, 'r', "R"}}},
      {Action::goOn, KeyGroup::flow, "Continue although the flow is lost", {}},
      {Action::stepBack, KeyGroup::flow, "Step back to the last good state after a stop", {}},
      {Action::saveState, KeyGroup::flow, "Save the state, to continue later", {{GLFW_KEY_S, 's', "S", kControl}}},
      {Action::undo, KeyGroup::flow, "Undo the last change", {{GLFW_KEY_Z, 'z', "Z", kControl}}},
      {Action::redo,
       KeyGroup::flow,
       "Redo what was undone",
       {{GLFW_KEY_Z, 'z', "Z", kControl, kShift}, {GLFW_KEY_Y, 'y', "Y", kControl}}},
      {Action::newRing,
       KeyGroup::flow,
       "Aim a new ring with the mouse; in the plane add a vortex there",
       {{GLFW_KEY_N, 'n', "N"}}},
      {Action::dropBody,
       KeyGroup::flow,
       "Put a body, a circle or sphere, into the flow where the mouse points",
       {{GLFW_KEY_N, 'n', "N", false, kShift}}},
      {Action::toggleSolver, KeyGroup::flow, "Fast multipole or direct sum", {{GLFW_KEY_D, 'd', "D"}}},
      {Action::toggleBackend, KeyGroup::flow, "Compute on GPU or CPU", {{GLFW_KEY_B, 'b', "B"}}},
      {Action::togglePrecision, KeyGroup::flow, "Single or double precision", {{GLFW_KEY_P, 'p', "P"}}},
      {Action::diagnostics, KeyGroup::flow, "Show or hide the diagnostics", {{GLFW_KEY_I, 'i', "I"}}},
      {Action::fit, KeyGroup::camera, "Fit the rings into the picture", {{GLFW_KEY_F, 'f', "F"}}},
      {Action::frontView, KeyGroup::camera, "View from ahead", {{GLFW_KEY_1, 0, "1"}}},
      {Action::sideView, KeyGroup::camera, "View from the side", {{GLFW_KEY_2, 0, "2"}}},
      {Action::topView, KeyGroup::camera, "View from above", {{GLFW_KEY_3, 0, "3"}}},
      {Action::threeQuarterView, KeyGroup::camera, "Three-quarter view", {{GLFW_KEY_4, 0, "4"}}},
      {Action::axisView, KeyGroup::camera, "View from behind, along the axis", {{GLFW_KEY_5, 0, "5"}}},
      {Action::closeUpView, KeyGroup::camera, "Close-up of the first ring", {{GLFW_KEY_6, 0, "6"}}},
      {Action::fly, KeyGroup::camera, "Fly; Esc ends the flight", {{GLFW_KEY_W, 'w', "W"}}},
      {Action::timeline, KeyGroup::camera, "The camera's time line", {{GLFW_KEY_K, 'k', "K"}}},
      {Action::addKey, KeyGroup::camera, "Add this view to the time line", {{GLFW_KEY_K, 'k', "K", false, true}}},
      {Action::nextLook, KeyGroup::picture, "Next look", {{GLFW_KEY_L, 'l', "L"}}},
      {Action::nextView, KeyGroup::picture, "View: points, density or both", {{GLFW_KEY_M, 'm', "M"}}},
      {Action::record, KeyGroup::picture, "Start or stop the film", {{GLFW_KEY_V, 'v', "V"}}},
      {Action::screenshot, KeyGroup::picture, "Save the picture as PNG", {{GLFW_KEY_S, 's', "S"}}},
      {Action::still,
       KeyGroup::picture,
       "Save a picture of the film's size and quality",
       {{GLFW_KEY_S, 's', "S", false, kShift}}},
      {Action::colourBy, KeyGroup::picture, colours.c_str(), {{GLFW_KEY_C, 'c', "C"}}},
      {Action::legend, KeyGroup::picture, "Show or hide the legend", {{GLFW_KEY_L, 'l', "L", false, true}}},
      {Action::arrows, KeyGroup::picture, "Vortex elements as arrows", {{GLFW_KEY_E, 'e', "E"}}},
      {Action::cells, KeyGroup::picture, "Boxes of the solver's tree", {{GLFW_KEY_T, 't', "T"}}},
      {Action::nextCell, KeyGroup::picture, "Near list of the next box", {{GLFW_KEY_J, 'j', "J"}}},
      {Action::noCell, KeyGroup::picture, "No near list", {}},
      {Action::grid, KeyGroup::picture, "Ground grid", {{GLFW_KEY_G, 'g', "G"}}},
      {Action::axes, KeyGroup::picture, "Axes x, y, z", {{GLFW_KEY_X, 'x', "X"}}},
      {Action::gallery, KeyGroup::program, "Show or hide the gallery of scenes", {{GLFW_KEY_O, 'o', "O"}}},
      {Action::nextScene, KeyGroup::program, "Next scene", {{GLFW_KEY_PAGE_DOWN, 0, "Page Down"}}},
      {Action::previousScene, KeyGroup::program, "Scene before", {{GLFW_KEY_PAGE_UP, 0, "Page Up"}}},
      {Action::panel, KeyGroup::program, "Show or hide the panel", {{GLFW_KEY_TAB, 0, "Tab"}}},
      {Action::help, KeyGroup::program, "Show or hide this help", {{GLFW_KEY_H, 'h', "H"}}},
      {Action::larger,
       KeyGroup::program,
       "Larger interface",
       {{GLFW_KEY_KP_ADD, '+', "+", kControl}, {GLFW_KEY_EQUAL, '=', "=", kControl}}},
      {Action::smaller, KeyGroup::program, "Smaller interface", {{GLFW_KEY_MINUS, '-', "-", kControl}}},
      {Action::usualSize, KeyGroup::program, "Interface of the usual size", {{GLFW_KEY_0, '0', "0", kControl}}},
      {Action::fullScreen, KeyGroup::program, "Full screen", {{GLFW_KEY_F11, 0, "F11"}}},
      {Action::escape, KeyGroup::program, "Close what is open, or leave full screen", {{GLFW_KEY_ESCAPE, 0, "Esc"}}},
      {Action::quit, KeyGroup::program, "Quit; asks where something is not saved", {{GLFW_KEY_Q, 'q', "Q", kControl}}},
  };
  return bindings;
}

const std::vector<MouseBinding>& mouseBindings() {
  static const std::vector<MouseBinding> bindings = {
      {GLFW_MOUSE_BUTTON_LEFT, false, MouseAction::orbit, "Left drag", "Turn the view"},
      {GLFW_MOUSE_BUTTON_LEFT, true, MouseAction::pan, "Shift + left drag", "Move the view"},
      {GLFW_MOUSE_BUTTON_RIGHT, false, MouseAction::pan, "Right drag", "Move the view"},
      {GLFW_MOUSE_BUTTON_MIDDLE, false, MouseAction::pan, "Middle drag", "Move the view"},
      {GLFW_MOUSE_BUTTON_LEFT, false, MouseAction::pick, "Ctrl + left click", "Near list of the box there", true},
      {-1, false, MouseAction::zoom, "Wheel", "Nearer or farther"},
      {-1, false, MouseAction::lens, "Ctrl + wheel", "Wider or narrower view", true},
  };
  return bindings;
}

const std::vector<GestureHelp>& panelGestures() {
  static const std::vector<GestureHelp> gestures = {
      {"Ctrl + click", "Type a number"},
      {"Left, Right", "Step the number under the pointer finely"},
      {"Shift + Left, Right", "... ten times as far"},
      {"Ctrl + wheel", "Step it, too"},
  };
  return gestures;
}

std::optional<Action> actionFor(const KeyPress& press) {
  if (press.other) return std::nullopt;
  std::optional<Action> found;
  for (const KeyBinding& binding : keyBindings()) {
    for (const KeyChord& chord : binding.chords) {
      if (!matches(chord, press)) continue;
      if (chord.shift == press.shift) return binding.action;
      if (!chord.shift) found = binding.action;
    }
  }
  return found;
}

std::optional<Action> actionForSign(char32_t sign) {
  for (const KeyBinding& binding : keyBindings())
    for (const KeyChord& chord : binding.chords)
      if (!chord.control && !chord.shift && chord.symbol != 0 && static_cast<char32_t>(chord.symbol) == sign)
        return binding.action;
  return std::nullopt;
}

std::optional<MouseAction> actionFor(int button, bool shift, bool control) {
  std::optional<MouseAction> found;
  for (const MouseBinding& binding : mouseBindings()) {
    if (binding.button != button || binding.control != control) continue;
    if (binding.shift == shift) return binding.action;
    if (!binding.shift) found = binding.action;
  }
  return found;
}

std::optional<Action> actionOfKey(std::string_view name) {
  const auto alike = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  for (const KeyBinding& binding : keyBindings()) {
    for (const KeyChord& chord : binding.chords) {
      const std::string label = chord.label();
      if (std::equal(label.begin(), label.end(), name.begin(), name.end(), alike)) return binding.action;
    }
  }
  return std::nullopt;
}

std::string keysOf(Action action) {
  for (const KeyBinding& binding : keyBindings()) {
    if (binding.action == action) return binding.label();
  }
  return {};
}

}  // namespace app
