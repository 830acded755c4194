#include "render/overlay/body_shapes.h"

#include <cstddef>
#include <glm/gtc/type_ptr.hpp>

namespace app {
namespace {

constexpr LineColour kEdgeOnDark = {0.74F, 0.79F, 0.88F, 1}, kEdgeOnLight = {0.25F, 0.28F, 0.34F, 1};
constexpr double kEdgeWidth = 2.6;  // pixels of 720 rows

double twiceArea(fmm::Vec3 a, fmm::Vec3 b, fmm::Vec3 c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

bool contains(fmm::Vec3 a, fmm::Vec3 b, fmm::Vec3 c, fmm::Vec3 x) {
  return twiceArea(a, b, x) >= 0 && twiceArea(b, c, x) >= 0 && twiceArea(c, a, x) >= 0;
}

}  // namespace

std::vector<fmm::Vec3> trianglesOf(const std::vector<fmm::Vec3>& outline) {
  std::vector<fmm::Vec3> left = outline, triangles;
  while (left.size() >= 3) {
    const std::size_t n = left.size();
    std::size_t ear = n;
    for (std::size_t i = 0; i < n && ear == n; ++i) {
      const fmm::Vec3 a = left[(i + n - 1) % n], b = left[i], c = left[(i + 1) % n];
      if (twiceArea(a, b, c) <= 0) continue;
      bool empty = true;
      for (std::size_t k = 2; k + 1 < n && empty; ++k) empty = !contains(a, b, c, left[(i + k) % n]);
      if (empty) ear = i;
    }
    if (ear == n) ear = 0;  // only corners in one line are left
    for (const std::size_t k : {ear + n - 1, ear, ear + 1}) triangles.push_back(left[k % n]);
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(ear));
  }
  return triangles;
}

std::vector<Line> outlineLines(const std::vector<std::vector<fmm::Vec3>>& outlines, bool onLight) {
  std::vector<Line> lines;
  for (const std::vector<fmm::Vec3>& outline : outlines)
    for (std::size_t i = 0; i < outline.size(); ++i)
      lines.push_back(
          makeLine(outline[i], outline[(i + 1) % outline.size()], onLight ? kEdgeOnLight : kEdgeOnDark, kEdgeWidth));
  return lines;
}

BodyShapes::BodyShapes() : program_(Program::graphics("body.vert", "body.frag")) {}

void BodyShapes::draw(const std::vector<std::vector<fmm::Vec3>>& outlines, const glm::mat4& viewProjection,
                      bool onLight) {
  std::vector<float> corners;
  for (const std::vector<fmm::Vec3>& outline : outlines)
    for (const fmm::Vec3& x : trianglesOf(outline)) {
      corners.push_back(static_cast<float>(x.x));
      corners.push_back(static_cast<float>(x.y));
    }
  const std::size_t bytes = corners.size() * sizeof(float);
  corners_ = Buffer(bytes, corners.data());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, corners_.name());
  program_.use();
  glUniformMatrix4fv(0, 1, GL_FALSE, glm::value_ptr(viewProjection));
  glUniform1f(1, onLight ? 1.0F : 0.0F);
  glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(corners.size() / 2));
  checkGl("glDrawArrays(bodies)");
}

}  // namespace app
