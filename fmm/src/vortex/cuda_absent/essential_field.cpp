// Stands in for cuda/essential_field.cu where the program is built without nvcc.

#include "vortex/essential_field.h"

#include "fmm/error.h"
#include "vortex/system_base.h"

namespace fmm {

std::unique_ptr<SharedFieldBase> makeCudaSharedField(const Settings&, Ranks&, const Elements&, const std::vector<Vec3>&,
                                                     const SharedParts&) {
  throw EnvironmentError("backend cuda: " + cudaBackend().description);
}

}  // namespace fmm
