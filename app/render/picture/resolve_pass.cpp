#include "render/picture/resolve_pass.h"

#include <utility>

#include "particles/particle_batches.h"

namespace app {
namespace {

// Linear light.
constexpr Colour kElement = {0.45F, 0.85F, 1.00F};
constexpr Colour kElementOnPaper = {0.010F, 0.030F, 0.090F};

}  // namespace

void ResolvePass::draw(const RenderCanvas& canvas, Ground& ground, const Texture& glow, const ResolveInput& input,
                       Program::Defines defines, const std::function<void()>& bind) {
  const bool elements = input.elementHalf.has_value();
  const bool everyTile = elements || input.everyTile;  // who knows where the elements are
  if (elements) defines.emplace_back("ELEMENTS");
  if (input.vorticity != nullptr) defines.emplace_back("VORTICITY");
  if (everyTile) defines.emplace_back("EVERY_TILE");
  for (const std::string& define : input.ground.defines()) defines.push_back(define);
  ground.paint(input.ground, canvas.picture, canvas.framebuffer, canvas.width, canvas.height);
  programs_.with(defines).use();
  glUniform2f(1, 1.0F / static_cast<float>(canvas.coarseWidth * canvas.block),
              1.0F / static_cast<float>(canvas.coarseHeight * canvas.block));
  setGround(input.ground, canvas.width, canvas.height);
  if (input.elementHalf) {
    const Colour& colour = input.ground.background == Background::light ? kElementOnPaper : kElement;
    glUniform1f(3, static_cast<float>(1 / *input.elementHalf));
    glUniform3f(12, colour[0], colour[1], colour[2]);
    canvas.elementDensity.bindStorage(2);
  }
  canvas.density.bindStorage(0);
  glow.bind(0);
  for (const GLuint texture : {0U, 1U, 2U}) glBindSampler(texture, 0);
  if (input.vorticity != nullptr) input.vorticity->bindLight();
  bind();
  canvas.picture.bindImage(0);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT | GL_COMMAND_BARRIER_BIT |
                  GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
  if (everyTile) {
    canvas.lit.bind();
    glDispatchCompute(workGroups(static_cast<std::size_t>(canvas.width), LitTiles::kGroup),
                      workGroups(static_cast<std::size_t>(canvas.height), LitTiles::kGroup), 1);
  } else {
    canvas.lit.dispatch();
  }
  glMemoryBarrier(GL_FRAMEBUFFER_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT |
                  GL_PIXEL_BUFFER_BARRIER_BIT);
  glUseProgram(0);
  checkGl("glDispatchCompute(resolve)");
}

}  // namespace app
