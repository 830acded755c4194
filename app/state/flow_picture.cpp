#include "state/flow_picture.h"

namespace app {

FlowPicture::FlowPicture()
    : tracers_(makeParticleStream()), elements_(makeParticleStream()), strengths_(makeParticleStream()) {}

void FlowPicture::take(const FlowState& state) {
  state_ = &state;
  elementsDue_ = strengthsDue_ = false;  // in case the copy fails
  thinnedStride_ = 0;
  copyParticles(*state.tracers, *tracers_);
  tags_.load(state.tags);
  elementsDue_ = state.shown.elements;
  strengthsDue_ = state.shown.strengths;
}

void FlowPicture::giveBack() {
  for (const auto* store : {&state_->tracers, &state_->elements, &state_->strengths})
    if (*store) (*store)->giveBack();
}

void FlowPicture::load(const ViewSettings& view) {
  const bool strengths = view.arrows || showsVorticity(view) || (view.grid && state_->floor.sticks);
  if (elementsDue_ && (view.drawElements || strengths)) {
    elementsDue_ = false;  // cleared even if the copy fails, which would repeat in every picture
    copyParticles(*state_->elements, *elements_);
  }
  if (strengthsDue_ && strengths) {
    strengthsDue_ = false;
    copyParticles(*state_->strengths, *strengths_);
  }
}

PictureContents FlowPicture::thinned(std::uint32_t stride) {
  if (!thinned_) thinned_.emplace();
  if (thinnedStride_ != stride) thinned_->pick(*tracers_, state_->tags, stride);
  thinnedStride_ = stride;
  return contentsOf(thinned_->tracers(), thinned_->tags());
}

PictureContents FlowPicture::contents() const {
  return contentsOf(*tracers_, tags_);
}

PictureContents FlowPicture::contentsOf(const ParticleStream& tracers, const TagBuffer& tags) const {
  PictureContents shown{tracers};
  shown.elements = elements_.get();
  shown.strengths = strengths_.get();
  shown.tags = &tags;
  shown.rings = tags_.rings();
  shown.births = tags_.births();
  shown.elementRings = state_->shown.elementRings ? state_->rings : 0;
  shown.tree = &state_->tree;
  shown.floor = &state_->floor;
  if (!state_->bodies.empty()) shown.bodies = &state_->bodies;
  shown.ringColours = &state_->ringColours;
  shown.time = state_->time;
  shown.others = state_->otherTracers;
  shown.tops = state_->tops;
  shown.core = state_->core;
  shown.plane = state_->plane;
  shown.spacing = state_->spacing;
  shown.centre = state_->centroid;
  shown.extent = state_->shown.motion ? state_->extent + state_->tracerTube : 0;
  return shown;
}

}  // namespace app
