#pragma once

#include <array>

#include "core/math.h"
#include "fmm/settings.h"
#include "vortex/dynamics.h"

namespace fmm {

template <class Real>
struct RowSum {
  const Real* row;
  FMM_HD void operator()(Index i, double* sum) const { *sum += double(row[i]); }
};

template <class Real>
struct VectorSum {
  std::array<const Real*, 3> row;
  FMM_HD void operator()(Index i, double* sums) const {
    for (std::size_t c = 0; c < 3; ++c) sums[c] += double(row[c][i]);
  }
};

/// Positions of elements, for their box.
template <class Real>
struct PositionRange {
  std::array<const Real*, 3> row;
  FMM_HD void operator()(Index i, float* values) const {
    for (std::size_t c = 0; c < 3; ++c) values[c] = static_cast<float>(row[c][i]);
  }
};

/// Sets the rows of a node as an element, all but position and strength, which are set already.
template <class Real>
struct NodesAsElements {
  Real sigma, spacing;
  std::array<Real*, kElementRows> element;
  Real* volume;

  FMM_HD void operator()(Index i) const {
    element[kCoreRow][i] = sigma;
    element[kLengthRow][i] = spacing;
    volume[i] = spacing * spacing * spacing;
  }
};

/// Replaces an element below the plane by its image above, which gives the same flow. An element nearer than h/10 to
/// the plane is lifted to that height and its strength along the plane reduced in proportion: with its image it keeps
/// its impulse, and no error of a sum takes it through the plane before the next redistribution.
template <class Real>
struct FoldAbove {
  Vector3<Real> point, normal;  ///< unit normal
  Real least;                   ///< height [L]
  std::array<Real*, kElementRows> element;

  FoldAbove(const GroundPlane& plane, double h, const std::array<Real*, kElementRows>& rows)
      : least(static_cast<Real>(0.1 * h)), element(rows) {
    const double length = norm(plane.normal);
    const auto vector = [](Vec3 v, double by) {
      return Vector3<Real>{static_cast<Real>(by * v.x), static_cast<Real>(by * v.y), static_cast<Real>(by * v.z)};
    };
    point = vector(plane.point, 1);
    normal = vector(plane.normal, 1 / length);
  }

  FMM_HD void operator()(Index i) const {
    const Vector3<Real> x = {element[0][i], element[1][i], element[2][i]};
    const Vector3<Real> alpha = {element[3][i], element[4][i], element[5][i]};
    const Real height = dotProduct(x - point, normal), above = larger(height < Real(0) ? -height : height, least);
    if (height == above) return;
    const Real lift = above - height, along = dotProduct(alpha, normal);
    const Real kept = larger(-above, smaller(height, above)) / above, rest = (1 - kept) * along;
    element[0][i] = x.x + lift * normal.x;
    element[1][i] = x.y + lift * normal.y;
    element[2][i] = x.z + lift * normal.z;
    element[3][i] = kept * alpha.x + rest * normal.x;
    element[4][i] = kept * alpha.y + rest * normal.y;
    element[5][i] = kept * alpha.z + rest * normal.z;
  }
};

/// LatticeMotion::removeDivergence().
template <class Real>
struct RemoveDivergence {
  std::array<const Real*, 9> gradient;   ///< of the velocity
  std::array<const Real*, 3> vorticity;  ///< of the elements' blobs
  Real volume;                           ///< h^3
  std::array<Real*, 3> strength;

  FMM_HD void operator()(Index i) const {
    strength[0][i] += volume * (gradient[7][i] - gradient[5][i] - vorticity[0][i]);
    strength[1][i] += volume * (gradient[2][i] - gradient[6][i] - vorticity[1][i]);
    strength[2][i] += volume * (gradient[3][i] - gradient[1][i] - vorticity[2][i]);
  }
};

}  // namespace fmm
