#include "film/film.h"

#include <cassert>
#include <chrono>
#include <deque>
#include <functional>
#include <new>
#include <string>
#include <utility>

#include "film/worker_thread.h"
#include "fmm/error.h"
#include "simulation/keep_pace.h"
#include "simulation/report_sum.h"

namespace app {
namespace {

using Clock = std::chrono::steady_clock;

/// One film in the making.
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
  /// Frame framesDone from the state that the flow stands at, with the next state being computed meanwhile.
  /// False: it was the last one.
  bool makeFrame() {
    const std::int64_t number = result_.framesDone;
    FrameChoice choice = {events_.interrupted && events_.interrupted(), wants(number)};
    if (events_.agree) choice = events_.agree(choice);
    const bool interrupted = choice.interrupted, drawn = choice.drawn;
    const bool last = number + 1 == plan_.frames || interrupted;
    const bool due = last || (plan_.checkpointEvery > 0 && (number + 1) % plan_.checkpointEvery == 0);
    if (!compute([&] { prepare(number, drawn); }) || result_.lost) return false;

    const auto picture = [&] {
      if (drawn) draw(number);
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
    if (due && !compute([&] { writeDue(); })) return false;
    if (events_.frameDone) events_.frameDone(result_.framesDone);
    result_.interrupted = interrupted && number + 1 < plan_.frames;
    if (last) return false;
    return compute([&] {
      next.valid() ? next.get() : advance();
      takeShots();
    });
  }

  bool wants(std::int64_t number) const { return frames_ && (!plan_.wanted || plan_.wanted(number)); }

  /// Draws the shots of the next frame but its last, each while the flow moves on to the one behind it, until it stands
  /// at the frame.
  void takeShots() {
    const bool drawn = wants(result_.framesDone);
    while (shot_ > 0) {
      if (frames_) aimAtShot();
      if (drawn) timeDrawing([&] { frames_->load(flow_); });
      const auto draw = [&] { frames_->shoot(result_.framesDone); };
      advanceWhile([&] {
        if (drawn) timeDrawing(draw);
      }).get();
    }
  }

  /// Starts to compute the next state and draws meanwhile. GPUs of several ranks are first told all that the picture
  /// wants of them: where ranks began its sums and the messages of a step in different orders, they could wait for each
  /// other for ever.
  template <class Draw>
  std::future<void> advanceWhile(const Draw& draw) {
    const auto start = [this] { return worker_.start([this] { advance(); }); };
    if (frames_ && frames_->sumsOnGpus()) return draw(), start();
    std::future<void> next = start();
    try {
      draw();
    } catch (...) {
      next.wait();  // who saves the flow now is alone with it
      throw;
    }
    return next;
  }

  /// The camera moves on with every shot.
  void aimAtShot() { frames_->aim(flow_, static_cast<double>(result_.framesDone) - plan_.clock.shotLead(shot_ - 1)); }

  /// All that is taken of the flow as it stands at frame `number`, unless it is lost.
  void prepare(std::int64_t number, bool drawn) {
    flow_.judge();
    result_.failure = flow_.whyLost();
    result_.lost = !result_.failure.empty();
    if (result_.lost) return;
    if (frames_) frames_->aim(flow_, static_cast<double>(number));
    if (drawn) timeDrawing([&] { frames_->load(flow_); });
    if (events_.frameReady) events_.frameReady(number, frameReport_.stages);
    if (!events_.copy || !pace_.due()) return;
    const auto start = Clock::now();
    next_ = events_.copy(number + 1);
    pace_.kept(start);
  }

  void writeDue() {
    checkpoint();
    if (events_.exportDue) events_.exportDue(result_.framesDone);
  }

  void draw(std::int64_t number) {
    timeDrawing([&] { frames_->draw(number); });
    drawn_.push_back(number);
    ++result_.pictures;
  }

  /// Hands over the oldest pictures until no more than `left` are on their way to the host.
  void recordDrawn(std::size_t left) {
    while (drawn_.size() > left) {
      Image picture;
      timeDrawing([&] { picture = frames_->take(); });
      if (recorder_) recorder_->add(std::move(picture), drawn_.front());
      drawn_.pop_front();
    }
  }

  /// A resumed run must find every frame before its own.
  void drain() {
    recordDrawn(0);
    if (recorder_) recorder_->drain();
  }

  void checkpoint() {
    if (!events_.checkpoint) return;
    drain();
    events_.checkpoint(result_.framesDone);
  }

  /// Does what needs the flow; false where it failed, by numbers or because the machine (memory, a GPU) could not. What
  /// the flow had before is kept if it is that of the last frame.
  template <class Work>
  bool compute(const Work& work) {
    try {
      work();
      return true;
    } catch (const fmm::NumericalError& error) {
      result_.failure = error.what();
      if (standsAtFrame()) checkpoint();
    } catch (const fmm::EnvironmentError& error) {
      if (result_.framesDone == 0 || events_.agree) throw;  // nothing was made that could be kept, or not alone
      rescue(error.what());
    } catch (const std::bad_alloc&) {
      if (result_.framesDone == 0 || events_.agree) throw;
      rescue("out of memory");
    }
    return false;
  }

  /// Has the flow what the last frame showed?
  bool standsAtFrame() const {
    return result_.framesDone > 0 && computed_ == result_.framesDone && shot_ == 0 && flow_.standsAtFrame();
  }

  void rescue(const std::string& why) {
    result_.failure = why;
    drain();
    try {
      const auto& save = events_.checkpoint ? events_.checkpoint : events_.rescue;
      if (standsAtFrame() && save) return save(result_.framesDone);
    } catch (const fmm::EnvironmentError& error) {  // a GPU that failed may not give its particles back
      result_.failure += std::string("; its particles are lost: ") + error.what();
    } catch (const std::bad_alloc&) {
      result_.failure += "; there is no memory to save its particles";
    }
    if (copy_) result_.rescued = copy_();
  }

  /// Computes the next frame, or where its shots stand apart, what leads to the next one of them.
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

  /// Adds up what the frame computed last took, before another one is begun.
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
  fmm::EvaluationReport frameReport_;          // of the frame computed last: the worker's while it computes
  FilmResult result_;                          // stages, evaluations and stepSeconds are the worker's while it computes
  std::deque<std::int64_t> drawn_;             // frames on their way to the host, oldest first
  std::int64_t computed_ = 0;                  // frames computed: the worker's while it computes
  int shot_ = 0;                               // of the next frame, behind those computed: the worker's, too
  std::function<std::int64_t()> copy_, next_;  // next_ is of the frame that is being drawn
  KeepPace pace_;
  WorkerThread worker_;  // last: its end waits for the running step
};

}  // namespace

FilmResult makeFilm(Flow& flow, const FilmPlan& plan, const FilmEvents& events, FrameMaker* frames,
                    Recorder* recorder) {
  assert(plan.firstFrame < plan.frames && plan.clock.stepsPerFrame > 0);
  assert(!recorder || frames);
  return FilmLoop(flow, plan, events, frames, recorder).run();
}

}  // namespace app
