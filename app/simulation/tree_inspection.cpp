#include "simulation/tree_inspection.h"

#include <cassert>

#include "camera/cell_pick.h"
#include "fmm/settings.h"

namespace app {
namespace {

/// Where a particle is; an image of an element is named by the indices behind those of the elements.
std::optional<fmm::Vec3> positionOf(const ParticleName& name, const fmm::VortexSystem& system,
                                    const ParticleStore& elements, const ParticleStore& tracers) {
  const ParticleStore& store = name.element ? elements : tracers;
  if (name.index < store.count()) return store.position(name.index);
  const std::optional<fmm::GroundPlane>& plane = system.settings().ground;
  if (!name.element || !plane || name.index >= 2 * store.count()) return std::nullopt;
  const fmm::Vec3 x = store.position(name.index - store.count());
  return x - (2 * fmm::height(*plane, x) / fmm::norm(plane->normal)) * plane->normal;
}

}  // namespace

ParticleName particleOf(const fmm::TreeCell& leaf) {
  assert(leaf.elements + leaf.tracers > 0);
  const bool element = leaf.firstElement >= 0;
  return {element, static_cast<std::size_t>(element ? leaf.firstElement : leaf.firstTracer)};
}

TreePicture inspectTree(const fmm::VortexSystem& system, const std::optional<ParticleName>& picked,
                        const ParticleStore& elements, const ParticleStore& tracers) {
  TreePicture picture;
  picture.cells = system.treeCells();
  if (!picked) return picture;
  const std::optional<fmm::Vec3> position = positionOf(*picked, system, elements, tracers);
  if (!position) return picture;
  picture.picked = leafNearest(picture.cells, *position);
  if (picture.picked) picture.near = system.nearCells(*picture.picked);
  return picture;
}

}  // namespace app
