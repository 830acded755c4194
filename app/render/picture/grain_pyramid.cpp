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
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
}

}  // namespace

GrainPyramid::GrainPyramid()
    : first_(Program::compute("grain_pyramid.comp", {"FIRST"})), next_(Program::compute("grain_pyramid.comp")) {}

void GrainPyramid::resize(const RenderCanvas& canvas) {
  if (canvas.width == width_ && canvas.height == height_) return;
  const int w = dividedUp(canvas.width, 2), h = dividedUp(canvas.height, 2);
  levels_ = MipTexture(GL_RG32F, w, h, levelsFor(w, h));
  width_ = canvas.width;
  height_ = canvas.height;
}

void GrainPyramid::build(const RenderCanvas& canvas, double unit) {
  resize(canvas);
  unit_ = unit;
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
  checkGl("glDispatchCompute(grain)");
}

void GrainPyramid::bind(double grain, double pixelsPerLength) const {
  glUniform1f(2, static_cast<float>(1 / unit_));
  glUniform3f(5, static_cast<float>(grain), static_cast<float>(pixelsPerLength), static_cast<float>(levels_.levels()));
  glUniform2f(10, 0.5F / static_cast<float>(levels_.width(0)), 0.5F / static_cast<float>(levels_.height(0)));
  levels_.bind(3);
}

}  // namespace app
