#include "film/film_renderer.h"

namespace app {

FilmRenderer::FilmRenderer(int width, int height, int supersampling)
    : renderer_(width, height), reader_(width, height) {
  if (supersampling > 1) supersampler_.emplace(width, height, supersampling);
}

/// Each sample is a picture of its own with the lens shifted by a part of a pixel: what is drawn n^2 times at this size
/// needs no buffers beyond it, and is the same as a picture of n times the size that is averaged down.
void FilmRenderer::draw(const PictureContents& contents, const Camera& camera, const ViewSettings& view) {
  if (!supersampler_) {
    renderer_.draw(contents, camera, view);
    return reader_.start(renderer_.picture());
  }
  for (int number = 0; number < supersampler_->samples(); ++number) {
    const SampleOffset offset = sampleOffset(number, supersampler_->side());
    PictureContents sampled = contents;
    sampled.sample = number;
    Camera shifted = camera;
    shifted.shiftLens(-2 * offset.x / renderer_.width(), -2 * offset.y / renderer_.height());
    renderer_.draw(sampled, shifted, view);
    supersampler_->add(renderer_.picture(), number);
  }
  reader_.start(supersampler_->mean());
}

}  // namespace app
