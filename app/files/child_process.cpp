#include "files/child_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <csignal>

extern char** environ;

namespace app {
namespace {

/// Attributes of posix_spawn, released at the end of the scope.
struct SpawnPlan {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;

  explicit SpawnPlan(const ChildProgram& program) {
    posix_spawn_file_actions_init(&files);
    addStream(program.input, STDIN_FILENO, O_RDONLY);
    addStream(program.output, STDOUT_FILENO, O_WRONLY);
    addStream(program.messages, STDERR_FILENO, O_WRONLY);
    for (const int descriptor : program.inherited)  // onto itself, which clears close-on-exec
      if (descriptor > 2) posix_spawn_file_actions_adddup2(&files, descriptor, descriptor);

    posix_spawnattr_init(&attributes);
    posix_spawnattr_setpgroup(&attributes, 0);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    sigdelset(&all, SIGXFSZ);  // stays ignored, so that exceeding a limit of file sizes is an error
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

 private:
  void addStream(int descriptor, int stream, int nullMode) {
    if (descriptor < 0) {
      posix_spawn_file_actions_addopen(&files, stream, "/dev/null", nullMode, 0);
    } else {
      posix_spawn_file_actions_adddup2(&files, descriptor, stream);
    }
  }
};

}  // namespace

int startChild(const ChildProgram& program, pid_t& pid) {
  std::vector<std::string> words = program.words;
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const SpawnPlan plan(program);
  return posix_spawnp(&pid, program.name.c_str(), &plan.files, &plan.attributes, arguments.data(), environ);
}

}  // namespace app
