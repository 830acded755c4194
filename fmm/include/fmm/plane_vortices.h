#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <variant>
#include <vector>

#include "fmm/diagnostics.h"
#include "fmm/names.h"
#include "fmm/types.h"

namespace fmm {

/// Distribution of vorticity in a plane vortex.
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
  double angle = 0;                             ///< from x to the first half axis [rad]
  PlaneProfile profile = PlaneProfile::gaussian;
};

/// A layer of vorticity along a straight line, which rolls up: Gamma/(sqrt(pi) l d) exp(-s^2/d^2), l its length, s the
/// distance from the line displaced sideways by amplitude cos(2 pi waves t), t = 0 to 1 along it.
struct PlaneSheet {
  Vec3 from = {-0.5, 0, 0}, to = {0.5, 0, 0};  ///< z = 0 [L]
  double circulation = 1;                      ///< Gamma of the whole sheet [L^2/T]
  double thickness = 0.02;                     ///< d [L]
  int waves = 0;
  double amplitude = 0;  ///< [L]
};

/// Invariants of a flow in the given space, from the sums of invariants(). Those of a plane flow are per unit length of
/// the vortex lines (Saffman 1992, 7.3): strength sum Gamma [L^2/T], linear impulse sum Gamma (y, -x) [L^3/T] and
/// angular impulse -1/2 sum Gamma |x|^2 [L^4/T]. These are 1, 2 and 3/2 times the sums, since the ends that close the
/// lines far away contribute the rest. Viscosity changes the angular impulse by -2 nu sum Gamma per unit time; with
/// core spreading this sum stays, since the blobs take the change into their cores.
Invariants invariantsIn(Space space, const Invariants& sums);

using PlanePatch = std::variant<PlaneVortex, PlaneSheet>;

/// Elements of the patches at the nodes of a square lattice of that spacing [L], with core radii of `overlap` spacings
/// and the index of their patch as ring; the circulation of each patch is exact. Nodes with less than `threshold` of
/// the patch's largest vorticity are left out. `node`: where a node stands; none: at planeNode(). Throws InvalidInput.
Elements planeElements(const std::vector<PlanePatch>& patches, double spacing, double overlap, double threshold,
                       std::optional<Vec3> node = std::nullopt);

/// A node for the lattice of all these patches: 0, or where they are far from 0 their middle.
Vec3 planeNode(const std::vector<PlanePatch>& patches);

/// The spacing [L] with which planeElements() makes about `count` elements; for points alone, one that separates them
/// well. Throws InvalidInput.
double planeSpacing(const std::vector<PlanePatch>& patches, std::size_t count, double threshold);

/// The widest spacing [L] at which blobs of `core`, sigma = overlap h, keep the largest vorticity of a round Gaussian
/// as narrow as the patch within 1 %; infinity for a point, which is an element of its own radius.
double widestSpacing(const PlanePatch& patch, double overlap, Regularisation core);

}  // namespace fmm
