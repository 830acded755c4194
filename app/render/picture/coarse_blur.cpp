#include "render/picture/coarse_blur.h"

#include "particles/particle_batches.h"

namespace app {
namespace {

constexpr std::size_t kGroup = 64;
constexpr int kRun = 4;  // coarse pixels of an invocation, as in gauss_kernel.glsl

/// Starts the program in use for so many lines of coarse pixels.
void dispatch(int lines, int length, const Texture& result, GLenum format) {
  glBindImageTexture(0, result.name(), 0, GL_FALSE, 0, GL_WRITE_ONLY, format);
  glDispatchCompute(
      workGroups(static_cast<std::size_t>(lines) * static_cast<std::size_t>(dividedUp(length, kRun)), kGroup), 1, 1);
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
}

}  // namespace

CoarseBlur::CoarseBlur(const std::string& computeFile)
    : rows_(Program::compute(computeFile)), columns_(Program::compute(computeFile, {"VERTICAL"})) {}

void CoarseBlur::draw(const RenderCanvas& canvas, const Texture& rows, const Texture& result, GLenum format,
                      const std::function<void()>& bindSource, const std::function<void()>& bindMore) {
  rows_.use();
  glUniform2i(0, canvas.coarseWidth, canvas.coarseHeight);
  bindSource();
  dispatch(canvas.coarseHeight, canvas.coarseWidth, rows, format);

  columns_.use();
  glUniform2i(0, canvas.coarseWidth, canvas.coarseHeight);
  glUniform1i(2, canvas.block);
  rows.bind(0);
  bindMore();
  canvas.lit.bind();
  dispatch(canvas.coarseWidth, canvas.coarseHeight, result, format);
  checkGl("glDispatchCompute(blur)");
}

}  // namespace app
