#pragma once

#include <cstddef>
#include <cstdint>

#include "fmm/types.h"
#include "fmm/vortex_line.h"

namespace fmm {

// Tracers at random positions: each function appends `count` of them with ring index `index`. The same seed gives the
// same bits everywhere, and a larger `count` keeps the first ones. All functions throw InvalidInput.

/// Unevenness of the marked fluid: the density of tracers is 1 - depth + depth n(x) of the largest one, where n, 0 to
/// 1, is noise of three octaves on lattices of hashed values (Perlin 1985; Ebert et al. 2003, "Texturing and Modeling",
/// 2). The noise depends on position and seed only.
struct Puffs {
  double depth = 0;   ///< 0: even; 1: with clear gaps
  double size = 0.1;  ///< of the largest puffs [L]
};

/// Uniform in the tube of radius `tubeRadius` [L] about the centre line (a torus for a circle).
void addTracersAround(const LineComponent& of, double tubeRadius, std::size_t count, std::int32_t index,
                      std::uint64_t seed, Tracers& tracers, const Puffs& puffs = {});

/// Uniform on the surface of the tube of radius `radius` [L] about the centre line.
void addTracersOnShell(const LineComponent& of, double radius, std::size_t count, std::int32_t index,
                       std::uint64_t seed, Tracers& tracers);

/// Nested surfaces of tubes about a centre line, with radii radius/layers, 2 radius/layers, ..., radius.
struct Shells {
  double radius = 0.1;   ///< of the outermost surface [L]
  int layers = 1;        ///< 1 to 1000
  double thickness = 0;  ///< of each layer [L]; half of it lies outside the surface
};
/// Uniform in the area of the surfaces.
void addTracersOnShells(const LineComponent& of, const Shells& shells, std::size_t count, std::int32_t index,
                        std::uint64_t seed, Tracers& tracers, const Puffs& puffs = {});

/// A strip along a centre line, like a sheet that leaves the edge of a nozzle: the flow about the line rolls it up into
/// a spiral.
struct Sheet {
  double halfWidth = 0.1;  ///< extent to each side of the line [L]
  double angle = 0;        ///< of its section: for a circle from the plane of the ring (0) towards its axis (pi/2)
  double thickness = 0;    ///< [L]
};
/// Uniform in the area of the sheet.
void addTracersOnSheet(const LineComponent& of, const Sheet& sheet, std::size_t count, std::int32_t index,
                       std::uint64_t seed, Tracers& tracers, const Puffs& puffs = {});

/// A rectangle in space.
struct Rectangle {
  Vec3 centre;              ///< [L]
  Vec3 normal = {0, 0, 1};  ///< any length but 0
  Vec3 along;               ///< direction of `width`; only its part in the plane counts; 0: any direction
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
