#pragma once

#include <cstdint>

namespace app {

/// What a process that reads files from outside may use from now on.
struct Confinement {
  std::uint64_t processorSeconds = 60;
  std::uint64_t moreMemory = std::uint64_t{1} << 30;  ///< address space [byte] besides what it has already
};

/// Takes from this process, for good, what reading needs not: more memory and processor time than the limits, new
/// files, descriptors from `firstClosed` on, processes, dumps, and all system calls but those for memory and for
/// reading and writing `channel`. A forbidden call ends the process (SIGSYS); files are simply not found. It ends with
/// its parent, too. Returns whether the filter of system calls is in force: some kernels and containers have none.
/// Builds with sanitizers, which have calls of their own and terabytes of address space, get the limit of time alone.
bool confine(const Confinement& limits, int channel, int firstClosed);

}  // namespace app
