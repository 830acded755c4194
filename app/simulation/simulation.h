#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "fmm/cuda.h"
#include "fmm/vortex_system.h"
#include "scene/scene.h"
#include "simulation/flow.h"
#include "simulation/flow_start.h"
#include "simulation/keep_pace.h"
#include "simulation/triple_buffer.h"
#include "state/flow_state.h"

namespace app {

/// One complete state of the flow, as the solver's thread published it.
struct SimulationState : FlowState {
  /// Simulation frames published since the start: +1 for every stepsPerFrame steps and for every reset, unchanged when
  /// particles are published anew for the same time. A film takes every number once.
  std::uint64_t number = 0;
  std::uint64_t generation = 0;      ///< resets so far; 0: nothing was published yet
  double seconds = 0;                ///< wall time of the frame's steps
  fmm::EvaluationReport report;      ///< summed over the frame's steps
  fmm::Settings settings;            ///< that made it
  int stepsPerFrame = 1;             ///< that made it
  fmm::Invariants invariants;        ///< of this state
  DiagnosticsSample diagnostics;     ///< of this state; without the error, which is measured apart
  double impulseDrift = 0;           ///< since the reset, as ImpulseWatch has it
  fmm::RefinementReport refinement;  ///< what was split and merged since the reset
  std::string warning;               ///< DissipationMeter::warning() since the reset
  std::int32_t rings = 0;            ///< that the particles came from
  std::vector<RingLaunch> launched;  ///< by launch() since the reset, with their times
  fmm::CudaMemory gpuMemory;         ///< zeros where the CPU computes
  fmm::CudaTransfers transfers;      ///< of the whole program since the state before
};

/// What the solver's thread is about; small, copied once a frame.
struct SimulationStatus {
  bool playing = false;
  bool busy = false;         ///< computing now
  std::string failure;       ///< why the last request failed; one line, empty if it did not
  std::string halt;          ///< why it has paused by itself where nothing failed; one line, else empty
  bool canStepBack = false;  ///< a sound state is kept
  bool atZero = false;       ///< it has gone back to t = 0 and plays no farther with its present time step
  std::string stopped;       ///< why the last frame or reset failed; one line, empty once another one came
  std::string lost;          ///< why no steps and rings come any more until a reset; one line, empty while they do
  std::string backend;       ///< "cpu" or "cuda"
  fmm::MeasuredError error;  ///< of the velocities at errorTime
  double errorTime = 0;      ///< simulated time of that measurement [T]
};

/// A flow on a thread of its own, which goes back as far as t = 0 where it did not begin by going further: commands go
/// in, published states come out. All members are called by one thread, the one that draws, and none of them waits for
/// a step. Steps happen only when asked for: tick() asks for at most one simulation frame, and only after the one
/// before was taken by update(), so no state is skipped and simulated time never depends on a clock.
class Simulation {
 public:
  static constexpr std::size_t kMostKept = app::kMostKept;
  static constexpr const char* kAtZero = "This is the beginning, t = 0: play forwards, or Reset";

  /// Starts the thread, which builds the flow's particles and publishes them; paused. `makeStore` makes the memory
  /// that particles are published in (makeParticleStore() if empty).
  explicit Simulation(FlowStart start, StoreFactory makeStore = {});
  /// Stops after the step that is being computed.
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// Not where the flow has gone back to its beginning: status().halt says so.
  void play();
  void pause();
  /// Pauses and computes one simulation frame more.
  void step();
  /// Builds the particles of `start` anew, at time 0 or as its checkpoint has them. If that fails the present ones
  /// stay. Playing goes on, and comes back where a failure has ended it.
  void reset(FlowStart start);
  /// New settings for the present particles.
  void apply(const fmm::Settings& settings, int stepsPerFrame);
  /// Adds a ring to the flow as it is when the step that is being computed is done; launch.time is set to that moment.
  /// Paused or not, the clock stands still meanwhile, and no simulation frame is added. A ring that is refused leaves
  /// everything as it is. Rings that wait are dropped by a reset.
  void launch(const RingLaunch& launch);
  /// Goes back to the flow as it was before the ring that was launched last, from which it goes on, with the settings
  /// of then. False where that is not kept: after a reset, and beyond the last kMostKept particles in all.
  bool takeBackLaunch();
  /// Plays on after status().stopped told why not, whatever the watch over the impulse says from now on.
  void goOn();
  /// Goes back to the last state that was kept while the flow was sound, and pauses there. False where there is none.
  bool stepBack();
  /// Writes a checkpoint of the flow as it is when the step that is being computed is done, with rings and settings as
  /// they are then; of `seen` it has texts, view, camera and film. Its name is STEM-0001.ringlet, or the first number
  /// that is free: nothing is replaced. takeSaved() tells it; where it cannot be written status().failure says why, and
  /// all goes on.
  void save(const std::string& stem, const Scene& seen);
  /// The path of a checkpoint that was written since the last call, the last one of several; empty: none.
  std::string takeSaved();
  /// What states are to have besides the tracers from now on. The present one is published anew where no other is on
  /// its way.
  void show(const ShownParts& parts);
  /// Once a displayed frame, after update(): hands on what may be computed now.
  void tick();

