#pragma once

#include <cstddef>
#include <cstdint>

#include "fmm/array_view.h"
#include "fmm/types.h"

namespace fmm {

/// Vortex elements in arrays of the caller's, as Elements has them in vectors: all of the same count and in the same
/// memory, but the ring indices, which lie in the host's. Arrays of floats and of doubles may stand side by side.
struct ElementViews {
  InputVectors position;                      ///< x [L]
  InputVectors strength;                      ///< alpha [L^3/T] = vorticity times volume
  InputArray coreRadius;                      ///< sigma [L]; 0 = singular
  InputArray length;                          ///< l [L]; not given: as fillExtents()
  InputArray volume;                          ///< V [L^3]; not given: as fillExtents()
  InputArray referenceRadius;                 ///< [L]; not given: as fillExtents()
  StridedSpan<const std::int32_t> ring = {};  ///< may be absent

  std::size_t size() const { return position.size(); }
};

/// Tracers in arrays of the caller's, as Tracers has them in vectors.
struct TracerViews {
  InputVectors position;                      ///< x [L]
  StridedSpan<const std::int32_t> ring = {};  ///< may be absent; host memory

  std::size_t size() const { return position.size(); }
};

/// What a system is made of.
struct ParticleViews {
  ElementViews elements;
  TracerViews tracers;
};

/// Where what is known of the elements goes: arrays without data stay out. Those that are there lie in the same memory
/// and have room for all elements; what lies behind those is left alone.
struct ElementResults {
  OutputVectors position;      ///< x [L]
  OutputVectors strength;      ///< alpha [L^3/T]
  OutputArray coreRadius;      ///< sigma [L]
  OutputVectors velocity;      ///< u [L/T] of the last evaluation
  OutputVectors strengthRate;  ///< d(alpha)/dt [L^3/T^2] of the same
};

/// The same of the tracers.
struct TracerResults {
  OutputVectors position;  ///< x [L]
  OutputVectors velocity;  ///< u [L/T] of the last evaluation
};

inline StridedSpan<const std::int32_t> viewOf(const std::vector<std::int32_t>& indices) {
  return {indices.data(), indices.size()};
}
inline ElementViews viewOf(const Elements& elements) {
  return {viewOf(elements.position), viewOf(elements.strength), viewOf(elements.coreRadius),
          viewOf(elements.length),   viewOf(elements.volume),   viewOf(elements.referenceRadius),
          viewOf(elements.ring)};
}
inline TracerViews viewOf(const Tracers& tracers) {
  return {viewOf(tracers.position), viewOf(tracers.ring)};
}

/// A copy of a system's particles.
struct KeptParticles {
  Elements elements;
  Tracers tracers;
};

}  // namespace fmm
