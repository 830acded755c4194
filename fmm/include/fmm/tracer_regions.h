#pragma once

#include <cstddef>
#include <cstdint>

#include "fmm/types.h"
#include "fmm/vortex_line.h"

namespace fmm {

// Tracers at random places: each function appends `count` of them with ring index `index`. The same seed gives the same
// bits everywhere, and more tracers keep the first ones. All throw InvalidInput.

/// Uniform in the tube of radius `tubeRadius` [L] about the centre line: for a circle in a torus.
void addTracersAround(const LineComponent& of, double tubeRadius, std::size_t count, std::int32_t index,
                      std::uint64_t seed, Tracers& tracers);

/// Uniform on the surface of the tube of radius `radius` [L] about the centre line.
void addTracersOnShell(const LineComponent& of, double radius, std::size_t count, std::int32_t index,
                       std::uint64_t seed, Tracers& tracers);

/// A rectangle in space.
struct Rectangle {
  Vec3 centre;              ///< [L]
  Vec3 normal = {0, 0, 1};  ///< any length but 0
  Vec3 along;               ///< direction of `width`, of which the part in the plane counts; 0: some direction in it
  double width = 1;         ///< [L]
  double height = 1;        ///< [L]
};
/// Uniform on the rectangle.
void addTracersOnRectangle(const Rectangle& rectangle, std::size_t count, std::int32_t index, std::uint64_t seed,
                           Tracers& tracers);

/// Uniform on the disc of radius `radius` [L] about `centre`, perpendicular to `normal`.
void addTracersOnDisc(Vec3 centre, Vec3 normal, double radius, std::size_t count, std::int32_t index,
                      std::uint64_t seed, Tracers& tracers);

/// Uniform in the box [low, high].
void addTracersInBox(Vec3 low, Vec3 high, std::size_t count, std::int32_t index, std::uint64_t seed, Tracers& tracers);

}  // namespace fmm
