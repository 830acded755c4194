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

/// What a picture shows, besides the camera and how it looks. What is null is left out. The streams must outlive the
/// call of draw() only.
struct PictureContents {
  const ParticleStream& tracers;
  const ParticleStream* elements = nullptr;  ///< looked at only where the view draws elements or arrows
  ColourTops tops = {};  ///< of the colour map where the view leaves them open; the tracers have what its colours say
  double time = 0;       ///< of the flow, simulated since the reset [T]
  const TagBuffer* tags = nullptr;  ///< of the tracers: what colours by ring and age need
  fmm::Vec3 centre = {};            ///< of the ball that holds the flow [L]
  double extent = 0;                ///< radius of that ball [L]; 0: not known
  /// Of a picture that is drawn several times with the lens shifted by parts of a pixel, to be averaged. Beyond the
  /// first, 0, particles and view are those of the last draw(): its exposure holds, and so does what it made of them.
  int sample = 0;
  const ParticleStream* strengths = nullptr;  ///< of the elements: alpha and core radius; for arrows and the vorticity
  fmm::Regularisation core = fmm::Regularisation::gaussian;  ///< of the elements
  bool plane = false;                                        ///< they are straight vortices along z
  const TreePicture* tree = nullptr;                         ///< for boxes of its cells
  const Floor* floor = nullptr;                              ///< for a grid and the axes' length
  const RingColours* ringColours = nullptr;                  ///< that the scene gives; may be empty
  std::size_t others = 0;          ///< tracers that other ranks add to the picture (PictureSum)
  std::uint32_t rings = 0;         ///< that the tracers of all ranks tell apart; 0: those of `tags`
  Births births = {};              ///< of all tracers
  bool groundLeftOut = false;      ///< the picture is to have none: squares show where it would be
  std::uint32_t elementRings = 0;  ///< so many rings the elements tell apart, in the place of speeds; 0: they do not

  std::size_t tracerTotal() const { return tracers.count() + others; }
};

}  // namespace app
