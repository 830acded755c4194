#pragma once

#include <optional>
#include <vector>

#include "fmm/ring_theory.h"
#include "fmm/vortex_system.h"
#include "scene/scene.h"
#include "simulation/diagnostics_sample.h"
#include "simulation/flow_meters.h"
#include "simulation/ring_follower.h"

namespace app {

/// Measures a flow again and again, with what it has lost and what theory says of it since the first measurement.
class FlowDiagnostics {
 public:
  /// Forgets everything: the next measure() is the start. `rings` as RingFollower wants them.
  /// `circulation`: the largest of vortices that are no rings, patches of a plane flow [L^2/T].
  void start(const std::vector<MadeRing>& rings, bool circles = true, double circulation = 0);
  /// The ring that joins next was made like this.
  void expect(const MadeRing& ring);
  /// The next measure() is the start again, as after a change of what the flow obeys; rings are known as they were
  /// made.
  void restart();
  /// Viscosity has become another: what it takes is measured from the next energy on.
  void restartMeter() { meter_.restart(); }

  /// Measures all elements with the velocities of the last evaluation, in O(N). Energy, enstrophy and dissipation come
  /// `withEnergy`, divergence and largest vorticity `withVorticity`, and so does the enstrophy of cores that are not
  /// Gaussian. From a GPU sums are fetched, and the elements only at the start and where rings joined. Rings that
  /// joined since the last time are no drift. Where rings have met that are redistributed, and have no longer the
  /// circulations that they had, there are no single ones in the sample from then on. Wall time, stages and error of
  /// the sample are left to the caller. Invariants are about `about`. With `stride` frame() has every so many elements'
  /// positions.
  DiagnosticsSample measure(fmm::VortexSystem& system, bool withEnergy, bool withVorticity = true,
                            std::size_t stride = 0, fmm::Vec3 about = {});
  /// What the last measure() found, as the system has it.
  const fmm::FrameMeasures& frame() const { return frame_; }
  /// Wall time [s] that the last measure() took, with the energy and with the vorticity; 0 where they were not wanted.
  struct Cost {
    double energy = 0, vorticity = 0;
  };
  const Cost& cost() const { return cost_; }
  /// What the energies measured so far say; those of a flow that was resumed count from there.
  const DissipationMeter& meter() const { return meter_; }
  /// When two coaxial rings passed through each other; null where the flow never was that of two.
  const fmm::RingPasses* passes() const { return passes_ ? &*passes_ : nullptr; }
  /// Of the last energy that was measured, as InvariantDrift has it; not a number before the second one.
  double energyDrift() const { return energyDrift_; }

 private:
  fmm::FlowMeasures measureSums(fmm::VortexSystem& system, bool withEnergy, bool withVorticity, std::size_t stride,
                                fmm::Vec3 about);
  void noteCirculation(const MadeRing& ring);
  void forget();
  void takeWall(const fmm::VortexSystem& system, DiagnosticsSample& sample);
  void followRings(const fmm::LatticeReport& lattice, DiagnosticsSample& sample);
  void meter(const fmm::VortexSystem& system, bool joined, DiagnosticsSample& sample);

  Cost cost_;
  fmm::FrameMeasures frame_;
  RingFollower rings_;
  std::optional<fmm::RingPasses> passes_;
  bool told_ = true;  ///< rings can be told apart, ever since the start
  DriftWatch drift_;
  DissipationMeter meter_;
  double circulation_ = 0;  ///< largest of the rings that were made [L^2/T]
  double energyDrift_ = kNotMeasured;
  int energies_ = 0;        ///< measured since the one that they are held against, itself included
  DiagnosticsSample last_;  ///< without `looked`: there was none since the start
};

/// How the rings of a scene that the flow has at `time` were made, by index; `beginning` are its elements at time 0.
std::vector<MadeRing> ringsUntil(const Scene& scene, const fmm::Elements& beginning, double time);

}  // namespace app
