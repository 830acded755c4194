#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "fmm/initial_conditions.h"
#include "fmm/settings.h"
#include "fmm/types.h"
#include "scene/scene.h"

namespace app {

// Scenes that start on a lattice: where redistribution is on.

/// The scene with the lattice's spacing and overlap in its settings, as its vortex system needs them: the spacing that
/// it gives, or else the one with which what it begins with and what joins later without a count of its own has at most
/// `elements` elements; without such lines that of the elements from files (givenSpacing());
/// that of other scenes and of those without anything is left. Throws fmm::InvalidInput, also
/// where the scene fixes sigma, which follows from spacing and overlap.
Scene onLattice(Scene scene);

/// The spacing of the scene's lattice [L]; where onLattice() has not chosen it yet an estimate from the volume of the
/// cores alone, a few percent off. 0 where redistribution is off or there is nothing.
double latticeSpacing(const Scene& scene);

/// Elements of these lines on the scene's lattice; what comes below the ground is folded back. Lines have the ring
/// indices from `index` on. `elements` is the number from which a spacing follows where the scene has none. Throws
/// fmm::InvalidInput.
fmm::Elements latticeElementsOf(const Scene& scene, const std::vector<fmm::LineComponent>& lines, std::int32_t index,
                                std::size_t elements);

/// One line for people where a ring or a vortex of the scene comes out other than it is asked for, for want of
/// elements: which, and how many it takes; more than 1 % off on a lattice, and without one with a wider core. Empty:
/// none does.
std::string coarsenessOf(const Scene& scene);

}  // namespace app
