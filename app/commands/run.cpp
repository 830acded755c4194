// ringlet run: a scene computed and filmed without a window.

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>

#include "commands/commands.h"
#include "commands/progress_bar.h"
#include "commands/run_report.h"
#include "files/file_error.h"
#include "files/user_error.h"
#include "film/film.h"
#include "film/frame_maker.h"
#include "film/interrupt.h"
#include "film/recorder.h"
#include "render/camera_path.h"
#include "scene/scene_file.h"
#include "scene/scene_particles.h"
#include "scene/snapshot_file.h"
#include "simulation/backend_choice.h"
#include "simulation/impulse_watch.h"
#include "simulation/memory_check.h"

namespace app {
namespace {

constexpr std::size_t kErrorSamples = 256;
constexpr std::int64_t kMostFrames = 1'000'000'000;

/// Where the run starts: a scene, or a checkpoint of one.
struct Start {
  Scene scene;  ///< with the overrides, and counts that no longer depend on the machine
  std::optional<Checkpoint> checkpoint;
};

/// Settings that were found for one accuracy do not fit another.
void forgetTuning(fmm::Settings& settings) {
  settings.order = settings.leafElements = settings.leafPoints = 0;
  settings.theta = 0;
}

void resumeScene(const RunOptions& options, Start& start) {
  const SceneOverrides& overrides = options.overrides;
  if (overrides.seed || overrides.elements || overrides.tracers)
    throw UsageError(
        "--seed, --elements and --tracers cannot be changed with --resume: the checkpoint has its particles");
  start.checkpoint = readCheckpoint(options.resume);
  start.scene = start.checkpoint->scene;
  start.scene.settings = start.checkpoint->settings;
  if (overrides.tolerance || overrides.precision || overrides.solver) forgetTuning(start.scene.settings);
}

Start makeStart(const RunOptions& options) {
  Start start;
  if (options.resume.empty()) {
    start.scene = loadScene(options.scene);
  } else {
    resumeScene(options, start);
  }
  options.overrides.applyTo(start.scene);
  start.scene.settings.courant = 0;  // frames stand at exact times
  start.scene.settings.validate();
  const Counts counts = sceneCounts(start.scene);
  start.scene.elements = counts.elements;
  start.scene.tracers = counts.tracers;
  requireMemory(counts, start.scene.settings.precision);
  return start;
}

FilmPlan makePlan(const RunOptions& options, const Start& start, double framesPerSecond) {
  FilmPlan plan;
  const double sceneFrames = std::round(start.scene.film.seconds * framesPerSecond);
  plan.frames = options.frames.value_or(std::max<std::int64_t>(1, std::llround(sceneFrames)));
  plan.firstFrame = start.checkpoint ? start.checkpoint->frames : 0;
  plan.stepsPerFrame = start.scene.stepsPerFrame;
  plan.checkpointEvery = options.every;
  if (plan.frames < 1 || plan.frames > kMostFrames)
    throw UsageError(fmt::format("--frames {} is out of range; allowed: 1 to {}", plan.frames, kMostFrames));
  if (plan.firstFrame >= plan.frames)
    throw UsageError(
        fmt::format("{}: stands at frame {} already; --frames counts from the film's beginning, so more "
                    "than {} are needed",
                    options.resume, plan.firstFrame, plan.firstFrame));
  return plan;
}

RecorderSettings recorderSettings(const RunOptions& options, const Start& start, double framesPerSecond) {
  const auto size = options.size.value_or(std::pair(start.scene.film.width, start.scene.film.height));
  return {options.record,  size.first,    size.second,
          framesPerSecond, options.force, start.checkpoint ? start.checkpoint->frames : 0};
}

FrameSettings frameSettings(const RunOptions& options, const Scene& scene, const RecorderSettings& recorder) {
  CameraPath camera =
      options.cameraPath.empty() ? CameraPath(scene.camera) : CameraPath::load(options.cameraPath, scene.camera);
  FrameSettings settings{recorder.width,
                         recorder.height,
                         recorder.fps,
                         scene.view,
                         speedRange(scene),
                         camera,
                         centroid(makeElements(scene))};
  settings.view.follow = camera.follow().value_or(scene.view.follow);
  settings.tracerTube = scene.tracerTube;
  settings.ringBirths = ringBirths(scene);
  settings.cuda = runsOnGpu(scene.settings.backend);
  return settings;
}

/// A checkpoint is first written after minutes or hours: what would stop it then is better known now.
void checkCheckpointPath(const RunOptions& options) {
  namespace fs = std::filesystem;
  if (options.checkpoint.empty()) return;
  std::error_code error;
  const fs::path folder = fs::path(options.checkpoint).parent_path();
  if (!folder.empty() && !fs::create_directories(folder, error) && error)
    throw FileError(options.checkpoint, "the folder cannot be made: " + error.message());
  if (fs::is_directory(options.checkpoint, error)) throw UserError(options.checkpoint + ": is a folder");
  const bool exists = fs::exists(options.checkpoint, error);
  const bool same = exists && !options.resume.empty() && fs::equivalent(options.checkpoint, options.resume, error);
  if (exists && !same && !options.force)
    throw UserError(options.checkpoint + ": exists already and is kept; --force replaces it");
}

/// Where the particles of a run without --checkpoint go when the GPU fails: a name that is not there yet.
std::string rescuePath(const std::string& scene) {
  std::string path = scene + "-rescued.vtkhdf";
  for (int i = 2; std::filesystem::exists(path); ++i) path = fmt::format("{}-rescued-{}.vtkhdf", scene, i);
  return path;
}

fmm::VortexSystem makeSystem(const Start& start) {
  const Scene& scene = start.scene;
  if (!start.checkpoint) return fmm::VortexSystem(scene.settings, makeElements(scene), makeTracers(scene));
  fmm::VortexSystem system(scene.settings, start.checkpoint->elements, start.checkpoint->tracers);
  system.setClock(start.checkpoint->time, start.checkpoint->steps);
  return system;
}

/// The settings with what was chosen for them, so that a resumed run chooses nothing anew.
fmm::Settings chosenSettings(const fmm::VortexSystem& system) {
  fmm::Settings settings = system.settings();
  const fmm::EvaluationReport& report = system.report();
  settings.backend = fmm::parse<fmm::Backend>(report.backend).value_or(settings.backend);
  if (settings.solver == fmm::SolverKind::direct || report.order == 0) return settings;
  settings.order = report.order;
  settings.theta = report.theta;
  settings.leafElements = report.leafElements;
  settings.leafPoints = report.leafPoints;
  return settings;
}

/// One run from its options to its exit code.
class Run {
 public:
  explicit Run(const RunOptions& options)
      : options_(options),
        start_(makeStart(options)),
        rate_(options.framesPerSecond.value_or(start_.scene.film.framesPerSecond)),
        plan_(makePlan(options, start_, rate_)) {
    checkCheckpointPath(options);
    checkBackend(start_.scene.settings.backend, options.quiet || options.json);
    if (!options.record.empty()) openFilm();
    system_.emplace(makeSystem(start_));
    start_.checkpoint.reset();
    report_.start = system_->invariants();
    impulse_.start(system_->elements(), start_.scene.settings.ground);
  }

