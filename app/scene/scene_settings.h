#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "fmm/names.h"
#include "fmm/types.h"

namespace app {

// The parts of a scene other than its physics, lines and look. Plain data; scene_settings_table.h describes each
// member.

/// Numbers of particles and where tracers start; changes need a reset.
struct ParticleSettings {
  std::optional<std::size_t> elements;  ///< of all rings and knots together; empty: from the machine (defaultCounts)
  std::optional<std::size_t> tracers;
  std::uint64_t seed = 1;
  double tracerTube = 0.1;  ///< minor radius of the torus of tracers around each ring [L]

  friend bool operator==(const ParticleSettings& a, const ParticleSettings& b);
};

/// Core radius of the elements; changes need a reset.
struct WidthSettings {
  double overlap = 1.5;         ///< sigma = overlap * mean spacing of a ring's elements or of the lattice
  std::optional<double> sigma;  ///< fixed sigma in place of overlap [L]

  friend bool operator==(const WidthSettings& a, const WidthSettings& b);
};

/// Progress of the flow from one picture to the next.
struct PaceSettings {
  int stepsPerFrame = 1;
};

/// Position and direction of the camera. Lengths in scene units, angle in degrees.
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

/// How much drawing a picture is worth: rays, cells of volumes, streaks and samples of a pixel.
enum class Finish { draft, good, best };
constexpr fmm::Names<Finish, 3> namesOf(Finish) {
  return {{{Finish::draft, "draft"}, {Finish::good, "good"}, {Finish::best, "final"}}};
}

/// Length and look of a film of the scene, unless the command line gives others.
struct FilmSettings {
  double seconds = 10;
  double framesPerSecond = 30;
  PictureSize size;
  Finish finish = Finish::good;         ///< of films and of the window
  int supersampling = 1;                ///< each pixel is the mean of supersampling^2 samples
  double quality = 75;                  ///< of videos, 0 (small) to 100 (brightness nearly lossless)
  int shots = 1;                        ///< averaged for a picture, each at its own time and point of the lens
  double shutter = 0.5;                 ///< fraction of the time between pictures over which shots are spread
  double aperture = 0;                  ///< diameter of the lens [L]
  double focus = 0;                     ///< distance in focus [L]; 0: that of the camera's target
  bool transparent = false;             ///< without the background
  bool endsByItself = false;            ///< in the window: after `seconds`
  bool restarts = false;                ///< in the window: the scene restarts after `seconds`
  std::optional<double> timePerSecond;  ///< simulated time per second of film [T/s]; empty: from dt and steps per frame

  /// Samples of a pixel along each side that the finish makes of `supersampling`.
  int samples() const {
    constexpr int kFinal = 2;
    return finish == Finish::draft ? 1 : finish == Finish::best ? std::max(kFinal, supersampling) : supersampling;
  }
};

}  // namespace app
