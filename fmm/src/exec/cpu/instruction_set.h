#pragma once

namespace fmm {

/// Instruction sets for which sums on the CPU are compiled (simd_targets.h), the narrowest first. `portable`: any
/// processor but those of x86.
enum class InstructionSet { portable, sse4, avx2, avx512 };

/// The set of all SIMD code on this machine: its widest, or that of the environment's RINGLET_SIMD where it is
/// narrower. It never changes while a program runs.
InstructionSet instructionSet();

/// "SSE4", "AVX2", "AVX-512"; else "portable code, no SIMD".
const char* nameOf(InstructionSet set);

/// The value of RINGLET_SIMD; "" where it is not set.
const char* instructionSetCap();

/// Throws EnvironmentError if RINGLET_SIMD is not a set's name, or if this build cannot keep it.
void requireInstructionSet();

}  // namespace fmm
