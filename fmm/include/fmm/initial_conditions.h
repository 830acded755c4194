#pragma once

#include <cstddef>
#include <cstdint>

#include "fmm/types.h"

namespace fmm {

/// How vorticity is spread over the cross-section of a ring.
enum class CoreProfile {
  filament,  ///< N elements on the centre line, equally spaced: |alpha| = 2 pi R Gamma / N
  uniform,   ///< elements fill the torus evenly (quasi-random, shifted by the seed), vorticity constant
  gaussian   ///< the same out to 2.5 a, vorticity ~ exp(-s^2/a^2) of the distance s to the centre line
};

/// A circular vortex ring.
struct Ring {
  Vec3 centre;              ///< [L]
  Vec3 axis = {0, 0, 1};    ///< direction of travel for circulation > 0; any length but 0
  double radius = 1;        ///< R [L]
  double circulation = 1;   ///< Gamma [L^2/T]
  double coreRadius = 0.1;  ///< a [L] of the profile; unused by `filament`
  CoreProfile profile = CoreProfile::uniform;
  double waveAmplitude = 0;  ///< radial perturbation R (1 + amplitude cos(mode phi)), relative
  int waveMode = 0;
};

/// Appends `count` elements of one ring, each with core radius `sigma` [L] and ring index `index`. The same seed gives
/// the same bits everywhere. The circulation is exact: the strengths add up to Gamma times the centre line's length.
/// Each stands for meanSpacing() of a vortex line and, in a filled core, for its cube of fluid.
/// Throws InvalidInput.
void addRing(const Ring& ring, std::size_t count, double sigma, std::int32_t index, std::uint64_t seed,
             Elements& elements);

/// Appends `count` tracers uniform in the torus of minor radius `tubeRadius` [L] about the ring's centre line.
void addTracersAround(const Ring& ring, double tubeRadius, std::size_t count, std::int32_t index, std::uint64_t seed,
                      Tracers& tracers);

/// Appends `count` tracers uniform in the box [low, high].
void addTracersInBox(Vec3 low, Vec3 high, std::size_t count, std::int32_t index, std::uint64_t seed, Tracers& tracers);

/// Mean distance (V/N)^(1/3) between `count` elements that fill the ring's core [L]; for a filament the distance along
/// the line.
double meanSpacing(const Ring& ring, std::size_t count);

}  // namespace fmm
