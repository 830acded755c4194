#include "simulation/backend_choice.h"

#include <fmt/format.h>

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

void checkBackend(fmm::Backend backend, bool quiet) {
  if (backend == fmm::Backend::cpu || fmm::cudaBackendAvailable()) return;
  const std::string& reason = fmm::cudaDevice().reason;
  if (backend == fmm::Backend::cuda) throw fmm::EnvironmentError("backend cuda: " + reason);
  if (fmm::builtWithCuda() && !quiet) tellError("computing on the CPU: " + reason);
}

}  // namespace app
