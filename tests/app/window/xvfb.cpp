#include "app/window/xvfb.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <thread>

extern char** environ;

namespace app {
namespace {

constexpr int kServerSeconds = 20;

std::vector<char*> argumentVector(const std::vector<std::string>& arguments) {
  std::vector<char*> pointers;
  for (const std::string& argument : arguments) pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

int exitCode(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// One line from a pipe, empty if none came in time.
std::string readLine(int descriptor, int seconds) {
  std::string line;
  pollfd ready{descriptor, POLLIN, 0};
  char c = 0;
  while (poll(&ready, 1, 1000 * seconds) > 0 && read(descriptor, &c, 1) == 1 && c != '\n') line += c;
  return line;
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
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  pid_t pid = -1;
  const int error =
      posix_spawnp(&pid, arguments[0].c_str(), &actions, nullptr, argumentVector(arguments).data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  char buffer[4096];
  for (ssize_t n = 0; (n = read(ends[0], buffer, sizeof buffer)) > 0;) {
    if (output) output->append(buffer, static_cast<std::size_t>(n));
  }
  close(ends[0]);
  int status = 0;
  if (error != 0 || waitpid(pid, &status, 0) != pid) return -1;
  return exitCode(status);
}

ChildProcess::ChildProcess(const std::vector<std::string>& arguments, const std::string& workingFolder,
                           const std::string& log) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, workingFolder.c_str());
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  const int error =
      posix_spawnp(&pid_, arguments[0].c_str(), &actions, nullptr, argumentVector(arguments).data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw std::runtime_error("posix_spawnp " + arguments[0] + " failed");
}

ChildProcess::~ChildProcess() {
  if (pid_ < 0) return;
  kill(pid_, SIGTERM);
  if (wait(3) >= 0 || pid_ < 0) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

int ChildProcess::wait(double seconds) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  int status = 0;
  while (pid_ >= 0 && waitpid(pid_, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > deadline) return -1;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  pid_ = -1;
  return exitCode(status);
}

void ChildProcess::signal(int number) {
  kill(pid_, number);
}

Xvfb::Xvfb(int width, int height) {
  int ends[2];
  if (pipe2(ends, 0) != 0) throw std::runtime_error("pipe2 failed");
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  const std::string screen = std::to_string(width) + "x" + std::to_string(height) + "x24";
  server_ =
      std::make_unique<ChildProcess>(std::vector<std::string>{"Xvfb", "-displayfd", std::to_string(ends[1]), "-screen",
                                                              "0", screen, "-nolisten", "tcp", "-noreset"},
                                     "/", "/dev/null");
  close(ends[1]);
  const std::string number = readLine(ends[0], kServerSeconds);  // the server chooses a free one
  close(ends[0]);
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
}

}  // namespace app
