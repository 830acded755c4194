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
#include "state/flow_state.h"

namespace app {

/// The flow of a scene: its vortex system, and what has to be known of it besides to step it, measure it, show it and
/// save it. A window's Simulation and `ringlet run` both go by it. One thread at a time may use it.
///
/// A frame is some steps (advance()) with all that belongs to them, in this order:
///  - After every step, what splitting, merging and redistribution did to the mean position of the elements is taken
///  out
///    of the motion: nothing in the flow has moved, and a following camera stays where it is.
///  - Before every step, tracers that are due come from the scene's emitters.
///  - After every step, the rings of the scene whose time has come join. They add to impulse and mean position, and
///    neither counts as drift or motion. Rings that are launched by hand join between frames in the same way.
///  - After the last step, the field is evaluated once more where a ring joined behind that step: a state that is shown
///    or saved always has the velocities of all its particles.
///  - The time is then that of the frame, counted in whole steps or given by a film's clock: a sum of steps would
///    gather rounding errors.
///  - Where the state's impulse has drifted by ImpulseWatch::kLost or more (judge(), measure()) the flow is lost: its
///    elements carry it no longer, the frame is neither shown nor saved, and there are no further steps. A flow stays
///    lost for ever, unless the user will have it go on all the same (ignoreImpulse()).
class Flow {
 public:
  /// Builds the scene's particles, or takes those of a checkpoint of it; velocities are there after evaluate() or
  /// advance(). The scene's settings hold. Throws fmm::InvalidInput, UserError (memory), fmm::EnvironmentError,
  /// std::bad_alloc. With `ranks` every rank has the same flow, and its share of the tracers: all of them make the same
  /// calls of what steps, evaluates, measures errors, saves, or lets rings join.
  explicit Flow(const Scene& scene, const Checkpoint* from = nullptr, fmm::Ranks* ranks = nullptr);

  const fmm::VortexSystem& system() const { return system_; }

  /// Evaluates the field of the present particles, and adds to `report` what that took.
  void evaluate(fmm::EvaluationReport& report);
  void evaluate() { system_.evaluate(); }
  /// Takes the steps of one frame, and adds to `report` what each step and evaluation took, also where one of them
  /// throws. The time is then `time` [T], or where that is empty the one that equal steps come to. Where it throws, the
  /// next call takes the steps that are left, as if nothing had been. Throws what
  /// VortexSystem::step() and LaunchSchedule::join() throw.
  void advance(int steps, fmm::EvaluationReport& report, std::optional<double> time = std::nullopt);
  /// Is the state that of a frame? Not where advance() has thrown after a step.
  bool standsAtFrame() const { return standsAtFrame_; }
  /// Why `steps` steps of the present length must not be taken, one line: they would lead back past the time at which a
  /// ring joined, before which the flow was another one. Empty: they may.
  std::string whyNotFurtherBack(int steps) const;
  /// How many of `steps` steps of the present length do not lead back past t = 0: forwards all of them, and none where
  /// less than one step is left.
  int stepsBeforeZero(int steps) const;

  /// `settings` as the flow takes them: on its lattice, where they say nothing else of it.
  fmm::Settings settled(fmm::Settings settings) const;
  /// New settings for the present particles, settled(). Another ground or other cores make another flow: drifts start
  /// anew. Throws as VortexSystem::apply() does; nothing has changed then.
  void apply(const fmm::Settings& settings);
  /// A ring joins now: launch.time is set to the present time. Velocities are those of the next evaluation. Throws as
  /// LaunchSchedule::join() does; nothing has changed then.
  void launch(RingLaunch launch);
  /// Rings that were launched by hand, with their times.
  const std::vector<RingLaunch>& launched() const { return launched_; }
  /// Rings that the flow consists of so far.
  std::int32_t rings() const { return schedule_.rings(); }

  /// Measures the present state as FlowDiagnostics does, and judges it by its impulse.
  DiagnosticsSample measure(bool withEnergy, bool withVorticity = true);
  /// Measures what the meter takes of the present state, and nothing that is not needed for it.
  void measureEnergy();
  /// Wall time that the last measure() took.
  const FlowDiagnostics::Cost& measuringCost() const { return diagnostics_.cost(); }
  /// What the energies that measure() took say of the flow's viscosity, and of its energy where there is none.
  const DissipationMeter& dissipation() const { return diagnostics_.meter(); }
  double energyDrift() const { return diagnostics_.energyDrift(); }
  /// As FlowDiagnostics has them, of the states that were measured.
  const fmm::RingPasses* passes() const { return diagnostics_.passes(); }
  /// Judges the present state by its impulse alone, and returns the sums over all elements that this takes.
  fmm::FlowMeasures judge();
  /// The flow goes on whatever its impulse does: it is not lost, and not judged any more.
  void ignoreImpulse();
  /// What is wrong with the step, one line for people, of the flow as it was first judged, or since a ring joined or
  /// settings changed; empty: nothing, or the step is not known to be one length.
  std::string stepComplaint() const;
  /// Why the flow is lost, one line for people; empty: it is not.
  const std::string& whyLost() const { return whyLost_; }
  /// What the flow's invariants are about [L]: its centroid at time 0, or where the stream has carried that by now, so
  /// that neither the distance from the origin nor a stream adds to what they lose.
  fmm::Vec3 centre() const;
  fmm::Invariants invariants() const { return system_.invariants(centre()); }
  /// As ImpulseWatch has it, of a state with these invariants.
  double impulseDrift(const fmm::Invariants& now) const { return impulse_.drift(now); }
  /// Of the velocities at 256 targets; evaluates anew, which changes neither particles nor the steps to come.
  fmm::MeasuredError measureError();
  /// Asks the next evaluate() or advance() for a measure that costs next to nothing, as VortexSystem::probeError().
  void probeError();
  /// What that found, once.
  std::optional<fmm::MeasuredError> takeError() { return system_.takeError(); }

