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

/// A closed line that starts on a lattice.
struct SeededLine {
  LineComponent line;
  std::int32_t index = 0;  ///< of the ring
  std::uint64_t seed = 1;  ///< draws the phase of waves, where that is random
};

/// Elements at the nodes of a lattice, of `plan.spacing` and overlap, whose blobs of the kind `core` add up to the
/// lines asked for: at a node x the vorticity is that of the section at each point of the centre line whose normal
/// plane has x, with the sign of 1 + s kappa cos(theta), so that the lines of vorticity stay closed however wide the
/// core is; see docs/math.md. Sections reach out to where their vorticity is `plan.threshold` of the largest. A
/// filament becomes the thinnest core that the lattice carries. Of each line the total strength is 0, its impulse and
/// its circulation about its axis are exact to round-off. One line after the other: those of two lines may stand at
/// one node. Throws InvalidInput.
Elements latticeElements(const std::vector<SeededLine>& lines, const LatticePlan& plan, Regularisation core);

/// The spacing h [L] with which latticeElements() makes at most `count` elements of all lines together, and few less;
/// `plan.spacing` counts for nothing. Throws InvalidInput, also where `count` is too small for any lattice.
double spacingFor(const std::vector<SeededLine>& lines, std::size_t count, const LatticePlan& plan);

/// The same from the volume of the cores alone, a few percent off.
double roughSpacing(const std::vector<SeededLine>& lines, std::size_t count, const LatticePlan& plan);

/// The widest spacing h [L] with which blobs of `core`, sigma = overlap h, make of a line what was asked for within 1
/// %: largest vorticity and enstrophy of a `gaussian` section, the speed of both. Infinity for a filament; 0 where no
/// spacing will do, for want of overlap.
double widestSpacing(const VortexLine& line, double overlap, Regularisation core);

/// Sets wavePhase to a number uniform in 0 to 2 pi, a function of the seed, where randomPhase asks for it; randomPhase
/// is not set then. Elements and tracers of one line agree if they are made of the same result. What is given to the
/// functions below with randomPhase set has the phase of their own seed.
void drawPhase(LineBase& line, std::uint64_t seed);
/// The line of some kind, or a VortexLine, with its phase drawn.
template <class Line>
Line withPhase(Line line, std::uint64_t seed) {
  drawPhase(baseOf(line), seed);
  return line;
}

/// How addLine() makes elements of a line.
struct Seeding {
  std::size_t count = 0;                               ///< elements
  double sigma = 0;                                    ///< core radius of each [L]
  std::int32_t ring = 0;                               ///< the number that they have as their ring
  std::uint64_t seed = 1;                              ///< of all that is random; the same one gives the same bits
  std::optional<Regularisation> blobs = std::nullopt;  ///< what kind their cores are, if the line is to allow for it
};

/// Appends the elements of one closed line, each with core radius and ring number as `how` says, and the length
/// and volume that are its share. The same seed gives the same bits everywhere. The circulation is exact: the strengths
/// of a ring add up to Gamma times the centre line's length in size; those of a knot besides to 0 to round-off. With
/// layers there are as many elements as whole sections go into `count`. Throws InvalidInput, also for a core that would
/// touch another strand.
///
/// Where `blobs` says of what kind the elements' cores are, a filled core is made narrower and its line moved outwards,
/// so that the smoothed field has the profile asked for, its impulse and its circulation, if smoothedRadius() says that
/// this can be done.
void addLine(const LineComponent& of, const Seeding& how, Elements& elements);

/// Radius of the filled core that blobs of this kind and `sigma` [L] make of a line asked for by addLine(): a, or where
/// they are too wide for that, sqrt(a^2 + 2 b sigma^2) for a `gaussian` core, sqrt(a^2 + 4 b sigma^2) for a `uniform`
/// one, which has the same mean square as what it becomes; b is 1 for Gaussians of order 2, 0 for those of higher
/// order. Too wide is where what is added to a^2 is more than 3/4 of it.
double smoothedRadius(const LineBase& line, double sigma, Regularisation blobs);

/// Radius of the core that addLine() fills with the elements of such a line [L]: less than a where the blobs widen it
/// to a, else a.
double seededRadius(const LineBase& line, double sigma, Regularisation blobs);

/// Mean distance (V/N)^(1/3) between `count` elements that fill the core of one component [L]; for a filament the
/// distance along the line; with layers the larger one of the spacings along the line and across it. Throws
/// InvalidInput.
double meanSpacing(const VortexLine& line, std::size_t count);

/// Radius of the tube that the elements fill [L]: a for `uniform`, 2.5 a for `gaussian`; 0 for `filament`.
double filledRadius(CoreProfile profile, double coreRadius);

/// Length of the centre line [L]; all components have the same. Throws InvalidInput.
double lineLength(const VortexLine& line);

/// Widest tube about the centre line that does not overlap itself or other components [L]: the smallest radius of
/// curvature, or half of the distance of strands. Throws InvalidInput.
double widestTube(const VortexLine& line);

}  // namespace fmm
