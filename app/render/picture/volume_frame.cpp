#include "render/picture/volume_frame.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <glm/geometric.hpp>
#include <glm/gtc/type_ptr.hpp>

#include "gl/gl_objects.h"
#include "render/picture/smoke_picture.h"
#include "state/particle_store.h"

namespace app {
namespace {

constexpr std::size_t kBins = 2048;           // as in volume_bounds.glsl
constexpr std::size_t kBoundsBytes = 5 * 16;  // VolumeBounds in volume_bounds.glsl
constexpr std::size_t kBelowBytes = 4 * 16;   // offset of `below` in VolumeBounds
constexpr std::size_t kPerHistogram = 4096;   // particles per work group, which make its own histogram worthwhile

}  // namespace

ParticleBounds::ParticleBounds()
    : firstHistogram_(Program::compute("volume_bounds.comp", {"FIRST"})),
      histogram_(Program::compute("volume_bounds.comp")),
      firstSelect_(Program::compute("volume_select.comp", {"FIRST"})),
      select_(Program::compute("volume_select.comp")),
      bounds_(kBoundsBytes + 3 * kBins * sizeof(std::uint32_t)) {
  bounds_.clear();
}

/// Makes a histogram over all floats, then one over the range found, which reaches less than twice as far from the
/// origin as the particles.
void ParticleBounds::find(const ParticleStream& particles, PictureSum* sum) {
  bind();
  for (int pass = 0; pass < 2; ++pass) {
    (pass == 0 ? firstHistogram_ : histogram_).use();
    forEachBatch(particles, [](std::size_t, std::size_t batch) {
      glUniform1ui(0, static_cast<GLuint>(batch));
      glDispatchCompute(workGroups(batch, kPerHistogram), 1, 1);
    });
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    if (sum != nullptr) {
      const std::size_t first = pass == 0 ? kBoundsBytes : kBelowBytes;
      sum->sum({{bounds_, first, bounds_.bytes() - first}});
    }
    (pass == 0 ? firstSelect_ : select_).use();
    glDispatchCompute(3, 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  }
  checkGl("glDispatchCompute(bounds)");
}

namespace {

constexpr int kLongestSide = 512;

void setUniform(GLint location, const glm::vec3& value) {
  glUniform3fv(location, 1, glm::value_ptr(value));
}
void setUniform(GLint location, const fmm::Vec3& value) {
  glUniform3f(location, static_cast<float>(value.x), static_cast<float>(value.y), static_cast<float>(value.z));
}

}  // namespace

int volumeTextureSide(std::size_t cells) {
  constexpr double kAmple = 256;  // above this, room for long boxes would take too much memory
  const double even = std::cbrt(static_cast<double>(cells));
  const int side = static_cast<int>(std::max(std::min(2 * even, kAmple), 1.6 * even));
  return std::clamp((side + 31) / 32 * 32, 32, kLongestSide);
}

int volumeRaySide(std::size_t cells) {
  constexpr double kMost = 160, kMostOfFine = 256;
  const double even = std::cbrt(static_cast<double>(cells));
  const int side = static_cast<int>(std::max(std::min(1.1 * even, kMost), std::min(0.6 * even, kMostOfFine)));
  return std::max((side + kVolumeRayGroup - 1) / kVolumeRayGroup * kVolumeRayGroup, 24);
}

std::size_t volumeBytes(std::size_t cells) {
  constexpr std::size_t kPerTexel = 4 + 8, kPerPlace = 3 * 2;  // density and light; transmittances of light and view
  constexpr std::size_t kPerCell = 8 + 1;                      // counts, and lists of bricks
  const auto texels = static_cast<std::size_t>(volumeTextureSide(cells)),
             places = static_cast<std::size_t>(volumeRaySide(cells));
  return kPerCell * cells + kPerTexel * texels * texels * texels + kPerPlace * places * places * places;
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
