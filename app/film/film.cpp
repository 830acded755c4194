#include "film/film.h"

#include <cassert>
#include <chrono>
#include <cmath>
#include <functional>
#include <new>
#include <string>
#include <utility>

#include "camera/framing.h"
#include "film/worker_thread.h"
#include "fmm/error.h"
#include "simulation/keep_pace.h"
#include "simulation/report_sum.h"

namespace app {
namespace {

using Clock = std::chrono::steady_clock;

/// How the camera of a film frames the flow at time `frame` of the film [frames]; not known unless the view is framed.
/// It moves on from the last whole frame, which the flow remembers for its checkpoints. Call it for every whole frame,
/// in order, also where no picture is drawn: a film that goes on from a checkpoint is then the whole film, whether the
/// run that wrote it made one or not. Shots between two frames are not remembered, so that their number is free, too.
Framing framingAt(Flow& flow, const FilmView& view, double frame) {
  Framing framing;
  if (!view.framed || view.camera.keys().size() > 1) return framing;
  const std::vector<double>& before = flow.framing();
  double last = frame;
  if (!before.empty()) {
    last = before.front();
    framing.restore({before.begin() + 1, before.end()});
    if (frame < last || frame > last + 1) framing.forget();  // recorded by another film
  }
  framing.follow(flow.framedPoints(), Camera(view.camera.at(0)), (frame - last) / view.framesPerSecond);
  std::vector<double> now = framing.numbers();
  if (now.empty() || frame != std::floor(frame)) return framing;
  now.insert(now.begin(), frame);
  flow.setFraming(std::move(now));
  return framing;
}

/// Makes one film.
class FilmLoop {
 public:
  FilmLoop(Flow& flow, const FilmPlan& plan, const FilmEvents& events, FrameMaker* frames, Recorder* recorder)
      : flow_(flow), plan_(plan), events_(events), frames_(frames), recorder_(recorder) {}

  FilmResult run() {
    const auto start = Clock::now();
    result_.framesDone = computed_ = plan_.firstFrame;
    bool more = compute([this] {
      plan_.firstFrame == 0 ? evaluate() : advance();
      takeShots();
    });
    while (more) more = makeFrame();
    recordDrawn(0);
    account();
    result_.totalSeconds = secondsSince(start);
    return result_;
  }

 private:
  /// Makes frame framesDone from the present state of the flow, while the next state is computed. False if it was the
  /// last frame.
  bool makeFrame() {
    const std::int64_t number = result_.framesDone;
    bool interrupted = events_.interrupted && events_.interrupted();
    if (events_.agree) interrupted = events_.agree(interrupted);
    const bool last = number + 1 == plan_.frames || interrupted;
    const std::int64_t every = plan_.checkpointEvery;
    const bool saved = last || (every > 0 && (number + 1) % every == 0);
    const bool exported = events_.exportDue && (last || (every > 0 && number % every == 0));
    const bool due = saved || exported;
    if (!compute([&] { prepare(number); }) || result_.lost) return false;

    const auto picture = [&] {
      if (frames_) draw(number);
    };
    std::future<void> next;
    if (due) {
      picture();
    } else {
      next = advanceWhile(picture);
    }
    recordDrawn(FrameMaker::kMostPending - 1);
    ++result_.framesDone;
    if (next_) copy_ = std::exchange(next_, {});
    if (due && !compute([&] {
          if (saved) checkpoint();
          if (exported) events_.exportDue(number);
        }))
      return false;
    if (events_.frameDone) events_.frameDone(result_.framesDone);
    result_.interrupted = interrupted && number + 1 < plan_.frames;
    if (last) return false;
    return compute([&] {
      next.valid() ? next.get() : advance();
      takeShots();
    });
  }

  /// Draws all shots of the next frame but its last, each while the flow advances to the next shot. Afterwards the flow
  /// is at the frame's last shot.
  void takeShots() {
    while (shot_ > 0) {
      const double time = static_cast<double>(result_.framesDone) - plan_.clock.shotLead(shot_ - 1);
      if (frames_) load(framingAt(flow_, plan_.view, time));
      const auto draw = [&] { frames_->shoot(result_.framesDone); };
      advanceWhile([&] {
        if (frames_) timeDrawing(draw);
      }).get();
    }
  }

  /// Computes the next state on the worker while this thread draws. Where the GPUs of several ranks sum pictures, the
  /// picture is drawn first: all ranks then begin its sums and the step's messages in the same order. Different orders
  /// could make the ranks wait for each other forever.
  template <class Draw>
  std::future<void> advanceWhile(const Draw& draw) {
    const auto start = [this] { return worker_.start([this] { advance(); }); };
    if (frames_ && frames_->sumsOnGpus()) return draw(), start();
    std::future<void> next = start();
    try {
      draw();
    } catch (...) {
      next.wait();  // the flow may be saved only after the step has ended
      throw;
    }
    return next;
  }

  void load(const Framing& framing) {
    timeDrawing([&] { frames_->load(flow_, framing); });
  }

