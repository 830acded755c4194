#include "render/resolve_pass.h"

#include <utility>

namespace app {

ResolvePass::ResolvePass(std::string fragmentFile)
    : fragmentFile_(std::move(fragmentFile)), vertexArray_(VertexArray::create()) {}

const Program& ResolvePass::variant(const Program::Defines& defines) {
  Program& program = variants_[defines];
  if (!program) program = Program::graphics("tiles.vert", fragmentFile_, defines);
  return program;
}

void ResolvePass::draw(const RenderCanvas& canvas, Ground& ground, const Texture& glow, const ResolveInput& input,
                       Program::Defines defines, const std::function<void()>& bind) {
  if (input.elementHalf) defines.emplace_back("ELEMENTS");
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT);
  ground.paint(input.background, canvas.picture, canvas.framebuffer, canvas.width, canvas.height);
  const PictureTarget target(canvas.framebuffer, canvas.width, canvas.height);
  variant(defines).use();
  glUniform1i(0, canvas.width);
  glUniform2f(1, 1.0F / static_cast<float>(canvas.coarseWidth * canvas.block),
              1.0F / static_cast<float>(canvas.coarseHeight * canvas.block));
  setGround(input.background, canvas.width, canvas.height);
  if (input.elementHalf) {
    glUniform1f(3, static_cast<float>(1 / *input.elementHalf));
    canvas.elementDensity.bindStorage(2);
  }
  canvas.density.bindStorage(0);
  canvas.lit.bindStorage(3);
  glow.bind(0);
  for (const GLuint texture : {0U, 1U, 2U}) glBindSampler(texture, 0);
  bind();
  const auto tileSide = static_cast<float>(2 * kTileSide * canvas.block);
  glUniform2i(6, canvas.tileColumns, canvas.tileRows);
  glUniform2f(7, tileSide / static_cast<float>(canvas.width), tileSide / static_cast<float>(canvas.height));
  glBindVertexArray(vertexArray_.name());
  glDrawArrays(GL_TRIANGLES, 0, 6 * canvas.tileColumns * canvas.tileRows);
  glBindVertexArray(0);
  glUseProgram(0);
  checkGl("glDrawArrays(resolve)");
}

}  // namespace app
