#include "render/picture/volume_march.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/type_ptr.hpp>
#include <utility>

#include "render/picture/colour_scale.h"
#include "render/picture/smoke_picture.h"
#include "render/picture/solids.h"

namespace app {
namespace {

constexpr GLuint kGroup = 8;               // as in march.comp
constexpr double kGoldenRatio = 0.618034;  // its multiples modulo 1 are evenly spread
constexpr int kTurns = 16;                 // period of the ray shifts over time

void setUniform(GLint location, const glm::vec3& value) {
  glUniform3fv(location, 1, glm::value_ptr(value));
}

/// The k-th number of the Halton sequence in this base: evenly spread in 0 to 1.
double halton(int k, int base) {
  double sum = 0, part = 1;
  for (; k > 0; k /= base) {
    part /= base;
    sum += part * (k % base);
  }
  return sum;
}

void setRays(const CameraRays& rays, GLint first) {
  const glm::vec3* const values[] = {&rays.eye, &rays.middle, &rays.right, &rays.up};
  for (const glm::vec3* value : values) setUniform(first++, *value);
}

int scaled(int side, double resolution) {
  return std::max(1, static_cast<int>(std::lround(side * resolution)));
}

bool moved(const CameraRays& a, const CameraRays& b) {
  return a.eye != b.eye || a.middle != b.middle || a.right != b.right || a.up != b.up;
}

void dispatch(int width, int height) {
  glDispatchCompute((static_cast<GLuint>(width) + kGroup - 1) / kGroup,
                    (static_cast<GLuint>(height) + kGroup - 1) / kGroup, 1);
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
}

}  // namespace

/// Three rays per two cells if the box is half as high as the picture. More rays would not show more, nor would steps
/// shorter than 1.5 cells (RenderQuality), as counts are spread and smoothed over some cells: at 1280x720 with 65 536
/// tracers, two rays and a step per cell change pictures by 0.0002 of their range on average and by at most 6/255
/// (without tracers; 2/255 with tracers).
double raysPerPixel(const RenderQuality& quality, std::size_t cells, int height) {
  constexpr double kRays = 3, kFewest = 0.2, kMost = 0.6;
  return quality.resolution * std::clamp(kRays * std::cbrt(static_cast<double>(cells)) / height, kFewest, kMost);
}

const Texture& VolumeMarch::imageOf(int width, int height) {
  if (width != width_ || height != height_) {
    image_ = Texture(GL_RGBA16F, width, height, GL_LINEAR);
    width_ = width;
    height_ = height;
  }
  return image_;
}

void VolumeMarch::draw(const DensityVolume& volume, const CameraRays& rays, const ViewSettings& view,
                       const RenderQuality& quality, const Texture& palette, int width, int height, int sample,
                       const Solids* solids) {
  RenderQuality shown = quality;
  if (quality.overTime) shown.resolution = 1;  // resolution of the averaged picture
  const double density = raysPerPixel(shown, volume.cells(), height);
  const int w = scaled(width, density), h = scaled(height, density);
  if (quality.overTime) {
    castOn(scaled(w, quality.resolution), scaled(h, quality.resolution));
    std::swap(image_, before_);  // may have another size
    std::swap(width_, beforeWidth_);
    std::swap(height_, beforeHeight_);
  } else {
    forget();
  }
  imageOf(w, h);
  Program::Defines defines = tintDefines(volume.tinted(), view);
  if (quality.cubic) defines.emplace_back("CUBIC");
  if (quality.overTime) defines.emplace_back("OVER_TIME");
  if (solids != nullptr) defines.emplace_back("SOLIDS");
  programs_.with(defines).use();
  if (solids != nullptr) solids->bindDepths();
  setSmokeLight(view);
  palette.bind(1);
  look(volume, rays, quality, sample);
  if (quality.overTime) keep(rays);
}

/// Marches along the rays with the program in use.
void VolumeMarch::look(const DensityVolume& volume, const CameraRays& rays, const RenderQuality& quality, int sample) {
  const int width = quality.overTime ? freshWidth_ : width_, height = quality.overTime ? freshHeight_ : height_;
  if (quality.overTime) turn_ = (turn_ + 1) % kTurns;
  glUniform2i(0, width, height);
  setRays(rays, 1);
  glUniform1f(5, static_cast<float>(1 / quality.stepsPerCell));
  glUniform1f(6, static_cast<float>(std::fmod((sample + (quality.overTime ? turn_ : 0)) * kGoldenRatio, 1.0)));
  glUniform1f(7, rays.nearest);
  volume.bind();
  (quality.overTime ? fresh_ : image_).bindImage(0);
  if (quality.overTime) {
    setWithin(8);
    seenAt_.bindImage(1);
  }
  dispatch(width, height);
  checkGl("glDispatchCompute(march)");
}

/// Sets the position of this picture's rays within their texels (overTime).
void VolumeMarch::setWithin(GLint location) const {
  glUniform2f(location, static_cast<float>(halton(turn_ + 1, 2)), static_cast<float>(halton(turn_ + 1, 3)));
}

/// Allocates the textures of width x height rays (overTime).
void VolumeMarch::castOn(int width, int height) {
  if (width == freshWidth_ && height == freshHeight_) return;
  fresh_ = Texture(GL_RGBA16F, width, height, GL_LINEAR);
  seenAt_ = Texture(GL_R32F, width, height, GL_NEAREST);
  freshWidth_ = width;
  freshHeight_ = height;
}

/// Blends in the previous pictures.
void VolumeMarch::keep(const CameraRays& rays) {
  if (!reproject_) reproject_ = Program::compute("reproject.comp");
  reproject_->use();
  glUniform2i(0, width_, height_);
  setRays(rays, 1);
  setRays(former_.value_or(rays), 5);
  setWithin(9);
  const bool resized = width_ != beforeWidth_ || height_ != beforeHeight_;
  glUniform1i(10, !former_ || resized || moved(*former_, rays) ? 1 : 0);
  fresh_.bind(0);
  (former_ ? before_ : fresh_).bind(1);
  seenAt_.bind(2);
  image_.bindImage(0);
  dispatch(width_, height_);
  checkGl("glDispatchCompute(reproject)");
  former_ = rays;
}

}  // namespace app
