#include "render/overlay/line_batch.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include <glm/gtc/type_ptr.hpp>

#include "render/picture/solids.h"

namespace app {
namespace {

constexpr float kReferenceRows = 720;
constexpr GLsizei kVertices = 6;

static_assert(sizeof(Line) == 32, "as in lines.vert");

}  // namespace

std::uint32_t packColour(const LineColour& colour) {
  const auto byte = [](float v) { return static_cast<std::uint32_t>(std::lround(std::clamp(v, 0.0F, 1.0F) * 255)); };
  return byte(colour.red) | byte(colour.green) << 8 | byte(colour.blue) << 16 | byte(colour.cover) << 24;
}

Line makeLine(fmm::Vec3 from, fmm::Vec3 to, const LineColour& colour, double width) {
  const auto f = [](double v) { return static_cast<float>(v); };
  return {{f(from.x), f(from.y), f(from.z)}, packColour(colour), {f(to.x), f(to.y), f(to.z)}, f(width)};
}

void LineBatch::set(const std::vector<Line>& lines) {
  count_ = lines.size();
  if (lines.empty()) return;
  const std::size_t bytes = lines.size() * sizeof(Line);
  buffer_ = Buffer(bytes, lines.data(), 0);  // the GPU may still have to read the old buffer
}

Program::Defines Veils::defines() const {
  Program::Defines defines;
  if (vorticity != nullptr) defines.emplace_back("VORTICITY");
  if (smoke != nullptr) defines.emplace_back("SMOKE");
  if (points) defines.emplace_back("POINTS");
  if (!defines.empty()) defines.emplace_back("HIDDEN");
  if (solids != nullptr) defines.emplace_back("SOLIDS");
  return defines;
}

namespace {

/// Binds what lines.frag reads of the veils.
void bind(const Veils& veils, const LineView& view) {
  if (veils.vorticity != nullptr) veils.vorticity->bindView(view.rays, veils.throughVolume);
  if (veils.smoke != nullptr) {
    veils.smoke->bindFrame();
    veils.smoke->bindEye(0);
  }
  glUniform2f(5, 1 / static_cast<float>(view.width), 1 / static_cast<float>(view.height));
  if (!veils.points) return;
  veils.points->density->bindStorage(1);
  veils.points->exposure->bindStorage(2);
  glBindTextureUnit(1, veils.points->distances);
  glUniform3fv(6, 1, glm::value_ptr(view.rays.eye));
  glUniform1f(7, static_cast<float>(veils.points->scale));
}

}  // namespace

void LineBatch::draw(const Program& program, const LineView& view) const {
  if (count_ == 0) return;
  program.use();
  glUniformMatrix4fv(0, 1, GL_FALSE, glm::value_ptr(view.viewProjection));
  glUniform2f(1, 0.5F * static_cast<float>(view.width), 0.5F * static_cast<float>(view.height));
  glUniform1f(2, static_cast<float>(view.height) / kReferenceRows);
  if (view.focus.w > 0) glUniform4fv(4, 1, glm::value_ptr(view.focus));
  glUniform3f(3, view.nearest, view.farthest > view.nearest ? 1 / (view.farthest - view.nearest) : 0, view.behind);
  if (view.veils.solids != nullptr) view.veils.solids->bindDepths();
  if (view.veils.hidesByVolumes()) bind(view.veils, view);
  buffer_.bindStorage(0);
  glDrawArrays(GL_TRIANGLES, 0, kVertices * static_cast<GLsizei>(count_));
  checkGl("glDrawArrays(lines)");
}

namespace {

constexpr double kThinnest = 1.6;  // half width of a head in a picture of 720 rows, pixels
constexpr GLsizei kArrowVertices = 12;

struct ArrowColours {
  glm::vec3 lit, dim;
};
constexpr ArrowColours kOnDark = {{0.78F, 0.94F, 1.00F}, {0.05F, 0.20F, 0.33F}};
constexpr ArrowColours kOnLight = {{0.42F, 0.66F, 0.84F}, {0.02F, 0.11F, 0.24F}};

/// Fraction of the arrows drawn at a depth d: constant + squared / d^2. The latter gives the same number per area of
/// the screen at all depths.
struct Crowd {
  double constant = 0, squared = 0;

