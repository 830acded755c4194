#include "render/picture/shot_mean.h"

#include "particles/particle_batches.h"

namespace app {
namespace {

constexpr std::size_t kGroup = 8;  // as in shot_mean.comp

}  // namespace

void ShotMean::add(const Texture& shot, int width, int height, Shot number) {
  if (!program_) program_ = Program::compute("shot_mean.comp");
  if (width != width_ || height != height_) {
    sum_ = Texture(GL_RGBA32F, width, height, GL_NEAREST);
    width_ = width;
    height_ = height;
  }
  program_.use();
  glUniform2i(0, width, height);
  glUniform2i(1, number.number, number.count);
  sum_.bindImage(0, GL_READ_WRITE);
  shot.bindImage(1, GL_READ_WRITE);
  glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
  glDispatchCompute(workGroups(static_cast<std::size_t>(width), kGroup),
                    workGroups(static_cast<std::size_t>(height), kGroup), 1);
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
  checkGl("glDispatchCompute(shot_mean)");
}

}  // namespace app
