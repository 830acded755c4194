#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fmm/settings.h"
#include "fmm/types.h"
#include "scene/line_list.h"
#include "scene/ring_launch.h"
#include "scene/tracer_region.h"
#include "scene/view_settings.h"

namespace app {

/// Where the camera stands and looks. Lengths in scene units, angle in degrees.
struct CameraPose {
  fmm::Vec3 eye = {0, 0, 0};
  fmm::Vec3 target = {0, 0, 0};
  fmm::Vec3 up = {0, 1, 0};
  double fieldOfView = 35;  ///< vertical, degrees

  friend bool operator==(const CameraPose& a, const CameraPose& b) {
    return a.eye == b.eye && a.target == b.target && a.up == b.up && a.fieldOfView == b.fieldOfView;
  }
};

/// Length and look of a film made from the scene when the command line does not say otherwise.
struct FilmSettings {
  double seconds = 10;
  double framesPerSecond = 30;
  int width = 1280;  ///< pixels
  int height = 720;
  int supersampling = 1;                ///< each pixel is the mean of this many squared
  double quality = 75;                  ///< of mp4 and webm, 0 (small) to 100 (brightness nearly lossless)
  std::optional<double> timePerSecond;  ///< simulated time a second of film [T/s]; empty: follows dt and steps a frame
  bool endsByItself = false;            ///< in the window, when `seconds` are recorded
};

/// Everything that a scene file says: the flow, its particles, the view. Plain data.
struct Scene {
  std::string name;   ///< file name without folder and ending, or "untitled"
  std::string title;  ///< for people: "Leapfrogging rings"
  std::string note;   ///< what to know while watching; may be empty
  fmm::Settings settings;
  int stepsPerFrame = 1;

  LineList lines;                       ///< their components have ring indices in this order
  std::vector<RingLaunch> launches;     ///< rings that join later, by time
  std::vector<TracerRegion> regions;    ///< where tracers start; none: in tubes about rings and knots
  std::optional<std::size_t> elements;  ///< of all rings and knots together; empty = from the machine (defaultCounts)
  std::optional<std::size_t> tracers;
  double overlap = 1.5;         ///< sigma = overlap * mean spacing of a ring's elements ...
  std::optional<double> sigma;  ///< ... unless fixed here [L]
  double tracerTube = 0.1;      ///< minor radius of the torus that tracers fill about each ring [L]
  std::uint64_t seed = 1;

  CameraPose camera;
  ViewSettings view;
  FilmSettings film;

  std::vector<fmm::Ring>& rings() { return lines.of<fmm::Ring>(); }
  const std::vector<fmm::Ring>& rings() const { return lines.of<fmm::Ring>(); }
};

}  // namespace app
