#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "fmm/ring_theory.h"
#include "fmm/vortex_system.h"
#include "scene/scene.h"
#include "simulation/body_meter.h"
#include "simulation/diagnostics_sample.h"
#include "simulation/flow_meters.h"
#include "simulation/ring_follower.h"

namespace app {

/// Circulation of a patch of a plane flow, or of each of its vortices, which alternate in sign; of a region of heat an
/// estimate [L^2/T].
struct PatchCirculation {
  double circulation = 0;
  bool several = false;
};
std::vector<PatchCirculation> patchCirculations(const Scene& scene);

/// Measures a flow repeatedly: drifts of its invariants and comparison with theory since the first measurement.
class FlowDiagnostics {
 public:
  /// Forgets everything: the next measure() is the start. `rings` and `circles` as in RingFollower::start().
  /// `vortices`: circulations of the patches of a plane flow, by index [L^2/T].
  void start(const std::vector<MadeRing>& rings, bool circles = true,
             const std::vector<PatchCirculation>& vortices = {});
  /// Announces how the next ring to join was made.
  void expect(const MadeRing& ring);
  /// Makes the next measure() the start again, after a change of the flow's equations; how rings were made stays known.
  void restart();
  /// Viscosity has changed: measures dissipation from the next energy on.
  void restartMeter() { meter_.restart(); }

  /// A step was done.
  void addStep(const fmm::VortexSystem& system);
  /// Measures all elements with the velocities of the last evaluation, in O(N). `withEnergy` adds energy, enstrophy and
  /// dissipation; `withVorticity` adds divergence, largest vorticity, and the enstrophy of cores that are not Gaussian.
  /// A GPU delivers sums; its elements are copied only at the start and when rings have joined. Rings that joined since
  /// the last call are no drift. Once rings have met on a lattice and lost their circulations, samples list no single
  /// rings. The caller sets wall time, stages and error of the sample. Invariants are about `about`, which for
  /// BodySample::impulseForce goes along with the stream. With `stride` k >
  /// 0, frame() holds the position of every k-th element.
  DiagnosticsSample measure(fmm::VortexSystem& system, bool withEnergy, bool withVorticity = true,
                            std::size_t stride = 0, fmm::Vec3 about = {});
  /// The last measure() as the system returned it.
  const fmm::FrameMeasures& frame() const { return frame_; }
  /// Wall time [s] of the last measure() for energy and for vorticity; 0 if not measured.
  struct Cost {
    double energy = 0, vorticity = 0;
  };
  const Cost& cost() const { return cost_; }
  /// The dissipation from the energies measured so far; a resumed flow starts its own count.
  const DissipationMeter& meter() const { return meter_; }
  /// Times at which two coaxial rings passed through each other; null if the flow never was one of two such rings.
  const fmm::RingPasses* passes() const { return passes_ ? &*passes_ : nullptr; }
  /// True if the last measure() saw two coaxial rings, whose passes watchPasses() follows.
  bool watches() const { return !watched_.empty(); }
  /// Looks where the two rings are now: states between those that are measured tell the passes, too.
  void watchPasses(const std::vector<fmm::RingMeasures>& rings, const fmm::VortexSystem& system);
  /// InvariantDrift::energy at the last energy measured; not a number before the second one.
  double energyDrift() const { return energyDrift_; }

 private:
  fmm::FlowMeasures measureSums(fmm::VortexSystem& system, bool withEnergy, bool withVorticity, std::size_t stride,
                                fmm::Vec3 about);
  void noteCirculation(const MadeRing& ring);
  void forget();
  void takeHeat(const fmm::Settings& settings, DiagnosticsSample& sample);
  void takeWall(const fmm::VortexSystem& system, DiagnosticsSample& sample);
  bool followVortices(const fmm::LatticeReport& lattice, DiagnosticsSample& sample);
  void followRings(const fmm::VortexSystem& system, DiagnosticsSample& sample);
  void meter(const fmm::VortexSystem& system, bool joined, DiagnosticsSample& sample);

  Cost cost_;
  fmm::FrameMeasures frame_;
  RingFollower rings_;
  std::optional<fmm::RingPasses> passes_;
  std::vector<std::int32_t> watched_;  ///< the two coaxial rings of the last sample; empty: there were no such two
  fmm::Vec3 passAxis_;                 ///< along which their distance is measured
  bool told_ = true;                   ///< rings could be told apart ever since the start
  DriftWatch drift_;
  std::pair<fmm::Vec3, double> given_;  ///< LatticeReport::heatImpulse and its size in the last sample
  DissipationMeter meter_;
  BodyMeter bodies_;
  double work_ = 0;        ///< of the bodies on the fluid since the start [L^5/T^2]
  double began_ = 0;       ///< when the fluid last came to rest at once against one of them, as far as is known [T]
  std::size_t known_ = 0;  ///< bodies in the last step
  ImpulseForce impulseForce_;
  double circulation_ = 0;  ///< largest circulation of a ring as made [L^2/T]
  std::vector<PatchCirculation> vortices_;
  double energyDrift_ = kNotMeasured;
  int energies_ = 0;        ///< number measured since the reference energy, which counts as the first
  DiagnosticsSample last_;  ///< `looked` is false before the first measurement
};

/// The rings of a scene that the flow has at `time`, by index; `beginning`: the scene's elements at time 0.
std::vector<MadeRing> ringsUntil(const Scene& scene, const fmm::Elements& beginning, double time);

}  // namespace app
