#include "render/scene_renderer.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/type_ptr.hpp>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "render/colour_map.h"
#include "render/colour_scale.h"
#include "render/gl_objects.h"
#include "render/render_canvas.h"
#include "render/splat_kernel.h"

namespace app {
namespace {

constexpr int kLargestSide = 16384;
constexpr int kReferenceRows = 720;  // ViewSettings::pointSize is in pixels at this height
constexpr std::size_t kSplatGroup = 256;
constexpr std::size_t kBatch = std::size_t{1} << 20;  // particles a dispatch: 16 MiB, which every OpenGL can bind
constexpr std::size_t kParticleBytes = 4 * sizeof(float);
constexpr unsigned kBlurGroup = 64;
constexpr int kSurveyGroups = 64;
constexpr double kElementDiameter = 2.5;

constexpr double kTypicalSpot = 0.45;  // of a tracer's spot: its mean density as seen by its own light, about
constexpr double kElementHalf = 0.8;   // part of an element's peak that covers half of what is behind it
// Linear light of an empty picture.
constexpr Colour kDarkGround = {0.0021F, 0.0024F, 0.0037F};
constexpr Colour kPaperGround = {0.930F, 0.922F, 0.896F};

/// Do tracers take light away, as ink on paper, instead of giving it?
bool inks(const ViewSettings& view) {
  return view.background == Background::light;
}

const Colour& groundOf(const ViewSettings& view) {
  return inks(view) ? kPaperGround : kDarkGround;
}

/// Linear light to sRGB as resolve.frag does it, so that the cleared ground has the same bytes as the drawn one.
float encoded(float v) {
  const float root = std::sqrt(v), fourth = std::sqrt(root);
  return 0.585122381F * root + 0.783140355F * fourth - 0.368262736F * std::sqrt(fourth);
}

/// What resolve.frag multiplies by the light and raises 2 to: light fills up to white, 1 - exp(-colour); ink takes away
/// so that one unit of it leaves the colour (Beer and Lambert).
float paletteExponent(float part, bool ink) {
  constexpr float kLog2E = 1.44269504F;
  return ink ? std::log2(std::max(part, 0.01F)) : -kLog2E * part;
}

void checkSize(int width, int height) {
  const std::string size = "picture size " + std::to_string(width) + "x" + std::to_string(height);
  if (width < 1 || height < 1 || width > kLargestSide || height > kLargestSide) {
    throw std::invalid_argument(size + ": each side is from 1 to " + std::to_string(kLargestSide) + " pixels");
  }
  GLint64 limit = 0;
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &limit);
  const GLint64 pixels = limit / RenderCanvas::kDensityBytes;
  if (static_cast<GLint64>(width) * height > pixels) {
    throw std::invalid_argument(size + ": this driver takes at most " + std::to_string(pixels / 1000000) +
                                " million pixels");
  }
}

}  // namespace

struct SceneRenderer::Impl {
  Impl(int width, int height)
      : canvas(width, height),
        survey(Program::compute("survey.comp")),
        measure(Program::compute("exposure.comp")),
        blurRows(Program::compute("blur.comp")),
        blurColumns(Program::compute("blur.comp", {"VERTICAL"})),
        groupSums(kSurveyGroups * 2 * sizeof(float)),
        exposure(sizeof(float)),
        palette(GL_RGBA32F, 256, 1, GL_NEAREST),
        vertexArray(VertexArray::create()) {}

  void splat(const ParticleStream& particles, Buffer& density, const SplatKernel& kernel, const Camera& camera,
             const ColourScale* colours);
  void developGlow(double brightness, double spot);
  void resolve(const ViewSettings& view, bool withElements, double halfCover);
  void setPalette(const ViewSettings& view);
  const Program& splatProgram(const SplatKernel& kernel, const ColourScale* colours);
  const Program& resolveProgram(bool ink, bool elements);

  RenderCanvas canvas;
  std::map<std::string, Program> variants;  ///< of splat.comp and resolve.frag, compiled when first needed
  Program survey, measure, blurRows, blurColumns;
  Buffer groupSums;  ///< [kSurveyGroups][2] float
  Buffer exposure;   ///< one float
  Texture palette;
  std::optional<ViewSettings> paletteView;  ///< that `palette` was made for
  VertexArray vertexArray;
  double unit = 1;  ///< of the last draw
};

