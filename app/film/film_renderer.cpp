#include "film/film_renderer.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numeric>

#include "film/film_format.h"
#include "scene/film_clock.h"

namespace app {
namespace {

/// An offset into the bound buffer as the pointer that OpenGL expects.
void* offsetOf(std::size_t bytes) {
  static_assert(sizeof(void*) == sizeof(std::size_t));
  void* offset = nullptr;
  std::memcpy(&offset, &bytes, sizeof offset);
  return offset;
}

constexpr std::size_t kColours = 4;  // with alpha

/// Calls `copy(from, to)` for each pixel with its indices counted from the bottom row and from the top row.
template <class Copy>
void forEachPixel(int width, int height, const Copy& copy) {
  const auto columns = static_cast<std::size_t>(width), rows = static_cast<std::size_t>(height);
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t x = 0; x < columns; ++x) copy((rows - 1 - row) * columns + x, row * columns + x);
}

}  // namespace

LayerReader::LayerReader(int width, int height, bool linear)
    : width_(width),
      height_(height),
      linear_(linear),
      ring_(pixels() * (linear ? (kColours + 1) * sizeof(float) : kColours)) {}

void LayerReader::start(const Texture& colours, GLuint depth) {
  const std::size_t colourBytes = pixels() * kColours * (linear_ ? sizeof(float) : 1);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, ring_.next());
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glGetTextureImage(colours.name(), 0, GL_RGBA, linear_ ? GL_FLOAT : GL_UNSIGNED_BYTE,
                    static_cast<GLsizei>(colourBytes), nullptr);
  if (linear_)
    glGetTextureImage(depth, 0, GL_RED, GL_FLOAT, static_cast<GLsizei>(pixels() * sizeof(float)),
                      offsetOf(colourBytes));
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  checkGl("glGetTextureImage");
  ring_.sent();
}

Image LayerReader::take() {
  const std::uint8_t* arrived = ring_.take();
  return linear_ ? lightOf(arrived) : bytesOf(arrived);
}

Image LayerReader::bytesOf(const std::uint8_t* arrived) const {
  Image image{width_, height_, std::vector<std::uint8_t>(3 * pixels()), std::vector<std::uint8_t>(pixels())};
  forEachPixel(width_, height_, [&](std::size_t from, std::size_t to) {
    std::copy_n(arrived + kColours * from, 3, image.rgb.data() + 3 * to);
    image.alpha[to] = arrived[kColours * from + 3];
  });
  return image;
}

Image LayerReader::lightOf(const std::uint8_t* arrived) const {
  Image image{width_, height_, {}};
  image.light.resize(Image::kLightParts * pixels());
  const auto* colours = reinterpret_cast<const float*>(arrived);
  const float* depths = colours + kColours * pixels();
  forEachPixel(width_, height_, [&](std::size_t from, std::size_t to) {
    float* light = image.light.data() + Image::kLightParts * to;
    std::copy_n(colours + kColours * from, kColours, light);
    light[kColours] = depths[from];
  });
  return image;
}

namespace {

constexpr Colour kBlack = {0, 0, 0}, kWhite = {1, 1, 1};

ViewSettings over(const Colour& ground, const ViewSettings& view) {
  ViewSettings result = view;
  result.backgroundColour = ground;
  return result;
}

}  // namespace

Matte::Layers layersFor(const RecorderSettings& film) {
  return {film.film.transparent, filmFormatOf(film.path)->linear};
}

