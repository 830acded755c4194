#pragma once

#include <cstddef>
#include <cstdint>
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

}  // namespace fmm
