#pragma once

#include <cstdint>

#include "fmm/settings.h"
#include "scene/scene_particles.h"

namespace app {

/// Memory [bytes] that this program may still take: what the machine has left, at most what its container is allowed.
/// The largest number there is if the system does not say.
std::uint64_t availableMemory();

/// Refuses counts that need more than `available` bytes, before any is taken: Linux hands out memory that it does not
/// have, and later ends the program without a word. Throws UserError with the counts, the need and what there is.
void requireMemory(const Counts& counts, fmm::Precision precision, std::uint64_t available = availableMemory());

}  // namespace app
