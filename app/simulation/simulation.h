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

/// A complete state of the flow, published by the solver's thread.
struct SimulationState : FlowState {
  /// Simulation frames published since the start: +1 for every stepsPerFrame steps and for every reset, unchanged when
  /// particles are published again for the same time. A film draws each number once.
  std::uint64_t number = 0;
  std::uint64_t generation = 0;  ///< resets so far; 0: nothing is published yet
  double seconds = 0;            ///< wall time of the frame's steps
  fmm::EvaluationReport report;  ///< summed over the frame's steps
  fmm::Settings settings;        ///< of the solver
  int stepsPerFrame = 1;
  fmm::Invariants invariants;        ///< of this state
  DiagnosticsSample diagnostics;     ///< of this state; without the error, which is measured separately
  double impulseDrift = 0;           ///< ImpulseWatch::drift() since the reset
  fmm::LatticeReport lattice;        ///< since the reset
  std::string warning;               ///< DissipationMeter::warning() since the reset
  std::int32_t rings = 0;            ///< number of rings in the flow
  std::vector<RingLaunch> launched;  ///< added by launch() since the reset, with their times
  fmm::CudaMemory gpuMemory;         ///< zeros if the CPU computes
  fmm::CudaTransfers transfers;      ///< by the whole program since the previous state
};

/// State of the solver's thread: small, copied once a frame.
struct SimulationStatus {
  bool playing = false;
  bool busy = false;         ///< computing now
  std::string failure;       ///< why the last request failed; one line or empty
  std::string halt;          ///< why the flow paused by itself without a failure; one line or empty
  bool canStepBack = false;  ///< a sound state is kept
  bool atZero = false;       ///< the flow has gone back to t = 0, and the present time step is negative
  std::string stopped;       ///< why the last frame or reset failed; one line, cleared by the next frame
  std::string lost;          ///< why no step or ring is possible until a reset; one line or empty
  std::string backend;       ///< "cpu" or "cuda"
  fmm::MeasuredError error;  ///< of the velocities at errorTime
  double errorTime = 0;      ///< simulated time of that measurement [T]
};

/// A flow that a thread of its own computes: commands go in, published states come out. Played backwards, the flow
/// halts at t = 0 unless it started with a negative time step or at t < 0. One thread, the one that draws, calls all
/// members; none of them waits for a step. Steps are computed only on request: tick() requests at most one simulation
/// frame, and only after update() has taken the previous one. So no state is skipped and simulated time never depends
/// on a clock.
class Simulation {
 public:
  static constexpr std::size_t kMostKept = app::kMostKept;
  static constexpr const char* kAtZero = "This is the beginning, t = 0: play forwards, or Reset";

  /// Starts the thread, which builds the flow's particles and publishes them; paused. `makeStore` creates the memory
  /// that particles are published in (makeParticleStore() if empty).
  explicit Simulation(FlowStart start, StoreFactory makeStore = {});
  /// Stops after the step in progress.
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// Has no effect if the flow has gone back to its beginning; status().halt then says so.
  void play();
  void pause();
  /// Pauses and computes one more simulation frame.
  void step();
  /// Rebuilds the particles from `start`, at time 0 or from its checkpoint. If that fails, the present particles stay.
  /// Playing continues, also if a failure had paused it.
  void reset(FlowStart start);
  /// New settings for the present particles.
  void apply(const fmm::Settings& settings, int stepsPerFrame);
  /// Adds a ring to the flow after the step in progress and sets launch.time to that moment. Simulated time stands
  /// still meanwhile and no simulation frame is added, paused or not. A refused ring changes nothing. A reset drops
  /// waiting rings.
  void launch(const RingLaunch& launch);
  /// Restores the flow as it was before the last launch, with the settings of that time. False if that state is not
  /// kept: after a reset, or where the kept states would exceed kMostKept particles in total.
  bool takeBackLaunch();
  /// Plays on after a loss of the flow (status().lost). Impulse drift is ignored until the next reset.
  void goOn();
  /// Returns to the last state that was kept while the flow was sound, and pauses. False if there is none.
  bool stepBack();
  /// Writes a checkpoint of the flow after the step in progress, with its rings and settings at that time, and with the
  /// texts, view, camera and film of `seen`. Its name is STEM-0001.ringlet, or the first free number: nothing is
  /// replaced. takeSaved() returns the path. On failure status().failure gives the reason and the flow continues.
  /// `diagnostics` of the frames so far are kept with it, as CSV.
  void save(const std::string& stem, const Scene& seen, std::string diagnostics = {});
  /// The path of the last checkpoint written since the previous call; empty if none.
  std::string takeSaved();
  /// Selects what published states contain besides the tracers. The present state is published again unless a new one
  /// is already coming.
  void show(const ShownParts& parts);
  /// Call it once per displayed frame, after update(): grants the next work to the solver's thread.
  void tick();

