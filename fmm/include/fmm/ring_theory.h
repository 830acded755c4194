#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "fmm/diagnostics.h"
#include "fmm/initial_conditions.h"
#include "fmm/settings.h"

namespace fmm {

/// Properties of a core function.
struct CoreFacts {
  bool finiteCentre;  ///< the vorticity has a finite limit at an element's centre
  bool farField;      ///< the fast multipole method can sum it; otherwise it needs SolverKind::direct
  bool heatKernel;    ///< spreads like a solution of the heat equation: allows Diffusion::coreSpreading
  /// m of a Gaussian of order 2 m, else 0. With Gaussian cores measured energies and enstrophies are those of the flow,
  /// and are measured together. A straight line of elements has m times the largest vorticity of one with order 2.
  int filterOrder;
};

CoreFacts coreFacts(Regularisation kind);

/// Factor by which blobs reduce a wave of the vorticity: the transform of zeta_sigma at the wave number k, `kSigma` = k
/// sigma. 1 at 0.
double coreFilter(Regularisation kind, double kSigma);

/// b, by which a blob widens a section: its mean square d^2 along one direction becomes d^2 + b sigma^2. b is 1 for a
/// Gaussian of order 2, 0 for cores of higher order.
double filterSpread(Regularisation kind);

/// All core functions, in the order of the enumeration.
std::vector<Regularisation> allCores();

// Theory of thin vortex rings, in double precision, for comparison with measurements.

/// Speed [L/T] of a ring of `count` elements on one circle, exact for any count: every element moves with
///   U_N = Gamma/(8 N R) sum_{k=1}^{N-1} g(2 R sin(pi k/N)/sigma) / sin(pi k/N),  |alpha| = 2 pi R Gamma/N.
double ringSpeed(Regularisation kind, double sigma, std::size_t count, double radius = 1, double circulation = 1);

/// Cross-section of a vortex ring.
struct RingCore {
  CoreProfile profile = CoreProfile::filament;
  double radius = 0;         ///< a of the profile [L]; unused by `filament`
  double sigma = 0;          ///< core radius of the elements [L]
  std::size_t elements = 0;  ///< number in a filament; 0: a continuous line
};

/// C in U = Gamma/(4 pi R) (ln(8 R/l) - C) of a thin ring, l = a for a filled core and l = sigma for a filament:
///   C = <L> - ln(l) + 1 - <e>/2
/// with means over pairs of elements of the section. L(d) is the logarithm of their distance with the smoothing, e = d
/// dL/dd the share of an element's circulation within d. From Lamb's speed of the centroid of coaxial filaments
/// (Hydrodynamics, art. 162) and the energy of thin rings. Without smoothing 1/4 for a uniform core and 0.557966 for a
/// Gaussian one (Saffman 1970); for a filament 1 (rosenhead), 1/2 (winckelmans), 1.057966 (gaussian).
double thinRingConstant(Regularisation kind, const RingCore& core);

/// Self-induced speed [L/T] of a ring: ringSpeed() for a filament of elements, else the thin-core formula, whose error
/// is of the order (a/R)^2. NaN for an invalid radius or core.
double selfInducedSpeed(Regularisation kind, const RingCore& core, double radius, double circulation);

/// Velocity in cylindrical coordinates about a common axis [L/T].
struct MeridionalVelocity {
  double radial = 0, axial = 0;
};

/// A ring about the z axis.
struct CoaxialRing {
  double radius = 1, height = 0;  ///< [L]
  double circulation = 1;         ///< [L^2/T]; positive: travels towards +z
  RingCore core;
};

/// Velocity at (r, z) of a continuous circular filament with the smoothing `kind`, `sigma`:
///   u_r = Gamma R/(4 pi) (z - Z) int cos(phi) f dphi,  u_z = Gamma R/(4 pi) int (R - r cos(phi)) f dphi,  f = g/|r|^3.
MeridionalVelocity circleVelocity(Regularisation kind, double sigma, const CoaxialRing& source, double r, double z);

/// Coaxial vortex rings as two ordinary differential equations a ring (Dyson 1893; Borisov, Kilin and Mamaev 2013),
/// with the elements' smoothing in every interaction. A ring moves with its self-induced speed and with the velocities
/// that the others induce on its circle. Cores keep their volume, a^2 R = constant; sigma stays constant.
class CoaxialRings {
 public:
  CoaxialRings() = default;
  CoaxialRings(Regularisation kind, std::vector<CoaxialRing> rings);

  const std::vector<CoaxialRing>& rings() const { return rings_; }
  /// d(radius)/dt and d(height)/dt of every ring.
  std::vector<MeridionalVelocity> rates() const { return rates(rings_); }
  /// One step of the classical Runge-Kutta scheme; dt may be negative.
  void step(double dt);
  /// Advances by `duration` in equal steps of at most `longest`.
  void advance(double duration, double longest = 0.01);

 private:
  std::vector<MeridionalVelocity> rates(const std::vector<CoaxialRing>& at) const;

  Regularisation kind_ = Regularisation::gaussian;
  std::vector<CoaxialRing> rings_;
};

/// True if the measured rings have one axis: directions within 10 degrees of the first ring's, centres within a tenth
/// of the smallest radius from its axis. The remaining freedom changes speeds by 1 or 2 %. True for one ring or none.
bool areCoaxial(const std::vector<RingMeasures>& rings);

/// The measured rings about the axis of the first: heights along the axis from its centre, signed circulations about
/// the axis, cores[i] for rings[i].
std::vector<CoaxialRing> asCoaxial(const std::vector<RingMeasures>& rings, const std::vector<RingCore>& cores);

/// Counts how often two coaxial rings pass through each other. A pass is a change of sign of z_1 - z_2, the distance of
/// their centroids along the axis, after which the rings part by more than kApart of their radius.
class RingPasses {
 public:
  static constexpr double kApart = 0.1;

  /// Adds the rings at `time` [T]: z_1 - z_2 [L], and the mean of their radii [L]. A time before the previous one
  /// removes all passes after it.
  void add(double time, double distance, double radius);
  /// Times of the sign changes [T], interpolated linearly between two calls.
  const std::vector<double>& times() const { return times_; }

 private:
  std::vector<double> times_;
  double time_ = -std::numeric_limits<double>::infinity(), distance_ = 0;  ///< arguments of the last call
  double side_ = 0;     ///< sign of the distance when they were last apart; 0: never
  double crossed_ = 0;  ///< time of the last change of sign [T]
};

}  // namespace fmm
