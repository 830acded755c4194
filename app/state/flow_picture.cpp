#include "state/flow_picture.h"

namespace app {

FlowPicture::FlowPicture()
    : tracers_(makeParticleStream()),
      elements_(makeParticleStream()),
      strengths_(makeParticleStream()),
      heat_(makeParticleStream()) {}

void FlowPicture::adopt(const FlowState& state) {
  state_ = &state;
  elementsDue_ = strengthsDue_ = heatDue_ = false;  // in case the copy fails
  thinnedStride_ = 0;
  copyParticles(*state.tracers, *tracers_);
  tags_.load(state.tags);
  trails_.add(*tracers_, tags_, state.time, state.flow);
  elementsDue_ = state.shown.elements;
  strengthsDue_ = state.shown.strengths;
  heatDue_ = state.shown.heat;
}

void FlowPicture::giveBack() {
  for (const auto* store : {&state_->tracers, &state_->elements, &state_->strengths, &state_->heat})
    if (*store) (*store)->giveBack();
}

void FlowPicture::load(const ViewSettings& view) {
  if (view.streaks != trails_.length()) {
    trails_.keep(view.streaks);
    trails_.add(*tracers_, tags_, state_->time, state_->flow);
  }
  if (heatDue_ && showsVorticity(view) && view.vortexBy == VortexQuantity::buoyancy) {
    heatDue_ = false;
    copyParticles(*state_->heat, *heat_);
  }
  const bool strengths = view.arrows || showsVorticity(view) || (view.grid && state_->floor && state_->floor->sticks);
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
  PictureContents shown = {tracers, *state_, elements_.get(), strengths_.get(), &tags, tags_.rings(), tags_.births()};
  shown.heat = heat_.get();
  if (trails_.any()) shown.streaks.emplace(Streaks{trails_, *tracers_, tags_});
  return shown;
}

}  // namespace app
