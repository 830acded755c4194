#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "camera/camera_path.h"
#include "film/frame_maker.h"
#include "film/recorder.h"
#include "fmm/vortex_system.h"
#include "scene/film_clock.h"
#include "simulation/flow.h"

namespace app {

/// From where a film looks at its flow.
struct FilmView {
  bool framed = false;              ///< the camera keeps the flow in sight; not where it flies
  CameraPath camera{CameraPose{}};  ///< a single key if the camera is at rest
  double framesPerSecond = 30;      ///< turns frame numbers into the camera path's time
};

/// Length of a film and what happens during it. Frame k shows the flow at clock.timeOf(k).
struct FilmPlan {
  std::int64_t firstFrame = 0;  ///< frames done by the run that this one resumes
  std::int64_t frames = 0;      ///< of the whole film, counted from its beginning
  FilmClock clock;              ///< its time step is the flow's
  FilmView view;                ///< also of a run that draws nothing
  bool held = false;            ///< the flow stands still: only the camera moves
  /// Frames between checkpoints, after as many frames, and between exports, of frames 0, checkpointEvery, ...; 0: only
  /// at the end, when both are due in any case.
  std::int64_t checkpointEvery = 0;
};

/// Callbacks of makeFilm(), called on its thread; empty ones are skipped. During `frameReady`, `checkpoint`,
/// `exportDue` and `rescue` no step is computed, and the flow stands at the frame passed: at `frame`, or at the last of
/// the `done` frames.
struct FilmEvents {
  std::function<void(std::int64_t done)> frameDone;
  /// A frame is computed, in these stages, and loaded for its picture: it can be measured now.
  std::function<void(std::int64_t frame, const std::vector<fmm::StageTime>& stages)> frameReady;
  /// A checkpoint of the flow is due; the pictures of all finished frames are written.
  std::function<void(std::int64_t done)> checkpoint;
  /// An export of a frame is due, as pictures are numbered; not called after a failure.
  std::function<void(std::int64_t frame)> exportDue;
  /// Called instead of an empty `checkpoint` when the machine fails (a GPU out of memory) before the first step of
  /// another frame is made.
  std::function<void(std::int64_t done)> rescue;
  /// Copies the flow to the host, in case a failing machine loses the particles. Returns a function that saves the
  /// copy, unless a newer checkpoint exists, and returns the number of frames saved; may return an empty one. Called at
  /// the same point as frameReady, every few seconds, before the last of the `done` frames is drawn.
  std::function<std::function<std::int64_t()>(std::int64_t done)> copy;
  /// Called once a frame; true ends the film after that frame.
  std::function<bool()> interrupted;
  /// Called once per frame by each rank of a film with its own `interrupted`; all ranks follow what is returned. If a
  /// machine fails then, the failure is thrown: no rank can save the flow alone.
  std::function<bool(bool interrupted)> agree;
};

/// Outcome of a film, with wall times [s].
struct FilmResult {
  std::int64_t framesDone = 0;  ///< counted from the film's beginning
  std::int64_t pictures = 0;    ///< drawn by this run
  bool interrupted = false;
  std::string failure;                  ///< why the flow could not be computed further; empty if it could
  bool lost = false;                    ///< `failure` is Flow::whyLost()
  std::optional<std::int64_t> rescued;  ///< frames in an older copy that was saved in place of the flow
  double stepSeconds = 0;
  double drawSeconds = 0;
  double totalSeconds = 0;
  std::vector<fmm::StageTime> stages;  ///< of all steps, by name, in order of first use
  std::uint64_t evaluations = 0;
};

/// Computes the frames of a film, draws each while the next is computed, and passes it to the recorder. Without
/// `frames` and `recorder` the flow is only computed. A lost flow ends the film at the previous frame. If a step fails
/// numerically, or the machine fails in any use of the flow (memory, a lost GPU), the film ends early with its finished
/// frames (FilmResult::failure) and a checkpoint: of the flow if it still has the state of the last frame, else of the
/// last copy. Other errors (recorder, OpenGL), and a failure of the machine before the first frame, are thrown after
/// the running step has ended. Does not call recorder->finish().
FilmResult makeFilm(Flow& flow, const FilmPlan& plan, const FilmEvents& events, FrameMaker* frames, Recorder* recorder);

}  // namespace app
