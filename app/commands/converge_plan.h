#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "commands/commands.h"

namespace app {

/// One run of a scene: its spacing and its time step over those of the scene.
struct ConvergeRun {
  double spacing = 1, step = 1;
};

/// Which runs tell the errors of a scene apart. The one that both rows share is run 0, as the scene asks for it.
struct ConvergePlan {
  Scene scene;                             ///< with all that the command line says, and without what plays no part
  int dimension = 3;                       ///< elements go by spacing^-dimension: 3, or 1 for lines of one element
  std::int64_t steps = 0;                  ///< of run 0, an even number
  std::vector<ConvergeRun> runs;           ///< the scene's first
  std::array<std::size_t, 3> bySpacing{};  ///< runs of one time step, the widest spacing first
  std::array<std::size_t, 3> byStep{};     ///< runs of one spacing, the longest time step first
  std::vector<std::string> notes;          ///< one line each, of what was chosen or left out

  double until() const { return static_cast<double>(steps) * scene.settings.timeStep; }
};

/// Plans the runs. Throws UserError for scenes in which there is nothing to converge: without elements, backwards in
/// time, with rings that join on the way, with filaments beside filled cores.
ConvergePlan convergePlan(const ConvergeOptions& options);

/// The scene as run `run` of the plan has it: elements, spacing, steps between redistributions, and time step.
Scene sceneOf(const ConvergePlan& plan, const ConvergeRun& run);

}  // namespace app
