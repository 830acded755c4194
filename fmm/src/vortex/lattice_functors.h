#pragma once

#include <array>

#include "core/math.h"
#include "fmm/ground_plane.h"
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

/// What a node becomes as an element: all alike but for place and strength, which are there already.
template <class Real>
struct NodesAsElements {
  Real sigma, spacing;
  std::array<Real*, kElementRows> element;
  Real *volume, *reference;

  FMM_HD void operator()(Index i) const {
    element[kCoreRow][i] = reference[i] = sigma;
    element[kLengthRow][i] = spacing;
    volume[i] = spacing * spacing * spacing;
  }
};

/// An element beyond the plane becomes the one on this side whose image it is: the flow is the same.
template <class Real>
struct FoldAbove {
  Vector3<Real> point, normal;  ///< unit normal
  std::array<Real*, kElementRows> element;

  FoldAbove(const GroundPlane& plane, const std::array<Real*, kElementRows>& rows) : element(rows) {
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
    const Real twiceHeight = 2 * dotProduct(x - point, normal), twiceAlong = 2 * dotProduct(alpha, normal);
    if (!(twiceHeight < Real(0))) return;
    element[0][i] = x.x - twiceHeight * normal.x;
    element[1][i] = x.y - twiceHeight * normal.y;
    element[2][i] = x.z - twiceHeight * normal.z;
    element[3][i] = twiceAlong * normal.x - alpha.x;
    element[4][i] = twiceAlong * normal.y - alpha.y;
    element[5][i] = twiceAlong * normal.z - alpha.z;
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
