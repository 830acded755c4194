// ringlet run: a scene computed and filmed without a window.

#include <fmt/format.h>

#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>

#include "camera/camera_path.h"
#include "commands/progress_bar.h"
#include "commands/run_diagnostics.h"
#include "commands/run_report.h"
#include "commands/run_start.h"
#include "files/free_name.h"
#include "film/film.h"
#include "film/film_progress.h"
#include "film/frame_maker.h"
#include "film/interrupt.h"
#include "scene/scene_particles.h"
#include "scene/snapshot_file.h"
#include "simulation/backend_choice.h"
#include "simulation/flow_start.h"
#include "simulation/impulse_watch.h"
#include "simulation/launch_schedule.h"

namespace app {
namespace {

constexpr std::size_t kErrorSamples = 256;

FrameSettings frameSettings(const Scene& scene, const CameraPath& camera, const RecorderSettings& recorder) {
  FrameSettings settings{recorder.width, recorder.height, recorder.fps, scene.view, speedRange(scene), camera};
  settings.vorticityRange = vorticityRange(scene);
  settings.view.follow = camera.follow().value_or(scene.view.follow);
  settings.tracerTube = scene.tracerTube;
  settings.ringBirths = ringBirths(scene);
  settings.floor = floorOf(scene, makeElements(scene));
  settings.cuda = runsOnGpu(scene.settings.backend);
  settings.supersampling = scene.film.supersampling;
  return settings;
}

/// Where the particles of a run without --checkpoint go when the GPU fails: a name that is not there yet.
std::string rescuePath(const std::string& scene) {
  return firstFreeName(
      1, [&](int i) { return scene + (i == 1 ? "-rescued.vtkhdf" : fmt::format("-rescued-{}.vtkhdf", i)); });
}

/// One run from its options to its exit code.
class Run {
 public:
  explicit Run(const RunOptions& options) : options_(options), start_(makeStart(options)), plan_(start_.plan) {
    report_.film = options.record;
    report_.kept = start_.kept;
    if (!options.diagnostics.empty() && !options.force) requireFree(options.diagnostics);
    if (start_.nothingToDo() && !start_.exports) return;
    checkBackend(start_.scene.settings.backend, options.quiet || options.json);
    schedule_ = LaunchSchedule(start_.scene);
    if (start_.film) openFilm(*start_.film);
    StartedFlow flow = startFlow(start_.scene, start_.checkpoint ? &*start_.checkpoint : nullptr, schedule_);
    system_.emplace(std::move(flow.system));
    startCentroid_ = flow.startCentroid;
    refinementShift_ = system_->resolution().centroidShift;
    if (frames_) frames_->moveStart(startCentroid_);
    system_->keepVorticity(false, frames_ && start_.scene.view.colourBy == ColourBy::vorticity);
    start_.checkpoint.reset();
    if (!options.diagnostics.empty()) openDiagnostics(flow.beginning.elements);
    if (start_.askedCourant > 0 && !options.quiet)
      fmt::print(stderr, "ringlet: {}: courant = {:.6g} is left out: frames stand at exact times, in steps of {:.6g}\n",
                 start_.scene.name, start_.askedCourant, plan_.clock.timeStep);
    report_.start = system_->invariants();
    impulse_.start(system_->elements(), start_.scene.settings.ground);
  }

