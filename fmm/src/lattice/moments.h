#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "core/math.h"
#include "fmm/types.h"

namespace fmm {

/// Moments of a set of elements that redistribution conserves, and its size.
struct LatticeMoments {
  Vec3 strength;    ///< Omega = sum alpha
  Vec3 impulse;     ///< I = 1/2 sum x cross alpha
  double size = 0;  ///< sum |alpha|
  Vec3 centre;      ///< sum |alpha| x / size
};

/// alpha <- alpha + |alpha| (a + b cross (x - centre)): the change with the least sum of |change|^2/|alpha| that gives
/// a set wanted Omega and I.
struct LinearCorrection {
  Vec3 centre, a, b;
};

/// Sums of |alpha| (1, y, y y^T), alpha and y cross alpha, y = x - centre.
template <class Real>
struct MomentSums {
  static constexpr std::size_t kCount = 16;
  std::array<const Real*, 6> row;  ///< x, y, z, alpha x, y, z
  Vec3 centre;

  FMM_HD void operator()(Index i, double* sums) const {
    const double x = double(row[0][i]) - centre.x, y = double(row[1][i]) - centre.y, z = double(row[2][i]) - centre.z;
    const double ax = row[3][i], ay = row[4][i], az = row[5][i], size = std::sqrt(ax * ax + ay * ay + az * az);
    const double terms[kCount] = {
        size,         size * x,        size * y,        size * z,       size * x * x, size * y * y,
        size * z * z, size * x * y,    size * x * z,    size * y * z,   ax,           ay,
        az,           y * az - z * ay, z * ax - x * az, x * ay - y * ax};
    for (std::size_t k = 0; k < kCount; ++k) sums[k] += terms[k];
  }
};

template <class Real>
struct ApplyCorrection {
  std::array<const Real*, 3> x;
  std::array<Real*, 3> alpha;
  LinearCorrection by;

  FMM_HD void operator()(Index i) const {
    const double y[3] = {double(x[0][i]) - by.centre.x, double(x[1][i]) - by.centre.y, double(x[2][i]) - by.centre.z};
    const double ax = alpha[0][i], ay = alpha[1][i], az = alpha[2][i], size = std::sqrt(ax * ax + ay * ay + az * az);
    alpha[0][i] = static_cast<Real>(ax + size * (by.a.x + by.b.y * y[2] - by.b.z * y[1]));
    alpha[1][i] = static_cast<Real>(ay + size * (by.a.y + by.b.z * y[0] - by.b.x * y[2]));
    alpha[2][i] = static_cast<Real>(az + size * (by.a.z + by.b.x * y[1] - by.b.y * y[0]));
  }
};

/// Moments from the sums about `centre`.
LatticeMoments momentsOf(const std::array<double, MomentSums<double>::kCount>& sums, Vec3 centre);

/// The correction that gives a set with these sums about `centre` the Omega and I of `wanted`, as far as the set can
/// take it (a single element has no impulse of its own).
LinearCorrection correctionTo(const LatticeMoments& wanted, const std::array<double, MomentSums<double>::kCount>& sums,
                              Vec3 centre);

template <class Exec, class Real>
LatticeMoments measureMoments(Exec& exec, const std::array<const Real*, 6>& row, Index count) {
  return momentsOf(exec.template sums<MomentSums<Real>::kCount>("fmm::moments", count, MomentSums<Real>{row, Vec3{}}),
                   Vec3{});
}

/// Gives elements the Omega and I of `wanted`.
template <class Exec, class Real>
void restoreMoments(Exec& exec, const LatticeMoments& wanted, const std::array<const Real*, 3>& x,
                    const std::array<Real*, 3>& alpha, Index count) {
  const std::array<const Real*, 6> row = {x[0], x[1], x[2], alpha[0], alpha[1], alpha[2]};
  const auto sums =
      exec.template sums<MomentSums<Real>::kCount>("fmm::moments", count, MomentSums<Real>{row, wanted.centre});
  exec.forEach("fmm::correct", count, ApplyCorrection<Real>{x, alpha, correctionTo(wanted, sums, wanted.centre)});
}

/// Sums over the elements of a plane flow: Gamma (1, y, y y^T), and |Gamma| times the products of y up to degree 4,
/// where y = x - centre. Products are in the order 1, x, y, xx, xy, yy, xxx, xxy, ...
template <class Real>
struct PlaneSums {
  static constexpr std::size_t kMoments = 6, kProducts = 15, kCount = kMoments + kProducts;
  std::array<const Real*, 3> row;  ///< x, y, Gamma
  Vec3 centre;

