#include "render/picture/smoke_picture.h"

#include <glm/geometric.hpp>
#include <glm/gtc/type_ptr.hpp>

#include "particles/particle_batches.h"
#include "render/picture/smoke_light.h"
#include "render/picture/splat_kernel.h"

namespace app {
namespace {

constexpr float kMidTone = 0.23F;  // mean luminance of what is opaque
constexpr float kMidToneOnPaper = 0.11F;

}  // namespace

void SmokePicture::expose(const RenderCanvas& canvas, const SmokeInput& smoke, int sample, Shot shot) {
  march_.draw(smoke.volume, smoke.rays, smoke.view, smoke.quality, smoke.palette.colours(), canvas.width, canvas.height,
              sample);
  if (shot.count > 1) shots_.add(march_.image(), march_.width(), march_.height(), shot);
}

void SmokePicture::draw(RenderCanvas& canvas, Ground& ground, const SmokeInput& smoke, const ResolveInput& input) {
  const ViewSettings& view = smoke.view;
  if (!input.again) {
    if (input.sample == 0) setExposure(canvas, view);
    bloom(canvas);
  }
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
    glUniform1f(2, static_cast<float>(1 / exposedUnit(smoke.tracers, input.shots)));
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
void SmokePicture::setExposure(const RenderCanvas& canvas, const ViewSettings& view) {
  if (view.exposure) return exposure_.fix(view.brightness * *view.exposure);
  exposure_.measure(canvas, view.brightness, inks(view) ? kMidToneOnPaper : kMidTone, [&] {
    glUniform1i(2, canvas.coarseWidth);
    bindMarched(canvas, 3);
  });
}

/// The marched picture, and at `location` how far apart coarse pixels stand on it.
void SmokePicture::bindMarched(const RenderCanvas& canvas, GLint location) {
  glUniform2f(location, static_cast<float>(canvas.block) / static_cast<float>(canvas.width),
              static_cast<float>(canvas.block) / static_cast<float>(canvas.height));
  march_.image().bind(0);
}

void SmokePicture::bloom(const RenderCanvas& canvas) {
  if (glowWidth_ != canvas.coarseWidth || glowHeight_ != canvas.coarseHeight) {
    glow_ = Texture(GL_RGBA16F, canvas.coarseWidth, canvas.coarseHeight, GL_LINEAR);
    rows_ = Texture(GL_RGBA16F, canvas.coarseWidth, canvas.coarseHeight, GL_NEAREST);
    glowWidth_ = canvas.coarseWidth;
    glowHeight_ = canvas.coarseHeight;
  }
  blur_.draw(canvas, rows_, glow_, GL_RGBA16F, [&] { bindMarched(canvas, 1); });
}

}  // namespace app
