#include "render/coarse_blur.h"

#include "render/particle_batches.h"

namespace app {
namespace {

constexpr std::size_t kGroup = 64;

}  // namespace

CoarseBlur::CoarseBlur(const std::string& computeFile)
    : rows_(Program::compute(computeFile)), columns_(Program::compute(computeFile, {"VERTICAL"})) {}

void CoarseBlur::draw(const RenderCanvas& canvas, const Buffer& rows, const Texture& result, GLenum format,
                      const std::function<void()>& bindSource, const std::function<void()>& bindMore) {
  const GLuint groups = workGroups(canvas.coarsePixels(), kGroup);
  rows_.use();
  glUniform2i(0, canvas.coarseWidth, canvas.coarseHeight);
  bindSource();
  rows.bindStorage(1);
  glDispatchCompute(groups, 1, 1);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);

  columns_.use();
  glUniform2i(0, canvas.coarseWidth, canvas.coarseHeight);
  glUniform1i(2, canvas.block);
  rows.bindStorage(0);
  bindMore();
  canvas.lit.bind();
  glBindImageTexture(0, result.name(), 0, GL_FALSE, 0, GL_WRITE_ONLY, format);
  glDispatchCompute(groups, 1, 1);
  checkGl("glDispatchCompute(blur)");
}

}  // namespace app
