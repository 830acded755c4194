#pragma once

// Parts of ringlet converge: its runs, their results, and the extrapolated limits.

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "commands/commands.h"
#include "scene/scene.h"
#include "simulation/flow.h"

namespace app {

/// One run of a scene: its spacing and time step relative to those of the scene.
struct ConvergeRun {
  double spacing = 1, step = 1;
};

/// The runs that separate a scene's errors. Both rows contain run 0, which uses the scene's own values.
struct ConvergePlan {
  Scene scene;        ///< with the command line's values, without tracers and other parts that have no influence
  int dimension = 3;  ///< element count is proportional to spacing^-dimension: 3, or 1 for lines of one element across
  std::int64_t steps = 0;                  ///< of run 0; even
  std::vector<ConvergeRun> runs;           ///< run 0 first
  std::array<std::size_t, 3> bySpacing{};  ///< runs of equal time step, largest spacing first
  std::array<std::size_t, 3> byStep{};     ///< runs of equal spacing, longest time step first
  std::vector<std::string> notes;          ///< one line each, on choices and omissions

  double until() const { return static_cast<double>(steps) * scene.settings.timeStep; }
};

/// Plans the runs. Throws UserError for scenes without a meaningful convergence: without elements, backwards in time,
/// with rings that join during the run, with filaments beside filled cores.
ConvergePlan convergePlan(const ConvergeOptions& options);

/// The scene for one run of the plan: elements, spacing, steps between redistributions, and time step.
Scene sceneOf(const ConvergePlan& plan, const ConvergeRun& run);

/// A final value of the flow; may be not a number.
struct FlowValue {
  std::string name;  ///< "energy", "ring 1 speed"
  std::string unit;
  double value = 0;
};

/// Results of one run.
struct ConvergedFlow {
  std::size_t elements = 0;  ///< at the start
  double spacing = 0;        ///< h of the lattice at the start [L]; 0: no lattice
  double seconds = 0;        ///< wall time
  bool coarsened = false;    ///< the budget made h grow or removed weaker nodes
  std::vector<FlowValue> values;
};

/// Steps the flow of `scene` and measures it: energy and enstrophy, with pending diffusion by viscosity applied, and
/// the position and speed of each ring along its axis. Calls `stepped` after every step. Throws as Flow does, and
/// UserError if the flow is lost.
ConvergedFlow runFlow(const Scene& scene, std::int64_t steps, const std::function<void()>& stepped);

/// The limit of a quantity from three values, assuming v = limit + C w^order for a width w: a spacing or a time step.
struct Extrapolation {
  double order = 0;  ///< observed; not a number if the values do not approach a limit like a power of the width
  double limit = 0;  ///< without order: the value at the smallest width
  double error =
      0;  ///< of the limit: 1.25 times its distance to that value (Roache 1997); without order: the last difference
};

/// Widths decrease: width[0] > width[1] > width[2] > 0. The result is not a number if a value is not.
Extrapolation extrapolate(const std::array<double, 3>& width, const std::array<double, 3>& value);

/// Draws the error of a collision against the spacing h for cores of order 2 and 8: the largest relative deviation
/// of the enstrophy from a spectral simulation over all its times, one collision per point. Also prints the numbers.
/// Returns the exit code; throws as verify and AtomicFile do.
int drawCurve(const ConvergeOptions& options);

}  // namespace app
