#pragma once

#include <cstddef>
#include <cstdint>

#include "fmm/settings.h"
#include "fmm/types.h"
#include "scene/colour_quantity.h"
#include "scene/floor.h"
#include "scene/line_list.h"
#include "state/flow_state.h"
#include "state/particle_stream.h"
#include "state/thinned_tracers.h"

namespace app {

/// The contents of a picture, without camera and style. Null members are left out. The streams must outlive the call of
/// draw() only.
struct PictureContents {
  const ParticleStream& tracers;
  const ParticleStream* elements = nullptr;  ///< for elements, arrows, vorticity and wall shear
  ColourTops tops = {};             ///< ends of the colour map if the view leaves them open; tracers carry its scalar
  double time = 0;                  ///< simulated time since the reset [T]
  const TagBuffer* tags = nullptr;  ///< tags of the tracers, for colours by ring and age
  fmm::Vec3 centre = {};            ///< centre of the ball that holds the flow [L]
  double extent = 0;                ///< radius of that ball [L]; 0: unknown
  /// Index of a supersample: the picture is drawn several times with the lens shifted by parts of a pixel, then
  /// averaged. Beyond sample 0, particles and view must be those of the last draw(); exposure and volumes are reused.
  int sample = 0;
  const ParticleStream* strengths = nullptr;  ///< of the elements: alpha and core radius; not for elements alone
  fmm::Regularisation core = fmm::Regularisation::gaussian;  ///< of the elements
  bool plane = false;                                        ///< elements are straight vortices along z
  double spacing = 0;                                        ///< of the lattice that the elements lie on [L]; 0: none
  const TreePicture* tree = nullptr;                         ///< to draw the boxes of its cells
  const std::vector<std::vector<fmm::Vec3>>* bodies = nullptr;  ///< outlines of bodies in a plane flow [L]
  const Floor* floor = nullptr;                                 ///< for the grid and the length of the axes
  const RingColours* ringColours = nullptr;                     ///< set by the scene; may be empty
  std::size_t others = 0;          ///< tracers that other ranks add to the picture (PictureSum)
  std::uint32_t rings = 0;         ///< number of rings among the tracers of all ranks; 0: as `tags` has it
  Births births = {};              ///< of all tracers
  bool groundLeftOut = false;      ///< leave the ground out: a chequerboard stands for it
  std::uint32_t elementRings = 0;  ///< number of rings if elements carry their ring in place of the speed; else 0

  std::size_t tracerTotal() const { return tracers.count() + others; }
};

}  // namespace app
