#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "core/math.h"
#include "exec/later.h"
#include "fmm/types.h"
#include "lattice/bricks.h"
#include "lattice/deposit_steps.h"
#include "lattice/moments.h"
#include "lattice/node_steps.h"

namespace fmm {

// Steps on the heat of nodes, B = b h^d, one item at a time: docs/math.md, section 23.

/// What a redistribution does with the heat of its elements.
struct HeatPass {
  double spread = 0;   ///< kappa t/h^2 of its diffusion
  double kick = 0;     ///< time for which buoyancy makes vorticity after the diffusion [T]
  Vec3 up;             ///< unit vector against gravity, in the frame of the lattice
  bool slips = false;  ///< over a wall: the fluid slips along it
};

inline Vector3<double> vector3Of(const Vec3& v) {
  return {v.x, v.y, v.z};
}

/// Difference quotients of order 4 along the axes of a row of nodes, [its unit/L]; there is nothing beyond all bricks.
template <class Real>
struct NodeSlope {
  const Real* row;
  const Index* neighbours;  ///< of bricks, FindNeighbours
  double factor;            ///< 1/(12 h)
  bool plane;

  FMM_HD Vector3<double> operator()(Index node) const {
    return {along(node, 0), along(node, 1), plane ? 0 : along(node, 2)};
  }

 private:
  FMM_HD double along(Index node, int axis) const {
    return factor * (8 * (at(node, axis, 1) - at(node, axis, -1)) - (at(node, axis, 2) - at(node, axis, -2)));
  }
  /// The number `d` nodes on, at most kBrickEdge.
  FMM_HD double at(Index node, int axis, Index d) const {
    const Index stride = axis == 0 ? 1 : axis == 1 ? kBrickEdge : kBrickEdge * kBrickEdge;
    const Index step = axis == 0 ? 1 : axis == 1 ? 3 : 9;  // in the numbers of the 27 bricks around number 13
    const Index place = node / stride % kBrickEdge + d;
    if (place >= 0 && place < kBrickEdge) return row[node + d * stride];
    const Index side = place < 0 ? -1 : 1, other = neighbours[27 * (node / kBrickNodes) + 13 + side * step];
    if (other < 0) return 0;
    return row[other * kBrickNodes + node % kBrickNodes + (d - side * kBrickEdge) * stride];
  }
};

/// Vorticity that buoyancy makes at a node in a time, alpha <- alpha + time (grad B x up).
template <class Real>
struct KickNodes {
  NodeSlope<Real> slope;
  Vector3<double> kick;  ///< up, times the time
  std::array<Real*, 3> alpha;

  FMM_HD void operator()(Index node) const {
    const Vector3<double> made = crossProduct(slope(node), kick);
    alpha[0][node] += static_cast<Real>(made.x);
    alpha[1][node] += static_cast<Real>(made.y);
    alpha[2][node] += static_cast<Real>(made.z);
  }
};

/// Heat of the nodes in `order`, and its slope.
template <class Real>
struct WriteHeat {
  const Index* order;
  const Real* kept;  ///< heat, times `scale`
  NodeSlope<Real> slopeOf;
  double scale;
  Real* heat;
  std::array<Real*, 3> slope;  ///< h^d grad b [L^d/T^2]

  FMM_HD void operator()(Index i) const {
    const Vector3<double> s = slopeOf(order[i]);
    heat[i] = static_cast<Real>(double(kept[order[i]]) / scale);
    slope[0][i] = static_cast<Real>(s.x);
    slope[1][i] = static_cast<Real>(s.y);
    slope[2][i] = static_cast<Real>(s.z);
  }
};

/// Turns vectors to axes that are given in other ones.
template <class Real>
struct TurnVectors {
  Vector3<double> axis[3];
  std::array<Real*, 3> vector;

