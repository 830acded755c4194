#pragma once

#include <sys/resource.h>

#include <algorithm>

namespace app {

/// Where the cores are few, pictures come before steps: this thread and those that it starts, the solver's, take what
/// the others leave.
inline void letOthersFirst() {
  constexpr int kNicer = 5;  // a quarter of a core that others want, too: with much less nothing would move
  setpriority(PRIO_PROCESS, 0, std::min(19, getpriority(PRIO_PROCESS, 0) + kNicer));  // of this thread, on Linux
}

}  // namespace app
