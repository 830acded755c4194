#include "film/film_renderer.h"

#include "film/film_format.h"

namespace app {
namespace {

constexpr Colour kBlack = {0, 0, 0}, kWhite = {1, 1, 1};

ViewSettings over(const Colour& ground, const ViewSettings& view) {
  ViewSettings result = view;
  result.backgroundColour = ground;
  return result;
}

}  // namespace

Matte::Layers layersFor(const RecorderSettings& film) {
  return {film.transparent, filmFormatOf(film.path)->linear};
}

FilmRenderer::FilmRenderer(int width, int height, int supersampling, Matte::Layers layers)
    : layers_(layers),
      supersampling_(supersampling),
      renderer_(width, height, hasLayers() ? PictureUse::work : PictureUse::show) {
  if (hasLayers()) {
    matte_.emplace(width, height, layers);
    layerReader_.emplace(width, height, layers.linear);
  } else {
    reader_.emplace(width, height);
    if (supersampling > 1) supersampler_.emplace(width, height, supersampling);
  }
}

/// Each sample is a picture of its own with the lens shifted by a part of a pixel: what is drawn n^2 times at this size
/// needs no buffers beyond it, and is the same as a picture of n times the size that is averaged down.
void FilmRenderer::draw(const PictureContents& contents, const Camera& camera, const ViewSettings& view) {
  for (int number = 0; number < supersampling_ * supersampling_; ++number) {
    const SampleOffset offset = sampleOffset(number, supersampling_);
    PictureContents sampled = contents;
    sampled.sample = number;
    Camera shifted = camera;
    shifted.shiftLens(-2 * offset.x / renderer_.width(), -2 * offset.y / renderer_.height());
    drawSample(sampled, shifted, view);
  }
  send(contents, camera, view);
}

void FilmRenderer::drawSample(const PictureContents& contents, const Camera& camera, const ViewSettings& view) {
  if (hasLayers()) return addLayers(contents, camera, view);
  renderer_.draw(contents, camera, view);
  if (supersampler_) supersampler_->add(renderer_.picture(), contents.sample);
}

void FilmRenderer::addLayers(const PictureContents& contents, const Camera& camera, const ViewSettings& view) {
  const bool first = contents.sample == 0;
  renderer_.draw(contents, camera, layers_.transparent ? over(kBlack, view) : view);
  matte_->add(renderer_.picture(), Matte::black, first);
  if (!layers_.transparent) return;
  renderer_.redraw(contents, camera, over(kWhite, view));
  matte_->add(renderer_.picture(), Matte::white, first);
}

/// Sends the picture off. How far away things are is asked of one sample: distances of several do not mix.
void FilmRenderer::send(const PictureContents& contents, const Camera& camera, const ViewSettings& view) {
  if (!hasLayers()) return reader_->start(supersampler_ ? supersampler_->mean() : renderer_.picture());
  matte_->finish(supersampling_ * supersampling_, view.background == Background::light);
  if (layers_.linear) renderer_.drawDepth(contents, camera, view);
  layerReader_->start(matte_->colours(), layers_.linear ? renderer_.depth() : 0);
}

}  // namespace app
