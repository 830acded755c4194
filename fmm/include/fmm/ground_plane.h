#pragma once

#include "fmm/types.h"

namespace fmm {

/// A plane that no fluid passes: the flow on its other side is the mirror image. Inviscid: the fluid slips along it.
struct GroundPlane {
  Vec3 point = {0, 0, 0};   ///< anywhere on the plane [L]
  Vec3 normal = {0, 0, 1};  ///< into the fluid, any length but 0

  friend bool operator==(const GroundPlane& a, const GroundPlane& b) {
    return a.point == b.point && a.normal == b.normal;
  }
};

/// Height of `x` over the plane [L]; positive in the fluid.
double height(const GroundPlane& plane, Vec3 x);

/// The elements followed by their images, in the same order. With h the height and n the unit normal an image lies at
/// x - 2 h n, has the strength -alpha + 2 (alpha . n) n and the same core: vorticity is a pseudovector. Elements and
/// images together induce no velocity through the plane.
Elements mirrored(const Elements& elements, const GroundPlane& plane);

/// Puts images in the place of those elements that lie beyond the plane: with their images in turn they are the same
/// flow.
void foldAbove(const GroundPlane& plane, Elements& elements);

}  // namespace fmm