SampleOffset lensPlace(int number, int count) {
  constexpr double kGoldenAngle = 2.39996322972865332, kGoldenRatio = 0.618034;
  int leap = std::max(1, static_cast<int>(std::lround(count * kGoldenRatio)));
  while (std::gcd(leap, count) != 1) ++leap;
  const int place = static_cast<int>(static_cast<std::int64_t>(number) * leap % count);
  const double radius = std::sqrt((place + 0.5) / count), angle = place * kGoldenAngle;
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

FilmRenderer::FilmRenderer(const FilmSettings& film, Matte::Layers layers)
    : film_(film),
      shots_(filmShots(film)),
      layers_(layers),
      renderer_(film.size.width, film.size.height, hasLayers() ? PictureUse::work : PictureUse::show) {
  const auto [width, height] = film.size;
  renderer_.setQuality(finished(fullQuality(), film.finish));
  if (hasLayers()) {
    matte_.emplace(width, height, layers);
    layerReader_.emplace(width, height, layers.linear);
  } else {
    reader_.emplace(width, height);
    if (pictures() > 1) supersampler_.emplace(width, height, film.samples());
  }
}

/// The camera with its lens shifted to sample `sample` of each pixel.
Camera FilmRenderer::shifted(const Camera& camera, int sample) const {
  const SampleOffset offset = sampleOffset(sample, film_.samples());
  Camera result = camera;
  result.shiftLens(-2 * offset.x / renderer_.width(), -2 * offset.y / renderer_.height());
  return result;
}

/// Each sample is a picture of its own with the lens shifted by a fraction of a pixel. n^2 pictures of this size give
/// the same result as one of n times the size averaged down, without larger buffers.
void FilmRenderer::draw(const PictureContents& contents, const Camera& camera, const ViewSettings& view) {
  if (shots_ > 1) {
    for (int number = 0; number < shots_; ++number) shoot(contents, camera, view, number);
    return;
  }
  for (int number = 0; number < pictures(); ++number) {
    PictureContents sampled = contents;
    sampled.sample = number;
    drawSample(sampled, shifted(camera, number), view);
  }
  send(contents, camera, view);
}

void FilmRenderer::shoot(const PictureContents& contents, const Camera& camera, const ViewSettings& view, int number) {
  const Shot shot = {number, shots_};
  Camera placed = shifted(camera, number % (film_.samples() * film_.samples()));
  const SampleOffset place = lensPlace(number, shots_);
  const double radius = film_.aperture / 2;
  if (radius > 0)
    placed.moveOnLens(radius * place.x, radius * place.y, film_.focus > 0 ? film_.focus : camera.distance(),
                      static_cast<double>(renderer_.width()) / renderer_.height());
  renderer_.expose(contents, placed, firstOver(view), shot);
  if (!shot.isLast()) return;
  renderer_.develop(contents, camera, firstOver(view));
  if (hasLayers()) addLayers(contents, camera, view);
  send(contents, camera, view);
}

void FilmRenderer::drawSample(const PictureContents& contents, const Camera& camera, const ViewSettings& view) {
  renderer_.draw(contents, camera, firstOver(view));
  if (hasLayers()) addLayers(contents, camera, view);
  if (supersampler_) supersampler_->add(renderer_.picture(), contents.sample);
}

/// A transparent picture is drawn over black, then over white.
ViewSettings FilmRenderer::firstOver(const ViewSettings& view) const {
  return layers_.transparent ? over(kBlack, view) : view;
}

void FilmRenderer::addLayers(const PictureContents& contents, const Camera& camera, const ViewSettings& view) {
  const bool first = contents.sample == 0;
  matte_->add(renderer_.picture(), Matte::black, first);
  if (!layers_.transparent) return;
  renderer_.redraw(contents, camera, over(kWhite, view));
  matte_->add(renderer_.picture(), Matte::white, first);
}

/// Starts the transfer of the picture. Depth comes from a single sample, as distances cannot be averaged.
void FilmRenderer::send(const PictureContents& contents, const Camera& camera, const ViewSettings& view) {
  if (!hasLayers()) return reader_->start(supersampler_ ? supersampler_->mean() : renderer_.picture());
  matte_->finish(pictures(), view.background == Background::light);
  if (layers_.linear) renderer_.drawDepth(contents, camera, view);
  layerReader_->start(matte_->colours(), layers_.linear ? renderer_.depth() : 0);
}

}  // namespace app
