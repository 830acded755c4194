#pragma once

#include <array>
#include <cstddef>

#include "core/math.h"
#include "fmm/settings.h"

namespace fmm {

/// Kinds of images: with `ofVelocity` no velocity crosses the plane, with `withoutFlux` no diffusive flux.
enum class MirrorImage { ofVelocity, withoutFlux };

/// Writes elements and their images in a plane, as mirrored() in fmm/settings.h; images without flux have the opposite
/// strength.
template <class Real>
struct MirrorElements {
  Vector3<Real> point, normal;  ///< unit normal
  std::array<const Real*, 7> from;
  std::array<Real*, 7> to;
  Index count;
  Real sign;

  MirrorElements(const GroundPlane& plane, const std::array<const Real*, 7>& elements,
                 const std::array<Real*, 7>& withImages, Index elementCount,
                 MirrorImage image = MirrorImage::ofVelocity)
      : point(vector(plane.point)),
        normal(vector((1 / norm(plane.normal)) * plane.normal)),
        from(elements),
        to(withImages),
        count(elementCount),
        sign(image == MirrorImage::ofVelocity ? Real(1) : Real(-1)) {}

  FMM_HD void operator()(Index i) const {
    const Vector3<Real> x = {from[0][i], from[1][i], from[2][i]}, a = {from[3][i], from[4][i], from[5][i]};
    const Real twiceHeight = 2 * dotProduct(x - point, normal), twiceAlong = 2 * dotProduct(a, normal);
    for (std::size_t k = 0; k < 7; ++k) to[k][i] = from[k][i];
    const Index image = count + i;
    to[0][image] = x.x - twiceHeight * normal.x;
    to[1][image] = x.y - twiceHeight * normal.y;
    to[2][image] = x.z - twiceHeight * normal.z;
    to[3][image] = sign * (twiceAlong * normal.x - a.x);
    to[4][image] = sign * (twiceAlong * normal.y - a.y);
    to[5][image] = sign * (twiceAlong * normal.z - a.z);
    to[6][image] = from[6][i];
  }

 private:
  static Vector3<Real> vector(Vec3 v) {
    return {static_cast<Real>(v.x), static_cast<Real>(v.y), static_cast<Real>(v.z)};
  }
};

}  // namespace fmm
