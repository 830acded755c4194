#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "fmm/particle_views.h"

namespace app {

/// A GL buffer of particles that a solver writes and the renderer reads: the seam between the two. Each particle is a
/// vec4: x, y, z [L] and a number, as fmm::ParticleScalar says. All functions are called on the thread of the GL
/// context; between map() and unmap() any thread may write through the pointer.
class ParticleStream {
 public:
  virtual ~ParticleStream() = default;

  /// Opens the buffer for writing `count` particles, growing it as needed. What it held is lost. `count` may be 0.
  /// Throws GlError (host) or fmm::EnvironmentError (device).
  virtual fmm::ParticleTarget map(std::size_t count) = 0;
  /// The same for what the GPU writes: the buffer itself, as device memory (ParticleTarget::device), where OpenGL
  /// shares it with CUDA; else as map(), and note() says why. All that OpenGL did with the buffer is done on return;
  /// what is written must be done before unmap().
  virtual fmm::ParticleTarget mapForDevice(std::size_t count) { return map(count); }
  /// Hands the particles written since map() to GL.
  virtual void unmap() = 0;

  /// Shows `count` particles of a buffer that somebody else has, until the next unmap().
  virtual void show(unsigned buffer, std::size_t count) = 0;

  /// Name of the GL buffer to bind as GL_SHADER_STORAGE_BUFFER; it may change with every map().
  virtual unsigned buffer() const = 0;
  /// Particles in the buffer, as of the last unmap().
  virtual std::size_t count() const = 0;

  /// Why particles of the GPU take the way through host memory, one line; empty as long as none had to.
  virtual std::string note() const { return {}; }
};

/// A stream through host memory; works with every backend and every GL.
std::unique_ptr<ParticleStream> makeHostParticleStream();

/// The best stream of this build: with CUDA one whose buffer the GPU writes itself where OpenGL runs on the same GPU.
/// CUDA is not touched before the first mapForDevice().
std::unique_ptr<ParticleStream> makeParticleStream();

}  // namespace app