  FMM_HD void operator()(Index i) const {
    const double v[3] = {double(vector[0][i]), double(vector[1][i]), double(vector[2][i])};
    vector[0][i] = static_cast<Real>(v[0] * axis[0].x + v[1] * axis[1].x + v[2] * axis[2].x);
    vector[1][i] = static_cast<Real>(v[0] * axis[0].y + v[1] * axis[1].y + v[2] * axis[2].y);
    vector[2][i] = static_cast<Real>(v[0] * axis[0].z + v[1] * axis[1].z + v[2] * axis[2].z);
  }
};

/// |B| of an element.
template <class Real>
struct HeatSize {
  const Real* heat;
  FMM_HD float operator()(Index i) const { return static_cast<float>(std::fabs(heat[i])); }
};

/// |s| of a slope.
template <class Real>
struct SlopeSize {
  std::array<const Real*, 3> slope;
  FMM_HD float operator()(Index i) const {
    const double x = slope[0][i], y = slope[1][i], z = slope[2][i];
    return static_cast<float>(std::sqrt(x * x + y * y + z * z));
  }
};

/// Sums of B e and of |B| e e^T (lower triangle), with e = (1, y, y_x^2, y_y^2, y_z^2), y = x - centre.
template <class Real>
struct HeatSums {
  static constexpr std::size_t kMoments = 7, kCount = kMoments + kMoments * (kMoments + 1) / 2;
  std::array<const Real*, 3> x;
  const Real* heat;
  Vec3 centre;

  FMM_HD void operator()(Index i, double* sums) const {
    const std::array<double, kMoments> e = terms(x, centre, i);
    const double value = heat[i], size = std::fabs(value);
    std::size_t at = kMoments;
    for (std::size_t j = 0; j < kMoments; ++j) {
      sums[j] += value * e[j];
      for (std::size_t k = 0; k <= j; ++k) sums[at++] += size * (e[j] * e[k]);
    }
  }
  FMM_HD static std::array<double, kMoments> terms(const std::array<const Real*, 3>& x, const Vec3& centre, Index i) {
    const double a = double(x[0][i]) - centre.x, b = double(x[1][i]) - centre.y, c = double(x[2][i]) - centre.z;
    return {1, a, b, c, a * a, b * b, c * c};
  }
};
using HeatMoments = std::array<double, HeatSums<double>::kMoments>;

template <class Exec, class Real>
std::array<double, HeatSums<double>::kCount> sumHeat(Exec& exec, const LatticeElements<Real>& of, Vec3 centre) {
  return exec.template sums<HeatSums<double>::kCount>(
      "fmm::lattice::heat", of.count, HeatSums<Real>{{of.row[0], of.row[1], of.row[2]}, of.heat, centre});
}

/// What makes heat comparable to strengths: a power of two, so that nothing is rounded.
template <class Exec, class Real>
double heatScale(Exec& exec, const LatticeElements<Real>& of) {
  const Later<float> strongest =
      exec.largestLater("fmm::lattice::largest", of.count, NodeStrength<Real, 3>{{of.row[3], of.row[4], of.row[5]}});
  const Later<float> warmest = exec.largestLater("fmm::lattice::warmest", of.count, HeatSize<Real>{of.heat});
  exec.synchronize();
  const double alpha = strongest.value(), heat = warmest.value();
  return alpha > 0 && heat > 0 ? std::exp2(std::round(std::log2(alpha / heat))) : 1;
}

/// Adds to the sums over the elements of a plane flow what a kick, up times a time, adds to their moments.
inline void addKickInPlane(const std::array<double, HeatSums<double>::kCount>& warm, Vec3 kick,
                           std::array<double, PlaneSums<double>::kCount>& sums) {
  sums[1] -= kick.y * warm[0];
  sums[2] += kick.x * warm[0];
  sums[3] -= 2 * kick.y * warm[1];
  sums[4] += kick.x * warm[1] - kick.y * warm[2];
  sums[5] += 2 * kick.x * warm[2];
}

/// B <- B + |B| (by . e), e as in HeatSums: the change with the least sum of |change|^2/|B| that gives wanted moments.
template <class Real>
struct CorrectHeat {
  std::array<const Real*, 3> x;
  Real* heat;
  Vec3 centre;
  HeatMoments by;

