#include "render/overlay/line_batch.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/type_ptr.hpp>

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
  buffer_ = Buffer(bytes, lines.data(), 0);  // the old one may yet have to be read
}

void LineBatch::draw(const Program& program, const LineView& view) const {
  if (count_ == 0) return;
  program.use();
  glUniformMatrix4fv(0, 1, GL_FALSE, glm::value_ptr(view.viewProjection));
  glUniform2f(1, 0.5F * static_cast<float>(view.width), 0.5F * static_cast<float>(view.height));
  glUniform1f(2, static_cast<float>(view.height) / kReferenceRows);
  if (view.focus.w > 0) glUniform4fv(4, 1, glm::value_ptr(view.focus));
  glUniform3f(3, view.nearest, view.farthest > view.nearest ? 1 / (view.farthest - view.nearest) : 0, view.behind);
  if (view.vorticity != nullptr) {
    view.vorticity->bindView(view.rays, false);
    glUniform2f(5, 1 / static_cast<float>(view.width), 1 / static_cast<float>(view.height));
  }
  buffer_.bindStorage(0);
  glDrawArrays(GL_TRIANGLES, 0, kVertices * static_cast<GLsizei>(count_));
  checkGl("glDrawArrays(lines)");
}

}  // namespace app
