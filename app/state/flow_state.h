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
#include "scene/saved/quantity_grid.h"
#include "scene/saved/seed_line_file.h"
#include "scene/saved/stream_lines.h"
#include "scene/start/framed_points.h"
#include "scene/start/tracer_tags.h"
#include "state/particle_store.h"

namespace app {

/// The solver's tree for a picture.
struct TreePicture {
  std::vector<fmm::TreeCell> cells;   ///< level by level, the root first; empty: no tree
  std::optional<std::size_t> picked;  ///< the leaf chosen in the view
  std::vector<std::size_t> near;      ///< near list of that leaf: ascending, with itself if it has elements
};

/// A particle that identifies a leaf while the tree is rebuilt in every evaluation.
struct ParticleName {
  bool element = true;    ///< else a tracer
  std::size_t index = 0;  ///< in the system's order

  friend bool operator==(const ParticleName& a, const ParticleName& b) {
    return a.element == b.element && a.index == b.index;
  }
};

/// The parts that a flow's state holds besides the tracers. Parts that are off by default cost time with every state,
/// and on a GPU a wait as well, so they are computed only while a view needs them.
struct ShownParts {
  bool elements = true;                    ///< positions and speeds
  bool elementRings = false;               ///< ring of each element in place of its speed
  bool motion = true;                      ///< centroid and extent of the elements
  bool framed = false;                     ///< with `motion`: positions of the strong elements
  bool tags = true;                        ///< tags of the tracers, for colours by ring and age
  bool heat = false;                       ///< of the elements, if they have any
  bool strengths = false;                  ///< strengths of the elements, for arrows and vorticity
  bool wallShear = false;                  ///< elements and strengths if the floor is a no-slip wall in space
  bool tree = false;                       ///< the solver's cells
  bool streamLines = false;                ///< of a plane flow
  std::optional<QuantityWanted> quantity;  ///< on a grid, for slices, surfaces and volumes of it
  fmm::ParticleScalar scalar = fmm::ParticleScalar::speed;  ///< scalar of the tracers, for their colours
  std::optional<ParticleName> picked;                       ///< with `tree`: show the near list of this particle's leaf

  friend bool operator==(const ShownParts& a, const ShownParts& b) {
    return a.elements == b.elements && a.elementRings == b.elementRings && a.motion == b.motion &&
           a.framed == b.framed && a.tags == b.tags && a.strengths == b.strengths && a.heat == b.heat &&
           a.wallShear == b.wallShear && a.tree == b.tree && a.streamLines == b.streamLines &&
           a.quantity == b.quantity && a.scalar == b.scalar && a.picked == b.picked;
  }
  friend bool operator!=(const ShownParts& a, const ShownParts& b) { return !(a == b); }
};

/// Exactly the parts that a picture in this view needs.
ShownParts partsFor(const ViewSettings& view);

/// A body in space at one moment.
struct Solid {
  std::shared_ptr<const fmm::BodySurface> surface;  ///< in the body's own directions, about its centre [L]
  fmm::Vec3 centre;                                 ///< [L]
  std::array<fmm::Vec3, 3> axes;                    ///< the body's own directions
  bool drawing = false;                             ///< no body of the flow
};

/// A flow at one moment, the input of pictures. The computing thread writes it (Flow::show()); another thread may read
/// it while the next state is computed.
struct FlowState {
  ShownParts shown;  ///< which of the parts below are up to date
  double time = 0;   ///< [T]
  std::int64_t steps = 0;
  std::uint64_t flow = 0;  ///< number of the flow and of the order of its tracers, which stays in each
  std::size_t elementCount = 0, tracerCount = 0;
  std::size_t otherTracers = 0;                              ///< tracers of other ranks, which draw them
  std::unique_ptr<ParticleStore> tracers, elements;          ///< null before the first state
  std::unique_ptr<ParticleStore> strengths;                  ///< of the elements; null until first shown
  std::unique_ptr<ParticleStore> heat;                       ///< 0, 0, B and core radii, likewise
  SharedTags tags;                                           ///< of the tracers; a new set only if they changed
  std::shared_ptr<const QuantityGrid> quantity;              ///< null if not shown; the buoyancy if there is none
  TreePicture tree;                                          ///< empty if not shown
  std::optional<Floor> floor;                                ///< of the scene; none before the first state
  std::vector<std::vector<fmm::Vec3>> bodies;                ///< outlines of the bodies in a plane flow [L]
  std::vector<Solid> solids;                                 ///< the bodies in space, then drawings
  std::vector<SeedLine> lines;                               ///< of seeds
  StreamLines streamLines;                                   ///< none if not shown
  ColourTops tops;                                           ///< ends of the colour map if the view leaves them open
  fmm::Regularisation core = fmm::Regularisation::gaussian;  ///< of the elements
  bool plane = false;                                        ///< elements are straight vortices along z
  double spacing = 0;                                        ///< of the lattice that the elements lie on [L]; 0: none
  RingColours ringColours;                                   ///< ring colours set by the scene
  std::uint32_t rings = 0;                                   ///< number of rings among the elements
  double tracerTube = 0;                                     ///< radius of the tube of tracers around each ring [L]
  fmm::Vec3 centroid;                                        ///< fmm::centroid() [L]
  fmm::Vec3 shift;        ///< displacement of the centroid by the flow since its start, without rings that join [L]
  double extent = 0;      ///< largest distance of a sampled element from the centroid [L]
  FramedPoints framed;    ///< of the sample: strong elements to keep in view, if requested
  fmm::Vec3 ringCentre;   ///< mean position of the first ring's sampled elements [L]
  double ringExtent = 0;  ///< largest distance of those elements from ringCentre [L]

  /// Radius of the ball about the centroid that holds the flow [L]; 0: unknown.
  double radius() const { return shown.motion ? extent + tracerTube : 0; }
  /// Number of rings if the elements carry their ring in place of the speed; else 0.
  std::uint32_t elementRings() const { return shown.elementRings ? rings : 0; }
};

/// The flow of pictures that show none.
const FlowState& noFlow();

/// Makes the memory for the particles of a state.
using StoreFactory = std::function<std::unique_ptr<ParticleStore>()>;

}  // namespace app
