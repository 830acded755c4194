#include "render/picture/matte.h"

#include "particles/particle_batches.h"

namespace app {
namespace {

constexpr std::size_t kGroup = 8;  // as in light_sum.comp and matte.comp

}  // namespace

Matte::Matte(int width, int height, Layers layers)
    : width_(width),
      height_(height),
      layers_(layers),
      sum_(Program::compute("light_sum.comp")),
      matte_("matte.comp"),
      colours_(layers.linear ? GL_RGBA32F : GL_RGBA8, width, height, GL_NEAREST) {
  sums_[black] = Texture(GL_RGBA32F, width, height, GL_NEAREST);
  if (layers.transparent) sums_[white] = Texture(GL_RGBA32F, width, height, GL_NEAREST);
}

void Matte::dispatch() const {
  glBindSampler(0, 0);
  glBindSampler(1, 0);
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
  glDispatchCompute(workGroups(static_cast<std::size_t>(width_), kGroup),
                    workGroups(static_cast<std::size_t>(height_), kGroup), 1);
  glUseProgram(0);
  checkGl("glDispatchCompute(matte)");
}

void Matte::add(GLuint picture, Over ground, bool first) {
  sum_.use();
  glUniform2i(0, width_, height_);
  glUniform1i(1, first ? 1 : 0);
  glBindTextureUnit(0, picture);
  sums_[ground].bindImage(0, GL_READ_WRITE);
  dispatch();
}

void Matte::finish(int samples, bool forPaper) {
  Program::Defines defines;
  if (!layers_.transparent) defines.emplace_back("OPAQUE");
  if (layers_.linear) defines.emplace_back("LINEAR");
  if (layers_.transparent && forPaper) defines.emplace_back("PAPER");
  matte_.with(defines).use();
  glUniform2i(0, width_, height_);
  glUniform1f(1, static_cast<float>(samples));
  sums_[black].bind(0);
  if (layers_.transparent) sums_[white].bind(1);
  colours_.bindImage(0);
  dispatch();
  glMemoryBarrier(GL_TEXTURE_UPDATE_BARRIER_BIT | GL_PIXEL_BUFFER_BARRIER_BIT);
}

}  // namespace app