  /// Takes the newest published state; false if state() is it already.
  bool update() { return states_.update(); }
  /// Is there a newer state than state()?
  bool hasNews() const { return states_.fresh(); }
  /// The state taken last; its generation is 0 before the first.
  const SimulationState& state() const { return states_.front(); }
  SimulationStatus status() const;
  /// The failure and the halt of `told` have been told; what came after it was taken stays.
  void dismissFailure(const SimulationStatus& told);
  /// All that was asked for is computed, published and taken; true also while playing between frames.
  bool idle() const;

 private:
  struct Change {
    fmm::Settings settings;
    int stepsPerFrame = 1;
  };
  struct Save {
    std::string stem;
    Scene seen;
  };
  enum class Work { none, quit, reset, change, launch, save, frame, show, measure };

  // simulation_thread.cpp: what the solver's thread goes by
  void run();
  Work waitForWork();
  Work nextWork() const;
  void perform(Work work);
  void fail(std::string what, bool pauses, bool ofReset);
  void dropSound();
  void holdSound(std::shared_ptr<const Checkpoint> sound);
  void hold(std::string SimulationStatus::*kind, const std::string& why);
  void standStill();

  // simulation_work.cpp: what it does
  void rebuild();
  void takeChange();
  void takeLaunch();
  void keepSound();
  void fetchSound();
  void keepBeforeLaunch(std::shared_ptr<const Checkpoint> before);
  std::shared_ptr<const Checkpoint> present() const;
  bool isKept(const Scene& scene) const;
  void takeSave();
  void computeFrame();
  bool haltAtZero();
  void showPresent(std::chrono::steady_clock::time_point start);
  void requireUnlost();

  // simulation_publish.cpp
  void measureFrame(const std::string& backend);
  void measureError();
  void takeError();
  void noteError(const fmm::MeasuredError& error, double seconds);
  void expectNewError();

  // simulation_publish.cpp
  void publish(double seconds, const fmm::EvaluationReport& report, bool newFrame);
  void publishAnew();
  ShownParts takeParts();

  StoreFactory makeStore_;
  TripleBuffer<SimulationState> states_;

  mutable std::mutex mutex_;  // guards from here to the next comment; held for moments only
  std::condition_variable wake_;
  bool quit_ = false;
  SimulationStatus status_;
  bool failedPlaying_ = false;            // a failure has paused it, and nobody has asked for play or pause since
  std::optional<FlowStart> queuedReset_;  // waits for tick()
  int queuedSteps_ = 0;                   // waits for tick()
  std::optional<FlowStart> reset_;
  std::optional<Change> change_;
  std::deque<RingLaunch> launches_;
  std::vector<std::shared_ptr<const Checkpoint>>
      beforeLaunches_;                       // the flow before each launch, the last one at the end
  std::shared_ptr<const Checkpoint> sound_;  // the flow a while ago, when it was sound ...
  bool soundIsKept_ = false;                 // ... whose particles are where flow_ keeps them
  bool ignoresImpulse_ = false;              // goOn() was called since the reset
  std::deque<Save> saves_;
  std::string saved_;
  ShownParts parts_;
  bool showDue_ = false;        // no state has been published since parts_ changed
  std::uint64_t granted_ = 0;   // simulation frames that may be computed in all
  std::uint64_t finished_ = 0;  // simulation frames published in all
  bool measureDue_ = false;

  std::optional<Flow> flow_;  // the solver's thread only, from here on
  std::int64_t frames_ = 0;   // computed since the scene's beginning, that one included
  int stepsPerFrame_ = 1;
  bool belowZero_ = false;  // the flow may go on to t < 0
  std::uint64_t generation_ = 0;
  bool shown_ = false;      // the flow is as it was published last, or would be
  double lastSeconds_ = 0;  // of that publication, as its report
  fmm::EvaluationReport lastReport_;
  DiagnosticsSample sample_;  // of the present frame
  fmm::CudaMemory gpuMemory_;
  fmm::CudaTransfers transfers_;  // up to the last publication
  std::chrono::steady_clock::time_point nextMeasurement_{}, nextEnergy_{}, nextVorticity_{}, nextMemory_{};
  std::uint64_t passes_ = 0;  // of redistribution, up to the frame that was measured last
  bool probing_ = false;      // the next evaluation measures its error
  KeepPace pace_;             // of keepSound()
  bool due_ = false;          // a frame was computed that could not be published

  std::thread thread_;
};

}  // namespace app
