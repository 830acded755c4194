#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "scene/view_settings.h"
#include "state/flow_state.h"
#include "state/particle_stream.h"
#include "state/picture_contents.h"
#include "state/thinned_tracers.h"
#include "state/tracer_trails.h"

namespace app {

/// The data that pictures show of a flow at one moment, in OpenGL buffers. Windows and films both go from a state to a
/// picture through this class. All functions are called on the thread of the GL context.
class FlowPicture {
 public:
  FlowPicture();

  /// Adopts tracers and tags of a state, which must not change until the next call. Throws what copyParticles()
  /// throws; the previous picture then stays, as far as it was loaded.
  void adopt(const FlowState& state);
  /// Returns the state of the last adopt() before its writer reuses it: draw nothing until the next take().
  void giveBack();
  /// Loads the element data that a picture in this view shows, unless already loaded. Throws as adopt() does.
  void load(const ViewSettings& view);
  /// Contents for draw(), valid until the next adopt() or load().
  PictureContents contents() const;
  /// The same with one tracer of each `stride`, a power of two; valid until the next adopt(), load() or thinned().
  /// Throws as ThinnedTracers::pick() does.
  PictureContents thinned(std::uint32_t stride);

  /// Where the tracers have been, for streaks; kept from the first load() of a view that draws them.
  const TracerTrails& trails() const { return trails_; }
  TracerTrails& trails() { return trails_; }

  /// Why tracers computed on the GPU are copied through host memory, one line; empty if they are not.
  std::string note() const { return tracers_->note(); }

 private:
  PictureContents contentsOf(const ParticleStream& tracers, const TagBuffer& tags) const;

  std::unique_ptr<ParticleStream> tracers_, elements_, strengths_, heat_;
  TagBuffer tags_;
  TracerTrails trails_;
  std::optional<ThinnedTracers> thinned_;  // made at first use
  std::uint32_t thinnedStride_ = 0;        // stride of thinned_ for the present state; 0: not picked yet
  const FlowState* state_ = &noFlow();
  bool elementsDue_ = false, strengthsDue_ = false, heatDue_ = false;  // data of the state not yet in the streams
};

}  // namespace app
