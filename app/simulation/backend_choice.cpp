#include "simulation/backend_choice.h"

#include "files/message.h"
#include "fmm/cuda.h"
#include "fmm/error.h"
#include "fmm/faults.h"

namespace app {

bool runsOnGpu(fmm::Backend backend) {
  return backend != fmm::Backend::cpu && fmm::cudaBackendAvailable();
}

bool mayLoseParticles(fmm::Backend backend) {
  return runsOnGpu(backend) || fmm::faultIsSet(fmm::Fault::launch);
}

void requireBackend(fmm::Backend backend) {
  if (backend == fmm::Backend::cuda && !fmm::cudaBackendAvailable())
    throw fmm::EnvironmentError("backend cuda: " + fmm::cudaDevice().reason);
}

void tellBackend(fmm::Backend backend) {
  if (backend == fmm::Backend::cpu || fmm::cudaBackendAvailable() || !fmm::builtWithCuda()) return;
  tellError("computing on the CPU: " + fmm::cudaDevice().reason);
}

void checkBackend(fmm::Backend backend, bool quiet) {
  requireBackend(backend);
  if (!quiet) tellBackend(backend);
}

}  // namespace app
