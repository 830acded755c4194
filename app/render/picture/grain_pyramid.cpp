#include "render/picture/grain_pyramid.h"

#include <algorithm>

#include "particles/particle_batches.h"

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

GrainPyramid::GrainPyramid()
    : first_(Program::compute("grain_pyramid.comp", {"FIRST"})),
      next_(Program::compute("grain_pyramid.comp")),
      guided_(Program::compute("grain_guide.comp")) {}

void GrainPyramid::resize(const RenderCanvas& canvas) {
  if (canvas.width == width_ && canvas.height == height_) return;
  const int levels = levelsFor(dividedUp(canvas.width, 2), dividedUp(canvas.height, 2));
  const int coarsest = 1 << levels;  // pixels; whole texels of it, so that those of all levels lie on each other
  levels_ = MipTexture(GL_RG32F, dividedUp(canvas.width, coarsest) * coarsest / 2,
                       dividedUp(canvas.height, coarsest) * coarsest / 2, levels);
  guide_ = Texture(GL_RGBA16F, canvas.coarseWidth, canvas.coarseHeight, GL_LINEAR);
  width_ = canvas.width;
  height_ = canvas.height;
}

void GrainPyramid::build(const RenderCanvas& canvas, const DensityVolume& volume, double unit, double pixelsPerLength) {
  resize(canvas);
  unit_ = unit;
  pixelsPerLength_ = pixelsPerLength;
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT |
                  GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);  // counts, and texels that were read
  first_.use();
  glUniform2i(0, levels_.width(0), levels_.height(0));
  glUniform2i(1, canvas.width, canvas.height);
  glUniform1f(2, static_cast<float>(1 / unit));
  canvas.density.bindStorage(0);
  levels_.bindImage(0, 0);
  dispatch(levels_.width(0), levels_.height(0));
  next_.use();
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
  guided_.use();
  glUniform2i(0, canvas.coarseWidth, canvas.coarseHeight);
  glUniform1f(1, static_cast<float>(canvas.block));
  setLevels();
  volume.bindFrame();
  glBindImageTexture(0, guide_.name(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA16F);
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
}

}  // namespace app
