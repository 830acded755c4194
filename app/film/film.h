#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "film/frame_maker.h"
#include "film/recorder.h"
#include "fmm/vortex_system.h"
#include "scene/film_clock.h"

namespace app {

/// Length of a film and what happens on the way. Frame k shows the flow at clock.timeOf(k).
struct FilmPlan {
  std::int64_t firstFrame = 0;       ///< frames done by the run that this one resumes
  std::int64_t frames = 0;           ///< of the whole film, counted from its beginning
  FilmClock clock;                   ///< the system has its time step
  std::int64_t checkpointEvery = 0;  ///< frames; 0: a checkpoint only at the end
  /// Which frames are drawn and recorded; the others are only computed. Empty: all.
  std::function<bool(std::int64_t frame)> wanted;
};

/// How the film tells what it does. All but `stepped` are called on the thread of makeFilm(); an empty one is left out.
struct FilmEvents {
  std::function<void(std::int64_t done)> frameDone;
  /// The system rests and stands at `frame`, which is loaded for its picture; its steps took `stages`.
  std::function<void(std::int64_t frame, const std::vector<fmm::StageTime>& stages)> frameReady;
  /// The system rests and stands at frame done - 1; all frames up to that one are written.
  std::function<void(std::int64_t done)> checkpoint;
  /// The system rests and stands at frame done - 1, and a checkpoint would be due; not where a failure brings one.
  std::function<void(std::int64_t done)> exportDue;
  /// Called in place of an empty `checkpoint` where the machine fails (a GPU out of memory) and the system still stands
  /// at frame done - 1.
  std::function<void(std::int64_t done)> rescue;
  /// The system has made a step; called on the thread that computes. True: it has other particles now, and must be
  /// evaluated before it is drawn. What it throws counts as the step's.
  std::function<bool()> stepped;
  /// Asked when the system rests at a new frame, before that is shown or saved: why its numbers mean nothing any more,
  /// which ends the film with the frame before (FilmResult::lost); empty: they do.
  std::function<std::string()> whyLost;
  /// Asked once a frame; true ends the film after that frame.
  std::function<bool()> interrupted;
};

/// What was made and where the time went [s].
struct FilmResult {
  std::int64_t framesDone = 0;  ///< counted from the film's beginning
  std::int64_t pictures = 0;    ///< drawn by this run
  bool interrupted = false;
  std::string failure;  ///< why the flow could not be computed further; empty: it could
  bool lost = false;    ///< FilmEvents::whyLost has given that failure
  double stepSeconds = 0;
  double drawSeconds = 0;
  double totalSeconds = 0;
  std::vector<fmm::StageTime> stages;  ///< of all steps, by name, in order of first use
  std::uint64_t evaluations = 0;
};

/// Computes the frames of a film, draws each while the next is computed, and hands it to the recorder. Without `frames`
/// and `recorder` the flow is only computed. A step that fails, numerically or for want of GPU memory, ends the film
/// early (FilmResult::failure), with a checkpoint; other trouble (recorder, OpenGL, host memory) leaves as an exception
/// after the running step has ended. Does not call recorder->finish().
FilmResult makeFilm(fmm::VortexSystem& system, const FilmPlan& plan, const FilmEvents& events, FrameMaker* frames,
                    Recorder* recorder);

}  // namespace app
