#include "render/picture/smoke_picture.h"

#include <algorithm>

#include <glm/geometric.hpp>

#include "colour/colour_map.h"
#include "gl/gl_objects.h"
#include "render/picture/colour_scale.h"
#include "render/picture/ground.h"
#include "render/picture/solids.h"
#include "render/picture/tracer_splat.h"
#include "state/particle_store.h"

namespace app {
namespace {

constexpr GLint kLamps = 24, kLampLights = 26, kMedium = 28;  // uniform locations in smoke_light.glsl
constexpr double kLampLight = 2.4;                            // strength over that of ambient light, each alone

}  // namespace

fmm::Vec3 lampDirection(const ViewSettings& view, int lamp) {
  const fmm::Vec3& light = lamp == 0 ? view.light : view.secondLight;
  return (1 / fmm::norm(light)) * light;
}

void setSmokeLight(const ViewSettings& view) {
  // Paper reflects light from everywhere.
  const double ambient = view.background == Background::light ? 0.25 + 0.75 * view.ambient : view.ambient;
  for (int lamp = 0; lamp < 2; ++lamp) {
    const fmm::Vec3 direction = lampDirection(view, lamp);
    glUniform3f(kLamps + lamp, static_cast<float>(direction.x), static_cast<float>(direction.y),
                static_cast<float>(direction.z));
    const auto strength = static_cast<float>(kLampLight * (1 - ambient) * (lamp == 0 ? 1 : view.secondLamp));
    const Colour& colour = view.lampColours[static_cast<std::size_t>(lamp)];
    glUniform3f(kLampLights + lamp, strength * toLinear(colour[0]), strength * toLinear(colour[1]),
                strength * toLinear(colour[2]));
  }
  glUniform2f(kMedium, static_cast<float>(ambient), static_cast<float>(view.scattering));
}

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
  glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
}

}  // namespace

void GrainPyramid::resize(const RenderCanvas& canvas) {
  if (canvas.width == width_ && canvas.height == height_ && canvas.tinted == tinted_) return;
  const int levels = levelsFor(dividedUp(canvas.width, 2), dividedUp(canvas.height, 2));
  const int coarsest = 1 << levels;  // pixels; whole texels of the coarsest level, so that all levels align
  levels_ = MipTexture(canvas.tinted ? GL_RGBA32F : GL_RG32F, dividedUp(canvas.width, coarsest) * coarsest / 2,
                       dividedUp(canvas.height, coarsest) * coarsest / 2, levels);
  guide_ = Texture(GL_RGBA16F, canvas.coarseWidth, canvas.coarseHeight, GL_LINEAR);
  tints_ = canvas.tinted ? Texture(GL_RGBA16F, canvas.coarseWidth, canvas.coarseHeight, GL_LINEAR) : Texture();
  tinted_ = canvas.tinted;
  width_ = canvas.width;
  height_ = canvas.height;
}

void GrainPyramid::build(const RenderCanvas& canvas, const DensityVolume& volume, double unit, double pixelsPerLength) {
  resize(canvas);
  unit_ = unit;
  pixelsPerLength_ = pixelsPerLength;
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT |
                  GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);  // counts written, and texels read before
  const Program::Defines defines = sumDefines(tinted_);
  Program::Defines first = defines;
  first.emplace_back("FIRST");
  pyramid_.with(first).use();
  glUniform2i(0, levels_.width(0), levels_.height(0));
  glUniform2i(1, canvas.width, canvas.height);
  glUniform1f(2, static_cast<float>(1 / unit));
  canvas.density.bindStorage(0);
  if (tinted_) canvas.more.bindStorage(1);
  levels_.bindImage(0, 0);
  dispatch(levels_.width(0), levels_.height(0));
  pyramid_.with(defines).use();
  levels_.bind(0);
  for (int level = 1; level < levels_.levels(); ++level) {
    glUniform2i(0, levels_.width(level), levels_.height(level));
    glUniform1f(1, static_cast<float>(level - 1));
    levels_.bindImage(0, level);
    dispatch(levels_.width(level), levels_.height(level));
  }
  guide(canvas, volume);
  checkGl("glDispatchCompute(grain)");
}

void GrainPyramid::guide(const RenderCanvas& canvas, const DensityVolume& volume) {
  guided_.with(sumDefines(tinted_)).use();
  glUniform2i(0, canvas.coarseWidth, canvas.coarseHeight);
  glUniform1f(1, static_cast<float>(canvas.block));
  setLevels();
  volume.bindFrame();
  guide_.bindImage(0);
  if (tinted_) tints_.bindImage(1);
  dispatch(canvas.coarseWidth, canvas.coarseHeight);
}

/// Sets uniforms and binding of grain.glsl.
void GrainPyramid::setLevels() const {
  glUniform2f(10, 0.5F / static_cast<float>(levels_.width(0)), 0.5F / static_cast<float>(levels_.height(0)));
  glUniform2f(11, static_cast<float>(pixelsPerLength_), static_cast<float>(levels_.levels()));
  levels_.bind(3);
}

void GrainPyramid::bind(double grain) const {
  setLevels();
  glUniform1f(2, static_cast<float>(1 / unit_));
  glUniform1f(5, static_cast<float>(grain));
  guide_.bind(5);
  if (tinted_) tints_.bind(7);
}

namespace {

constexpr float kMidTone = 0.21F;  // mean luminance of opaque smoke
constexpr float kMidToneOnPaper = 0.09F;

}  // namespace

void SmokePicture::expose(const RenderCanvas& canvas, const SmokeInput& smoke, int sample, Shot shot) {
  if (smoke.vorticity != nullptr) {
    march_.forget();
    const MarchedDye dye = {smoke.volume, smoke.palette.colours(), march_};
    smoke.vorticity->march({smoke.contents, smoke.rays, smoke.view, smoke.quality, canvas.width, canvas.height,
                            canvas.lit, canvas.shownSolids()},
                           &dye, shot);
  } else {
    march_.draw(smoke.volume, smoke.rays, smoke.view, smoke.quality, smoke.palette.colours(), canvas.width,
                canvas.height, sample, canvas.shownSolids());
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
  if (shadow && smoke.vorticity != nullptr && !input.again && input.sample == 0)
    smoke.vorticity->drawFloor(smoke.contents, view);
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
    if (shadow && input.ground.solids != nullptr) input.ground.solids->bindShadow();
    if (shadow && smoke.vorticity != nullptr) {
      setShadowSquare(smoke.contents);
      smoke.vorticity->bindFloor();
    }
    if (!grains) return;
    if (canvas.tinted) canvas.more.bindStorage(3);
    grains_.bind(view.grain);
    smoke.volume.bindFrame();
  });
}

/// Sets the factor on the light: fixed by the view, or measured on the smoke.
void SmokePicture::setExposure(const RenderCanvas& canvas, const ViewSettings& view) {
  if (view.exposure) return exposure_.fix(view.brightness * *view.exposure);
  exposure_.measure(canvas.coarsePixels(), view.brightness, inks(view) ? kMidToneOnPaper : kMidTone, [&] {
    glUniform1i(2, canvas.coarseWidth);
    bindMarched(canvas, 3);
  });
}

/// Binds the marched picture, and sets the step between coarse pixels on it at `location`.
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