  /// Asks for what this number of the tracers is made of to be summed along with every evaluation from now on: nobody
  /// need call it before the first state is shown, but without it that state takes a sum of its own.
  void keepFor(fmm::ParticleScalar scalar);
  /// Writes the present state into `state`: all counts and numbers, the tracers, and those of the parts that are asked
  /// for. Evaluations to come keep vorticity as these parts need it. Throws std::bad_alloc, fmm::EnvironmentError.
  void show(FlowState& state, const ShownParts& parts, const StoreFactory& makeStore = makeParticleStore);

  /// What a camera that frames the flow is to keep in sight.
  FramedPoints framedPoints();
  /// What the camera of a film remembers, Framing::numbers() behind the number of the frame; goes into checkpoints.
  const std::vector<double>& framing() const { return framing_; }
  void setFraming(std::vector<double> numbers) { framing_ = std::move(numbers); }

  /// The scene that leads to the present state: with present settings, fixed counts, and the rings that were launched
  /// by hand.
  Scene scene() const;
  /// Does the flow of this scene have the same rings at the present time? Not where the present one has gone back past
  /// the time at which one of them joined.
  bool isOf(const Scene& scene) const;
  /// The present state, from which a flow of `scene` goes on. `scene` may look
  /// other than scene() does. `frames` are the frames of a film that are done.
  Checkpoint checkpoint(const Scene& scene, std::int64_t frames) const;
  /// After checkpoint(): several ranks go on as those would that resume from it.
  void goOnAsResumed() { system_.shareAnew(); }
  /// The same, but for the particles: a copy of the particles is kept beside them instead, in the
  /// place of the one before. On a GPU nothing is read.
  Checkpoint keep(const Scene& scene, std::int64_t frames);
  /// What keep() gave, with the particles that were kept last. Throws UserError where apply() has left them behind.
  Checkpoint withKept(Checkpoint checkpoint);
  /// Since when steps are counted; for a checkpoint of a flow whose times no film's clock gives.
  const StepClock& clock() const { return clock_; }

 private:
  struct Beginning;
  static Beginning begin(const Scene& scene, const Checkpoint* from, fmm::Ranks* ranks);
  Flow(const Checkpoint* from, Beginning beginning);

  void startClock();
  void setExactTime();
  void followRefinement();
  void countFirstRing();
  bool joinDueRings();
  void join(const RingLaunch& ring);
  void judge(const fmm::FlowMeasures& now);
  const SharedTags& tags();
  const fmm::FrameMeasures& motion();
  void showMotion(FlowState& state);

  Scene scene_;  ///< of the start, with the counts of particles that it was given
  LaunchSchedule schedule_;
  TracerEmission emission_;
  fmm::VortexSystem system_;
  fmm::Vec3 startCentroid_;  ///< where motion is measured from [L]
  struct StreamPoint {
    fmm::Vec3 point;
    double time = 0;
  };
  StreamPoint centre_;  ///< where centre() was, and when; it goes with the stream from there
  std::vector<double> framing_;
  Floor floor_;
  ColourTops tops_;
  RingColours ringColours_;
  std::vector<double> births_;  ///< of the rings by their numbers, those to come as well [T]
  SharedTags tags_;             ///< null until they are asked for
  std::uint64_t tagged_ = 0;    ///< changes of the tracers that tags_ are after
  std::vector<RingLaunch> launched_;
  std::optional<double> lastJoined_;  ///< when the newest ring joined a running flow [T]
  fmm::RefinementReport refinement_;  ///< as far as it was followed
  std::size_t firstRing_ = 0;         ///< elements of the first ring, which stand in front
  StepClock clock_;
  bool standsAtFrame_ = true;
  int stepsIntoFrame_ = 0;                    // of a frame that failed on the way
  bool joinsDue_ = false;                     // the rings have yet to be asked after the last step
  bool joined_ = false;                       // some have, since the last evaluation
  bool showsMotion_ = false;                  ///< the last state shows where the elements are
  std::optional<fmm::FrameMeasures> motion_;  ///< of the present positions, with a sample of them
  ImpulseWatch impulse_;
  StepTurn turn_;
  bool judged_ = true;
  std::string whyLost_;
  FlowDiagnostics diagnostics_;
};

}  // namespace app
