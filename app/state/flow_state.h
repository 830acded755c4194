#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "fmm/tree_view.h"
#include "fmm/types.h"
#include "fmm/vortex_system.h"
#include "scene/colour_quantity.h"
#include "scene/floor.h"
#include "scene/line_list.h"
#include "scene/start/framed_points.h"
#include "scene/start/tracer_tags.h"
#include "state/particle_store.h"

namespace app {

/// The solver's tree as a picture shows it.
struct TreePicture {
  std::vector<fmm::TreeCell> cells;   ///< level by level, the root first; empty: there is none
  std::optional<std::size_t> picked;  ///< the leaf that is looked at
  std::vector<std::size_t> near;      ///< its near list: leaves, ascending, itself among them if it has elements
};

/// A particle of the flow, by which a leaf is remembered while the tree is built anew with every evaluation.
struct ParticleName {
  bool element = true;    ///< else a tracer
  std::size_t index = 0;  ///< in the system's order

  friend bool operator==(const ParticleName& a, const ParticleName& b) {
    return a.element == b.element && a.index == b.index;
  }
};

/// What a flow's state is to hold beside the tracers. What is off by default takes time with every state, on a GPU a
/// wait for it besides; so it is there only while someone looks.
struct ShownParts {
  bool elements = true;                                     ///< positions and speeds
  bool elementRings = false;                                ///< the rings that they are of, in place of speeds
  bool motion = true;                                       ///< where the elements are in the mean, and how far apart
  bool framed = false;                                      ///< with `motion`: where the strong ones are
  bool tags = true;                                         ///< of the tracers: what colours by ring and age need
  bool strengths = false;                                   ///< of the elements, for arrows
  bool tree = false;                                        ///< the solver's cells
  fmm::ParticleScalar scalar = fmm::ParticleScalar::speed;  ///< of the tracers, for their colours
  std::optional<ParticleName> picked;  ///< with `tree`: the near list of the leaf that has this particle

  friend bool operator==(const ShownParts& a, const ShownParts& b) {
    return a.elements == b.elements && a.elementRings == b.elementRings && a.motion == b.motion &&
           a.framed == b.framed && a.tags == b.tags && a.strengths == b.strengths && a.tree == b.tree &&
           a.scalar == b.scalar && a.picked == b.picked;
  }
  friend bool operator!=(const ShownParts& a, const ShownParts& b) { return !(a == b); }
};

/// What a picture in this view is made from, and nothing else.
ShownParts partsFor(const ViewSettings& view);

/// A flow at one moment, as pictures are made from it. The thread that computes writes it (Flow::show()); while the
/// next one is computed another thread may read it.
struct FlowState {
  ShownParts shown;  ///< what of the parts below is of this moment
  double time = 0;   ///< [T]
  std::int64_t steps = 0;
  std::size_t elementCount = 0, tracerCount = 0;
  std::size_t otherTracers = 0;                              ///< of other ranks, which show them
  std::unique_ptr<ParticleStore> tracers, elements;          ///< null before the first state
  std::unique_ptr<ParticleStore> strengths;                  ///< of the elements; null until they are first shown
  SharedTags tags;                                           ///< of the tracers; another set only where these changed
  TreePicture tree;                                          ///< empty where it is not shown
  Floor floor;                                               ///< of the scene
  ColourTops tops;                                           ///< of the colour map where the view leaves them open
  fmm::Regularisation core = fmm::Regularisation::gaussian;  ///< of the elements
  bool plane = false;                                        ///< they are straight vortices along z
  RingColours ringColours;                                   ///< that the scene gives
  std::uint32_t rings = 0;                                   ///< that the elements are of
  double tracerTube = 0;                                     ///< how far tracers start from the elements [L]
  fmm::Vec3 centroid;                                        ///< fmm::centroid() [L]
  fmm::Vec3 shift;        ///< by which the flow has moved the centroid since its start; rings that join do not [L]
  double extent = 0;      ///< largest distance of an element of the sample from the centroid [L]
  FramedPoints framed;    ///< of the sample, what pictures are to keep in sight, where that is asked for
  fmm::Vec3 ringCentre;   ///< mean position of the first ring's part of the sample [L]
  double ringExtent = 0;  ///< largest distance of those elements from it [L]
};

/// Makes the memory for the particles of a state.
using StoreFactory = std::function<std::unique_ptr<ParticleStore>()>;

}  // namespace app
