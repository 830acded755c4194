#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "fmm/plane_vortices.h"
#include "fmm/types.h"
#include "fmm/vortex_line.h"
#include "scene/line_list.h"

namespace app {

struct Scene;
class TomlTable;

/// [[vortex]] or [[sheet]] of a plane scene.
struct ScenePatch {
  fmm::PlanePatch patch;
  LineLabel label;
  /// Of a vortex: so many of it, of both signs in turn, at random within `within` of its place [L]; they count as one.
  std::size_t count = 1;
  double within = 0;

  friend bool operator==(const ScenePatch& a, const ScenePatch& b);
};

/// Takes [[vortex]] and [[sheet]], which belong to plane flows alone, as lines of vortices belong to space. Throws
/// UserError.
void readPatches(TomlTable& top, Scene& scene);
std::string formatPatch(const ScenePatch& patch);

/// What the library makes elements of: with a count each vortex of it, by the scene's seed.
std::vector<fmm::PlanePatch> patchesOf(const Scene& scene);
/// Spacing of the lattice on which they start [L]: that of the settings, or by the number of elements.
double patchSpacing(const Scene& scene);
/// Their elements; the ring index is the number of the patch. Throws fmm::InvalidInput.
fmm::Elements patchElements(const Scene& scene);
/// Throws fmm::InvalidInput where there is a point, whose core radius redistribution would replace.
void requireNoPoints(const Scene& scene);
/// coarsenessOf() the patches.
std::string patchCoarseness(const Scene& scene);
/// A circle for each, to count with in place of it: its place, extent and core.
std::vector<fmm::Ring> patchRings(const Scene& scene);

}  // namespace app
