#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "fmm/particle_views.h"

namespace app {

/// A GL buffer of particles, the interface between solver (writer) and renderer (reader). Each particle is a vec4: x,
/// y, z [L] and a scalar (fmm::ParticleScalar). All functions are called on the thread of the GL context; between map()
/// and unmap() any thread may write through the pointer.
class ParticleStream {
 public:
  virtual ~ParticleStream() = default;

  /// Opens the buffer for writing `count` particles, which may be 0, and grows it as needed. The old contents are lost.
  /// Throws GlError (host) or fmm::EnvironmentError (device).
  virtual fmm::ParticleTarget map(std::size_t count) = 0;
  /// The same for particles that the GPU writes: device memory of the buffer itself (ParticleTarget::device) if OpenGL
  /// shares it with CUDA; else as map(), and note() says why. The events of a device target (after, written) order the
  /// writes between OpenGL's accesses; `written` must be recorded before unmap().
  virtual fmm::ParticleTarget mapForDevice(std::size_t count) { return map(count); }
  /// Hands the particles written since map() to GL.
  virtual void unmap() = 0;

  /// Shows `count` particles of another owner's buffer until the next unmap().
  virtual void show(unsigned buffer, std::size_t count) = 0;

  /// Name of the GL buffer to bind as GL_SHADER_STORAGE_BUFFER; it may change with every map().
  virtual unsigned buffer() const = 0;
  /// Number of particles shown, as of the last unmap() or show().
  virtual std::size_t count() const = 0;

  /// Why particles of the GPU are copied through host memory, one line; empty while none were.
  virtual std::string note() const { return {}; }
};

/// A stream through host memory; works with every backend and every GL.
std::unique_ptr<ParticleStream> makeHostParticleStream();

/// The best stream of this build: with CUDA the GPU writes the buffer itself if OpenGL runs on the same GPU. CUDA is
/// not used before the first mapForDevice().
std::unique_ptr<ParticleStream> makeParticleStream();

}  // namespace app
