#pragma once

#include <string>
#include <vector>

#include "app/support/running_program.h"

namespace app {

/// True if this program is on PATH.
bool haveProgram(const std::string& name);

/// Runs a program to its end. Returns its exit code; stdout goes to `output` if given. Throws where it cannot be
/// started.
int runTool(const std::vector<std::string>& arguments, std::string* output = nullptr);

/// An X server without a screen and without a window manager, on a display number of its own. DISPLAY names it until
/// the destructor.
class Xvfb {
 public:
  /// Throws std::runtime_error if the server does not come up.
  Xvfb(int width, int height);
  ~Xvfb();
  Xvfb(const Xvfb&) = delete;
  Xvfb& operator=(const Xvfb&) = delete;

 private:
  int ends_[2] = {-1, -1};  ///< of the pipe through which the server tells its number
  test::RunningCommand server_;
  std::string before_;  ///< former value of DISPLAY
};

}  // namespace app
