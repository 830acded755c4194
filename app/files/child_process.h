#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace app {

/// A program to start as a child process. Standard streams that are -1 are /dev/null.
struct ChildProgram {
  std::string name;                ///< found on PATH unless there is a slash in it
  std::vector<std::string> words;  ///< its arguments, argv[0] first
  int input = -1, output = -1, messages = -1;
  std::vector<int> inherited = {};  ///< descriptors above 2 that it inherits under the same numbers
};

/// Starts the program in a process group of its own, so that Ctrl-C reaches only this process, with no signal blocked
/// and none ignored but SIGXFSZ. Returns 0 or an errno. The streams must be descriptors above 2, as all are that are
/// opened after openStandardStreams().
int startChild(const ChildProgram& program, pid_t& pid);

}  // namespace app
