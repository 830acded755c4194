#pragma once

#include <array>
#include <string>

#include "fmm/error.h"
#include "fmm/particle_target.h"
#include "vortex/element_functors.h"

namespace fmm {

// Particles into buffers of others, as ParticleTarget asks for them.

inline void requireRoom(const ParticleTarget& target, Index count) {
  if (target.capacity >= static_cast<std::size_t>(count)) return;
  throw InvalidInput("particle buffer: capacity " + std::to_string(target.capacity) + " is less than the " +
                     std::to_string(count) + " particles to write");
}

/// Positions and lengths of the vectors that belong to them.
template <class Exec, class Real>
void writePositions(Exec& exec, const ParticleTarget& target, const std::array<const Real*, 3>& position,
                    const std::array<const Real*, 3>& vector, Index count) {
  requireRoom(target, count);
  exec.writeParticles(WriteParticles<Real>{position, vector, target.positions}, count, target);
}

/// Strengths and core radii.
template <class Exec, class Real>
void writeStrengths(Exec& exec, const ParticleTarget& target, const std::array<const Real*, 3>& strength,
                    const Real* coreRadius, Index count) {
  requireRoom(target, count);
  exec.writeParticles(WriteStrengths<Real>{strength, coreRadius, target.positions}, count, target);
}

}  // namespace fmm