  int execute() {
    {
      ProgressBar bar(start_.scene.name, plan_.frames - plan_.firstFrame, !options_.quiet);
      report_.result = makeFilm(*system_, plan_, events(bar), frames_.get(), recorder_.get());
    }
    finishFilm();
    tell();
    return exitCode();
  }

 private:
  /// Everything that can be refused comes before the files are touched.
  void openFilm() {
    const RecorderSettings settings = recorderSettings(options_, start_, rate_);
    validate(settings);
    frames_ = std::make_unique<FrameMaker>(frameSettings(options_, start_.scene, settings));
    recorder_ = std::make_unique<Recorder>(settings);
    report_.width = settings.width;
    report_.height = settings.height;
    report_.renderer = frames_->rendererName();
    report_.film = settings.path;
  }

  FilmEvents events(ProgressBar& bar) {
    FilmEvents events;
    events.frameDone = [&](std::int64_t done) { bar.update(done - plan_.firstFrame); };
    events.interrupted = [] { return InterruptGuard::caught() != 0; };
    if (!options_.checkpoint.empty())
      events.checkpoint = [this](std::int64_t done) { saveCheckpoint(options_.checkpoint, done); };
    events.rescue = [this](std::int64_t done) { saveCheckpoint(rescuePath(start_.scene.name), done); };
    return events;
  }

