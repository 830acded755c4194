// ringlet run: computes and films a scene without a window.

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>
#include <list>
#include <memory>
#include <optional>

#include "camera/camera_path.h"
#include "commands/line/progress_bar.h"
#include "commands/rank_session.h"
#include "commands/run/run.h"
#include "commands/run/run_files.h"
#include "files/free_name.h"
#include "files/message.h"
#include "files/part_file.h"
#include "files/row_file.h"
#include "files/user_error.h"
#include "film/film.h"
#include "film/film_progress.h"
#include "film/frame_maker.h"
#include "film/interrupt.h"
#include "scene/colour_quantity.h"
#include "scene/saved/snapshot_file.h"
#include "scene/start/scene_lattice.h"
#include "simulation/backend_choice.h"
#include "simulation/flow.h"
#include "simulation/keep_pace.h"

namespace app {
namespace {

FrameSettings frameSettings(const Scene& scene, const FilmPlan& plan, const RecorderSettings& recorder) {
  FrameSettings settings{scene.film, scene.view, plan.view.camera};
  settings.view.follow = plan.view.camera.follow().value_or(scene.view.follow);
  settings.cuda = runsOnGpu(scene.settings.backend);
  settings.layers = layersFor(recorder);
  settings.shotGap = static_cast<double>(plan.clock.shotSteps) / plan.clock.stepsPerFrame;
  return settings;
}

fmm::RankTraffic since(const fmm::RankTraffic& before, const fmm::RankTraffic& now) {
  return {now.messages - before.messages, now.bytes - before.bytes};
}

/// A free name for the particles of a run without --checkpoint if the GPU fails.
std::string rescuePath(const std::string& scene) {
  return firstFreeName(
      1, [&](int i) { return scene + (i == 1 ? "-rescued.ringlet" : fmt::format("-rescued-{}.ringlet", i)); });
}

/// Rank 0 writes the files and checks for existing ones first; `options` of the others have `force`.
RunStart startTogether(const RunOptions& options, fmm::Ranks* ranks) {
  if (ranks == nullptr) return makeStart(options);
  std::optional<RunStart> start;
  doOnFirst(ranks, [&] { start.emplace(makeStart(options)); });
  if (!start) start.emplace(makeStart(options));
  return std::move(*start);
}

/// A run from its options to its exit code.
class Run {
 public:
  Run(const RunOptions& options, fmm::Ranks* ranks)
      : options_(options), ranks_(ranks), start_(startTogether(options, ranks)), plan_(start_.plan) {
    report_.film = options.record;
    if (!options.diagnostics.empty() && !diagnosticsToStream() && !options.force)
      doOnFirst(ranks_, [&] { requireFree(options.diagnostics); });
    if (ranks_) pictures_ = ranks_->channel();
    doOnFirst(ranks_, [this] { lockOutputs(); });
    requireSameMachine(ranks_, start_.scene.settings.backend);
    requireBackend(start_.scene.settings.backend);
    flow_.emplace(start_.scene, start_.from.get(), ranks_);
    if (!start_.from) report_.coarseness = coarsenessOf(start_.scene);
    if (start_.film) openFilm(*start_.film);
    if (start_.from) tellFraming(*start_.from);
    if (start_.from && frames_ && !ranks_) frames_->goOnFrom(start_.from->trails);
    start_.from.reset();
    if (!options.quiet && !options.json) tellBackend(start_.scene.settings.backend);
    if (frames_) flow_->keepFor(scalarFor(start_.scene.view.colourBy));
    if (!options.diagnostics.empty()) doOnFirst(ranks_, [this] { openDiagnostics(); });
    if (start_.askedCourant > 0 && !options.quiet)
      tellError(fmt::format("{}: courant = {:.6g} is left out: frames stand at exact times, in steps of {:.6g}",
                            start_.scene.name, start_.askedCourant, plan_.clock.timeStep));
    report_.start = flow_->invariants();
    if (ranks_) trafficBefore_ = ranks_->traffic();
  }

  int execute() {
    if (start_.nothingToDo()) {
      report_.result.framesDone = plan_.frames;
      exportState(plan_.frames - 1);
      return tell(), 0;
    }
    {
      ProgressBar bar(start_.scene.name, plan_.frames - plan_.firstFrame, !options_.quiet);
      report_.result = makeFilm(*flow_, plan_, events(bar), frames_.get(), recorder_.get());
    }
    finishFilm();
    tell();
    return exitCode();
  }

 private:
  bool diagnosticsToStream() const { return options_.diagnostics == kStandardStream; }

  /// True if this process writes files: the only one, or rank 0.
  bool writes() const { return ranks_ == nullptr || ranks_->isFirst(); }

