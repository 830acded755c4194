#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fmm/vortex_system.h"
#include "scene/saved/seed_line_file.h"
#include "simulation/arrivals.h"

namespace app {

/// Streak lines and path lines of a scene's seeds. Path lines begin with the flow, or where it resumes.
class SeedLines {
 public:
  /// Notes where the tracers of path lines are. Call it before each step, behind the emission. Steps back in time take
  /// places away.
  void note(const TracerEmission& emission, const fmm::VortexSystem& system);
  /// The lines of the present state, by emitter and seed. All ranks must call it if there are lines.
  std::vector<SeedLine> at(const TracerEmission& emission, const fmm::VortexSystem& system) const;

 private:
  std::vector<SeedLine> paths_;
};

}  // namespace app
