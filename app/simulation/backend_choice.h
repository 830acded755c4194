#pragma once

#include <cstdint>
#include <string>

#include "fmm/settings.h"
#include "scene/start/scene_particles.h"

namespace app {

/// True if this backend would run on the GPU.
bool runsOnGpu(fmm::Backend backend);
/// True if the machine may lose the particles, which justifies the cost of a copy on the host: a GPU may, and the CPU
/// where a test injects the fault.
bool mayLoseParticles(fmm::Backend backend);

/// Throws fmm::EnvironmentError with the reason if CUDA is asked for by name and not available.
void requireBackend(fmm::Backend backend);
/// If a program with CUDA falls back on the CPU, says so in one line on stderr. Call it when no other error can occur,
/// so that an error remains the only line.
void tellBackend(fmm::Backend backend);
/// requireBackend(), then tellBackend() unless `quiet`.
void checkBackend(fmm::Backend backend, bool quiet = false);

/// Memory [bytes] that this program may still allocate: the machine's free memory, at most the container's limit. The
/// largest number if the system does not say.
std::uint64_t availableMemory();

/// Refuses counts that need more than `available` bytes before any allocation: Linux overcommits memory and later kills
/// the program without a message. Throws UserError with the counts, the need and the available memory.
void requireMemory(const Counts& counts, fmm::Precision precision, std::uint64_t available = availableMemory());

}  // namespace app
