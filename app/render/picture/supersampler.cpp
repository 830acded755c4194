#include "render/picture/supersampler.h"

#include <cassert>

namespace app {
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
