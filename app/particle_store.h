#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "fmm/vortex_system.h"

namespace app {

/// Positions and speeds of one published state, where the solver's thread left them: written by that thread, copied by
/// the drawing thread into a buffer of OpenGL. The exchange between the two threads knows this interface only, so a
/// store in device memory needs no other change than another factory.
class ParticleStore {
 public:
  virtual ~ParticleStore() = default;
  /// Solver's thread: room for `count` particles, contents undefined. Throws std::bad_alloc or EnvironmentError.
  virtual fmm::ParticleTarget prepare(std::size_t count) = 0;
  /// Drawing thread: copies all particles into `target`, whose capacity is at least count().
  virtual void copyTo(const fmm::ParticleTarget& target) const = 0;
  virtual std::size_t count() const = 0;
};

/// Particles in ordinary memory: x, y, z, speed as 4 floats each.
class HostParticleStore final : public ParticleStore {
 public:
  fmm::ParticleTarget prepare(std::size_t count) override;
  void copyTo(const fmm::ParticleTarget& target) const override;
  std::size_t count() const override { return values_.size() / 4; }
  const std::vector<float>& values() const { return values_; }  ///< [4 count()]

 private:
  std::vector<float> values_;
};

}  // namespace app