  /// Takes the newest published state; false if state() is already the newest.
  bool update() { return states_.update(); }
  /// True if there is a newer state than state().
  bool hasNews() const { return states_.fresh(); }
  /// The state taken last; its generation is 0 before the first one.
  const SimulationState& state() const { return states_.front(); }
  SimulationStatus status() const;
  /// Clears the failure and the halt in `told`, which the user has seen; newer ones stay.
  void dismissFailure(const SimulationStatus& told);
  /// True if all requested work is computed, published and taken; also between frames while playing.
  bool idle() const;

 private:
  struct Change {
    fmm::Settings settings;
    int stepsPerFrame = 1;
  };
  struct Save {
    std::string stem;
    Scene seen;
    std::string diagnostics;
  };
  enum class Work { none, quit, reset, change, launch, save, frame, show, measure };

  // simulation_thread.cpp: the loop of the solver's thread
  void run();
  Work waitForWork();
  Work nextWork() const;
  void perform(Work work);
  void fail(std::string what, bool pauses, bool ofReset);
  void dropSound();
  void holdSound(std::shared_ptr<const Checkpoint> sound);
  void hold(std::string SimulationStatus::*kind, const std::string& why);
  void standStill();

  // simulation_work.cpp: its work
  void rebuild();
  void takeChange();
  void takeLaunch();
  void keepGoodState();
  void fetchSound();
  void keepBeforeLaunch(std::shared_ptr<const Checkpoint> before);
  std::shared_ptr<const Checkpoint> present() const;
  bool isKept(const Scene& scene) const;
  void takeSave();
  void computeFrame();
  bool haltAtZero();
  void showPresent(std::chrono::steady_clock::time_point start);
  void requireUnlost();

  // simulation_publish.cpp: measurement
  void measureFrame(const std::string& backend);
  void measureError();
  void takeError();
  void noteError(const fmm::MeasuredError& error, double seconds);
  void expectNewError();

  // simulation_publish.cpp: publication
  void publish(double seconds, const fmm::EvaluationReport& report, bool newFrame);
  void publishAnew();
  ShownParts takeParts();

  StoreFactory makeStore_;
  TripleBuffer<SimulationState> states_;

  mutable std::mutex mutex_;  // guards from here to flow_; held for moments only
  std::condition_variable wake_;
  bool quit_ = false;
  SimulationStatus status_;
  bool failedPlaying_ = false;  // a failure has paused the flow, and the user has pressed neither play nor pause since
  std::optional<FlowStart> queuedReset_;  // waits for tick()
  int queuedSteps_ = 0;                   // waits for tick()
  std::optional<FlowStart> reset_;
  std::optional<Change> change_;
  std::deque<RingLaunch> launches_;
  std::vector<std::shared_ptr<const Checkpoint>>
      beforeLaunches_;                       // the flow before each launch, the last launch at the end
  std::shared_ptr<const Checkpoint> sound_;  // an earlier state of the flow, when it was sound
  bool ignoresImpulse_ = false;              // goOn() was called since the reset
  std::deque<Save> saves_;
  std::string saved_;
  ShownParts parts_;
  bool showDue_ = false;        // no state was published since parts_ changed
  std::uint64_t granted_ = 0;   // simulation frames that may be computed in total
  std::uint64_t finished_ = 0;  // simulation frames published in total
  bool measureDue_ = false;

  std::optional<Flow> flow_;  // from here on: solver's thread only
  std::int64_t frames_ = 0;   // computed since the scene's beginning, the initial state included
  int stepsPerFrame_ = 1;
  bool belowZero_ = false;  // the flow may continue to t < 0
  std::uint64_t generation_ = 0;
  bool shown_ = false;      // the last published state is the present one, or would be
  double lastSeconds_ = 0;  // wall time of the last publication, as in lastReport_
  fmm::EvaluationReport lastReport_;
  DiagnosticsSample sample_;  // of the present frame
  fmm::CudaMemory gpuMemory_;
  fmm::CudaTransfers transfers_;  // at the last publication
  std::chrono::steady_clock::time_point nextMeasurement_{}, nextEnergy_{}, nextVorticity_{}, nextMemory_{};
  std::uint64_t passes_ = 0;  // redistribution passes at the last measured frame
  bool probing_ = false;      // the next evaluation measures its error
  KeepPace pace_;             // interval of keepGoodState()
  bool due_ = false;          // a computed frame could not be published yet

  std::thread thread_;
};

}  // namespace app
