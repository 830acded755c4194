#pragma once

#include <cstddef>

#include "fmm/field.h"
#include "fmm/particle_views.h"
#include "fmm/settings.h"

namespace fmm {

/// What can be said of a caller's arrays without a look at their numbers. Each throws InvalidInput that names the
/// arrays: lengths that differ, no data where there is a count, host and device memory mixed, no room.

/// Arrays that describe particles; returns the memory that they lie in, the host's if there are none.
MemorySpace requireShape(const ElementViews& elements);
MemorySpace requireShape(const TracerViews& tracers);
MemorySpace requireShape(const InputVectors& points, const char* what);

/// Arrays that results for `count` particles go to.
MemorySpace requireRoom(const ElementResults& results, std::size_t count);
MemorySpace requireRoom(const TracerResults& results, std::size_t count);
MemorySpace requireRoom(const FieldResults& results, std::size_t count);

/// Elements and tracers together share 32-bit indices; 2^30 of them leave room for every sum of two.
void requireCount(std::size_t elements, std::size_t tracers);

/// The CPU backend works in host memory alone.
void requireReach(Backend backend, MemorySpace space, const char* what);

}  // namespace fmm
