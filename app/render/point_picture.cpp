#include "render/point_picture.h"

#include "render/particle_batches.h"

namespace app {
namespace {

constexpr std::size_t kBlurGroup = 64;
constexpr int kSurveyGroups = 64;
constexpr double kTypicalSpot = 0.45;  // of a tracer's spot: its mean density as seen by its own light, about
constexpr double kPartFilled = 0.1;    // of the picture: tracers spread evenly over it are a mid tone at exposure 1
constexpr double kGlow = 1.0, kInkGlow = 0.8;  // of what the view asks for

}  // namespace

PointPicture::PointPicture()
    : survey_(Program::compute("survey.comp")),
      measure_(Program::compute("exposure.comp")),
      blurRows_(Program::compute("blur.comp")),
      blurColumns_(Program::compute("blur.comp", {"VERTICAL"})),
      groupSums_(kSurveyGroups * 2 * sizeof(float)),
      exposure_(sizeof(float)) {}

void PointPicture::draw(RenderCanvas& canvas, Ground& ground, const Palette& palette, const ViewSettings& view,
                        const SplatKernel& kernel, std::size_t tracers, const ResolveInput& input) {
  const double unit = splatUnit(tracers);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  if (input.sample == 0) expose(canvas, view, kernel, tracers);
  glow(canvas, 1 / (unit * canvas.block * canvas.block));
  Program::Defines defines;
  if (view.background == Background::light) defines.emplace_back("INK");
  if (view.background == Background::gradient) defines.emplace_back("PAINT");
  resolve_.draw(canvas, ground, canvas.glow, input, defines, [&] {
    glUniform1f(2, static_cast<float>(1 / unit));
    glUniform1f(4, static_cast<float>(view.bloom * (inks(view) ? kInkGlow : kGlow)));
    exposure_.bindStorage(1);
    palette.exponents().bind(1);
    palette.colours().bind(2);
  });
}

/// Light of one tracer on one pixel: of the value that the view fixes, or measured on the coarse picture.
void PointPicture::expose(const RenderCanvas& canvas, const ViewSettings& view, const SplatKernel& kernel,
                          std::size_t tracers) {
  if (view.exposure) {
    const double perPixel = static_cast<double>(tracers) / (kPartFilled * static_cast<double>(canvas.pixels()));
    const auto fixed = static_cast<float>(tracers > 0 ? view.brightness * *view.exposure / perPixel : 0.0);
    return exposure_.write(&fixed, sizeof(fixed));
  }
  survey_.use();
  glUniform1i(0, static_cast<GLint>(canvas.coarsePixels()));
  glUniform1f(1, static_cast<float>(1 / (splatUnit(tracers) * canvas.block * canvas.block)));
  canvas.coarse.bindStorage(0);
  groupSums_.bindStorage(1);
  glDispatchCompute(kSurveyGroups, 1, 1);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);

  measure_.use();
  glUniform1i(0, kSurveyGroups);
  glUniform1f(1, static_cast<float>(view.brightness));
  glUniform1f(2, static_cast<float>(kTypicalSpot * kernel.peak()));
  groupSums_.bindStorage(0);
  exposure_.bindStorage(1);
  glDispatchCompute(1, 1, 1);
  checkGl("glDispatchCompute(exposure)");
}

void PointPicture::glow(const RenderCanvas& canvas, double coarseScale) {
  const GLuint groups = workGroups(canvas.coarsePixels(), kBlurGroup);
  blurRows_.use();
  glUniform2i(0, canvas.coarseWidth, canvas.coarseHeight);
  glUniform1f(1, static_cast<float>(coarseScale));
  canvas.coarse.bindStorage(0);
  canvas.blurred.bindStorage(1);
  glDispatchCompute(groups, 1, 1);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);

  blurColumns_.use();
  glUniform2i(0, canvas.coarseWidth, canvas.coarseHeight);
  glUniform1i(2, canvas.block);
  canvas.blurred.bindStorage(0);
  exposure_.bindStorage(1);
  canvas.lit.bind();
  glBindImageTexture(0, canvas.glow.name(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RG32F);
  glDispatchCompute(groups, 1, 1);
  checkGl("glDispatchCompute(glow)");
}

}  // namespace app
