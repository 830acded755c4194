#pragma once

#include <cstddef>
#include <optional>

#include "fmm/vortex_system.h"
#include "particles/particle_store.h"
#include "particles/tree_look.h"

namespace app {

/// A particle of the flow, by which a leaf is remembered while the tree is built anew with every evaluation.
struct ParticleName {
  bool element = true;    ///< else a tracer
  std::size_t index = 0;  ///< in the system's order

  friend bool operator==(const ParticleName& a, const ParticleName& b) {
    return a.element == b.element && a.index == b.index;
  }
};

/// One of the particles of a leaf: an element where it has one.
ParticleName particleOf(const fmm::TreeCell& leaf);

/// What of the solver's inside is published beside the particles. Each takes time with every state, on the GPU a wait
/// for it besides; so nothing is until someone looks.
struct Insight {
  bool strengths = false;                                   ///< of the elements, for arrows
  bool tree = false;                                        ///< its cells
  fmm::ParticleScalar scalar = fmm::ParticleScalar::speed;  ///< of the tracers, for their colours
  std::optional<ParticleName> picked;  ///< with `tree`: the near list of the leaf that has this particle

  friend bool operator==(const Insight& a, const Insight& b) {
    return a.strengths == b.strengths && a.tree == b.tree && a.picked == b.picked && a.scalar == b.scalar;
  }
  friend bool operator!=(const Insight& a, const Insight& b) { return !(a == b); }
};

/// The tree of the system's last evaluation. A picked particle is looked up where the stores have it, which hold the
/// system's elements and tracers; one that is no longer there is not picked.
TreeLook lookAtTree(const fmm::VortexSystem& system, const std::optional<ParticleName>& picked,
                    const ParticleStore& elements, const ParticleStore& tracers);

}  // namespace app
