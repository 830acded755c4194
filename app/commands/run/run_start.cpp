#include "commands/run/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "commands/line/output_paths.h"
#include "files/row_file.h"
#include "files/user_error.h"
#include "film/film_format.h"
#include "scene/scene_settings_table.h"
#include "scene/start/scene_lattice.h"
#include "scene/start/scene_particles.h"
#include "scene/text/scene_file.h"
#include "simulation/backend_choice.h"
#include "simulation/flow_start.h"

namespace app {
namespace {

void resumeScene(const RunOptions& options, RunStart& start) {
  if (options.overrides.particles.any())
    throw UsageError(
        "--seed, --elements and --tracers cannot be changed with --resume: the checkpoint has its particles");
  start.from = std::make_shared<const Checkpoint>(readCheckpoint(options.resume));
  start.scene = start.from->scene;
  start.scene.settings = start.from->settings;
}

/// Sets number and length of the steps so that every picture shows exactly its time.
void setClock(const RunOptions& options, RunStart& start) {
  Scene& scene = start.scene;
  start.askedCourant = std::exchange(scene.settings.courant, 0);  // frames stand at exact times
  FilmClock clock = filmClock(scene.film, scene.settings.timeStep, scene.stepsPerFrame);
  scene.settings.timeStep = clock.timeStep;
  scene.stepsPerFrame = clock.stepsPerFrame;
  if (start.from && start.from->frames > 0) {
    constexpr double kRoundOff = 1e-9;
    const double expected = clock.timeOf(start.from->frames - 1), stands = start.from->time;
    if (std::abs(stands - expected) > kRoundOff * std::max(std::abs(expected), std::abs(clock.interval))) {
      if (options.film.has(&FilmSettings::timePerSecond) || options.film.has(&FilmSettings::framesPerSecond))
        throw UsageError(
            fmt::format("{}: {} frames are done and t = {:.6g}, which another --fps or --time-per-second "
                        "would make {:.6g}: the clock of a film cannot be changed on the way",
                        options.resume, start.from->frames, stands, expected));
      clock.start = stands - expected;
    }
  }
  start.plan.clock = clock;
}

/// Makes all pictures show the flow at its present time.
void holdFlow(RunStart& start) {
  start.plan.held = true;
  start.plan.clock.interval = 0;
  start.plan.clock.start = start.from ? start.from->time : 0;
}

CameraPath cameraOf(const RunOptions& options, const CameraPose& pose) {
  return options.cameraPath.empty() ? CameraPath(pose) : CameraPath::load(options.cameraPath, pose);
}

void planFilm(const RunOptions& options, RunStart& start) {
  FilmPlan& plan = start.plan;
  plan.frames = options.frames.value_or(filmLength(start.scene.film));
  plan.firstFrame = start.from && !options.holdFlow ? start.from->frames : 0;
  plan.checkpointEvery = options.every;
  plan.view = {start.scene.view.framing, cameraOf(options, start.scene.camera), start.scene.film.framesPerSecond};
  const bool exportOnly = start.exports && options.record.empty() && plan.frames == plan.firstFrame;
  if (plan.firstFrame >= plan.frames && !exportOnly)
    throw UsageError(
        fmt::format("{}: stands at frame {} already; --frames counts from the film's beginning, so more "
                    "than {} are needed",
                    options.resume, plan.firstFrame, plan.firstFrame));
  if (options.record.empty()) return;
  start.film = RecorderSettings{options.record, start.scene.film, options.force, plan.firstFrame};
  validate(*start.film);
  requireFolder(options.record);
}

/// Checks now what would prevent the first checkpoint minutes or hours later.
void placeCheckpoints(const RunOptions& options, RunStart& start) {
  if (options.checkpoint.empty()) return;
  start.checkpoints.emplace(options.checkpoint);
  start.checkpoints->prepareFolder();
  if (options.force) return;
  const auto other = start.checkpoints->inTheWay(start.plan.firstFrame);
  std::error_code error;
  const auto canonical = [&error](const std::string& path) { return std::filesystem::canonical(path, error); };
  const bool same = other && !options.resume.empty() &&
                    (std::filesystem::equivalent(*other, options.resume, error) ||
                     canonical(*other) == canonical(options.resume));  // where inode numbers change
  if (other && !same) throw UserError(*other + ": exists already and is kept; --force replaces it");
}

/// The files that a run writes, the checkpoint last.
std::vector<GivenPath> outputsOf(const RunOptions& options) {
  const bool streams = options.diagnostics == kStandardStream;
  return {{"--record", options.record, isNumbered(options.record)},
          {"--export-elements", options.exportElements, true},
          {"--export-grid", options.exportGrid, true},
          {"--export-bodies", options.exportBodies, true},
          {"--export-lines", options.exportLines, true},
          {"--diagnostics", streams ? std::string() : options.diagnostics},
          {"--checkpoint", options.checkpoint, true}};
}

/// --checkpoint may replace the file that --resume reads: it is the same run at a later time.
void requireDistinctFiles(const RunOptions& options) {
  std::vector<GivenPath> outputs = outputsOf(options);
  std::vector<GivenPath> inputs = {{"--camera", options.cameraPath}};
  std::error_code error;
  if (std::filesystem::is_regular_file(options.scene, error)) inputs.push_back({"the scene", options.scene});
  requireDistinct(outputs, inputs);
  outputs.pop_back();
  requireDistinct(outputs, {{"--resume", options.resume}});
}

/// What a scene reads it needs again; a state has its elements, whose files stay the user's.
void keepInputs(const RunOptions& options, const Scene& scene, const std::vector<std::string>& read) {
  std::vector<GivenPath> inputs;
  for (const std::string& path : read) inputs.push_back({"what the scene reads", path});
  for (const GivenElements& given : scene.given) inputs.push_back({"what the scene reads", given.file});
  requireDistinct(outputsOf(options), inputs);
}

}  // namespace

RunStart makeStart(const RunOptions& options) {
  requireDistinctFiles(options);
  RunStart start;
  std::vector<std::string> read;
  if (options.resume.empty()) {
    if (isSavedState(options.scene))
      throw UsageError(options.scene + ": is no scene file but a saved state; give it with --resume " + options.scene);
    static_cast<FlowStart&>(start) = FlowStart(loadScene(options.scene, &read));
  } else {
    resumeScene(options, start);
  }
  keepInputs(options, start.scene, read);
  options.overrides.applyTo(start.scene);
  options.film.applyTo(start.scene.film);
  setClock(options, start);
  if (options.holdFlow) holdFlow(start);
  start.scene.settings.validate();
  const Counts counts = sceneCounts(start.scene);
  start.scene.elements = counts.elements;
  start.scene.tracers = counts.tracers;
  start.scene = onLattice(std::move(start.scene));
  requireMemory(totalCounts(start.scene), start.scene.settings.precision);
  if (RunExports exports(options); exports.any()) start.exports.emplace(std::move(exports));
  planFilm(options, start);
  if (start.exports)
    start.exports->prepare(start.scene, start.plan.firstFrame - (start.nothingToDo() ? 1 : 0), options.force);
  placeCheckpoints(options, start);
  return start;
}

}  // namespace app
