#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "fmm/types.h"
#include "fmm/vortex_system.h"
#include "state/flow_state.h"
#include "state/particle_store.h"

namespace app {

/// The camera follows a sample of the elements, every k-th from the first on, so that a GPU need not copy all elements
/// to the host for every picture. k depends only on their number, which makes films reproducible.
std::size_t sampleStride(std::size_t count);

/// Mean of these positions [L], summed in order for reproducible bits. Zero without any.
fmm::Vec3 meanPosition(const std::vector<fmm::Vec3>& positions);

/// Largest distance of a position from `centre` [L].
double extentAbout(fmm::Vec3 centre, const std::vector<fmm::Vec3>& positions);

/// The positions in a sample whose strengths are a considerable part of the largest one.
std::vector<fmm::Vec3> strongPoints(const std::vector<fmm::Vec3>& positions, const std::vector<fmm::Vec3>& strengths);

/// The positions in a sample whose strengths are not negligible, so that a stray weak element does not move the camera.
/// All positions if no element has any strength.
std::vector<fmm::Vec3> countedPoints(const std::vector<fmm::Vec3>& positions, const std::vector<fmm::Vec3>& strengths);

/// The part of a sample of `count` elements that belongs to the `first` ones [L].
std::vector<fmm::Vec3> sampleOfFirst(std::size_t first, std::size_t count, const std::vector<fmm::Vec3>& sample);

/// One of the particles of a leaf, preferably an element.
ParticleName particleOf(const fmm::TreeCell& leaf);

/// The tree of the system's last evaluation. The picked particle is looked up in the stores, which hold the system's
/// elements and tracers; a pick of a particle that is gone is ignored.
TreePicture inspectTree(const fmm::VortexSystem& system, const std::optional<ParticleName>& picked,
                        const ParticleStore& elements, const ParticleStore& tracers);

}  // namespace app
