#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fmm/initial_conditions.h"
#include "fmm/settings.h"
#include "fmm/types.h"

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

/// How particles are drawn. Everything here applies at once, without a reset.
struct ViewSettings {
  double pointSize = 1.5;  ///< diameter of a tracer's splat at 720 rows, pixels; scales with the picture's height
  double brightness = 1;   ///< factor on the light of every tracer
  std::string colourMap = "inferno";  ///< a file of assets/colormaps without ".csv"
  double speedRange =
      0;  ///< speed [L/T] at the upper end of the colour map; 0 = Gamma/(2 R) scale taken from the scene
  bool lightBackground = false;
  bool drawElements = false;  ///< vortex elements as well as tracers
  bool follow = true;         ///< the camera moves along with the centroid of the elements

  friend bool operator==(const ViewSettings& a, const ViewSettings& b) {
    return a.pointSize == b.pointSize && a.brightness == b.brightness && a.colourMap == b.colourMap &&
           a.speedRange == b.speedRange && a.lightBackground == b.lightBackground && a.drawElements == b.drawElements &&
           a.follow == b.follow;
  }
};

/// Length and look of a film made from the scene when the command line does not say otherwise.
struct FilmSettings {
  double seconds = 10;
  double framesPerSecond = 30;
  int width = 1280;
  int height = 720;
};

/// Everything that a scene file says: the flow, its particles, the view. Plain data.
struct Scene {
  std::string name;   ///< file name without folder and ending, or "untitled"
  std::string title;  ///< for people: "Leapfrogging rings"
  fmm::Settings settings;
  int stepsPerFrame = 1;

  std::vector<fmm::Ring> rings;
  std::optional<std::size_t> elements;  ///< of all rings together; empty = from the machine (defaultCounts)
  std::optional<std::size_t> tracers;
  double overlap = 1.5;         ///< sigma = overlap * mean spacing of a ring's elements ...
  std::optional<double> sigma;  ///< ... unless fixed here [L]
  double tracerTube = 0.1;      ///< minor radius of the torus that tracers fill about each ring [L]
  std::uint64_t seed = 1;

  CameraPose camera;
  ViewSettings view;
  FilmSettings film;
};

}  // namespace app
