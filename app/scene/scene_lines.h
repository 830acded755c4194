#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fmm/vortex_line.h"
#include "scene/line_list.h"
#include "scene/scene.h"

namespace app {

/// The closed lines at the start of a scene in the order of their ring indices: by kind, then by line and component.
/// Random phases of waves are drawn from the scene's seed.
std::vector<fmm::LineComponent> linesOf(const Scene& scene);
/// Number of these lines, including patches of a plane flow and then warm regions; they share `elements` of the scene.
std::size_t madeLineCount(const Scene& scene);
/// Number of closed lines that share `elements` of the scene, including those that join later.
std::size_t sharingLineCount(const Scene& scene);
/// Number of rings, by index, at the start of a scene: its closed lines, then the rings of elements from files.
std::size_t lineCount(const Scene& scene);
/// True if the scene starts with rings only, or with nothing.
bool hasRingsAlone(const Scene& scene);
/// The ring that joins with number `index`, its phase drawn from the scene's seed.
fmm::Ring launchedRing(const Scene& scene, const fmm::Ring& ring, std::int32_t index);

/// A circle with the line's length, circulation and core, for estimates; a ring is returned unchanged. Throws
/// fmm::InvalidInput.
fmm::Ring asRing(const fmm::LineComponent& line);
/// The circles of everything at the start of a scene, lineCount() of them.
std::vector<fmm::Ring> beginningRings(const Scene& scene);

/// Colours of the scene's rings by number: the components of its lines; the rings of elements from files; rings that
/// join later, by time; then regions of tracers and emitters, which count as rings. Empty if the scene gives no
/// colours.
RingColours ringColours(const Scene& scene);

/// An independent seed for each stream: splitmix64, so that neighbouring seeds are unrelated.
std::uint64_t seedFor(std::uint64_t seed, std::uint64_t stream);

}  // namespace app
