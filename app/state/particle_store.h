#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "fmm/particle_views.h"
#include "fmm/types.h"
#include "gl/gl_objects.h"
#include "state/particle_stream.h"

namespace app {

/// Binds the particles of a stream in batches to binding 0 of GL_SHADER_STORAGE_BUFFER, each small enough for every
/// OpenGL (16 MiB), and calls `dispatch(first, count)` for each batch.
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

/// Number of work groups of `size` for `count` invocations.
inline GLuint workGroups(std::size_t count, std::size_t size) {
  return static_cast<GLuint>((count + size - 1) / size);
}

/// Positions and speeds of one published state, in the memory of the device that computed them. The solver's thread
/// writes them; the drawing thread draws them in place or copies them into an OpenGL buffer. A state and its stores
/// belong to one thread at a time.
class ParticleStore {
 public:
  virtual ~ParticleStore() = default;
  /// Solver's thread: makes room for `count` particles with undefined contents; on the GPU if the store supports that
  /// and `device` says that the GPU writes. Throws std::bad_alloc or EnvironmentError.
  virtual fmm::ParticleTarget prepare(std::size_t count, bool device) = 0;
  /// Drawing thread: copies all particles into `target`, whose capacity is at least count().
  virtual void copyTo(const fmm::ParticleTarget& target) const = 0;
  /// Drawing thread: the OpenGL buffer with the particles, if the GPU wrote them there; OpenGL owns it until
  /// giveBack(). 0: the particles are elsewhere, use copyTo().
  virtual unsigned takeBuffer() { return 0; }
  /// Drawing thread, before the state is given back: ends the drawing from takeBuffer(). If the GPU computes particles
  /// that are drawn, it may then write the next ones into an OpenGL buffer.
  virtual void giveBack() {}
  virtual std::size_t count() const = 0;
  /// True if the particles are in GPU memory.
  virtual bool onDevice() const = 0;
  /// Positions of every stride-th particle, starting with the first, in host memory. `stride` > 0.
  virtual std::vector<fmm::Vec3> sample(std::size_t stride) const = 0;
  /// Position of one particle; `index` is below count().
  virtual fmm::Vec3 position(std::size_t index) const = 0;
};

/// Particles in host memory: x, y, z, speed as 4 floats each.
class HostParticleStore final : public ParticleStore {
 public:
  fmm::ParticleTarget prepare(std::size_t count, bool device) override;
  void copyTo(const fmm::ParticleTarget& target) const override;
  std::size_t count() const override { return values_.size() / 4; }
  bool onDevice() const override { return false; }
  std::vector<fmm::Vec3> sample(std::size_t stride) const override;
  fmm::Vec3 position(std::size_t index) const override;
  const std::vector<float>& values() const { return values_; }  ///< [4 count()]

 private:
  std::vector<float> values_;
};

/// Positions of x, y, z, speed quadruples.
std::vector<fmm::Vec3> positionsOf(const std::vector<float>& values);

/// The best store of this build: with CUDA it keeps GPU results in device memory.
std::unique_ptr<ParticleStore> makeParticleStore();

/// Drawing thread: shows the stored particles, by the shortest path, until they are given back or others are shown.
/// Throws what map(), mapForDevice() and copyTo() throw.
void copyParticles(ParticleStore& from, ParticleStream& to);

}  // namespace app