  FMM_HD void operator()(Index i, double* sums) const {
    const double x = double(row[0][i]) - centre.x, y = double(row[1][i]) - centre.y, gamma = double(row[2][i]);
    const double size = std::fabs(gamma);
    double products[kProducts] = {1};
    for (std::size_t degree = 1, first = 1; degree <= 4; first += ++degree) {
      for (std::size_t k = 0; k < degree; ++k) products[first + k] = x * products[first - degree + k];
      products[first + degree] = y * products[first - 1];
    }
    for (std::size_t k = 0; k < kMoments; ++k) sums[k] += gamma * products[k];
    for (std::size_t k = 0; k < kProducts; ++k) sums[kMoments + k] += size * products[k];
  }
};

/// Gamma <- Gamma + |Gamma| P(x - centre), P of degree 2: the change with the least sum of |change|^2/|Gamma| that
/// gives a plane flow wanted sums of Gamma (1, y, y y^T).
struct QuadraticCorrection {
  Vec3 centre;
  std::array<double, PlaneSums<double>::kMoments> of;
};

template <class Real>
struct ApplyInPlane {
  std::array<const Real*, 2> position;
  Real* gamma;
  QuadraticCorrection by;

  FMM_HD void operator()(Index i) const {
    const double x = double(position[0][i]) - by.centre.x, y = double(position[1][i]) - by.centre.y;
    const double value = gamma[i];
    const double part = by.of[0] + x * (by.of[1] + x * by.of[3] + y * by.of[4]) + y * (by.of[2] + y * by.of[5]);
    gamma[i] = static_cast<Real>(value + std::fabs(value) * part);
  }
};

/// The correction of a set with these sums about `centre` that has lost `missing`.
QuadraticCorrection correctionBy(const std::array<double, PlaneSums<double>::kMoments>& missing,
                                 const std::array<double, PlaneSums<double>::kCount>& sums, Vec3 centre);

template <class Exec, class Real>
std::array<double, PlaneSums<double>::kCount> measureInPlane(Exec& exec, const std::array<const Real*, 6>& row,
                                                             Index count, Vec3 centre) {
  return exec.template sums<PlaneSums<Real>::kCount>("fmm::moments", count,
                                                     PlaneSums<Real>{{row[0], row[1], row[5]}, centre});
}

/// Gives elements of a plane flow the sums `before` about a centre, widened by `variance` along each axis.
template <class Exec, class Real>
void restoreInPlane(Exec& exec, const std::array<double, PlaneSums<double>::kCount>& before, double variance,
                    Vec3 centre, const std::array<Real*, 6>& row, Index count) {
  const auto now = measureInPlane<Exec, Real>(exec, {row[0], row[1], row[2], row[3], row[4], row[5]}, count, centre);
  std::array<double, PlaneSums<double>::kMoments> missing{};
  for (std::size_t k = 0; k < missing.size(); ++k) missing[k] = before[k] - now[k];
  missing[3] += variance * before[0];
  missing[5] += variance * before[0];
  exec.forEach("fmm::correct", count, ApplyInPlane<Real>{{row[0], row[1]}, row[5], correctionBy(missing, now, centre)});
}

/// Finds the ring that gives most of a sum. Exact for up to four rings. A further ring replaces the one with the
/// smallest share and takes its share over (the space-saving counter of Metwally, Agrawal and El Abbadi 2005).
class RingShare {
 public:
  static constexpr std::int32_t kNone = -2147483647 - 1;

  FMM_HD RingShare() {
    for (int k = 0; k < kRings; ++k) {
      ring_[k] = kNone;
      share_[k] = 0;
    }
  }
  FMM_HD void add(std::int32_t ring, float amount) {
    if (!(amount > 0)) return;
    int at = 0;  // the ring's own place, else that of the least; never used as an index, which is slow on a GPU
    float least = share_[0];
    bool found = ring_[0] == ring;
    for (int k = 1; k < kRings; ++k) {
      const bool own = ring_[k] == ring;
      if (own || (!found && share_[k] < least)) {
        at = k;
        least = share_[k];
      }
      found = found || own;
    }
    for (int k = 0; k < kRings; ++k)
      if (k == at) {
        ring_[k] = ring;
        share_[k] += amount;
      }
  }
  /// kNone where nothing was added; of equal shares the lowest ring index.
  FMM_HD std::int32_t largest() const {
    std::int32_t ring = ring_[0];
    float most = share_[0];
    for (int k = 1; k < kRings; ++k) {
      const bool lower = share_[k] == most && ring_[k] != kNone && (ring == kNone || ring_[k] < ring);
      if (share_[k] > most || lower) {
        ring = ring_[k];
        most = share_[k];
      }
    }
    return ring;
  }
  /// The second largest share; 0 where only one ring gave.
  FMM_HD float second() const {
    float most = 0, next = 0;
    for (int k = 0; k < kRings; ++k) {
      next = larger(next, smaller(most, share_[k]));
      most = larger(most, share_[k]);
    }
    return next;
  }

 private:
  static constexpr int kRings = 4;
  std::int32_t ring_[kRings];
  float share_[kRings];
};

}  // namespace fmm
