#pragma once

#include <cstddef>
#include <optional>

#include "fmm/types.h"

namespace app {

enum class RegionShape {
  core,       ///< the tube that a ring's elements fill
  tube,       ///< a tube about a ring's centre line
  shell,      ///< the surface of such a tube, or several, one within the other
  sheet,      ///< a strip along a ring's centre line, which the flow rolls up
  rectangle,  ///< a rectangle in space
  disc,
  box
};

/// A place where tracers of a scene start.
struct TracerRegion {
  RegionShape shape = RegionShape::tube;
  double share = 1;  ///< of the scene's tracers, in proportion to the other regions' shares
  std::optional<std::size_t>
      line;  ///< of core, tube, shell, sheet: index of the ring or knot component; empty: all of them
  std::optional<double> radius;    ///< of tube (empty: the scene's tracerTube), shell, disc; half a sheet's width [L]
  fmm::Vec3 centre;                ///< of rectangle, disc, box [L]
  fmm::Vec3 normal = {0, 0, 1};    ///< of rectangle, disc
  fmm::Vec3 along;                 ///< of a rectangle: direction of its first side; 0: some direction
  fmm::Vec3 size = {1, 1, 1};      ///< of a box [L]; of a rectangle the first two
  std::optional<std::size_t> dye;  ///< ring index that its tracers bear; empty: the line's, or one of its own
  int layers = 1;                  ///< of shells: how many, of equal distances
  double angle = 0;                ///< of a sheet's section: 0 in a ring's plane, 90 along its axis [degrees]
  double thickness = 0;            ///< of shells and sheets [L]
  double puffs = 0;                ///< how uneven: fmm::Puffs::depth; of any shape but core
  double puffSize = 0.1;           ///< of the largest puffs [L]

  bool aboutLine() const { return shape <= RegionShape::sheet; }
  friend bool operator==(const TracerRegion& a, const TracerRegion& b) {
    return a.shape == b.shape && a.share == b.share && a.line == b.line && a.radius == b.radius &&
           a.centre == b.centre && a.normal == b.normal && a.along == b.along && a.size == b.size && a.dye == b.dye &&
           a.layers == b.layers && a.angle == b.angle && a.thickness == b.thickness && a.puffs == b.puffs &&
           a.puffSize == b.puffSize;
  }
  friend bool operator!=(const TracerRegion& a, const TracerRegion& b) { return !(a == b); }
};

}  // namespace app