  /// Locks the files written one at a time; the film and the diagnostics have locks of their own.
  void lockOutputs() {
    for (const std::string& path : {options_.checkpoint, options_.exportElements, options_.exportGrid,
                                    options_.exportBodies, options_.exportLines})
      if (!path.empty()) locks_.emplace_back(path, OutputLock::kRun);
  }

  /// Checks everything that can fail before touching files.
  void openFilm(const RecorderSettings& settings) {
    frames_ = std::make_unique<FrameMaker>(frameSettings(start_.scene, plan_, settings));
    if (ranks_) frames_->shareWith(*pictures_);
    doOnFirst(ranks_, [&] { recorder_ = std::make_unique<Recorder>(settings); });
    report_.renderer = frames_->rendererName();
  }

  /// A view that keeps the flow in sight moves on from where it was; that may be unknown, or of another pace.
  void tellFraming(const Checkpoint& from) const {
    const bool goesOn = !from.framing.empty() && from.scene.film.framesPerSecond == plan_.view.framesPerSecond;
    if (!frames_ || !writes() || !plan_.view.framed || plan_.firstFrame == 0 || goesOn) return;
    tellError(
        fmt::format("{}: the state does not tell the view before picture {} at {:.6g} frames a second; framing "
                    "begins anew, and differs from that of the whole film",
                    start_.scene.name, plan_.firstFrame, plan_.view.framesPerSecond));
  }

  void openDiagnostics() {
    diagnostics_.emplace(options_.diagnostics, options_.force ? Existing::replace : Existing::keep, start_.scene,
                         plan_.frames);
  }

  FilmEvents events(ProgressBar& bar) {
    FilmEvents events;
    events.frameDone = [&](std::int64_t done) { bar.update(done - plan_.firstFrame); };
    events.frameReady = [this](std::int64_t frame, const std::vector<fmm::StageTime>& stages) {
      if (frame == plan_.firstFrame) tellStep();
      if (diagnostics_) {
        diagnostics_->add(*flow_, frame, stages);
      } else if (!options_.diagnostics.empty()) {
        if (errorIsDue(frame, plan_.frames)) flow_->measureError();  // joins the call of the rank that writes
      } else if (frame == plan_.firstFrame || energyIsDue(frame, plan_.frames, flow_->system().elementCount())) {
        flow_->measureEnergy();
      }
    };
    events.interrupted = [] { return InterruptGuard::caught() != 0; };
    if (ranks_) events.agree = [this](bool interrupted) { return agree(interrupted); };
    if (start_.checkpoints)
      events.checkpoint = [this](std::int64_t done) { saveCheckpoint(start_.checkpoints->at(done), done); };
    if (start_.exports) events.exportDue = [this](std::int64_t frame) { exportState(frame); };
    events.rescue = [this](std::int64_t done) { saveCheckpoint(rescuePath(start_.scene.name), done); };
    if (!ranks_ && mayLoseParticles(start_.scene.settings.backend))
      events.copy = [this](std::int64_t done) { return copy(done); };
    return events;
  }

  void tellStep() const {
    const std::string complaint = flow_->stepComplaint();
    if (!complaint.empty() && !options_.quiet) tellError(fmt::format("{}: {}", start_.scene.name, complaint));
  }

  /// An interrupted rank interrupts all.
  bool agree(bool interrupted) {
    for (const int signal : pictures_->gathered(interrupted ? InterruptGuard::caught() : 0))
      signal_ = std::max(signal_, signal);
    return signal_ != 0;
  }

  void saveCheckpoint(const std::string& path, std::int64_t done) {
    Checkpoint checkpoint = flow_->checkpoint(start_.scene, done);
    if (frames_ && !ranks_) checkpoint.trails = frames_->trails();
    if (writes()) writeCheckpoint(path, checkpoint);
    flow_->goOnAsResumed();
    report_.checkpoint = path;
    savedAt_ = done;
  }

  /// Copies the present flow and returns a function that saves it unless there is a newer checkpoint by then; the
  /// function returns the frames saved. Empty if there are too many particles to copy.
  std::function<std::int64_t()> copy(std::int64_t done) {
    if (flow_->system().elementCount() + flow_->system().tracerCount() > kMostKept) return {};
    const auto kept = std::make_shared<const Checkpoint>(flow_->checkpoint(start_.scene, done));
    return [this, kept, done] {
      if (savedAt_ >= done) return savedAt_;
      const std::string path = start_.checkpoints ? start_.checkpoints->at(done) : rescuePath(start_.scene.name);
      writeCheckpoint(path, *kept);
      report_.checkpoint = path;
      return done;
    };
  }

