#include "render/picture/coarse_blur.h"

#include "state/particle_store.h"

namespace app {
namespace {

constexpr std::size_t kBlurGroup = 64;
constexpr int kRun = 4;  // coarse pixels per invocation, as in gauss_kernel.glsl

/// Dispatches the program in use for `lines` lines of coarse pixels.
void blurAlong(int lines, int length, const Texture& result) {
  result.bindImage(0);
  glDispatchCompute(
      workGroups(static_cast<std::size_t>(lines) * static_cast<std::size_t>(dividedUp(length, kRun)), kBlurGroup), 1,
      1);
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
}

}  // namespace

void CoarseBlur::draw(const RenderCanvas& canvas, const Texture& rows, const Texture& result, Program::Defines defines,
                      const std::function<void()>& bindSource, const std::function<void()>& bindMore) {
  programs_.with(defines).use();
  glUniform2i(0, canvas.coarseWidth, canvas.coarseHeight);
  bindSource();
  blurAlong(canvas.coarseHeight, canvas.coarseWidth, rows);

  defines.emplace_back("VERTICAL");
  programs_.with(defines).use();
  glUniform2i(0, canvas.coarseWidth, canvas.coarseHeight);
  glUniform1i(2, canvas.block);
  rows.bind(0);
  bindMore();
  canvas.lit.bind();
  blurAlong(canvas.coarseWidth, canvas.coarseHeight, result);
  checkGl("glDispatchCompute(blur)");
}

}  // namespace app
