#pragma once

#include <vector>

#include "fmm/settings.h"
#include "fmm/vortex_line.h"

namespace fmm {

/// A core's section as a lattice of blobs is to carry it.
struct Section {
  CoreProfile profile = CoreProfile::gaussian;
  double radius = 0;   ///< a [L]
  double spacing = 0;  ///< h of the lattice [L]
  double sigma = 0;    ///< of the blobs [L]
  Regularisation core = Regularisation::gaussian;
};

/// How far from the centre line a section reaches [L], where its vorticity has fallen to `threshold` of the largest.
double sectionExtent(const Section& section, double threshold);

/// Mean square distance from the centre line [L^2].
double meanSquare(const Section& section);

/// By how much the mean square of the strengths along one direction is less than that of the profile [L^2].
double sharpenedBy(const Section& section);

/// What the blobs make of a section, in parts of what was asked for.
struct SectionMade {
  double peak = 1, enstrophy = 1;  ///< of a straight tube
  double ripple = 0;               ///< by how much the vorticity goes up and down between nodes
  /// By how much 4 pi R U/Gamma of a ring is too small, whose strengths P move in the field of their blobs, P f:
  /// int (p^2 - P^2 f)/k dk - 1/2 - int P (P f)' dk, the logarithm and what stretching takes part in it.
  double slowness = 0;
};
SectionMade sectionMade(const Section& section);

/// Strengths over a section such that their blobs are the profile: with f the core's filter the transform of the
/// profile is multiplied by (1 - (1 - f)^n)/f, which stays bounded where f is next to nothing (van Cittert 1931). The
/// edge of a uniform profile is smoothed over h.
class SectionProfile {
 public:
  SectionProfile(const Section& section, double threshold);

  /// Vorticity of strengths over the circulation at the distance s from the centre line [1/L^2]; 0 from extent() on.
  double operator()(double s) const;
  double extent() const { return extent_; }

 private:
  void makeWhole();

  double extent_, step_;
  std::vector<double> value_, slope_;  ///< at the multiples of step_
};

}  // namespace fmm
