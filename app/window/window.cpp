#include "window/window.h"

#include <GL/glew.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>

#include "gl/gl_objects.h"

namespace app {
namespace {

constexpr const char* kWayOut = "; without a screen use: ringlet run SCENE --record film.mp4";
constexpr int kSmallestWidth = kLeastWindowSize.first, kSmallestHeight = kLeastWindowSize.second;

[[noreturn]] void failGlfw(const std::string& what) {
  const char* reason = nullptr;
  glfwGetError(&reason);
  std::string text = what + ": " + (reason ? reason : "no reason given");
  std::replace(text.begin(), text.end(), '\n', ' ');
  throw WindowError(text + kWayOut);
}

/// Keeps GLFW initialised during its lifetime.
struct Glfw {
  Glfw() {
    glfwSetErrorCallback(nullptr);
#ifdef GLFW_PLATFORM_X11
    // Without this variable Wayland cannot run, and its library would print an error.
    if (std::getenv("XDG_RUNTIME_DIR") == nullptr && glfwPlatformSupported(GLFW_PLATFORM_X11))
      glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_X11);
#endif
    if (!glfwInit()) failGlfw("no window: glfwInit");
  }
  ~Glfw() {
    glfwTerminate();
  }
  Glfw(const Glfw&) = delete;
  Glfw& operator=(const Glfw&) = delete;
};

struct WindowDeleter {
  void operator()(GLFWwindow* window) const { glfwDestroyWindow(window); }
};

std::pair<int, int> defaultSize() {
  int x = 0, y = 0, width = 1280, height = 720;
  if (GLFWmonitor* monitor = glfwGetPrimaryMonitor()) glfwGetMonitorWorkarea(monitor, &x, &y, &width, &height);
  return {std::clamp(width * 3 / 4, std::min(1280, width), 1920),
          std::clamp(height * 3 / 4, std::min(720, height), 1080)};
}

struct Area {
  int x = 0, y = 0, width = 0, height = 0;

  bool contains(int px, int py) const { return px >= x && px < x + width && py >= y && py < y + height; }
};

Area workArea(GLFWmonitor* monitor) {
  Area area;
  glfwGetMonitorWorkarea(monitor, &area.x, &area.y, &area.width, &area.height);
  return area;
}

/// Adapts a place from an earlier run to the present screens, so that the window can be seen and moved.
WindowPlace fitted(WindowPlace place) {
  int count = 0;
  GLFWmonitor** const monitors = glfwGetMonitors(&count);
  if (count == 0) return place;
  GLFWmonitor* home = monitors[0];
  bool seen = false;
  if (place.position) {
    const auto [x, y] = *place.position;
    for (int i = 0; i < count && !seen; ++i) {
      seen = workArea(monitors[i]).contains(x + place.size.first / 2, y);
      if (seen) home = monitors[i];
    }
  }
  float across = 1, down = 1;
  glfwGetMonitorContentScale(home, &across, &down);
  const double denser = std::max(across, down) / place.scale;
  const Area area = workArea(home);
  const auto side = [&](int length, int least, int most) {
    return std::max(least, std::min(static_cast<int>(std::lround(length * denser)), most));
  };
  place.size = {side(place.size.first, kSmallestWidth, area.width),
                side(place.size.second, kSmallestHeight, area.height)};
  if (!seen || denser != 1) place.position.reset();
  return place;
}

}  // namespace

struct Window::Impl {
  Glfw glfw;
  std::unique_ptr<GLFWwindow, WindowDeleter> window, second;  // the second one is never shown: it has a context
  WindowHandlers handlers;
  std::optional<MouseAction> drag;
  int dragButton = 0;
  double lastX = 0, lastY = 0;
  bool captured = false;
  bool active = false;
  std::array<int, 4> windowed{};  // x, y, width, height before full screen

  /// The window's Impl, for a callback; notes the activity.
  static Impl& of(GLFWwindow* window) {
    Impl& self = *static_cast<Impl*>(glfwGetWindowUserPointer(window));
    self.active = true;
    return self;
  }

  bool isDown(int key) const { return glfwGetKey(window.get(), key) == GLFW_PRESS; }
  bool covered(double x, double y) const { return handlers.covered && handlers.covered(x, y); }

  bool taken(PointerEvent::Kind kind, int button = 0, double steps = 0) const {
    const auto down = [&](int left, int right) {
      return glfwGetKey(window.get(), left) == GLFW_PRESS || glfwGetKey(window.get(), right) == GLFW_PRESS;
    };
    PointerEvent event{kind, 0, 0, button, steps};
    glfwGetCursorPos(window.get(), &event.x, &event.y);
    event.shift = down(GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT);
    event.control = down(GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL);
    return handlers.pointer && handlers.pointer(event);
  }

