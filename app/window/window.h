#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "files/image.h"
#include "panel/key_bindings.h"
#include "panel/panel_layout.h"
#include "window/drawing_place.h"

struct GLFWwindow;

namespace app {

/// No window: no display, no OpenGL 4.5, or a failed GLFW call. The message is one line and says what to do instead.
class WindowError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Smallest window on a screen of ordinary density [screen coordinates]. On a dense screen it grows with the panel, as
/// far as the screen allows.
constexpr std::pair<int, int> kLeastWindowSize{640, 400};

struct WindowSettings {
  std::string title;
  std::optional<std::pair<int, int>> size;  ///< [screen coordinates], raised to kLeastWindowSize; empty: three quarters
                                            ///< of the monitor, at least 1280x720 if there is room
  bool vsync = true;
  std::optional<WindowPlace> place;  ///< from an earlier run, as far as the screens allow; `size` takes precedence
};

/// A mouse event, in screen coordinates of the window.
struct PointerEvent {
  enum class Kind { move, press, release, wheel };
  static constexpr int kLeft = 0, kRight = 1;  // GLFW_MOUSE_BUTTON_...

  Kind kind = Kind::move;
  double x = 0, y = 0;
  int button = kLeft;                   ///< button of a press or release
  double steps = 0;                     ///< wheel steps away from the user
  bool shift = false, control = false;  ///< keys that are down
};

/// Called from pollEvents(). Distances are fractions of the window's height, x to the right, y downwards.
struct WindowHandlers {
  std::function<void(const KeyPress&)> key;
  /// A sign was typed by the last key press.
  std::function<void(char32_t)> sign;
  std::function<void(MouseAction action, double dx, double dy)> drag;
  std::function<void(double steps, bool control)> scroll;
  /// The mouse moved while it is captured.
  std::function<void(double dx, double dy)> lookAround;
  /// Called first for every mouse event; true: the event is handled and goes no further.
  std::function<bool(const PointerEvent&)> pointer;
  /// MouseAction::pick at a point in screen coordinates of the window.
  std::function<void(double x, double y)> pick;
  /// The system asks the window to close, for example by its button. The window stays open unless close() is called.
  std::function<void()> close;
  /// Files were dropped on the window.
  std::function<void(const std::vector<std::string>& paths)> drop;
  /// True if this point [screen coordinates of the window] belongs to the user interface. Drags and scrolls that begin
  /// there are not reported.
  std::function<bool(double x, double y)> covered;
};

/// A window with an OpenGL 4.5 core context, current on the thread that made it.
/// At most one at a time.
class Window {
 public:
  /// Throws WindowError.
  Window(const WindowSettings& settings, WindowHandlers handlers);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  GLFWwindow* handle() const;
  bool shouldClose() const;
  void close();
  /// Handles the events since the last call; with `wait` > 0, waits up to that many seconds for an event.
  void pollEvents(double wait = 0);
  /// True if the user moved, pressed or resized anything since the last call.
  bool takeActivity();
  /// Hides the pointer and lets it move without limits, or releases it. While captured, nothing is covered, and no drag
  /// begins.
  void captureMouse(bool on);
  /// True if this key (GLFW_KEY_..., by its place on the keyboard) is down.
  bool keyDown(int key) const;
  /// A second OpenGL context with the same buffers, textures and programs, for another thread, which must release it
  /// before the window is destroyed. Empty if there is none. Called at most once.
  ContextSwitch sharedContext();
  /// Shows what was drawn into framebuffer 0.
  void swapBuffers();
  /// Size in pixels; 0 while the window is minimised.
  std::pair<int, int> framebufferSize() const;
  /// Density of the screen: 1 for an ordinary one, 2 for a dense one.
  float contentScale() const;
  /// Pixels per screen coordinate; 1 on most systems.
  float pixelRatio() const;
  /// Time between two pictures of the monitor [s].
  double refreshInterval() const;
  /// The window's place; in full screen, its place before.
  WindowPlace place() const;
  bool fullScreen() const;
  void setFullScreen(bool on);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace app
