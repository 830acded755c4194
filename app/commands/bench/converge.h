#pragma once

// What ringlet converge is made of: its runs, what they come to, and what that says of the limit.

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "commands/commands.h"
#include "scene/scene.h"
#include "simulation/flow.h"

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

/// A number of the flow in the end. Not a number: there is none.
struct FlowValue {
  std::string name;  ///< "energy", "ring 1 speed"
  std::string unit;
  double value = 0;
};

/// What one run came to.
struct ConvergedFlow {
  std::size_t elements = 0;  ///< in the beginning
  double spacing = 0;        ///< h of its lattice in the beginning [L]; 0: it has none
  double seconds = 0;        ///< wall time
  bool coarsened = false;    ///< the budget made h grow or weaker nodes go
  std::vector<FlowValue> values;
};

/// Steps the flow of `scene` and measures it: energy and enstrophy with what viscosity has still to do done, and of
/// each ring position and speed along its axis. `stepped` hears of every step. Throws as Flow does, and UserError where
/// the flow is lost on the way.
ConvergedFlow runFlow(const Scene& scene, std::int64_t steps, const std::function<void()>& stepped);

/// What three values of one quantity say of its limit, as v = limit + C w^order of a width w: a spacing or a time step.
struct Extrapolation {
  double order = 0;  ///< observed; not a number where the values do not approach a limit like a power of the width
  double limit = 0;  ///< where there is no order the value at the smallest width
  double error =
      0;  ///< of the limit: 1.25 of its distance to that value (Roache 1997), without order what the last two differ by
};

/// Widths fall: width[0] > width[1] > width[2] > 0. Not a number where a value is none.
Extrapolation extrapolate(const std::array<double, 3>& width, const std::array<double, 3>& value);

/// Draws how the error of a collision falls with the spacing h, for cores of order 2, 4 and 6: the largest relative
/// deviation of the enstrophy from a spectral simulation over all times that it has, one collision a point. Prints the
/// numbers, too. Returns the exit code; throws as verify and AtomicFile do.
int drawCurve(const ConvergeOptions& options);

}  // namespace app
