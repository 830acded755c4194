#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fmm/vortex_line.h"
#include "scene/line_list.h"
#include "scene/scene.h"

namespace app {

/// The closed lines that a scene begins with, in the order of their ring indices: kind by kind, the components of each
/// line one after the other. Random phases of waves are drawn from the scene's seed.
std::vector<fmm::LineComponent> linesOf(const Scene& scene);
/// How many these are, patches of a plane flow among them: they share `elements` of the scene.
std::size_t madeLineCount(const Scene& scene);
/// How many closed lines share `elements` of the scene, those that join later among them.
std::size_t sharingLineCount(const Scene& scene);
/// How many rings, by their index, a scene begins with: its closed lines, then the rings of elements from files.
std::size_t lineCount(const Scene& scene);
/// Does it begin with rings alone, if with anything?
bool hasRingsAlone(const Scene& scene);
/// The ring that joins as number `index`, its phase drawn from the scene's seed as well.
fmm::Ring launchedRing(const Scene& scene, const fmm::Ring& ring, std::int32_t index);

/// A circle as long as the line, with the same circulation and core: the ring itself, or one to count with in place of
/// another kind. Throws fmm::InvalidInput.
fmm::Ring asRing(const fmm::LineComponent& line);
/// Those of all that a scene begins with, lineCount() of them.
std::vector<fmm::Ring> beginningRings(const Scene& scene);

/// Colours that the scene gives its rings, by their numbers: the components of its lines, then, behind the rings of
/// elements from files, those that join later by their times; then regions of tracers and emitters, which count as
/// rings of their own. Empty where it gives none.
RingColours ringColours(const Scene& scene);

/// One seed a purpose: splitmix64, so that neighbouring seeds have nothing in common.
std::uint64_t seedFor(std::uint64_t seed, std::uint64_t stream);

}  // namespace app
