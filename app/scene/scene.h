#pragma once

#include <string>
#include <vector>

#include "fmm/settings.h"
#include "fmm/types.h"
#include "scene/emitter.h"
#include "scene/given_elements.h"
#include "scene/line_list.h"
#include "scene/ring_launch.h"
#include "scene/scene_settings.h"
#include "scene/tracer_region.h"
#include "scene/view_settings.h"

namespace app {

/// Everything that a scene file says: the flow, its particles, the view. Plain data.
struct Scene : ParticleSettings, WidthSettings, PaceSettings {
  std::string name;   ///< file name without folder and ending, or "untitled"
  std::string title;  ///< for people: "Leapfrogging rings"
  std::string about;  ///< one sentence for who chooses among scenes; may be empty
  std::string note;   ///< what to know while watching; may be empty
  fmm::Settings settings;

  LineList lines;                     ///< their components have ring indices in this order
  std::vector<GivenElements> given;   ///< elements from files; their rings come behind those of the lines
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
