#pragma once

#include <cstddef>
#include <cstdint>

#include "fmm/types.h"
#include "fmm/vortex_line.h"

namespace fmm {

// Tracers at random places: each function appends `count` of them with ring index `index`. The same seed gives the same
// bits everywhere, and more tracers keep the first ones. All throw InvalidInput.

/// How uneven the fluid is marked: the density of tracers is 1 - depth + depth n(x) of the largest one, where n, 0 to
/// 1, is noise of three octaves on lattices of hashed values (Perlin 1985; Ebert et al. 2003, "Texturing and Modeling",
/// 2). It is a function of the place and the seed alone, the same everywhere.
struct Puffs {
  double depth = 0;   ///< 0: even, 1: with clear gaps
  double size = 0.1;  ///< of the largest ones [L]
};

/// Uniform in the tube of radius `tubeRadius` [L] about the centre line: for a circle in a torus.
void addTracersAround(const LineComponent& of, double tubeRadius, std::size_t count, std::int32_t index,
                      std::uint64_t seed, Tracers& tracers, const Puffs& puffs = {});

/// Uniform on the surface of the tube of radius `radius` [L] about the centre line.
void addTracersOnShell(const LineComponent& of, double radius, std::size_t count, std::int32_t index,
                       std::uint64_t seed, Tracers& tracers);

/// Surfaces of tubes one within the other about a centre line, radii radius/layers, 2 radius/layers, ..., radius.
struct Shells {
  double radius = 0.1;   ///< of the outermost one [L]
  int layers = 1;        ///< 1 to 1000
  double thickness = 0;  ///< of each [L]; half of it lies outwards
};
/// Uniform in their area.
void addTracersOnShells(const LineComponent& of, const Shells& shells, std::size_t count, std::int32_t index,
                        std::uint64_t seed, Tracers& tracers, const Puffs& puffs = {});

/// A strip along a centre line, as a sheet that leaves a nozzle's edge: the flow about the line rolls it up to a
/// spiral.
struct Sheet {
  double halfWidth = 0.1;  ///< to both sides of the line [L]
  double angle = 0;        ///< of its section: for a circle from the plane of the ring (0) towards its axis (pi/2)
  double thickness = 0;    ///< [L]
};
/// Uniform in its area.
void addTracersOnSheet(const LineComponent& of, const Sheet& sheet, std::size_t count, std::int32_t index,
                       std::uint64_t seed, Tracers& tracers, const Puffs& puffs = {});

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
                           Tracers& tracers, const Puffs& puffs = {});

/// Uniform on the disc of radius `radius` [L] about `centre`, perpendicular to `normal`.
void addTracersOnDisc(Vec3 centre, Vec3 normal, double radius, std::size_t count, std::int32_t index,
                      std::uint64_t seed, Tracers& tracers, const Puffs& puffs = {});

/// Uniform in the box [low, high].
void addTracersInBox(Vec3 low, Vec3 high, std::size_t count, std::int32_t index, std::uint64_t seed, Tracers& tracers,
                     const Puffs& puffs = {});

}  // namespace fmm