const Program& SceneRenderer::Impl::splatProgram(const SplatKernel& kernel, const ColourScale* colours) {
  Program::Defines defines = colours != nullptr ? colours->defines() : Program::Defines{"ELEMENTS"};
  defines.push_back(kernel.bilinear ? "BILINEAR" : "KERNEL_REACH " + std::to_string(kernel.reach));
  std::string name = "splat";
  for (const std::string& define : defines) name += " " + define;
  Program& program = variants[name];
  if (!program) program = Program::compute("splat.comp", defines);
  return program;
}

const Program& SceneRenderer::Impl::resolveProgram(bool ink, bool elements) {
  Program::Defines defines;
  if (ink) defines.emplace_back("INK");
  if (elements) defines.emplace_back("ELEMENTS");
  Program& program = variants[std::string("resolve") + (ink ? " ink" : "") + (elements ? " elements" : "")];
  if (!program) program = Program::graphics("tiles.vert", "resolve.frag", defines);
  return program;
}

void SceneRenderer::Impl::setPalette(const ViewSettings& view) {
  const auto same = [&](const ViewSettings& v) {
    return v.colourMap == view.colourMap && inks(v) == inks(view) && v.dyes == view.dyes && v.colourBy == view.colourBy;
  };
  if (paletteView && same(*paletteView)) return;
  const std::vector<Colour> colours = paletteOf(view, inks(view));
  std::vector<float> texels;
  for (const Colour& colour : colours) {
    for (const float part : colour) texels.push_back(paletteExponent(part, inks(view)));
    texels.push_back(1);
  }
  const auto count = static_cast<GLsizei>(colours.size());
  glTextureSubImage2D(palette.name(), 0, 0, 0, count, 1, GL_RGBA, GL_FLOAT, texels.data());
  checkGl("glTextureSubImage2D");
  paletteView = view;
}

/// Adds the particles to a cleared density: tracers with `colours`, elements without.
void SceneRenderer::Impl::splat(const ParticleStream& particles, Buffer& density, const SplatKernel& kernel,
                                const Camera& camera, const ColourScale* colours) {
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT);
  density.clear();
  if (colours != nullptr) canvas.coarse.clear();
  if (particles.count() == 0) return;
  splatProgram(kernel, colours).use();
  const auto matrix = camera.viewProjection(static_cast<double>(canvas.width) / canvas.height);
  glUniformMatrix4fv(0, 1, GL_FALSE, glm::value_ptr(matrix));
  glUniform2i(1, canvas.width, canvas.height);
  glUniform1f(3, static_cast<float>(splatUnit(particles.count())));
  glUniform1f(4, static_cast<float>(camera.distance()));
  glUniform1f(5, kernel.radius);
  density.bindStorage(1);
  if (colours != nullptr) {
    canvas.coarse.bindStorage(2);
    glUniform1i(6, canvas.block);
    glUniform1i(7, canvas.coarseWidth);
    colours->setUniforms();
  }
  for (std::size_t first = 0; first < particles.count(); first += kBatch) {
    const std::size_t count = std::min(kBatch, particles.count() - first);
    glUniform1ui(2, static_cast<GLuint>(count));
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 0, particles.buffer(), static_cast<GLintptr>(first * kParticleBytes),
                      static_cast<GLsizeiptr>(count * kParticleBytes));
    if (colours != nullptr) colours->bindTags(first, count);
    glDispatchCompute(static_cast<GLuint>((count + kSplatGroup - 1) / kSplatGroup), 1, 1);
  }
  checkGl("glDispatchCompute(splat)");
}

