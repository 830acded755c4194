#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "film/frame_maker.h"
#include "film/recorder.h"
#include "fmm/vortex_system.h"
#include "scene/film_clock.h"
#include "simulation/flow.h"

namespace app {

/// Length of a film and what happens on the way. Frame k shows the flow at clock.timeOf(k).
struct FilmPlan {
  std::int64_t firstFrame = 0;       ///< frames done by the run that this one resumes
  std::int64_t frames = 0;           ///< of the whole film, counted from its beginning
  FilmClock clock;                   ///< the flow has its time step
  bool held = false;                 ///< the flow stays as it is: only the camera moves
  std::int64_t checkpointEvery = 0;  ///< frames; 0: a checkpoint only at the end
  /// Which frames are drawn and recorded; the others are only computed. Empty: all.
  std::function<bool(std::int64_t frame)> wanted;
};

/// What is decided anew for every frame.
struct FrameChoice {
  bool interrupted = false, drawn = false;
};

/// How the film tells what it does, on the thread of makeFilm(). An empty one is left out. While `frameReady`,
/// `checkpoint`, `exportDue` and `rescue` are called no step is computed, and the flow stands at the frame that they
/// name: at `frame`, or at the last of the `done` frames.
struct FilmEvents {
  std::function<void(std::int64_t done)> frameDone;
  /// A frame is computed, which took these stages, and loaded for its picture: it can be measured now.
  std::function<void(std::int64_t frame, const std::vector<fmm::StageTime>& stages)> frameReady;
  /// A checkpoint of the flow is due; the pictures of all frames done are written.
  std::function<void(std::int64_t done)> checkpoint;
  /// Called when a checkpoint is due as the plan has it, whether one is written or not; not where a failure brings it.
  std::function<void(std::int64_t done)> exportDue;
  /// Called in place of an empty `checkpoint` where the machine fails (a GPU out of memory) before the first step of
  /// another frame is made.
  std::function<void(std::int64_t done)> rescue;
  /// Copies the flow to the host, for where a machine that fails takes its particles along, and returns what saves the
  /// copy, or knows of a newer checkpoint, and tells how many frames that has; may be empty. Called as frameReady is,
  /// every few seconds, before the last of the `done` frames is drawn.
  std::function<std::function<std::int64_t()>(std::int64_t done)> copy;
  /// Asked once a frame; true ends the film after that frame.
  std::function<bool()> interrupted;
  /// Called once a frame by each of several ranks that make a film together, with what this one thinks; all then do
  /// what it returns. A machine that fails leaves as an exception then: there is no saving without the others.
  std::function<FrameChoice(FrameChoice own)> agree;
};

/// What was made and where the time went [s].
struct FilmResult {
  std::int64_t framesDone = 0;  ///< counted from the film's beginning
  std::int64_t pictures = 0;    ///< drawn by this run
  bool interrupted = false;
  std::string failure;                  ///< why the flow could not be computed further; empty: it could
  bool lost = false;                    ///< that failure is Flow::whyLost()
  std::optional<std::int64_t> rescued;  ///< frames done by an older copy that was saved in the place of the flow
  double stepSeconds = 0;
  double drawSeconds = 0;
  double totalSeconds = 0;
  std::vector<fmm::StageTime> stages;  ///< of all steps, by name, in order of first use
  std::uint64_t evaluations = 0;
};

/// Computes the frames of a film, draws each while the next is computed, and hands it to the recorder. Without `frames`
/// and `recorder` the flow is only computed. A flow that is lost ends the film with the frame before. Where a step
/// fails numerically, or the machine fails in any use of the flow (memory, a GPU that is lost), the film ends early
/// with the frames that it has (FilmResult::failure) and a checkpoint: of the flow, if it can be had as the last frame
/// showed it, else of the last copy. Other trouble (recorder, OpenGL), and a machine that fails before the first frame,
/// leave as an exception after the running step has ended. Does not call recorder->finish().
FilmResult makeFilm(Flow& flow, const FilmPlan& plan, const FilmEvents& events, FrameMaker* frames, Recorder* recorder);

}  // namespace app
