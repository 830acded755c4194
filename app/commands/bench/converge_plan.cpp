#include "commands/bench/converge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "files/user_error.h"
#include "fmm/settings_table.h"
#include "scene/film_clock.h"
#include "scene/scene_lines.h"
#include "scene/start/scene_lattice.h"
#include "scene/start/scene_particles.h"
#include "scene/text/scene_file.h"
#include "simulation/backend_choice.h"
#include "simulation/flow_start.h"

namespace app {
namespace {

constexpr std::int64_t kMostSteps = 200;  // of a run without --until
constexpr std::size_t kMostOnGpu = 1 << 19, kMostOnCpu = 1 << 15;

bool isFilament(const fmm::LineComponent& line) {
  return fmm::baseOf(line.line).profile == fmm::CoreProfile::filament;
}

/// 1 for filaments, 3 for filled cores. Throws UserError for both kinds together.
int dimensionOf(const Scene& scene, const std::vector<fmm::LineComponent>& lines) {
  const auto filaments = static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), isFilament));
  if (scene.settings.redistribution.isOn() || filaments == 0) return 3;
  if (filaments == lines.size()) return 1;
  throw UserError(fmt::format(
      "{}: filaments beside filled cores have no spacing in common; allowed: one of the two, or redistribution",
      scene.name));
}

void refuse(const Scene& scene, const std::vector<fmm::LineComponent>& lines) {
  if (scene.settings.space == fmm::Space::plane)
    throw UserError(scene.name + ": is a plane flow; allowed: scenes of rings and knots");
  if (lines.empty())
    throw UserError(scene.name +
                    (scene.launches.empty() ? ": has no rings and knots" : ": all its rings join on the way") +
                    ": there is nothing to compare; allowed: scenes that begin with rings or knots");
  if (!scene.given.empty())
    throw UserError(scene.name + ": has elements from a file, whose number is fixed; allowed: rings and knots alone");
  if (scene.settings.timeStep < 0)
    throw UserError(scene.name + ": runs backwards in time; allowed: a dt of more than 0");
}

/// Removes what only pictures need, and what would make runs differ in more than spacing and time step.
void strip(Scene& scene, std::vector<std::string>& notes) {
  scene.tracers = 0;
  scene.regions.clear();
  scene.elements = sceneCounts(scene).elements;
  if (scene.settings.courant > 0) {
    notes.push_back(fmt::format("courant = {:.6g} is left out: all steps are of one length", scene.settings.courant));
    scene.settings.courant = 0;
  }
}

std::int64_t stepsOf(const ConvergeOptions& options, const Scene& scene, std::vector<std::string>& notes) {
  const double dt = scene.settings.timeStep;
  if (options.until) return 2 * std::max<std::int64_t>(1, std::llround(*options.until / (2 * dt)));
  const FilmClock clock = filmClock(scene.film, dt, scene.stepsPerFrame);
  const double film = static_cast<double>(filmLength(scene.film)) * clock.interval;
  const std::int64_t whole = 2 * std::max<std::int64_t>(1, std::llround(film / (2 * dt)));
  if (whole <= kMostSteps) return whole;
  notes.push_back(fmt::format("stops after {} of the film's {} steps; --until sets another end", kMostSteps, whole));
  return kMostSteps;
}

/// Refuses rings that join before the end, since each run would add them at another step.
void refuseLaunches(Scene& scene, double until) {
  for (const RingLaunch& launch : scene.launches)
    if (launch.time < until)
      throw UserError(
          fmt::format("{}: a ring joins at t = {:.6g}; allowed: --until of at most that", scene.name, launch.time));
  scene.launches.clear();
}

std::size_t elementsAt(const ConvergePlan& plan, double spacing) {
  return static_cast<std::size_t>(
      std::llround(static_cast<double>(*plan.scene.elements) * std::pow(spacing, -plan.dimension)));
}