/// Exposure and glow from the tracers' density. `spot` is the density at the middle of a single tracer's spot.
void SceneRenderer::Impl::developGlow(double brightness, double spot) {
  const auto coarseScale = static_cast<float>(1 / (unit * canvas.block * canvas.block));
  canvas.lit.clear();
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  survey.use();
  glUniform1i(0, static_cast<GLint>(canvas.coarsePixels()));
  glUniform1f(1, coarseScale);
  canvas.coarse.bindStorage(0);
  groupSums.bindStorage(1);
  glDispatchCompute(kSurveyGroups, 1, 1);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);

  measure.use();
  glUniform1i(0, kSurveyGroups);
  glUniform1f(1, static_cast<float>(brightness));
  glUniform1f(2, static_cast<float>(spot));
  groupSums.bindStorage(0);
  exposure.bindStorage(1);
  glDispatchCompute(1, 1, 1);

  const auto groups = static_cast<GLuint>((canvas.coarsePixels() + kBlurGroup - 1) / kBlurGroup);
  blurRows.use();
  glUniform2i(0, canvas.coarseWidth, canvas.coarseHeight);
  glUniform1f(1, coarseScale);
  canvas.coarse.bindStorage(0);
  canvas.blurred.bindStorage(1);
  glDispatchCompute(groups, 1, 1);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);

  blurColumns.use();
  glUniform2i(0, canvas.coarseWidth, canvas.coarseHeight);
  glUniform1i(2, canvas.tileColumns);
  canvas.blurred.bindStorage(0);
  exposure.bindStorage(1);
  canvas.lit.bindStorage(2);
  glBindImageTexture(0, canvas.glow.name(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RG32F);
  glDispatchCompute(groups, 1, 1);
  checkGl("glDispatchCompute(glow)");
}

void SceneRenderer::Impl::resolve(const ViewSettings& view, bool withElements, double halfCover) {
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT);
  GLint former = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &former);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, canvas.framebuffer.name());
  glViewport(0, 0, canvas.width, canvas.height);
  for (const GLenum state :
       {GL_BLEND, GL_DEPTH_TEST, GL_SCISSOR_TEST, GL_CULL_FACE, GL_STENCIL_TEST, GL_FRAMEBUFFER_SRGB}) {
    glDisable(state);
  }
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  resolveProgram(inks(view), withElements).use();
  glUniform1i(0, canvas.width);
  glUniform2f(1, 1.0F / static_cast<float>(canvas.coarseWidth * canvas.block),
              1.0F / static_cast<float>(canvas.coarseHeight * canvas.block));
  glUniform1f(2, static_cast<float>(1 / unit));
  const Colour& ground = groundOf(view);
  glUniform3f(4, ground[0], ground[1], ground[2]);
  if (withElements) {
    glUniform1f(3, static_cast<float>(1 / halfCover));
    canvas.elementDensity.bindStorage(2);
  }
  canvas.density.bindStorage(0);
  exposure.bindStorage(1);
  canvas.glow.bind(0);
  palette.bind(1);
  for (const GLuint texture : {0U, 1U}) glBindSampler(texture, 0);
  const GLfloat clear[] = {encoded(ground[0]), encoded(ground[1]), encoded(ground[2]), 1};
  glClearNamedFramebufferfv(canvas.framebuffer.name(), GL_COLOR, 0, clear);
  canvas.lit.bindStorage(3);
  const auto tileSide = static_cast<float>(2 * kTileSide * canvas.block);
  glUniform2i(6, canvas.tileColumns, canvas.tileRows);
  glUniform2f(7, tileSide / static_cast<float>(canvas.width), tileSide / static_cast<float>(canvas.height));
  glBindVertexArray(vertexArray.name());
  glDrawArrays(GL_TRIANGLES, 0, 6 * canvas.tileColumns * canvas.tileRows);
  glBindVertexArray(0);
  glUseProgram(0);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(former));
  checkGl("glDrawArrays(resolve)");
}

SceneRenderer::SceneRenderer(int width, int height) {
  checkSize(width, height);
  impl_ = std::make_unique<Impl>(width, height);
}
SceneRenderer::~SceneRenderer() = default;
SceneRenderer::SceneRenderer(SceneRenderer&&) noexcept = default;
SceneRenderer& SceneRenderer::operator=(SceneRenderer&&) noexcept = default;

void SceneRenderer::resize(int newWidth, int newHeight) {
  checkSize(newWidth, newHeight);
  if (newWidth != width() || newHeight != height()) impl_->canvas = RenderCanvas(newWidth, newHeight);
}

