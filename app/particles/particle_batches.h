#pragma once

#include <algorithm>
#include <cstddef>

#include "gl/gl_objects.h"
#include "particles/particle_stream.h"

namespace app {

/// Binds the particles of a stream part by part to binding 0 of GL_SHADER_STORAGE_BUFFER, each part small enough for
/// every OpenGL (16 MiB), and calls `dispatch(first, count)` for each.
template <class Dispatch>
void forEachBatch(const ParticleStream& particles, Dispatch dispatch) {
  constexpr std::size_t kBatch = std::size_t{1} << 20;
  constexpr std::size_t kParticleBytes = 4 * sizeof(float);
  for (std::size_t first = 0; first < particles.count(); first += kBatch) {
    const std::size_t count = std::min(kBatch, particles.count() - first);
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 0, particles.buffer(), static_cast<GLintptr>(first * kParticleBytes),
                      static_cast<GLsizeiptr>(count * kParticleBytes));
    dispatch(first, count);
  }
}

/// Work groups of `size` for `count` invocations.
inline GLuint workGroups(std::size_t count, std::size_t size) {
  return static_cast<GLuint>((count + size - 1) / size);
}

}  // namespace app
