#pragma once

#include <cstddef>
#include <cstdint>

#include "fmm/types.h"

namespace fmm {

/// How vorticity is spread over the cross-section of a ring or knot.
enum class CoreProfile {
  filament,  ///< N elements on the centre line, equally spaced: |alpha| = 2 pi R Gamma / N
  uniform,   ///< elements fill the tube evenly, vorticity constant
  gaussian   ///< the same out to 2.5 a, vorticity ~ exp(-s^2/a^2) of the distance s to the centre line
};

/// Where the elements of a filled core stand.
enum class CoreLayout {
  random,  ///< quasi-random over the section, shifted by the seed, a new place for each element along the line
  /// One section, repeated at equal arcs: a cell in the middle and 8 l cells of the same area in the concentric layer l
  /// (Winckelmans and Leonard 1993), so that n layers have (2 n + 1)^2 cells. A cell has the circulation of its part of
  /// the profile; distances from the centre line are scaled so that their mean square is the profile's, a^2/2 (uniform)
  /// or a^2 (gaussian). Circulation and linear impulse are exact then: a circle has pi Gamma (R^2 + a^2/4) or
  /// pi Gamma (R^2 + a^2/2). Nothing is random.
  layers
};

/// A vortex ring: a circle, or a wavy one. Its centre line in cylindrical coordinates (r, phi, z) about the axis is
///   r = R (1 + waveAmplitude cos(waveMode phi + wavePhase)),  z = R axialAmplitude cos(waveMode phi + wavePhase).
struct Ring {
  Vec3 centre;              ///< [L]
  Vec3 axis = {0, 0, 1};    ///< direction of travel for circulation > 0; any length but 0
  double radius = 1;        ///< R [L]
  double circulation = 1;   ///< Gamma [L^2/T]
  double coreRadius = 0.1;  ///< a [L] of the profile; unused by `filament`
  CoreProfile profile = CoreProfile::uniform;
  double waveAmplitude = 0;  ///< radial, relative to R
  int waveMode = 0;
  double axialAmplitude = 0;  ///< relative to R
  double wavePhase = 0;       ///< [rad]
  bool randomPhase = false;   ///< wavePhase is drawn from the seed; see withPhase()
  CoreLayout layout = CoreLayout::random;
  int layers = 0;  ///< of the layout `layers`; 0: as many as make spacings along and across alike
};

/// A torus knot or link T(p, q): vortex lines on a torus that go p times around its axis and q times through its hole,
///   r = R + m cos(theta),  z = b w - m sin(theta),  m = c (1 + waveAmplitude w),  b = c axialAmplitude,
///   phi = p' t,  theta = q' t + 2 pi k/p,  w = cos(waveMode t + wavePhase),  t = 0 to 2 pi, c the minor radius.
/// With g = gcd(p, |q|) it has the components k = 0 ... g - 1, each a knot p' = p/g, q' = q/g: T(2, 3) is a trefoil,
/// T(2, 2) a Hopf link, T(3, 0) three coaxial rings. A negative q gives the
/// mirror image. For p, q > 0 knots are right-handed and components linked p' q' times.
struct TorusKnot {
  Vec3 centre;               ///< [L]
  Vec3 axis = {0, 0, 1};     ///< of the torus; about the direction of travel for circulation > 0; any length but 0
  int p = 2;                 ///< 1 to 20
  int q = 3;                 ///< -20 to 20
  double radius = 1;         ///< R of the torus [L]
  double minorRadius = 0.4;  ///< c of the torus [L], less than R
  double circulation = 1;    ///< Gamma of each component [L^2/T]
  double coreRadius = 0.1;   ///< a [L] of the profile; unused by `filament`
  CoreProfile profile = CoreProfile::uniform;
  double waveAmplitude = 0;  ///< across the torus's surface, relative to c
  int waveMode = 0;          ///< waves along each component
  double axialAmplitude = 0;
  double wavePhase = 0;      ///< [rad]
  bool randomPhase = false;  ///< as for a ring
  CoreLayout layout = CoreLayout::random;
  int layers = 0;
};

/// Number of closed lines that T(p, q) consists of: gcd(p, |q|).
int componentsOf(const TorusKnot& knot);

/// The same with wavePhase uniform in 0 to 2 pi, a function of the seed, where randomPhase asks for it; randomPhase is
/// not set then. Elements and tracers of one ring agree if they are made of the same result. What is given to the
/// functions below with randomPhase set has the phase of their own seed.
Ring withPhase(Ring ring, std::uint64_t seed);
TorusKnot withPhase(TorusKnot knot, std::uint64_t seed);

/// Appends `count` elements of one ring, each with core radius `sigma` [L], ring index `index`, and the length and
/// volume that are its share. The same seed gives the same bits everywhere. The circulation is exact: the strengths add
/// up to Gamma times the centre line's length. With layers there are as many elements as whole sections go into
/// `count`. Throws InvalidInput.
void addRing(const Ring& ring, std::size_t count, double sigma, std::int32_t index, std::uint64_t seed,
             Elements& elements);

/// The same of component `component` of a knot. The strengths add up to 0 to round-off. Throws InvalidInput, also for
/// a core that would touch another strand.
void addKnot(const TorusKnot& knot, int component, std::size_t count, double sigma, std::int32_t index,
             std::uint64_t seed, Elements& elements);

/// Mean distance (V/N)^(1/3) between `count` elements that fill the core [L]; for a filament the distance along the
/// line; with layers the larger one of the spacings along the line and across it. Throws InvalidInput.
double meanSpacing(const Ring& ring, std::size_t count);
double meanSpacing(const TorusKnot& knot, std::size_t count);  ///< `count` elements a component

/// Radius of the tube that the elements fill [L]: a for `uniform`, 2.5 a for `gaussian`; 0 for `filament`.
double filledRadius(CoreProfile profile, double coreRadius);

/// Length of the centre line [L]; all components of a knot have the same. Throws InvalidInput.
double lineLength(const Ring& ring);
double lineLength(const TorusKnot& knot);

/// Widest tube about the centre line that does not overlap itself or other components [L]: the smallest radius of
/// curvature, or half of the distance of strands. Throws InvalidInput.
double widestTube(const Ring& ring);
double widestTube(const TorusKnot& knot);

}  // namespace fmm
