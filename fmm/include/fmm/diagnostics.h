#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "fmm/settings.h"
#include "fmm/types.h"

namespace fmm {

/// Integral quantities of a set of elements (Saffman 1992), which the exact flow conserves in free space. x is relative
/// to a point at rest, or one that moves with the stream.
struct Invariants {
  Vec3 totalStrength;   ///< Omega = sum alpha                       [L^3/T]
  Vec3 linearImpulse;   ///< I = 1/2 sum x cross alpha               [L^4/T]
  Vec3 angularImpulse;  ///< A = 1/3 sum x cross (x cross alpha)     [L^5/T]
};

/// Invariants about the point `about` [L]: sums over all elements in double precision, in index order, the same bits
/// every time. Far from the elements, errors of the total strength are multiplied by the distance.
Invariants invariants(const Elements& elements, Vec3 about = {});

/// Centre of vorticity, sum |alpha| x / sum |alpha| [L]; the mean position if all strengths are 0, the origin without
/// elements. Weak elements that lag behind a core hardly count.
Vec3 centroid(const Elements& elements);

/// Scale for changes of the linear impulse: 1/2 sum |(x - c) x alpha| about the centroid c [L^4/T].
double absoluteImpulse(const Elements& elements);

/// h = sum alpha . u(x) [L^4/T^2] with the elements' velocities: the linkage of rings, the sum over pairs of
/// 2 Gamma_i Gamma_j times their linking number. The inviscid flow conserves it.
double helicity(const Elements& elements, const std::vector<Vec3>& velocities);

/// H = 1/2 sum_p sum_q alpha_p . alpha_q G(|x_p - x_q|/sigma)/(4 pi sigma) [L^5/T^2]; G is g/rho^2 integrated from
/// infinity, sigma of unequal cores the root mean square of both. Only one factor of the vorticity is smoothed:
/// inviscid elements nearly conserve H, but the energy of their flow is FlowMeasures::energy.
/// Computes N (N + 1)/2 pairs, each to a relative 1e-10, on `threads` CPU threads (0: all cores), at some 5 ns a pair
/// and core: meant for up to about 10^4 elements or occasional use. The same bits with any number of threads. Infinite
/// if an element has sigma = 0.
double hamiltonian(const Elements& elements, Regularisation kind, int threads = 0);

/// Measures of the whole flow, at the present positions unless stated otherwise. NaN: not requested, or undefined.
struct FlowMeasures {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  Invariants invariants;    ///< about the requested point
  double helicity = kNone;  ///< sum alpha . u with the velocities of the last evaluation [L^4/T^2]
  /// Z* = 1/2 sum_p sum_q alpha_p . alpha_q zeta* [L^3/T^2], both factors smoothed. For Gaussian cores, measured with
  /// the energy, which falls by 2 nu Z* under correct viscosity; it is 1/2 integral |omega|^2 of the flow if
  /// omega_sigma is free of divergence. For other cores 1/2 sum alpha . omega_sigma(x), measured with the vorticity.
  /// NaN for the cutoff core, whose vorticity has no limit at its centre, and for singular elements.
  double enstrophy = kNone;
  /// sum |alpha - (alpha . e) e| / sum |alpha|, e the direction of omega_sigma(x) [1]: deviation of the strengths from
  /// the vorticity that they make. Strengths of a divergence-free field stay aligned with it; those of elements that
  /// stretch apart do not, and curl u then differs from omega_sigma.
  double divergence = kNone;
  double leastOverlap = kNone, meanOverlap = kNone;  ///< sigma over the length of an element's vortex line [1]
  double largestVorticity = kNone;  ///< max |omega_sigma| at the elements, measured with the vorticity [1/T]
  double largestGradient = kNone;   ///< max |grad u| (Frobenius) of the last evaluation, if it had gradients [1/T]
  /// E = 1/2 sum_p sum_q alpha_p . alpha_q G* [L^5/T^2], over density. For Gaussian cores the energy of the flow, both
  /// factors smoothed (docs/math.md, (15.5)); for other cores hamiltonian(). Over a ground the energy of the fluid's
  /// half space. Infinite for singular elements.
  double energy = kNone;
};

/// Measures of a flow with heat. What rises as a whole, a thermal, has its axis through the centre of the heat, along
/// upOf(). Heights are x . upOf().
struct HeatMeasures {
  double sum = 0;        ///< sum B [L^4/T^2], in the plane [L^3/T^2]
  double largest = 0;    ///< max |B|/h^d, b of the warmest or coldest node [L/T^2]
  Vec3 centre;           ///< sum |B| x / sum |B| [L]
  double height = 0;     ///< of the centre [L]
  double potential = 0;  ///< potential energy over density, -sum B z [L^5/T^2]; E and it change by -2 nu Z alone
  /// Circulation about the axis, sum alpha_phi/(2 pi r), in the plane half of what turns on both sides [L^2/T]; and the
  /// distance from the axis and the height of its centre [L], 0 where there is none.
  double circulation = 0, radius = 0, vortexHeight = 0;
};

/// Measures of a ring, from the elements that carry its index. Means are weighted by |alpha|, so that resolution does
/// not matter. The axis is the direction of the ring's own impulse about its centre: the direction of travel, about
/// which the circulation is positive.
struct RingMeasures {
  std::int32_t ring = 0;     ///< index, as in Elements::ring
  std::size_t elements = 0;  ///< number of elements that carry the index
  Vec3 centre;               ///< sum |alpha| x / sum |alpha| [L]
  Vec3 axis;                 ///< unit vector; 0 if the elements have no impulse
  double radius = 0;         ///< R = sum |alpha| r / sum |alpha|, r the distance from the axis [L]
  double thickness = 0;      ///< root mean square distance from the circle of radius R about the centre [L]
  /// Circulation about the axis, 1/(2 pi) sum alpha_phi / r [L^2/T]: Gamma times the turns of the line about the axis
  /// (1 for a ring, 2 for a trefoil of p = 2); exact for closed lines around the axis.
  double circulation = 0;
  double strength = 0;  ///< sum |alpha| = Gamma times the length of a thin ring [L^3/T]
  double sigma = 0;     ///< mean core radius [L]
  Vec3 velocity;        ///< d(centre)/dt [L/T]; NaN without velocities
  double speed = 0;     ///< component of velocity along the axis [L/T]
};

/// Parts of VortexSystem::measureFrame() besides the sums over the flow.
struct FrameParts {
  bool energy = false, vorticity = true;  ///< arguments of VortexSystem::measure()
  bool rings = true;                      ///< VortexSystem::measureRings()
  std::size_t stride = 0;  ///< sample positions and strengths of elements 0, stride, 2 stride, ...; 0: none
  Vec3 about = {};         ///< point of the invariants [L]
};
struct FrameMeasures {
  FlowMeasures flow;
  std::vector<RingMeasures> rings;
  Vec3 centroid;                      ///< fmm::centroid() [L]
  std::vector<Vec3> sample;           ///< sampled positions, floats if they come from a GPU [L]
  std::vector<Vec3> sampleStrengths;  ///< alpha of the same elements, likewise [L^3/T]
  std::optional<HeatMeasures> heat;   ///< empty without heat
};

/// Measures every ring, in order of index; elements without indices are one ring. `velocities` of the elements and
/// `rates`, d(alpha)/dt, belong to the elements' positions; both may be empty. O(N), the same bits every time.
std::vector<RingMeasures> measureRings(const Elements& elements, const std::vector<Vec3>& velocities,
                                       const std::vector<Vec3>& rates);

}  // namespace fmm
