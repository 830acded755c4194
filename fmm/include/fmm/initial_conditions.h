#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "fmm/redistribution.h"
#include "fmm/settings.h"
#include "fmm/types.h"
#include "fmm/vortex_line.h"

namespace fmm {

/// A closed line that is to start on a lattice.
struct SeededLine {
  LineComponent line;
  std::int32_t index = 0;  ///< ring index
  std::uint64_t seed = 1;  ///< draws the phase of waves if that is random
};

/// Elements at the nodes of a lattice, with the spacing and overlap of `plan`, whose blobs of the kind `core` add up to
/// the given lines. The vorticity at a node x is that of the section at each point of the centre line whose normal
/// plane contains x, with the sign of 1 + s kappa cos(theta), so that vortex lines stay closed for a core of any width;
/// see docs/math.md. Sections end where their vorticity is `plan.threshold` of the largest. A filament becomes the
/// thinnest core that the lattice resolves. Each line has total strength 0; its impulse and its circulation about its
/// axis are exact to round-off. Elements are ordered by line; two lines may have elements at the same node. Throws
/// InvalidInput.
Elements latticeElements(const std::vector<SeededLine>& lines, const LatticePlan& plan, Regularisation core);

/// The node of a lattice that latticeElements() takes where `plan.node` gives none: 0, or for lines far from 0 the
/// middle of their centres. Lines that are made one after the other share a lattice if they are given one node.
Vec3 latticeNode(const std::vector<SeededLine>& lines);

/// The spacing h [L] with which latticeElements() makes at most, and nearly, `count` elements of all lines together;
/// `plan.spacing` is ignored. Throws InvalidInput, also if `count` is too small for any lattice.
double spacingFor(const std::vector<SeededLine>& lines, std::size_t count, const LatticePlan& plan);

/// The same from the volume of the cores alone, a few percent off.
double roughSpacing(const std::vector<SeededLine>& lines, std::size_t count, const LatticePlan& plan);

/// The widest spacing h [L] at which blobs of `core`, sigma = overlap h, reproduce a line within 1 %: largest vorticity
/// and enstrophy of a `gaussian` section, and the speed of both profiles. Infinity for a filament; 0 if the overlap is
/// too small for any spacing.
double widestSpacing(const VortexLine& line, double overlap, Regularisation core);

/// If randomPhase is set, sets wavePhase to a number uniform in 0 to 2 pi, a function of the seed, and clears
/// randomPhase. Elements and tracers of one line agree if both are made from the same result. The functions below use
/// their own seed for a line with randomPhase set.
void drawPhase(LineBase& line, std::uint64_t seed);
/// Returns a line, of any kind or a VortexLine, with its phase drawn.
template <class Line>
Line withPhase(Line line, std::uint64_t seed) {
  drawPhase(baseOf(line), seed);
  return line;
}

/// Options of addLine().
struct Seeding {
  std::size_t count = 0;                               ///< elements
  double sigma = 0;                                    ///< core radius of each [L]
  std::int32_t ring = 0;                               ///< their ring number
  std::uint64_t seed = 1;                              ///< of all random choices; the same seed gives the same bits
  std::optional<Regularisation> blobs = std::nullopt;  ///< core function, to correct the line for its smoothing
};

/// Appends the elements of one closed line with the core radius and ring number of `how`, each with its share of length
/// and volume. The same seed gives the same bits everywhere. The circulation is exact: the sizes of a ring's strengths
/// add up to Gamma times the centre line's length; those of a knot also add up to 0 to round-off. With layers as many
/// elements as whole sections fit into `count`. Throws InvalidInput, also for a core that would touch another strand.
///
/// With `blobs`, the core function of the elements, a filled core is made narrower and its line moved outwards so that
/// the smoothed field has the requested profile, impulse and circulation, if smoothedRadius() allows it.
void addLine(const LineComponent& of, const Seeding& how, Elements& elements);

/// Radius of the filled core that blobs of this kind and `sigma` [L] make of a line of addLine(): a, or if they are too
/// wide for that, sqrt(a^2 + 2 b sigma^2) for a `gaussian` core and sqrt(a^2 + 4 b sigma^2) for a `uniform` one, the
/// radius with the same mean square; b is 1 for Gaussians of order 2, 0 for those of higher order. Blobs are too wide
/// if the term added to a^2 exceeds 3/4 of it.
double smoothedRadius(const LineBase& line, double sigma, Regularisation blobs);

/// Radius of the core that addLine() fills with the elements of such a line [L]: less than a if the blobs widen it to
/// a, else a.
double seededRadius(const LineBase& line, double sigma, Regularisation blobs);

/// Mean distance (V/N)^(1/3) between `count` elements that fill the core of one component [L]; for a filament the
/// distance along the line; with layers the larger one of the spacings along and across the line. Throws InvalidInput.
double meanSpacing(const VortexLine& line, std::size_t count);

/// Radius of the tube that the elements fill [L]: a for `uniform`, 2.5 a for `gaussian`, 0 for `filament`.
double filledRadius(CoreProfile profile, double coreRadius);

/// Length of the centre line [L], the same for all components. Throws InvalidInput.
double lineLength(const VortexLine& line);

/// Widest tube about the centre line that overlaps neither itself nor other components [L]: the smallest radius of
/// curvature, or half the distance of strands. Throws InvalidInput.
double widestTube(const VortexLine& line);

}  // namespace fmm
