#include "render/picture/resolve_pass.h"

#include <utility>

#include "render/picture/streak_splat.h"
#include "state/particle_store.h"

namespace app {
namespace {

constexpr int kSurveyGroups = 64;

}  // namespace

Exposure::Exposure(const Program::Defines& defines)
    : survey_(Program::compute("survey.comp", defines)),
      measure_(Program::compute("exposure.comp", defines)),
      groupSums_(kSurveyGroups * 2 * sizeof(float)),
      factor_(sizeof(float)) {}

void Exposure::fix(double factor) {
  const auto fixed = static_cast<float>(factor);
  factor_.write(&fixed, sizeof(fixed));
}

void Exposure::measure(std::size_t pixels, double brightness, double reference, const std::function<void()>& bind) {
  survey_.use();
  glUniform1i(0, static_cast<GLint>(pixels));
  bind();
  groupSums_.bindStorage(1);
  glDispatchCompute(kSurveyGroups, 1, 1);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);

  measure_.use();
  glUniform1i(0, kSurveyGroups);
  glUniform1f(1, static_cast<float>(brightness));
  glUniform1f(2, static_cast<float>(reference));
  groupSums_.bindStorage(0);
  factor_.bindStorage(1);
  glDispatchCompute(1, 1, 1);
  checkGl("glDispatchCompute(exposure)");
}

namespace {

// Linear light.
constexpr Colour kElement = {0.45F, 0.85F, 1.00F};
constexpr Colour kElementOnPaper = {0.010F, 0.030F, 0.090F};

void bindStreaks(const RenderCanvas& canvas, const ResolveInput& input) {
  glUniform1f(13, static_cast<float>(1 / (StreakSplat::kUnit * input.shots)));
  canvas.streaks.bindStorage(4);
  canvas.moreStreaks.bindStorage(6);
  input.streaks->bindStorage(7);
}

}  // namespace

void ResolvePass::draw(const RenderCanvas& canvas, Ground& ground, const Texture& glow, const ResolveInput& input,
                       Program::Defines defines, const std::function<void()>& bind) {
  const bool elements = input.elementHalf.has_value();
  const bool everyTile = elements || input.everyTile;  // elements may be on any tile
  if (elements) defines.emplace_back("ELEMENTS");
  if (input.streaks != nullptr) defines.emplace_back("STREAKS");
  if (input.streaks != nullptr && input.ground.background == Background::light) defines.emplace_back("INK_LINES");
  if (input.vorticity != nullptr)
    for (const std::string& define : input.vorticity->overDefines()) defines.push_back(define);
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
  if (input.streaks != nullptr) bindStreaks(canvas, input);
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

namespace {

constexpr std::size_t kGroup = 8;  // as in light_sum.comp and matte.comp

}  // namespace

Matte::Matte(int width, int height, Layers layers)
    : width_(width),
      height_(height),
      layers_(layers),
      sum_(Program::compute("light_sum.comp")),
      matte_("matte.comp"),
      colours_(layers.linear ? GL_RGBA32F : GL_RGBA8, width, height, GL_NEAREST) {
  sums_[black] = Texture(GL_RGBA32F, width, height, GL_NEAREST);
  if (layers.transparent) sums_[white] = Texture(GL_RGBA32F, width, height, GL_NEAREST);
}

void Matte::dispatch() const {
  glBindSampler(0, 0);
  glBindSampler(1, 0);
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
  glDispatchCompute(workGroups(static_cast<std::size_t>(width_), kGroup),
                    workGroups(static_cast<std::size_t>(height_), kGroup), 1);
  glUseProgram(0);
  checkGl("glDispatchCompute(matte)");
}

void Matte::add(GLuint picture, Over ground, bool first) {
  sum_.use();
  glUniform2i(0, width_, height_);
  glUniform1i(1, first ? 1 : 0);
  glBindTextureUnit(0, picture);
  sums_[ground].bindImage(0, GL_READ_WRITE);
  dispatch();
}

void Matte::finish(int samples, bool forPaper) {
  Program::Defines defines;
  if (!layers_.transparent) defines.emplace_back("OPAQUE");
  if (layers_.linear) defines.emplace_back("LINEAR");
  if (layers_.transparent && forPaper) defines.emplace_back("PAPER");
  matte_.with(defines).use();
  glUniform2i(0, width_, height_);
  glUniform1f(1, static_cast<float>(samples));
  sums_[black].bind(0);
  if (layers_.transparent) sums_[white].bind(1);
  colours_.bindImage(0);
  dispatch();
  glMemoryBarrier(GL_TEXTURE_UPDATE_BARRIER_BIT | GL_PIXEL_BUFFER_BARRIER_BIT);
}

}  // namespace app
