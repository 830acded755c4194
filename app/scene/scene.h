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

/// Where tracers enter: over a disc or in a ball; or from seeds on a straight line, for streak lines all the time, for
/// path lines once.
enum class EmitterShape { disc, ball, streaks, paths };

/// A place where tracers enter the flow while it runs. Tracer number n, from 0, enters at start + n/rate; when there
/// are `most` tracers, a new one replaces the oldest. From each of some seeds one enters at these times.
struct Emitter {
  EmitterShape shape = EmitterShape::disc;
  fmm::Vec3 centre;              ///< [L]
  fmm::Vec3 normal = {0, 0, 1};  ///< of a disc, any length but 0
  double radius = 0.1;           ///< of disc and ball [L]
  fmm::Vec3 along = {1, 0, 0};   ///< from the first seed, which is in the centre, to the last [L]
  std::size_t seeds = 1;
  double rate = 10000;       ///< tracers per unit of time [1/T]
  std::size_t most = 65536;  ///< largest number at a time
  double start = 0;          ///< time of the first tracer [T]
  LineLabel label = {};

  bool hasSeeds() const { return shape == EmitterShape::streaks || shape == EmitterShape::paths; }
  /// Tracers that enter together.
  std::size_t together() const { return hasSeeds() ? seeds : 1; }
  std::size_t mostTracers() const { return shape == EmitterShape::paths ? seeds : most; }
  friend bool operator==(const Emitter& a, const Emitter& b) {
    return a.shape == b.shape && a.centre == b.centre && a.normal == b.normal && a.radius == b.radius &&
           a.along == b.along && a.seeds == b.seeds && a.rate == b.rate && a.most == b.most && a.start == b.start &&
           a.label == b.label;
  }
};

/// Ring index of the tracers of emitter `number` (from 0): negative, so that no ring has it.
constexpr std::int32_t emitterMark(std::size_t number) {
  return -1 - static_cast<std::int32_t>(number);
}

/// Position at which tracer n of the emitter enters: evenly distributed over the disc or ball, determined by the seed.
fmm::Vec3 emittedAt(const Emitter& emitter, std::uint64_t seed, std::int64_t n);

/// Largest number of tracers of all emitters at a time.
std::size_t emittedCount(const std::vector<Emitter>& emitters);

enum class RegionShape {
  core,       ///< the tube that a ring's elements fill
  tube,       ///< a tube about a ring's centre line
  shell,      ///< one or several such surfaces, one inside the other
  sheet,      ///< a strip along a ring's centre line that the flow rolls up
  rectangle,  ///< a rectangle in space
  disc,
  box
};

/// A region in which tracers of a scene start.
struct TracerRegion {
  RegionShape shape = RegionShape::tube;
  double share = 1;  ///< of the scene's tracers, relative to the other regions' shares
  std::optional<std::size_t>
      line;                      ///< of core, tube, shell, sheet: index of the ring or knot component; empty: all lines
  std::optional<double> radius;  ///< of tube (empty: the scene's tracerTube), shell, disc; half a sheet's width [L]
  fmm::Vec3 centre;              ///< of rectangle, disc, box [L]
  fmm::Vec3 normal = {0, 0, 1};  ///< of rectangle, disc
  fmm::Vec3 along;               ///< of a rectangle: direction of its first side; 0: arbitrary
  fmm::Vec3 size = {1, 1, 1};    ///< of a box [L]; a rectangle uses the first two
  std::optional<std::size_t> dye;  ///< ring index of its tracers; empty: the line's, or one of its own
  int layers = 1;                  ///< of shells: number of equidistant layers
  double angle = 0;                ///< of a sheet's cross-section: 0 in the ring's plane, 90 along its axis [degrees]
  double thickness = 0;            ///< of shells and sheets [L]
  double puffs = 0;                ///< unevenness: fmm::Puffs::depth; any shape but core
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
  double time = 0;                      ///< simulated time since the reset at which it joins [T]
  std::optional<std::size_t> elements;  ///< empty: its share of the scene's, by circumference
  std::optional<std::size_t> tracers;
  std::optional<double> tracerTube;  ///< minor radius of the torus filled with its tracers [L]; empty: the scene's
  LineLabel label = {};
  std::optional<double> tracerSheet = {};  ///< half the width of a sheet for two thirds of them [L]; empty: none
  double nozzle = 0;                       ///< length of a nozzle that is drawn behind it [L]; 0: none
};

/// Contents of a scene file: flow, particles, view. Plain data.
struct Scene : ParticleSettings, WidthSettings, PaceSettings {
  std::string name;   ///< file name without folder and ending, or "untitled"
  std::string title;  ///< for people: "Leapfrogging rings"
  std::string about;  ///< one sentence to help choose a scene; may be empty
  std::string note;   ///< hints for watching; may be empty
  fmm::Settings settings;

  LineList lines;                     ///< their components have ring indices in this order
  std::vector<ScenePatch> patches;    ///< of a plane flow, which has no lines; the ring index is the patch's number
  std::vector<GivenElements> given;   ///< elements from files; their rings follow those of lines and patches
  std::vector<RingLaunch> launches;   ///< rings that join later
  std::vector<TracerRegion> regions;  ///< where tracers start; empty: in tubes around the lines
  std::vector<Emitter> emitters;      ///< where tracers enter while the flow runs

  CameraPose camera;
  ViewSettings view;
  FilmSettings film;

  std::vector<fmm::Ring>& rings() { return lines.of<fmm::Ring>(); }
  const std::vector<fmm::Ring>& rings() const { return lines.of<fmm::Ring>(); }
};

}  // namespace app
