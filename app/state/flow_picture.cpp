#include "state/flow_picture.h"

namespace app {

FlowPicture::FlowPicture()
    : tracers_(makeParticleStream()), elements_(makeParticleStream()), strengths_(makeParticleStream()) {}

void FlowPicture::adopt(const FlowState& state) {
  state_ = &state;
  elementsDue_ = strengthsDue_ = false;  // in case the copy fails
  thinnedStride_ = 0;
  copyParticles(*state.tracers, *tracers_);
  tags_.load(state.tags);
  trails_.add(*tracers_, tags_, state.time, state.flow);
  elementsDue_ = state.shown.elements;
  strengthsDue_ = state.shown.strengths;
}

void FlowPicture::giveBack() {
  for (const auto* store : {&state_->tracers, &state_->elements, &state_->strengths})
    if (*store) (*store)->giveBack();
}

void FlowPicture::load(const ViewSettings& view) {
  if (view.streaks != trails_.length()) {
    trails_.keep(view.streaks);
    trails_.add(*tracers_, tags_, state_->time, state_->flow);
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
  if (trails_.any()) shown.streaks.emplace(Streaks{trails_, *tracers_, tags_});
  return shown;
}

}  // namespace app
