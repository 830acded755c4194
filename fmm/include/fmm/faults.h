#pragma once

#include <cstdint>

namespace fmm {

/// Events that tests can make fail on purpose. Nothing fails by itself; counting an event costs one read of a number.
enum class Fault {
  allocation,  ///< of memory for particles and solver, on the GPU or, with the CPU backend, on the host: fails once
  launch,      ///< of a kernel: it and all later ones fail, as if the GPU was lost
  mapping      ///< of an OpenGL buffer for CUDA, and its unmapping: fails once
};

/// Makes the n-th event of a kind fail, counted from 1 from now on. 0: none fails, and a lost machine works again.
/// Environment variables do the same for a whole program: RINGLET_FAIL_ALLOCATION=n, RINGLET_FAIL_LAUNCH=n and
/// RINGLET_FAIL_MAPPING=n count from its start. Any thread may call these functions.
void setFault(Fault kind, std::int64_t n);
/// Counts an event. True if it has to fail: it is the n-th, or a later launch.
bool faultStrikes(Fault kind);
/// True if a fault is still to come, or lasts.
bool faultIsSet(Fault kind);
/// True if a launch has failed on purpose, so that the machine counts as lost.
bool machineIsLost();

}  // namespace fmm
