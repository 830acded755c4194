#include "film/frame_maker.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

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
      renderer_(settings.film, settings.layers) {}

void FrameMaker::shareWith(fmm::Ranks& ranks) {
  renderer_.shareWith(&ranks_.emplace(ranks, deviceFor(settings_).has_value()));
}

std::string FrameMaker::note() {
  std::string note = picture_.note();
  if (state_.quantity && !state_.quantity->unknown.empty())
    note += (note.empty() ? "" : "; ") + state_.quantity->unknown;
  if (ranks_ && ranks_->goesRound() && pictures_ > 0)
    note += fmt::format(
        "{}pictures of all GPUs are summed on the hosts, {:.0f} ms of messages a picture: not all ranks have "
        "libnccl.so.2 and memory shared by OpenGL and CUDA; one GPU is faster",
        note.empty() ? "" : "; ", 1e3 * ranks_->seconds() / static_cast<double>(pictures_));
  return note;
}

void FrameMaker::load(Flow& flow, const Framing& framing) {
  framing_ = framing;
  picture_.giveBack();
  flow.show(state_, partsFor(settings_.view));
  picture_.adopt(state_);
  picture_.load(settings_.view);
}

Camera FrameMaker::cameraAt(double frame) const {
  Camera camera(settings_.camera.at(frame / settings_.film.framesPerSecond));
  const double aspect = static_cast<double>(settings_.film.size.width) / settings_.film.size.height;
  if (settings_.view.follow) camera.follow(state_.shift);
  if (framing_.known()) camera = framing_.framed(camera, aspect);
  return openedFor(camera, aspect);
}

PictureContents FrameMaker::contents() {
  PictureContents contents = picture_.contents();
  if (ranks_) contents.rings = ranks_->largest(contents.tags->rings());
  if (ranks_ && settings_.view.colourBy == ColourBy::age)
    contents.births = ranks_->widest(contents.tracers.count() > 0 ? std::optional(contents.births) : std::nullopt);
  return contents;
}

void FrameMaker::shoot(std::int64_t number) {
  const double lead = (filmShots(settings_.film) - 1 - shot_) * settings_.shotGap;
  renderer_.shoot(contents(), cameraAt(static_cast<double>(number) - lead), settings_.view, shot_);
  shot_ = shot_ + 1 < filmShots(settings_.film) ? shot_ + 1 : 0;
}

void FrameMaker::draw(std::int64_t number) {
  ++pictures_;
  if (shot_ > 0) return shoot(number);
  renderer_.draw(contents(), cameraAt(static_cast<double>(number)), settings_.view);
}

}  // namespace app
