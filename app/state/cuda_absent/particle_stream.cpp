// Replaces cuda/particle_stream.cpp in builds without nvcc.

#include "state/particle_stream.h"
#include "state/particle_store.h"

namespace app {

std::unique_ptr<ParticleStream> makeParticleStream() {
  return makeHostParticleStream();
}

std::unique_ptr<ParticleStore> makeParticleStore() {
  return std::make_unique<HostParticleStore>();
}

}  // namespace app
