#include "render/picture/particle_bounds.h"

#include <cstdint>

#include "particles/particle_batches.h"

namespace app {
namespace {

constexpr std::size_t kBins = 2048;           // as in volume_bounds.glsl
constexpr std::size_t kBoundsBytes = 5 * 16;  // VolumeBounds there
constexpr std::size_t kBelowBytes = 4 * 16;   // before `below` in it
constexpr std::size_t kPerHistogram = 4096;   // particles that make a work group's own histogram worth while

}  // namespace

ParticleBounds::ParticleBounds()
    : firstHistogram_(Program::compute("volume_bounds.comp", {"FIRST"})),
      histogram_(Program::compute("volume_bounds.comp")),
      firstSelect_(Program::compute("volume_select.comp", {"FIRST"})),
      select_(Program::compute("volume_select.comp")),
      bounds_(kBoundsBytes + 3 * kBins * sizeof(std::uint32_t)) {
  bounds_.clear();
}

/// A histogram over all floats, then one over the range that it leaves, which is less than twice as far from the origin
/// as the particles are.
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
      sum->sum(bounds_, kBoundsBytes, bounds_.bytes() - kBoundsBytes);
      if (pass == 1) sum->sum(bounds_, kBelowBytes, kBoundsBytes - kBelowBytes);
    }
    (pass == 0 ? firstSelect_ : select_).use();
    glDispatchCompute(3, 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  }
  checkGl("glDispatchCompute(bounds)");
}

}  // namespace app
