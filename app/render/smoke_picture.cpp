#include "render/smoke_picture.h"

#include <glm/geometric.hpp>
#include <glm/gtc/type_ptr.hpp>

#include "render/particle_batches.h"
#include "render/smoke_light.h"
#include "render/splat_kernel.h"

namespace app {
namespace {

constexpr std::size_t kBloomGroup = 64;
constexpr int kSurveyGroups = 64;
constexpr float kMidTone = 0.23F;  // mean luminance of what is opaque
constexpr float kMidToneOnPaper = 0.11F;

}  // namespace

SmokePicture::SmokePicture()
    : survey_(Program::compute("survey.comp", {"SMOKE"})),
      measure_(Program::compute("exposure.comp", {"SMOKE"})),
      bloomRows_(Program::compute("bloom.comp")),
      bloomColumns_(Program::compute("bloom.comp", {"VERTICAL"})),
      groupSums_(kSurveyGroups * 2 * sizeof(float)),
      exposure_(sizeof(float)) {}

void SmokePicture::draw(RenderCanvas& canvas, Ground& ground, const SmokeInput& smoke, const ResolveInput& input) {
  const ViewSettings& view = smoke.view;
  march_.draw(smoke.volume, smoke.rays, view, smoke.quality, smoke.palette.colours(), canvas.width, canvas.height,
              input.sample);
  if (input.sample == 0) expose(canvas, view);
  bloom(canvas);
  Program::Defines defines;
  const bool grains = view.mode == ViewMode::both;
  if (grains) defines.emplace_back("GRAINS");
  if (inks(view)) defines.emplace_back("PAPER");
  resolve_.draw(canvas, ground, glow_, input, defines, [&] {
    glUniform1f(4, static_cast<float>(view.bloom));
    exposure_.bindStorage(1);
    smoke.palette.colours().bind(1);
    march_.image().bind(2);
    if (!grains) return;
    glUniform1f(2, static_cast<float>(1 / splatUnit(smoke.tracers)));
    glUniform3fv(5, 1, glm::value_ptr(smoke.rays.middle));
    glUniform3fv(8, 1, glm::value_ptr(smoke.rays.right));
    glUniform3fv(9, 1, glm::value_ptr(smoke.rays.up));
    const double pixel = 2 * smoke.distance * glm::length(smoke.rays.up) / canvas.height;
    glUniform1f(10, static_cast<float>(1 / (pixel * pixel)));
    smoke.volume.bindFrame();
    setSmokeLight(view);
  });
}

/// Factor on the light: what the view fixes, or measured on the smoke.
void SmokePicture::expose(const RenderCanvas& canvas, const ViewSettings& view) {
  if (view.exposure) {
    const auto fixed = static_cast<float>(view.brightness * *view.exposure);
    return exposure_.write(&fixed, sizeof(fixed));
  }
  survey_.use();
  glUniform1i(0, static_cast<GLint>(canvas.coarsePixels()));
  glUniform1i(2, canvas.coarseWidth);
  glUniform2f(3, static_cast<float>(canvas.block) / static_cast<float>(canvas.width),
              static_cast<float>(canvas.block) / static_cast<float>(canvas.height));
  march_.image().bind(0);
  groupSums_.bindStorage(1);
  glDispatchCompute(kSurveyGroups, 1, 1);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);

  measure_.use();
  glUniform1i(0, kSurveyGroups);
  glUniform1f(1, static_cast<float>(view.brightness));
  glUniform1f(2, inks(view) ? kMidToneOnPaper : kMidTone);
  groupSums_.bindStorage(0);
  exposure_.bindStorage(1);
  glDispatchCompute(1, 1, 1);
  checkGl("glDispatchCompute(exposure)");
}

void SmokePicture::bloom(const RenderCanvas& canvas) {
  if (glowWidth_ != canvas.coarseWidth || glowHeight_ != canvas.coarseHeight) {
    glow_ = Texture(GL_RGBA16F, canvas.coarseWidth, canvas.coarseHeight, GL_LINEAR);
    rows_ = Buffer(canvas.coarsePixels() * 4 * sizeof(float));
    glowWidth_ = canvas.coarseWidth;
    glowHeight_ = canvas.coarseHeight;
  }
  const GLuint groups = workGroups(canvas.coarsePixels(), kBloomGroup);
  bloomRows_.use();
  glUniform2i(0, canvas.coarseWidth, canvas.coarseHeight);
  glUniform2f(1, static_cast<float>(canvas.block) / static_cast<float>(canvas.width),
              static_cast<float>(canvas.block) / static_cast<float>(canvas.height));
  march_.image().bind(0);
  rows_.bindStorage(1);
  glDispatchCompute(groups, 1, 1);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);

  bloomColumns_.use();
  glUniform2i(0, canvas.coarseWidth, canvas.coarseHeight);
  glUniform1i(2, canvas.block);
  rows_.bindStorage(0);
  canvas.lit.bind();
  glBindImageTexture(0, glow_.name(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA16F);
  glDispatchCompute(groups, 1, 1);
  checkGl("glDispatchCompute(bloom)");
}

}  // namespace app
