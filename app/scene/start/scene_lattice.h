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

// Scenes that start on a lattice, which redistribution requires.

/// The scene with the lattice's spacing and overlap in its settings, as its vortex system needs them. The spacing is
/// the given one; else the one for which initial lines, and later ones without a count of their own, have at most
/// `elements` elements; without such lines givenSpacing(). Scenes without redistribution or without anything stay
/// unchanged. Throws fmm::InvalidInput, also if the scene fixes sigma, which follows from spacing and overlap.
Scene onLattice(Scene scene);

/// The spacing of the scene's lattice [L]; before onLattice() an estimate from the volume of the cores, a few percent
/// off. 0 without redistribution or without anything.
double latticeSpacing(const Scene& scene);

/// Elements of these lines on the scene's lattice; elements below the ground are folded back. The ring indices of the
/// lines start at `index`. `elements` determines the spacing if the scene has none. Throws fmm::InvalidInput.
fmm::Elements latticeElementsOf(const Scene& scene, const std::vector<fmm::LineComponent>& lines, std::int32_t index,
                                std::size_t elements);

/// One line for people if a ring or vortex of the scene starts inaccurately for lack of elements: which one, and how
/// many elements it needs. The limit is an error of 1 % on a lattice, else any widening of the core. Empty if all are
/// accurate.
std::string coarsenessOf(const Scene& scene);

}  // namespace app
