#pragma once

#include <stdexcept>

namespace app {

/// No window: no display, no OpenGL 4.5, or a failed GLFW call. The message is one line and says what to do instead.
class WindowError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace app
