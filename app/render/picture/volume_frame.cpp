#include "render/picture/volume_frame.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/type_ptr.hpp>

#include "gl/gl_objects.h"
#include "render/picture/smoke_light.h"

namespace app {
namespace {

constexpr int kLongestSide = 256;

void setUniform(GLint location, const glm::vec3& value) {
  glUniform3fv(location, 1, glm::value_ptr(value));
}
void setUniform(GLint location, const fmm::Vec3& value) {
  glUniform3f(location, static_cast<float>(value.x), static_cast<float>(value.y), static_cast<float>(value.z));
}

}  // namespace

int volumeTextureSide(std::size_t cells) {
  const int side = static_cast<int>(2 * std::cbrt(static_cast<double>(cells)));
  return std::clamp((side + 31) / 32 * 32, 32, kLongestSide);
}

int volumeRaySide(std::size_t cells) {
  const int side = static_cast<int>(1.1 * std::cbrt(static_cast<double>(cells)));
  return std::clamp((side + kVolumeRayGroup - 1) / kVolumeRayGroup * kVolumeRayGroup, 24, 160);
}

void setVolumePlan(const VolumePlan& plan, const ViewSettings& view, const CameraRays& rays) {
  glUniform1f(0, static_cast<float>(plan.cells));
  glUniform1i(1, plan.textureSide);
  glUniform1f(2, static_cast<float>(plan.smallest));
  setUniform(3, lampDirection(view, 0));
  setUniform(4, rays.eye);
  setUniform(5, rays.axis);
  setUniform(6, glm::normalize(rays.right));
  setUniform(7, glm::normalize(rays.up));
  glUniform2f(8, glm::length(rays.right), glm::length(rays.up));
  glUniform1f(9, rays.nearest);
  setUniform(10, lampDirection(view, 1));
}

}  // namespace app
