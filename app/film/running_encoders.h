#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

namespace app {

/// The ffmpeg processes of this program that have not ended: what is to become of them where it has to end at once.
/// All functions may be called from any thread.
namespace running_encoders {

/// What a process is for. An encoder sees the end of its input when this program ends, and closes its film in good
/// order; what a helper makes nobody needs then.
enum class Purpose { encoder, helper };

/// A process that leads a group of its own, and our end of the socket that is its input.
void enlist(pid_t pid, int input, Purpose purpose);
/// To be called before that end is closed.
void inputEnds(pid_t pid);
/// Waits for its end, and forgets it. Returns what waitpid() tells, or -1 with errno.
int waitFor(pid_t pid);

/// What can be seen of a process at one moment.
struct Look {
  pid_t pid = 0;
  bool owes = false;        ///< it has not read what lies in its socket, or not ended though its input has
  bool active = false;      ///< it computes, or waits for a disk
  int unread = 0;           ///< bytes in its socket
  std::uint64_t ticks = 0;  ///< of the clock that it has computed for
};
std::vector<Look> lookAtAll();

/// Ends the program with that exit code, after it has killed helpers, and encoders that hang: they have done nothing of
/// what they owe since they were looked at. Whoever waits for one of them learns nothing of its end, and so starts no
/// other and says nothing.
[[noreturn]] void endProgram(const std::vector<Look>& before, int code);

}  // namespace running_encoders
}  // namespace app
