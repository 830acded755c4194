#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fmm/vortex_system.h"
#include "scene/saved/snapshot_file.h"
#include "scene/scene.h"
#include "simulation/arrivals.h"
#include "simulation/flow_diagnostics.h"
#include "simulation/flow_meters.h"
#include "simulation/flow_start.h"
#include "simulation/seed_lines.h"
#include "state/flow_state.h"

namespace app {

/// The flow of a scene: its vortex system and the state needed to step, measure, show and save it. Both a window's
/// Simulation and `ringlet run` use it. One thread at a time may use it.
///
/// A frame (advance()) is some steps, in this order:
///  - Before every step, the scene's emitters add the tracers that are due.
///  - After every step, the shift of the elements' mean position by redistribution is subtracted from the motion:
///    nothing in the flow has moved, and a following camera stays where it is.
///  - After every step, the scene's rings that are due join. Their share of impulse and mean position counts neither as
///    drift nor as motion. Rings launched by hand join between frames in the same way.
///  - If a ring joined after the last step, the field is evaluated once more: a state that is shown or saved always has
///    the velocities of all its particles.
///  - The time is set to that of the frame, counted in whole steps or given by a film's clock: a sum of steps would
///    accumulate rounding errors.
///  - If the impulse has drifted by ImpulseWatch::kLost or more (judge(), measure()), the flow is lost: the elements no
///    longer carry it, the frame is neither shown nor saved, and no step follows. A lost flow stays lost unless the
///    user continues it (ignoreImpulse()).
class Flow {
 public:
  /// Builds the scene's particles, or takes those of a checkpoint of the scene; evaluate() or advance() adds
  /// velocities. The scene's settings hold. Throws fmm::InvalidInput, UserError (memory), fmm::EnvironmentError,
  /// std::bad_alloc. With `ranks` every rank has the same flow and its share of the tracers: all ranks must make the
  /// same calls that step, evaluate, measure errors, save, or let rings join.
  explicit Flow(const Scene& scene, const Checkpoint* from = nullptr, fmm::Ranks* ranks = nullptr);

  const fmm::VortexSystem& system() const { return system_; }

  /// Evaluates the field of the present particles and adds the cost to `report`.
  void evaluate(fmm::EvaluationReport& report);
  void evaluate() { system_.evaluate(); }
  /// Takes the steps of one frame and adds the cost of each step and evaluation to `report`, also where one of them
  /// throws. The time is then `time` [T], or if that is empty the exact time after equal steps. After an exception the
  /// next call takes the remaining steps. Throws what VortexSystem::step() and LaunchSchedule::join() throw.
  void advance(int steps, fmm::EvaluationReport& report, std::optional<double> time = std::nullopt);
  /// True if the state is that of a frame: false after advance() has thrown in mid-frame.
  bool standsAtFrame() const { return standsAtFrame_; }
  /// Why `steps` steps of the present length must not be taken, one line: they would lead back past the time at which a
  /// ring joined, and the flow before that was another one. Empty if they may.
  std::string whyNotFurtherBack(int steps) const;
  /// How many of `steps` steps of the present length do not lead back past t = 0: all of them forwards; 0 if less than
  /// one step is left.
  int stepsBeforeZero(int steps) const;

  /// `settings` as the flow uses them: if they leave its lattice open, with the present one.
  fmm::Settings resolved(fmm::Settings settings) const;
  /// Applies resolved() settings to the present particles. Another ground or other cores make another flow: drifts then
  /// start anew. Throws as VortexSystem::apply() does; nothing has changed then.
  void apply(const fmm::Settings& settings);
  /// Adds a ring now; launch.time is set to the present time. The next evaluation gives velocities. Throws as
  /// LaunchSchedule::join() does; nothing has changed then.
  void launch(RingLaunch launch);
  /// Rings launched by hand, with their times.
  const std::vector<RingLaunch>& launched() const { return launched_; }
  /// Rings in the flow so far.
  std::int32_t rings() const { return schedule_.rings(); }

  /// Measures the present state as FlowDiagnostics does, and judges its impulse drift.
  DiagnosticsSample measure(bool withEnergy, bool withVorticity = true);
  /// Measures the present state for the meter, without quantities that the meter does not need.
  void measureEnergy();
  /// Wall time of the last measure().
  const FlowDiagnostics::Cost& measuringCost() const { return diagnostics_.cost(); }
  /// Dissipation derived from the energies that measure() took.
  const DissipationMeter& dissipation() const { return diagnostics_.meter(); }
  double energyDrift() const { return diagnostics_.energyDrift(); }
  /// As FlowDiagnostics::passes(), over the states after every step since the first measure().
  const fmm::RingPasses* passes() const { return diagnostics_.passes(); }
  /// Judges the present state by its impulse alone; returns the sums over all elements that this takes. Looks for
  /// passes of rings, too.
  fmm::FlowMeasures judge();
  /// Keeps the flow whatever its impulse does: it is not lost and is never judged again.
  void ignoreImpulse();
  /// Why the time step is too long for the flow as first judged since its start, since a ring joined or since settings
  /// changed: one line for people. Empty if the step is short enough, or if there is no constant step or gradient to
  /// judge it.
  std::string stepComplaint() const;
  /// Why the flow is lost, one line for people; empty if it is not.
  const std::string& whyLost() const { return whyLost_; }
  /// Reference point of the flow's invariants [L]: its centroid at time 0, carried along by the stream, so that neither
  /// the distance from the origin nor the stream adds to drifts.
  fmm::Vec3 centre() const;
  fmm::Invariants invariants() const { return system_.invariants(centre()); }
  /// ImpulseWatch::drift() of a state with these invariants.
  double impulseDrift(const fmm::Invariants& now) const { return impulse_.drift(now); }
  /// Error of the velocities at 512 elements and 512 tracers; evaluates anew, which changes neither particles nor later
  /// steps.
  fmm::MeasuredError measureError();
  /// Requests a nearly free measurement by the next evaluate() or advance(), see VortexSystem::probeError().
  void probeError();
  /// The result of probeError(), returned once.
  std::optional<fmm::MeasuredError> takeError() { return system_.takeError(); }