  FMM_HD void operator()(Index i) const {
    const auto e = HeatSums<Real>::terms(x, centre, i);
    double part = 0;
    for (std::size_t k = 0; k < e.size(); ++k) part += by[k] * e[k];
    constexpr double kMost = 0.5;  // what is far too little to carry what was lost stays small
    part = larger(-kMost, smaller(part, kMost));
    const double value = heat[i];
    heat[i] = static_cast<Real>(value + std::fabs(value) * part);
  }
};

/// The correction of a set with these sums that lacks `missing`: of its sum alone, or of all moments.
inline HeatMoments heatCorrection(const HeatMoments& missing, const std::array<double, HeatSums<double>::kCount>& sums,
                                  bool all) {
  constexpr std::size_t kMoments = HeatSums<double>::kMoments;
  Equations<kMoments> m{};
  std::size_t at = kMoments;
  for (std::size_t j = 0; j < (all ? kMoments : 1); ++j) {
    for (std::size_t k = 0; k <= j; ++k) m[j][k] = m[k][j] = sums[at++];
    m[j][kMoments] = missing[j];
  }
  return solveSymmetric<kMoments>(m);
}

/// The rest of what buoyancy makes in a step, at an element that has moved: its slope has gone with the fluid,
/// d(grad b)/dt = -(grad u)^T grad b, and alpha <- alpha + time (h^d grad b x up).
template <class Real>
struct LateKick {
  std::array<const Real*, 3> slope;     ///< at the beginning of the step
  std::array<const Real*, 9> gradient;  ///< du_i/dx_j in its last stage [1/T]
  double dt;                            ///< [T]
  Vector3<double> kick;                 ///< up, times the time

  FMM_HD Vector3<double> operator()(Index i) const {
    const Vector3<double> s = {double(slope[0][i]), double(slope[1][i]), double(slope[2][i])};
    const Vector3<double> first = turned(s, i), second = turned(first, i);
    return crossProduct(s - first + Vector3<double>{second.x / 2, second.y / 2, second.z / 2}, kick);
  }

 private:
  /// dt (grad u)^T s.
  FMM_HD Vector3<double> turned(const Vector3<double>& s, Index i) const {
    const auto row = [&](std::size_t c) {
      return dt * (double(gradient[c][i]) * s.x + double(gradient[3 + c][i]) * s.y + double(gradient[6 + c][i]) * s.z);
    };
    return {row(0), row(1), row(2)};
  }
};

/// MomentSums of the elements, and those of what a late kick adds: its vectors, their moments, and sum B.
template <class Real>
struct LateKickSums {
  static constexpr std::size_t kOwn = MomentSums<double>::kCount, kCount = kOwn + 7;
  LateKick<Real> of;
  MomentSums<double> own;
  const Real* heat;

  FMM_HD void operator()(Index i, double* sums) const {
    own(i, sums);
    const Vector3<double> made = of(i);
    const Vector3<double> y = {own.row[0][i] - own.centre.x, own.row[1][i] - own.centre.y,
                               own.row[2][i] - own.centre.z};
    const Vector3<double> moment = crossProduct(y, made);
    const double more[7] = {made.x, made.y, made.z, moment.x, moment.y, moment.z, double(heat[i])};
    for (std::size_t k = 0; k < 7; ++k) sums[kOwn + k] += more[k];
  }
};

/// Applies a late kick, and a correction that keeps Omega and gives the kick's impulse.
template <class Real>
struct KickElements {
  LateKick<Real> of;
  ApplyCorrection<double> correct;
  std::array<Real*, 3> seen;

  FMM_HD void operator()(Index i) const {
    const Vector3<double> made = of(i);
    correct(i);
    const double by[3] = {made.x, made.y, made.z};
    for (std::size_t c = 0; c < 3; ++c) {
      correct.alpha[c][i] += by[c];
      seen[c][i] = static_cast<Real>(correct.alpha[c][i]);
    }
  }
};

/// The correction that a late kick needs: `sums` about `centre`, in a flow of this many dimensions.
inline LinearCorrection lateCorrection(const std::array<double, LateKickSums<double>::kCount>& sums, Vec3 centre,
                                       Vec3 kick, int dimensions) {
  constexpr std::size_t kOwn = LateKickSums<double>::kOwn;
  std::array<double, kOwn> own{};
  for (std::size_t k = 0; k < kOwn; ++k) own[k] = sums[k];
  const double* made = sums.data() + kOwn;
  LatticeMoments wanted = momentsOf(own, centre);
  const Vec3 strength = {made[0], made[1], made[2]}, moment = {made[3], made[4], made[5]};
  const Vec3 turn = (dimensions - 1) * made[6] * kick - moment;
  wanted.strength = wanted.strength - strength;
  wanted.impulse = wanted.impulse + 0.5 * (turn - cross(centre, strength));
  return correctionTo(wanted, own, centre);
}

}  // namespace fmm
