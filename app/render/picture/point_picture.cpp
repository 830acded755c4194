#include "render/picture/point_picture.h"

#include <glm/gtc/type_ptr.hpp>

#include "state/particle_store.h"

namespace app {
namespace {

constexpr std::size_t kGroup = 8;  // as in depth.comp

}  // namespace

void DepthPicture::draw(const RenderCanvas& canvas, double low, double high, const CameraRays& rays,
                        const VorticityPicture* vorticity, const Solids* solids) {
  if (width_ != canvas.width || height_ != canvas.height) {
    picture_ = Texture(GL_R32F, canvas.width, canvas.height, GL_NEAREST);
    width_ = canvas.width;
    height_ = canvas.height;
  }
  Program::Defines defines;
  if (vorticity != nullptr) defines.emplace_back("VORTICITY");
  if (solids != nullptr) defines.emplace_back("SOLIDS");
  programs_.with(defines).use();
  glUniform2i(0, width_, height_);
  glUniform2f(1, static_cast<float>(low), static_cast<float>(high));
  if (!defines.empty()) {
    GLint location = 2;
    for (const glm::vec3* vector : {&rays.middle, &rays.right, &rays.up})
      glUniform3fv(location++, 1, glm::value_ptr(*vector));
  }
  if (vorticity != nullptr) {
    vorticity->bindView(rays, false);
    glUniform1f(5, rays.nearest);
  }
  if (solids != nullptr) solids->bindDepths();
  canvas.density.bindStorage(0);
  picture_.bindImage(0);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
  glDispatchCompute(workGroups(static_cast<std::size_t>(width_), kGroup),
                    workGroups(static_cast<std::size_t>(height_), kGroup), 1);
  // The picture is read back or fetched, and the density may be cleared for other colours.
  glMemoryBarrier(GL_TEXTURE_UPDATE_BARRIER_BIT | GL_PIXEL_BUFFER_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT |
                  GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
  glUseProgram(0);
  checkGl("glDispatchCompute(depth)");
}

namespace {

constexpr double kTypicalSpot = 0.45;  // typical density over a tracer's spot, over the peak
constexpr double kPartFilled = 0.1;    // part of the picture; tracers spread over it are a mid tone at exposure 1
constexpr double kGlow = 1.0, kInkGlow = 0.8;  // over the view's bloom

}  // namespace

void PointPicture::draw(RenderCanvas& canvas, Ground& ground, const Palette& palette, const ViewSettings& view,
                        const SplatKernel& kernel, std::size_t tracers, const ResolveInput& input) {
  const double unit = exposedUnit(tracers, input.shots);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  if (!input.again) {
    if (input.sample == 0) expose(canvas, view, kernel, tracers, unit);
    glow(canvas, 1 / (unit * canvas.block * canvas.block));
  }
  Program::Defines defines = tintDefines(canvas.tinted, view);
  if (view.background == Background::light) defines.emplace_back("INK");
  if (view.background == Background::gradient) defines.emplace_back("PAINT");
  resolve_.draw(canvas, ground, canvas.glow, input, defines, [&] {
    glUniform1f(2, static_cast<float>(1 / unit));
    glUniform1f(4, static_cast<float>(view.bloom * (inks(view) ? kInkGlow : kGlow)));
    exposure_.bindStorage(1);
    palette.exponents().bind(1);
    palette.colours().bind(2);
    if (canvas.tinted) canvas.more.bindStorage(3);
  });
}

/// Sets the light of one tracer on one pixel: fixed by the view, or measured on the coarse picture.
void PointPicture::expose(const RenderCanvas& canvas, const ViewSettings& view, const SplatKernel& kernel,
                          std::size_t tracers, double unit) {
  if (view.exposure) {
    const double perPixel = static_cast<double>(tracers) / (kPartFilled * static_cast<double>(canvas.pixels()));
    return exposure_.fix(tracers > 0 ? view.brightness * *view.exposure / perPixel : 0.0);
  }
  exposure_.measure(canvas.coarsePixels(), view.brightness, kTypicalSpot * kernel.peak(), [&] {
    glUniform1f(1, static_cast<float>(1 / (unit * canvas.block * canvas.block)));
    canvas.coarse.bindStorage(0);
  });
}

void PointPicture::glow(const RenderCanvas& canvas, double coarseScale) {
  blur_.draw(
      canvas, canvas.blurred, canvas.glow, sumDefines(canvas.tinted),
      [&] {
        glUniform1f(1, static_cast<float>(coarseScale));
        canvas.coarse.bindStorage(0);
        if (canvas.tinted) canvas.coarseMore.bindStorage(2);
      },
      [&] { exposure_.bindStorage(1); });
}

}  // namespace app
