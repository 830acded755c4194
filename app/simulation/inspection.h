#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "fmm/types.h"
#include "fmm/vortex_system.h"
#include "state/flow_state.h"
#include "state/particle_store.h"

namespace app {

/// The camera follows a sample of the elements, every k-th from the first on, so that those on a GPU need not all come
/// to the host for every picture. This k depends on their number alone: the same film comes out every time.
std::size_t sampleStride(std::size_t count);

/// Mean of these positions [L], in their order: the same bits every time. Zero without any.
fmm::Vec3 meanPosition(const std::vector<fmm::Vec3>& positions);

/// Largest distance of a position from `centre` [L].
double extentAbout(fmm::Vec3 centre, const std::vector<fmm::Vec3>& positions);

/// Positions among those of a sample whose strengths are a good part of the largest one.
std::vector<fmm::Vec3> strongPoints(const std::vector<fmm::Vec3>& positions, const std::vector<fmm::Vec3>& strengths);

/// Positions among those of a sample whose elements have a strength to speak of: a stray one without any moves no
/// camera. All of them where none has.
std::vector<fmm::Vec3> countedPoints(const std::vector<fmm::Vec3>& positions, const std::vector<fmm::Vec3>& strengths);

/// The part of a sample of all `count` elements that is of the `first` ones [L].
std::vector<fmm::Vec3> sampleOfFirst(std::size_t first, std::size_t count, const std::vector<fmm::Vec3>& sample);

/// One of the particles of a leaf: an element where it has one.
ParticleName particleOf(const fmm::TreeCell& leaf);

/// The tree of the system's last evaluation. A picked particle is looked up where the stores have it, which hold the
/// system's elements and tracers; one that is no longer there is not picked.
TreePicture inspectTree(const fmm::VortexSystem& system, const std::optional<ParticleName>& picked,
                        const ParticleStore& elements, const ParticleStore& tracers);

}  // namespace app
