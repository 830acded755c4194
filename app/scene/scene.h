#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fmm/settings.h"
#include "fmm/types.h"
#include "fmm/vortex_line.h"
#include "scene/given_elements.h"
#include "scene/line_list.h"
#include "scene/plane_patches.h"
#include "scene/scene_settings.h"
#include "scene/view_settings.h"

namespace app {

enum class EmitterShape { disc, ball };

/// A place where tracers come into the flow as long as it runs. Tracer number n, from 0, comes at start + n/rate; where
/// there are `most` of them it takes the place of the oldest.
struct Emitter {
  EmitterShape shape = EmitterShape::disc;
  fmm::Vec3 centre;              ///< [L]
  fmm::Vec3 normal = {0, 0, 1};  ///< of a disc, any length but 0
  double radius = 0.1;           ///< [L]
  double rate = 10000;           ///< tracers in a unit of time [1/T]
  std::size_t most = 65536;      ///< that there are at a time
  double start = 0;              ///< when the first one comes [T]
  LineLabel label = {};

  friend bool operator==(const Emitter& a, const Emitter& b) {
    return a.shape == b.shape && a.centre == b.centre && a.normal == b.normal && a.radius == b.radius &&
           a.rate == b.rate && a.most == b.most && a.start == b.start && a.label == b.label;
  }
};

/// Ring index that the tracers of emitter `number` (from 0) bear in the flow: below 0, so that no ring has it.
constexpr std::int32_t emitterMark(std::size_t number) {
  return -1 - static_cast<std::int32_t>(number);
}

/// Where tracer n of the emitter comes into the flow: evenly spread over the disc or in the ball, by the seed alone.
fmm::Vec3 emittedAt(const Emitter& emitter, std::uint64_t seed, std::int64_t n);

/// Most tracers that all of them have at a time.
std::size_t emittedCount(const std::vector<Emitter>& emitters);

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

/// A vortex ring that joins the flow while it runs.
struct RingLaunch {
  fmm::Ring ring;
  double time = 0;                      ///< simulated, since the reset, at which it joins [T]
  std::optional<std::size_t> elements;  ///< empty: its share of the scene's, by circumference
  std::optional<std::size_t> tracers;
  std::optional<double> tracerTube;  ///< minor radius of the torus that its tracers fill [L]; empty: the scene's
  LineLabel label = {};
  std::optional<double> tracerSheet = {};  ///< half the width of a sheet on which most of them start [L]; empty: none
};

/// Everything that a scene file says: the flow, its particles, the view. Plain data.
struct Scene : ParticleSettings, WidthSettings, PaceSettings {
  std::string name;   ///< file name without folder and ending, or "untitled"
  std::string title;  ///< for people: "Leapfrogging rings"
  std::string about;  ///< one sentence for who chooses among scenes; may be empty
  std::string note;   ///< what to know while watching; may be empty
  fmm::Settings settings;

  LineList lines;                     ///< their components have ring indices in this order
  std::vector<ScenePatch> patches;    ///< of a plane flow, which has no lines; each is a ring by its number
  std::vector<GivenElements> given;   ///< elements from files; their rings come behind those of lines and patches
  std::vector<RingLaunch> launches;   ///< rings that join later, by time
  std::vector<TracerRegion> regions;  ///< where tracers start; none: in tubes about the lines
  std::vector<Emitter> emitters;      ///< where tracers come in as long as the flow runs

  CameraPose camera;
  ViewSettings view;
  FilmSettings film;

  std::vector<fmm::Ring>& rings() { return lines.of<fmm::Ring>(); }
  const std::vector<fmm::Ring>& rings() const { return lines.of<fmm::Ring>(); }
};

}  // namespace app
