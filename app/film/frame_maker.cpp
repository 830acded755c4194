#include "film/frame_maker.h"

#include <optional>

#include "fmm/cuda.h"

namespace app {
namespace {

std::optional<int> deviceFor(const FrameSettings& settings) {
  if (!settings.cuda || !fmm::cudaBackendAvailable()) return std::nullopt;
  return fmm::cudaDevice().ordinal;
}

}  // namespace

FrameMaker::FrameMaker(const FrameSettings& settings)
    : settings_(settings),
      context_(deviceFor(settings)),
      rendererName_(glRendererName()),
      renderer_(settings.width, settings.height, settings.supersampling, settings.layers) {}

void FrameMaker::shareWith(fmm::Ranks& ranks) {
  renderer_.shareWith(&ranks_.emplace(ranks));
}

void FrameMaker::load(Flow& flow) {
  picture_.giveBack();
  flow.show(state_, partsFor(settings_.view));
  picture_.take(state_);
  picture_.load(settings_.view);
}

void FrameMaker::draw(std::int64_t number) {
  Camera camera(settings_.camera.at(static_cast<double>(number) / settings_.framesPerSecond));
  if (settings_.view.follow) camera.follow(state_.shift);
  PictureContents contents = picture_.contents();
  if (ranks_) contents.rings = ranks_->largest(contents.tags->rings());
  renderer_.draw(contents, camera, settings_.view);
}

}  // namespace app
