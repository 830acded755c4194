#pragma once

#include <cmath>
#include <optional>

#include "core/math.h"
#include "fmm/settings.h"
#include "vortex/refinement.h"

namespace fmm {

constexpr Index kMostPieces = 64;  ///< along the line of an element in one cut
constexpr Index kThinner = 7;      ///< elements that replace a thick one

/// The rules that split elements, as functors take them.
struct CutRules {
  double minimumOverlap, coreGrowth;  ///< of RefinementRules
};

/// One element by itself, as functors take it.
struct LoneElement {
  Vector3<double> position, strength;
  double coreRadius, length, volume, referenceRadius;
};

/// How to split an element: into pieces along its line, and each piece into thinner ones if the element is too thick.
struct ElementCut {
  Index pieces = 1;  ///< a power of 2
  bool thick = false;

  FMM_HD Index count() const { return pieces * (thick ? kThinner : 1); }
  /// The cut with this count().
  FMM_HD static ElementCut ofCount(Index count) {
    const bool thick = count % kThinner == 0;
    return {thick ? count / kThinner : count, thick};
  }
};

FMM_HD inline Vector3<double> scaled(double by, Vector3<double> a) {
  return {by * a.x, by * a.y, by * a.z};
}
/// |a| for components of any size: squares neither vanish nor overflow.
FMM_HD inline double lengthOf(Vector3<double> a) {
  constexpr double kTooSmall = 1e-290, kTooLarge = 1e290;
  const double squared = dotProduct(a, a);
  if (squared > kTooSmall && squared < kTooLarge) return std::sqrt(squared);
  const double largest = larger(std::abs(a.x), larger(std::abs(a.y), std::abs(a.z)));
  if (!(largest > 0)) return largest;
  const Vector3<double> unit = {a.x / largest, a.y / largest, a.z / largest};
  return largest * std::sqrt(dotProduct(unit, unit));
}
/// a/|a| for components of any size.
FMM_HD inline Vector3<double> directionOf(Vector3<double> a) {
  const double length = lengthOf(a);
  return {a.x / length, a.y / length, a.z / length};
}

/// The cut that the rules ask for: the longest pieces along the line that keep minimumOverlap, with thinner cores if
/// the element's core is too thick. An element without strength or core stays whole.
FMM_HD inline ElementCut cutOf(const CutRules& rules, const LoneElement& e) {
  ElementCut cut;
  if (!(lengthOf(e.strength) > 0) || !(e.coreRadius > 0)) return cut;
  cut.thick =
      rules.coreGrowth > 0 && e.referenceRadius > 0 && e.coreRadius > kEarly * rules.coreGrowth * e.referenceRadius;
  const double sigma = cut.thick ? e.coreRadius / rules.coreGrowth : e.coreRadius;
  while (cut.pieces < kMostPieces && rules.minimumOverlap * e.length > kEarly * sigma * static_cast<double>(cut.pieces))
    cut.pieces *= 2;
  return cut;
}

/// The cut.count() elements that replace an element with strength: piece by piece along the line, the middle one of
/// each first. Each thinner one has the length of its piece, so that those of an even line form lines with its spacing.
///
/// Thinner ones are the Gaussian of variance s^2 = sigma^2 - (sigma/coreGrowth)^2 as seven points: half of it in the
/// middle, the rest on a hexagon of radius 2 s about the strength, which is exact to fifth moments in its plane (Radon
/// 1948). Heights along the strength alternate between +-sqrt(2) s, so that all moments are exact to the third.
class CutPieces {
 public:
  FMM_HD CutPieces(const CutRules& rules, const LoneElement& whole, const ElementCut& cut)
      : whole_(whole), cut_(cut), pieces_(static_cast<double>(cut.pieces)) {
    along_ = directionOf(whole.strength);
    if (!cut.thick) return;
    coreRadius_ = whole.coreRadius / rules.coreGrowth;
    s_ = std::sqrt(whole.coreRadius * whole.coreRadius - coreRadius_ * coreRadius_);
    findNormals();
  }

  /// Piece j's part of the strength.
  FMM_HD double share(Index j) const { return (!cut_.thick ? 1 : j % kThinner == 0 ? 0.5 : 1.0 / 12) / pieces_; }
  FMM_HD LoneElement operator[](Index j) const {
    const Index k = cut_.thick ? j / kThinner : j;
    const double middle = (static_cast<double>(k) + 0.5) / pieces_ - 0.5, part = share(j);
    LoneElement piece = whole_;
    piece.position = whole_.position + scaled(middle * whole_.length, along_) + offset(j);
    piece.strength = scaled(part, whole_.strength);
    if (cut_.thick) piece.coreRadius = coreRadius_;
    piece.length = whole_.length / pieces_;
    piece.volume = part * whole_.volume;
    return piece;
  }

 private:
  /// Two unit vectors normal to along_ and to each other. They change continuously with along_ except about two
  /// arbitrary directions, so that round-off turns them by no more than itself.
  FMM_HD void findNormals() {
    const Vector3<double> pole = {0.36, 0.48, 0.8}, other = {0.8, -0.6, 0};
    const double slant = dotProduct(along_, pole);
    const Vector3<double> across = product(-0.95 < slant && slant < 0.95 ? pole : other, along_);
    u_ = directionOf(across);
    v_ = product(along_, u_);
  }
  FMM_HD static Vector3<double> product(Vector3<double> a, Vector3<double> b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  }
  /// Offset of a thinner element from the middle of its piece.
  FMM_HD Vector3<double> offset(Index j) const {
    constexpr double kSqrt3 = 1.7320508075688772, kSqrt2 = 1.4142135623730951;
    if (!cut_.thick || j % kThinner == 0) return {0, 0, 0};
    const Index corner = j % kThinner - 1;
    const double hexagon[6][2] = {{2, 0}, {1, kSqrt3}, {-1, kSqrt3}, {-2, 0}, {-1, -kSqrt3}, {1, -kSqrt3}};
    const double height = corner % 2 == 0 ? kSqrt2 * s_ : -(kSqrt2 * s_);
    return scaled(s_ * hexagon[corner][0], u_) + scaled(s_ * hexagon[corner][1], v_) + scaled(height, along_);
  }

  LoneElement whole_;
  ElementCut cut_;
  double pieces_;
  Vector3<double> along_;
  double coreRadius_ = 0, s_ = 0;  ///< for thinner elements, as are u_ and v_
  Vector3<double> u_ = {0, 0, 0}, v_ = {0, 0, 0};
};

/// The half-space that pieces may lie in; all space without a ground.
struct FluidSide {
  bool bounded = false;
  Vector3<double> point = {0, 0, 0}, normal = {0, 0, 0};

  FluidSide() = default;
  explicit FluidSide(const std::optional<GroundPlane>& ground) : bounded(ground.has_value()) {
    if (!ground) return;
    point = {ground->point.x, ground->point.y, ground->point.z};
    normal = {ground->normal.x, ground->normal.y, ground->normal.z};
  }

  FMM_HD bool has(Vector3<double> x) const { return !bounded || dotProduct(x - point, normal) > 0; }
};

/// True if all pieces of an element lie in the fluid.
FMM_HD inline bool staysInFluid(const FluidSide& fluid, const CutRules& rules, const LoneElement& whole,
                                const ElementCut& cut) {
  if (!fluid.bounded) return true;
  const CutPieces pieces(rules, whole, cut);
  for (Index j = 0; j < cut.count(); ++j)
    if (!fluid.has(pieces[j].position)) return false;
  return true;
}

}  // namespace fmm