  double at(double depth) const { return depth > 0 ? constant + squared / (depth * depth) : 1; }
};

Crowd crowdOf(const ArrowView& view, std::size_t arrows) {
  constexpr double kFilled = 0.75;  // part of the picture's height that a flow fills
  const double usual = static_cast<double>(ArrowBatch::kUsual) / (static_cast<double>(arrows) * view.size * view.size);
  if (!(view.extent > 0)) return {usual, 0};
  const double height = 2 * view.extent * view.pixels / (kFilled * view.height);  // of such a flow at a depth of 1
  return {0, usual * height * height};
}

/// A step that visits each of `count` places once (modulo count), evenly spread at all times.
std::size_t hopOver(std::size_t count) {
  constexpr double kGolden = 0.6180339887498949;
  auto hop = static_cast<std::size_t>(kGolden * static_cast<double>(count)) | 1U;
  while (std::gcd(hop, count) != 1) hop += 2;
  return hop;
}

}  // namespace

ArrowBatch::ArrowBatch() : measure_(Program::compute("arrow_scale.comp")), scale_(4 * sizeof(float)) {}

void ArrowBatch::draw(const ParticleStream& positions, const ParticleStream& strengths, const ArrowView& view) {
  const std::size_t count = positions.count();
  assert(strengths.count() == count);
  if (count == 0) return;
  const std::size_t stride = (count + kMost - 1) / kMost, arrows = (count + stride - 1) / stride;
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, positions.buffer());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, strengths.buffer());
  scale_.bindStorage(2);
  measure_.use();
  glUniform1ui(0, static_cast<GLuint>(arrows));
  glUniform1ui(1, static_cast<GLuint>(stride));
  glUniform1ui(2, static_cast<GLuint>(count));
  glDispatchCompute(1, 1, 1);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  drawParts(view, count, arrows, stride);
}

/// First draws the fragments that cover most of a pixel, with depth, then the soft edges.
void ArrowBatch::drawParts(const ArrowView& view, std::size_t count, std::size_t arrows, std::size_t stride) {
  const Crowd crowd = crowdOf(view, arrows);
  const double densest = std::clamp(crowd.at(view.distance - view.extent), 0., 1.);
  const auto drawn = static_cast<GLsizei>(std::ceil(densest * static_cast<double>(arrows)));
  const ArrowColours& colours = view.onLight ? kOnLight : kOnDark;
  for (const bool fringe : {false, true}) {
    Program::Defines defines;
    if (fringe) defines.emplace_back("FRINGE");
    if (view.vorticity != nullptr) defines.emplace_back("VORTICITY");
    Program& program = programs_[defines];
    if (!program) program = Program::graphics("arrows.vert", "arrows.frag", defines);
    glDepthMask(fringe ? GL_FALSE : GL_TRUE);
    program.use();
    if (view.vorticity != nullptr) view.vorticity->bindView(view.rays, false);
    glUniformMatrix4fv(0, 1, GL_FALSE, glm::value_ptr(view.viewProjection));
    glUniform3fv(1, 1, glm::value_ptr(view.eye));
    glUniform1f(2, static_cast<float>(view.pixels));
    glUniform1ui(3, static_cast<GLuint>(stride));
    glUniform1f(4, static_cast<float>(kThinnest * view.height / kReferenceRows));
    glUniform3fv(5, 1, glm::value_ptr(colours.lit));
    glUniform3fv(6, 1, glm::value_ptr(colours.dim));
    glUniform1ui(7, static_cast<GLuint>(count));
    glUniform1ui(8, static_cast<GLuint>(arrows));
    glUniform1ui(9, static_cast<GLuint>(hopOver(arrows)));
    glUniform2f(10, static_cast<float>(crowd.constant), static_cast<float>(crowd.squared));
    glUniform1f(11, static_cast<float>(view.size));
    glDrawArrays(GL_TRIANGLES, 0, kArrowVertices * drawn);
  }
  glDepthMask(GL_TRUE);
  checkGl("glDrawArrays(arrows)");
}

}  // namespace app