  void onButton(int button, int action, int mods) {
    using Kind = PointerEvent::Kind;
    const Kind kind = action == GLFW_RELEASE ? Kind::release : Kind::press;
    if ((kind == Kind::release || !drag) && taken(kind, button)) return;
    if (action == GLFW_RELEASE) {
      if (drag && button == dragButton) drag.reset();
      return;
    }
    if (captured) return;
    glfwGetCursorPos(window.get(), &lastX, &lastY);
    if (drag || covered(lastX, lastY)) return;
    const auto meant = actionFor(button, (mods & GLFW_MOD_SHIFT) != 0, (mods & GLFW_MOD_CONTROL) != 0);
    if (meant == MouseAction::pick) {
      if (handlers.pick) handlers.pick(lastX, lastY);
      return;
    }
    drag = meant;
    dragButton = button;
  }

  void onMove(double x, double y) {
    if (!captured && taken(PointerEvent::Kind::move)) return;
    if (!drag && !captured) return;
    int width = 0, height = 0;
    glfwGetWindowSize(window.get(), &width, &height);
    const double scale = 1. / std::max(1, height);
    if (captured && handlers.lookAround) handlers.lookAround(scale * (x - lastX), scale * (y - lastY));
    if (!captured && handlers.drag) handlers.drag(*drag, scale * (x - lastX), scale * (y - lastY));
    lastX = x;
    lastY = y;
  }

  void onScroll(double steps) {
    const bool control = isDown(GLFW_KEY_LEFT_CONTROL) || isDown(GLFW_KEY_RIGHT_CONTROL);
    double x = 0, y = 0;
    glfwGetCursorPos(window.get(), &x, &y);
    if (!captured && taken(PointerEvent::Kind::wheel, 0, steps)) return;
    if ((captured || !covered(x, y)) && handlers.scroll) handlers.scroll(steps, control);
  }

  /// True if the user's layout has Latin letters; that may change at any time.
  static bool typesLatin() {
    for (int key = GLFW_KEY_A; key <= GLFW_KEY_Z; ++key) {
      const char* const name = glfwGetKeyName(key, 0);
      if (name && name[1] == '\0' && std::isalpha(static_cast<unsigned char>(name[0])) != 0) return true;
    }
    return false;
  }

  void onKey(int key, int scancode, int mods) {
    const char* typed = key == GLFW_KEY_UNKNOWN ? nullptr : glfwGetKeyName(key, scancode);
    const bool other = (mods & (GLFW_MOD_ALT | GLFW_MOD_SUPER)) != 0;
    if (handlers.key)
      handlers.key(
          {key, typed ? typed : "", (mods & GLFW_MOD_CONTROL) != 0, (mods & GLFW_MOD_SHIFT) != 0, other, typesLatin()});
  }

  /// Keeps the window at least as large as the panel needs at this scale.
  void limitSize(float scale) {
    GLFWmonitor* const monitor = glfwGetPrimaryMonitor();
    const Area area = monitor ? workArea(monitor) : Area();
    const auto least = [&](int side, int room) {
      return std::max(side, std::min(static_cast<int>(std::lround(scale * static_cast<float>(side))), room));
    };
    const int width = least(kSmallestWidth, area.width), height = least(kSmallestHeight, area.height);
    glfwSetWindowSizeLimits(window.get(), width, height, GLFW_DONT_CARE, GLFW_DONT_CARE);
    int wide = 0, high = 0;
    glfwGetWindowSize(window.get(), &wide, &high);
    if (wide < width || high < height) glfwSetWindowSize(window.get(), std::max(wide, width), std::max(high, height));
  }

  void installCallbacks() {
    glfwSetWindowUserPointer(window.get(), this);
    glfwSetMouseButtonCallback(
        window.get(), [](GLFWwindow* w, int button, int action, int mods) { of(w).onButton(button, action, mods); });
    glfwSetCursorPosCallback(window.get(), [](GLFWwindow* w, double x, double y) { of(w).onMove(x, y); });
    glfwSetScrollCallback(window.get(), [](GLFWwindow* w, double, double steps) { of(w).onScroll(steps); });
    glfwSetFramebufferSizeCallback(window.get(), [](GLFWwindow* w, int, int) { of(w); });
    glfwSetWindowRefreshCallback(window.get(), [](GLFWwindow* w) { of(w); });
    glfwSetWindowCloseCallback(window.get(), [](GLFWwindow* w) {
      const Impl& self = of(w);
      if (!self.handlers.close) return;
      glfwSetWindowShouldClose(w, GLFW_FALSE);
      self.handlers.close();
    });
    glfwSetDropCallback(window.get(), [](GLFWwindow* w, int count, const char** paths) {
      const Impl& self = of(w);
      if (count > 0 && self.handlers.drop) self.handlers.drop({paths, paths + count});
    });
    glfwSetCharCallback(window.get(), [](GLFWwindow* w, unsigned sign) {
      const Impl& self = of(w);
      if (self.handlers.sign) self.handlers.sign(sign);
    });
    glfwSetKeyCallback(window.get(), [](GLFWwindow* w, int key, int scancode, int action, int mods) {
      if (action == GLFW_PRESS) of(w).onKey(key, scancode, mods);
    });
  }
};

