#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "fmm/initial_conditions.h"
#include "fmm/ring_theory.h"
#include "fmm/settings.h"
#include "simulation/diagnostics_sample.h"

namespace app {

/// How a ring was made.
struct MadeRing {
  fmm::Ring ring;
  std::size_t elements = 0;  ///< 0: the number at first sight
  double spacing = 0;        ///< of the lattice that its elements stand on [L]; 0: none
  double seededRadius = 0;   ///< of the core that its elements fill [L]; 0: the ring's own
  bool guessed = false;      ///< a circle standing in for elements of unknown origin
};

/// Compares rings with theory: the speed of each with that of a ring of its present shape, and coaxial rings with the
/// equations of coaxial rings, integrated from the start.
class RingFollower {
 public:
  /// Largest number of rings, images included, for which the equations are integrated: the cost is quadratic.
  static constexpr std::size_t kMostPredicted = 16;

  /// Forgets everything. `rings` tells how rings 0, 1, ... were made; the cores of others are guessed at first sight:
  /// filaments if thinner than their elements, else uniform. Unless all are `circles` there is no comparison with
  /// theory.
  void start(const std::vector<MadeRing>& rings, bool circles = true);
  /// Announces how the next ring to join was made.
  void expect(const MadeRing& ring) { made_.push_back(ring); }
  /// Restarts the equations at the next follow().
  void restart() { startsAnew_ = true; }
  /// Fills the sample's rings and their theoretical values. If rings have joined, the equations restart from the
  /// present state; true then. `settings` may change between calls.
  bool follow(const std::vector<fmm::RingMeasures>& rings, const fmm::Settings& settings, DiagnosticsSample& sample);
  /// True if each of these rings, seen by follow(), has its original circulation to within a fifth. The exact flow
  /// conserves circulation; it changes when rings have met and elements of one count as another's.
  bool keepCirculations(const std::vector<fmm::RingMeasures>& rings) const;

 private:
  /// A ring as made, or if that is unknown, as first seen.
  struct Reference {
    fmm::Ring ring;          ///< as made
    double coreRadius = 0;   ///< of the core that its elements filled; blobs widen it [L]
    fmm::Vec3 axis;          ///< for positions and speeds, as first seen
    double spacing = 0;      ///< of its elements along the vortex lines [L]
    bool lattice = false;    ///< the spacing is that of a lattice and does not change
    double strength = 0;     ///< mean of an element [L^3/T]
    double circulation = 0;  ///< about the axis [L^2/T]
    double turns = 1;        ///< of its line about the axis; Gamma is `circulation` over this number
  };

  bool addReferences(const std::vector<fmm::RingMeasures>& rings, const std::optional<fmm::GroundPlane>& ground);
  Reference referenceFor(const fmm::RingMeasures& ring) const;
  fmm::RingCore coreOf(const fmm::RingMeasures& ring) const;
  double overlapOf(const fmm::RingMeasures& ring) const;
  void addSpeeds(const std::vector<fmm::RingMeasures>& rings, const fmm::Settings& settings,
                 DiagnosticsSample& sample) const;
  void startEquations(const std::vector<fmm::RingMeasures>& rings, const fmm::Settings& settings, double time);
  void followEquations(DiagnosticsSample& sample);
  fmm::CoaxialRings equationsOf(const std::vector<fmm::RingMeasures>& all, fmm::Regularisation kind) const;

  std::vector<MadeRing> made_;
  bool circles_ = true;
  bool spreadsOnLattice_ = false;  // at any time since the start
  std::map<std::int32_t, Reference> references_;
  std::optional<fmm::CoaxialRings> equations_;  // empty: no common axis, or too many rings
  std::vector<std::int32_t> followed_;          // indices of the rings in the equations, before their images
  fmm::Vec3 stream_;                            // carries the rings along in addition [L/T]
  fmm::Vec3 origin_, axis_;                     // of the heights in the equations
  double time_ = 0;                             // of the equations
  bool startsAnew_ = false;
};

}  // namespace app
