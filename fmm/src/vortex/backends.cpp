#include "fmm/backend.h"

#include "vortex/system_base.h"

namespace fmm {

std::vector<BackendInfo> availableBackends() {
  return {cpuBackend(), cudaBackend()};
}

Backend resolve(Backend backend) {
  if (backend != Backend::automatic) return backend;
  return cudaBackend().available ? Backend::cuda : Backend::cpu;
}

}  // namespace fmm
