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

namespace app {

/// What pictures show of a flow at one moment, in the buffers of OpenGL: the only way from a state to a picture, for
/// the window and for films. All functions are called on the thread of the GL context.
class FlowPicture {
 public:
  FlowPicture();

  /// Takes tracers and tags over from a state, which stays as it is until the next call. Throws what copyParticles()
  /// throws; the picture before stays then, as far as it was drawn from.
  void take(const FlowState& state);
  /// Hands the state back that was taken last, before its writer has it again: nothing is drawn before the next take().
  void giveBack();
  /// Takes over what a picture in this view shows of the elements, unless it is there already. Throws as take() does.
  void load(const ViewSettings& view);
  /// For draw(); holds until the next take() or load().
  PictureContents contents() const;
  /// The same with one tracer out of each `stride`, a power of two; holds until the next call, too. Throws as
  /// ThinnedTracers::pick() does.
  PictureContents thinned(std::uint32_t stride);

  /// Why tracers take the way through host memory though the GPU computes them, one line; empty if they do not.
  std::string note() const { return tracers_->note(); }

 private:
  PictureContents contentsOf(const ParticleStream& tracers, const TagBuffer& tags) const;

  std::unique_ptr<ParticleStream> tracers_, elements_, strengths_;
  TagBuffer tags_;
  std::optional<ThinnedTracers> thinned_;  // made when it is first needed ...
  std::uint32_t thinnedStride_ = 0;        // ... with what it has of the present state; 0: nothing
  FlowState none_;                         // shown before there is any
  const FlowState* state_ = &none_;
  bool elementsDue_ = false, strengthsDue_ = false;  // the state has others than the streams
};

}  // namespace app
