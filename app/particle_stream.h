#pragma once

#include <cstddef>
#include <memory>

#include "fmm/vortex_system.h"

namespace app {

/// A GL buffer of particles that a solver writes and the renderer reads: the seam between the two. Each particle is a
/// vec4: x, y, z [L] and speed [L/T]. All functions are called on the thread of the GL context; between map() and
/// unmap() any thread may write through the pointer.
class ParticleStream {
 public:
  virtual ~ParticleStream() = default;

  /// Opens the buffer for writing `count` particles, growing it as needed. What it held is lost. `count` may be 0.
  /// Throws GlError (host) or fmm::EnvironmentError (device).
  virtual fmm::ParticleTarget map(std::size_t count) = 0;
  /// Hands the particles written since map() to GL.
  virtual void unmap() = 0;

  /// Name of the GL buffer to bind as GL_SHADER_STORAGE_BUFFER; it may change with every map().
  virtual unsigned buffer() const = 0;
  /// Particles in the buffer, as of the last unmap().
  virtual std::size_t count() const = 0;
};

/// A stream through host memory; works with every backend and every GL.
std::unique_ptr<ParticleStream> makeHostParticleStream();

}  // namespace app
