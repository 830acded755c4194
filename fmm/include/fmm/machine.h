#pragma once

#include <string>

#include "fmm/settings.h"

namespace fmm {

/// Peak arithmetic of a backend in fused multiply-adds, which count as two operations each.
struct ArithmeticPeak {
  double flops = 0;       ///< [1/s]; 0: unknown
  bool measured = false;  ///< by a loop of independent multiply-adds; else from the device's data
};

/// Peak for the backend, precision and threads of the settings. Takes about 0.1 s on the CPU; on a GPU it is clock
/// times cores. Throws EnvironmentError if there is no such backend.
ArithmeticPeak arithmeticPeak(const FieldSettings& settings);

/// "SSE4", "AVX2", "AVX-512": the instruction set of sums on the CPU, the machine's widest unless the environment's
/// RINGLET_SIMD names a narrower one. All functions that compute refuse another value (EnvironmentError).
std::string simdInstructions();

/// The value of RINGLET_SIMD; empty where it is not set.
std::string simdCap();

/// The MPI module of this program, see openRanks(); empty if none is installed.
std::string mpiModule();

/// Threads of the CPU backend if so many are asked for (0: all cores).
int cpuThreads(int asked);

}  // namespace fmm
