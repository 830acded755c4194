#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "fmm/settings.h"
#include "fmm/types.h"

namespace fmm {

/// Integral quantities of a set of elements (Saffman 1992; they are conserved in free space by the exact flow), with x
/// from a point that stands still, or goes with the stream.
struct Invariants {
  Vec3 totalStrength;   ///< Omega = sum alpha                       [L^3/T]
  Vec3 linearImpulse;   ///< I = 1/2 sum x cross alpha               [L^4/T]
  Vec3 angularImpulse;  ///< A = 1/3 sum x cross (x cross alpha)     [L^5/T]
};

/// About the point `about` [L]: sums over all elements in double precision, in index order, the same bits every time.
/// Far from the elements what their strengths have lost counts times the distance.
Invariants invariants(const Elements& elements, Vec3 about = {});

/// Where the vorticity is: sum |alpha| x / sum |alpha| [L]. The mean position where all strengths are 0, the origin
/// without elements. Weak elements about a core, which lag behind, hardly count.
Vec3 centroid(const Elements& elements);

/// What changes of the linear impulse are held against: 1/2 sum |(x - c) x alpha| about the centroid c [L^4/T].
double absoluteImpulse(const Elements& elements);

/// h = sum alpha . u(x) [L^4/T^2] with the elements' velocities: the rings' linkage, sum over pairs of
/// 2 Gamma_i Gamma_j times their linking number. Conserved by the inviscid flow.
double helicity(const Elements& elements, const std::vector<Vec3>& velocities);

/// H = 1/2 sum_p sum_q alpha_p . alpha_q G(|x_p - x_q|/sigma)/(4 pi sigma) [L^5/T^2], G = g/rho^2 integrated from
/// infinity; unequal cores by the root mean square of the two sigma. One factor of the vorticity is smoothed: inviscid
/// elements nearly conserve it, but it is not the energy of their flow, which FlowMeasures has.
/// N (N + 1)/2 pairs, each to a relative 1e-10, on `threads` CPU threads (0: all cores), some 5 ns a pair and core: for
/// up to 10^4 elements or so, or for now and then. The same bits with any number of threads. Infinite where an element
/// has sigma = 0.
double hamiltonian(const Elements& elements, Regularisation kind, int threads = 0);

/// The flow as a whole, at the present positions unless it says otherwise. Not a number: not asked for, or there is
/// none.
struct FlowMeasures {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  Invariants invariants;    ///< about the point that was asked for
  double helicity = kNone;  ///< sum alpha . u with the velocities of the last evaluation [L^4/T^2]
  /// Z* = 1/2 sum_p sum_q alpha_p . alpha_q zeta* [L^3/T^2], both factors smoothed: of Gaussian cores, and measured
  /// with the energy, which falls by 2 nu Z* where viscosity does what it should. 1/2 integral |omega|^2 of the flow
  /// where omega_sigma is free of divergence. Of other cores 1/2 sum alpha . omega_sigma(x), with the vorticity; none
  /// for the cutoff core, whose vorticity has no limit at its centre. None for singular elements.
  double enstrophy = kNone;
  /// sum |alpha - (alpha . e) e| / sum |alpha|, e the direction of omega_sigma(x) [1]: how far the strengths have
  /// turned from the vorticity that they make. A field of vorticity is free of divergence and keeps them aligned;
  /// elements that stretch apart do not, and their u is then the curl of another field.
  double divergence = kNone;
  double leastOverlap = kNone, meanOverlap = kNone;  ///< sigma over the length of the vortex line of an element [1]
  double largestVorticity = kNone;                   ///< max |omega_sigma| at the elements, with the vorticity [1/T]
  double largestGradient = kNone;  ///< max |grad u| (Frobenius) of the last evaluation, if it had gradients [1/T]
  /// E = 1/2 sum_p sum_q alpha_p . alpha_q G* [L^5/T^2], over density: of Gaussian cores that of the flow, both factors
  /// smoothed (docs/math.md, (15.5)); of other cores hamiltonian(). Over a ground that of its half of the space.
  /// Infinite for singular elements.
  double energy = kNone;
};

/// What a ring looks like, from the elements that carry its index. Means are weighted by |alpha|, so that it does not
/// matter how finely a part is resolved. The axis is that of the ring's own impulse about its centre: the direction of
/// travel, about which the circulation is positive.
struct RingMeasures {
  std::int32_t ring = 0;     ///< index, as in Elements::ring
  std::size_t elements = 0;  ///< that carry it
  Vec3 centre;               ///< sum |alpha| x / sum |alpha| [L]
  Vec3 axis;                 ///< unit vector; 0 if the elements have no impulse
  double radius = 0;         ///< R = sum |alpha| r / sum |alpha|, r the distance from the axis [L]
  double thickness = 0;      ///< root mean square distance from the circle of radius R about the centre [L]
  /// 1/(2 pi) sum alpha_phi / r, the circulation about the axis: Gamma times the turns that the line makes about it,
  /// exact for closed lines around the axis, 1 for a ring, 2 for a trefoil of p = 2 [L^2/T].
  double circulation = 0;
  double strength = 0;  ///< sum |alpha| = Gamma times the length of a thin ring [L^3/T]
  double sigma = 0;     ///< mean core radius [L]
  Vec3 velocity;        ///< d(centre)/dt [L/T]; not a number without velocities
  double speed = 0;     ///< its component along the axis [L/T]
};

/// What is to be known of a frame besides its flow's sums: VortexSystem::measureFrame().
struct FrameParts {
  bool energy = false, vorticity = true;  ///< as VortexSystem::measure() takes them
  bool rings = true;                      ///< VortexSystem::measureRings()
  std::size_t stride = 0;                 ///< positions and strengths of elements 0, stride, 2 stride, ...; 0: none
  Vec3 about = {};                        ///< what the invariants are about [L]
};
struct FrameMeasures {
  FlowMeasures flow;
  std::vector<RingMeasures> rings;
  Vec3 centroid;                      ///< fmm::centroid() [L]
  std::vector<Vec3> sample;           ///< positions, as floats where they come from a GPU [L]
  std::vector<Vec3> sampleStrengths;  ///< alpha of the same, likewise [L^3/T]
};

/// Measures every ring, in order of index; all elements are one ring where they have no index. `velocities` of the
/// elements and `rates`, d(alpha)/dt, belong to their positions; both may be empty. O(N), the same bits every time.
std::vector<RingMeasures> measureRings(const Elements& elements, const std::vector<Vec3>& velocities,
                                       const std::vector<Vec3>& rates);

}  // namespace fmm
