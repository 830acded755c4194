#pragma once

#include <cstdint>

namespace fmm {

/// What can be made to fail on purpose, to see what becomes of it. Nothing fails by itself; what is counted costs one
/// look at a number.
enum class Fault {
  allocation,  ///< of memory for particles and solver, on the GPU or, with the CPU backend, on the host: fails once
  launch,      ///< of work on the machine: fails from then on, and all that follows it, as where a GPU is lost
  mapping      ///< of a buffer of OpenGL for CUDA, and its end: fails once
};

/// Lets the n-th event of a kind fail, counted from 1 and from now on; 0: none does, and what was lost is there again.
/// The environment says it for a whole program: RINGLET_FAIL_ALLOCATION=n, RINGLET_FAIL_LAUNCH=n and
/// RINGLET_FAIL_MAPPING=n count from its start. Any thread may call these functions.
void setFault(Fault kind, std::int64_t n);
/// Counts an event. True: it is the one that is to fail, or comes after it and fails for good.
bool faultStrikes(Fault kind);
/// Is a fault set that has not come about yet, or that lasts?
bool faultIsSet(Fault kind);
/// Has a launch failed on purpose, so that the machine counts as lost?
bool machineIsLost();

}  // namespace fmm
