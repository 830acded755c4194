#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "files/descriptor.h"

namespace app {

/// A program to start beside this one. Standard streams that are -1 are /dev/null.
struct ChildProgram {
  std::string name;                ///< found on PATH unless there is a slash in it
  std::vector<std::string> words;  ///< its arguments, the first being what it is called
  int input = -1, output = -1, messages = -1;
  std::vector<int> inherited = {};  ///< descriptors above 2 that it has under the same numbers
};

/// Starts it in a process group of its own, so that Ctrl-C is this program's matter, with no signal blocked, and none
/// ignored but SIGXFSZ. Returns 0, or the errno that tells why not. Its streams may be descriptors above 2 alone
/// (aboveStreams()).
int startChild(const ChildProgram& program, pid_t& pid);

/// A copy of a descriptor that is none of the standard streams; none where there is no room for it.
Descriptor aboveStreams(int descriptor);

}  // namespace app
