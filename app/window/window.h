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

struct GLFWwindow;

namespace app {

/// No window: no display, no OpenGL 4.5, or a failed GLFW call. The message is one line and says what to do instead.
class WindowError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Below this [screen coordinates] no window goes on a screen of ordinary density; on a dense one it is as much larger
/// as the panel, as far as the screen allows.
constexpr std::pair<int, int> kLeastWindowSize{640, 400};

struct WindowSettings {
  std::string title;
  std::optional<std::pair<int, int>> size;  ///< screen coordinates, raised to kLeastWindowSize; empty: three quarters
                                            ///< of the monitor, 1280x720 or more where there is room
  bool vsync = true;
  std::optional<WindowPlace> place;  ///< of an earlier session; as far as the screens of today allow, below `size`
};

/// What the mouse did, in screen coordinates of the window.
struct PointerEvent {
  enum class Kind { move, press, release, wheel };
  static constexpr int kLeft = 0, kRight = 1;  // GLFW_MOUSE_BUTTON_...

  Kind kind = Kind::move;
  double x = 0, y = 0;
  int button = kLeft;                   ///< of a press or release
  double steps = 0;                     ///< of the wheel, away from the user
  bool shift = false, control = false;  ///< keys that are down
};

/// Called from pollEvents(). Distances are fractions of the window's height, x to the right, y downwards.
struct WindowHandlers {
  std::function<void(const KeyPress&)> key;
  /// A sign was typed by the key that went down last.
  std::function<void(char32_t)> sign;
  std::function<void(MouseAction action, double dx, double dy)> drag;
  std::function<void(double steps, bool control)> scroll;
  /// The mouse moved while it is captured.
  std::function<void(double dx, double dy)> lookAround;
  /// Hears of everything that the mouse does first; true: it is done with that, and nothing else is to happen.
  std::function<bool(const PointerEvent&)> pointer;
  /// MouseAction::pick at a point in screen coordinates of the window.
  std::function<void(double x, double y)> pick;
  /// The window is to close, says the system: by its button, say. It stays open unless close() is called.
  std::function<void()> close;
  /// Files were dropped on the window.
  std::function<void(const std::vector<std::string>& paths)> drop;
  /// Does this point, in screen coordinates of the window, belong to the user interface? Drags and scrolls that begin
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
  /// Handles what came since the last call; with `wait` > 0 waits up to that many seconds for something to come.
  void pollEvents(double wait = 0);
  /// Did the user move, press or resize anything since the last call?
  bool takeActivity();
  /// Hides the pointer and lets it move without end, or gives it back. Meanwhile nothing is covered, and no drag
  /// begins.
  void captureMouse(bool on);
  /// Is this key (GLFW_KEY_..., by its place on the keyboard) down?
  bool keyDown(int key) const;
  /// What was drawn there since the last swapBuffers(), between two corners in screen coordinates.
  Image pixels(double left, double top, double right, double bottom) const;
  /// Shows what was drawn into framebuffer 0.
  void swapBuffers();
  /// Size in pixels; 0 while the window is minimised.
  std::pair<int, int> framebufferSize() const;
  /// Pixels of an ordinary screen to pixels of this one: 2 on a dense screen.
  float contentScale() const;
  /// Pixels to a screen coordinate; 1 on most systems.
  float pixelRatio() const;
  /// Seconds between two pictures of the monitor.
  double refreshInterval() const;
  /// Where it lies, or lay before it filled the screen.
  WindowPlace place() const;
  bool fullScreen() const;
  void setFullScreen(bool on);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace app