  void exportState(std::int64_t frame) {
    const fmm::Tracers tracers = flow_->system().gatherTracers().tracers;
    const std::vector<SeedLine> lines = flow_->seedLines();
    if (writes()) report_.exports = start_.exports->write(flow_->system(), tracers, lines, start_.scene, frame);
  }

  void finishFilm() {
    if (!recorder_) return;
    recorder_->finish();
    report_.encodeSeconds = recorder_->encodeSeconds();
    report_.waitSeconds = recorder_->waitSeconds();
    if (!frames_->note().empty()) tellError(frames_->note());
    if (!recorder_->warning().empty()) tellError(recorder_->warning());
  }

  void tell() {
    const fmm::VortexSystem& system = flow_->system();
    report_.scene = start_.scene;
    report_.clock = plan_.clock;
    report_.firstFrame = plan_.firstFrame;
    report_.frames = plan_.frames;
    report_.elements = system.elementCount();
    report_.tracers = system.tracerTotal();
    report_.time = system.time();
    if (ranks_)
      report_.ranks = {ranks_->size(), since(trafficBefore_, ranks_->traffic()), pictures_->traffic(),
                       frames_ ? frames_->sumSeconds() : 0};
    report_.steps = system.steps();
    report_.settings = system.settings();
    report_.last = system.report();
    report_.lattice = system.lattice();
    if (!system.lost()) report_.end = flow_->invariants();
    if (!system.lost()) report_.impulseDrift = flow_->impulseDrift(report_.end);
    report_.dissipation = flow_->dissipation();
    report_.energyDrift = flow_->energyDrift();
    if (const fmm::RingPasses* passes = flow_->passes()) report_.passes = passes->times();
    if (report_.result.failure.empty() || report_.result.lost) report_.leastOverlap = flow_->judge().leastOverlap;
    const bool wanted = options_.json || !options_.quiet || options_.strict;
    if (wanted && report_.result.failure.empty() && !report_.result.interrupted) report_.error = flow_->measureError();
    if (options_.json) {
      fmt::print("{}\n", formatJson(report_));
    } else if (!options_.quiet) {
      for (const std::string& line : formatSummary(report_)) app::tell(printable(line) + "\n");
      for (const std::string& line : formatWarnings(report_)) tellError(line);
    }
    if (!options_.json && !diagnosticsToStream() && !options_.record.empty()) fmt::print("{}\n", options_.record);
  }

  int exitCode() const {
    const FilmResult& result = report_.result;
    if (!result.failure.empty()) {
      const bool present = savedAt_ == result.framesDone && !result.lost;
      std::string what = present ? "; particles saved to " : "; the last checkpoint is ";
      if (result.rescued) what = fmt::format("; those after {} saved to ", frameCount(*result.rescued));
      const std::string saved = report_.checkpoint.empty() ? "" : what + report_.checkpoint;
      tellError(fmt::format("{}: stopped after {} of {}: {}{}", start_.scene.name, result.framesDone,
                            frameCount(plan_.frames), result.failure, saved));
      return 1;
    }
    if (result.interrupted) {
      const int signal = std::max(signal_, InterruptGuard::caught());
      tellError(fmt::format("interrupted ({}) after {} of {}; what was made is complete", strsignal(signal),
                            result.framesDone, frameCount(plan_.frames)));
      return 128 + signal;
    }
    if (!options_.strict || report_.error.toleranceKept() != false) return 0;
    if (options_.json || options_.quiet) tellError(start_.scene.name + ": " + report_.error.warning());
    return 1;
  }

  const RunOptions& options_;
  fmm::Ranks* const ranks_;               ///< null: single process
  std::unique_ptr<fmm::Ranks> pictures_;  ///< the channel of the thread that draws
  std::list<OutputLock> locks_;
  RunStart start_;
  const FilmPlan& plan_;
  RunReport report_;
  std::unique_ptr<FrameMaker> frames_;
  std::unique_ptr<Recorder> recorder_;
  std::optional<Flow> flow_;
  std::optional<RunDiagnostics> diagnostics_;
  fmm::RankTraffic trafficBefore_;
  int signal_ = 0;             // received by any of several ranks
  std::int64_t savedAt_ = -1;  // frames done at the last checkpoint
};

}  // namespace

int runCommand(const RunOptions& given, fmm::Ranks* ranks) {
  const InterruptGuard guard;
  RunOptions options = given;
  if (ranks && options.scene == kStandardStream)
    throw UsageError("-: a scene from standard input reaches one process only; give mpirun a file");
  if (ranks && !ranks->isFirst()) options.force = true;
  return Run(options, ranks).execute();
}

}  // namespace app