int SceneRenderer::width() const {
  return impl_->canvas.width;
}
int SceneRenderer::height() const {
  return impl_->canvas.height;
}
unsigned SceneRenderer::framebuffer() const {
  return impl_->canvas.framebuffer.name();
}
double SceneRenderer::densityUnit() const {
  return impl_->unit;
}

void SceneRenderer::draw(const PictureContents& contents, const Camera& camera, const ViewSettings& view) {
  RenderCanvas& canvas = impl_->canvas;
  const ParticleStream& tracers = contents.tracers;
  const ParticleStream* elements = contents.elements;
  const ColourScale colours = colourScale(contents, camera, view);
  const double pixelScale = static_cast<double>(canvas.height) / kReferenceRows;
  impl_->setPalette(view);
  impl_->unit = splatUnit(tracers.count());
  const SplatKernel kernel = splatKernel(view.pointSize * pixelScale);
  impl_->splat(tracers, canvas.density, kernel, camera, &colours);
  const bool withElements = view.drawElements && elements != nullptr && elements->count() > 0;
  double halfCover = 1;
  if (withElements) {
    if (canvas.elementDensity.name() == 0) canvas.elementDensity = Buffer(canvas.pixels() * sizeof(std::uint32_t));
    const SplatKernel spot = splatKernel(kElementDiameter * pixelScale);
    impl_->splat(*elements, canvas.elementDensity, spot, camera, nullptr);
    halfCover = kElementHalf * spot.peak() * splatUnit(elements->count());
  }
  impl_->developGlow(view.brightness, kTypicalSpot * kernel.peak());
  impl_->resolve(view, withElements, halfCover);
}

Image SceneRenderer::read() const {
  const RenderCanvas& canvas = impl_->canvas;
  Image image{canvas.width, canvas.height, std::vector<std::uint8_t>(3 * canvas.pixels())};
  GLint former = 0;
  glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &former);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, canvas.framebuffer.name());
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, canvas.width, canvas.height, GL_RGB, GL_UNSIGNED_BYTE, image.rgb.data());
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(former));
  checkGl("glReadPixels");
  // OpenGL's first row is the lowest.
  const auto row = 3 * static_cast<std::ptrdiff_t>(canvas.width);
  auto upper = image.rgb.begin(), lower = image.rgb.end() - row;
  for (; upper < lower; upper += row, lower -= row) std::swap_ranges(upper, upper + row, lower);
  return image;
}

void SceneRenderer::presentTo(unsigned targetFramebuffer, int targetWidth, int targetHeight) const {
  if (targetWidth < 1 || targetHeight < 1) return;
  const RenderCanvas& canvas = impl_->canvas;
  const double scale =
      std::min(static_cast<double>(targetWidth) / canvas.width, static_cast<double>(targetHeight) / canvas.height);
  const int shownWidth = std::max(1, static_cast<int>(std::lround(canvas.width * scale)));
  const int shownHeight = std::max(1, static_cast<int>(std::lround(canvas.height * scale)));
  const int left = (targetWidth - shownWidth) / 2, bottom = (targetHeight - shownHeight) / 2;
  const bool exact = shownWidth == canvas.width && shownHeight == canvas.height;
  glDisable(GL_SCISSOR_TEST);
  if (shownWidth != targetWidth || shownHeight != targetHeight) {
    const GLfloat black[] = {0, 0, 0, 1};
    glClearNamedFramebufferfv(targetFramebuffer, GL_COLOR, 0, black);
  }
  glBlitNamedFramebuffer(canvas.framebuffer.name(), targetFramebuffer, 0, 0, canvas.width, canvas.height, left, bottom,
                         left + shownWidth, bottom + shownHeight, GL_COLOR_BUFFER_BIT, exact ? GL_NEAREST : GL_LINEAR);
  checkGl("glBlitNamedFramebuffer");
}

std::vector<std::uint32_t> SceneRenderer::readDensity() const {
  const RenderCanvas& canvas = impl_->canvas;
  std::vector<std::uint32_t> pairs(2 * canvas.pixels()), weights(canvas.pixels());
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  canvas.density.read(pairs.data(), pairs.size() * sizeof(std::uint32_t));
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = pairs[2 * i];
  return weights;
}

}  // namespace app
