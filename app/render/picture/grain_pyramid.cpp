#include "render/picture/grain_pyramid.h"

#include <algorithm>

#include "particles/particle_batches.h"
#include "render/picture/palette.h"

namespace app {
namespace {

constexpr std::size_t kGroup = 8;  // as in grain_pyramid.comp
constexpr int kFewestTexels = 10;  // along the shorter side of the coarsest level

int levelsFor(int width, int height) {
  int levels = 1;
  while ((std::min(width, height) >> levels) >= kFewestTexels) ++levels;
  return levels;
}

void dispatch(int width, int height) {
  glDispatchCompute(workGroups(static_cast<std::size_t>(width), kGroup),
                    workGroups(static_cast<std::size_t>(height), kGroup), 1);
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
}

}  // namespace

void GrainPyramid::resize(const RenderCanvas& canvas) {
  if (canvas.width == width_ && canvas.height == height_ && canvas.tinted == tinted_) return;
  const int levels = levelsFor(dividedUp(canvas.width, 2), dividedUp(canvas.height, 2));
  const int coarsest = 1 << levels;  // pixels; whole texels of it, so that those of all levels lie on each other
  levels_ = MipTexture(canvas.tinted ? GL_RGBA32F : GL_RG32F, dividedUp(canvas.width, coarsest) * coarsest / 2,
                       dividedUp(canvas.height, coarsest) * coarsest / 2, levels);
  guide_ = Texture(GL_RGBA16F, canvas.coarseWidth, canvas.coarseHeight, GL_LINEAR);
  tints_ = canvas.tinted ? Texture(GL_RGBA16F, canvas.coarseWidth, canvas.coarseHeight, GL_LINEAR) : Texture();
  tinted_ = canvas.tinted;
  width_ = canvas.width;
  height_ = canvas.height;
}

void GrainPyramid::build(const RenderCanvas& canvas, const DensityVolume& volume, double unit, double pixelsPerLength) {
  resize(canvas);
  unit_ = unit;
  pixelsPerLength_ = pixelsPerLength;
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT |
                  GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);  // counts, and texels that were read
  const Program::Defines defines = sumDefines(tinted_);
  Program::Defines first = defines;
  first.emplace_back("FIRST");
  pyramid_.with(first).use();
  glUniform2i(0, levels_.width(0), levels_.height(0));
  glUniform2i(1, canvas.width, canvas.height);
  glUniform1f(2, static_cast<float>(1 / unit));
  canvas.density.bindStorage(0);
  if (tinted_) canvas.more.bindStorage(1);
  levels_.bindImage(0, 0);
  dispatch(levels_.width(0), levels_.height(0));
  pyramid_.with(defines).use();
  levels_.bind(0);
  for (int level = 1; level < levels_.levels(); ++level) {
    glUniform2i(0, levels_.width(level), levels_.height(level));
    glUniform1f(1, static_cast<float>(level - 1));
    levels_.bindImage(0, level);
    dispatch(levels_.width(level), levels_.height(level));
  }
  guide(canvas, volume);
  checkGl("glDispatchCompute(grain)");
}

void GrainPyramid::guide(const RenderCanvas& canvas, const DensityVolume& volume) {
  guided_.with(sumDefines(tinted_)).use();
  glUniform2i(0, canvas.coarseWidth, canvas.coarseHeight);
  glUniform1f(1, static_cast<float>(canvas.block));
  setLevels();
  volume.bindFrame();
  guide_.bindImage(0);
  if (tinted_) tints_.bindImage(1);
  dispatch(canvas.coarseWidth, canvas.coarseHeight);
}

/// What grain.glsl reads.
void GrainPyramid::setLevels() const {
  glUniform2f(10, 0.5F / static_cast<float>(levels_.width(0)), 0.5F / static_cast<float>(levels_.height(0)));
  glUniform2f(11, static_cast<float>(pixelsPerLength_), static_cast<float>(levels_.levels()));
  levels_.bind(3);
}

void GrainPyramid::bind(double grain) const {
  setLevels();
  glUniform1f(2, static_cast<float>(1 / unit_));
  glUniform1f(5, static_cast<float>(grain));
  guide_.bind(5);
  if (tinted_) tints_.bind(7);
}

}  // namespace app
