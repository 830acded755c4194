#include "app/window/xvfb.h"

#include <csignal>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

namespace app {
namespace {

constexpr int kServerSeconds = 20;

/// One line from a pipe, empty if none came in time.
std::string readLine(int descriptor, int seconds) {
  std::string line;
  pollfd ready{descriptor, POLLIN, 0};
  char c = 0;
  while (poll(&ready, 1, 1000 * seconds) > 0 && read(descriptor, &c, 1) == 1 && c != '\n') line += c;
  return line;
}

/// Makes a pipe whose end for writing is inherited by children; returns that end.
int pipeFor(int (&ends)[2]) {
  if (pipe2(ends, 0) != 0) throw std::runtime_error("pipe2 failed");
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  return ends[1];
}

}  // namespace

bool haveProgram(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (access((folder + "/" + name).c_str(), X_OK) == 0) return true;
  }
  return false;
}

int runTool(const std::vector<std::string>& arguments, std::string* output) {
  const test::ProgramResult result = test::runArguments(arguments);
  if (output) *output = result.out;
  return result.exitCode;
}

Xvfb::Xvfb(int width, int height)
    : server_({"Xvfb", "-displayfd", std::to_string(pipeFor(ends_)), "-screen", "0",
               std::to_string(width) + "x" + std::to_string(height) + "x24", "-nolisten", "tcp", "-noreset"},
              "/dev/null") {
  close(ends_[1]);
  const std::string number = readLine(ends_[0], kServerSeconds);  // the server chooses a free one
  close(ends_[0]);
  if (number.empty()) throw std::runtime_error("Xvfb did not come up");
  const char* display = std::getenv("DISPLAY");
  before_ = display ? display : "";
  setenv("DISPLAY", (":" + number).c_str(), 1);
}

Xvfb::~Xvfb() {
  if (before_.empty()) {
    unsetenv("DISPLAY");
  } else {
    setenv("DISPLAY", before_.c_str(), 1);
  }
  server_.send(SIGTERM);  // so that it removes its lock
  server_.wait(3);
}

}  // namespace app
