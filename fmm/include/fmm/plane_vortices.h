#pragma once

#include <array>
#include <cstddef>
#include <variant>
#include <vector>

#include "fmm/diagnostics.h"
#include "fmm/names.h"
#include "fmm/types.h"

namespace fmm {

/// How the vorticity of a plane vortex lies in it.
enum class PlaneProfile {
  point,    ///< a single element
  uniform,  ///< constant within the ellipse (Kirchhoff 1876)
  gaussian  ///< Gamma/(pi a b) exp(-(x/a)^2 - (y/b)^2)
};
constexpr Names<PlaneProfile, 3> namesOf(PlaneProfile) {
  return {{{PlaneProfile::point, "point"}, {PlaneProfile::uniform, "uniform"}, {PlaneProfile::gaussian, "gaussian"}}};
}

/// A vortex of a plane flow: straight, along z.
struct PlaneVortex {
  Vec3 centre;                                  ///< z = 0 [L]
  double circulation = 1;                       ///< Gamma, counted counter-clockwise [L^2/T]
  std::array<double, 2> halfAxes = {0.1, 0.1};  ///< a and b [L]; a is the core radius of a point
  double angle = 0;                             ///< of the first half axis to x [rad]
  PlaneProfile profile = PlaneProfile::gaussian;
};

/// A layer of vorticity along a straight line, which rolls up: Gamma/(sqrt(pi) l d) exp(-s^2/d^2), s the distance to
/// the line moved sideways by amplitude cos(2 pi waves t), t = 0 to 1 along it.
struct PlaneSheet {
  Vec3 from = {-0.5, 0, 0}, to = {0.5, 0, 0};  ///< z = 0 [L]
  double circulation = 1;                      ///< Gamma of all of it [L^2/T]
  double thickness = 0.02;                     ///< d [L]
  int waves = 0;
  double amplitude = 0;  ///< [L]
};

/// Invariants of a flow in that space from the sums that invariants() has. A plane flow has them for a length of its
/// lines (Saffman 1992, 7.3): strength sum Gamma [L^2/T], linear impulse sum Gamma (y, -x) [L^3/T] and angular impulse
/// -1/2 sum Gamma |x|^2 [L^4/T]: 2 and 3/2 times the sums, to which the ends that close the lines far away add the
/// rest. Viscosity lets the angular impulse fall by 2 nu sum Gamma in a unit of time.
Invariants invariantsIn(Space space, const Invariants& sums);

using PlanePatch = std::variant<PlaneVortex, PlaneSheet>;

/// Elements of the patches at the nodes of a square lattice of that spacing [L], with core radii of `overlap` spacings
/// and the number of their patch as ring; of each patch the circulation is exact. Nodes with less than `threshold` of
/// the patch's largest vorticity are left out. Throws InvalidInput.
Elements planeElements(const std::vector<PlanePatch>& patches, double spacing, double overlap, double threshold);

/// The spacing [L] with which that makes about `count` elements; of points alone, one that parts them well. Throws
/// InvalidInput.
double planeSpacing(const std::vector<PlanePatch>& patches, std::size_t count, double threshold);

/// The widest spacing [L] with which blobs of `core`, sigma = overlap h, leave the largest vorticity of a round
/// Gaussian as narrow as the patch within 1 %; infinity for a point, which is an element of its own radius.
double widestSpacing(const PlanePatch& patch, double overlap, Regularisation core);

}  // namespace fmm
