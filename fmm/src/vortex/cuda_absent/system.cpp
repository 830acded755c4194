#include "fmm/error.h"
#include "vortex/essential_field.h"
#include "vortex/system_base.h"

namespace fmm {

// Stands in for cuda/system.cu where the program is built without nvcc.

BackendInfo cudaBackend() {
  return {Backend::cuda, false, "this program was built without CUDA"};
}

std::unique_ptr<SystemBase> makeCudaSystem(const Settings&, const ParticleViews&) {
  throw EnvironmentError("backend cuda: " + cudaBackend().description);
}

std::unique_ptr<FieldBase> makeCudaField(const FieldSettings&) {
  throw EnvironmentError("backend cuda: " + cudaBackend().description);
}

bool cudaChoosesMesh(const FieldSettings&, const Elements&, const std::vector<Vec3>&, const SharedParts&, int) {
  throw EnvironmentError("backend cuda: " + cudaBackend().description);
}

// Stands in for cuda/essential_field.cu where the program is built without nvcc.

std::unique_ptr<SharedFieldBase> makeCudaSharedField(const Settings&, Ranks&, const Elements&, const std::vector<Vec3>&,
                                                     const SharedParts&) {
  throw EnvironmentError("backend cuda: " + cudaBackend().description);
}

}  // namespace fmm
