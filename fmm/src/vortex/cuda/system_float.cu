#include "vortex/cuda/system_units.cuh"

namespace fmm {

template std::unique_ptr<SystemBase> makeCudaSystemOf<float>(const Settings&, const ParticleViews&);
template std::unique_ptr<FieldBase> makeCudaFieldOf<float>(const FieldSettings&);
template bool cudaChoosesMeshOf<float>(const FieldSettings&, const Elements&, const std::vector<Vec3>&,
                                       const SharedParts&, int);

}  // namespace fmm
