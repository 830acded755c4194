#include "render/picture/smoke_picture.h"

#include <glm/geometric.hpp>

#include "particles/particle_batches.h"
#include "render/picture/floor_shadow.h"
#include "render/picture/splat_kernel.h"

namespace app {
namespace {

constexpr float kMidTone = 0.21F;  // mean luminance of what is opaque
constexpr float kMidToneOnPaper = 0.09F;

}  // namespace

void SmokePicture::expose(const RenderCanvas& canvas, const SmokeInput& smoke, int sample, Shot shot) {
  if (smoke.vorticity != nullptr) {
    march_.forget();
    const MarchedDye dye = {smoke.volume, smoke.palette.colours(), march_};
    smoke.vorticity->march(
        {smoke.contents, smoke.rays, smoke.view, smoke.quality, canvas.width, canvas.height, canvas.lit}, &dye, shot);
  } else {
    march_.draw(smoke.volume, smoke.rays, smoke.view, smoke.quality, smoke.palette.colours(), canvas.width,
                canvas.height, sample);
  }
  if (shot.count > 1) shots_.add(march_.image(), march_.width(), march_.height(), shot);
}

void SmokePicture::draw(RenderCanvas& canvas, Ground& ground, const SmokeInput& smoke, const ResolveInput& input) {
  const ViewSettings& view = smoke.view;
  if (!input.again) {
    if (input.sample == 0) setExposure(canvas, view);
    bloom(canvas);
  }
  const bool grains = view.mode == ViewMode::both;
  Program::Defines defines = tintDefines(grains && canvas.tinted, view);
  const bool plain = grains && smoke.quality.plainDetail;
  if (grains) defines.emplace_back("GRAINS");
  if (plain) defines.emplace_back("PLAIN");
  if (grains && !input.again)
    grains_.build(canvas, smoke.volume, exposedUnit(smoke.tracers, input.shots),
                  0.5 * canvas.height / (smoke.distance * glm::length(smoke.rays.up)));
  if (inks(view)) defines.emplace_back("PAPER");
  const bool shadow = throwsShadow(smoke.contents, view);
  if (shadow) defines.emplace_back("SHADOW");
  if (shadow && view.background == Background::dark) defines.emplace_back("FLOOR_LIGHT");
  ResolveInput whole = input;
  whole.everyTile |= shadow;
  resolve_.draw(canvas, ground, glow_, whole, defines, [&] {
    glUniform1f(4, static_cast<float>(view.bloom));
    exposure_.bindStorage(1);
    smoke.palette.colours().bind(1);
    march_.image().bind(2);
    if (shadow) setFloorShadow(smoke.contents, view, smoke.rays, smoke.volume);
    if (!grains) return;
    if (canvas.tinted) canvas.more.bindStorage(3);
    grains_.bind(view.grain);
    smoke.volume.bindFrame();
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
  blur_.draw(canvas, rows_, glow_, {}, [&] { bindMarched(canvas, 1); });
}

}  // namespace app
