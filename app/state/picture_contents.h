#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "state/flow_state.h"
#include "state/particle_stream.h"
#include "state/thinned_tracers.h"
#include "state/tracer_trails.h"

namespace app {

/// The recent paths of tracers, which end where these are.
struct Streaks {
  const TracerTrails& trails;
  const ParticleStream& tracers;
  const TagBuffer& tags;
};

/// The contents of a picture, without camera and style. Null members are left out. Streams and flow must outlive the
/// call of draw() only.
struct PictureContents {
  const ParticleStream& tracers;
  const FlowState& flow = noFlow();           ///< its particles and tags lie in the streams here, perhaps thinned
  const ParticleStream* elements = nullptr;   ///< for elements, arrows, vorticity and wall shear
  const ParticleStream* strengths = nullptr;  ///< of the elements: alpha and core radius; not for elements alone
  const TagBuffer* tags = nullptr;            ///< tags of the tracers, for colours by ring and age
  std::uint32_t rings = 0;                    ///< number of rings among the tracers of all ranks; 0: as `tags` has it
  Births births = {};                         ///< of the tracers of all ranks
  /// Index of a supersample: the picture is drawn several times with the lens shifted by parts of a pixel, then
  /// averaged. Beyond sample 0, particles and view must be those of the last draw(); exposure and volumes are reused.
  int sample = 0;
  bool groundLeftOut = false;            ///< leave the ground out: a chequerboard stands for it
  std::optional<Streaks> streaks = {};   ///< of all tracers
  const ParticleStream* heat = nullptr;  ///< of the elements, for the buoyancy: 0, 0, B and core radius

  std::size_t tracerTotal() const { return tracers.count() + flow.otherTracers; }
};

}  // namespace app
