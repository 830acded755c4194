#pragma once

#include <string>
#include <vector>

#include "fmm/initial_conditions.h"
#include "fmm/settings.h"
#include "fmm/types.h"
#include "scene/ring_launch.h"
#include "scene/scene_settings.h"
#include "scene/tracer_region.h"
#include "scene/view_settings.h"

namespace app {

/// Everything that a scene file says: the flow, its particles, the view. Plain data.
struct Scene : ParticleSettings, WidthSettings, PaceSettings {
  std::string name;   ///< file name without folder and ending, or "untitled"
  std::string title;  ///< for people: "Leapfrogging rings"
  std::string note;   ///< what to know while watching; may be empty
  fmm::Settings settings;

  std::vector<fmm::Ring> rings;
  std::vector<fmm::TorusKnot> knots;  ///< their components have the ring indices behind the rings
  std::vector<RingLaunch> launches;   ///< rings that join later, by time
  std::vector<TracerRegion> regions;  ///< where tracers start; none: in tubes about rings and knots

  CameraPose camera;
  ViewSettings view;
  FilmSettings film;
};

}  // namespace app