  /// Makes every evaluation from now on also sum what this scalar of the tracers needs. The call is optional, but
  /// without it the first state shown needs a sum of its own.
  void keepFor(fmm::ParticleScalar scalar);
  /// Writes the present state into `state`: all counts and numbers, the tracers, and the requested parts. Later
  /// evaluations keep the vorticity that these parts need. Throws std::bad_alloc, fmm::EnvironmentError.
  void show(FlowState& state, const ShownParts& parts, const StoreFactory& makeStore = makeParticleStore);

  /// Streak lines and path lines of the scene's seeds. All ranks must call it.
  std::vector<SeedLine> seedLines() const { return seedLines_.at(emission_, system_); }

  /// The points that a camera framing the flow keeps in sight.
  FramedPoints framedPoints();
  /// Memory of a film's camera: the frame's number and Framing::numbers(); saved in checkpoints.
  const std::vector<double>& framing() const { return framing_; }
  void setFraming(std::vector<double> numbers) { framing_ = std::move(numbers); }

  /// The scene of the present state: with present settings, fixed counts, and the rings launched by hand.
  Scene scene() const;
  /// True if the flow of `scene` has the same rings at the present time; false if the present flow has gone back past
  /// the time at which one of its rings joined.
  bool isOf(const Scene& scene) const;
  /// The present state, from which a flow of `scene` can continue. `scene` may differ from scene() in its looks.
  /// `frames`: finished frames of a film.
  Checkpoint checkpoint(const Scene& scene, std::int64_t frames) const;
  /// Call it after checkpoint(): several ranks then continue exactly as ranks that resume from the checkpoint.
  void goOnAsResumed() { system_.shareAnew(); }
  /// As checkpoint(), but with no particles in it: a copy of them is kept inside the system, replacing the previous
  /// copy. On a GPU nothing is read back.
  Checkpoint keep(const Scene& scene, std::int64_t frames);
  /// Completes a checkpoint from keep() with the particles kept last. Throws UserError if apply() has discarded them.
  Checkpoint withKept(Checkpoint checkpoint);
  /// Origin of the step count; saved in a checkpoint of a flow whose times no film's clock gives.
  const StepClock& clock() const { return clock_; }

 private:
  struct Beginning;
  static Beginning begin(const Scene& scene, const Checkpoint* from, fmm::Ranks* ranks);
  Flow(const Checkpoint* from, Beginning beginning);

  void startClock();
  void setExactTime();
  void followLattice();
  void countFirstRing();
  bool joinDueRings();
  void join(const RingLaunch& ring);
  void judge(const fmm::FrameMeasures& frame);
  const SharedTags& tags();
  const fmm::FrameMeasures& motion();
  void showMotion(FlowState& state);
  void showBodies(FlowState& state);
  void showNozzles(FlowState& state);

  std::uint64_t number_;  ///< of the flow in this program
  Scene scene_;           ///< of the start, with the actual counts of particles
  LaunchSchedule schedule_;
  TracerEmission emission_;
  SeedLines seedLines_;
  fmm::VortexSystem system_;
  fmm::Vec3 startCentroid_;  ///< motion is measured from here [L]
  struct StreamPoint {
    fmm::Vec3 point;
    double time = 0;
  };
  StreamPoint centre_;  ///< centre() at a time; the stream carries it from there
  std::vector<double> framing_;
  std::vector<std::pair<fmm::Body, std::shared_ptr<const fmm::BodySurface>>> surfaces_;  ///< of bodies in space
  std::vector<Solid> nozzles_;  ///< drawings; empty until shown first
  Floor bareFloor_, floor_;     ///< without and with the ground
  ColourTops tops_;
  RingColours ringColours_;
  std::vector<double> births_;  ///< of the rings by number, including pending ones [T]
  SharedTags tags_;             ///< null until requested
  std::uint64_t tagged_ = 0;    ///< value of tracerChanges() at which tags_ were made
  std::vector<RingLaunch> launched_;
  std::optional<double> lastJoined_;  ///< time at which the newest ring joined a running flow [T]
  fmm::LatticeReport latticeReport_;  ///< as far as followLattice() has processed it
  std::size_t firstRing_ = 0;         ///< elements of the first ring, which come first
  StepClock clock_;
  bool standsAtFrame_ = true;
  int stepsIntoFrame_ = 0;                    // of a frame that failed midway
  bool joinsDue_ = false;                     // rings due after the last step have yet to join
  bool joined_ = false;                       // a ring has joined since the last evaluation
  bool showsMotion_ = false;                  ///< the last state shows motion
  std::optional<fmm::FrameMeasures> motion_;  ///< of the present positions, with a sample of them
  ImpulseWatch impulse_;
  StepTurn turn_;
  std::pair<fmm::Vec3, double> given_;  ///< LatticeReport::heatImpulse and its size at the last judgement
  bool judged_ = true;
  std::string whyLost_;
  FlowDiagnostics diagnostics_;
};

}  // namespace app
