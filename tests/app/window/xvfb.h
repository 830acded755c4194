#pragma once

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

namespace app {

/// True if this program is on PATH.
bool haveProgram(const std::string& name);

/// Runs a program to its end. Returns its exit code, -1 if it could not be started; stdout goes to `output` if given.
int runTool(const std::vector<std::string>& arguments, std::string* output = nullptr);

/// A child process that the destructor ends if it still runs.
class ChildProcess {
 public:
  /// Starts the process in `workingFolder`, with stdout and stderr in the file `log`. Throws std::runtime_error.
  ChildProcess(const std::vector<std::string>& arguments, const std::string& workingFolder, const std::string& log);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Returns the exit code, 128 + signal, or -1 if the process still runs after `seconds`.
  int wait(double seconds);
  void signal(int number);

 private:
  pid_t pid_ = -1;
};

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
  std::unique_ptr<ChildProcess> server_;
  std::string before_;  ///< former value of DISPLAY
};

}  // namespace app
