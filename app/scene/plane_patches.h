#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "fmm/plane_vortices.h"
#include "fmm/types.h"
#include "fmm/vortex_line.h"
#include "scene/body_places.h"
#include "scene/line_list.h"

namespace app {

struct Scene;
class TomlTable;

/// [[vortex]] or [[sheet]] of a plane scene.
struct ScenePatch {
  fmm::PlanePatch patch;
  LineLabel label;
  /// Of a vortex: number of copies with alternating signs, random within `within` of its position [L]; they count as
  /// one.
  std::size_t count = 1;
  double within = 0;

  friend bool operator==(const ScenePatch& a, const ScenePatch& b);
};

/// Reads [[vortex]] and [[sheet]], which only plane flows may have, and refuses lines there and vortices in `bodies`.
/// Throws UserError.
void readPatches(TomlTable& top, const BodyPlaces& bodies, Scene& scene);
std::string formatPatch(const ScenePatch& patch);

/// The library's patches of a scene; copies of a vortex are placed by the scene's seed.
std::vector<fmm::PlanePatch> patchesOf(const Scene& scene);
/// Spacing of their lattice [L]: that of the settings, or from the number of elements.
double patchSpacing(const Scene& scene);
/// Their elements; the ring index is the patch's number. Throws fmm::InvalidInput.
fmm::Elements patchElements(const Scene& scene);
/// Throws fmm::InvalidInput for a point vortex, whose core radius redistribution would replace.
void requireNoPoints(const Scene& scene);
/// coarsenessOf() the patches.
std::string patchCoarseness(const Scene& scene);
/// The circle about a patch, as a ring across z: its position, extent, core and circulation.
fmm::Ring circleAbout(const ScenePatch& patch);
/// circleAbout() all patches, for estimates.
std::vector<fmm::Ring> patchRings(const Scene& scene);
/// The patch's name, else its kind and number as in the scene's file: "vortex 2".
std::string patchName(const Scene& scene, std::size_t index);

}  // namespace app
