#include "render/picture/volume_march.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/type_ptr.hpp>

#include "render/picture/smoke_light.h"

namespace app {
namespace {

constexpr GLuint kGroup = 8;               // as in march.comp
constexpr double kGoldenRatio = 0.618034;  // parts of it are spread evenly

void setUniform(GLint location, const glm::vec3& value) {
  glUniform3fv(location, 1, glm::value_ptr(value));
}

int scaled(int side, double resolution) {
  return std::max(1, static_cast<int>(std::lround(side * resolution)));
}

}  // namespace

/// Three to two cells where the box is half as high as the picture. More would not show
/// more, nor would steps shorter than 1.5 cells (RenderQuality), as counts are shared out and smoothed over some cells:
/// at 1280x720 with 65 536 tracers two rays and a step a cell change pictures by 0.0002 of their range on the mean and
/// by 6/255 at most (without tracers; 2/255 with them).
double raysPerPixel(const RenderQuality& quality, std::size_t cells, int height) {
  constexpr double kRays = 3, kFewest = 0.2, kMost = 0.6;
  return quality.resolution * std::clamp(kRays * std::cbrt(static_cast<double>(cells)) / height, kFewest, kMost);
}

VolumeMarch::VolumeMarch() : program_(Program::compute("march.comp")) {}

const Texture& VolumeMarch::imageOf(int width, int height) {
  if (width != width_ || height != height_) {
    image_ = Texture(GL_RGBA16F, width, height, GL_LINEAR);
    width_ = width;
    height_ = height;
  }
  return image_;
}

void VolumeMarch::draw(const DensityVolume& volume, const CameraRays& rays, const ViewSettings& view,
                       const RenderQuality& quality, const Texture& palette, int width, int height, int sample) {
  const double density = raysPerPixel(quality, volume.cells(), height);
  const int w = scaled(width, density), h = scaled(height, density);
  imageOf(w, h);
  program_.use();
  glUniform2i(0, w, h);
  setUniform(1, rays.eye);
  setUniform(2, rays.middle);
  setUniform(3, rays.right);
  setUniform(4, rays.up);
  glUniform1f(5, static_cast<float>(1 / quality.stepsPerCell));
  glUniform1f(6, static_cast<float>(std::fmod(sample * kGoldenRatio, 1.0)));
  glUniform1f(7, rays.nearest);
  setSmokeLight(view);
  volume.bind();
  palette.bind(1);
  glBindImageTexture(0, image_.name(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA16F);
  glDispatchCompute((static_cast<GLuint>(w) + kGroup - 1) / kGroup, (static_cast<GLuint>(h) + kGroup - 1) / kGroup, 1);
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
  checkGl("glDispatchCompute(march)");
}

}  // namespace app
