// Stands in for system_cuda.cu where the program is built without nvcc.

#include "fmm/error.h"
#include "vortex/system_base.h"

namespace fmm {

BackendInfo cudaBackend() {
  return {Backend::cuda, false, "this program was built without CUDA"};
}

std::unique_ptr<SystemBase> makeCudaSystem(const Settings&, const Elements&, const Tracers&) {
  throw EnvironmentError("backend cuda: " + cudaBackend().description);
}

Field evaluateFieldOnCuda(const Settings&, const Elements&, const std::vector<Vec3>&, FieldParts) {
  throw EnvironmentError("backend cuda: " + cudaBackend().description);
}

}  // namespace fmm
