#pragma once

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

namespace app {

/// Is this program on PATH?
bool haveProgram(const std::string& name);

/// Runs a program to its end. Returns its exit code, -1 if it could not be started; stdout goes to `output` if given.
int runTool(const std::vector<std::string>& arguments, std::string* output = nullptr);

/// A child process that is killed, at the latest, when this goes.
class ChildProcess {
 public:
  /// Starts it in folder `workingFolder`, stdout and stderr into the file `log`. Throws std::runtime_error.
  ChildProcess(const std::vector<std::string>& arguments, const std::string& workingFolder, const std::string& log);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Waits; the exit code, 128 + signal, or -1 if it still runs after that many seconds.
  int wait(double seconds);
  void signal(int number);

 private:
  pid_t pid_ = -1;
};

/// An X server without screen, on a display number of its own; DISPLAY names it as long as this lives. There is no
/// window manager.
class Xvfb {
 public:
  /// Throws std::runtime_error if the server does not come up.
  Xvfb(int width, int height);
  ~Xvfb();
  Xvfb(const Xvfb&) = delete;
  Xvfb& operator=(const Xvfb&) = delete;

 private:
  std::unique_ptr<ChildProcess> server_;
  std::string before_;  ///< DISPLAY
};

}  // namespace app
