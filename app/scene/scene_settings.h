#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "fmm/types.h"

namespace app {

// What a scene says besides its physics, its lines and its look. Plain data; scene_settings_table.h describes each
// member.

/// How many particles there are and where tracers start: a change of it needs a reset.
struct ParticleSettings {
  std::optional<std::size_t> elements;  ///< of all rings and knots together; empty = from the machine (defaultCounts)
  std::optional<std::size_t> tracers;
  std::uint64_t seed = 1;
  double tracerTube = 0.1;  ///< minor radius of the torus that tracers fill about each ring [L]

  friend bool operator==(const ParticleSettings& a, const ParticleSettings& b);
};

/// How wide the elements are: needs a reset, too.
struct WidthSettings {
  double overlap = 1.5;         ///< sigma = overlap * mean spacing of a ring's elements, or the lattice's ...
  std::optional<double> sigma;  ///< ... unless fixed here [L]

  friend bool operator==(const WidthSettings& a, const WidthSettings& b);
};

/// How much of the flow a picture goes on by.
struct PaceSettings {
  int stepsPerFrame = 1;
};

/// Where the camera stands and looks. Lengths in scene units, angle in degrees.
struct CameraPose {
  fmm::Vec3 eye = {0, 0, 0};
  fmm::Vec3 target = {0, 0, 0};
  fmm::Vec3 up = {0, 1, 0};
  double fieldOfView = 35;  ///< vertical, degrees

  friend bool operator==(const CameraPose& a, const CameraPose& b);
};

/// Pixels of a picture.
struct PictureSize {
  int width = 1280;
  int height = 720;

  friend bool operator==(PictureSize a, PictureSize b) { return a.width == b.width && a.height == b.height; }
};

/// Length and look of a film made from the scene when the command line does not say otherwise.
struct FilmSettings {
  double seconds = 10;
  double framesPerSecond = 30;
  PictureSize size;
  int supersampling = 1;      ///< each pixel is the mean of this many squared
  double quality = 75;        ///< of videos, 0 (small) to 100 (brightness nearly lossless)
  int shots = 1;              ///< that a picture is the mean of, each at its time and through its place of the lens
  double shutter = 0.5;       ///< part of the time between pictures over which shots are spread
  double aperture = 0;        ///< diameter of the lens [L]
  double focus = 0;           ///< distance at which the lens is sharp [L]; 0: that of the camera's target
  bool transparent = false;   ///< the background is left out
  bool endsByItself = false;  ///< in the window, when `seconds` are recorded
  bool restarts = false;      ///< in the window the scene begins anew after `seconds`
  std::optional<double> timePerSecond;  ///< simulated time a second of film [T/s]; empty: follows dt and steps a frame
};

}  // namespace app