Window::Window(const WindowSettings& settings, WindowHandlers handlers) : impl_(std::make_unique<Impl>()) {
  impl_->handlers = std::move(handlers);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "ringlet");
  std::optional<WindowPlace> place = settings.place;
  if (place) place = fitted(*place);
  const auto [wantedWidth, wantedHeight] = settings.size.value_or(place ? place->size : defaultSize());
  const int width = std::max(wantedWidth, kSmallestWidth), height = std::max(wantedHeight, kSmallestHeight);
  glfwWindowHint(GLFW_MAXIMIZED, place && place->maximised && !settings.size ? GLFW_TRUE : GLFW_FALSE);
  glfwWindowHint(GLFW_VISIBLE, place && place->position ? GLFW_FALSE : GLFW_TRUE);
  impl_->window.reset(glfwCreateWindow(width, height, settings.title.c_str(), nullptr, nullptr));
  if (!impl_->window) failGlfw("no window with OpenGL 4.5: glfwCreateWindow");
  impl_->limitSize(contentScale() / pixelRatio());
  if (place && place->position) {
    glfwSetWindowPos(handle(), place->position->first, place->position->second);
    glfwShowWindow(handle());
  }
  glfwMakeContextCurrent(handle());
  initialiseGl();
  glfwSwapInterval(settings.vsync ? 1 : 0);
  impl_->installCallbacks();
}

Window::~Window() = default;

GLFWwindow* Window::handle() const {
  return impl_->window.get();
}
bool Window::shouldClose() const {
  return glfwWindowShouldClose(handle()) != 0;
}
void Window::close() {
  glfwSetWindowShouldClose(handle(), GLFW_TRUE);
}

void Window::pollEvents(double wait) {
  if (wait > 0) {
    glfwWaitEventsTimeout(wait);
  } else {
    glfwPollEvents();
  }
}

bool Window::takeActivity() {
  return std::exchange(impl_->active, false);
}

void Window::captureMouse(bool on) {
  if (on == impl_->captured) return;
  impl_->captured = on;
  impl_->drag.reset();
  glfwSetInputMode(handle(), GLFW_CURSOR, on ? GLFW_CURSOR_DISABLED : GLFW_CURSOR_NORMAL);
  if (glfwRawMouseMotionSupported()) glfwSetInputMode(handle(), GLFW_RAW_MOUSE_MOTION, on ? GLFW_TRUE : GLFW_FALSE);
  glfwGetCursorPos(handle(), &impl_->lastX, &impl_->lastY);
}

bool Window::keyDown(int key) const {
  return impl_->isDown(key);
}

ContextSwitch Window::sharedContext() {
  glfwWindowHint(GLFW_MAXIMIZED, GLFW_FALSE);
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  impl_->second.reset(glfwCreateWindow(1, 1, "", nullptr, handle()));
  if (!impl_->second) return nullptr;
  return [second = impl_->second.get()](bool on) { glfwMakeContextCurrent(on ? second : nullptr); };
}

void Window::swapBuffers() {
  glfwSwapBuffers(handle());
}

std::pair<int, int> Window::framebufferSize() const {
  int width = 0, height = 0;
  glfwGetFramebufferSize(handle(), &width, &height);
  return {width, height};
}

float Window::contentScale() const {
  float x = 1, y = 1;
  glfwGetWindowContentScale(handle(), &x, &y);
  return std::clamp(std::max(x, y), 0.5f, 8.f);
}

float Window::pixelRatio() const {
  int width = 0, height = 0;
  glfwGetWindowSize(handle(), &width, &height);
  const int pixels = framebufferSize().second;
  return height > 0 && pixels > 0 ? static_cast<float>(pixels) / static_cast<float>(height) : 1;
}

double Window::refreshInterval() const {
  GLFWmonitor* monitor = glfwGetWindowMonitor(handle());
  if (!monitor) monitor = glfwGetPrimaryMonitor();
  const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
  return 1. / (mode && mode->refreshRate > 0 ? mode->refreshRate : 60);
}

WindowPlace Window::place() const {
  WindowPlace place;
  place.scale = contentScale();
  int x = 0, y = 0;
  if (fullScreen()) {
    const auto& [windowedX, windowedY, width, height] = impl_->windowed;
    place.size = {width, height};
    place.position = {windowedX, windowedY};
    return place;
  }
  place.maximised = glfwGetWindowAttrib(handle(), GLFW_MAXIMIZED) != 0;
  glfwGetWindowSize(handle(), &place.size.first, &place.size.second);
  glfwGetWindowPos(handle(), &x, &y);
  place.position = {x, y};
  return place;
}

bool Window::fullScreen() const {
  return glfwGetWindowMonitor(handle()) != nullptr;
}

void Window::setFullScreen(bool on) {
  if (on == fullScreen()) return;
  auto& [x, y, width, height] = impl_->windowed;
  if (!on) {
    glfwSetWindowMonitor(handle(), nullptr, x, y, width, height, GLFW_DONT_CARE);
    return;
  }
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
  if (!mode) return;
  glfwGetWindowPos(handle(), &x, &y);
  glfwGetWindowSize(handle(), &width, &height);
  glfwSetWindowMonitor(handle(), monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

}  // namespace app
