#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

namespace app {

/// The running ffmpeg processes of this program, and how to end them when the program must end at once. All functions
/// may be called from any thread.
namespace running_encoders {

/// Purpose of a process. An encoder sees the end of its input when this program ends, and closes its film properly; the
/// output of a helper is useless then.
enum class Purpose { encoder, helper };

/// Registers a process, the leader of a group of its own, and our end of the socket that is its input.
void enlist(pid_t pid, int input, Purpose purpose);
/// Call it before that end of the socket is closed.
void inputEnds(pid_t pid);
/// Waits for the process to end, and unregisters it. Returns the status of waitpid(), or -1 with errno.
int waitFor(pid_t pid);

/// State of a process at one moment.
struct Look {
  pid_t pid = 0;
  bool owes = false;        ///< it has not read all input, or has not ended after the end of its input
  bool active = false;      ///< it computes or waits for a disk
  int unread = 0;           ///< bytes in its socket
  std::uint64_t ticks = 0;  ///< CPU time used, in clock ticks
};
std::vector<Look> lookAtAll();

/// Ends the program with that exit code after killing helpers and hanging encoders: those that have pending work but
/// made no progress since `before`. A thread in waitFor() does not learn of the end of a killed process, so it starts
/// no other process and reports nothing.
[[noreturn]] void endProgram(const std::vector<Look>& before, int code);

}  // namespace running_encoders
}  // namespace app
