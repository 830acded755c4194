#pragma once

#include "render/particle_stream.h"

namespace app {

/// What a picture shows, besides the camera and how it looks. What is null is left out. The streams must outlive the
/// call of draw() only.
struct PictureContents {
  const ParticleStream& tracers;
  const ParticleStream* elements = nullptr;  ///< looked at only where the view draws elements
  double speedRange = 1;                     ///< [L/T] at the upper end of the colour map where the view leaves it open
  double time = 0;                           ///< of the flow, simulated since the reset [T]
};

}  // namespace app
