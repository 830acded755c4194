#include "particle_store.h"

#include <cassert>
#include <cstring>

namespace app {

fmm::ParticleTarget HostParticleStore::prepare(std::size_t count) {
  values_.resize(4 * count);
  return {values_.data(), count, false};
}

void HostParticleStore::copyTo(const fmm::ParticleTarget& target) const {
  assert(!target.device && target.capacity >= count());
  if (!values_.empty()) std::memcpy(target.positions, values_.data(), values_.size() * sizeof(float));
}

}  // namespace app
