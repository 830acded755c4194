#include "render/overlay/arrow_batch.h"

#include <algorithm>
#include <cassert>
#include <glm/gtc/type_ptr.hpp>

namespace app {
namespace {

constexpr double kReferenceRows = 720;
constexpr double kThinnest = 1.6;  // half width of a head in a picture of 720 rows, pixels
constexpr GLsizei kVertices = 12;

struct ArrowColours {
  glm::vec3 lit, dim;
};
constexpr ArrowColours kOnDark = {{0.78F, 0.94F, 1.00F}, {0.05F, 0.20F, 0.33F}};
constexpr ArrowColours kOnLight = {{0.42F, 0.66F, 0.84F}, {0.02F, 0.11F, 0.24F}};

}  // namespace

ArrowBatch::ArrowBatch()
    : measure_(Program::compute("arrow_scale.comp")),
      solid_(Program::graphics("arrows.vert", "arrows.frag")),
      fringe_(Program::graphics("arrows.vert", "arrows.frag", {"FRINGE"})),
      scale_(4 * sizeof(float)) {}

void ArrowBatch::draw(const ParticleStream& positions, const ParticleStream& strengths, const ArrowView& view) const {
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

  const ArrowColours& colours = view.onLight ? kOnLight : kOnDark;
  for (const Program* program : {&solid_, &fringe_}) {
    glDepthMask(program == &solid_ ? GL_TRUE : GL_FALSE);
    program->use();
    glUniformMatrix4fv(0, 1, GL_FALSE, glm::value_ptr(view.viewProjection));
    glUniform3fv(1, 1, glm::value_ptr(view.eye));
    glUniform1f(2, static_cast<float>(view.pixels));
    glUniform1ui(3, static_cast<GLuint>(stride));
    glUniform1f(4, static_cast<float>(kThinnest * view.height / kReferenceRows));
    glUniform3fv(5, 1, glm::value_ptr(colours.lit));
    glUniform3fv(6, 1, glm::value_ptr(colours.dim));
    glUniform1ui(7, static_cast<GLuint>(count));
    glDrawArrays(GL_TRIANGLES, 0, kVertices * static_cast<GLsizei>(arrows));
  }
  glDepthMask(GL_TRUE);
  checkGl("glDrawArrays(arrows)");
}

}  // namespace app