void choose(const ConvergeOptions& options, ConvergePlan& plan) {
  const std::size_t most = options.mostElements > 0                 ? options.mostElements
                           : runsOnGpu(plan.scene.settings.backend) ? kMostOnGpu
                                                                    : kMostOnCpu;
  // Coarser filaments would come apart, so their runs are finer instead.
  const bool filaments = plan.dimension == 1;
  const double finestSpacing = filaments ? 0.25 : 0.5;
  const std::size_t finest = elementsAt(plan, finestSpacing);
  const bool fits = finest <= most;
  if (!fits && filaments)
    throw UserError(
        fmt::format("{}: a quarter of the spacing takes {} elements; allowed: {} (--most-elements, --elements)",
                    plan.scene.name, finest, most));
  if (!fits)
    plan.notes.push_back(
        fmt::format("half the spacing takes {} elements, more than {}: twice and four times as wide "
                    "instead (--most-elements, --elements)",
                    finest, most));
  plan.runs = {{1, 1}, {filaments ? 0.5 : 2, 1}, {fits ? finestSpacing : 4, 1}, {1, 2}, {1, 0.5}};
  plan.bySpacing = filaments ? std::array<std::size_t, 3>{0, 1, 2}
                   : fits    ? std::array<std::size_t, 3>{1, 0, 2}
                             : std::array<std::size_t, 3>{2, 1, 0};
  plan.byStep = {3, 0, 4};
}

}  // namespace

ConvergePlan convergePlan(const ConvergeOptions& options) {
  if (isSavedState(options.scene))
    throw UsageError(options.scene + ": is a saved state, whose elements have their number; give a scene");
  ConvergePlan plan;
  plan.scene = loadScene(options.scene);
  Scene& scene = plan.scene;
  options.overrides.applyTo(scene);
  options.motion.applyTo(scene.settings);
  const std::vector<fmm::LineComponent> lines = linesOf(scene);
  refuse(scene, lines);
  strip(scene, plan.notes);
  if (scene.settings.redistribution.isOn()) scene = onLattice(std::move(scene));
  plan.dimension = dimensionOf(scene, lines);
  plan.steps = stepsOf(options, scene, plan.notes);
  refuseLaunches(scene, plan.until());
  scene.settings.validate();
  choose(options, plan);
  if (plan.dimension == 1 && !scene.sigma) {
    scene.sigma = coreRadiusOf(scene, asRing(lines.front()), std::max<std::size_t>(1, *scene.elements / lines.size()));
    plan.notes.push_back(fmt::format("filaments keep sigma = {:.6g} in all runs", *scene.sigma));
  } else if (scene.sigma) {
    plan.notes.push_back(
        fmt::format("sigma = {:.6g} is the scene's in all runs: its smoothing is no part of the error", *scene.sigma));
  }
  const bool random = std::any_of(lines.begin(), lines.end(), [](const fmm::LineComponent& line) {
    return fmm::baseOf(line.line).layout == fmm::CoreLayout::random;
  });
  if (random && plan.dimension == 3 && !scene.settings.redistribution.isOn())
    plan.notes.push_back(
        "cores that are filled at random converge unevenly; layout = \"layers\" or redistribution are smooth");
  return plan;
}

Scene sceneOf(const ConvergePlan& plan, const ConvergeRun& run) {
  Scene scene = plan.scene;
  fmm::Settings& settings = scene.settings;
  scene.elements = std::max<std::size_t>(1, elementsAt(plan, run.spacing));
  settings.spacing *= run.spacing;
  if (settings.elementBudget > 0)
    settings.elementBudget = static_cast<std::size_t>(
        std::ceil(static_cast<double>(settings.elementBudget) * std::pow(run.spacing, -plan.dimension)));
  settings.timeStep *= run.step;
  if (settings.redistribution.steps > 0)
    settings.redistribution.steps =
        std::max(1, static_cast<int>(std::lround(settings.redistribution.steps / run.step)));
  return scene;
}

}  // namespace app
