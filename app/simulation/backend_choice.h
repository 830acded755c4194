#pragma once

#include <cstdint>
#include <string>

#include "fmm/settings.h"
#include "scene/start/scene_particles.h"

namespace app {

/// Would this backend run on the GPU?
bool runsOnGpu(fmm::Backend backend);
/// May the machine lose the particles, so that a copy on the host is worth its time? A GPU may, and the CPU where a
/// test lets it play one.
bool mayLoseParticles(fmm::Backend backend);

/// Throws fmm::EnvironmentError with the reason where CUDA is asked for by name and is not to be had.
void requireBackend(fmm::Backend backend);
/// Where a program with CUDA falls back on the CPU by itself, says so in one line on stderr: once nothing else can be
/// refused, so that an error stays the only line.
void tellBackend(fmm::Backend backend);
/// Both, the second unless `quiet`.
void checkBackend(fmm::Backend backend, bool quiet = false);

/// Memory [bytes] that this program may still take: what the machine has left, at most what its container is allowed.
/// The largest number there is if the system does not say.
std::uint64_t availableMemory();

/// Refuses counts that need more than `available` bytes, before any is taken: Linux hands out memory that it does not
/// have, and later ends the program without a word. Throws UserError with the counts, the need and what there is.
void requireMemory(const Counts& counts, fmm::Precision precision, std::uint64_t available = availableMemory());

}  // namespace app
