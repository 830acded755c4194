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
  std::size_t elements = 0;  ///< 0: as many as it has when it is first seen
  double spacing = 0;        ///< of the lattice that its elements stand on [L]; 0: on none
  double seededRadius = 0;   ///< of the core that its elements fill [L]; 0: its own
  bool guessed = false;      ///< a circle to count with in place of elements that nothing else is known of
};

/// Holds rings against theory: each against the speed of a ring like it is now, and coaxial rings against the equations
/// of coaxial rings, followed from the first time on.
class RingFollower {
 public:
  /// Largest number of rings, images included, whose equations are followed: their cost is that number squared.
  static constexpr std::size_t kMostPredicted = 16;

  /// Forgets everything. `rings` says how the rings with indices 0, 1, ... were made; cores of others are taken from
  /// what they look like when they are first seen: filaments, if they are thinner than their elements, else uniform.
  /// Theory is not asked where not all of them are `circles`.
  void start(const std::vector<MadeRing>& rings, bool circles = true);
  /// The ring that joins next was made like this.
  void expect(const MadeRing& ring) { made_.push_back(ring); }
  /// The equations start anew with the next follow().
  void restart() { startsAnew_ = true; }
  /// Fills the sample's rings and what theory says of them. Where rings come that were not there before, the equations
  /// start anew with the present state; true then. `settings` may change from time to time.
  bool follow(const std::vector<fmm::RingMeasures>& rings, const fmm::Settings& settings, DiagnosticsSample& sample);
  /// Has each of these rings, which follow() has seen, the circulation that it had in the beginning, to a fifth? The
  /// exact flow keeps it; where rings have met and elements of one count as the other's they do not.
  bool keepCirculations(const std::vector<fmm::RingMeasures>& rings) const;

 private:
  /// A ring as it was made, or where that is not known as it was when it was first seen.
  struct Reference {
    fmm::Ring ring;          ///< radius at that time
    double coreRadius = 0;   ///< that its elements filled then; blobs widen it [L]
    fmm::Vec3 axis;          ///< of its positions and speeds, as first seen
    double spacing = 0;      ///< of its elements along the vortex lines [L]
    bool lattice = false;    ///< which is that of a lattice, and stays
    double strength = 0;     ///< of an element, in the mean [L^3/T]
    double circulation = 0;  ///< about the axis [L^2/T]
    double turns = 1;        ///< of its line about the axis, by which Gamma is less than that
  };

  bool meet(const std::vector<fmm::RingMeasures>& rings, const std::optional<fmm::GroundPlane>& ground);
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
  bool spreadsOnLattice_ = false;  // ever since the start
  std::map<std::int32_t, Reference> references_;
  std::optional<fmm::CoaxialRings> equations_;  // empty: the rings have no common axis, or are too many
  std::vector<std::int32_t> followed_;          // indices of the rings in the equations, before their images
  fmm::Vec3 stream_;                            // that carries the rings along besides [L/T]
  fmm::Vec3 origin_, axis_;                     // of the heights in the equations
  double time_ = 0;                             // that the equations stand at
  bool startsAnew_ = false;
};

}  // namespace app