  void saveCheckpoint(const std::string& path, std::int64_t done) {
    Checkpoint checkpoint;
    checkpoint.scene = start_.scene;
    checkpoint.settings = chosenSettings(*system_);
    checkpoint.elements = system_->elements();
    checkpoint.tracers = system_->tracers();
    checkpoint.time = system_->time();
    checkpoint.steps = system_->steps();
    checkpoint.frames = done;
    writeCheckpoint(path, checkpoint);
    report_.checkpoint = path;
  }

  void finishFilm() {
    if (!recorder_) return;
    recorder_->finish();
    report_.encodeSeconds = recorder_->encodeSeconds();
    report_.waitSeconds = recorder_->waitSeconds();
    if (!frames_->note().empty()) fmt::print(stderr, "ringlet: {}\n", frames_->note());
    if (!recorder_->warning().empty()) fmt::print(stderr, "ringlet: {}\n", recorder_->warning());
  }

  void tell() {
    report_.scene = start_.scene;
    report_.framesPerSecond = rate_;
    report_.firstFrame = plan_.firstFrame;
    report_.frames = plan_.frames;
    report_.elements = system_->elementCount();
    report_.tracers = system_->tracerCount();
    report_.time = system_->time();
    report_.steps = system_->steps();
    report_.settings = system_->settings();
    report_.last = system_->report();
    report_.end = system_->invariants();
    report_.impulseDrift = impulse_.drift(report_.end);
    const bool wanted = options_.json || !options_.quiet;
    if (wanted && report_.result.failure.empty() && !report_.result.interrupted)
      report_.error = system_->measureError(kErrorSamples);

    if (!(report_.impulseDrift < ImpulseWatch::kLost))
      fmt::print(stderr, "ringlet: {}: {}\n", start_.scene.name, ImpulseWatch::describe(report_.impulseDrift));
    if (options_.json) {
      fmt::print("{}\n", formatJson(report_));
    } else {
      if (!options_.quiet) fmt::print(stderr, "{}\n", formatSummary(report_));
      if (recorder_) fmt::print("{}\n", options_.record);
    }
  }

  int exitCode() const {
    const FilmResult& result = report_.result;
    if (!result.failure.empty()) {
      const std::string saved = report_.checkpoint.empty() ? "" : "; particles saved to " + report_.checkpoint;
      fmt::print(stderr, "ringlet: {}: stopped after {} of {} frames: {}{}\n", start_.scene.name, result.framesDone,
                 plan_.frames, result.failure, saved);
      return 1;
    }
    if (result.interrupted) {
      const int signal = InterruptGuard::caught();
      fmt::print(stderr, "ringlet: interrupted ({}) after {} of {} frames; what was made is complete\n",
                 strsignal(signal), result.framesDone, plan_.frames);
      return 128 + signal;
    }
    return 0;
  }

  const RunOptions& options_;
  Start start_;
  double rate_;
  FilmPlan plan_;
  RunReport report_;
  std::unique_ptr<FrameMaker> frames_;
  std::unique_ptr<Recorder> recorder_;
  std::optional<fmm::VortexSystem> system_;
  ImpulseWatch impulse_;
};

}  // namespace

int runCommand(const RunOptions& options) {
  const InterruptGuard guard;
  return Run(options).execute();
}

}  // namespace app
