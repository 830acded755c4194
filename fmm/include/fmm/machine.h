#pragma once

#include <string>

#include "fmm/settings.h"

namespace fmm {

/// The most arithmetic that a backend can do, of fused multiply-adds that count as two operations each.
struct ArithmeticPeak {
  double flops = 0;       ///< [1/s]; 0: not known
  bool measured = false;  ///< by a loop of independent multiply-adds; else from what the device says of itself
};

/// Of the settings' backend, precision and threads. Takes about 0.1 s on the CPU; on a GPU it is clock times cores.
/// Throws EnvironmentError where there is no such backend.
ArithmeticPeak arithmeticPeak(const FieldSettings& settings);

/// "AVX2", "AVX-512" ...: the instructions that sums on the CPU use.
std::string simdInstructions();

/// The module by which this program computes with several processes (openRanks()); empty where none was installed.
std::string mpiModule();

/// Threads that the CPU backend works with where it is asked for so many (0: all cores).
int cpuThreads(int asked);

}  // namespace fmm
