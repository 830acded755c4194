#include "state/particle_store.h"

#include <cassert>
#include <cstring>

#include "fmm/error.h"

namespace app {

fmm::ParticleTarget HostParticleStore::prepare(std::size_t count, bool /*device*/) {
  values_.resize(4 * count);
  return {values_.data(), count, false};
}

void HostParticleStore::copyTo(const fmm::ParticleTarget& target) const {
  assert(!target.device && target.capacity >= count());
  if (!values_.empty()) std::memcpy(target.positions, values_.data(), values_.size() * sizeof(float));
}

std::vector<fmm::Vec3> HostParticleStore::sample(std::size_t stride) const {
  std::vector<fmm::Vec3> positions;
  for (std::size_t i = 0; i < count(); i += stride)
    positions.push_back({values_[4 * i], values_[4 * i + 1], values_[4 * i + 2]});
  return positions;
}

fmm::Vec3 HostParticleStore::position(std::size_t index) const {
  return {values_[4 * index], values_[4 * index + 1], values_[4 * index + 2]};
}

std::vector<fmm::Vec3> positionsOf(const std::vector<float>& values) {
  std::vector<fmm::Vec3> positions;
  for (std::size_t i = 0; i + 3 < values.size(); i += 4) positions.push_back({values[i], values[i + 1], values[i + 2]});
  return positions;
}

namespace {

void copyOnce(const ParticleStore& from, ParticleStream& to) {
  const std::size_t count = from.count();
  const fmm::ParticleTarget target = from.onDevice() ? to.mapForDevice(count) : to.map(count);
  try {
    from.copyTo(target);
  } catch (...) {
    try {
      to.unmap();
    } catch (const fmm::EnvironmentError&) {  // the first failure is reported
    }
    throw;
  }
  to.unmap();
}

}  // namespace

void copyParticles(ParticleStore& from, ParticleStream& to) {
  if (const unsigned buffer = from.takeBuffer(); buffer != 0) return to.show(buffer, from.count());
  const bool shared = to.note().empty();
  try {
    copyOnce(from, to);
  } catch (const fmm::EnvironmentError&) {
    if (!shared || to.note().empty()) throw;
    copyOnce(from, to);  // sharing has just failed: copy through host memory
  }
}

}  // namespace app