  int execute() {
    if (start_.nothingToDo()) {
      if (!start_.exports) return tellPlan(), 0;
      report_.result.framesDone = plan_.frames;
      exportState(plan_.frames);
      return tell(), 0;
    }
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
  void openFilm(const RecorderSettings& settings) {
    frames_ = std::make_unique<FrameMaker>(frameSettings(start_.scene, start_.camera, settings));
    recorder_ = std::make_unique<Recorder>(settings);
    report_.renderer = frames_->rendererName();
  }

  void openDiagnostics(const fmm::Elements& beginning) {
    diagnostics_.emplace(options_.diagnostics, options_.force ? Existing::replace : Existing::keep, start_.scene,
                         beginning, plan_.frames);
  }

  FilmEvents events(ProgressBar& bar) {
    FilmEvents events;
    events.frameDone = [&](std::int64_t done) { bar.update(done - plan_.firstFrame); };
    if (diagnostics_) {
      events.frameReady = [this](std::int64_t frame, const std::vector<fmm::StageTime>& stages) {
        diagnostics_->add(*system_, frame, stages);
      };
    }
    events.stepped = [this] {
      followRefinement();
      return joinDueRings();
    };
    events.whyLost = [this] {
      const double drift = impulse_.drift(system_->measure(false, false).invariants);
      return drift < ImpulseWatch::kLost ? std::string() : ImpulseWatch::describe(drift);
    };
    events.interrupted = [] { return InterruptGuard::caught() != 0; };
    if (start_.checkpoints) events.checkpoint = [this](std::int64_t done) { saveInPlace(done); };
    if (start_.exports) events.exportDue = [this](std::int64_t done) { exportState(done); };
    events.rescue = [this](std::int64_t done) { saveCheckpoint(rescuePath(start_.scene.name), done); };
    return events;
  }

  /// Splitting and merging move the mean of the elements' positions, but nothing in the flow: the camera stays.
  void followRefinement() {
    const fmm::Vec3 shift = system_->resolution().centroidShift - refinementShift_;
    refinementShift_ = system_->resolution().centroidShift;
    if (shift == fmm::Vec3{}) return;
    startCentroid_ = startCentroid_ + shift;
    if (frames_) frames_->moveStart(shift);
  }

  /// Rings of the scene whose time has come; true if there were any. On the thread that computes.
  bool joinDueRings() {
    const std::vector<RingLaunch> due = schedule_.takeDue(system_->time(), system_->settings().timeStep);
    for (const RingLaunch& launch : due) {
      const Joined joined = schedule_.join(launch, *system_);
      impulse_.join(joined.added, joined.all);
      startCentroid_ = startCentroid_ + joined.centroidShift;
      if (frames_) frames_->moveStart(joined.centroidShift);
    }
    return !due.empty();
  }

  /// Stretches of a film that are computed again do not replace what an earlier run has left.
  void saveInPlace(std::int64_t done) {
    const bool again = options_.range && !options_.force;
    const std::string path = start_.checkpoints->at(done);
    if (!again || !start_.checkpoints->hasAtLeast(done)) return saveCheckpoint(path, done);
    report_.checkpoint = path;
  }

  void saveCheckpoint(const std::string& path, std::int64_t done) {
    writeCheckpoint(path, checkpointOf(*system_, start_.scene, startCentroid_, done));
    report_.checkpoint = path;
  }

  void exportState(std::int64_t done) { report_.exports = start_.exports->write(*system_, done); }

  void finishFilm() {
    if (!recorder_) return;
    recorder_->finish();
    report_.encodeSeconds = recorder_->encodeSeconds();
    report_.waitSeconds = recorder_->waitSeconds();
    if (!frames_->note().empty()) fmt::print(stderr, "ringlet: {}\n", frames_->note());
    if (!recorder_->warning().empty()) fmt::print(stderr, "ringlet: {}\n", recorder_->warning());
  }

  void tellPlan() {
    report_.scene = start_.scene;
    report_.clock = plan_.clock;
    report_.firstFrame = plan_.firstFrame;
    report_.frames = plan_.frames;
    if (options_.json) {
      fmt::print("{}\n", formatJson(report_));
    } else if (system_) {
      if (!options_.quiet) fmt::print(stderr, "{}\n", formatSummary(report_));
    } else if (!options_.quiet) {
      fmt::print(stderr, "{}: all {} pictures are there already; --force draws them anew\n", start_.scene.name,
                 report_.kept);
    }
    if (!options_.json && !options_.record.empty()) fmt::print("{}\n", options_.record);
  }

  void tell() {
    report_.elements = system_->elementCount();
    report_.tracers = system_->tracerCount();
    report_.time = system_->time();
    report_.steps = system_->steps();
    report_.settings = system_->settings();
    report_.last = system_->report();
    report_.end = system_->invariants();
    report_.resolution = system_->resolution();
    report_.impulseDrift = impulse_.drift(report_.end);
    if (report_.result.failure.empty() || report_.result.lost)
      report_.leastOverlap = system_->measure(false, false).leastOverlap;
    const bool wanted = options_.json || !options_.quiet;
    if (wanted && report_.result.failure.empty() && !report_.result.interrupted)
      report_.error = system_->measureError(kErrorSamples);

    tellPlan();
  }

  int exitCode() const {
    const FilmResult& result = report_.result;
    if (!result.failure.empty()) {
      const char* const what = result.lost ? "; the last checkpoint is " : "; particles saved to ";
      const std::string saved = report_.checkpoint.empty() ? "" : what + report_.checkpoint;
      fmt::print(stderr, "ringlet: {}: stopped after {} of {}: {}{}\n", start_.scene.name, result.framesDone,
                 frameCount(plan_.frames), result.failure, saved);
      return 1;
    }
    if (result.interrupted) {
      const int signal = InterruptGuard::caught();
      fmt::print(stderr, "ringlet: interrupted ({}) after {} of {}; what was made is complete\n", strsignal(signal),
                 result.framesDone, frameCount(plan_.frames));
      return 128 + signal;
    }
    return 0;
  }

  const RunOptions& options_;
  RunStart start_;
  const FilmPlan& plan_;
  RunReport report_;
  std::unique_ptr<FrameMaker> frames_;
  std::unique_ptr<Recorder> recorder_;
  std::optional<fmm::VortexSystem> system_;
  ImpulseWatch impulse_;
  std::optional<RunDiagnostics> diagnostics_;
  LaunchSchedule schedule_;
  fmm::Vec3 refinementShift_;  // of the elements' centroid so far [L]
  fmm::Vec3 startCentroid_;    // of the elements, moved along by rings that joined [L]
};

}  // namespace

int runCommand(const RunOptions& options) {
  const InterruptGuard guard;
  return Run(options).execute();
}

}  // namespace app
