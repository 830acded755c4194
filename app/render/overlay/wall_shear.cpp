#include "render/overlay/wall_shear.h"

#include <cmath>

#include <glm/gtc/type_ptr.hpp>

namespace app {
namespace {

constexpr double kReach = 3.2;  // half edge of the square over the size of the scene: rings spread on a wall
constexpr int kLevels = 9;      // from 256 texels to the mean

glm::vec3 toGlm(fmm::Vec3 v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

}  // namespace

WallShear::WallShear()
    : sum_(Program::graphics("wall_shear.vert", "wall_shear.frag")),
      draw_(Program::graphics("wall_ground.vert", "wall_ground.frag")),
      shear_(GL_RGBA16F, kTexels, kTexels, kLevels),
      framebuffer_(shear_) {}

void WallShear::sum(const PictureContents& contents) {
  const Floor& floor = *contents.flow.floor;
  const fmm::Vec3 up = floor.up, other = std::abs(up.x) < 0.6 ? fmm::Vec3{1, 0, 0} : fmm::Vec3{0, 1, 0};
  const fmm::Vec3 across = fmm::cross(up, other), first = (1 / fmm::norm(across)) * across;
  const double half = kReach * floor.size;
  const fmm::Vec3 middle = floor.middle + (floor.height - fmm::dot(up, floor.middle)) * up;
  middle_ = toGlm(middle);
  along_ = toGlm(half * first);
  across_ = toGlm(half * fmm::cross(up, first));
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer_.name());
  glViewport(0, 0, kTexels, kTexels);
  const GLfloat nothing[] = {0, 0, 0, 0};
  glClearNamedFramebufferfv(framebuffer_.name(), GL_COLOR, 0, nothing);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glBlendFunc(GL_ONE, GL_ONE);
  glEnable(GL_PROGRAM_POINT_SIZE);
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, contents.elements->buffer());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, contents.strengths->buffer());
  sum_.use();
  glUniform3fv(0, 1, glm::value_ptr(middle_));
  glUniform3fv(1, 1, glm::value_ptr(along_));
  glUniform3fv(2, 1, glm::value_ptr(across_));
  glUniform3fv(3, 1, glm::value_ptr(toGlm(up)));
  glUniform1f(4, static_cast<float>(half));
  glUniform1f(5, static_cast<float>(kTexels));
  glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(contents.elements->count()));
  glDisable(GL_PROGRAM_POINT_SIZE);
  glGenerateTextureMipmap(shear_.name());
  checkGl("glDrawArrays(wall shear)");
}

void WallShear::draw(const glm::mat4& viewProjection, bool onLight) const {
  draw_.use();
  shear_.bind(0);
  glUniformMatrix4fv(0, 1, GL_FALSE, glm::value_ptr(viewProjection));
  glUniform3fv(1, 1, glm::value_ptr(middle_));
  glUniform3fv(2, 1, glm::value_ptr(along_));
  glUniform3fv(3, 1, glm::value_ptr(across_));
  const glm::vec3 colour = onLight ? glm::vec3(0.25F, 0.55F, 0.85F) : glm::vec3(0.85F, 0.38F, 0.12F);
  glUniform3fv(4, 1, glm::value_ptr(colour));
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  checkGl("glDrawArrays(wall)");
}

}  // namespace app