  /// Judges the flow at frame `number`; unless it is lost, loads everything that the frame needs from it.
  void prepare(std::int64_t number) {
    flow_.judge();
    result_.failure = flow_.whyLost();
    result_.lost = !result_.failure.empty();
    if (result_.lost) return;
    const Framing framing = framingAt(flow_, plan_.view, static_cast<double>(number));
    if (frames_) load(framing);
    if (events_.frameReady) events_.frameReady(number, frameReport_.stages);
    if (!events_.copy || !pace_.due()) return;
    const auto start = Clock::now();
    next_ = events_.copy(number + 1);
    pace_.kept(start);
  }

  void draw(std::int64_t number) {
    timeDrawing([&] { frames_->draw(number); });
    ++pending_;
    ++result_.pictures;
  }

  /// Takes the oldest pictures from the GPU and records them, until at most `left` are pending.
  void recordDrawn(std::size_t left) {
    for (; pending_ > left; --pending_) {
      Image picture;
      timeDrawing([&] { picture = frames_->take(); });
      if (recorder_) recorder_->add(std::move(picture));
    }
  }

  /// Records all pictures: a run that resumes from a checkpoint must find every earlier frame.
  void drain() {
    recordDrawn(0);
    if (recorder_) recorder_->drain();
  }

  void checkpoint() {
    if (!events_.checkpoint) return;
    drain();
    events_.checkpoint(result_.framesDone);
  }

  /// Runs work that needs the flow. False if the numerics or the machine (memory, a GPU) failed; the flow is then saved
  /// if its state is that of the last frame.
  template <class Work>
  bool compute(const Work& work) {
    try {
      work();
      return true;
    } catch (const fmm::NumericalError& error) {
      result_.failure = error.what();
      if (standsAtFrame()) checkpoint();
    } catch (const fmm::EnvironmentError& error) {
      if (result_.framesDone == 0 || events_.agree) throw;  // nothing to keep yet, or all ranks would have to agree
      rescue(error.what());
    } catch (const std::bad_alloc&) {
      if (result_.framesDone == 0 || events_.agree) throw;
      rescue("out of memory");
    }
    return false;
  }

  /// True if the flow's state is the one that the last frame shows.
  bool standsAtFrame() const {
    return result_.framesDone > 0 && computed_ == result_.framesDone && shot_ == 0 && flow_.standsAtFrame();
  }

  void rescue(const std::string& why) {
    result_.failure = why;
    drain();
    try {
      const auto& save = events_.checkpoint ? events_.checkpoint : events_.rescue;
      if (standsAtFrame() && save) return save(result_.framesDone);
    } catch (const fmm::EnvironmentError& error) {  // a failed GPU may not return its particles
      result_.failure += std::string("; its particles are lost: ") + error.what();
    } catch (const std::bad_alloc&) {
      result_.failure += "; there is no memory to save its particles";
    }
    if (copy_) result_.rescued = copy_();
  }

  /// Advances the flow to the next frame, or to the next shot if the shots have times of their own.
  void advance() {
    if (plan_.held) {
      ++computed_;
      return;
    }
    const auto start = Clock::now();
    const FilmClock& clock = plan_.clock;
    const int shots = clock.shotSteps > 0 ? clock.shots : 1;
    if (shot_ == 0) account();
    const int steps = shot_ > 0 ? clock.shotSteps : clock.stepsPerFrame - (shots - 1) * clock.shotSteps;
    flow_.advance(steps, frameReport_, clock.timeOfShot(computed_, clock.shots - shots + shot_));
    shot_ = shot_ + 1 < shots ? shot_ + 1 : 0;
    if (shot_ == 0) ++computed_;
    result_.stepSeconds += secondsSince(start);
  }

  void evaluate() {
    const auto start = Clock::now();
    flow_.evaluate(frameReport_);
    ++computed_;
    result_.stepSeconds += secondsSince(start);
  }

  /// Adds the stages and evaluations of the last computed frame to the result.
  void account() {
    addStages(frameReport_.stages, result_.stages);
    result_.evaluations += static_cast<std::uint64_t>(frameReport_.evaluations);
    frameReport_ = {};
  }

  template <class Work>
  void timeDrawing(const Work& work) {
    const auto start = Clock::now();
    work();
    result_.drawSeconds += secondsSince(start);
  }

  Flow& flow_;
  const FilmPlan& plan_;
  const FilmEvents& events_;
  FrameMaker* frames_;
  Recorder* recorder_;
  fmm::EvaluationReport frameReport_;          // of the last computed frame; used by the worker while it computes
  FilmResult result_;                          // the worker uses stages, evaluations and stepSeconds
  std::size_t pending_ = 0;                    // pictures that are drawn and not recorded yet
  std::int64_t computed_ = 0;                  // number of computed frames; used by the worker
  int shot_ = 0;                               // next shot of the next frame; used by the worker
  std::function<std::int64_t()> copy_, next_;  // copies of the last frame and of the one being drawn
  KeepPace pace_;
  WorkerThread worker_;  // last, since its destructor waits for the running step
};

}  // namespace

FilmResult makeFilm(Flow& flow, const FilmPlan& plan, const FilmEvents& events, FrameMaker* frames,
                    Recorder* recorder) {
  assert(plan.firstFrame < plan.frames && plan.clock.stepsPerFrame > 0);
  assert(!recorder || frames);
  return FilmLoop(flow, plan, events, frames, recorder).run();
}

}  // namespace app
