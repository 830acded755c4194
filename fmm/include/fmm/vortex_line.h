#pragma once

#include <cstdint>
#include <memory>
#include <numeric>
#include <type_traits>
#include <variant>
#include <vector>

#include "fmm/types.h"

namespace fmm {

/// Distribution of vorticity over the cross-section of a ring or knot.
enum class CoreProfile {
  filament,  ///< N elements on the centre line, equally spaced: |alpha| = 2 pi R Gamma / N
  uniform,   ///< elements fill the tube evenly, vorticity constant
  gaussian   ///< the same out to 2.5 a, vorticity ~ exp(-s^2/a^2), s the distance from the centre line
};

/// Positions of the elements in a filled core.
enum class CoreLayout {
  random,  ///< quasi-random over the section, shifted by the seed, a new position for each element along the line
  /// One section, repeated at equal arcs: a cell in the middle and 8 l cells of the same area in the concentric layer l
  /// (Winckelmans and Leonard 1993), so that n layers have (2 n + 1)^2 cells. A cell has the circulation of its part of
  /// the profile; distances from the centre line are scaled so that their mean square is the profile's, a^2/2 (uniform)
  /// or a^2 (gaussian). Circulation and linear impulse are then exact: for a circle pi Gamma (R^2 + a^2/4) or
  /// pi Gamma (R^2 + a^2/2). Nothing is random.
  layers
};

/// A closed curve, defined in src/seeding.
class CentreLine;

/// Members of all kinds of vortex line: position, strength, core, and waves.
struct LineBase {
  Vec3 centre;              ///< [L]
  Vec3 axis = {0, 0, 1};    ///< direction of travel, at least approximately, for circulation > 0; any length but 0
  double radius = 1;        ///< R [L]
  double circulation = 1;   ///< Gamma of each component [L^2/T]
  double coreRadius = 0.1;  ///< a [L] of the profile; unused by `filament`
  CoreProfile profile = CoreProfile::uniform;
  double waveAmplitude = 0;   ///< relative to a length of the line, see the kinds below
  int waveMode = 0;           ///< waves along each component
  double axialAmplitude = 0;  ///< relative to the same length
  double wavePhase = 0;       ///< [rad]
  bool randomPhase = false;   ///< draw wavePhase from the seed; see withPhase()
  CoreLayout layout = CoreLayout::random;
  int layers = 0;  ///< for the layout `layers`; 0: chosen for equal spacings along and across the line

  int components() const { return 1; }  ///< number of closed lines
};

// A kind of vortex line adds its own numbers to LineBase and defines
//   kName        its name in messages and scene files
//   kBalanced    true if the strengths of a core without layers are made to add up to 0
//   components() the number of closed lines, unless that is 1
//   centreLine() the centre line of one component, defined in src/seeding; throws InvalidInput for an invalid shape and
//                ignores the core
// and is in the list VortexLine below.

/// A vortex ring, circular or wavy. Its centre line in cylindrical coordinates (r, phi, z) about the axis is
///   r = R (1 + waveAmplitude cos(waveMode phi + wavePhase)),  z = R axialAmplitude cos(waveMode phi + wavePhase).
struct Ring : LineBase {
  static constexpr const char* kName = "ring";
  static constexpr bool kBalanced = false;  ///< quasi-random cores keep the strengths of their profile

  std::unique_ptr<CentreLine> centreLine(int component) const;
};

/// A torus knot or link T(p, q): vortex lines on a torus, p times around its axis and q times through its hole,
///   r = R + m cos(theta),  z = b w - m sin(theta),  m = c (1 + waveAmplitude w),  b = c axialAmplitude,
///   phi = p' t,  theta = q' t + 2 pi k/p,  w = cos(waveMode t + wavePhase),  t = 0 to 2 pi, c the minor radius.
/// With g = gcd(p, |q|) it has the components k = 0 ... g - 1, each a knot p' = p/g, q' = q/g: T(2, 3) is a trefoil,
/// T(2, 2) a Hopf link, T(3, 0) three coaxial rings. A negative q gives the mirror image. For p, q > 0 knots are
/// right-handed and components linked p' q' times.
struct TorusKnot : LineBase {
  static constexpr const char* kName = "knot";
  static constexpr bool kBalanced = true;
  int p = 2;                 ///< 1 to 20
  int q = 3;                 ///< -20 to 20
  double minorRadius = 0.4;  ///< c of the torus [L], less than R

  int components() const { return std::gcd(p, q); }
  std::unique_ptr<CentreLine> centreLine(int component) const;
};

/// A closed curve through points: their periodic cubic spline, with the lengths of its chords as parameter. It may
/// cross itself. The waves of LineBase are ignored. Centre and axis, about which the circulation is counted, and
/// radius, the size, do not move the curve; see filamentThrough().
struct Filament : LineBase {
  static constexpr const char* kName = "filament";
  static constexpr bool kBalanced = true;
  std::vector<Vec3> points;  ///< 3 or more [L], neighbours different, not all on one line; the first follows the last

  std::unique_ptr<CentreLine> centreLine(int component) const;
};

/// The filament through these points. Its centre is the mean position, its axis the direction of the enclosed area, its
/// radius the length over 2 pi [L]. Throws InvalidInput if the points give no curve.
Filament filamentThrough(std::vector<Vec3> points);

/// All kinds. Ring indices of a scene follow this order.
using VortexLine = std::variant<Ring, TorusKnot, Filament>;

/// The common members of a line.
inline const LineBase& baseOf(const LineBase& line) {
  return line;
}
inline LineBase& baseOf(LineBase& line) {
  return line;
}
inline const LineBase& baseOf(const VortexLine& line) {
  return std::visit([](const auto& kind) -> const LineBase& { return kind; }, line);
}
inline LineBase& baseOf(VortexLine& line) {
  return std::visit([](auto& kind) -> LineBase& { return kind; }, line);
}

/// Number of closed lines; gcd(p, |q|) for T(p, q).
inline int componentsOf(const VortexLine& line) {
  return std::visit([](const auto& kind) { return kind.components(); }, line);
}

/// One closed line of a vortex line.
struct LineComponent {
  VortexLine line;
  int number = 0;

  template <class Line, class = std::enable_if_t<std::is_convertible_v<Line, VortexLine>>>
  LineComponent(const Line& of, int component = 0) : line(of), number(component) {}
};

}  // namespace fmm
