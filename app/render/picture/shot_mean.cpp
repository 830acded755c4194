#include "render/picture/shot_mean.h"

#include <cassert>

#include "state/particle_store.h"

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

namespace {

constexpr int kGroupSide = 8;  // as in supersample.comp

GLuint groups(int pixels) {
  return static_cast<GLuint>((pixels + kGroupSide - 1) / kGroupSide);
}

}  // namespace

SampleOffset sampleOffset(int number, int side) {
  assert(side > 0 && number >= 0 && number < side * side);
  const auto centred = [side](int i) { return (i + 0.5) / side - 0.5; };
  return {centred(number % side), centred(number / side)};
}

Supersampler::Supersampler(int width, int height, int side)
    : width_(width),
      height_(height),
      side_(side),
      program_(Program::compute("supersample.comp")),
      sum_(GL_RGBA32F, width, height, GL_NEAREST),
      mean_(GL_RGBA8, width, height, GL_NEAREST) {}

void Supersampler::add(GLuint picture, int number) {
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
  program_.use();
  glUniform2i(0, width_, height_);
  glUniform2i(1, number, samples());
  glBindTextureUnit(0, picture);
  glBindSampler(0, 0);
  glBindImageTexture(0, sum_.name(), 0, GL_FALSE, 0, GL_READ_WRITE, GL_RGBA32F);
  glBindImageTexture(1, mean_.name(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
  glDispatchCompute(groups(width_), groups(height_), 1);
  glUseProgram(0);
  checkGl("glDispatchCompute(supersample)");
}

}  // namespace app
