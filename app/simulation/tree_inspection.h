#pragma once

#include <optional>

#include "fmm/vortex_system.h"
#include "particles/flow_state.h"
#include "particles/particle_store.h"
#include "particles/tree_picture.h"

namespace app {

/// One of the particles of a leaf: an element where it has one.
ParticleName particleOf(const fmm::TreeCell& leaf);

/// The tree of the system's last evaluation. A picked particle is looked up where the stores have it, which hold the
/// system's elements and tracers; one that is no longer there is not picked.
TreePicture inspectTree(const fmm::VortexSystem& system, const std::optional<ParticleName>& picked,
                        const ParticleStore& elements, const ParticleStore& tracers);

}  // namespace app
