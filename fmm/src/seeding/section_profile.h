#pragma once

#include <vector>

#include "fmm/settings.h"
#include "fmm/vortex_line.h"
#include "seeding/edge_lift.h"

namespace fmm {

/// The section of a core, to be represented by a lattice of blobs.
struct Section {
  CoreProfile profile = CoreProfile::gaussian;
  double radius = 0;   ///< a [L]
  double spacing = 0;  ///< h of the lattice [L]
  double sigma = 0;    ///< of the blobs [L]
  Regularisation core = Regularisation::gaussian;
};

/// Distance from the centre line [L] at which the vorticity has fallen to `threshold` of the largest.
double sectionExtent(const Section& section, double threshold);

/// Mean square distance from the centre line [L^2].
double meanSquare(const Section& section);

/// Difference between the mean squares of the profile and of the strengths along one direction [L^2].
double sharpenedBy(const Section& section);

/// Properties of a section made of blobs, relative to the requested ones.
struct SectionMade {
  double peak = 1, enstrophy = 1;  ///< of a straight tube
  double ripple = 0;               ///< amplitude of the vorticity's variation between nodes
  /// Deficit of 4 pi R U/Gamma of a ring whose strengths P move in the field of their blobs, P f:
  /// int (p^2 - P^2 f)/k dk - 1/2 - int P (P f)' dk, the logarithm and the effect of stretching.
  double slowness = 0;
};
SectionMade sectionMade(const Section& section);

/// Strengths over a section whose blobs make the profile: with f the core's filter the transform of the profile is
/// multiplied by (1 - (1 - f)^n)/f, which stays bounded where f is close to 0 (van Cittert 1931). The edge of a uniform
/// profile is smoothed over h.
class SectionProfile {
 public:
  SectionProfile(const Section& section, double threshold);

  /// Vorticity of the strengths over the circulation at the distance s from the line [1/L^2]; 0 from extent() on.
  double operator()(double s) const;
  double extent() const { return extent_; }

 private:
  void makeWhole(const Section& section);

  double extent_, step_;
  EdgeLift lift_;
  std::vector<double> value_, slope_;  ///< at the multiples of step_
};

}  // namespace fmm
