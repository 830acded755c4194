#pragma once

#include <cstddef>

#include "fmm/field.h"
#include "fmm/particle_views.h"
#include "fmm/settings.h"

namespace fmm {

/// Checks of a caller's arrays that do not read their numbers. Each throws InvalidInput, which names the arrays: for
/// lengths that differ, missing data, a mix of host and device memory, or too little room.

/// Arrays that describe particles. Returns their memory space; host if all are empty.
MemorySpace requireShape(const ElementViews& elements);
MemorySpace requireShape(const TracerViews& tracers);
MemorySpace requireShape(const InputVectors& points, const char* what);

/// Arrays for the results of `count` particles. Returns their memory space.
MemorySpace requireRoom(const ElementResults& results, std::size_t count);
MemorySpace requireRoom(const TracerResults& results, std::size_t count);
MemorySpace requireRoom(const FieldResults& results, std::size_t count);

/// At most 2^30 elements and tracers together, so that sums of two counts fit 32-bit indices.
void requireCount(std::size_t elements, std::size_t tracers);

/// Throws InvalidInput for device memory with the CPU backend.
void requireReach(Backend backend, MemorySpace space, const char* what);

}  // namespace fmm
